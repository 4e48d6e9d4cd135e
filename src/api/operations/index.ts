/** All routes for the operator's machines. */
import type { FastifyInstance } from 'fastify';
import type { Draining } from '../../core/http/draining.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import type { ProofDeps } from '../../features/verification/make-proof.ts';
import { referencePage } from './docs.ts';
import { healthRoutes } from './health.ts';
import { metricsRoute } from './metrics.ts';
import { documentRoutes } from './openapi.ts';
import { proofPage } from './proof-page.ts';

/** Without `metrics` nothing is measured, and there is no GET /metrics. */
type OperationsDeps = ProofDeps & {
  draining: Draining;
  metrics: { shown: Metrics; token: string } | undefined;
  hasDashboard: boolean;
};

export async function registerOperations(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, draining, metrics, publicUrl, hasDashboard } = deps;
  if (metrics !== undefined) metricsRoute(app, metrics.shown, metrics.token);
  healthRoutes(app, { db, draining });
  documentRoutes(app, new URL(publicUrl).origin);
  await referencePage(app, hasDashboard);
  await proofPage(app, deps);
}
