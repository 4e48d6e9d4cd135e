/** All SQL of settlement schedules. Settings and due times are kept per book. */

import { isDue } from '../../base/clock/due.ts';
import type { Schedule } from '../../base/clock/schedule.ts';
import { int8, oneOf, timestamptz } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import { mayOnlyRead } from '../../core/access/roles.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { SettingsChange, SettlementSettings } from './schedule-settings.ts';

/** The schedule of a company that has set none. */
const defaultSchedule: Schedule = { every: 'day', days: [], time: '02:00' };

/** Stands for every currency that has no schedule of its own. */
export const everyCurrency = '*';

export type Due = Book & { currency: string; dueAt: Date };

/** @param lock locks the book's settings row until the transaction ends. */
export async function findSettings(
  db: Database | Tx,
  { holderId, mode }: Book,
  lock = false,
): Promise<SettlementSettings> {
  const settings = await db
    .selectFrom('settlementSettings')
    .select(['timeZone', 'holdSeconds', 'settleOnlyPaid', 'paused'])
    .where('companyId', '=', holderId)
    .where('mode', '=', mode)
    .$if(lock, (found) => found.forUpdate())
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('settlementSchedules')
    .select(['currency', 'every', 'days', 'localTime as time'])
    .where('companyId', '=', holderId)
    .where('mode', '=', mode)
    .orderBy('currency')
    .execute();
  const schedules = new Map<string, Schedule>(rows.map(({ currency, ...schedule }) => [currency, schedule]));
  const schedule = schedules.get(everyCurrency) ?? defaultSchedule;
  schedules.delete(everyCurrency);
  return { ...settings, schedule, currencies: schedules };
}

export async function saveSettings(tx: Tx, book: Book, change: SettingsChange): Promise<void> {
  await command`
    update settlement_settings set time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      hold_seconds = coalesce(${change.holdSeconds ?? null}::integer, hold_seconds),
      settle_only_paid = coalesce(${change.settleOnlyPaid ?? null}::boolean, settle_only_paid),
      paused = coalesce(${change.paused ?? null}::boolean, paused)
    where company_id = ${book.holderId} and mode = ${book.mode}`.execute(tx);
  await keepRow(tx, 'settlement_settings', { company_id: book.holderId, mode: book.mode });
  if (change.schedule !== undefined) await saveSchedule(tx, book, everyCurrency, change.schedule);
  if (change.currencies === undefined) return;
  const deleted = await tx
    .deleteFrom('settlementSchedules')
    .where('companyId', '=', book.holderId)
    .where('mode', '=', book.mode)
    .where('currency', 'not in', [everyCurrency, ...change.currencies.keys()])
    .returning('currency')
    .execute();
  for (const { currency } of deleted) await keepSchedule(tx, book, currency);
  for (const [currency, schedule] of change.currencies) await saveSchedule(tx, book, currency, schedule);
}

/**
 * Keeps the zone that a book's statements had until now. Call it while the settings are locked. Clocks of two processes may
 * differ: a change never comes before an earlier one, and a zone that held for no time is not kept.
 * @param until by the book's clock.
 */
export async function addPastTimeZone(tx: Tx, { holderId, mode }: Book, timeZone: string, until: Date): Promise<void> {
  await command`
    insert into past_time_zones (company_id, mode, held_until, time_zone)
    select ${holderId}, ${mode}, greatest(${until}::timestamptz, max(held_until)), ${timeZone}
    from past_time_zones where company_id = ${holderId} and mode = ${mode}
    on conflict do nothing`.execute(tx);
}

async function saveSchedule(
  tx: Tx,
  { holderId: companyId, mode }: Book,
  currency: string,
  schedule: Schedule,
): Promise<void> {
  const values = { every: schedule.every, days: [...schedule.days], localTime: schedule.time };
  await tx
    .insertInto('settlementSchedules')
    .values({ companyId, mode, currency, ...values })
    .onConflict((conflict) => conflict.columns(['companyId', 'mode', 'currency']).doUpdateSet(values))
    .execute();
  await keepSchedule(tx, { holderId: companyId, mode }, currency);
}

const keepSchedule = (tx: Tx, { holderId, mode }: Book, currency: string): Promise<void> =>
  keepRow(tx, 'settlement_schedules', { company_id: holderId, mode, currency });

/** Whether schedules and top-ups settle the book: its company has not paused them, and is neither suspended nor closed. */
export async function settlesByItself(db: Database | Tx, { holderId, mode }: Book): Promise<boolean> {
  const row = await db
    .selectFrom('settlementSettings as s')
    .innerJoin('holders as h', 'h.id', 's.companyId')
    .select(['s.paused', 'h.status'])
    .where('s.companyId', '=', holderId)
    .where('s.mode', '=', mode)
    .executeTakeFirst();
  return row !== undefined && !row.paused && !mayOnlyRead(row.status);
}

/** Books without due times, created since the last check. Their schedules count from the company's creation. */
export async function findBooksWithoutDue(
  db: Database,
  only: Book | undefined,
): Promise<(Book & { createdAt: Date })[]> {
  return query({ holderId: int8, mode: oneOf(...modes), createdAt: timestamptz })`
    select s.company_id as "holderId", s.mode, h.created_at as "createdAt"
    from settlement_settings s join holders h on h.id = s.company_id
    where (s.company_id, s.mode) not in (
        select d.holder_id, d.mode from settlement_dues d
        where d.currency = ${everyCurrency} and (${only?.mode ?? null}::text is null or d.holder_id = ${only?.holderId ?? null}::bigint))
      and (${only?.mode ?? null}::text is null or s.company_id = ${only?.holderId ?? null}::bigint and s.mode = ${only?.mode ?? null}::text)
    order by s.company_id, s.mode`.execute(db);
}

const due = { deadline: 'd.due_at', holder: 'd.holder_id', mode: 'd.mode' };

/** Due schedules of books that settle by themselves (see `settlesByItself`), by each book's own clock. `now`, `only`: see `isDue`. */
export async function findDueSchedules(db: Database, now: Date, limit: number, only?: Book): Promise<Due[]> {
  return db
    .selectFrom('settlementDues as d')
    .innerJoin('settlementSettings as s', (join) =>
      join.onRef('s.companyId', '=', 'd.holderId').onRef('s.mode', '=', 'd.mode'),
    )
    .innerJoin('holders as h', 'h.id', 'd.holderId')
    .select(['d.holderId', 'd.mode', 'd.currency', 'd.dueAt'])
    .where('s.paused', '=', false)
    .where('h.status', 'in', ['pending', 'active'])
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
