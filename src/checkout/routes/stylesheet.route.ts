/** GET {base}/user/assets/checkout.{hash}.css: its name changes with its content, so it may be kept for a year. */
import type { FastifyInstance } from 'fastify';
import { pageStylesheet } from '../views.ts';
import { assetsPath } from './addresses.ts';

export function stylesheetRoute(app: FastifyInstance): void {
  const { name, text } = pageStylesheet();
  app.route({
    method: 'GET',
    url: `${assetsPath}/${name}`,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(text),
  });
}
