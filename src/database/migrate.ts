/**
 * Brings a database to this version's schema: numbered SQL files, forward only, checked against their checksums,
 * one process at a time (the runner holds an advisory lock), then the job queue's own tables.
 */
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { migrate as migrateFiles } from 'postgres-migrations';

const directory = fileURLToPath(new URL('../../migrations', import.meta.url));
const oldestVersion = 150_000;

/** @returns the names of the migrations that were applied now. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < oldestVersion) {
      throw new Error('This PostgreSQL is too old: Sluice needs version 15 or later.');
    }
    await client.query('set statement_timeout = 0');
    const applied = await migrateFiles({ client }, directory);
    await runMigrations({ pgPool: pool });
    return applied.map((migration) => migration.name);
  } finally {
    client.release(true);
  }
}
