/**
 * All SQL that reads the shadow ledger for its report: balances owed outside the service, and the orders behind them.
 */

import { type RawBuilder, sql } from 'kysely';
import { int8, narrowed, nullable, type RowOf, text, textArray, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, unnested } from '../../base/database/unnested.ts';
import {
  accountColumns,
  accountShape,
  isAccount,
  ofAccounts,
  shadowPayeeInSql,
} from '../../core/ledger/account-sql.ts';
import type { Account, Book } from '../../core/ledger/accounts.ts';
import { isSettledInSql, leftInSql, splitsInSql } from './shadow-orders.repository.ts';

/** One restaurant or courier in one currency. */
const owedRow = {
  accountId: int8,
  currency: text,
  balance: int8,
  ...accountShape,
};

export type OwedRow = RowOf<typeof owedRow> & Account;

const accountsOf = ({ holderId, mode }: Book, currency: string | undefined): RawBuilder<unknown> => sql`
  a.holder_id = ${holderId} and a.mode = ${mode} and a.kind in ('shadow_merchant', 'shadow_courier')
  and (${currency ?? null}::text is null or a.currency = ${currency ?? null}::text)`;

/** Balances owed, in the order in which their accounts were opened. */
export async function listOwed(
  db: Database,
  book: Book,
  currency: string | undefined,
  { after = 0n, limit }: Page,
): Promise<OwedRow[]> {
  return ofAccounts(
    await query(owedRow)`
    select a.id as "accountId", a.currency, ${accountColumns('a')}, a.balance from accounts a
    where ${accountsOf(book, currency)} and a.id > ${after} order by a.id limit ${limit}`.execute(db),
  );
}

export type OwedTotal = { currency: string; merchants: bigint; couriers: bigint };

/** The total owed outside the service, by currency. */
export async function sumOwed(db: Database, book: Book, currency: string | undefined): Promise<OwedTotal[]> {
  return query({ currency: text, merchants: int8, couriers: int8 })`
    select currency, coalesce(sum(balance) filter (where kind = 'shadow_merchant'), 0)::bigint as merchants,
      coalesce(sum(balance) filter (where kind = 'shadow_courier'), 0)::bigint as couriers
    from accounts a where ${accountsOf(book, currency)} group by currency order by currency`.execute(db);
}

/**
 * How many settled orders still have something left for each of these accounts, by account id. Orders of restaurants
 * are found by ref or name; only couriers, and parties with neither, need a scan of all shadow orders of the book.
 */
export async function countOpenOrders(
  db: Database,
  book: Book,
  rows: readonly OwedRow[],
): Promise<Map<bigint, number>> {
  const couriers = rows.filter((row) => row.linkId !== null);
  const byRef = rows.filter((row) => row.shadowRef !== null);
  const byName = rows.filter((row) => row.shadowName !== null);
  const rest = rows.filter(
    ({ linkId, shadowRef, shadowName }) => linkId === null && shadowRef === null && shadowName === null,
  );
  const counts = await Promise.all([
    countOpenOfCouriers(db, book, couriers),
    countOpenOf(db, book, byRef, sql`o.shadow_merchant_ref = w.shadow_ref`),
    countOpenOf(db, book, byName, sql`o.shadow_merchant_ref is null and o.shadow_merchant_name = w.shadow_name`),
    countOpenOf(db, book, rest, sql`true`),
  ]);
  return new Map(counts.flat().map(({ accountId, count }) => [accountId, Number(count)]));
}

/** Their parts of all shadow orders are read first, once, and then matched by link: the planner would match order by order. */
async function countOpenOfCouriers(
  db: Database,
  { holderId, mode }: Book,
  rows: readonly OwedRow[],
): Promise<{ accountId: bigint; count: bigint }[]> {
  if (rows.length === 0) return [];
  return query({ accountId: int8, count: int8 })`
    with parts as materialized (
      select o.id, o.currency, (s.split ->> 'ref')::bigint as link_id from orders o, ${splitsInSql}
      where o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow and ${isSettledInSql}
        and s.split ->> 'type' = 'courier' and ${leftInSql} > 0)
    select w.account_id as "accountId", count(distinct p.id) as count
    from parts p
    join ${unnested('w', rows, { accountId: int8, currency: text, linkId: int8 })}
      on w.currency = p.currency and w.link_id = p.link_id
    group by w.account_id`.execute(db);
}

const sentAccounts = sentRows<OwedRow>()({
  accountId: int8,
  currency: text,
  kind: text,
  linkId: int8,
  shadowRef: text,
  shadowName: text,
});

/** @param own narrows orders `o` to those that may belong to account `w`, so that an index serves. */
async function countOpenOf(
  db: Database,
  { holderId, mode }: Book,
  rows: readonly OwedRow[],
  own: RawBuilder<unknown>,
): Promise<{ accountId: bigint; count: bigint }[]> {
  if (rows.length === 0) return [];
  const counts = await query({ accountId: int8, count: int8 })`
    with wanted as (
      select * from ${sentAccounts.as('w', rows)})
    select w.account_id as "accountId", count(distinct o.id) as count
    from orders o, ${splitsInSql}, ${shadowPayeeInSql('o', 's')} p, wanted w
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow and ${isSettledInSql}
      and s.split ->> 'type' <> 'partner' and ${leftInSql} > 0 and ${own}
      and w.currency = o.currency and p.kind = w.kind and p.link_id is not distinct from w.link_id
      and p.shadow_ref is not distinct from w.shadow_ref and p.shadow_name is not distinct from w.shadow_name
    group by w.account_id`.execute(db);
  return counts;
}

/** The names each restaurant was recorded under, at most `limit`, by ref. */
export async function findNames(
  db: Database | Tx,
  { holderId, mode }: Book,
  refs: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  if (refs.length === 0) return new Map();
  const rows = await query({ ref: text, names: textArray })`
    select r.ref, array(
      select distinct o.shadow_merchant_name from orders o
      where o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow and o.shadow_merchant_ref = r.ref
        and o.shadow_merchant_name is not null
      order by 1 limit ${limit}) as names
    from unnest(${[...refs]}::text[]) as r (ref)`.execute(db);
  return new Map(rows.map(({ ref, names }) => [ref, names]));
}

/** The link of each restaurant's newest claim. */
export async function findClaimedLinks(
  db: Database,
  { holderId, mode }: Book,
  refs: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await query({ ref: text, linkId: int8 })`
    select distinct on (shadow_merchant_ref) shadow_merchant_ref as ref, link_id as "linkId"
    from shadow_claims
    where holder_id = ${holderId} and mode = ${mode} and shadow_merchant_ref = any(${[...refs]}::text[])
    order by shadow_merchant_ref, created_at desc, id desc`.execute(db);
  return new Map(rows.map(({ ref, linkId }) => [ref, linkId]));
}

const openOrder = {
  orderId: int8,
  partnerOrderRef: text,
  currency: text,
  /** Minor units. */
  left: int8,
  settledAt: narrowed(timestamptz),
};

export type OpenOrder = RowOf<typeof openOrder>;

/** A restaurant's settled orders with something left, oldest first. */
export async function listOpenOrders(
  db: Database,
  { holderId, mode }: Book,
  ref: string,
  { after = 0n, limit }: Page,
): Promise<OpenOrder[]> {
  return query(openOrder)`
    select o.id as "orderId", o.partner_order_ref as "partnerOrderRef", o.currency, o.settled_at as "settledAt",
      sum(${leftInSql})::bigint as left
    from orders o, ${splitsInSql}
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow and o.shadow_merchant_ref = ${ref}
      and ${isSettledInSql} and o.id > ${after} and s.split ->> 'type' = 'merchant' and ${leftInSql} > 0
    group by o.holder_id, o.id order by o.id limit ${limit}`.execute(db);
}

/** A restaurant's balance in every currency in which it has an account; minor units. */
export async function listBalances(
  db: Database,
  { holderId, mode }: Book,
  account: Account,
): Promise<{ currency: string; balance: bigint }[]> {
  return query({ currency: text, balance: int8 })`
    select currency, balance from accounts a
    where a.holder_id = ${holderId} and a.mode = ${mode} and ${isAccount('a', account)} order by currency`.execute(db);
}

/** A transfer of a restaurant's account. */
const movement = {
  id: int8,
  code: text,
  currency: text,
  /** Minor units, positive when it raises the balance owed to the restaurant. */
  amount: int8,
  partnerOrderRef: nullable(text),
  reference: nullable(text),
  createdAt: timestamptz,
};

export type Movement = RowOf<typeof movement>;

/** Newest first. */
export async function listMovements(
  db: Database,
  { holderId, mode }: Book,
  account: Account,
  { after, limit }: Page,
): Promise<Movement[]> {
  const moves = (end: RawBuilder<unknown>, delta: RawBuilder<unknown>) => sql`(
    select t.*, ${delta} as delta from transfers t
    where t.holder_id = a.holder_id and ${end} = a.id
      and (${after ?? null}::bigint is null or t.id < ${after ?? null}::bigint)
    order by t.id desc limit ${limit})`;
  return query(movement)`
    with moved as (
      select m.* from accounts a
      cross join lateral (
        ${moves(sql`t.to_account_id`, sql`t.amount`)} union all ${moves(sql`t.from_account_id`, sql`-t.amount`)}) m
      where a.holder_id = ${holderId} and a.mode = ${mode} and ${isAccount('a', account)})
    select t.id, t.code, t.currency, t.delta as amount, t.created_at as "createdAt",
      o.partner_order_ref as "partnerOrderRef", p.reference
    from moved t
    left join shadow_payments p on t.subject_kind = 'paid_outside' and p.holder_id = t.holder_id and p.id = t.subject_id
    left join shadow_payment_lines l on l.holder_id = p.holder_id and l.payment_id = p.id and l.line = t.line
    left join order_refunds r on t.subject_kind = 'order_refund' and r.holder_id = t.holder_id and r.id = t.subject_id
    left join orders o on o.holder_id = t.holder_id and o.id = coalesce(l.order_id, r.order_id,
      case when t.subject_kind = 'order' then t.subject_id::bigint end)
    order by t.id desc limit ${limit}`.execute(db);
}
