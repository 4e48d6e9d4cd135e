/** What people of the company and the operator must decide: by the thousand, most of it older than what is quick to find. */
import { sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import { currency, mode } from './listed-company.ts';

/**
 * Four of ten orders have a split without a payee, two are held by hand, two have splits that don't add up, and two wait
 * for funds.
 */
export async function makeListedExceptions(db: Database, holderId: bigint, count: number): Promise<void> {
  await sql`
    with made as (
      insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits,
        settlement_status, hold_reason, warnings, attempt_id, created_at, updated_at)
      select ${holderId}::bigint, ${mode}, 'exception-' || n, 'card', 2550, ${currency},
        jsonb_build_array(
          jsonb_build_object('type', 'merchant', 'amount', case when part in (6, 7) then 1775 else 1875 end,
            'ref', case when part > 3 then merchant.id end),
          jsonb_build_object('type', 'courier', 'ref', courier.id, 'amount', 425),
          jsonb_build_object('type', 'partner', 'ref', null, 'amount', 250)),
        case when part < 6 then 'on_hold' when part < 8 then 'unsettled' else 'awaiting_funds' end,
        case when part < 4 then 'unassigned_split' when part < 6 then 'by_hand' end,
        case when part in (6, 7) then array['The splits differ from total_amount by -1.00 USD.'] else '{}'::text[] end,
        gen_random_uuid(), now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(0, ${count}::int - 1) n
      cross join lateral (select n * 10 / ${count}::int as part) p
      cross join (select min(id) as id from links where company_id = ${holderId} and type = 'merchant') merchant
      cross join (select min(id) as id from links where company_id = ${holderId} and type = 'courier') courier
      returning *
    )
    insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at)
    select holder_id, 'evt_exception' || id, mode, 'order.held', 'order', id::text,
      json_build_object('order_id', id, 'reason', 'Check the address'), updated_at
    from made where hold_reason = 'by_hand'`.execute(db);
  await sql`
    with i as (
      insert into statement_imports (mode, source, account, file_name, file_hash, format, imported_at)
      values (${mode}, 'bank', 'DE1', 'exceptions.csv', sha256('exceptions'), 'csv', now()) returning id)
    insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
    select id, ${mode}, 'bank', n, sha256(('exception-' || n)::bytea), current_date, ${currency},
      case when n % 2 = 0 then n else -n end, 'From whom?'
    from i, generate_series(1, ${count}::int) n`.execute(db);
}
