/**
 * GET of a form's address: a page that answered a form keeps that address, and a browser that is reopened asks for it
 * anew. It is led to the page; nothing is done.
 */
import type { FastifyInstance } from 'fastify';
import { formRoute } from '../../interfaces/checkout/addresses.ts';
import { type Checkout, paymentOf, toPage } from './checkout-request.ts';

export function backToPaymentPage(app: FastifyInstance, checkout: Checkout): void {
  for (const action of ['pay', 'sign-in', 'second-factor', 'sign-out', 'cancel', 'abandon']) {
    app.route({
      method: 'GET',
      url: `${formRoute}/${action}`,
      schema: { hide: true },
      handler: async (request, reply) => toPage(reply, await paymentOf(checkout, request)),
    });
  }
}
