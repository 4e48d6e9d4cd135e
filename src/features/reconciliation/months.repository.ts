/** All SQL of closed months. The caller has locked the source before it decides from it. */
import { sql } from 'kysely';
import { bool, int4, int8, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { isOfItsOwn, isOpen, type Outside } from './reconciliation.repository.ts';

/** `2031-03`: the last month that is closed, and with it every one before. */
export async function findLastClosed(db: Database | Tx, { mode, source }: Outside): Promise<string | undefined> {
  const row = await query({ month: text })`
    select to_char(month, 'YYYY-MM') as month from statement_months
    where mode = ${mode} and source = ${source} and reopened_at is null
    order by statement_months.month desc limit 1`.executeTakeFirst(db);
  return row?.month;
}

/** @param before the day after the month, `2031-04-01`. */
export async function countOpenBefore(tx: Tx, { mode, source }: Outside, before: string): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from statement_lines l
    where mode = ${mode} and source = ${source} and booked_on < ${before}::date and ${isOpen('l')} and ${isOfItsOwn('l')}`.executeTakeFirstOrThrow(
    tx,
  );
  return Number(row.count);
}

/** Never before what it closes was made: a clock may have been set back since. */
export async function insertMonth(
  tx: Tx,
  { mode, source }: Outside,
  month: string,
  { at, by, before }: { at: Date; by: string; before: string },
): Promise<void> {
  const { id } = await query({ id: int8 })`
    insert into statement_months (mode, source, month, closed_by, closed_at)
    select ${mode}, ${source}, ${`${month}-01`}::date, ${by}, greatest(${at}::timestamptz,
      (select max(i.imported_at) from statement_imports i where i.mode = ${mode} and i.source = ${source}),
      (select max(m.matched_at) from statement_matches m join statement_lines l on l.id = m.line_id
       where l.mode = ${mode} and l.source = ${source} and l.booked_on < ${before}::date),
      (select max(greatest(b.created_at, b.reversed_at)) from statement_bookings b join statement_lines l on l.id = b.line_id
       where b.holder_id = ${serviceHolderId} and b.mode = ${mode} and b.source = ${source} and l.booked_on < ${before}::date))
    returning id`.executeTakeFirstOrThrow(tx);
  await keepRow(tx, 'statement_months', { id });
}

export async function setReopened(
  tx: Tx,
  { mode, source }: Outside,
  month: string,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<void> {
  const { id } = await query({ id: int8 })`
    update statement_months set reopened_at = greatest(${at}::timestamptz, closed_at), reopened_by = ${by}, reason = ${reason}
    where mode = ${mode} and source = ${source} and month = ${`${month}-01`}::date and reopened_at is null
    returning id`.executeTakeFirstOrThrow(tx);
  await keepRow(tx, 'statement_months', { id });
}

/** The first line of a new statement, its duplicates too, that is dated before a day. */
export async function findLineBefore(
  tx: Tx,
  importId: bigint,
  before: string,
): Promise<{ lineNumber: number; bookedOn: string } | undefined> {
  return query({ lineNumber: int4, bookedOn: text })`
    select line_number as "lineNumber", booked_on::text as "bookedOn" from statement_lines
    where import_id = ${importId} and booked_on < ${before}::date order by line_number limit 1`.executeTakeFirst(tx);
}

const listed = {
  month: text,
  lines: int8,
  open: int8,
  isClosed: bool,
  closedAt: nullable(timestamptz),
  closedBy: nullable(text),
  reopenedAt: nullable(timestamptz),
  reopenedBy: nullable(text),
  reason: nullable(text),
};

export type ListedMonth = RowOf<typeof listed>;

const monthsMax = 36;

/** The last months with lines, newest first. Of a month that was closed with a later one, who closed that one. */
export async function listMonths(db: Database, { mode, source }: Outside): Promise<ListedMonth[]> {
  const name = (column: string) =>
    sql`coalesce((select name from people p where p.id = ${sql.raw(column)}), ${sql.raw(column)})`;
  return query(listed)`
    select to_char(n.month, 'YYYY-MM') as month, n.lines, n.open, c.id is not null as "isClosed",
      c.closed_at as "closedAt", ${name('c.closed_by')} as "closedBy", r.reopened_at as "reopenedAt",
      ${name('r.reopened_by')} as "reopenedBy", r.reason
    from (
      select date_trunc('month', booked_on)::date as month, count(*) as lines,
        count(*) filter (where ${isOpen('l')} and ${isOfItsOwn('l')}) as open
      from statement_lines l where mode = ${mode} and source = ${source} group by 1
      order by 1 desc limit ${monthsMax}) n
    left join lateral (
      select * from statement_months m where m.mode = ${mode} and m.source = ${source} and m.month >= n.month
        and m.reopened_at is null order by m.month limit 1) c on true
    left join lateral (
      select * from statement_months m where m.mode = ${mode} and m.source = ${source} and m.month = n.month
        and m.reopened_at is not null order by m.id desc limit 1) r on true
    order by n.month desc`.execute(db);
}
