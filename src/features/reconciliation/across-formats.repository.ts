/**
 * SQL that compares a new statement's lines with those that statements in other formats have brought, and keeps what each
 * format says of a line. The caller has locked the source, and decides with across-formats.ts.
 */
import { type RawBuilder, sql } from 'kysely';
import { bool, int4, int8, nullable, type RowOf, text } from '../../base/database/columns.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { ComparedLine } from './across-formats.ts';
import { bothSides, isInLayout, type NewImport } from './overlaps.repository.ts';
import { isOfItsOwn } from './reconciliation.repository.ts';

/** Either side is found this many days beside the other. */
const daysBeside = 7;

/** Lines of other formats that no statement of this layout has named yet, and none of another account. */
const strangers = (file: NewImport): RawBuilder<unknown> => sql`(
  select l.*, i.account = any(${file.sure}::text[]) as is_sure from statement_lines l join statement_imports i on i.id = l.import_id
  where l.mode = ${file.mode} and l.source = ${file.source} and i.account = any(${file.names}::text[])
    and l.import_id <> ${file.importId} and not ${isInLayout('i', file)} and ${isOfItsOwn('l')}
    and l.booked_on between
      (select min(booked_on) from statement_lines where import_id = ${file.importId}) - ${daysBeside}::integer
      and (select max(booked_on) from statement_lines where import_id = ${file.importId}) + ${daysBeside}::integer
    and not exists (
      select from statement_repeats r join statement_imports j on j.id = r.import_id
      where r.line_id = l.id and (${isInLayout('j', file)} or j.account <> all(${file.names}::text[])))
    and not exists (
      select from statement_lines k join statement_imports j on j.id = k.import_id
      where k.like_line_id = l.id and k.duplicate is distinct from 'other' and ${isInLayout('j', file)}))`;

/** New lines beyond those that an earlier file of the same layout has. @param only as in `bothSides`. */
const fresh = (file: NewImport, only: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select l.* from statement_lines l join (
    select id, count(*) filter (where comparable) over same as stored,
      row_number() over (partition by line_hash, sign, time, fresh, duplicate order by line_number) as nth, fresh, duplicate
    from ${bothSides(file, { only })} b
    window same as (partition by line_hash, sign, time)) n on n.id = l.id
  where n.fresh and n.duplicate is null and n.nth > n.stored)`;

export async function hasStrangers(tx: Tx, file: NewImport): Promise<boolean> {
  const row = await query({ found: bool })`
    select exists (select from ${strangers(file)} s) as found`.executeTakeFirstOrThrow(tx);
  return row.found;
}

const compared = {
  id: int8,
  isFresh: bool,
  lineNumber: int4,
  money: text,
  sign: int4,
  bookedOn: text,
  valueOn: nullable(text),
  time: text,
  text: text,
  bankId: nullable(text),
  endToEndId: nullable(text),
  counterpartyAccount: nullable(text),
  isBack: bool,
  isSure: bool,
};

export type ComparedRow = RowOf<typeof compared> & ComparedLine;

const comparedColumns = (isFresh: boolean) => sql`
  id, ${isFresh}::boolean as "isFresh", line_number as "lineNumber", currency || ' ' || abs(amount) as money,
  case when direction = 'unknown' then 0 else sign(amount) end::integer as sign, booked_on::text as "bookedOn",
  value_on::text as "valueOn", coalesce(booked_time, '') as time, concat_ws(' ', reference, added_text) as text,
  bank_id as "bankId", end_to_end_id as "endToEndId", counterparty_account as "counterpartyAccount",
  reverses or return_reason is not null as "isBack", ${isFresh ? sql`true` : sql`is_sure`} as "isSure"`;

/** The lines of either side of one part of the amounts, where both sides have that amount: by amount, in order. */
export async function listCompared(
  tx: Tx,
  file: NewImport,
  { part, parts }: { part: number; parts: number },
): Promise<ComparedRow[]> {
  const isOfPart = sql`abs(l.amount) % ${parts}::bigint = ${part}::bigint`;
  return query(compared)`
    select id, "isFresh", "lineNumber", money, sign, "bookedOn", "valueOn", time, text, "bankId", "endToEndId",
      "counterpartyAccount", "isBack", "isSure"
    from (
      select b.*, bool_or("isFresh") over of_money and not bool_and("isFresh") over of_money as is_shared
      from (
        select ${comparedColumns(true)} from ${fresh(file, isOfPart)} l
        union all
        select ${comparedColumns(false)} from ${strangers(file)} l where ${isOfPart}) b
      window of_money as (partition by money)) c
    where is_shared order by money, "isFresh", id`.execute(tx);
}

/** How many lines of other formats each day has. */
export async function countStrangers(tx: Tx, file: NewImport): Promise<Map<string, number>> {
  const rows = await query({ day: text, count: int8 })`
    select to_char(booked_on, 'YYYY-MM-DD') as day, count(*) as count
    from ${strangers(file)} s
    where booked_on between (select min(booked_on) from statement_lines where import_id = ${file.importId})
      and (select max(booked_on) from statement_lines where import_id = ${file.importId})
    group by booked_on`.execute(tx);
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** A line of the new statement, by its id, and the stored one that it is, or may be. */
type Likeness = { id: bigint; lineId: bigint };

const likenesses = (pairs: readonly Likeness[]) => unnested('p', pairs, { id: int8, lineId: int8 });

export async function keepRepeats(tx: Tx, pairs: readonly Likeness[]): Promise<void> {
  if (pairs.length === 0) return;
  await command`
    insert into statement_repeats (import_id, line_number, line_id, line_hash, booked_on, booked_time, bank_id)
    select l.import_id, l.line_number, p.line_id, l.line_hash, l.booked_on, l.booked_time, l.bank_id
    from ${likenesses(pairs)} join statement_lines l on l.id = p.id`.execute(tx);
}

export async function keepLikeness(tx: Tx, pairs: readonly Likeness[]): Promise<void> {
  if (pairs.length === 0) return;
  await command`
    update statement_lines l set duplicate = 'possible', like_line_id = p.line_id
    from ${likenesses(pairs)} where l.id = p.id`.execute(tx);
}

const addedTextLengthMax = 2_000;

/**
 * Gives stored lines what the new ones say and they lack, unless their month is closed. Day, amount, direction and text stay
 * as they are.
 * @returns how many lines know more now.
 */
export async function addFacts(tx: Tx, { mode, source }: NewImport, pairs: readonly Likeness[]): Promise<number> {
  if (pairs.length === 0) return 0;
  const rows = await query({ id: int8 })`
    update statement_lines s set
      bank_id = coalesce(s.bank_id, l.bank_id),
      value_on = coalesce(s.value_on, l.value_on),
      end_to_end_id = coalesce(s.end_to_end_id, l.end_to_end_id),
      counterparty_name = coalesce(s.counterparty_name, l.counterparty_name),
      counterparty_account = coalesce(s.counterparty_account, l.counterparty_account),
      bank_code = coalesce(s.bank_code, l.bank_code),
      reverses = s.reverses or l.reverses,
      charges = coalesce(s.charges, l.charges),
      return_reason = coalesce(s.return_reason, l.return_reason),
      details = coalesce(s.details, l.details),
      added_text = coalesce(s.added_text, case when l.says_more then left(l.reference, ${addedTextLengthMax}::integer) end)
    from (
      select n.*, p.line_id, n.reference <> '' and strpos(o.reference, n.reference) = 0 as says_more
      from ${likenesses(pairs)} join statement_lines n on n.id = p.id join statement_lines o on o.id = p.line_id) l
    where s.id = l.line_id and not exists (
      select from statement_months m where m.mode = ${mode} and m.source = ${source} and m.reopened_at is null
        and s.booked_on < m.month + interval '1 month') and (
      s.bank_id is null and l.bank_id is not null or s.value_on is null and l.value_on is not null or s.end_to_end_id is null and l.end_to_end_id is not null
      or s.counterparty_name is null and l.counterparty_name is not null
      or s.counterparty_account is null and l.counterparty_account is not null
      or s.bank_code is null and l.bank_code is not null or l.reverses and not s.reverses
      or s.charges is null and l.charges is not null or s.return_reason is null and l.return_reason is not null
      or s.details is null and l.details is not null or s.added_text is null and l.says_more)
    returning s.id`.execute(tx);
  return rows.length;
}
