/** Each file is applied once, completely or not at all, and must not change afterwards. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { applyMigrations, readMigrations } from './migrations.ts';

const ours = fileURLToPath(new URL('../../../migrations', import.meta.url));
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

it('finds what an earlier version’s library wrote down, and applies no file again', async () => {
  const files = await readMigrations(ours);
  await cp(ours, directory, { recursive: true });
  // As the earlier library wrote it: its own table is number 0, and each hash is the SHA-1 of the file's name and text.
  await client.query(`create table migrations (id integer primary key, name varchar(100) unique not null,
    hash varchar(40) not null, executed_at timestamp default current_timestamp)`);
  await client.query(
    "insert into migrations values (0, 'create-migrations-table', 'e18db593bcde2aca2a408c4d1100f6abba2195df')",
  );
  for (const { id, name, fileName } of files) {
    const hash = createHash('sha1')
      .update(`${fileName}${await readFile(join(ours, fileName), 'utf8')}`)
      .digest('hex');
    await client.query('insert into migrations values ($1, $2, $3)', [id, name, hash]);
  }
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
  await expect(apply()).rejects.toThrow(
    'This database has migration 2 (b), which this version of Sluice does not have',
  );
});

it('refuses a file that comes before one that was applied, two of one number, and a name without one', async () => {
  await write('0002_b.sql', 'create table b ();');
  await apply();
  await write('0001_a.sql', 'create table a ();');
  await expect(apply()).rejects.toThrow('migrations/0001_a.sql comes before one that was applied already');
  await write('0002_c.sql', '');
  await expect(apply()).rejects.toThrow('Two migrations have the number of 0002_b.sql');
  await write('last.sql', '');
  await expect(apply()).rejects.toThrow('last.sql is not named like 0001_holders.sql');
});
