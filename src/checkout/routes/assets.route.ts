/**
 * GET {base}/user/assets/checkout.{hash}.css and .js, cached for a year: the hash in the name changes with the content.
 */
import type { FastifyInstance } from 'fastify';
import { assetsPath, checkoutAssets } from '../../interfaces/checkout/addresses.ts';
import { assetAnswers } from '../../pages/page-answers.ts';
import { pageAsset } from '../../pages/render-page.ts';

export function assetRoutes(app: FastifyInstance): void {
  for (const kind of ['css', 'js'] as const) {
    const { name, type, text } = pageAsset(checkoutAssets[kind]);
    app.route({
      method: 'GET',
      url: `${assetsPath}/${name}`,
      schema: { hide: true, response: assetAnswers(kind === 'css' ? 'text/css' : 'text/javascript') },
      handler: async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
    });
  }
}
