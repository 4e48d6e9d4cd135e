/** The baseline for settlement: one SQL statement that inserts the same rows and updates the same balances. */
import { sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import type { BenchCompany } from './fixtures.ts';

/** @returns seconds. */
export async function settleBarely(db: Database, company: BenchCompany): Promise<number> {
  const { holderId } = company;
  await sql`
    insert into accounts (holder_id, mode, currency, kind, link_id, floor)
    values (${holderId}, 'live', 'USD', 'earnings', ${company.merchant}, 0),
      (${holderId}, 'live', 'USD', 'earnings', ${company.courier}, 0),
      (${holderId}, 'live', 'USD', 'commission', null, 0)
    on conflict do nothing`.execute(db);
  // Progress is noted ahead, or the service would take the run to be abandoned after five seconds and drive it beside this.
  const { rows } = await sql<{ id: bigint }>`
    insert into settlements (holder_id, mode, trigger, started_at, progressed_at)
    values (${holderId}, 'live', 'command', now(), now() + interval '1 hour') returning id`.execute(db);
  const settlementId = rows[0]?.id as bigint;
  const began = performance.now();
  await sql`
    with due as materialized (
      select id, splits, partner_order_ref from orders
      where holder_id = ${holderId} and mode = 'live' and currency = 'USD' and not is_shadow
        and settlement_status in ('unsettled', 'awaiting_funds')
    ), posted as (
      insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
        settlement_id, created_at)
      select ${holderId}::bigint, 'live', 'USD', f.id, t.id, (s.split ->> 'amount')::bigint, 'settlement',
        'order', due.id::text, s.n - 1, ${settlementId}::bigint, now()
      from due
      cross join jsonb_array_elements(due.splits) with ordinality as s (split, n)
      join accounts f on f.holder_id = ${holderId} and f.kind = 'clearing'
      join accounts t on t.holder_id = ${holderId} and t.kind =
          case when s.split ->> 'type' = 'partner' then 'commission' else 'earnings' end
        and t.link_id is not distinct from (s.split ->> 'ref')::bigint
      returning from_account_id, to_account_id, amount
    ), told as (
      insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at)
      select ${holderId}::bigint, 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'live', 'order.settled',
        'order', due.id::text, jsonb_build_object('order_id', due.id, 'partner_order_ref', due.partner_order_ref, 'order_amount', 25.5,
          'currency', 'USD', 'settlement_id', ${settlementId}::bigint), now()
      from due
    ), marked as (
      update orders o set settlement_status = 'settled', updated_at = now(), settled_at = now(),
        settlement_id = ${settlementId}
      from due where o.holder_id = ${holderId} and o.id = due.id
    )
    update accounts a set balance = a.balance + m.delta
    from (
      select account_id, sum(delta)::bigint as delta from (
        select from_account_id as account_id, -amount as delta from posted
        union all select to_account_id, amount from posted) both_ends
      group by account_id) m
    where a.holder_id = ${holderId} and a.id = m.account_id`.execute(db);
  const seconds = (performance.now() - began) / 1_000;
  await sql`
    update settlements s set status = 'done', finished_at = now(), orders_settled = (
      select count(*) from orders o where o.holder_id = s.holder_id and o.settlement_id = s.id)
    where s.holder_id = ${holderId} and s.id = ${settlementId}`.execute(db);
  return seconds;
}
