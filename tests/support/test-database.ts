/** A fresh, migrated database for one test file, cloned from the template. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type ConnectionSettings, createDatabase, createPool, type Database } from '../../src/database/pool.ts';
import { templateName } from './run/names.ts';

export type TestDatabase = {
  db: Database;
  pool: pg.Pool;
  settings: ConnectionSettings;
  drop(): Promise<void>;
};

/** One a worker; it ends with the worker. */
let administration: pg.Pool | undefined;

function administer(): pg.Pool {
  administration ??= createPool({ ...inject('postgres'), database: 'sluice' }, { connections: 2 });
  return administration;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await clone(name);
  const settings = { ...inject('postgres'), database: name };
  const pool = createPool(settings);
  return {
    db: createDatabase(pool),
    pool,
    settings,
    async drop() {
      await pool.end();
      // Nobody waits for the space; what is not dropped when the run ends goes with its server.
      administer()
        .query(`drop database ${name} with (force)`)
        .catch(() => {});
    },
  };
}

async function clone(name: string): Promise<void> {
  const client = await administer().connect();
  try {
    // Two clones at once find the template in use: one after the other.
    await client.query('select pg_advisory_lock(1)');
    // On a server that does not sync, copying files takes half of what copying through the log does.
    await client.query(`create database ${name} template ${templateName} strategy file_copy`);
  } finally {
    await client.query('select pg_advisory_unlock(1)');
    client.release();
  }
}
