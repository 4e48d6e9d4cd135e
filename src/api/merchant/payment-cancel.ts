/** POST /payment/cancel, with a Bearer token (docs/contract/merchant.md, "Refund or cancel a payment"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { cancelPayment } from '../../features/payments/capture-payment.ts';
import { abandonAttempt, type PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { PaymentAnswer, PaymentToken } from '../../features/payments/payment-schemas.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { presentPayment } from '../../features/payments/present-payment.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { merchantActor, merchantOf } from './authenticate.ts';
import { merchantSuccess } from './envelope.ts';
import { ownPayment } from './payment-refund.ts';

const CancelBody = Type.Object({ token: PaymentToken });

export function cancelPaymentRoute(app: FastifyInstance, deps: PayDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/payment/cancel',
    ...validatedByRoute,
    schema: {
      ...merchantOperation('cancelPayment', 'Cancel an unpaid payment, or void an authorized one', 'bearer'),
      body: describedBody(CancelBody),
      response: merchantAnswers(PaymentAnswer, {
        by: 'bearer',
        idempotent: true,
        codes: ['not_found', 'invalid_state'],
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const payment = await ownPayment(deps, merchantOf(request), request.body);
      if (payment.status === 'processing')
        await abandonAttempt(merchantActor(request), deps, payment).catch(() => undefined);
      const answer = await answerOnce(deps.db, payment, request, async (tx) => {
        await cancelPayment(merchantActor(request), tx, deps, payment);
        const now = (await findPayment(tx, payment.holderId, payment.id)) as Payment;
        return { status: 200, body: merchantSuccess('SUCCESS', presentPayment(now)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
