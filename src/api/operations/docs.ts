/**
 * GET /docs: the API reference, rendered from the OpenAPI document in the browser. Its files have their hash in their
 * names. Nothing inline runs and nothing of another origin is loaded; the renderer's own styles carry the page's nonce.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { assetAnswers, declarePages } from '../../core/pages/page-answers.ts';
import { headersWith } from '../../core/pages/page-headers.ts';
import { fontType, html, pageAsset, pageFont, renderPage } from '../../core/pages/render-page.ts';
import { sharedAssetsPath as assetsPath } from '../../core/pages/shared-assets.ts';
import { documentPath, postmanPath } from './openapi.ts';
import { keep, serveAssets } from './page-assets.ts';
import { sendKept } from './send-kept.ts';

const referencePath = '/docs';
const nonceBytes = 16;
const script = 'text/javascript; charset=utf-8';
const fonts = ['core/pages/fonts/inter-latin.woff2', 'core/pages/fonts/inter-latin-ext.woff2'];

const rendererFile = (name: string): Buffer => readFileSync(new URL(`./reference/renderer/${name}`, import.meta.url));

/** The renderer sets styles of elements by their attribute, which a nonce cannot allow. */
const headersOf = (nonce: string): Record<string, string> =>
  headersWith([
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "form-action 'none'",
  ]);

/** @param hasDashboard whether the page may link to it. */
export async function referencePage(app: FastifyInstance, hasDashboard: boolean): Promise<void> {
  await app.register(async (scope) => {
    declarePages(scope);
    const { sha256 } = JSON.parse(rendererFile('standalone.json').toString()) as { sha256: string };
    const renderer = `${assetsPath}/renderer.${sha256.slice(0, 16)}.js`;
    const start = pageAsset('api/operations/reference/views/start.js');
    const style = pageAsset('api/operations/reference/views/reference.css');

    scope.get(referencePath, async (_request, reply) => {
      const nonce = randomBytes(nonceBytes).toString('base64');
      const page = renderPage('api/operations/reference/views/reference', {
        title: 'API reference · Sluice',
        testMode: false,
        stylesheetPath: `${assetsPath}/${style.name}`,
        scripts: [`${assetsPath}/${start.name}`, renderer],
        nonce,
        documentPath,
        postmanPath,
        hasDashboard,
      });
      return reply.headers(headersOf(nonce)).type(html).send(page);
    });

    serveAssets(scope, [start, style]);
    for (const { name, bytes } of fonts.map(pageFont)) {
      const schema = { hide: true, response: assetAnswers(fontType) };
      scope.get(`${assetsPath}/${name}`, { schema }, async (_request, reply) => keep(reply).type(fontType).send(bytes));
    }
    const schema = { hide: true, response: assetAnswers('text/javascript') };
    scope.get(renderer, { schema }, async (request, reply) => {
      const brotli = rendererFile('standalone.js.br');
      const kept = { etag: `"${sha256}"`, plain: () => brotliDecompressSync(brotli), brotli };
      return sendKept(request, keep(reply).type(script), kept);
    });
  });
}
