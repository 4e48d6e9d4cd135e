/**
 * GET …/continue: leads the browser that began an attempt to the provider's page. A form cannot redirect to another
 * site (CSP `form-action`), so this page links there instead.
 */
import type { FastifyInstance } from 'fastify';
import { formRoute } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout, paymentOf, toPage } from './checkout-request.ts';
import { sendProcessingPage } from './ended-page.ts';
import { ownAttempt } from './own-attempt.ts';

export function continueRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: `${formRoute}/continue`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      const attempt = await ownAttempt(checkout, payment, browserOf(request));
      if (attempt?.continueUrl == null) return toPage(reply, payment);
      reply.header('refresh', `0; url=${attempt.continueUrl}`);
      return sendProcessingPage(checkout, request, reply, payment);
    },
  });
}
