/** SQL that reads imported statements and their lines, for people. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import { int8, oneOf, type RowOf, text, timestamptz } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { lineColumns, type Outside, type StoredLine, storedLine } from './reconciliation.repository.ts';

export async function countOpenOfImport(tx: Tx, importId: bigint): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from statement_lines
    where import_id = ${importId} and transfer_id is null`.executeTakeFirstOrThrow(tx);
  return Number(row.count);
}

/** The first lines of a statement, those without a match before the others. */
export async function listLinesOfImport(tx: Tx, importId: bigint, limit: number): Promise<StoredLine[]> {
  return query(storedLine)`
    select ${lineColumns} from statement_lines l where l.import_id = ${importId}
    order by (l.transfer_id is not null), l.line_number limit ${limit}`.execute(tx);
}

const columns = {
  id: int8,
  source: oneOf('bank', 'card', 'onlinewallet'),
  account: text,
  fileName: text,
  importedAt: timestamptz,
  lines: int8,
  /** Of these, the ones that match nothing. */
  open: int8,
};

export type ListedImport = RowOf<typeof columns>;

/** @returns at most `limit` statements before `before`, newest first. */
export async function listImports(
  db: Database,
  { mode, source }: Outside,
  before: bigint | undefined,
  limit: number,
): Promise<ListedImport[]> {
  const from = before === undefined ? sql`true` : sql`i.id < ${before}`;
  return query(columns)`
    select i.id, i.source, i.account, i.file_name as "fileName", i.imported_at as "importedAt", n.lines, n.open
    from statement_imports i
    cross join lateral (
      select count(*) as lines, count(*) filter (where l.transfer_id is null) as open
      from statement_lines l where l.import_id = i.id) n
    where i.mode = ${mode} and i.source = ${source} and ${from}
    order by i.id desc limit ${limit}`.execute(db);
}

export type LineFilter = {
  status?: 'open' | 'matched' | undefined;
  importId?: bigint | undefined;
  /** A line's id, or a part of its text or note. */
  search?: string | undefined;
};

export type LinePage = { after: bigint | undefined; oldestFirst: boolean; limit: number };

const listedLine = { ...storedLine, fileName: text };
export type ListedLine = RowOf<typeof listedLine>;

/** @returns at most `limit` lines of one source. */
export async function listLines(
  db: Database,
  { mode, source }: Outside,
  { status, importId, search }: LineFilter,
  { after, oldestFirst, limit }: LinePage,
): Promise<ListedLine[]> {
  const conditions: RawBuilder<unknown>[] = [sql`l.mode = ${mode}`, sql`l.source = ${source}`];
  if (status !== undefined)
    conditions.push(status === 'open' ? sql`l.transfer_id is null` : sql`l.transfer_id is not null`);
  if (importId !== undefined) conditions.push(sql`l.import_id = ${importId}`);
  if (search !== undefined) {
    conditions.push(sql`(l.id::text = ${search} or strpos(lower(l.reference), lower(${search})) > 0
      or strpos(lower(l.note), lower(${search})) > 0)`);
  }
  if (after !== undefined) conditions.push(oldestFirst ? sql`l.id > ${after}` : sql`l.id < ${after}`);
  return query(listedLine)`
    select ${lineColumns}, i.file_name as "fileName"
    from statement_lines l join statement_imports i on i.id = l.import_id
    where ${sql.join(conditions, sql` and `)}
    order by ${oldestFirst ? sql`l.id` : sql`l.id desc`} limit ${limit}`.execute(db);
}

export async function findListedLine(db: Database | Tx, id: bigint): Promise<ListedLine | undefined> {
  return query(listedLine)`
    select ${lineColumns}, i.file_name as "fileName"
    from statement_lines l join statement_imports i on i.id = l.import_id
    where l.id = ${id}`.executeTakeFirst(db);
}
