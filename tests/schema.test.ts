/** `schema.sql` tells the truth: it is what the migrations make, and it makes the same by itself. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPool } from '../src/base/database/pool.ts';
import { describeSchema } from '../tools/schema/describe.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';

const file = fileURLToPath(new URL('../schema.sql', import.meta.url));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('is what all migrations make of an empty database (else: npm run schema)', async () => {
  expect(await describeSchema(database.pool)).toBe(await readFile(file, 'utf8'));
});

it('runs in an empty database and describes itself', async () => {
  const text = await readFile(file, 'utf8');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const { owner } = inject('postgres');
  const server = createPool(owner, { connections: 1 });
  await server.query(`create database ${name} template template0`);
  const empty = createPool({ ...owner, database: name });
  try {
    await empty.query(text);
    expect(await describeSchema(empty)).toBe(text);
  } finally {
    await empty.end();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
});
