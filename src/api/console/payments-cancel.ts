/** POST /payments/{id}/cancel of the people's API: an open payment can't be paid any more. */
import type { FastifyInstance } from 'fastify';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { cancelPayment } from '../../features/payments/capture-payment.ts';
import { abandonAttempt, type PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderFace as face } from './holder-face.ts';
import { PaymentParams, paymentOf, sightOf } from './payment-requests.ts';
import { presentListed } from './payments/present-payment.ts';
import { ListedPaymentAnswer } from './payments/shop-schemas.ts';

export function cancelPaymentRoute(app: FastifyInstance, deps: PayDeps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'POST',
    url: '/payments/:id/cancel',
    schema: {
      ...face.operation('cancelPayment', 'payments', 'Cancel an unpaid payment'),
      params: PaymentParams,
      response: face.writeAnswers({ 200: dataOf(ListedPaymentAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.cancel');
      const actor = face.actorOf(request);
      const sight = sightOf(request, clock, book);
      // Whether its provider can still close an attempt or not: canceling says whether the payment is open.
      if (payment.status === 'processing') await abandonAttempt(actor, deps, payment).catch(() => undefined);
      const answer = await answerOnce(db, book, request, async (tx) => {
        await cancelPayment(actor, tx, deps, payment);
        const now = (await findPayment(tx, payment.holderId, payment.id)) as Payment;
        return { status: 200, body: partnerSuccess(presentListed(now, sight)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
