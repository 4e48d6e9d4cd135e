/**
 * All SQL that locks and changes orders for the shadow ledger: amounts paid outside, amounts claimed, and restaurants'
 * refs. Locks rows in id order. Must never write a state column: only `orders` does.
 */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { taken, unnested } from '../../base/database/unnested.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from '../orders/order.ts';
import { findOrdersByRefs } from '../orders/orders.repository.ts';

/** Orders by their refs; refs that do not exist are left out. */
export async function findOrders(db: Database | Tx, book: Book, refs: readonly string[]): Promise<Map<string, Order>> {
  const { holderId, mode } = book;
  const found = await findOrdersByRefs(
    db,
    [...new Set(refs)].map((partnerOrderRef) => ({ holderId, mode, partnerOrderRef })),
  );
  const byId = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(byId.map((order) => [order.partnerOrderRef, order]));
}

/** As `findOrders`, with the rows locked until the transaction ends. */
export async function lockShadowOrders(tx: Tx, book: Book, refs: readonly string[]): Promise<Map<string, Order>> {
  await command`
    select id from orders
    where holder_id = ${book.holderId} and mode = ${book.mode} and partner_order_ref = any(${[...refs]}::text[])
    order by id for update`.execute(tx);
  // Read again: the rows may have changed while this transaction waited for the locks.
  return findOrders(tx, book, refs);
}

/** What is left of split `s` of order `o`: as `leftOfSplit` (shadow-order.ts), but it may be negative. */
export const leftInSql: RawBuilder<unknown> = sql.raw(`(
  (s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) - coalesce(o.reduced[s.n], 0) - coalesce(o.reversed[s.n], 0)
  - coalesce(o.paid_outside[s.n], 0) - coalesce(o.claimed[s.n], 0))`);

/** Splits of order `o`, numbered from 1 like SQL arrays. */
export const splitsInSql: RawBuilder<unknown> = sql.raw(`
  lateral (select e.split, e.n::int as n from jsonb_array_elements(o.splits) with ordinality as e (split, n)) s`);

export const isSettledInSql: RawBuilder<unknown> = sql.raw(
  `o.settlement_status in ('settled', 'partially_reversed', 'reversed')`,
);

/** Refs of a restaurant's orders that can be claimed, oldest first. Not locked. */
export async function findClaimable(
  db: Database | Tx,
  { holderId, mode }: Book,
  shadowMerchantRef: string,
  limit: number,
): Promise<string[]> {
  const rows = await query({ ref: text })`
    select o.partner_order_ref as ref from orders o
    where ${claimableOrders({ holderId, mode }, shadowMerchantRef)} order by o.id limit ${limit}`.execute(db);
  return rows.map(({ ref }) => ref);
}

/** How many orders of a restaurant can be claimed. */
export async function countClaimable(db: Database | Tx, book: Book, shadowMerchantRef: string): Promise<number> {
  const rows = await query({ count: int8 })`
    select count(*) from orders o where ${claimableOrders(book, shadowMerchantRef)}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

const claimableOrders = ({ holderId, mode }: Book, shadowMerchantRef: string) => sql`
  o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow and o.shadow_merchant_ref = ${shadowMerchantRef}
  and ${isSettledInSql} and o.claim_link_id is null and o.open_refunds = 0
  and exists (select from ${splitsInSql} where s.split ->> 'type' = 'merchant' and ${leftInSql} > 0)`;

/**
 * Refs of the shadow orders recorded under a name without a restaurant's ref, oldest first, leaving out those with an
 * open refund; and the count of all of them.
 */
export async function findByName(
  db: Database | Tx,
  { holderId, mode }: Book,
  name: string,
  limit: number,
): Promise<{ refs: string[]; count: number }> {
  const rows = await query({ ref: text, openRefunds: int4, count: int8 })`
    select o.partner_order_ref as ref, o.open_refunds as "openRefunds", count(*) over () as count from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow and o.shadow_merchant_ref is null
      and o.shadow_merchant_name = ${name}
    order by o.open_refunds > 0, o.id limit ${limit}`.execute(db);
  const refs = rows.filter(({ openRefunds }) => openRefunds === 0).map(({ ref }) => ref);
  return { refs, count: Number(rows[0]?.count ?? 0n) };
}

/** Whether any shadow order of the book names this restaurant. */
export async function isKnownRestaurant(db: Database | Tx, { holderId, mode }: Book, ref: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where(condition`is_shadow`)
    .where('shadowMerchantRef', '=', ref)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Amounts by split, joined by commas: `unnest` would flatten nested arrays. */
type NewAmounts = { orderId: bigint; amounts: readonly bigint[] };

const rowsOf = (changes: readonly NewAmounts[]) =>
  unnested('c', changes, { orderId: int8, amounts: taken(text, ({ amounts }: NewAmounts) => amounts.join(',')) });

/** Sets the amounts paid outside of orders whose rows are locked: new totals, not differences. */
export async function setPaidOutside(tx: Tx, book: Book, changes: readonly NewAmounts[], at: Date): Promise<void> {
  await command`
    update orders o set paid_outside = string_to_array(c.amounts, ',')::bigint[], updated_at = ${at}
    from ${rowsOf(changes)}
    where o.holder_id = ${book.holderId} and o.mode = ${book.mode} and o.id = c.order_id`.execute(tx);
}

/**
 * Sets the amounts claimed and the link of orders whose rows are locked. @returns how many had not been claimed before.
 */
export async function setClaimed(
  tx: Tx,
  book: Book,
  linkId: bigint,
  changes: readonly NewAmounts[],
  at: Date,
): Promise<number> {
  const changed = await command`
    update orders o set claimed = string_to_array(c.amounts, ',')::bigint[], claim_link_id = ${linkId}, updated_at = ${at}
    from ${rowsOf(changes)}
    where o.holder_id = ${book.holderId} and o.mode = ${book.mode} and o.id = c.order_id
      and o.claim_link_id is null`.execute(tx);
  return changed;
}

/** Sets the restaurant's ref of orders whose rows are locked. @returns how many had none. */
export async function setMerchantRef(
  tx: Tx,
  book: Book,
  orderIds: readonly bigint[],
  ref: string,
  at: Date,
): Promise<number> {
  const changed = await command`
    update orders set shadow_merchant_ref = ${ref}, updated_at = ${at}
    where holder_id = ${book.holderId} and mode = ${book.mode} and id = any(${[...orderIds]}::bigint[])
      and is_shadow and shadow_merchant_ref is null`.execute(tx);
  return changed;
}
