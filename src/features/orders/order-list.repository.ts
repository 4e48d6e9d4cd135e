/** Lists orders for people: searched, filtered, sorted and paged in the database. */

import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { countedMax, readTotals, type Totals } from '../../base/database/totals.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { hasBrokenSplits } from './broken-splits.repository.ts';
import type { Order, PaymentSource } from './order.ts';
import { orderColumns, selectedOrder, toOrder } from './order-row.ts';
import type { PaymentStatus, SettlementStatus } from './order-state.ts';
import { type WrittenIn, writtenBetween } from './order-times.repository.ts';

/** Newest first, oldest first, largest or smallest amount first. */
export const orderSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** What an order is dated by: when it was recorded or settled, or when a refund of it was requested that did not fail. */
export const orderDatings = ['recorded', 'settled', 'refunded'] as const;
type OrderDating = (typeof orderDatings)[number];

export type OrderListFilter = {
  /** A part of the order's or the restaurant's reference or name, in any case. */
  search?: string;
  paymentStatus?: PaymentStatus;
  settlementStatus?: SettlementStatus;
  isShadow?: boolean;
  /** A split has no payee, or the splits do not add up, and the order may still settle. */
  hasBrokenSplits?: boolean;
  currency?: string;
  /** The link of a party with a split of it. */
  payee?: bigint;
  method?: PaymentSource;
  /** At this time or later, and before that one, and what that says of when they were written. */
  dated?: { by: OrderDating; from: Date | undefined; to: Date | undefined; written: WrittenIn };
};

/** The last row of the page before this one: its amount (only read when sorted by it) and id. */
export type OrderCursor = { key: bigint; id: bigint };

type OrderPage = Page<OrderCursor> & { sort: OrderSort };

/** @returns at most `limit` orders after `after`. */
export async function listOrdersSorted(
  db: Database,
  { holderId, mode }: Book,
  filter: OrderListFilter,
  page: OrderPage,
): Promise<Order[]> {
  const conditions = [conditionsOf({ holderId, mode }, filter)];
  if (page.after !== undefined) conditions.push(afterCursor[page.sort](page.after));
  const where = sql.join(conditions, sql` and `);
  // Their ids first, because whole orders are long to sort.
  const rows = await query(orderColumns)`
    select ${selectedOrder}
    from (${foundIds({ holderId, mode }, where, filter, page)}) found
    join orders o on o.holder_id = ${holderId} and o.id = found.id
    order by ${orderBy[page.sort]} limit ${page.limit}`.execute(db);
  return rows.map(toOrder);
}

const orderSums = ['amount', 'refunded_amount'] as const;

/** What `listOrdersSorted` lists on all its pages. */
export function sumOrders(db: Database, book: Book, filter: OrderListFilter): Promise<Totals> {
  const where = conditionsOf(book, filter);
  const all = { sort: 'newest', limit: countedMax + 1 } as const;
  const isFound =
    filter.search === undefined
      ? where
      : sql`o.holder_id = ${book.holderId} and o.id in (${foundIds(book, where, filter, all)})`;
  const found = sql`select o.currency, o.total_amount as amount, o.refunded_amount from orders o where ${isFound}`;
  return readTotals(db, found, orderSums);
}

/** What is listed, apart from what a search finds, which has ways of its own. */
function conditionsOf({ holderId, mode }: Book, filter: OrderListFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`o.holder_id = ${holderId} and o.mode = ${mode}`];
  if (filter.paymentStatus !== undefined) conditions.push(sql`o.payment_status = ${filter.paymentStatus}`);
  if (filter.settlementStatus !== undefined) conditions.push(sql`o.settlement_status = ${filter.settlementStatus}`);
  if (filter.isShadow !== undefined) conditions.push(sql`o.is_shadow = ${filter.isShadow}`);
  if (filter.hasBrokenSplits === true) conditions.push(hasBrokenSplits(holderId));
  if (filter.currency !== undefined) conditions.push(sql`o.currency = ${filter.currency}`);
  if (filter.payee !== undefined) {
    conditions.push(sql`o.splits @> ${JSON.stringify([{ ref: Number(filter.payee) }])}::jsonb`);
  }
  if (filter.method !== undefined) conditions.push(sql`o.payment_source = ${filter.method}`);
  if (filter.dated !== undefined) conditions.push(datedIn({ holderId, mode }, filter.dated));
  return sql.join(conditions, sql` and `);
}

function datedIn({ holderId, mode }: Book, { by, from, to, written }: NonNullable<OrderListFilter['dated']>) {
  const isIn = (column: string): RawBuilder<unknown> => {
    const after = from === undefined ? [] : [sql`${sql.ref(column)} >= ${from}`];
    const before = to === undefined ? [] : [sql`${sql.ref(column)} < ${to}`];
    return sql.join([sql`true`, ...after, ...before], sql` and `);
  };
  if (by === 'recorded') return sql`${writtenBetween(holderId, written)} and ${isIn('o.created_at')}`;
  if (by === 'settled') return sql`o.settled_at is not null and ${isIn('o.settled_at')}`;
  return sql`o.id in (
    select r.order_id from order_refunds r
    where r.holder_id = ${holderId} and r.mode = ${mode} and r.kind = 'refund' and r.status <> 'failed'
      and ${isIn('r.created_at')})`;
}

function foundIds(
  book: Book,
  where: RawBuilder<unknown>,
  { search, settlementStatus }: OrderListFilter,
  page: OrderPage,
) {
  const sorted = (condition: RawBuilder<unknown>) =>
    isByAmount(page.sort) ? byAmount(condition, settlementStatus, page) : inOrder(condition, page);
  return search === undefined ? sorted(where) : searched(book, where, search, page, sorted);
}

const isByAmount = (sort: OrderSort): boolean => sort === 'largest' || sort === 'smallest';

const inOrder = (where: RawBuilder<unknown>, { sort, limit }: OrderPage): RawBuilder<unknown> => sql`
  (select o.id from orders o where ${where} order by ${orderBy[sort]} limit ${limit})`;

/**
 * The settlement states by the index that has their orders. The one by amount has none that waits, so that recording an
 * order does not have to write it; those that wait are sorted.
 */
export const stateGroups: readonly (readonly SettlementStatus[])[] = [
  ['settled', 'partially_reversed', 'reversed', 'void'],
  ['unsettled', 'awaiting_funds'],
  ['on_hold'],
];

function byAmount(
  where: RawBuilder<unknown>,
  only: SettlementStatus | undefined,
  page: OrderPage,
): RawBuilder<unknown> {
  const groups = stateGroups.filter((states) => only === undefined || states.includes(only));
  const pages = groups.map((states) =>
    inOrder(sql`${where} and o.settlement_status in (${sql.join(states.map((state) => sql.lit(state)))})`, page),
  );
  return sql.join(pages, sql` union all `);
}

/** When more references match than this, a page of them is soon found in the order of the list. */
const fewMax = 5_000;

/**
 * The orders that a search finds. References are searched in their index, which is a tenth of the table, and the orders
 * of those that match are looked up, unless they are many.
 */
function searched(
  { holderId, mode }: Book,
  where: RawBuilder<unknown>,
  search: string,
  { sort, limit }: OrderPage,
  sorted: (condition: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isIn = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${search})) > 0`;
  const isOfRestaurant = sql`(${isIn('o.shadow_merchant_ref')} or ${isIn('o.shadow_merchant_name')})`;
  const isFew = sql`(select count(*) from named) <= ${fewMax}`;
  return sql`
    with named as materialized (
      select o.partner_order_ref as ref from orders o
      where o.holder_id = ${holderId} and o.mode = ${mode} and ${isIn('o.partner_order_ref')} limit ${fewMax + 1})
    (select o.id
     from (
       select l.id, l.total_amount
       from named cross join lateral (
         select o.id, o.total_amount from orders o where ${where} and o.partner_order_ref = named.ref limit 1) l
       where ${isFew}
       union
       select o.id, o.total_amount from orders o where ${where} and o.is_shadow and ${isOfRestaurant} and ${isFew}) o
     order by ${orderBy[sort]} limit ${limit})
    union all
    ${sorted(sql`${where} and (${isIn('o.partner_order_ref')} or ${isOfRestaurant}) and not ${isFew}`)}`;
}

const orderBy: Record<OrderSort, RawBuilder<unknown>> = {
  newest: sql`o.id desc`,
  oldest: sql`o.id`,
  largest: sql`o.total_amount desc, o.id desc`,
  smallest: sql`o.total_amount, o.id`,
};

const afterCursor: Record<OrderSort, (cursor: OrderCursor) => RawBuilder<unknown>> = {
  newest: ({ id }) => sql`o.id < ${id}`,
  oldest: ({ id }) => sql`o.id > ${id}`,
  largest: ({ key, id }) => sql`(o.total_amount, o.id) < (${key}, ${id})`,
  smallest: ({ key, id }) => sql`(o.total_amount, o.id) > (${key}, ${id})`,
};
