/**
 * Every version starts the data of the released ones (docs/upgrading.md, "The database of another version"): nothing is lost
 * or changed, the books hold in full, and the service serves. `npm run release-data` keeps the data of this version.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/base/database/migrate.ts';
import { listPending, migrationsDirectory } from '../../src/base/database/migrations.ts';
import { serviceVersion } from '../../src/base/version.ts';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { createTestServer } from '../support/test-server.ts';
import { createOneOfEverything } from '../tampering/one-of-everything.ts';
import { describeData, loadData, withMigrations } from './released-data.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const released = (await readdir(here)).filter((file) => /^\d+\.\d+\.\d+\.sql$/.test(file));
let own: string;

beforeAll(async () => {
  const world = await createOneOfEverything();
  expect(await runVerification(world.db, { full: true })).toMatchObject({ ok: true });
  own = await describeData(world.database.owner);
  await world.close();
});

type Rows = Record<string, Record<string, unknown>[]>;

/** What each table has, and in which columns. What describes the database itself is left out. */
async function readRows(owner: pg.Pool, like?: Rows): Promise<Rows> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migrations', 'ledger_verifications', 'account_checkpoints') order by 1`,
  );
  const read: Rows = {};
  for (const { name } of like === undefined ? rows : Object.keys(like).map((name) => ({ name }))) {
    const { rows: all } = await owner.query(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    const columns = like?.[name]?.[0] && Object.keys(like[name][0]);
    const whole = all.map(({ row }) => JSON.parse(row) as Record<string, unknown>);
    read[name] =
      columns === undefined ? whole : whole.map((row) => Object.fromEntries(columns.map((c) => [c, row[c]])));
    read[name].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return read;
}

async function expectStarts(database: TestDatabase, directory: string): Promise<void> {
  const { db, owner, ownerSettings, settings } = database;
  const before = await readRows(owner);
  await migrate({ owner: ownerSettings, service: settings }, directory);
  expect(await readRows(owner, before)).toEqual(before);
  expect(await runVerification(db, { full: true })).toMatchObject({ kind: 'full', ok: true });
  const server = await createTestServer({ database });
  try {
    const ready = await server.app.inject('/health/ready');
    expect([ready.statusCode, ready.json().books]).toEqual([200, 'balanced']);
  } finally {
    await server.app.close();
  }
}

it.each(released)('the data of %s', async (file) => {
  const database = await loadData(await readFile(join(here, file), 'utf8'));
  try {
    await expectStarts(database, migrationsDirectory);
  } finally {
    await database.drop();
  }
});

it('the data of this version, by a version with one migration more; this one refuses it then', async () => {
  const database = await loadData(own);
  try {
    expect(await describeData(database.owner)).toBe(own);
    await withMigrations(await readdir(migrationsDirectory), async (directory) => {
      await writeFile(
        join(directory, '9999_of_tomorrow.sql'),
        `alter table orders add column note text not null default '';
        create table tomorrow (holder_id bigint primary key, note text not null);`,
      );
      await expectStarts(database, directory);
    });
    await expect(listPending(database.pool)).rejects.toThrow('belongs to a newer version of Sluice');
  } finally {
    await database.drop();
  }
});

it('no migration of a released version was changed', async () => {
  const changed = own.replace(/(insert into migrations .*\n\('1', 'baseline', ')\w/, '$1x');
  expect(changed).not.toBe(own);
  const database = await loadData(changed);
  try {
    await expect(migrate({ owner: database.ownerSettings, service: database.settings })).rejects.toThrow(
      'migrations/0001_baseline.sql is not what was applied to this database',
    );
  } finally {
    await database.drop();
  }
});

afterAll(async () => {
  if (process.env.WRITE_RELEASE === 'true') await writeFile(join(here, `${serviceVersion()}.sql`), own);
});
