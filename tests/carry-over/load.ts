/**
 * A database as the version before migration 0018 left it, loaded from `before-0018.json.gz`, which
 * `tools/carry-over/dump.ts` wrote. To make the next one: in a checkout of the version before, let a copy of
 * `tests/histories/histories.test.ts` begin with the demo's data and one of everything in `tests/worlds/posting.ts`,
 * run a few hundred steps, and end with `writeDump`. All keys, passwords and addresses in it are tests'.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { applyMigrations, readMigrations } from '../../src/database/migrations.ts';
import { createDatabase, createPool } from '../../src/database/pool.ts';
import type { Dump } from '../../tools/carry-over/dump.ts';
import type { TestDatabase } from '../support/test-database.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const dumpFile = fileURLToPath(new URL('./before-0018.json.gz', import.meta.url));
const versionBefore = 17;

export type OldDatabase = { owner: pg.Pool; migrate(): Promise<TestDatabase>; drop(): Promise<void> };

/** With the rows of the version before, and not migrated any further. */
export async function loadOldDatabase(): Promise<OldDatabase> {
  const server = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = createPool(server.owner, { connections: 1 });
  await admin.query(`create database ${name}`);
  const ownerSettings = { ...server.owner, database: name };
  const settings = { ...server.service, database: name };
  const owner = createPool(ownerSettings, { connections: 4 });
  await migrateToVersionBefore(owner);
  await load(owner);
  const pools = [owner];
  return {
    owner,
    async migrate() {
      await migrate({ owner: ownerSettings, service: settings });
      const pool = createPool(settings);
      pools.push(pool);
      return { db: createDatabase(pool), pool, settings, owner, ownerSettings, drop: async () => {} };
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.end()));
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

async function migrateToVersionBefore(owner: pg.Pool): Promise<void> {
  const old = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const { id, fileName } of await readMigrations(migrations)) {
    if (id <= versionBefore) await copyFile(join(migrations, fileName), join(old, fileName));
  }
  const client = await owner.connect();
  try {
    await applyMigrations(client, old);
  } finally {
    client.release();
  }
}

async function load(owner: pg.Pool): Promise<void> {
  const dump = JSON.parse(gunzipSync(await readFile(dumpFile)).toString()) as Dump;
  // What the migrations inserted themselves is among the rows.
  await owner.query(`truncate ${dump.tables.map(([table]) => `"${table}"`).join(', ')} cascade`);
  for (const [table, rows] of dump.tables) {
    await owner.query(`insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1)`, [rows]);
  }
  for (const [sequence, last] of dump.sequences) await owner.query('select setval($1, $2)', [sequence, last]);
}
