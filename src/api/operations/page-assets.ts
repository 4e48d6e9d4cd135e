/** The files of the pages here: their names hold a hash of what is in them, so that browsers keep them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { assetAnswers } from '../../core/pages/page-answers.ts';
import type { pageAsset } from '../../core/pages/render-page.ts';
import { sharedAssetsPath } from '../../core/pages/shared-assets.ts';

export const keep = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'public, max-age=31536000, immutable');

export function serveAssets(scope: FastifyInstance, assets: readonly ReturnType<typeof pageAsset>[]): void {
  for (const { name, type, text } of assets) {
    const response = assetAnswers(type.split(';')[0] as string);
    scope.get(`${sharedAssetsPath}/${name}`, { schema: { hide: true, response } }, async (_request, reply) =>
      keep(reply).type(type).send(text),
    );
  }
}
