/**
 * SQL of the sums of recorded orders, by quarter of an hour in UTC. They hold only what never changes about an order, so
 * that an order is added once and never again. No time zone has begun a day between two quarters since 2000.
 */
import { sql } from 'kysely';
import { int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

/** What an order of `orders o` gave the company when it was recorded. */
export const commissionOf = sql`(select coalesce(sum((s.split ->> 'amount')::bigint), 0)
  from jsonb_array_elements(o.splits) s (split) where s.split ->> 'type' = 'partner')`;

/** Up to which order those of a holder are in its sums: 0 at first. A part of statements. */
export const summedUpTo = (holderId: unknown) =>
  sql`coalesce((select m.up_to from order_quarter_marks m where m.holder_id = ${holderId}), 0)`;

/** Companies with orders up to the mark that are in no sum yet. */
export async function listBehind(db: Database, mark: bigint): Promise<bigint[]> {
  const rows = await query({ holderId: int8 })`
    select c.holder_id as "holderId" from companies c
    where exists (select from orders o
      where o.holder_id = c.holder_id and o.id > ${summedUpTo(sql`c.holder_id`)} and o.id <= ${mark})
    order by 1`.execute(db);
  return rows.map(({ holderId }) => holderId);
}

/** Until the transaction ends. @returns up to which order the holder's are summed. */
export async function lockMark(tx: Tx, holderId: bigint): Promise<bigint> {
  await command`
    insert into order_quarter_marks (holder_id, up_to) values (${holderId}, 0) on conflict do nothing`.execute(tx);
  const row = await query({ upTo: int8 })`
    select up_to as "upTo" from order_quarter_marks where holder_id = ${holderId} for update`.executeTakeFirstOrThrow(
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

export async function addSums(tx: Tx, { holderId, after, upTo }: { holderId: bigint; after: bigint; upTo: bigint }) {
  await command`
    insert into order_quarters (holder_id, mode, quarter, currency, payment_source, orders, amount, commission)
    select o.holder_id, o.mode, date_bin('15 minutes', o.created_at, '2000-01-01T00:00:00Z'::timestamptz), o.currency,
      o.payment_source, count(*), sum(o.total_amount), sum(${commissionOf})
    from orders o
    where o.holder_id = ${holderId} and o.id > ${after} and o.id <= ${upTo} and not o.is_shadow
    group by 1, 2, 3, 4, 5
    on conflict (holder_id, mode, quarter, currency, payment_source) do update
    set orders = order_quarters.orders + excluded.orders, amount = order_quarters.amount + excluded.amount,
      commission = order_quarters.commission + excluded.commission`.execute(tx);
  await command`
    update order_quarter_marks set up_to = ${upTo} where holder_id = ${holderId}`.execute(tx);
}
