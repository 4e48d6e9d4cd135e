/** A fresh, migrated database for one test file, cloned from the template. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type ConnectionSettings, createDatabase, createPool, type Database } from '../../src/database/pool.ts';
import { templateName } from './global-setup.ts';

export type TestDatabase = {
  db: Database;
  pool: pg.Pool;
  settings: ConnectionSettings;
  drop(): Promise<void>;
};

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = createPool({ ...server, database: 'sluice' }, { connections: 1 });
  // Two clones at once find the template in use: one after the other.
  await admin.query('select pg_advisory_lock(1)');
  await admin.query(`create database ${name} template ${templateName}`);
  await admin.end();
  const settings = { ...server, database: name };
  const pool = createPool(settings);
  return {
    db: createDatabase(pool),
    pool,
    settings,
    async drop() {
      await pool.end();
      const closing = createPool({ ...server, database: 'sluice' }, { connections: 1 });
      await closing.query(`drop database ${name} with (force)`);
      await closing.end();
    },
  };
}
