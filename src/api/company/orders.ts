/** GET /orders, GET /orders/{ref}, POST /orders/{ref}/confirm-payment and /cancel. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { parseInstant } from '../../base/clock/read-instant.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, companyLimits, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { cancelOrder } from '../../features/orders/cancel-order.ts';
import { confirmPayment } from '../../features/orders/confirm-payment.ts';
import type { Order } from '../../features/orders/order.ts';
import {
  OrderInFullAnswer,
  PaymentStatusName,
  type PresentedOrderInFull,
  SettlementStatusName,
} from '../../features/orders/order-schemas.ts';
import { findOrder, listOrders, type OrderFilter } from '../../features/orders/orders.repository.ts';
import { presentOrderInFull } from '../../features/orders/present-order.ts';
import type { PaymentDeps } from '../../features/payments/capture-payment.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { OrderParams } from '../shared/order-requests.ts';
import type { PaymentUrlsOf } from '../shared/payment-url-of.ts';
import { presentChanged, type RefundsOf } from '../shared/refunds-of.ts';
import type { CompanyAudience } from './audience.ts';

const Query = Type.Object({
  ...pageQuery(companyLimits),
  partner_order_ref: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048, format: 'text' })),
  payment_status: Type.Optional(PaymentStatusName),
  settlement_status: Type.Optional(SettlementStatusName),
  is_shadow: Type.Optional(Type.Boolean()),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 instant, inclusive' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 instant, exclusive' })),
});

export type ReadOrdersDeps = { db: Database; paymentUrlsOf: PaymentUrlsOf; refundsOf: RefundsOf };

export function listOrdersRoute(app: FastifyInstance, audience: CompanyAudience, deps: ReadOrdersDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/orders',
    schema: {
      ...audience.operation('listOrders', 'orders', 'List orders, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OrderInFullAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'orders.read');
      const { query } = request;
      if (query.partner_order_ref !== undefined) {
        const order = await findOrder(deps.db, caller, query.partner_order_ref);
        return reply.send(
          partnerPage(
            await presentAll(audience.actorOf(request), deps, caller, order === undefined ? [] : [order]),
            null,
          ),
        );
      }
      const filter = filterOf(query);
      const { rows, next } = await readPage(query, byId('id'), (page) => listOrders(deps.db, caller, filter, page));
      return reply.send(partnerPage(await presentAll(audience.actorOf(request), deps, caller, rows), next));
    },
  });
}

export function readOrderRoute(app: FastifyInstance, audience: CompanyAudience, deps: ReadOrdersDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/orders/:ref',
    schema: {
      ...audience.operation('getOrder', 'orders', 'One order'),
      params: OrderParams,
      response: audience.readAnswers({ 200: dataOf(OrderInFullAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'orders.read');
      const order = await findOrder(deps.db, caller, request.params.ref);
      if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
      const [shown] = await presentAll(audience.actorOf(request), deps, caller, [order]);
      return reply.send(partnerSuccess(shown as PresentedOrderInFull));
    },
  });
}

async function presentAll(actor: Actor, deps: ReadOrdersDeps, book: Book, orders: readonly Order[]) {
  const refunds = await deps.refundsOf(deps.db, orders);
  const urls = await deps.paymentUrlsOf(actor, book, orders);
  return orders.map(({ id }, index) =>
    presentOrderInFull(orders[index] as Order, { paymentUrl: urls.get(id), refunds: refunds.get(id) ?? [] }),
  );
}

function filterOf(query: Static<typeof Query>): OrderFilter {
  const filter: OrderFilter = {};
  if (query.payment_status !== undefined) filter.paymentStatus = query.payment_status;
  if (query.settlement_status !== undefined) filter.settlementStatus = query.settlement_status;
  if (query.is_shadow !== undefined) filter.isShadow = query.is_shadow;
  const from = instantOf('from', query.from);
  if (from !== undefined) filter.from = from;
  const to = instantOf('to', query.to);
  if (to !== undefined) filter.to = to;
  return filter;
}

const instantPattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A date means midnight UTC. */
function instantOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const isKnown = instantPattern.test(text);
  const instant = isKnown ? parseInstant(text.includes('T') ? text : `${text}T00:00Z`) : undefined;
  if (instant !== undefined) return instant;
  const message = 'must be an ISO 8601 date or instant';
  throw invalidField(field, message);
}

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
    summary: 'Cancel a pending order, or void an authorized one',
    action: 'orders.cancel',
    change: cancelOrder,
  },
];

export function changeOrderRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: PaymentDeps & { db: Database; refundsOf: RefundsOf },
): void {
  for (const { path, operationId, summary, action, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/orders/:ref/${path}`,
      schema: {
        ...audience.operation(operationId, 'orders', summary),
        params: OrderParams,
        response: audience.writeAnswers({ 200: dataOf(OrderInFullAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = audience.callerOf(request, action);
        const { ref } = request.params;
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const order = await change(audience.actorOf(request), tx, deps, caller, ref);
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
