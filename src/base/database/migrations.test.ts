/** Each file is applied once, completely or not at all, and must not change afterwards. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { applyMigrations, listPending, requireMigrated } from './migrations.ts';

let database: TestDatabase;
let directory: string;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Each test has its own schema, in which nothing has been applied. */
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  client = await database.owner.connect();
  await client.query('create schema scratch; set search_path to scratch');
});
afterEach(async () => {
  await client.query('drop schema scratch cascade');
  client.release(true);
  await rm(directory, { recursive: true });
});

const write = (fileName: string, text: string): Promise<void> => writeFile(join(directory, fileName), text);
const apply = (): Promise<string[]> => applyMigrations(client, directory);

it('applies what is new, in the order of the numbers, and nothing twice', async () => {
  await write('0002_b.sql', 'create table b (a text references a);');
  await write('0001_a.sql', 'create table a (id text primary key);');
  expect(await apply()).toEqual(['a', 'b']);
  await write('0003_c.sql', 'drop table b; create table c ();');
  expect(await apply()).toEqual(['c']);
  expect(await apply()).toEqual([]);
});

it('applies a file whole or not at all, and stops there', async () => {
  await write('0001_a.sql', 'create table a ();');
  await write('0002_b.sql', 'create table b (); select * from nowhere;');
  await write('0003_c.sql', 'create table c ();');
  await expect(apply()).rejects.toThrow(/0002_b\.sql.*"nowhere" does not exist/);
  const { rows } = await client.query(
    "select to_regclass('b') as b, to_regclass('c') as c, (select max(id) from migrations) as last",
  );
  expect(rows).toEqual([{ b: null, c: null, last: 1 }]);
  await write('0002_b.sql', 'create table b ();');
  expect(await apply()).toEqual(['b', 'c']);
});

it('refuses a file that changed after it was applied', async () => {
  await write('0001_a.sql', 'create table a ();');
  await apply();
  await write('0001_a.sql', 'create table a (id text);');
  await expect(apply()).rejects.toThrow('migrations/0001_a.sql is not what was applied to this database: put the file');
});

it('refuses a database of a newer version', async () => {
  await write('0001_a.sql', 'create table a ();');
  await write('0002_b.sql', 'create table b ();');
  await apply();
  await rm(join(directory, '0002_b.sql'));
  const refusal = 'This database belongs to a newer version of Sluice, which applied migration 2 (b): run that version';
  await expect(apply()).rejects.toThrow(refusal);
  await expect(listPending(client, directory)).rejects.toThrow(refusal);
  // The processes of the version before go on while a new version is installed.
  await requireMigrated(client, directory);
});

it('refuses a database from before the baseline', async () => {
  await write('0001_holders.sql', 'create table a ();');
  await write('0002_b.sql', 'create table b ();');
  await apply();
  await rename(join(directory, '0001_holders.sql'), join(directory, '0001_baseline.sql'));
  await rm(join(directory, '0002_b.sql'));
  const refusal =
    'This database is from before Sluice 0.2.0 and cannot be used any more: start with a new data directory';
  await expect(apply()).rejects.toThrow(refusal);
  await expect(listPending(client, directory)).rejects.toThrow(refusal);
  await expect(requireMigrated(client, directory)).rejects.toThrow(refusal);
});

it('lists what is to apply, and asks for it where the schema must be left as it is', async () => {
  await write('0001_a.sql', 'create table a ();');
  const refusal = 'This database lacks migrations of this version of Sluice: run sluice migrate first.';
  expect(await listPending(client, directory)).toEqual(['0001_a.sql']);
  await expect(requireMigrated(client, directory)).rejects.toThrow(refusal);
  await apply();
  await requireMigrated(client, directory);
  await write('0002_b.sql', 'create table b ();');
  expect(await listPending(client, directory)).toEqual(['0002_b.sql']);
  await expect(requireMigrated(client, directory)).rejects.toThrow(refusal);
});

it('refuses a file that comes before one that was applied, two of one number, and a name without one', async () => {
  await write('0002_b.sql', 'create table b ();');
  await apply();
  await write('0001_a.sql', 'create table a ();');
  await expect(apply()).rejects.toThrow('migrations/0001_a.sql comes before one that was applied already');
  await write('0002_c.sql', '');
  await expect(apply()).rejects.toThrow('Two migrations have the number of 0002_b.sql');
  await write('last.sql', '');
  await expect(apply()).rejects.toThrow('last.sql is not named like 0001_baseline.sql');
});
