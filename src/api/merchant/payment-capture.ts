/** POST /payment/capture, with a Bearer token (docs/contract/merchant.md, "Capture a payment"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, completeAnswer } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { makeCapture } from '../../features/payments/make-capture.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import { MerchantAmount, PaymentAnswer, PaymentToken } from '../../features/payments/payment-schemas.ts';
import { presentPayment } from '../../features/payments/present-payment.ts';
import { requestCapture } from '../../features/payments/request-capture.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { merchantActor, merchantOf } from './authenticate.ts';
import { merchantSuccess } from './envelope.ts';
import { amountOf, ownPayment } from './payment-refund.ts';

const CaptureBody = Type.Object({ token: PaymentToken, amount: Type.Optional(MerchantAmount) });

export function capturePaymentRoute(app: FastifyInstance, deps: PayDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/payment/capture',
    ...validatedByRoute,
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...merchantOperation('capturePayment', 'Capture an authorized payment, in full or in part', 'bearer'),
      body: describedBody(CaptureBody),
      response: merchantAnswers(PaymentAnswer, {
        by: 'bearer',
        idempotent: true,
        codes: ['not_found', 'invalid_state'],
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { body } = request;
      const actor = merchantActor(request);
      const payment = await ownPayment(deps, merchantOf(request), body);
      const amount = amountOf(body.amount, payment);
      const answer = await answerOnce(deps.db, payment, request, async (tx) => {
        const asked = await requestCapture(actor, tx, deps, payment, { amount });
        return { status: 200, body: merchantSuccess('SUCCESS', presentPayment(asked)) };
      });
      const completed = await completeAnswer(deps.db, payment, request, answer, async ({ data }) => {
        if (data.status !== 'authorized') return undefined;
        return merchantSuccess('SUCCESS', presentPayment(await makeCapture(actor, deps, payment)));
      });
      return sendAnswer(reply, completed);
    },
  });
}
