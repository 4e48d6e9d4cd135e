/**
 * SQL of the sums of recorded orders: by quarter of an hour, and by payee and day, both in UTC. They hold only what never
 * changes about an order, so that an order is added once and never again. No time zone has begun a day between two
 * quarters since 2000.
 */
import { sql } from 'kysely';
import { int8 } from '../../base/database/columns.ts';
import { highestId } from '../../base/database/first-id-since.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { FactsIn } from './facts-in.ts';

/** What an order of `orders o` gave the company when it was recorded. */
const commissionOf = sql`(select coalesce(sum((s.split ->> 'amount')::bigint), 0)
  from jsonb_array_elements(o.splits) s (split) where s.split ->> 'type' = 'partner')`;

/** Where sums note up to which order of a holder they have come. */
export type Marks = 'order_quarter_marks' | 'order_payee_marks';

/** Up to which order those of a holder are in the sums: 0 at first. */
const summedUpTo = (holderId: unknown, marks: Marks = 'order_quarter_marks') =>
  sql`coalesce((select m.up_to from ${sql.table(marks)} m where m.holder_id = ${holderId}), 0)`;

/** A condition on `orders o`: it is in no sum yet. */
export const notSummed = (holderId: unknown, marks?: Marks) =>
  sql`o.id > ${summedUpTo(holderId, marks)} and o.id <= ${highestId}`;

/**
 * Rows `r (at, currency, orders, amount, commission, payment_source)` of what a book recorded, shadow orders aside: the sums of
 * quarters, and the orders that are not in them yet.
 */
export const recorded = ({ holderId, mode }: Book, { since, until }: Pick<FactsIn, 'since' | 'until'>) => sql`(
  select q.quarter as at, q.currency, q.orders, q.amount, q.commission, q.payment_source from order_quarters q
  where q.holder_id = ${holderId} and q.mode = ${mode} and q.quarter >= ${since} and q.quarter < ${until}
  union all
  select o.created_at, o.currency, 1, o.total_amount, ${commissionOf}, o.payment_source from orders o
  where o.holder_id = ${holderId} and o.mode = ${mode} and not o.is_shadow
    and o.created_at >= ${since} and o.created_at < ${until} and ${notSummed(holderId)}) r`;

/** Companies with orders up to the mark that are in no sum yet. */
export async function listBehind(db: Database, marks: Marks, mark: bigint): Promise<bigint[]> {
  const rows = await query({ holderId: int8 })`
    select c.holder_id as "holderId" from companies c
    where exists (select from orders o
      where o.holder_id = c.holder_id and o.id > ${summedUpTo(sql`c.holder_id`, marks)} and o.id <= ${mark})
    order by 1`.execute(db);
  return rows.map(({ holderId }) => holderId);
}

/** Until the transaction ends. @returns up to which order the holder's are summed. */
export async function lockMark(tx: Tx, marks: Marks, holderId: bigint): Promise<bigint> {
  await command`
    insert into ${sql.table(marks)} (holder_id, up_to) values (${holderId}, 0) on conflict do nothing`.execute(tx);
  const row = await query({ upTo: int8 })`
    select up_to as "upTo" from ${sql.table(marks)} where holder_id = ${holderId} for update`.executeTakeFirstOrThrow(
    tx,
  );
  return row.upTo;
}

/** The order with which the next `ordersMax` end, at most `mark`. */
export async function findEnd(
  tx: Tx,
  { holderId, after, mark, ordersMax }: { holderId: bigint; after: bigint; mark: bigint; ordersMax: number },
): Promise<bigint> {
  const row = await query({ id: int8 })`
    select o.id from orders o where o.holder_id = ${holderId} and o.id > ${after} and o.id <= ${mark}
    order by o.id limit 1 offset ${ordersMax - 1}`.executeTakeFirst(tx);
  return row?.id ?? mark;
}

type Added = { holderId: bigint; after: bigint; upTo: bigint };

export const setMark = (tx: Tx, marks: Marks, { holderId, upTo }: Added) =>
  command`update ${sql.table(marks)} set up_to = ${upTo} where holder_id = ${holderId}`.execute(tx);

const added = ({ holderId, after, upTo }: Added) =>
  sql`o.holder_id = ${holderId} and o.id > ${after} and o.id <= ${upTo} and not o.is_shadow`;

export async function addQuarters(tx: Tx, range: Added): Promise<void> {
  await command`
    insert into order_quarters (holder_id, mode, quarter, currency, payment_source, orders, amount, commission)
    select o.holder_id, o.mode, date_bin('15 minutes', o.created_at, '2000-01-01T00:00:00Z'::timestamptz), o.currency,
      o.payment_source, count(*), sum(o.total_amount), sum(${commissionOf})
    from orders o
    where ${added(range)}
    group by 1, 2, 3, 4, 5
    on conflict (holder_id, mode, quarter, currency, payment_source) do update
    set orders = order_quarters.orders + excluded.orders, amount = order_quarters.amount + excluded.amount,
      commission = order_quarters.commission + excluded.commission`.execute(tx);
}

/** An order counts once with each of its payees. Until all are known they can change (`assignSplit`): it is a gap then. */
export async function addPayeeDays(tx: Tx, range: Added): Promise<void> {
  await command`
    with added as materialized (
      select o.id, o.holder_id, o.mode, o.created_at, o.currency, o.total_amount, part.commission, part.payees,
        exists (
          select from unnest(part.payees) payee
          where not exists (
            select from links l where l.company_id = o.holder_id and l.id = (payee ->> 'ref')::bigint and l.type = payee ->> 'type')
        ) as is_gap
      from orders o
      cross join lateral (
        select coalesce(sum((s.split ->> 'amount')::bigint) filter (where s.split ->> 'type' = 'partner'), 0) as commission,
          array_agg(distinct jsonb_build_object('type', s.split -> 'type', 'ref', s.split -> 'ref'))
            filter (where s.split ->> 'type' <> 'partner') as payees
        from jsonb_array_elements(o.splits) s (split)) part
      where ${added(range)}
    ), gaps as (
      insert into order_payee_gaps (holder_id, mode, created_at, order_id)
      select holder_id, mode, created_at, id from added where is_gap
    )
    insert into order_payee_days (holder_id, mode, payee_type, day, link_id, currency, orders, amount, commission)
    select a.holder_id, a.mode, payee ->> 'type', (a.created_at at time zone 'UTC')::date, (payee ->> 'ref')::bigint, a.currency,
      count(*), sum(a.total_amount), sum(a.commission)
    from added a cross join lateral unnest(a.payees) payee
    where not a.is_gap
    group by 1, 2, 3, 4, 5, 6
    on conflict (holder_id, mode, payee_type, day, link_id, currency) do update
    set orders = order_payee_days.orders + excluded.orders, amount = order_payee_days.amount + excluded.amount,
      commission = order_payee_days.commission + excluded.commission`.execute(tx);
}
