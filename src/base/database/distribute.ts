/**
 * Distributes the tables of a migrated database over a cluster of Citus, as placement.ts says. All in one transaction: killed at any
 * instant, the tables are as they were. Must never move a table that is distributed already.
 */
import type pg from 'pg';
import { migrationLock } from './migrate.ts';
import { books, directory } from './placement.ts';
import { type ConnectionSettings, createPool } from './pool.ts';

const oldestMajor = 13;

type Placement = 'distributed' | 'reference' | 'local';
type Misplaced = { table: string; wanted: Placement; found: Placement };

/** The version of Citus in this database, or undefined. */
export async function findCitus(client: pg.ClientBase | pg.Pool): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  return rows[0]?.version;
}

export const isTooOld = (version: string): boolean => Number.parseInt(version, 10) < oldestMajor;

/** The tables that are not where the list says. Needs Citus in this database. */
export async function findMisplaced(client: pg.ClientBase | pg.Pool): Promise<Misplaced[]> {
  const { rows } = await client.query<{ name: string; type: Placement }>(
    `select table_name::text as name, citus_table_type as type from citus_tables where citus_table_type in ('distributed', 'reference')`,
  );
  const found = new Map(rows.map(({ name, type }) => [name, type]));
  const wanted = (tables: readonly string[], placement: Placement) =>
    tables.map((table) => ({ table, wanted: placement, found: found.get(table) ?? 'local' }));
  return [...wanted(directory, 'reference'), ...wanted(books, 'distributed')].filter((one) => one.wanted !== one.found);
}

/**
 * @param owner the role that owns the tables.
 * @returns the tables that were distributed now. @throws Error whose message says what to do.
 */
export async function distribute(owner: ConnectionSettings): Promise<string[]> {
  const pool = createPool(owner, { connections: 1 });
  try {
    const client = await pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      await client.query(`select pg_advisory_lock(${migrationLock})`);
      await assertCitus(client);
      const misplaced = await findMisplaced(client);
      const moved = misplaced.find(({ found }) => found !== 'local');
      if (moved !== undefined) {
        throw new Error(
          `The table ${moved.table} is ${moved.found} and should be ${moved.wanted}: undistribute it first.`,
        );
      }
      if (misplaced.length > 0) await distributeTables(client, misplaced);
      return misplaced.map(({ table }) => table);
    } finally {
      // Close the connection instead of returning it to the pool: that releases the lock.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function assertCitus(client: pg.ClientBase): Promise<void> {
  const version = await findCitus(client);
  if (version === undefined) {
    throw new Error('This database has no Citus: run "create extension citus" in it, as a superuser, on every node.');
  }
  if (isTooOld(version)) throw new Error(`Citus ${version} is too old: Sluice needs version ${oldestMajor} or later.`);
}

type ForeignKey = { table: string; name: string; definition: string };

/** Foreign keys between tables of different placements are refused, so they are added again at the end. */
async function distributeTables(client: pg.ClientBase, misplaced: readonly Misplaced[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    const { rows: foreignKeys } = await client.query<ForeignKey>(
      `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
      order by conrelid::regclass::text, conname`,
      [misplaced.map(({ table }) => table)],
    );
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const { table, wanted } of misplaced) {
      if (wanted === 'reference') await client.query('select create_reference_table($1)', [table]);
      else if (table === books[0]) await client.query(`select create_distributed_table($1, 'holder_id')`, [table]);
      else
        await client.query(`select create_distributed_table($1, 'holder_id', colocate_with => $2)`, [table, books[0]]);
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
