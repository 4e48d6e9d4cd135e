/** All routes for the operator's machines. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { healthRoutes } from '../../health/routes/health.route.ts';
import { jsonAnswer } from '../../http/answers.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { metricsRoute } from '../../metrics/routes/metrics.route.ts';
import { serviceAnswers, serviceOperation } from './answers.ts';

/** Without `metrics` nothing is measured, and there is no GET /metrics. */
export type OperationsDeps = { db: Database; metrics: { shown: Metrics; token: string } | undefined };

export function registerOperations(app: FastifyInstance, { db, metrics }: OperationsDeps): void {
  if (metrics !== undefined) metricsRoute(app, metrics.shown, metrics.token);
  healthRoutes(app, { db });
  documentRoute(app);
}

const Document = Type.Object({ openapi: Type.Literal('3.1.0') }, { additionalProperties: true });

function documentRoute(app: FastifyInstance): void {
  const schema = {
    ...serviceOperation('getOpenApiDocument', 'This document'),
    response: serviceAnswers({ 200: jsonAnswer(Document, 'This document') }),
  };
  app.get('/openapi.json', { schema }, async () => app.swagger());
}
