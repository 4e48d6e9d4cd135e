/**
 * GET of a form's address: redirects to the payment's page without doing anything. A page that answered a form keeps
 * the form's address, and a reopened browser requests it again.
 */
import type { FastifyInstance } from 'fastify';
import { formRoute } from '../shared/checkout-addresses.ts';
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
