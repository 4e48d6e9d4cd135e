/**
 * The page of a payment that has ended, that is under way, or that can't be paid now. One under way refreshes, and lets
 * the browser of the attempt continue or try another way.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { showLatin } from '../../base/languages/display.ts';
import { html } from '../../core/pages/render-page.ts';
import { embedResultOf } from '../../features/checkout/embed-result.ts';
import { type Ending, endingOf } from '../../features/checkout/endings.ts';
import { presentEnding, wayBack } from '../../features/checkout/present-checkout.ts';
import { isPaid, type Payment } from '../../features/payments/payment.ts';
import { displayHost } from '../../features/payments/return-address.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout } from './checkout-request.ts';
import { toldToShop } from './embedding.ts';
import { ownAttempt } from './own-attempt.ts';
import { frameOf } from './page-frame.ts';
import { renderView } from './render-view.ts';

const lookAgainSeconds = 2;
const unavailable = 403;

/** @param own whether the requesting browser ended the payment; only then are details shown. */
export function sendEndedPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  own: boolean,
  /** Where the browser is led by itself. */
  leadsTo?: string,
): Promise<FastifyReply> {
  return send(checkout, request, reply, payment, { ending: endingOf(payment, own), own, leadsTo });
}

export async function sendProcessingPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
): Promise<FastifyReply> {
  const attempt = await ownAttempt(checkout, payment, browserOf(request));
  const continueUrl = attempt?.continueUrl ?? null;
  // The result's page leads this browser on once it has paid, whoever noticed that: a request, the provider or a sweep.
  if (continueUrl === null) reply.header('refresh', `${lookAgainSeconds}; url=${paymentPath(payment)}/result`);
  const own = attempt !== undefined;
  const ending = endingOf({ status: 'processing' }, own, continueUrl !== null);
  return send(checkout, request, reply, payment, { ending, own, continueUrl });
}

/** The shop can't take money now. */
export function sendNotPayablePage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
): Promise<FastifyReply> {
  reply.code(unavailable);
  return send(checkout, request, reply, payment, { ending: 'not_payable', own: false });
}

type Facts = { ending: Ending; own: boolean; continueUrl?: string | null; leadsTo?: string | undefined };

async function send(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  { ending, own, continueUrl = null, leadsTo }: Facts,
): Promise<FastifyReply> {
  const frame = await frameOf(checkout, request, payment, () => '', leadsTo === undefined ? '' : '/result');
  const { t, language, shop, path } = frame;
  const { heading, text, sign, leadsToShop, canAbandon } = presentEnding(ending, t);
  return reply.type(html).send(
    renderView('ended', {
      ...frame,
      title: `${heading} · ${shop.name}`,
      heading,
      text,
      sign,
      leads: leadsTo === undefined ? null : t.leadsBack(showLatin(displayHost(leadsTo), language)),
      moreFacts: own && payment.trxId !== null ? [{ label: t.reference, text: payment.trxId, isId: true }] : [],
      link: leadsToShop ? wayBack(payment, own, t, language) : null,
      receiptPath: own && isPaid(payment.status) ? `${path}/receipt` : null,
      canAbandon: own && canAbandon,
      continueUrl: continueUrl === null ? null : (frame.windowPath ?? continueUrl),
      embed: toldToShop(request, embedResultOf(payment, own)),
      csrf: reply.formToken(),
    }),
  );
}
