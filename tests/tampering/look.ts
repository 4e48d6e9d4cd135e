/** Plants every change of a table, each rolled back, and says what nothing saw. */
import { sql } from 'kysely';
import type { Tx } from '../../src/base/database/transaction.ts';
import { everything } from '../../src/core/ledger/checks/check.ts';
import { checks, findOffences } from '../../src/core/ledger/checks.repository.ts';
import { isSource, type Source, tableOf } from '../../src/core/seals/sealed-columns.ts';
import { readRows } from '../../src/core/seals/sealed-rows.repository.ts';
import { type Protection, protections, wordsOf } from './columns.ts';
import { changeOf, copyOf, dropConstraints, findKeyColumn, listColumns, removalOf, valuesFor } from './plants.ts';

type Plant = { of: string; what: string; change: string };

/** The columns of a table that are sealed, and `removed`. */
export const sealedNames = (table: string): string[] =>
  isSource(table) ? [...Object.keys(tableOf(table).columns), 'removed'] : [];

/** Every column, and `added` and `removed`, under what protects it. */
export const listedIn = ({ named = {}, free = {} }: Protection): string[] =>
  [...Object.values(named), ...Object.values(free)].flatMap(wordsOf);

/** @returns what no listed protection saw, with the checks that did; and what nothing could be planted in. */
export async function findUnseen(tx: Tx, table: string): Promise<string[]> {
  const protection = protections[table] as Protection;
  const free = Object.values(protection.free ?? {}).flatMap(wordsOf);
  const columns = await listColumns(tx, [table]);
  const source = isSource(table) ? table : undefined;
  const before = source && (await sealedRows(tx, source));
  const problems: string[] = [];
  const spoke = new Set<string>();

  async function plant({ of, what, change }: Plant): Promise<void> {
    if (free.includes(of)) return;
    await sql`savepoint planted`.execute(tx);
    const seen = await lookAt(of, change);
    if (seen === undefined) {
      const others = await namesOf(tx, allNames);
      problems.push(`${table}.${of}: ${what} is named by ${others.join(', ') || 'no check'}`);
    } else if (seen !== '') spoke.add(of);
    await sql`rollback to savepoint planted`.execute(tx);
  }

  /** @returns '' if there was nothing to change. */
  async function lookAt(of: string, change: string): Promise<string | undefined> {
    try {
      if ((await sql.raw(change).execute(tx)).numAffectedRows === 0n) return '';
    } catch (error) {
      if ((error as { code: string }).code !== '23505') throw error;
      await sql`rollback to savepoint planted`.execute(tx);
      return 'primary key';
    }
    const listed = Object.entries(protection.named ?? {}).filter(([, names]) => wordsOf(names).includes(of));
    for (const [name] of listed) if ((await namesOf(tx, [name])).length > 0) return name;
    if (before === undefined || source === undefined || !sealedNames(table).includes(of)) return undefined;
    const now = await sealedRows(tx, source);
    return [...before].some((row) => !now.has(row)) ? 'seal' : undefined;
  }

  await dropConstraints(tx, table);
  for (const one of columns) {
    for (const value of valuesFor(one)) await plant({ of: one.column, what: value, change: changeOf(one, value) });
  }
  const key = await findKeyColumn(tx, table);
  await plant({ of: 'added', what: 'a row', change: copyOf(table, columns, key) });
  await plant({ of: 'removed', what: 'a row', change: removalOf(table) });

  const silent = [...Object.values(protection.named ?? {}).flatMap(wordsOf), ...sealedNames(table)]
    .filter((of) => !free.includes(of) && !spoke.has(of))
    .map((of) => `${table}.${of} is seen by nothing: no row has a value to change`);
  return [...problems, ...silent];
}

const allNames = checks.map(({ name }) => name);

/** The names of these checks that find something. */
async function namesOf(tx: Tx, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const check of checks.filter(({ name }) => names.includes(name))) {
    if ((await findOffences(tx, check, everything, 1)).count > 0) found.push(check.name);
  }
  return found;
}

async function sealedRows(tx: Tx, source: Source): Promise<Set<string>> {
  const rows = await readRows(tx, { source, after: null, upTo: 2n ** 62n });
  return new Set(rows.map((row) => Object.values(row).join(' ')));
}
