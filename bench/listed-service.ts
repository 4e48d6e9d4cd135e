/** What the operator looks through: many accounts with their people, a long audit log, top-ups that wait. */
import { type RawBuilder, sql } from 'kysely';
import { systemClock } from '../src/base/clock/clock.ts';
import { factsOfRows, type KeptTable } from '../src/base/database/kept-rows.ts';
import type { Database } from '../src/base/database/pool.ts';
import { newPublicId } from '../src/base/database/public-id.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { requestTopUp } from '../src/features/wallets/top-up.ts';
import { currency, mode } from './listed-company.ts';

const operator = commandActor('bench');
const auditEntries = 200_000;
const holders = 5_000;
/** Fewer than a company may start in a day, since more is settled later. */
const topUps = 60;
const invitations = 1_000;

/** The first version of each account's rows, as whoever writes one keeps it. */
const keepRowsOf = (db: Database, table: KeptTable, holder: RawBuilder<unknown>) =>
  sql`
    insert into row_versions (table_name, row_key, facts)
    select ${table}, row_key, facts
    from (${factsOfRows(
      table,
      sql`(select * from ${sql.table(table)} where ${holder} in (select id from holders where name like 'Account %'))`,
    )}) made`.execute(db);

export async function makeListedService(db: Database, companyId: bigint): Promise<void> {
  await sql`
    with made as (
      insert into holders (kind, name, status)
      select case when n % 4 = 0 then 'company' when n % 4 = 1 then 'courier' else 'merchant' end, 'Account ' || n,
        case when n % 50 = 0 then 'pending' else 'active' end
      from generate_series(1, ${holders}::int) n
      returning id, kind, status
    ), companies_made as (
      insert into companies (holder_id) select id from made where kind = 'company'
    ), people_made as (
      insert into people (id, name, email, email_verified)
      select 'person-' || id, 'Person ' || id, 'person' || id || '@accounts.example', true from made
    ), joined as (
      insert into members (holder_id, person_id, role) select id, 'person-' || id, 'owner' from made
    ), waiting as (
      insert into approval_requests (holder_id, status, requested_by, requested_at)
      select id, 'waiting', 'person-' || id, now() from made where status = 'pending' and kind in ('company', 'merchant')
    )
    insert into settlement_settings (company_id, mode)
    select id, mode from made, unnest(array['test', 'live']) as m (mode) where kind = 'company'`.execute(db);
  await keepRowsOf(db, 'holders', sql`id`);
  await keepRowsOf(db, 'companies', sql`holder_id`);
  await keepRowsOf(db, 'members', sql`holder_id`);
  await keepRowsOf(db, 'settlement_settings', sql`company_id`);
  await sql`
    insert into audit_log (at, actor_kind, actor_id, holder_id, mode, action, object_kind, object_id, after)
    select now() - (${auditEntries}::int - n) * interval '5 minutes', 'person', 'person-' || h.id, h.id, ${mode},
      (array['keys.create', 'orders.hold', 'payouts.request', 'links.end'])[1 + n % 4], 'order', 'order-' || n,
      jsonb_build_object('n', n)
    from generate_series(1, ${auditEntries}::int) n
    join (select id, row_number() over (order by id) as place from holders where name like 'Account %') h
      on h.place = 1 + n % ${holders}::int`.execute(db);
  await sql`
    insert into audit_log (actor_kind, actor_id, holder_id, mode, action, object_kind, object_id)
    select 'command', 'bench', ${companyId}::bigint, ${mode}, 'orders.hold', 'order', 'order-' || n
    from generate_series(1, 20000) n`.execute(db);
  const ids = Array.from({ length: invitations }, () => newPublicId('inv', companyId));
  await sql`
    insert into invitations (company_id, id, email, type, name, token_hash, created_at, expires_at)
    select ${companyId}::bigint, id, 'restaurant' || n || '@example.com', 'merchant', 'Restaurant ' || n,
      sha256(convert_to(id, 'utf8')), now(), now() + interval '14 days'
    from unnest(${ids}::text[]) with ordinality as i (id, n)`.execute(db);
  await inTransaction(db, async (tx) => {
    const request = { amount: 10_000n, currency, accountKind: 'clearing', source: 'bank' } as const;
    for (let n = 0; n < topUps; n += 1) {
      await requestTopUp(operator, tx, systemClock, { holderId: companyId, mode }, request);
    }
  });
}
