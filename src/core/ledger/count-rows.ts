/**
 * How many rows a check reads in a full verification: those of every table that its query names, counted in the same
 * snapshot. PostgreSQL's own counters would leave out parallel workers and reads of an index alone.
 */
import { sql } from 'kysely';
import { int8, text } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Check, Scope } from './checks/check.ts';

/** Counts each table once, however many checks read it. */
export type RowCounter = (check: Check, scope: Scope) => Promise<number>;

export async function createRowCounter(tx: Tx): Promise<RowCounter> {
  const tables = new Set(await listTables(tx));
  const counts = new Map<string, Promise<number>>();
  return async (check, scope) => {
    let sum = 0;
    for (const table of namesIn(check.query(scope).compile(tx.withoutPlugins()).sql)) {
      if (!tables.has(table)) continue;
      const count = counts.get(table) ?? countRows(tx, table);
      counts.set(table, count);
      sum += await count;
    }
    return sum;
  };
}

/** What stands where a table is named; the names of common table expressions are among them. */
export const namesIn = (statement: string): Set<string> =>
  new Set([...statement.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/g)].map(([, name]) => name as string));

async function listTables(tx: Tx): Promise<string[]> {
  const rows = await query({ name: text })`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(tx);
  return rows.map(({ name }) => name);
}

async function countRows(tx: Tx, table: string): Promise<number> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from ${sql.table(table)}`.executeTakeFirstOrThrow(tx);
  return Number(count);
}
