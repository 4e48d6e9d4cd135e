/**
 * SQL that compares a new statement's lines with those that earlier statements of its account have brought. The caller
 * has locked the source, and decides with overlap.ts.
 */
import { sql } from 'kysely';
import { bool, int4, int8, nullable, text } from '../../base/database/columns.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { DayLine, SharedDay } from './overlap.ts';
import { isOfItsOwn, type Outside } from './reconciliation.repository.ts';

/** The new statement. */
export type NewImport = Outside & {
  importId: bigint;
  account: string;
  /** Under what the account may have been imported. `sure`: those that are this account. */
  names: readonly string[];
  sure: readonly string[];
  format: string | undefined;
  /** Files of one layout give the same text for the same movement. */
  layout: string | undefined;
  /** Its lines have ids of the bank, so that one with another id is another line. */
  hasIds: boolean;
};

/** A bank may book a movement again on another day under its id. */
const idDays = 7;

/** A condition for imports whose lines read as those of the new statement do. */
export const isInLayout = (alias: string, { account, format, layout }: NewImport) => sql`(
  ${sql.raw(alias)}.account = ${account} and case when ${sql.raw(alias)}.layout is null or ${layout ?? null}::text is null
    then ${sql.raw(alias)}.format is not distinct from ${format ?? null}::text
    else ${sql.raw(alias)}.layout = ${layout ?? null}::text end)`;

/**
 * The file's lines and those of earlier statements of its layout in its days, with what makes lines equal: hash, direction
 * (0 where it is unknown) and time. Of a line that another format brought, what this layout said of it. Compared by
 * windows and not by joins, whose cost would hang on statistics that a table does not have before the import ends.
 * @param only a condition on the amount of `l`: equal lines have one size of it.
 */
export const bothSides = (file: NewImport, { moreDays = 0, only = sql`true` } = {}) => {
  const { mode, source, importId, hasIds } = file;
  const days = sql`
    (select min(booked_on) from statement_lines where import_id = ${importId}) - ${moreDays}::integer
      and (select max(booked_on) from statement_lines where import_id = ${importId}) + ${moreDays}::integer`;
  return sql`(
  select l.id, l.import_id, l.line_number, l.line_hash, l.booked_on, l.bank_id, l.duplicate,
    l.import_id = ${importId} as fresh, coalesce(l.booked_time, '') as time,
    case when l.direction = 'unknown' then 0 else sign(l.amount) end as sign,
    l.import_id <> ${importId} and (l.bank_id is null or not ${hasIds}::boolean) as comparable
  from statement_lines l join statement_imports i on i.id = l.import_id
  where l.mode = ${mode} and l.source = ${source} and ${isInLayout('i', file)}
    and (${isOfItsOwn('l')} or l.like_line_id is not null) and l.booked_on between ${days} and ${only}
  union all
  select null, r.import_id, r.line_number, r.line_hash, r.booked_on, r.bank_id, null, false, coalesce(r.booked_time, ''),
    sign(l.amount), r.bank_id is null or not ${hasIds}::boolean
  from statement_repeats r join statement_imports i on i.id = r.import_id join statement_lines l on l.id = r.line_id
  where i.mode = ${mode} and i.source = ${source} and ${isInLayout('i', file)} and r.booked_on between ${days} and ${only})`;
};

/**
 * Lines whose id of the bank is known: equal ones are removed, and those that say something else are in doubt.
 * @returns the line numbers of the removed ones.
 */
export async function removeKnownIds(tx: Tx, file: NewImport): Promise<number[]> {
  const found = await query({ id: int8, isSame: bool, lineNumber: int4 })`
    select id, nth <= times as "isSame", line_number as "lineNumber"
    from (
      select l.id, l.line_number, l.fresh, count(*) filter (where not l.fresh) over (partition by l.bank_id) as known,
        count(*) filter (where not l.fresh) over (partition by l.bank_id, l.line_hash, l.sign, l.time) as times,
        row_number() over (partition by l.bank_id, l.line_hash, l.sign, l.time, l.fresh order by l.line_number) as nth
      from ${bothSides(file, { moreDays: idDays })} l where l.bank_id is not null) f
    where fresh and known > 0`.execute(tx);
  const same = found.filter(({ isSame }) => isSame);
  await removeLines(
    tx,
    same.map(({ id }) => id),
  );
  await doubtLines(
    tx,
    found.flatMap(({ id, isSame }) => (isSame ? [] : [id])),
  );
  return same.map(({ lineNumber }) => lineNumber);
}

const sharedDay = { day: text, stored: int8, common: int8, weight: int8 };

/** Every day between the file's first and last on which there are lines already, in order. */
export async function listSharedDays(tx: Tx, file: NewImport): Promise<SharedDay[]> {
  const rows = await query(sharedDay)`
    select to_char(day, 'YYYY-MM-DD') as day, sum(stored)::bigint as stored, sum(least(stored, n))::bigint as common,
      sum(case when n = 0 or stored = 0 then 0 when time = '' then 1 else 2 end)::bigint as weight
    from (
      select l.booked_on as day, l.time, count(*) filter (where l.fresh and l.duplicate is null) as n,
        count(*) filter (where l.comparable) as stored
      from ${bothSides(file)} l group by l.booked_on, l.line_hash, l.sign, l.time) k
    group by day having sum(stored) > 0 order by day`.execute(tx);
  return rows.map(({ day, ...counts }) => ({
    day,
    stored: Number(counts.stored),
    common: Number(counts.common),
    weight: Number(counts.weight),
  }));
}

/** Removes of each kind of line as many as are stored. @returns their line numbers. */
export async function removeRepeated(tx: Tx, file: NewImport, days: readonly string[]): Promise<number[]> {
  if (days.length === 0) return [];
  const rows = await query({ id: int8, lineNumber: int4 })`
    select id, line_number as "lineNumber"
    from (
      select l.id, l.line_number, l.fresh, l.duplicate,
        count(*) filter (where l.comparable) over (partition by l.line_hash, l.sign, l.time) as stored,
        row_number() over (
          partition by l.line_hash, l.sign, l.time, l.fresh, l.duplicate order by l.line_number) as nth
      from ${bothSides(file)} l where l.booked_on = any(${days}::date[])) f
    where fresh and duplicate is null and nth <= stored`.execute(tx);
  await removeLines(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ lineNumber }) => lineNumber);
}

const dayLine = { id: nullable(int8), lineNumber: int4, key: int4, timed: bool, fresh: bool };

type FileLine = DayLine & { id: bigint; lineNumber: number };

/** Both sides of one day, each in the order of its files. */
export async function listDay(tx: Tx, file: NewImport, day: string): Promise<{ file: FileLine[]; stored: DayLine[] }> {
  const rows = await query(dayLine)`
    select l.id, l.line_number as "lineNumber", l.fresh, l.time <> '' as timed,
      dense_rank() over (order by l.line_hash, l.sign, l.time)::integer as key
    from ${bothSides(file)} l
    where l.booked_on = ${day}::date and (l.comparable or l.fresh and l.duplicate is null)
    order by l.import_id, l.line_number`.execute(tx);
  return {
    file: rows.flatMap(({ id, fresh, ...line }) => (fresh && id !== null ? [{ ...line, id }] : [])),
    stored: rows.filter(({ fresh }) => !fresh),
  };
}

/** Lines that say the same as a stored one, where one of both does not say the direction, or the time. */
export async function doubtHalfEqual(tx: Tx, file: NewImport): Promise<void> {
  const rows = await query({ id: int8 })`
    select id from (
      select l.id, l.fresh, l.duplicate, l.sign, l.time,
        bool_or(l.comparable and l.sign = 0) over same as undirected,
        bool_or(l.comparable and l.sign <> 0) over same as directed,
        bool_or(l.comparable and l.time = '') over signed as untimed,
        bool_or(l.comparable and l.time <> '') over signed as timed
      from ${bothSides(file)} l
      window same as (partition by l.line_hash), signed as (partition by l.line_hash, l.sign)) f
    where fresh and duplicate is null and case when sign = 0 then directed else undirected end
      or fresh and duplicate is null and case when time = '' then timed else untimed end`.execute(tx);
  await doubtLines(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Few enough for the event loop, which writes them into a statement at once. */
const idsMax = 5_000;

export async function removeLines(tx: Tx, ids: readonly bigint[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsMax) {
    await command`delete from statement_lines where id = any(${ids.slice(at, at + idsMax)}::bigint[])`.execute(tx);
  }
}

/** A person decides about them. */
export async function doubtLines(tx: Tx, ids: readonly bigint[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsMax) {
    await command`
      update statement_lines set duplicate = 'possible' where id = any(${ids.slice(at, at + idsMax)}::bigint[])`.execute(
      tx,
    );
  }
}
