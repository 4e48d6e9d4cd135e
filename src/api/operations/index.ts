/** All routes for the operator's machines. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import type { Draining } from '../../core/http/draining.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import { referencePage } from './docs.ts';
import { healthRoutes } from './health.ts';
import { metricsRoute } from './metrics.ts';
import { documentRoutes } from './openapi.ts';

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
