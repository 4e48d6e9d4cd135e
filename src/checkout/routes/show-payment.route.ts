/** GET {base}/user/authentication/form/{token}: the customer's page (contract.md §3, "Hosted checkout"). */
import type { FastifyInstance } from 'fastify';
import { formRoute } from './addresses.ts';
import { browserOf, type Checkout, isEndedByBrowser, isOpen, paymentOf } from './checkout-request.ts';
import { sendEndedPage, sendPaymentPage } from './payment-page.ts';

export function showPaymentRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: formRoute,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (isOpen(checkout, payment)) return sendPaymentPage(checkout, request, reply, payment);
      return sendEndedPage(checkout, reply, payment, await isEndedByBrowser(checkout, payment, browserOf(request)));
    },
  });
}
