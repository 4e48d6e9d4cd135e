/** GET …/receipt: what was paid, to print, for the browser that paid. Any other browser is led to the payment's page. */
import type { FastifyInstance } from 'fastify';
import { showTime } from '../../base/languages/display.ts';
import { html } from '../../core/pages/render-page.ts';
import { paidWith } from '../../features/checkout/paid-with.ts';
import { wayBack } from '../../features/checkout/present-checkout.ts';
import { findSucceeded } from '../../features/payments/attempts.repository.ts';
import { isPaid } from '../../features/payments/payment.ts';
import { formRoute } from '../shared/checkout-addresses.ts';
import { browserOf, type Checkout, isEndedByBrowser, paymentOf, toPage } from './checkout-request.ts';
import { frameOf } from './page-frame.ts';
import { renderView } from './render-view.ts';

export function receiptRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'GET',
    url: `${formRoute}/receipt`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      const { paidAt, trxId } = payment;
      const own = isEndedByBrowser(payment, browserOf(request));
      if (!own || !isPaid(payment.status) || paidAt === null || trxId === null) return toPage(reply, payment);
      const frame = await frameOf(checkout, request, payment, () => '', '/receipt');
      const { t, language, shop } = frame;
      const attempt = await findSucceeded(checkout.db, payment);
      return reply.type(html).send(
        renderView('receipt', {
          ...frame,
          title: `${t.receipt} · ${shop.name}`,
          moreFacts: [
            { label: t.date, text: showTime(paidAt, language), isId: false },
            ...(attempt === undefined
              ? []
              : [{ label: t.paidWith, text: paidWith(attempt, t, language), isId: false }]),
            { label: t.reference, text: trxId, isId: true },
          ],
          link: wayBack(payment, true, t, language),
        }),
      );
    },
  });
}
