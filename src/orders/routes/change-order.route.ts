/** POST /orders/{ref}/confirm-payment and /cancel. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Action } from '../../access/permissions.ts';
import type { Database } from '../../database/pool.ts';
import type { Tx } from '../../database/transaction.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import type { PaymentDeps } from '../../payments/capture-payment.ts';
import { cancelOrder } from '../cancel-order.ts';
import { confirmPayment } from '../confirm-payment.ts';
import type { Order } from '../order.ts';
import { OrderInFullAnswer } from '../order-schemas.ts';
import { OrderParams } from './order-requests.ts';
import { presentChanged, type RefundsOf } from './refunds-of.ts';

type Change = (actor: Actor, tx: Tx, deps: PaymentDeps, book: Book, partnerOrderRef: string) => Promise<Order>;

const changes: { path: string; operationId: string; summary: string; action: Action; change: Change }[] = [
  {
    path: 'confirm-payment',
    operationId: 'confirmOrderPayment',
    summary: 'Confirm that the partner has the money',
    action: 'orders.confirm',
    change: confirmPayment,
  },
  {
    path: 'cancel',
    operationId: 'cancelOrder',
    summary: 'Cancel a pending order',
    action: 'orders.cancel',
    change: cancelOrder,
  },
];

export function changeOrderRoutes(
  app: FastifyInstance,
  face: CompanyFace,
  deps: PaymentDeps & { db: Database; refundsOf: RefundsOf },
): void {
  for (const { path, operationId, summary, action, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/orders/:ref/${path}`,
      schema: {
        ...face.operation(operationId, 'orders', summary),
        params: OrderParams,
        response: face.writeAnswers({ 200: dataOf(OrderInFullAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = face.callerOf(request, action);
        const { ref } = request.params;
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const order = await change(face.actorOf(request), tx, deps, caller, ref);
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
