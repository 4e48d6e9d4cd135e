/** GET {base}/user/authentication/form/{token}: the customer's page (docs/contract.md, "Hosted checkout"). */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { formRoute } from '../../interfaces/checkout/addresses.ts';
import { isPaid } from '../../payments/payment.ts';
import { takesPayments } from '../../payments/payments.repository.ts';
import {
  browserOf,
  type Checkout,
  isEndedByBrowser,
  isOpen,
  payerOf,
  paymentOf,
  toEnding,
} from './checkout-request.ts';
import { lookAgain } from './own-attempt.ts';
import { sendEndedPage, sendPaymentPage } from './payment-page.ts';
import { sendProcessingPage } from './processing-page.ts';

export function showPaymentRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: formRoute,
    schema: { hide: true },
    handler: async (request, reply) => {
      const before = await paymentOf(checkout, request);
      const payment = await lookAgain(payerOf(request), checkout, before, browserOf(request));
      // Paid while this browser was waiting: redirect it, as an immediate result would have.
      if (before.status === 'processing' && isPaid(payment.status)) {
        return toEnding(checkout, reply, payment, browserOf(request));
      }
      if (isOpen(checkout, payment)) {
        if (!(await takesPayments(checkout.db, payment))) throw new AppError('merchant_not_active');
        return sendPaymentPage(checkout, request, reply, payment);
      }
      if (payment.status === 'processing') return sendProcessingPage(checkout, request, reply, payment);
      return sendEndedPage(checkout, reply, payment, isEndedByBrowser(payment, browserOf(request)));
    },
  });
}
