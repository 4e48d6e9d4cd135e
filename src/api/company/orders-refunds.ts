/** POST /orders/{ref}/refunds and its dry run (docs/contract/partner.md, "Refund an order"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dryRunTransaction, inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { plainText, refText } from '../../base/schemas/request-parts.ts';
import type { Actor } from '../../core/access/actor.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, completeAnswer } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from '../../features/orders/order.ts';
import { findOrder } from '../../features/orders/orders.repository.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import { findOrderRefund } from '../../features/refunds/order-refunds.repository.ts';
import { readRefundRequest } from '../../features/refunds/read-refund-request.ts';
import { requestOrderRefund } from '../../features/refunds/refund-order.ts';
import { makeRefund } from '../../features/refunds/refund-payment.ts';
import { OrderRefundPreview, OrderRefundWithTransfers } from '../../features/refunds/refund-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';
import { amount, namedParties, OrderRefParams, party, presentWithTransfers } from './order-refund-parts.ts';

const Body = Type.Object({
  refund_ref: refText("The partner's own id for this refund; each one is refunded only once", 'refund-7'),
  amount: Type.Optional(amount),
  splits: Type.Optional(namedParties),
  liable: Type.Optional(Type.Object(party, { description: 'The payee who pays for all of it' })),
  reason: Type.Optional(plainText('Why', 'Damaged')),
  dry_run: Type.Optional(Type.Boolean({ description: 'Show the transfers; write nothing' })),
});

export function refundOrderRoute(app: FastifyInstance, audience: CompanyAudience, deps: PayDeps): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/refunds',
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...audience.operation(
        'refundOrder',
        'orders',
        'Refund an order, in full or in part',
        'A refund_ref sent again returns 200 with its refund. With dry_run, the transfers are returned and nothing is written.',
      ),
      params: OrderRefParams,
      body: Body,
      response: audience.writeAnswers(
        {
          201: dataOf(OrderRefundWithTransfers),
          200: dataOf(Type.Union([OrderRefundWithTransfers, OrderRefundPreview])),
        },
        ['not_found', 'invalid_state', 'refund_exceeds', 'insufficient_funds', 'balance_limit', 'unknown_beneficiary'],
      ),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'orders.refund');
      const { ref } = request.params;
      const { body: asked } = request;
      const order = await findOrder(db, caller, ref);
      if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
      const wanted = readRefundRequest(asked, order.currency);
      const refundNow = (tx: Tx) => requestOrderRefund(audience.actorOf(request), tx, deps, caller, ref, wanted);
      if (asked.dry_run === true) {
        const shown = await dryRunTransaction(db, async (tx) => {
          const { refund, order: then, existed } = await refundNow(tx);
          const whole = await presentWithTransfers(tx, caller, refund, then);
          return existed ? whole : { ...whole, refund_id: null };
        });
        return reply.send(partnerSuccess({ ...shown, dry_run: true as const }));
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { refund, order: then, existed } = await refundNow(tx);
        return {
          status: existed ? 200 : 201,
          body: partnerSuccess(await presentWithTransfers(tx, caller, refund, then)),
        };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      const completed = await completeAnswer(db, caller, request, answer, async ({ data }) => {
        if (data.status !== 'pending') return undefined;
        const now = makeNow(audience.actorOf(request), deps, caller, order, data.refund_id);
        const ended = await now.catch(() => undefined);
        return ended && partnerSuccess(ended);
      });
      return sendAnswer(reply, completed);
    },
  });
}

/** The job sends the refund anyway; an immediate result saves the partner another request. */
async function makeNow(actor: Actor, deps: PayDeps, book: Book, order: Order, id: string) {
  const refund = await findOrderRefund(deps.db, book.holderId, id);
  if (refund?.paymentRefundId) await makeRefund(actor, deps, book.holderId, refund.paymentRefundId);
  return inRepeatableTransaction(deps.db, async (tx) => {
    const now = await findOrderRefund(tx, book.holderId, id);
    return now && presentWithTransfers(tx, book, now, order);
  });
}
