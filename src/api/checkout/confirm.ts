/**
 * GET and POST …/confirm: the confirmation step of test mode, in place of a bank's or an online wallet's own page. Only
 * the browser that began the attempt can answer.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { html } from '../../core/pages/render-page.ts';
import { checkAttempt } from '../../features/payments/pay-with-provider.ts';
import type { DeclineReason } from '../../features/providers/provider.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import { fieldOf } from '../shared/form-fields.ts';
import { browserOf, type Checkout, knownBrowserOf, payerOf, paymentOf, toEnding, toPage } from './checkout-request.ts';
import { ownAttempt } from './own-attempt.ts';
import { frameOf } from './page-frame.ts';
import { sendPaymentPage } from './payment-page.ts';
import { renderView } from './render-view.ts';

export function confirmRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: `${formRoute}/confirm`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      const attempt = await ownAttempt(checkout, payment, browserOf(request));
      if (attempt?.provider !== 'simulator') return toPage(reply, payment);
      const frame = await frameOf(checkout, request, payment, () => '', '/confirm');
      const { t, shop } = frame;
      return reply.type(html).send(
        renderView('confirm', {
          ...frame,
          title: `${t.confirmTitle} · ${shop.name}`,
          lead: t.confirmTo,
          returnText: null,
          csrf: reply.formToken(),
        }),
      );
    },
  });

  app.route({
    method: 'POST',
    url: `${formRoute}/confirm`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      const browser = knownBrowserOf(request);
      const attempt = await ownAttempt(checkout, payment, browserOf(request));
      if (attempt?.provider !== 'simulator') return toEnding(checkout, reply, payment, browser);
      const answer = fieldOf(request, 'answer');
      if (answer !== 'approve' && answer !== 'reject') throw new AppError('validation_failed');
      await checkout.simulator.answer(attempt.id, answer === 'approve');
      const result = await checkAttempt(payerOf(request), checkout, {
        holderId: payment.holderId,
        attemptId: attempt.id,
      });
      const now = await paymentOf(checkout, request);
      if (result !== 'declined' || now.status !== 'created') return toEnding(checkout, reply, now, browser);
      const reason = (now.lastError as DeclineReason | null) ?? 'not_confirmed';
      const method = attempt.method === 'onlinewallet' ? 'onlinewallet' : 'card';
      return sendPaymentPage(checkout, request, reply, now, {
        method,
        problem: (t) => t.refusals[reason],
        status: 422,
      });
    },
  });
}
