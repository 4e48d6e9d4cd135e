/** POST …/cancel: the customer's Cancel, the only way to the merchant's `cancel_url`. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { cancelByCustomer } from '../../features/checkout/end-payment.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout, knownBrowserOf, payerOf, paymentOf, toEnding } from './checkout-request.ts';
import { ownAttempt } from './own-attempt.ts';

export function cancelRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/cancel`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      const browser = knownBrowserOf(request);
      if (payment.status === 'processing' && (await ownAttempt(checkout, payment, browserOf(request))) === undefined) {
        throw new AppError('forbidden');
      }
      await cancelByCustomer(payerOf(request), checkout, payment, browser);
      return toEnding(checkout, reply, payment, browser);
    },
  });
}
