/** POST /orders/{ref}/reversals and its dry run (docs/contract/partner.md, "Reverse a charged-back order"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { dryRunTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { plainText, refText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findOrder } from '../../features/orders/orders.repository.ts';
import { readReversalRequest } from '../../features/refunds/read-refund-request.ts';
import { OrderRefundPreview, OrderRefundWithTransfers } from '../../features/refunds/refund-schemas.ts';
import { requestOrderReversal } from '../../features/refunds/reverse-order.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';
import { amount, namedParties, OrderRefParams, presentWithTransfers } from './order-refund-parts.ts';

const Body = Type.Object({
  refund_ref: refText(
    "The partner's own id for this reversal, unique among the refunds and reversals of the order",
    'dispute-7',
  ),
  amount: Type.Optional(amount),
  splits: Type.Optional(namedParties),
  reason: Type.Optional(plainText('Why', 'The dispute was lost')),
  dry_run: Type.Optional(Type.Boolean({ description: 'Show the transfers; write nothing' })),
});

export function reverseOrderRoute(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: { db: Database; clock: Clock },
): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/reversals',
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...audience.operation(
        'reverseOrder',
        'orders',
        'Take shares of a charged-back order back',
        'The customer gets nothing. A refund_ref sent again returns 200 with its reversal. With dry_run, the transfers are returned and nothing is written.',
      ),
      params: OrderRefParams,
      body: Body,
      response: audience.writeAnswers(
        {
          201: dataOf(OrderRefundWithTransfers),
          200: dataOf(Type.Union([OrderRefundWithTransfers, OrderRefundPreview])),
        },
        ['not_found', 'invalid_state', 'refund_exceeds'],
      ),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'orders.reverse');
      const { ref } = request.params;
      const order = await findOrder(db, caller, ref);
      if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
      const wanted = readReversalRequest(request.body, order.currency);
      const reverseNow = async (tx: Tx) => {
        const {
          refund,
          order: then,
          existed,
        } = await requestOrderReversal(audience.actorOf(request), tx, deps, caller, ref, wanted);
        return { existed, shown: await presentWithTransfers(tx, caller, refund, then) };
      };
      if (request.body.dry_run === true) {
        const { existed, shown } = await dryRunTransaction(db, reverseNow);
        const preview = existed ? shown : { ...shown, refund_id: null };
        return reply.send(partnerSuccess({ ...preview, dry_run: true as const }));
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { existed, shown } = await reverseNow(tx);
        return { status: existed ? 200 : 201, body: partnerSuccess(shown) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });
}
