/**
 * Who may show a payment's pages in a frame, and what is different there (docs/contract/merchant.md, "Embedded checkout"): its
 * cookie, where links lead, and what the shop's page is told. The wallet, where people sign in, and the confirmation of test
 * mode are framed by nobody.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { frameCookie } from '../../core/pages/form-tokens.ts';
import { policyFramedBy } from '../../core/pages/page-headers.ts';
import type { EmbedResult } from '../../features/checkout/embed-result.ts';
import { findEmbedders } from '../../features/checkout/embedders.repository.ts';
import type { Payment, PaymentBase } from '../../features/payments/payment.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import type { HandOver } from './hand-over.ts';

/** `unknown`: the browser does not say. What would be wrong in a frame is then left out, and what a window needs is a link. */
type Embedding = { origins: readonly string[]; place: 'frame' | 'window' | 'unknown' };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where nobody may frame the page. */
    embedding: Embedding | null;
  }
}

type EmbeddingDeps = { db: Database; base: PaymentBase; publicUrl: string; handOver: HandOver };

/** By the part of the address after the payment's own. */
const framedPages: ReadonlySet<string | undefined> = new Set([
  '',
  '/pay',
  '/cancel',
  '/abandon',
  '/arrive',
  '/continue',
  '/result',
  '/receipt',
]);

/** The payment's page with the wallet in it, for a window. */
const walletWay = 'wallet';
export const walletPathOf = (payment: Payment): string => `${paymentPath(payment)}?way=${walletWay}`;
export const isWalletPage = ({ query }: FastifyRequest): boolean => (query as { way?: unknown }).way === walletWay;

/** Call it before the routes, and after what reads cookies. */
export function allowEmbedding(pages: FastifyInstance, { db, base }: EmbeddingDeps): void {
  pages.decorateRequest('embedding', null);
  pages.addHook('onRequest', async (request) => {
    const { token } = request.params as { token?: string };
    if (token === undefined || isWalletPage(request) || !framedPages.has(request.routeOptions.url?.split(':token')[1]))
      return;
    const holderId = holderOfPublicId('pay', token);
    if (holderId === undefined) return;
    const origins = await findEmbedders(db, { holderId, id: token, base }, new Date());
    if (origins.length > 0) request.embedding = { origins, place: placeOf(request) };
  });
  // At the end: an error's answer brings headers of its own.
  pages.addHook('onSend', async ({ embedding }, reply) => {
    if (embedding === null) return;
    reply.header('content-security-policy', policyFramedBy(embedding.origins));
    reply.removeHeader('x-frame-options');
  });
}

function placeOf(request: FastifyRequest): Embedding['place'] {
  const place = request.headers['sec-fetch-dest'];
  if (place === 'iframe' || place === 'frame') return 'frame';
  return place === 'document' || handedBrowserOf(request) !== undefined ? 'window' : 'unknown';
}

/** Undefined in a window, and where nobody may frame the page. */
export const frameOfShop = ({ embedding }: FastifyRequest): Embedding | undefined =>
  embedding === null || embedding.place === 'window' ? undefined : embedding;

export const isSurelyFramed = ({ embedding }: FastifyRequest): boolean => embedding?.place === 'frame';

export const cookieTo = (request: FastifyRequest): typeof frameCookie | undefined =>
  isSurelyFramed(request) ? frameCookie : undefined;

/** What the page's script needs to tell the shop's page how it ended, which decides nothing: nothing secret is in it. */
export function toldToShop(request: FastifyRequest, result?: EmbedResult): string | null {
  const frame = frameOfShop(request);
  return frame === undefined ? null : JSON.stringify({ origins: frame.origins, result });
}

const handedCookie = 'sluice_checkout_window';

/** The secret of the browser's cookie in a frame, in the window that took over from it. */
export function handedBrowserOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[handedCookie];
  const opened = cookie === undefined ? undefined : request.unsignCookie(cookie);
  return opened?.valid ? opened.value : undefined;
}

/** Where a window takes over from the frame: leads on to the provider, or to the payment's page. */
export function windowPathOf(
  { handOver }: { handOver: HandOver },
  request: FastifyRequest,
  payment: Payment,
  browser: string | undefined,
): string | null {
  if (frameOfShop(request) === undefined) return null;
  if (browser === undefined) return paymentPath(payment);
  return `${paymentPath(payment)}/continue?from=${handOver.ticketFor(payment.id, browser, Date.now())}`;
}

/** @returns whether the request came from a frame, whose browser the reply then hands over. */
export function takeOver(
  { handOver, publicUrl }: { handOver: HandOver; publicUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
): boolean {
  const { from } = request.query as { from?: unknown };
  const browser = typeof from === 'string' ? handOver.browserIn(payment.id, from, Date.now()) : undefined;
  if (browser === undefined) return false;
  reply.setCookie(handedCookie, browser, {
    path: paymentPath(payment),
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    signed: true,
  });
  return true;
}
