/** All SQL of settlement schedules. What a company decided serves both modes; when it is due is each book's own. */
import { sql } from 'kysely';
import { isDue } from '../clock/due.ts';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';
import { defaultSchedule, type Schedule } from './schedule.ts';
import type { SettingsChange, SettlementSettings } from './schedule-settings.ts';

/** Stands for every currency without a schedule of its own. */
export const everyCurrency = '*';

export type Due = Book & { currency: string; dueAt: Date };

type CompanyRow = Pick<SettlementSettings, 'timeZone' | 'holdSeconds' | 'settleOnlyPaid' | 'paused'>;

/** @param lock holds the company's settings until the transaction ends. */
export async function findSettings(db: Database | Tx, companyId: bigint, lock = false): Promise<SettlementSettings> {
  const { rows: companies } = await sql<CompanyRow>`
    select time_zone as "timeZone", hold_seconds as "holdSeconds", settle_only_paid as "settleOnlyPaid",
      settlements_paused as paused
    from companies where holder_id = ${companyId} ${lock ? sql`for update` : sql``}`.execute(db);
  const { rows } = await sql<Schedule & { currency: string }>`
    select currency, every, days, local_time as time from settlement_schedules
    where company_id = ${companyId} order by currency`.execute(db);
  const schedules = new Map(rows.map(({ currency, ...schedule }) => [currency, schedule]));
  const schedule = schedules.get(everyCurrency) ?? defaultSchedule;
  schedules.delete(everyCurrency);
  return { ...(companies[0] as CompanyRow), schedule, currencies: schedules };
}

export async function saveSettings(tx: Tx, companyId: bigint, change: SettingsChange): Promise<void> {
  await sql`
    update companies set time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      hold_seconds = coalesce(${change.holdSeconds ?? null}::integer, hold_seconds),
      settle_only_paid = coalesce(${change.settleOnlyPaid ?? null}::boolean, settle_only_paid),
      settlements_paused = coalesce(${change.paused ?? null}::boolean, settlements_paused)
    where holder_id = ${companyId}`.execute(tx);
  if (change.schedule !== undefined) await saveSchedule(tx, companyId, everyCurrency, change.schedule);
  if (change.currencies === undefined) return;
  await sql`
    delete from settlement_schedules where company_id = ${companyId} and currency <> ${everyCurrency}
      and not (currency = any(${[...change.currencies.keys()]}::text[]))`.execute(tx);
  for (const [currency, schedule] of change.currencies) await saveSchedule(tx, companyId, currency, schedule);
}

async function saveSchedule(tx: Tx, companyId: bigint, currency: string, schedule: Schedule): Promise<void> {
  await sql`
    insert into settlement_schedules (company_id, currency, every, days, local_time)
    values (${companyId}, ${currency}, ${schedule.every}, ${[...schedule.days]}::smallint[], ${schedule.time})
    on conflict (company_id, currency) do update
      set every = excluded.every, days = excluded.days, local_time = excluded.local_time`.execute(tx);
}

/** Whether the company lets nothing settle by itself. */
export async function isPaused(db: Database | Tx, companyId: bigint): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select settlements_paused as paused from companies where holder_id = ${companyId}`.execute(db);
  return rows[0]?.paused ?? false;
}

/** Books of companies made since the last look: they have no due times yet, and start from when they were made. */
export async function findBooksWithoutDue(
  db: Database,
  only: Book | undefined,
): Promise<(Book & { createdAt: Date })[]> {
  const { rows } = await sql<Book & { createdAt: Date }>`
    select c.holder_id as "holderId", m.mode, h.created_at as "createdAt"
    from companies c join holders h on h.id = c.holder_id cross join (values ('test'), ('live')) as m (mode)
    where not exists (
        select from settlement_dues d
        where d.holder_id = c.holder_id and d.mode = m.mode and d.currency = ${everyCurrency})
      and (${only?.mode ?? null}::text is null or c.holder_id = ${only?.holderId ?? null}::bigint and m.mode = ${only?.mode ?? null}::text)
    order by c.holder_id, m.mode`.execute(db);
  return rows;
}

const due = { deadline: 'd.due_at', holder: 'd.holder_id', mode: 'd.mode' };

/** What is due of companies that are not paused, each by its own book's clock. `now`, `only`: see `isDue`. */
export async function findDueSchedules(db: Database, now: Date, limit: number, only?: Book): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.holder_id as "holderId", d.mode, d.currency, d.due_at as "dueAt" from settlement_dues d
    join companies c on c.holder_id = d.holder_id and not c.settlements_paused
    where ${isDue(due, now, only)}
    order by d.due_at, d.holder_id, d.mode, d.currency limit ${limit}`.execute(db);
  return rows;
}

export async function listDues(db: Database | Tx, { holderId, mode }: Book): Promise<Map<string, Date>> {
  const { rows } = await sql<{ currency: string; dueAt: Date }>`
    select currency, due_at as "dueAt" from settlement_dues where holder_id = ${holderId} and mode = ${mode}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.currency, row.dueAt]));
}

/** When a row is due, held until the transaction ends; undefined when it is gone. */
export async function lockSettlementDue(
  tx: Tx,
  { holderId, mode, currency }: Omit<Due, 'dueAt'>,
): Promise<Date | undefined> {
  const { rows } = await sql<{ dueAt: Date }>`
    select due_at as "dueAt" from settlement_dues
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} for update`.execute(tx);
  return rows[0]?.dueAt;
}

/** Sets when a row is due, be it there or not. */
export async function setDue(tx: Tx, { holderId, mode, currency, dueAt }: Due): Promise<void> {
  await sql`
    insert into settlement_dues (holder_id, mode, currency, due_at) values (${holderId}, ${mode}, ${currency}, ${dueAt})
    on conflict (holder_id, mode, currency) do update set due_at = excluded.due_at`.execute(tx);
}

/** Adds a due row, unless there is one. */
export async function addDue(tx: Tx, { holderId, mode, currency, dueAt }: Due): Promise<void> {
  await sql`
    insert into settlement_dues (holder_id, mode, currency, due_at) values (${holderId}, ${mode}, ${currency}, ${dueAt})
    on conflict (holder_id, mode, currency) do nothing`.execute(tx);
}

export async function removeDue(tx: Tx, { holderId, mode }: Book, currency: string): Promise<void> {
  await sql`
    delete from settlement_dues
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency}`.execute(tx);
}
