/**
 * Dumps all rows of a database as text: one line per table, referenced tables first, and one per sequence. For the test
 * that migrates a database of an earlier version. The built-in PostgreSQL does not include `pg_dump`. Must only read.
 */
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';

/** `[table, rows]`, with the rows as JSON text from PostgreSQL, so that no number passes through a double. */
export type DumpedTable = [table: string, rows: string];
export type Dump = { tables: DumpedTable[]; sequences: [sequence: string, last: string][] };

/** Not dumped: the target database has already been migrated to the same version. */
const left = 'migrations';

export async function dumpDatabase(pool: pg.Pool): Promise<Dump> {
  const tables: DumpedTable[] = [];
  for (const table of await tablesInOrder(pool)) {
    const { rows } = await pool.query(`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from "${table}" t`);
    if (rows[0].rows !== '[]') tables.push([table, rows[0].rows]);
  }
  const { rows } = await pool.query(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return { tables, sequences: rows.map(({ name, last }) => [name, last]) };
}

export async function writeDump(pool: pg.Pool, file: string): Promise<void> {
  await writeFile(file, gzipSync(JSON.stringify(await dumpDatabase(pool)), { level: 9 }));
}

/** Sorted so that a table follows those its foreign keys reference. */
async function tablesInOrder(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; needs: string[] }>(
    `select c.relname as name, array(
       select distinct f.confrelid::regclass::text from pg_constraint f
       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> $1
     order by 1`,
    [left],
  );
  const ordered: string[] = [];
  const waiting = new Map(rows.map(({ name, needs }) => [name, needs]));
  while (waiting.size > 0) {
    const next = [...waiting].filter(([, needs]) => needs.every((need) => ordered.includes(need)));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const [name] of next) {
      ordered.push(name);
      waiting.delete(name);
    }
  }
  return ordered;
}
