/** Every address of the operator's machines. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { healthRoutes } from '../../health/routes/health.route.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { metricsRoute } from '../../metrics/routes/metrics.route.ts';

/** `metrics` undefined: nothing is measured, and there is no GET /metrics. */
export type OperationsDeps = { db: Database; metrics: { shown: Metrics; token: string } | undefined };

export function registerOperations(app: FastifyInstance, { db, metrics }: OperationsDeps): void {
  if (metrics !== undefined) metricsRoute(app, metrics.shown, metrics.token);
  healthRoutes(app, { db });
}
