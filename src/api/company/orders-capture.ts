/** POST /orders/{ref}/capture and its dry run (docs/contract/partner.md, "Capture an order"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dryRunTransaction, inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, completeAnswer } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { requestOrderCapture } from '../../features/orders/capture-order.ts';
import type { Order } from '../../features/orders/order.ts';
import { OrderCapturePreview, OrderInFullAnswer } from '../../features/orders/order-schemas.ts';
import { findOrder } from '../../features/orders/orders.repository.ts';
import { presentShares } from '../../features/orders/present-order.ts';
import { readCaptureTerms } from '../../features/orders/read-capture-terms.ts';
import { makeCapture } from '../../features/payments/make-capture.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { OrderParams } from '../shared/order-requests.ts';
import { presentChanged, type RefundsOf } from '../shared/refunds-of.ts';
import type { CompanyAudience } from './audience.ts';
import { amount, namedParties } from './order-refund-parts.ts';

const Body = Type.Object({
  amount: Type.Optional(amount),
  splits: Type.Optional(namedParties),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Show what would be captured and the shares of it; write nothing' }),
  ),
});

export function captureOrderRoute(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: PayDeps & { refundsOf: RefundsOf },
): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/capture',
    config: { nullIsWrong: ['amount', 'splits'] },
    schema: {
      ...audience.operation(
        'captureOrder',
        'orders',
        'Capture an authorized order, in full or in part',
        'With dry_run, what would be captured is returned with the shares of it, and nothing is written.',
      ),
      params: OrderParams,
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(Type.Union([OrderInFullAnswer, OrderCapturePreview])) }, [
        'not_found',
        'invalid_state',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'orders.capture');
      const actor = audience.actorOf(request);
      const { ref } = request.params;
      const { body } = request;
      const ask = async (tx: Tx) => {
        const order = await findOrder(tx, caller, ref);
        const terms = readCaptureTerms(body, order?.currency);
        return requestOrderCapture(actor, tx, deps, caller, ref, terms);
      };
      if (body.dry_run === true) {
        const { order, amount: captured, shares } = await dryRunTransaction(db, ask);
        return reply.send(
          partnerSuccess({
            dry_run: true as const,
            captured_amount: jsonDecimal(captured, exponentOf(order.currency)),
            currency: order.currency,
            splits: presentShares(order, shares),
          }),
        );
      }
      let asked: Awaited<ReturnType<typeof ask>> | undefined;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        asked = await ask(tx);
        return { status: 200, body: partnerSuccess(await presentChanged(tx, deps.refundsOf, asked.order)) };
      });
      const completed = await completeAnswer(db, caller, request, answer, async ({ data }) => {
        if (asked === undefined || data.payment_status !== 'authorized') return undefined;
        await makeCapture(actor, deps, asked.payment);
        return inRepeatableTransaction(db, async (tx) => {
          const now = (await findOrder(tx, caller, ref)) as Order;
          return partnerSuccess(await presentChanged(tx, deps.refundsOf, now));
        });
      });
      return sendAnswer(reply, completed);
    },
  });
}
