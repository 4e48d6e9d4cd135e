/** POST /payment/refund, with a Bearer token (docs/contract/merchant.md, "Refund or cancel a payment"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { parseMerchantAmount } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, completeAnswer } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { isLongerThan, isPlainText, isRef } from '../../core/http/text.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { MerchantAmount, PaymentToken } from '../../features/payments/payment-schemas.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { amountMessages } from '../../features/payments/plan-payment.ts';
import { presentRefund } from '../../features/refunds/present-refund.ts';
import { makeRefund, requestRefund } from '../../features/refunds/refund-payment.ts';
import { RefundAnswer } from '../../features/refunds/refund-schemas.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { merchantActor, merchantOf } from './authenticate.ts';
import { required } from './authentication-token.ts';
import { merchantSuccess } from './envelope.ts';

const textLengthMax = 255;

const RefundBody = Type.Object({
  token: PaymentToken,
  refund_ref: Type.String({
    maxLength: textLengthMax,
    description: 'Your own id for this refund; each one is refunded only once',
    examples: ['refund-7'],
  }),
  amount: Type.Optional(MerchantAmount),
  reason: Type.Optional(Type.String({ maxLength: textLengthMax })),
});

export function refundPaymentRoute(app: FastifyInstance, deps: PayDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/payment/refund',
    ...validatedByRoute,
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...merchantOperation('refundPayment', 'Refund a payment, in full or in part', 'bearer'),
      body: describedBody(RefundBody),
      response: merchantAnswers(RefundAnswer, {
        by: 'bearer',
        idempotent: true,
        codes: ['not_found', 'invalid_state', 'refund_exceeds', 'insufficient_funds', 'balance_limit'],
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { body } = request;
      const payment = await ownPayment(deps, merchantOf(request), body);
      const refundRef = refundRefOf(body);
      const wanted = { refundRef, amount: amountOf(body.amount, payment), reason: textOf(body, 'reason') ?? null };
      const answer = await answerOnce(deps.db, payment, request, async (tx) => {
        const { refund } = await requestRefund(merchantActor(request), tx, deps, payment, wanted);
        return { status: 200, body: merchantSuccess('SUCCESS', presentRefund(refund)) };
      });
      const completed = await completeAnswer(deps.db, payment, request, answer, async ({ data }) => {
        if (data.status !== 'pending') return undefined;
        // The job sends the refund anyway; an immediate result saves the merchant another request.
        const made = await makeRefund(merchantActor(request), deps, payment.holderId, data.refund_id).catch(
          () => undefined,
        );
        return made && merchantSuccess('SUCCESS', presentRefund(made));
      });
      return sendAnswer(reply, completed);
    },
  });
}

/** The payment of this merchant and mode that the body names by its `token`. @throws AppError `not_found`. */
export async function ownPayment(
  { db }: PayDeps,
  { holderId, mode }: Book,
  body: Record<string, unknown>,
): Promise<Payment> {
  const token = textOf(body, 'token');
  if (token === undefined) throw required('token');
  const payment = holderOfPublicId('pay', token) === holderId ? await findPayment(db, holderId, token) : undefined;
  if (payment === undefined || payment.mode !== mode) throw new AppError('not_found', { message: 'Payment not found' });
  return payment;
}

function refundRefOf(body: Record<string, unknown>): string {
  const refundRef = textOf(body, 'refund_ref');
  if (refundRef === undefined) throw required('refund_ref');
  if (!isRef(refundRef)) throw new AppError('validation_failed', { message: 'The refund_ref is invalid.' });
  return refundRef;
}

function textOf(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || isLongerThan(value, textLengthMax) || !isPlainText(value)) {
    throw new AppError('validation_failed', { message: `The ${field} is invalid.` });
  }
  return value;
}

export function amountOf(input: unknown, payment: Payment): bigint | undefined {
  if (input === undefined) return undefined;
  const parsed = parseMerchantAmount(input, { code: payment.currency, exponent: exponentOf(payment.currency) });
  if (!parsed.ok) throw new AppError('validation_failed', { message: amountMessages[parsed.reason] });
  return parsed.minor;
}
