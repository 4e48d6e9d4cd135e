/** GET {base}/user/authentication/form/{token}: the customer's page (contract.md §3, "Hosted checkout"). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkAttempt } from '../../payments/pay-with-provider.ts';
import { isPaid, type Payment } from '../../payments/payment.ts';
import { formRoute } from './addresses.ts';
import { browserOf, type Checkout, isEndedByBrowser, isOpen, paymentOf, toEnding } from './checkout-request.ts';
import { sendEndedPage, sendPaymentPage } from './payment-page.ts';
import { ownAttempt, sendProcessingPage } from './processing-page.ts';

/** Back from the provider, or waiting: the customer's own attempt is asked about now and not by the next sweep. */
async function lookAgain(checkout: Checkout, request: FastifyRequest, payment: Payment): Promise<Payment> {
  if (payment.status !== 'processing') return payment;
  const attempt = await ownAttempt(checkout, request, payment);
  // Until the provider has answered the beginning, there is nothing to ask about.
  if (attempt === undefined || attempt.providerRef === null) return payment;
  await checkAttempt(checkout, { holderId: payment.holderId, attemptId: attempt.id });
  return paymentOf(checkout, request);
}

export function showPaymentRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: formRoute,
    schema: { hide: true },
    handler: async (request, reply) => {
      const before = await paymentOf(checkout, request);
      const payment = await lookAgain(checkout, request, before);
      // Paid while this browser waited: it is led on, as it would have been at once.
      if (before.status === 'processing' && isPaid(payment.status)) {
        return toEnding(checkout, reply, payment, browserOf(request));
      }
      if (isOpen(checkout, payment)) return sendPaymentPage(checkout, request, reply, payment);
      if (payment.status === 'processing') return sendProcessingPage(checkout, request, reply, payment);
      return sendEndedPage(checkout, reply, payment, isEndedByBrowser(payment, browserOf(request)));
    },
  });
}
