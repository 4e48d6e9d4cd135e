/**
 * A company's past: settled orders of three splits, a day's worth at a time, as they are found when their events are no longer kept.
 * Their ids were left free for them before the newer ones were made, so that they are older by id too.
 */
import { sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { confirmTopUp, requestTopUp } from '../src/features/wallets/top-up.ts';
import { currency, mode } from './listed-company.ts';

const operator = commandActor('bench');
/** The listed company's own orders are of the days since. */
const newestDay = 31;
export const pastDays = 335;
const dayMs = 86_400_000;
const sequences = ['orders_id_seq', 'transfers_id_seq', 'settlements_id_seq'] as const;

/** Before anything else is made. @param transfers how many may be made later. */
export async function leaveIdsFree(db: Database, transfers: number): Promise<void> {
  for (const name of sequences) await sql`select setval(${name}, ${transfers}::bigint)`.execute(db);
}

const dayOf = (day: number): Date => new Date(Date.now() - (newestDay + pastDays - day) * dayMs);

type Payee = { link: bigint; account: bigint };
type Accounts = { clearing: bigint; commission: bigint; merchants: Payee[]; couriers: Payee[] };

/** The company must have settled before, so that its payees have accounts. */
export async function makePastOrders(db: Database, holderId: bigint, transfers: number): Promise<void> {
  const accounts = await findAccounts(db, holderId);
  const perDay = Math.ceil(transfers / 3 / pastDays);
  await topUp(db, holderId, { amount: 2_550n * BigInt(perDay * pastDays), at: dayOf(0) });
  for (let day = 0; day < pastDays; day += 1) {
    const at = dayOf(day);
    await inTransaction(db, async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      // Foreign keys are looked up row by row otherwise. The verification that follows looks at all of them.
      await sql`set local session_replication_role = replica`.execute(tx);
      await insertDay({ db: tx, holderId, accounts, day, perDay, at });
    });
  }
  await forgetSums(db, holderId);
}

async function findAccounts(db: Database, holderId: bigint): Promise<Accounts> {
  const { rows } = await sql<{ id: bigint; kind: string; link: bigint | null; type: string | null }>`
    select a.id, a.kind, a.link_id as link, l.type from accounts a
    left join links l on l.company_id = a.holder_id and l.id = a.link_id
    where a.holder_id = ${holderId} and a.mode = ${mode} and a.currency = ${currency}
      and a.kind in ('clearing', 'commission', 'earnings')
    order by a.id`.execute(db);
  const payees = (type: string) =>
    rows.flatMap((row) => (row.type === type && row.link !== null ? [{ link: row.link, account: row.id }] : []));
  const own = (kind: string) => rows.find((row) => row.kind === kind)?.id as bigint;
  return {
    clearing: own('clearing'),
    commission: own('commission'),
    merchants: payees('merchant'),
    couriers: payees('courier'),
  };
}

const topUp = (db: Database, holderId: bigint, { amount, at }: { amount: bigint; at: Date }) =>
  inTransaction(db, async (tx) => {
    const clock = { now: () => at };
    const request = { amount, currency, accountKind: 'clearing', source: 'bank' } as const;
    await confirmTopUp(operator, tx, clock, (await requestTopUp(operator, tx, clock, { holderId, mode }, request)).id);
  });

type Day = { db: Database; holderId: bigint; accounts: Accounts; day: number; perDay: number; at: Date };

/** Orders through the day before, settled at its end. */
async function insertDay({ db, holderId, accounts, day, perDay, at }: Day): Promise<void> {
  const { clearing, commission, merchants, couriers } = accounts;
  const settlement = day + 1;
  await sql`
    insert into settlements (holder_id, id, mode, status, trigger, orders_settled, started_at, progressed_at, finished_at, credited, recorded)
    values (${holderId}, ${settlement}, ${mode}, 'done', 'schedule', ${perDay}, ${at}, ${at}, ${at},
      jsonb_build_object(${currency}::text, (2550 * ${perDay}::bigint)::text), '{}')`.execute(db);
  // Which payees an order has depends on its number alone.
  const orders = sql`(
    select n, (${merchants.map(({ link }) => link)}::bigint[])[1 + n % ${merchants.length}::int] as merchant,
      (${merchants.map(({ account }) => account)}::bigint[])[1 + n % ${merchants.length}::int] as merchant_account,
      (${couriers.map(({ link }) => link)}::bigint[])[1 + n % ${couriers.length}::int] as courier,
      (${couriers.map(({ account }) => account)}::bigint[])[1 + n % ${couriers.length}::int] as courier_account
    from generate_series(${day * perDay + 1}::bigint, ${(day + 1) * perDay}::bigint) n)`;
  await sql`
    insert into orders (holder_id, id, mode, partner_order_ref, payment_source, total_amount, currency, splits, settlement_status,
      settlement_id, settled_at, attempt_id, created_at, updated_at)
    select ${holderId}::bigint, n, ${mode}, 'past-' || n, 'card', 2550, ${currency},
      ('[{"type":"merchant","ref":' || merchant || ',"amount":1875},{"type":"courier","ref":' || courier
        || ',"amount":425},{"type":"partner","ref":null,"amount":250}]')::jsonb,
      'settled', ${settlement}, ${at}, gen_random_uuid(),
      ${at}::timestamptz - (${(day + 1) * perDay}::bigint - n) * ${dayMs / perDay}::float * interval '1 millisecond', ${at}
    from ${orders} o`.execute(db);
  await sql`
    insert into transfers (holder_id, id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      settlement_id, created_at)
    select ${holderId}::bigint, (n - 1) * 3 + 1 + line, ${mode}, ${currency}, ${clearing}::bigint,
      case line when 0 then merchant_account when 1 then courier_account else ${commission}::bigint end,
      case line when 0 then 1875 when 1 then 425 else 250 end, 'settlement', 'order', n::text, line, ${settlement}, ${at}
    from ${orders} o cross join generate_series(0, 2) line
    order by 2`.execute(db);
  await sql`
    update accounts a set balance = a.balance + m.delta
    from (
      select account, sum(delta)::bigint as delta
      from ${orders} o
      cross join lateral (values (merchant_account, 1875), (courier_account, 425), (${commission}::bigint, 250),
        (${clearing}::bigint, -2550)) as moved (account, delta)
      group by account) m
    where a.holder_id = ${holderId} and a.id = m.account`.execute(db);
}

/** Sums of orders go on from a mark that these are below. */
async function forgetSums(db: Database, holderId: bigint): Promise<void> {
  for (const name of ['order_quarters', 'order_quarter_marks', 'order_payee_days', 'order_payee_marks']) {
    await sql`delete from ${sql.table(name)} where holder_id = ${holderId}`.execute(db);
  }
}
