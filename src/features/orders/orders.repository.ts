/**
 * SQL of orders that exist, and the only writer of both state columns; every transition is guarded by the current state.
 * holderId and mode come first in every condition.
 */

import { type RawBuilder, sql } from 'kysely';
import { bool, int8, type RowOf, text } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { type Book, holdersOf } from '../../core/ledger/accounts.ts';
import { dueInSql, reservedInSql } from '../../core/ledger/reserved-clearing.repository.ts';
import type { Order } from './order.ts';
import { orderColumns, selectedOrder, storedTotal, toOrder } from './order-row.ts';
import type { PaymentStatus, SettlementStatus } from './order-state.ts';

/** Orders by ref, across books: those that `insertOrders` skipped (insert-orders.repository.ts). */
export async function findOrdersByRefs(
  db: Database | Tx,
  keys: readonly (Book & { partnerOrderRef: string })[],
): Promise<Order[]> {
  const rows = await query(orderColumns)`
    select ${selectedOrder}
    from ${unnested('k', keys, { holderId: int8, mode: text, partnerOrderRef: text })}
    join orders o on o.holder_id = k.holder_id and o.mode = k.mode and o.partner_order_ref = k.partner_order_ref
    where o.holder_id = any(${holdersOf(keys)}::bigint[])`.execute(db);
  return rows.map(toOrder);
}

export async function findOrder(
  db: Database | Tx,
  { holderId, mode }: Book,
  partnerOrderRef: string,
): Promise<Order | undefined> {
  const row = await query(orderColumns)`
    select ${selectedOrder} from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.partner_order_ref = ${partnerOrderRef}`.executeTakeFirst(
    db,
  );
  return row && toOrder(row);
}

/** Locks one order's row until the transaction ends. */
export async function lockOrder(tx: Tx, { holderId, mode }: Book, partnerOrderRef: string): Promise<Order | undefined> {
  const row = await query(orderColumns)`
    select ${selectedOrder} from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.partner_order_ref = ${partnerOrderRef}
    for update`.executeTakeFirst(tx);
  return row && toOrder(row);
}

/** Locks one order's row by id. */
export async function lockOrderById(tx: Tx, { holderId, mode }: Book, id: bigint): Promise<Order | undefined> {
  const row = await query(orderColumns)`
    select ${selectedOrder} from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.id = ${id} for update`.executeTakeFirst(tx);
  return row && toOrder(row);
}

export type OrderFilter = {
  paymentStatus?: string;
  settlementStatus?: string;
  isShadow?: boolean;
  from?: Date;
  to?: Date;
  /** Pagination: only orders with a smaller id. */
};

/** Newest first. `from` is inclusive and `to` exclusive, by creation time. */
export async function listOrders(
  db: Database,
  { holderId, mode }: Book,
  filter: OrderFilter,
  { after, limit }: Page,
): Promise<Order[]> {
  const conditions: RawBuilder<unknown>[] = [sql`o.holder_id = ${holderId} and o.mode = ${mode}`];
  if (filter.paymentStatus !== undefined) conditions.push(sql`o.payment_status = ${filter.paymentStatus}`);
  if (filter.settlementStatus !== undefined) conditions.push(sql`o.settlement_status = ${filter.settlementStatus}`);
  if (filter.isShadow !== undefined) conditions.push(sql`o.is_shadow = ${filter.isShadow}`);
  if (filter.from !== undefined) conditions.push(sql`o.created_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`o.created_at < ${filter.to}`);
  if (after !== undefined) conditions.push(sql`o.id < ${after}`);
  const rows = await query(orderColumns)`
    select ${selectedOrder} from orders o
    where ${sql.join(conditions, sql` and `)}
    order by o.id desc limit ${limit}`.execute(db);
  return rows.map(toOrder);
}

/** What changes with the payment status of an order that the company captures. */
type CaptureFacts = { capturableUntil?: Date | null; capturedAmount?: bigint; uncaptured?: bigint[] };

/** Changes the payment status of an order whose row is locked. @returns false when it was not in the status `from`. */
export async function setPaymentStatus(
  tx: Tx,
  { holderId }: Book,
  orderId: bigint,
  { from, to, paidAt, ...captured }: { from: PaymentStatus; to: PaymentStatus; paidAt: Date | null } & CaptureFacts,
  at: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('orders')
    .set({ paymentStatus: to, updatedAt: at, paidAt, ...captured })
    .where('holderId', '=', holderId)
    .where('id', '=', orderId)
    .where('paymentStatus', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export type SettlementFacts = { settlementId: bigint } | { holdReason: string } | Record<string, never>;

/** Changes the settlement status of orders whose rows are locked. @returns how many were in a status of `from`. */
export async function setSettlementStatus(
  tx: Tx,
  { holderId }: Book,
  orderIds: readonly bigint[],
  { from, to }: { from: readonly SettlementStatus[]; to: SettlementStatus },
  at: Date,
  facts: SettlementFacts = {},
): Promise<number> {
  const settlementId = 'settlementId' in facts ? facts.settlementId : null;
  const holdReason = 'holdReason' in facts ? facts.holdReason : null;
  const changed = await command`
    update orders
    set settlement_status = ${to}, updated_at = ${at}, hold_reason = ${holdReason},
      settlement_id = coalesce(${settlementId}::bigint, settlement_id),
      settled_at = case when ${settlementId}::bigint is null then settled_at else ${at}::timestamptz end
    where holder_id = ${holderId} and id = any(${orderIds}::bigint[])
      and settlement_status = any(${from}::text[])`.execute(tx);
  return changed;
}

type RefundTotals = 'refundedAmount' | 'reversalAmount' | 'chargedBackAmount' | 'splits' | 'openRefunds';

/** Sets the refund totals of an order whose row is locked. The values replace the stored ones. */
export async function setRefundTotals(
  tx: Tx,
  { holderId, id }: Pick<Order, 'holderId' | 'id'>,
  taken: Pick<Order, RefundTotals>,
  at: Date,
): Promise<void> {
  await command`
    update orders set refunded_amount = ${taken.refundedAmount}, reversal_amount = ${taken.reversalAmount},
      charged_back_amount = ${taken.chargedBackAmount},
      reduced = ${storedTotal(taken.splits, 'reduced')}::bigint[],
      reversed = ${storedTotal(taken.splits, 'reversed')}::bigint[],
      open_refunds = ${taken.openRefunds}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

export type SettlementQueue = Book & { currency: string; isShadow: boolean };

/**
 * The queues (currency, shadow or not) with unsettled orders. A recursive query skips from one queue to the next,
 * because a million orders may be unsettled.
 */
export async function listSettlementQueues(db: Database | Tx, { holderId, mode }: Book): Promise<SettlementQueue[]> {
  const waiting = sql`holder_id = ${holderId} and mode = ${mode} and settlement_status in ('unsettled', 'awaiting_funds')`;
  const rows = await query({ currency: text, isShadow: bool })`
    with recursive queues as (
      (select currency, is_shadow from orders where ${waiting} order by currency, is_shadow limit 1)
      union all
      select next.currency, next.is_shadow from queues q cross join lateral (
        select o.currency, o.is_shadow from orders o
        where ${waiting} and (o.currency, o.is_shadow) > (q.currency, q.is_shadow)
        order by o.currency, o.is_shadow limit 1) next
    )
    select currency, is_shadow as "isShadow" from queues order by 1, 2`.execute(db);
  return rows.map((row) => ({ holderId, mode, ...row }));
}

type EligibilityRule = {
  /** Only orders with a greater id. */
  afterId: bigint;
  /**
   * Only orders recorded at or before this instant, or paid if they are paid at the checkout, so that the company's hold
   * time has passed.
   */
  recordedUntil: Date;
  settleOnlyPaid: boolean;
  /** Whether to take orders that have not waited for funds yet. */
  unsettled: boolean;
  /** Which to take of those that wait: `reserved`, those for which clearing is reserved. */
  awaitingFunds: 'all' | 'reserved' | 'none';
};

/** True for an order `o` that a settlement may take. */
const isEligible = ({
  recordedUntil,
  settleOnlyPaid,
}: Pick<EligibilityRule, 'recordedUntil' | 'settleOnlyPaid'>) => sql`
  o.settlement_status in ('unsettled', 'awaiting_funds') and o.payment_status <> 'cancelled'
  and (o.paid_at is not null or (o.payment_source <> 'service' and not ${settleOnlyPaid}::boolean))
  and (o.paid_from_wallet
    or case when o.payment_source = 'service' then o.paid_at else o.created_at end <= ${recordedUntil})
  and o.open_refunds = 0`;

/**
 * The next eligible orders of a queue, first in, first out (docs/ledger.md, "Which orders settle"). A fully refunded
 * order is included when another party was liable, because its shares are still due; otherwise it is void. With `lock`
 * the rows are locked until the transaction ends.
 */
export async function nextEligibleOrders(
  db: Database | Tx,
  queue: SettlementQueue,
  rule: EligibilityRule,
  limit: number,
  lock: boolean,
): Promise<Order[]> {
  const rows = await query(orderColumns)`
    select ${selectedOrder} ${nextOf(queue, rule)} limit ${limit} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows.map(toOrder);
}

const nextOf = (queue: SettlementQueue, rule: EligibilityRule) => {
  const waiting = { all: sql`true`, reserved: sql`o.payment_source = 'service'`, none: sql`false` }[rule.awaitingFunds];
  return sql`
    from orders o
    where o.holder_id = ${queue.holderId} and o.mode = ${queue.mode} and o.currency = ${queue.currency}
      and o.is_shadow = ${queue.isShadow} and o.id > ${rule.afterId}
      and case o.settlement_status when 'unsettled' then ${rule.unsettled}::boolean else ${waiting} end
      and ${isEligible(rule)}
    order by o.id`;
};

/** The row of an order as some transaction wrote it: PostgreSQL stores that transaction with the row. */
export type OrderVersion = { id: bigint; version: string };

const orderVersion = { id: int8, version: text };
const selectedVersion = sql`o.xmin::text as version`;

/** As `nextEligibleOrders`, with the version of each, without a lock. */
export async function readEligibleOrders(
  db: Database,
  queue: SettlementQueue,
  rule: EligibilityRule,
  limit: number,
): Promise<{ orders: Order[]; versions: OrderVersion[] }> {
  const rows = await query({ ...orderColumns, ...orderVersion })`
    select ${selectedOrder}, ${selectedVersion} ${nextOf(queue, rule)} limit ${limit}`.execute(db);
  return { orders: rows.map(toOrder), versions: rows.map(({ id, version }) => ({ id, version })) };
}

/** Locks what `nextEligibleOrders` would return, until the transaction ends. */
export const lockEligibleOrders = (
  tx: Tx,
  queue: SettlementQueue,
  rule: EligibilityRule,
  limit: number,
): Promise<OrderVersion[]> =>
  query(orderVersion)`
    select o.id, ${selectedVersion} ${nextOf(queue, rule)} limit ${limit} for update`.execute(tx);

/** What orders cost clearing, and how much of it is reserved for them; minor units. */
export type OrderCost = { orders: bigint; cost: bigint; reserved: bigint };

// Text, because the sums may exceed a bigint.
export const orderCostColumns = { orders: int8, cost: text, reserved: text };

export const toOrderCost = ({ orders, cost, reserved }: RowOf<typeof orderCostColumns>): OrderCost => ({
  orders,
  cost: BigInt(cost),
  reserved: BigInt(reserved),
});

/** The select list for `orders o`. */
export const selectedCost = sql`
  count(*) as orders, coalesce(sum(${dueInSql('o')}), 0)::text as cost,
  coalesce(sum(${reservedInSql('o')}), 0)::text as reserved`;

/**
 * How many orders of a queue are eligible, and their cost to clearing: their shares less what refunds took before.
 * @param limit reads no more than this many, oldest first, from the order `fromId` on.
 */
export async function sumEligible(
  db: Database,
  queue: SettlementQueue,
  rule: Pick<EligibilityRule, 'recordedUntil' | 'settleOnlyPaid'>,
  limit: number,
  fromId = 0n,
): Promise<OrderCost> {
  const sums = await query(orderCostColumns)`
    select ${selectedCost}
    from (
      select o.* from orders o
      where o.holder_id = ${queue.holderId} and o.mode = ${queue.mode} and o.currency = ${queue.currency}
        and o.is_shadow = ${queue.isShadow} and o.id >= ${fromId} and ${isEligible(rule)}
      order by o.id limit ${limit}) o`.executeTakeFirstOrThrow(db);
  return toOrderCost(sums);
}

/** Stores what the customer's bank has taken back of the payment of an order whose row is locked, in minor units. */
export async function setChargedBack(tx: Tx, { holderId, id }: OrderKey, amount: bigint, at: Date): Promise<void> {
  await command`
    update orders set charged_back_amount = ${amount}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

/** Notes on an order whose row is locked that its payment came from a customer's wallet. */
export async function setPaidFromWallet(tx: Tx, { holderId, id }: OrderKey): Promise<void> {
  await command`
    update orders set paid_from_wallet = true where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

/** The fee of the payment that has just paid an order, in minor units. */
export async function setOrderFee(tx: Tx, { holderId, id }: OrderKey, fee: bigint): Promise<void> {
  await command`update orders set fee = ${fee} where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

type OrderKey = Pick<Order, 'holderId' | 'id'>;
