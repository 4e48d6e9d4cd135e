/** GET /metrics for the operator's Prometheus. Registered only when `SLUICE_METRICS_TOKEN` is set, and requires it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { type Answer, requestIdHeader } from '../../core/http/answers.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import { serviceAnswers, serviceOperation } from './answers.ts';

const bearer = /^Bearer +(\S+)$/i;
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const textAnswer: Answer = {
  description: 'The figures',
  headers: requestIdHeader,
  content: { 'text/plain': { schema: Type.String(), example: '# TYPE sluice_jobs gauge' } },
};

export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = hash(token);
  const schema = {
    ...serviceOperation('getMetrics', 'Figures for Prometheus', [{ MetricsToken: [] }]),
    response: serviceAnswers({ 200: textAnswer }, ['invalid_credentials']),
  };
  app.get('/metrics', { schema }, async (request, reply) => {
    const given = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(hash(given), expected)) {
      throw new AppError('invalid_credentials', { message: 'The metrics token is missing or wrong.' });
    }
    return reply.type(metrics.contentType).send(await metrics.render());
  });
}

/** Measures every request. Call it before the routes are registered. */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
  });
}
