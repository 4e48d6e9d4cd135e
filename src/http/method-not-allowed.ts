/** Answers other methods of a known path with a 405 that lists the allowed ones, before any other check. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../errors/app-error.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/** Call it before the first route of the scope, and the function it returns after the last one. */
export function collectMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const known = allowed.get(route.url) ?? new Set<string>();
    for (const method of [route.method].flat()) known.add(method.toUpperCase());
    allowed.set(route.url, known);
  });
  return () => {
    for (const [url, known] of [...allowed]) {
      const allow = [...known].sort().join(', ');
      app.route({
        method: methods.filter((method) => !known.has(method)),
        url,
        schema: { hide: true, response: { 405: {} } },
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new AppError('method_not_allowed');
        },
        handler: async () => {},
      });
    }
  };
}
