/** GET /account/assets/account.{hash}.css: its name changes with its content, so it may be kept for a year. */
import type { FastifyInstance } from 'fastify';
import { accountStylesheet } from '../views.ts';

export function stylesheetRoute(app: FastifyInstance): void {
  const { name, text } = accountStylesheet();
  app.route({
    method: 'GET',
    url: `/assets/${name}`,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(text),
  });
}
