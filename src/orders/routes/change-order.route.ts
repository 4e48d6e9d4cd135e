/** POST /orders/{ref}/confirm-payment and /cancel. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../database/pool.ts';
import type { Tx } from '../../database/transaction.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import { dataOf, partnerOperation, writeAnswers } from '../../interfaces/partner/answers.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/authenticate.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import type { PaymentDeps } from '../../payments/capture-payment.ts';
import { cancelOrder } from '../cancel-order.ts';
import { confirmPayment } from '../confirm-payment.ts';
import type { Order } from '../order.ts';
import { OrderInFullAnswer } from '../order-schemas.ts';
import { OrderParams } from './order-requests.ts';
import { presentChanged, type RefundsOf } from './refunds-of.ts';

type Change = (actor: Actor, tx: Tx, deps: PaymentDeps, book: Book, partnerOrderRef: string) => Promise<Order>;

const changes: { path: string; operationId: string; summary: string; change: Change }[] = [
  {
    path: 'confirm-payment',
    operationId: 'confirmOrderPayment',
    summary: 'The partner has the money',
    change: confirmPayment,
  },
  { path: 'cancel', operationId: 'cancelOrder', summary: 'Cancel a pending order', change: cancelOrder },
];

export function changeOrderRoutes(
  app: FastifyInstance,
  deps: PaymentDeps & { db: Database; refundsOf: RefundsOf },
): void {
  for (const { path, operationId, summary, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/orders/:ref/${path}`,
      schema: {
        ...partnerOperation(operationId, 'orders', summary),
        params: OrderParams,
        response: writeAnswers({ 200: dataOf(OrderInFullAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = partnerOf(request);
        const { ref } = request.params;
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const order = await change(partnerActor(request), tx, deps, caller, ref);
          return {
            status: 200,
            body: partnerSuccess(await presentChanged(tx, deps.refundsOf, order)),
          };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
