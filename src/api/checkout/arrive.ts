/** POST …/arrive: in test mode, what a bank would bring for a payment that waits for a transfer. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { arrivals, arriveInTest } from '../../features/reconciliation/arrive-in-test.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import { fieldOf } from '../shared/form-fields.ts';
import { type Checkout, knownBrowserOf, payerOf, paymentOf, toEnding } from './checkout-request.ts';

export function arriveRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/arrive`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      const arrival = arrivals.find((one) => one === fieldOf(request, 'arrival'));
      if (arrival === undefined) throw new AppError('validation_failed');
      // Pressed twice, it has arrived already: the page says so.
      await arriveInTest(payerOf(request), checkout, payment, arrival).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'invalid_state') throw error;
      });
      const now = (await findPayment(checkout.db, payment.holderId, payment.id)) ?? payment;
      return toEnding(checkout, reply, now, knownBrowserOf(request));
    },
  });
}
