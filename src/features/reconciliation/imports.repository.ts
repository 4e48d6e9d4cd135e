/** SQL that reads imported statements and their lines, for people. Reads only. */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, jsonb, narrowed, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import {
  isOfItsOwn,
  isOpen,
  lineColumns,
  type Outside,
  type StoredLine,
  storedLine,
} from './reconciliation.repository.ts';
import type { LineDetails } from './statement-line.ts';

const counts = { lines: int8, open: int8, undirected: int8, possible: int8 };

/** Counts the lines of one statement. A person has to decide about `undirected` and `possible`. */
export async function countLinesOfImport(tx: Tx, importId: bigint): Promise<RowOf<typeof counts>> {
  return query(counts)`
    select count(*) as lines, count(*) filter (where ${isOpen('l')} and ${isOfItsOwn('l')}) as open,
      count(*) filter (where direction = 'unknown') as undirected, count(*) filter (where duplicate = 'possible') as possible
    from statement_lines l where import_id = ${importId}`.executeTakeFirstOrThrow(tx);
}

/** The first lines of a statement, those without a match before the others. */
export async function listLinesOfImport(tx: Tx, importId: bigint, limit: number): Promise<StoredLine[]> {
  return query(storedLine)`
    select ${lineColumns} from statement_lines l where l.import_id = ${importId}
    order by (not ${isOpen('l')}), l.line_number limit ${limit}`.execute(tx);
}

const columns = {
  id: int8,
  source: text,
  account: text,
  fileName: text,
  /** Null: as its columns were named. */
  format: nullable(text),
  importedAt: timestamptz,
};

const linesIn = {
  importId: int8,
  currency: text,
  lines: int8,
  open: int8,
  firstOn: narrowed(text),
  lastOn: narrowed(text),
  incoming: int8,
  outgoing: int8,
};
type LinesIn = RowOf<typeof linesIn>;

export type ListedImport = RowOf<typeof columns> & {
  lines: bigint;
  /** Lines without a match. */
  open: bigint;
  /** Of its first and last line; null: it has none. */
  firstOn: string | null;
  lastOn: string | null;
  /** What its lines of a currency come to, each way, in minor units of 0 or more. */
  moved: Pick<LinesIn, 'currency' | 'incoming' | 'outgoing'>[];
};

/** @returns at most `limit` statements before `before`, newest first. */
export async function listImports(
  db: Database,
  { mode, source }: Outside,
  { after, limit }: Page,
): Promise<ListedImport[]> {
  const from = after === undefined ? sql`true` : sql`i.id < ${after}`;
  const rows = await query(columns)`
    select i.id, i.source, i.account, i.file_name as "fileName", i.format, i.imported_at as "importedAt"
    from statement_imports i
    where i.mode = ${mode} and i.source = ${source} and ${from}
    order by i.id desc limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const found = Map.groupBy(await sumLines(db, ids), ({ importId }) => importId);
  return rows.map((row) => ({ ...row, ...inAll(found.get(row.id) ?? []) }));
}

/** By currency, that with the most lines first. What came in and went out leaves out lines of which nobody has said which they did. */
async function sumLines(db: Database, importIds: readonly bigint[]): Promise<LinesIn[]> {
  if (importIds.length === 0) return [];
  const known = sql`l.direction <> 'unknown'`;
  return query(linesIn)`
    select l.import_id as "importId", l.currency, count(*) as lines,
      count(*) filter (where ${isOpen('l')} and ${isOfItsOwn('l')}) as open,
      min(l.booked_on)::text as "firstOn", max(l.booked_on)::text as "lastOn",
      coalesce(sum(l.amount) filter (where l.amount > 0 and ${known}), 0)::bigint as incoming,
      coalesce(-sum(l.amount) filter (where l.amount < 0 and ${known}), 0)::bigint as outgoing
    from statement_lines l where l.import_id = any(${importIds}::bigint[])
    group by l.import_id, l.currency order by count(*) desc, l.currency`.execute(db);
}

function inAll(parts: readonly LinesIn[]) {
  const days = parts.flatMap(({ firstOn, lastOn }) => [firstOn, lastOn]).sort();
  return {
    lines: parts.reduce((sum, { lines }) => sum + lines, 0n),
    open: parts.reduce((sum, { open }) => sum + open, 0n),
    firstOn: days[0] ?? null,
    lastOn: days.at(-1) ?? null,
    moved: parts
      .filter(({ incoming, outgoing }) => incoming > 0n || outgoing > 0n)
      .map(({ currency, incoming, outgoing }) => ({ currency, incoming, outgoing })),
  };
}

type LineFilter = {
  /** `duplicate`: a person said that an earlier statement has it. */
  status?: 'open' | 'matched' | 'duplicate' | undefined;
  importId?: bigint | undefined;
  /** A line's id, or a part of its text or note, or of a name, account or end-to-end id. */
  search?: string | undefined;
};

type LinePage = Page & { oldestFirst: boolean };

const listedLine = { ...storedLine, details: nullable(jsonb<LineDetails>()), fileName: text };
export type ListedLine = RowOf<typeof listedLine>;

const ofStatus = {
  open: sql`(${isOpen('l')} and ${isOfItsOwn('l')})`,
  matched: sql`not ${isOpen('l')}`,
  duplicate: sql`l.duplicate = 'same'`,
};

const columnsSearched = ['reference', 'added_text', 'note', 'counterparty_name', 'end_to_end_id'];

/** Accounts are stored without the spaces with which people write them. */
function found(search: string): RawBuilder<unknown> {
  const account = search.replaceAll(/\s/g, '');
  const part = (column: string, of: string) => sql`strpos(lower(${sql.raw(column)}), lower(${of})) > 0`;
  const conditions = [
    sql`l.id::text = ${search}`,
    ...columnsSearched.map((column) => part(`l.${column}`, search)),
    ...(account === '' ? [] : [part('l.counterparty_account', account)]),
    sql`exists (
      select from jsonb_array_elements(l.details -> 'payments') p
      where ${part("p ->> 'name'", search)} or ${part("p ->> 'endToEndId'", search)}
        or ${account === '' ? sql`false` : part("p ->> 'account'", account)})`,
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The last line that can be seen. An import that is under way may have written 200,000 lines after it, which nobody sees before
 * it ends: without this, a list would pass over each of them. Lines are numbered in the order of their ids.
 */
const lastLine = ({ mode, source }: Outside) => sql`(
  select k.id from statement_imports j
  cross join lateral (
    select id from statement_lines where import_id = j.id order by line_number desc limit 1) k
  where j.mode = ${mode} and j.source = ${source} order by j.id desc limit 1)`;

/** @returns at most `limit` lines of one source. */
export async function listLines(
  db: Database,
  { mode, source }: Outside,
  { status, importId, search }: LineFilter,
  { after, oldestFirst, limit }: LinePage,
): Promise<ListedLine[]> {
  const conditions: RawBuilder<unknown>[] = [sql`l.mode = ${mode}`, sql`l.source = ${source}`];
  if (status !== undefined) conditions.push(ofStatus[status]);
  if (importId !== undefined) conditions.push(sql`l.import_id = ${importId}`);
  if (search !== undefined) conditions.push(found(search));
  if (after !== undefined) conditions.push(oldestFirst ? sql`l.id > ${after}` : sql`l.id < ${after}`);
  if (after === undefined || oldestFirst) conditions.push(sql`l.id <= ${lastLine({ mode, source })}`);
  return query(listedLine)`
    select ${lineColumns}, l.details, i.file_name as "fileName"
    from statement_lines l join statement_imports i on i.id = l.import_id
    where ${sql.join(conditions, sql` and `)}
    order by ${oldestFirst ? sql`l.id` : sql`l.id desc`} limit ${limit}`.execute(db);
}

const twin = { of: int8, id: int8, fileName: text, lineNumber: int4 };

/** A line of an earlier statement that another may be. */
export type Twin = RowOf<typeof twin>;

const twinsMax = 3;

/** By the id of the line that may be one of them, the oldest first. */
export async function findTwins(db: Database, ids: readonly bigint[]): Promise<Map<bigint, Twin[]>> {
  if (ids.length === 0) return new Map();
  const rows = await query(twin)`
    select l.id as of, e.id, e."fileName", e."lineNumber"
    from statement_lines l
    join statement_imports i on i.id = l.import_id
    cross join lateral (
      select k.id, j.file_name as "fileName", k.line_number as "lineNumber"
      from statement_lines k join statement_imports j on j.id = k.import_id
      where k.mode = l.mode and k.source = l.source and (j.account = i.account or k.id = l.like_line_id)
        and k.import_id < l.import_id
        and (k.line_hash = l.line_hash or k.bank_id = l.bank_id or k.id = l.like_line_id) and ${isOfItsOwn('k')}
      order by k.id limit ${twinsMax}) e
    where l.id = any(${ids}::bigint[]) order by l.id, e.id`.execute(db);
  return Map.groupBy(rows, ({ of }) => of);
}

export async function findListedLine(db: Database | Tx, id: bigint): Promise<ListedLine | undefined> {
  return query(listedLine)`
    select ${lineColumns}, l.details, i.file_name as "fileName"
    from statement_lines l join statement_imports i on i.id = l.import_id
    where l.id = ${id}`.executeTakeFirst(db);
}
