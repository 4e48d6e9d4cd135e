/** SQL that reads rows of a sealed table as they are sealed, and the salts of their personal parts. */

import { sql } from 'kysely';
import { int4, int8, nullable, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { type Source, sealedForm, tableOf } from './sealed-columns.ts';

const columns = {
  key: int8,
  label: text,
  /** Seconds since 1970. */
  at: nullable(int8),
  hash: text,
  part1: nullable(text),
  part2: nullable(text),
};
export type ReadRow = RowOf<typeof columns>;

export type Window = { source: Source; after: bigint | null; upTo: bigint };

/** The rows above a number, or all from the first when that is null, up to another, in the order of their numbers. */
export async function readRows(db: Database | Tx, { source, after, upTo }: Window): Promise<ReadRow[]> {
  const { key, label, agesBy, personal = [], found } = tableOf(source);
  const part = (index: number) => sql.raw(personal[index] === undefined ? 'null::text' : `(${personal[index]})::text`);
  return query(columns)`
    select ${sql.ref(`t.${key}`)} as key, ${label === undefined ? sql`'-'` : sql.ref(`t.${label}`)} as label,
      ${agesBy === undefined ? sql`null::bigint` : sql`floor(extract(epoch from ${sql.ref(`t.${agesBy}`)}))::bigint`} as at,
      encode(sha256(convert_to(${sql.raw(sealedForm(source))}, 'UTF8')), 'base64') as hash,
      ${part(0)} as part1, ${part(1)} as part2
    from ${sql.table(source)} t
    where ${after === null ? sql`` : sql`${sql.ref(`t.${key}`)} > ${after} and`} ${sql.ref(`t.${key}`)} <= ${upTo}
      ${foundBy(found)}
    order by 1`.execute(db);
}

const foundBy = (condition: string | undefined) => (condition === undefined ? sql`` : sql`and ${sql.raw(condition)}`);

/** The personal parts of a row that has any. */
export const partsOf = (source: Source, { part1, part2 }: ReadRow): (string | null)[] =>
  [part1, part2].slice(0, tableOf(source).personal?.length ?? 0);

const firstKey = { key: nullable(int8) };

/** The lowest number in a window. */
export async function findFirstKey(db: Database | Tx, { source, after, upTo }: Window): Promise<bigint | undefined> {
  const { key: name, found } = tableOf(source);
  const key = sql.ref(`t.${name}`);
  const { key: first } = await query(firstKey)`
    select min(${key}) as key from ${sql.table(source)} t where ${key} > ${after} and ${key} <= ${upTo} ${foundBy(found)}
    `.executeTakeFirstOrThrow(db);
  return first ?? undefined;
}

/** The number from which on rows may still change; undefined when all are as they stay. */
export async function findOpenFrom(db: Database | Tx, source: Source): Promise<bigint | undefined> {
  const { openFrom } = tableOf(source);
  if (openFrom === undefined) return undefined;
  const { key } = await query(firstKey)`select (${sql.raw(openFrom)}) as key`.executeTakeFirstOrThrow(db);
  return key ?? undefined;
}

const salts = { key: int8, part: int4, salt: text };
export type Salt = RowOf<typeof salts>;

export async function readSalts(db: Database | Tx, { source, after, upTo }: Window): Promise<Salt[]> {
  return query(salts)`
    select key, part::int as part, salt from seal_salts
    where source = ${source} and key > ${after ?? 0n} and key <= ${upTo}`.execute(db);
}

/** @param at of the rows, in seconds since 1970. */
export async function writeSalts(
  tx: Tx,
  { source, after, upTo }: Window,
  written: readonly (Salt & { at: bigint })[],
): Promise<void> {
  // Nobody else writes salts: what is there was put there by hand.
  await command`
    delete from seal_salts where source = ${source} and key > ${after ?? 0n} and key <= ${upTo}`.execute(tx);
  await command`
    insert into seal_salts (source, key, part, salt, at)
    select ${source}, s.key, s.part, s.salt, to_timestamp(s.at)
    from ${unnested('s', written, { key: int8, part: int4, salt: text, at: int8 })}`.execute(tx);
}

/** Deletes salts of rows that are as old as those that are deleted. */
export async function deleteOldSalts(db: Database, source: Source, days: number): Promise<void> {
  await command`
    delete from seal_salts where source = ${source} and at < now() - make_interval(days => ${days}::int)`.execute(db);
}

/** Forgets with what personal parts of these rows were hashed. */
export async function forgetSalts(tx: Tx, source: Source, keys: readonly bigint[]): Promise<void> {
  await command`delete from seal_salts where source = ${source} and key = any(${keys}::bigint[])`.execute(tx);
}

/** Entries of the audit log in a window from which a deleted person was erased. */
export async function listErasedEntries(db: Database | Tx, { after, upTo }: Window): Promise<bigint[]> {
  const rows = await query({ id: int8 })`
    select entry_id as id from erased_entries where entry_id > ${after ?? 0n} and entry_id <= ${upTo}`.execute(db);
  return rows.map(({ id }) => id);
}

const unfound = { key: int8 };

/** Rows up to a number that the condition by which they are found leaves out. */
export async function findUnfound(db: Database | Tx, source: Source, upTo: bigint): Promise<string[]> {
  const { key, found } = tableOf(source);
  if (found === undefined) return [];
  const rows = await query(unfound)`
    select ${sql.ref(`t.${key}`)} as key from ${sql.table(source)} t
    where ${sql.ref(`t.${key}`)} <= ${upTo} and not (${sql.raw(found)}) order by 1 limit 100`.execute(db);
  return rows.map((row) => `${source} ${row.key}`);
}
