/**
 * The page of a payment without a result yet: it refreshes, and lets the browser of the attempt continue or try another
 * way.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findHolderName } from '../../holders/holders.repository.ts';
import { paymentPath, stylesheetPath } from '../../interfaces/checkout/addresses.ts';
import { displayAmount } from '../../pages/display.ts';
import { html } from '../../pages/render-page.ts';
import type { Payment } from '../../payments/payment.ts';
import { renderView } from '../render-view.ts';
import { browserOf, type Checkout } from './checkout-request.ts';
import { ownAttempt } from './own-attempt.ts';

const lookAgainSeconds = 2;

export async function sendProcessingPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
): Promise<FastifyReply> {
  const attempt = await ownAttempt(checkout, payment, browserOf(request));
  const merchant = await findHolderName(checkout.db, payment.holderId);
  if (attempt?.continueUrl === null || attempt === undefined) reply.header('refresh', String(lookAgainSeconds));
  return reply.type(html).send(
    renderView('processing', {
      title: `Payment under way · ${merchant}`,
      testMode: payment.mode === 'test',
      stylesheetPath: stylesheetPath(),
      merchant,
      amount: displayAmount(payment.amount, payment.currency),
      currency: payment.currency,
      path: paymentPath(payment),
      own: attempt !== undefined,
      continueUrl: attempt?.continueUrl ?? null,
      csrf: reply.formToken(),
    }),
  );
}
