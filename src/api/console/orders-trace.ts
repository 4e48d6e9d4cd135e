/** GET /orders/{ref}/transfers and /orders/{ref}/trace of the people's API: where the money of an order went, and why. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findLinks, type Link } from '../../features/links/links.repository.ts';
import type { Order } from '../../features/orders/order.ts';
import {
  listDisputesOfOrder,
  listEventsOfOrder,
  listTransfersOfOrder,
} from '../../features/orders/order-trace.repository.ts';
import { findOrder } from '../../features/orders/orders.repository.ts';
import { presentOrderTransfer, presentTrace } from '../../features/orders/present-trace.ts';
import { OrderTrace, OrderTransfer } from '../../features/orders/trace-schemas.ts';
import { findHolds } from '../../features/orders/who-held.repository.ts';
import { listPaymentsOfOrder } from '../../features/payments/payments.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { OrderParams } from '../shared/order-requests.ts';
import { consoleAudience as audience } from './audience.ts';
import { orderActivityRoute } from './orders-activity.ts';

const eventsMax = 500;

export function orderTraceRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  orderActivityRoute(app, { db });

  const orderOf = async (request: FastifyRequest, ref: string): Promise<Order> => {
    const order = await findOrder(db, audience.callerOf(request, 'orders.read'), ref);
    if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
    return order;
  };
  const linksOf = async (holderId: bigint, ids: readonly (bigint | null)[]): Promise<Map<bigint, Link>> => {
    const named = [...new Set(ids.flatMap((id) => id ?? []))];
    const links = named.length === 0 ? [] : await findLinks(db, holderId, named);
    return new Map(links.map((link) => [link.id, link]));
  };

  typed(app).route({
    method: 'GET',
    url: '/orders/:ref/transfers',
    schema: {
      ...audience.operation('listOrderTransfers', 'orders', 'Every transfer of an order, oldest first'),
      params: OrderParams,
      response: audience.readAnswers({ 200: dataOf(Type.Array(OrderTransfer)) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const order = await orderOf(request, request.params.ref);
      const transfers = await listTransfersOfOrder(db, order);
      const ids = transfers.flatMap(({ from, to }) => [from.linkId, to.linkId]);
      const links = await linksOf(order.holderId, ids);
      return reply.send(partnerSuccess(transfers.map((transfer) => presentOrderTransfer(transfer, links))));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/orders/:ref/trace',
    schema: {
      ...audience.operation(
        'getOrderTrace',
        'orders',
        'The history of an order: its splits, payments, disputes and events',
      ),
      params: OrderParams,
      response: audience.readAnswers({ 200: dataOf(OrderTrace) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const order = await orderOf(request, request.params.ref);
      const ids = [...order.splits.map(({ ref }) => ref), order.claimLinkId];
      const [links, holds, payments, disputes, events] = await Promise.all([
        linksOf(order.holderId, ids),
        findHolds(db, order, [order]),
        listPaymentsOfOrder(db, order.holderId, order.id),
        listDisputesOfOrder(db, order),
        listEventsOfOrder(db, order, eventsMax),
      ]);
      return reply.send(
        partnerSuccess(presentTrace(order, { links, hold: holds.get(order.id), payments, disputes, events })),
      );
    },
  });
}
