/** GET {base}/user/authentication/form/{token}: the customer's page (docs/contract/merchant.md, "Hosted checkout"). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reportUnlessPayable } from '../../features/checkout/notices/report-unpayable.ts';
import type { Attempt } from '../../features/payments/attempts.repository.ts';
import { isPaid } from '../../features/payments/payment.ts';
import type { DeclineReason } from '../../features/providers/provider.ts';
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
import { findOwnFailure, lookAgain } from './own-attempt.ts';
import { methodsOf, type PageNotes, sendPaymentPage } from './payment-page.ts';
import { findChosen, sendTransferPage } from './transfer-page.ts';

export function showPaymentRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: formRoute,
    schema: { hide: true },
    handler: async (request, reply) => {
      const before = await paymentOf(checkout, request);
      const payment = await lookAgain(payerOf(request), checkout, before, browserOf(request));
      // Paid while this browser was waiting: redirect it, as an immediate result would have.
      if (before.status === 'processing' && (isPaid(payment.status) || payment.status === 'authorized')) {
        return toEnding(checkout, reply, payment, browserOf(request));
      }
      if (isOpen(checkout, payment)) {
        const hasCard = methodsOf(checkout, payment).card !== 'none';
        const payable = await reportUnlessPayable(payerOf(request), checkout, payment, hasCard);
        if (!payable) return sendNotPayablePage(checkout, request, reply, payment);
        const chosen = wantsOther(request) ? undefined : await findChosen(checkout, payment);
        if (chosen !== undefined) return sendTransferPage(checkout, request, reply, payment, chosen);
        // Whoever comes back from a provider without having paid reads why, whichever told first: it or this request.
        const failed = await findOwnFailure(checkout.db, payment, browserOf(request));
        return sendPaymentPage(checkout, request, reply, payment, failed && notesOf(failed));
      }
      if (payment.status === 'processing') return sendProcessingPage(checkout, request, reply, payment);
      return sendEndedPage(checkout, request, reply, payment, isEndedByBrowser(payment, browserOf(request)));
    },
  });
}

/** Whoever waits for a bank transfer may still pay another way. */
const wantsOther = ({ query }: FastifyRequest): boolean => (query as { way?: unknown }).way === 'other';

const notesOf = ({ error }: Attempt): PageNotes => ({
  problem: ({ refusals }) => refusals[(error ?? 'declined') as DeclineReason],
  status: 200,
});
