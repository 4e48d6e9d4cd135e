/**
 * GET …/result: the confirmation, which leads the browser that ended the payment back to the merchant. The payment is
 * already committed. Any other browser sees only what the payment's page shows.
 */
import type { FastifyInstance } from 'fastify';
import { ownReturn } from '../../features/checkout/present-checkout.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout, isEndedByBrowser, isOpen, payerOf, paymentOf, toPage } from './checkout-request.ts';
import { frameOfShop } from './embedding.ts';
import { sendEndedPage, sendProcessingPage } from './ended-page.ts';
import { lookAgain } from './own-attempt.ts';

const pauseSeconds = 2;

export function resultRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: `${formRoute}/result`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await lookAgain(
        payerOf(request),
        checkout,
        await paymentOf(checkout, request),
        browserOf(request),
      );
      if (isOpen(checkout, payment)) return toPage(reply, payment);
      if (payment.status === 'processing') return sendProcessingPage(checkout, request, reply, payment);
      const own = isEndedByBrowser(payment, browserOf(request));
      const address = own ? ownReturn(payment) : undefined;
      if (address === undefined || frameOfShop(request) !== undefined) {
        return sendEndedPage(checkout, request, reply, payment, own);
      }
      reply.header('refresh', `${pauseSeconds}; url=${address}`);
      return sendEndedPage(checkout, request, reply, payment, own, address);
    },
  });
}
