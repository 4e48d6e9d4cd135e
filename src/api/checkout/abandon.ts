/** POST …/abandon: closes the attempt under way so that the customer can choose another way to pay. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { abandonAttempt } from '../../features/payments/pay-with-provider.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout, payerOf, paymentOf, toPage } from './checkout-request.ts';
import { ownAttempt } from './own-attempt.ts';

export function abandonRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/abandon`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (payment.status !== 'processing') return toPage(reply, payment);
      if ((await ownAttempt(checkout, payment, browserOf(request))) === undefined) throw new AppError('forbidden');
      await abandonAttempt(payerOf(request), checkout, payment);
      return toPage(reply, payment);
    },
  });
}
