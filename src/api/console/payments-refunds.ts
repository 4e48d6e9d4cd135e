/**
 * POST /payments/{id}/refunds of the people's API and its dry run (docs/contract/people.md, "For the people of a
 * shop").
 */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { dryRunTransaction, inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { amountLimit, plainText, refText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, replaceAnswer } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { makeRefund, type RefundRequest, requestRefund } from '../../features/refunds/refund-payment.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { readAmount } from '../shared/read-money.ts';
import { holderFace as face } from './holder-face.ts';
import { PaymentParams, paymentOf, sightOf } from './payment-requests.ts';
import { refundInFull } from './payments/refund-in-full.ts';
import { ShopRefundInFull, ShopRefundPreview } from './payments/shop-schemas.ts';

const Body = Type.Object({
  refund_ref: refText("The shop's own id for this refund; each one is refunded only once", 'refund-7'),
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      examples: [5],
      description: 'If omitted, the full remaining amount',
    }),
  ),
  reason: Type.Optional(plainText('Why', 'Damaged')),
  dry_run: Type.Optional(Type.Boolean({ description: 'Show the transfers; write nothing' })),
});

export function refundPaymentOfShopRoute(app: FastifyInstance, deps: PayDeps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'POST',
    url: '/payments/:id/refunds',
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...face.operation(
        'refundPayment',
        'payments',
        'Refund a payment, in full or in part',
        'A refund_ref sent again returns 200 with its refund. With dry_run, the transfers are returned and nothing is written.',
      ),
      params: PaymentParams,
      body: Body,
      response: face.writeAnswers(
        { 201: dataOf(ShopRefundInFull), 200: dataOf(Type.Union([ShopRefundInFull, ShopRefundPreview])) },
        ['not_found', 'invalid_state', 'refund_exceeds', 'insufficient_funds', 'balance_limit'],
      ),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.refund');
      const actor = face.actorOf(request);
      const { seesPayers } = sightOf(request, clock, book);
      const wanted = wantedOf(request.body, payment);
      const refundNow = async (tx: Tx) => {
        const { refund, existed } = await requestRefund(actor, tx, deps, payment, wanted).catch(sayShort);
        return { existed, whole: await refundInFull(tx, refund, seesPayers) };
      };
      if (request.body.dry_run === true) {
        const { existed, whole } = await dryRunTransaction(db, refundNow);
        const shown = { ...whole, dry_run: true as const };
        return reply.send(partnerSuccess(existed ? shown : { ...shown, refund_id: null }));
      }
      const answer = await answerOnce(db, book, request, async (tx) => {
        const { existed, whole } = await refundNow(tx);
        return { status: existed ? 200 : 201, body: partnerSuccess(whole) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      const { data } = JSON.parse(answer.text) as { data: { refund_id: string; status: string } };
      if (answer.replayed || data.status !== 'pending') return sendAnswer(reply, answer);
      // The job sends the refund anyway; an immediate result is worth more to whoever looks at the screen.
      const made = await makeRefund(actor, deps, payment.holderId, data.refund_id).catch(() => undefined);
      if (made === undefined) return sendAnswer(reply, answer);
      const ended = await inRepeatableTransaction(db, (tx) => refundInFull(tx, made, seesPayers));
      const body = partnerSuccess(ended);
      await replaceAnswer(db, book, request, body);
      return reply.code(answer.status === 201 ? 201 : 200).send(body);
    },
  });
}

/** In words for people: interface A has its own. */
function sayShort(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'insufficient_funds') throw error;
  throw new AppError('insufficient_funds', {
    message: 'Your wallet holds less than this refund takes. Refund less, or wait for the next payments.',
    cause: error,
  });
}

function wantedOf(body: Static<typeof Body>, { currency: code }: Payment): RefundRequest {
  const { refund_ref: refundRef, amount, reason = null } = body;
  if (amount === undefined) return { refundRef, amount: undefined, reason };
  const currency = { code, exponent: exponentOf(code) };
  return { refundRef, amount: readAmount('amount', amount, currency), reason };
}
