/** GET /orders and /orders.csv of the people's API: the orders of a company, searched, filtered and sorted. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findLinks } from '../../features/links/links.repository.ts';
import { findBrokenSplits } from '../../features/orders/broken-splits.repository.ts';
import { type Order, paymentSources } from '../../features/orders/order.ts';
import {
  listOrdersSorted,
  type OrderListFilter,
  orderDatings,
  orderSorts,
} from '../../features/orders/order-list.repository.ts';
import { OrderRow, PaymentStatusName, SettlementStatusName } from '../../features/orders/order-schemas.ts';
import { writtenIn } from '../../features/orders/order-times.repository.ts';
import { orderCsvColumns, ordersCsv } from '../../features/orders/orders-csv.ts';
import { linksOf, presentPayees } from '../../features/orders/present-payees.ts';
import { findHolds, type Hold, presentHold } from '../../features/orders/who-held.repository.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { instantOf } from '../shared/instants.ts';
import { consoleAudience as audience } from './audience.ts';
import { CurrencyCode } from './list-queries.ts';

const filters = {
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'Part of a reference or a name' }),
  ),
  payment_status: Type.Optional(PaymentStatusName),
  settlement_status: Type.Optional(SettlementStatusName),
  is_shadow: Type.Optional(Type.Boolean()),
  broken_splits: Type.Optional(
    Type.Literal(true, {
      description: 'Only orders that may still settle with a split without a payee, or splits that do not add up',
    }),
  ),
  currency: Type.Optional(CurrencyCode),
  payee: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The link id of a party with a split' }),
  ),
  method: Type.Optional(Type.Enum([...paymentSources], { description: 'How it was paid: `payment_source`' })),
  dated_by: Type.Optional(
    Type.Enum([...orderDatings], {
      default: 'recorded',
      description:
        'What `from` and `to` are about: when an order was recorded or settled, or when a refund of it was requested that did not fail',
    }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'At this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Before this instant' })),
};
const narrowed = { sort: Type.Optional(Type.Enum([...orderSorts], { default: 'newest' })), ...filters };
const Query = Type.Object({
  ...pageQuery(),
  ...narrowed,
});
const byAmount = byKey(({ totalAmount, id }: Order) => ({ key: totalAmount, id }));
const CsvQuery = Type.Object(narrowed);
export const OrderFilters = Type.Object(filters);

export function consoleOrdersRoute(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/orders',
    schema: {
      ...audience.operation('listOrders', 'orders', 'List orders, searched and sorted'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OrderRow) }),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'orders.read');
      const { sort = 'newest' } = request.query;
      const filter = orderFilterOf(request.query, clock, book);
      const { rows: shown, next } = await readPage(request.query, byAmount, (page) =>
        listOrdersSorted(db, book, filter, { ...page, sort }),
      );
      const ids = shown.map(({ id }) => id);
      const [broken, holds, links] = await Promise.all([
        findBrokenSplits(db, book.holderId, ids),
        findHolds(db, book, shown),
        findLinks(db, book.holderId, linksOf(shown)),
      ]);
      const names = new Map(links.map(({ id, name }) => [id, name]));
      return partnerPage(
        shown.map((order) => ({
          ...presentRow(order, broken.has(order.id), holds.get(order.id)),
          payees: presentPayees(order, names),
        })),
        next,
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/orders.csv',
    schema: {
      ...audience.operation('getOrdersCsv', 'orders', 'The whole list as CSV'),
      querystring: CsvQuery,
      response: audience.documentAnswers(csvAnswer(orderCsvColumns, 'The orders')),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'orders.read');
      const { sort = 'newest' } = request.query;
      return sendCsv(reply, 'orders.csv', ordersCsv(db, book, orderFilterOf(request.query, clock, book), sort));
    },
  });
}

export const orderFilterOf = (query: Static<typeof OrderFilters>, clock: Clock, book: Book): OrderListFilter => ({
  ...(query.search === undefined ? {} : { search: query.search }),
  ...(query.payment_status === undefined ? {} : { paymentStatus: query.payment_status }),
  ...(query.settlement_status === undefined ? {} : { settlementStatus: query.settlement_status }),
  ...(query.is_shadow === undefined ? {} : { isShadow: query.is_shadow }),
  ...(query.broken_splits === undefined ? {} : { hasBrokenSplits: query.broken_splits }),
  ...(query.currency === undefined ? {} : { currency: query.currency }),
  ...(query.payee === undefined ? {} : { payee: BigInt(query.payee) }),
  ...(query.method === undefined ? {} : { method: query.method }),
  ...datedOf(query, clock, book),
});

function datedOf(query: Static<typeof OrderFilters>, clock: Clock, book: Book): Pick<OrderListFilter, 'dated'> {
  const [from, to] = [instantOf('from', query.from), instantOf('to', query.to)];
  if (from === undefined && to === undefined) return {};
  const { dated_by: by = 'recorded' } = query;
  return { dated: { by, from, to, written: writtenIn(clock, book, { from, to }) } };
}

const presentRow = (
  order: Order,
  hasBrokenSplits: boolean,
  hold: Hold | undefined,
): Omit<Static<typeof OrderRow>, 'payees'> => ({
  order_id: Number(order.id),
  partner_order_ref: order.partnerOrderRef,
  amount: jsonDecimal(order.totalAmount, exponentOf(order.currency)),
  currency: order.currency,
  refunded_amount: jsonDecimal(order.refundedAmount, exponentOf(order.currency)),
  payment_source: order.paymentSource,
  payment_status: order.paymentStatus,
  settlement_status: order.settlementStatus,
  hold_reason: order.holdReason,
  hold: presentHold(hold),
  broken_splits: hasBrokenSplits,
  is_shadow: order.isShadow,
  shadow_merchant_name: order.shadowMerchantName,
  created_at: order.createdAt.toISOString(),
  settled_at: order.settledAt?.toISOString() ?? null,
});
