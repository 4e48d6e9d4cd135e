/** GET /metrics, for the operator's Prometheus: with the token of the settings, and only where there is one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Metrics } from '../metrics.ts';

const bearer = /^Bearer +(\S+)$/i;
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = hash(token);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const given = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(hash(given), expected)) {
      throw new AppError('invalid_credentials', { message: 'The metrics token is missing or wrong.' });
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType);
    return reply.send(await metrics.render());
  });
}

/** Times every request that a route answered. Call it before the routes. */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
  });
}
