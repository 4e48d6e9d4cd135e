/** GET {base}/user/authentication/form/{token}: the customer's page (docs/contract/merchant.md, "Hosted checkout"). */
import type { FastifyInstance } from 'fastify';
import { reportUnlessPayable } from '../../features/checkout/notices/report-unpayable.ts';
import { isPaid } from '../../features/payments/payment.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import {
  browserOf,
  type Checkout,
  isEndedByBrowser,
  isOpen,
  payerOf,
  paymentOf,
  toEnding,
} from './checkout-request.ts';
import { sendEndedPage, sendNotPayablePage, sendProcessingPage } from './ended-page.ts';
import { lookAgain } from './own-attempt.ts';
import { methodsOf, sendPaymentPage } from './payment-page.ts';

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
        const hasCard = methodsOf(checkout, payment).card !== 'none';
        const payable = await reportUnlessPayable(payerOf(request), checkout, payment, hasCard);
        return (payable ? sendPaymentPage : sendNotPayablePage)(checkout, request, reply, payment);
      }
      if (payment.status === 'processing') return sendProcessingPage(checkout, request, reply, payment);
      return sendEndedPage(checkout, request, reply, payment, isEndedByBrowser(payment, browserOf(request)));
    },
  });
}
