/** All routes for the operator's machines. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { healthRoutes } from '../../health/routes/health.route.ts';
import type { Draining } from '../../http/draining.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { metricsRoute } from '../../metrics/routes/metrics.route.ts';
import { documentRoutes } from '../../reference/routes/documents.route.ts';
import { referencePage } from '../../reference/routes/reference-page.route.ts';

/** Without `metrics` nothing is measured, and there is no GET /metrics. */
type OperationsDeps = {
  db: Database;
  draining: Draining;
  metrics: { shown: Metrics; token: string } | undefined;
  publicUrl: string;
  hasDashboard: boolean;
};

export async function registerOperations(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, draining, metrics, publicUrl, hasDashboard } = deps;
  if (metrics !== undefined) metricsRoute(app, metrics.shown, metrics.token);
  healthRoutes(app, { db, draining });
  documentRoutes(app, new URL(publicUrl).origin);
  await referencePage(app, hasDashboard);
}
