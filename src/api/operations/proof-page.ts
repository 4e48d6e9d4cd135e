/**
 * GET /proof, /proof/badge.svg and /proof.json: the proof of the books for everyone, while the operator publishes it.
 * Otherwise nothing is at these addresses.
 */
import type { FastifyInstance } from 'fastify';
import { realNow } from '../../base/clock/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { assetAnswers, declarePages } from '../../core/pages/page-answers.ts';
import { headersWith } from '../../core/pages/page-headers.ts';
import { html, pageAsset, renderPage } from '../../core/pages/render-page.ts';
import { sharedAssetsPath } from '../../core/pages/shared-assets.ts';
import { badge } from '../../features/verification/badge.ts';
import { type ProofDeps, signPublicProof } from '../../features/verification/make-proof.ts';
import { proofAddresses } from '../../features/verification/proof-addresses.ts';
import { createPublicProof, type PublicProof, verdictOf } from '../../features/verification/public-proof.ts';
import { proofAnswer, sendProof } from '../shared/proof-file.ts';
import { serviceAnswers, serviceOperation } from './answers.ts';
import { serveAssets } from './page-assets.ts';
import { showDay, showProof } from './show-proof.ts';

const pageHeaders = headersWith(["script-src 'self'", "style-src 'self'", "connect-src 'self'", "form-action 'none'"]);

/** Meant for pages of other origins, and asked for anew each time. */
const badgeHeaders = { 'cache-control': 'public, no-cache', 'cross-origin-resource-policy': 'cross-origin' };

export async function proofPage(app: FastifyInstance, deps: ProofDeps): Promise<void> {
  const find = createPublicProof(deps.db);
  const found = async (): Promise<PublicProof> => {
    const proof = await find();
    if (proof === undefined) throw new AppError('not_found');
    return proof;
  };
  const base = pageAsset('api/operations/views/base.css');
  const style = pageAsset('api/operations/views/proof.css');
  const script = pageAsset('api/operations/views/proof.js');

  await app.register(async (scope) => {
    declarePages(scope);
    serveAssets(scope, [base, style, script]);

    scope.get(proofAddresses.page, async (_request, reply) => {
      const shown = showProof(await found(), deps);
      const page = renderPage('api/operations/views/proof', {
        title: `${shown.heading} · ${shown.host}`,
        testMode: false,
        basePath: `${sharedAssetsPath}/${base.name}`,
        stylesheetPath: `${sharedAssetsPath}/${style.name}`,
        script: `${sharedAssetsPath}/${script.name}`,
        ...shown,
      });
      return reply.headers(pageHeaders).type(html).send(page);
    });

    const image = { schema: { hide: true, response: assetAnswers('image/svg+xml') } };
    scope.get(proofAddresses.badge, image, async (_request, reply) => {
      const proof = await found();
      const day = proof.full === undefined ? undefined : showDay(proof.full.finishedAt);
      return reply
        .headers(badgeHeaders)
        .type('image/svg+xml')
        .send(badge(verdictOf(proof), day));
    });
  });

  app.route({
    method: 'GET',
    url: proofAddresses.file,
    schema: {
      ...serviceOperation(
        'getPublicProof',
        'The signed proof of the books, without sums, while the operator publishes it',
      ),
      response: serviceAnswers({ 200: proofAnswer }, ['not_found']),
    },
    handler: async (_request, reply) => {
      const signed = signPublicProof(await found(), deps, realNow());
      if (signed === undefined) throw new AppError('not_found');
      return sendProof(reply.header('cache-control', 'no-store'), signed);
    },
  });
}
