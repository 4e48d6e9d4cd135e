/** GET /account/assets/account.{hash}.css, cached for a year: the hash in the name changes with the content. */
import type { FastifyInstance } from 'fastify';
import { ownStylesheet } from '../../interfaces/account/addresses.ts';
import { assetAnswers } from '../../pages/page-answers.ts';
import { pageAsset } from '../../pages/render-page.ts';

export function stylesheetRoute(app: FastifyInstance): void {
  const { name, type, text } = pageAsset(ownStylesheet);
  app.route({
    method: 'GET',
    url: `/assets/${name}`,
    schema: { hide: true, response: assetAnswers('text/css') },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
  });
}
