/** POST /orders/{ref}/confirm-payment and /cancel. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { cancelOrder } from '../../features/orders/cancel-order.ts';
import { confirmPayment } from '../../features/orders/confirm-payment.ts';
import type { Order } from '../../features/orders/order.ts';
import { OrderInFullAnswer } from '../../features/orders/order-schemas.ts';
import type { PaymentDeps } from '../../features/payments/capture-payment.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { OrderParams } from '../shared/order-requests.ts';
import { presentChanged, type RefundsOf } from '../shared/refunds-of.ts';
import type { CompanyFace } from './face.ts';

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
