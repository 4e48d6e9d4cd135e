/**
 * GET /embed.js: what a shop's page loads to show a payment page in a frame. Its name stays the same, so that browsers ask for it
 * again after an hour.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { assetAnswers } from '../../core/pages/page-answers.ts';
import { pageAsset } from '../../core/pages/render-page.ts';

const embedScriptPath = '/embed.js';
const unchanged = 304;

export function embedScriptRoute(app: FastifyInstance): void {
  const { text, type } = pageAsset('api/checkout/views/embed.js');
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  app.route({
    method: 'GET',
    url: embedScriptPath,
    schema: { hide: true, response: assetAnswers('text/javascript') },
    handler: async (request, reply) => {
      reply.headers({ etag, 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' });
      if (request.headers['if-none-match'] === etag) return reply.code(unchanged).send();
      return reply.type(type).send(text);
    },
  });
}
