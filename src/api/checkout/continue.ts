/**
 * GET …/continue: leads the browser that began an attempt to the provider's page. A form cannot redirect to another
 * site (CSP `form-action`), so this page links there instead; from a shop's frame, in the whole window.
 */
import type { FastifyInstance } from 'fastify';
import { formRoute, paymentPath } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout, paymentOf, toPage } from './checkout-request.ts';
import { frameOfShop, takeOver } from './embedding.ts';
import { sendProcessingPage } from './ended-page.ts';
import { ownAttempt } from './own-attempt.ts';

export function continueRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: `${formRoute}/continue`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (takeOver(checkout, request, reply, payment)) {
        return reply.redirect(`${paymentPath(payment)}/continue`, 303);
      }
      const attempt = await ownAttempt(checkout, payment, browserOf(request));
      if (attempt?.continueUrl == null) return toPage(reply, payment);
      if (frameOfShop(request) === undefined) reply.header('refresh', `0; url=${attempt.continueUrl}`);
      return sendProcessingPage(checkout, request, reply, payment);
    },
  });
}
