/**
 * GET {base}/user/assets/…: the stylesheet, the script and the fonts of the pages, a shop's colour as a stylesheet and a
 * shop's logo. All are cached for a year: their names change with their content.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { assetAnswers } from '../../core/pages/page-answers.ts';
import { fontType, pageAsset, pageFont } from '../../core/pages/render-page.ts';
import { findLogo } from '../../features/holders/branding/branding.repository.ts';
import { judgeColour, shadesOf } from '../../features/holders/branding/colour.ts';
import { accentRoute, assetsPath, checkoutAssets, checkoutFonts, logoRoute } from '../shared/checkout-addresses.ts';

const css = 'text/css; charset=utf-8';

const keep = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'public, max-age=31536000, immutable');

export function assetRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  for (const kind of ['css', 'js'] as const) {
    const { name, type, text } = pageAsset(checkoutAssets[kind]);
    app.route({
      method: 'GET',
      url: `${assetsPath}/${name}`,
      schema: { hide: true, response: assetAnswers(kind === 'css' ? 'text/css' : 'text/javascript') },
      handler: async (_request, reply) => keep(reply).type(type).send(text),
    });
  }
  for (const path of checkoutFonts) {
    const { name, bytes } = pageFont(path);
    app.route({
      method: 'GET',
      url: `${assetsPath}/${name}`,
      schema: { hide: true, response: assetAnswers(fontType) },
      handler: async (_request, reply) => keep(reply).type(fontType).send(bytes),
    });
  }

  app.route({
    method: 'GET',
    url: accentRoute,
    schema: { hide: true, response: assetAnswers('text/css') },
    handler: async (request, reply) => {
      const [, digits] = /^([0-9a-f]{6})\.css$/.exec((request.params as { name: string }).name) ?? [];
      if (digits === undefined || judgeColour(`#${digits}`)?.ok !== true) throw new AppError('not_found');
      return keep(reply)
        .type(css)
        .send(accentStylesheet(`#${digits}`));
    },
  });

  app.route({
    method: 'GET',
    url: logoRoute,
    schema: { hide: true, response: assetAnswers('image/png', 'image/jpeg', 'image/webp') },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const holderId = holderOfPublicId('lgo', id);
      const logo = holderId === undefined ? undefined : await findLogo(db, holderId, id);
      if (logo === undefined) throw new AppError('not_found');
      return keep(reply).type(logo.type).send(logo.bytes);
    },
  });
}

/** The pages allow no inline style. @param colour one that `judgeColour` accepts. */
function accentStylesheet(colour: string): string {
  const { light, lightHover, dark, darkHover } = shadesOf(colour);
  return [
    `:root { --accent: ${light}; --accent-strong: ${lightHover}; --on-accent: #ffffff; }`,
    `@media (prefers-color-scheme: dark) {`,
    `  :root { --accent: ${dark}; --accent-strong: ${darkHover}; --on-accent: #06191c; }`,
    `}`,
    '',
  ].join('\n');
}
