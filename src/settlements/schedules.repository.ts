/** All SQL of settlement schedules. Settings apply to both modes; due times are kept per book. */
import { isDue } from '../clock/due.ts';
import { int8, oneOf, timestamptz } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';
import { defaultSchedule, type Schedule } from './schedule.ts';
import type { SettingsChange, SettlementSettings } from './schedule-settings.ts';

/** Stands for every currency that has no schedule of its own. */
export const everyCurrency = '*';

export type Due = Book & { currency: string; dueAt: Date };

/** @param lock locks the company's settings row until the transaction ends. */
export async function findSettings(db: Database | Tx, companyId: bigint, lock = false): Promise<SettlementSettings> {
  const company = await db
    .selectFrom('companies')
    .select(['timeZone', 'holdSeconds', 'settleOnlyPaid', 'settlementsPaused as paused'])
    .where('holderId', '=', companyId)
    .$if(lock, (found) => found.forUpdate())
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('settlementSchedules')
    .select(['currency', 'every', 'days', 'localTime as time'])
    .where('companyId', '=', companyId)
    .orderBy('currency')
    .execute();
  const schedules = new Map<string, Schedule>(rows.map(({ currency, ...schedule }) => [currency, schedule]));
  const schedule = schedules.get(everyCurrency) ?? defaultSchedule;
  schedules.delete(everyCurrency);
  return { ...company, schedule, currencies: schedules };
}

export async function saveSettings(tx: Tx, companyId: bigint, change: SettingsChange): Promise<void> {
  await command`
    update companies set time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      hold_seconds = coalesce(${change.holdSeconds ?? null}::integer, hold_seconds),
      settle_only_paid = coalesce(${change.settleOnlyPaid ?? null}::boolean, settle_only_paid),
      settlements_paused = coalesce(${change.paused ?? null}::boolean, settlements_paused)
    where holder_id = ${companyId}`.execute(tx);
  if (change.schedule !== undefined) await saveSchedule(tx, companyId, everyCurrency, change.schedule);
  if (change.currencies === undefined) return;
  await tx
    .deleteFrom('settlementSchedules')
    .where('companyId', '=', companyId)
    .where('currency', 'not in', [everyCurrency, ...change.currencies.keys()])
    .execute();
  for (const [currency, schedule] of change.currencies) await saveSchedule(tx, companyId, currency, schedule);
}

async function saveSchedule(tx: Tx, companyId: bigint, currency: string, schedule: Schedule): Promise<void> {
  const values = { every: schedule.every, days: [...schedule.days], localTime: schedule.time };
  await tx
    .insertInto('settlementSchedules')
    .values({ companyId, currency, ...values })
    .onConflict((conflict) => conflict.columns(['companyId', 'currency']).doUpdateSet(values))
    .execute();
}

/** Whether the company has paused automatic settlement. */
export async function isPaused(db: Database | Tx, companyId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('settlementsPaused')
    .where('holderId', '=', companyId)
    .executeTakeFirst();
  return row?.settlementsPaused ?? false;
}

/** Books without due times, created since the last check. Their schedules count from the company's creation. */
export async function findBooksWithoutDue(
  db: Database,
  only: Book | undefined,
): Promise<(Book & { createdAt: Date })[]> {
  return query({ holderId: int8, mode: oneOf('test', 'live'), createdAt: timestamptz })`
    select c.holder_id as "holderId", m.mode, h.created_at as "createdAt"
    from companies c join holders h on h.id = c.holder_id cross join (values ('test'), ('live')) as m (mode)
    where not exists (
        select from settlement_dues d
        where d.holder_id = c.holder_id and d.mode = m.mode and d.currency = ${everyCurrency})
      and (${only?.mode ?? null}::text is null or c.holder_id = ${only?.holderId ?? null}::bigint and m.mode = ${only?.mode ?? null}::text)
    order by c.holder_id, m.mode`.execute(db);
}

const due = { deadline: 'd.due_at', holder: 'd.holder_id', mode: 'd.mode' };

/** Due schedules of companies that are not paused, by each book's own clock. `now`, `only`: see `isDue`. */
export async function findDueSchedules(db: Database, now: Date, limit: number, only?: Book): Promise<Due[]> {
  return db
    .selectFrom('settlementDues as d')
    .innerJoin('companies as c', 'c.holderId', 'd.holderId')
    .select(['d.holderId', 'd.mode', 'd.currency', 'd.dueAt'])
    .where('c.settlementsPaused', '=', false)
    .where(isDue(due, now, only))
    .orderBy('d.dueAt')
    .orderBy('d.holderId')
    .orderBy('d.mode')
    .orderBy('d.currency')
    .limit(limit)
    .execute();
}

export async function listDues(db: Database | Tx, { holderId, mode }: Book): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('settlementDues')
    .select(['currency', 'dueAt'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .execute();
  return new Map(rows.map((row) => [row.currency, row.dueAt]));
}

/** Locks a due time until the transaction ends. @returns undefined when there is none any more. */
export async function lockSettlementDue(
  tx: Tx,
  { holderId, mode, currency }: Omit<Due, 'dueAt'>,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('settlementDues')
    .select('dueAt')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst();
  return row?.dueAt;
}

/** Inserts or updates a due time. */
export async function setDue(tx: Tx, { holderId, mode, currency, dueAt }: Due): Promise<void> {
  await tx
    .insertInto('settlementDues')
    .values({ holderId, mode, currency, dueAt })
    .onConflict((conflict) => conflict.columns(['holderId', 'mode', 'currency']).doUpdateSet({ dueAt }))
    .execute();
}

/** Inserts a due time, unless there is one. */
export async function addDue(tx: Tx, { holderId, mode, currency, dueAt }: Due): Promise<void> {
  await tx
    .insertInto('settlementDues')
    .values({ holderId, mode, currency, dueAt })
    .onConflict((conflict) => conflict.columns(['holderId', 'mode', 'currency']).doNothing())
    .execute();
}

export async function removeDue(tx: Tx, { holderId, mode }: Book, currency: string): Promise<void> {
  await tx
    .deleteFrom('settlementDues')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('currency', '=', currency)
    .execute();
}
