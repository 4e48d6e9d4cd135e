/** Demo data that is made in two starts, because the first was interrupted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { ensureDemo } from './demo.ts';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

const start = () => {
  const secrets = ['demo-test-secret-of-more-than-32-characters'] as const;
  return ensureDemo(database.pool, { dataDir, publicUrl: 'http://localhost:8080', secrets });
};

/** What a first start is interrupted in, as a kill would: from there on, it writes nothing. */
const interruptions: [name: string, when: string][] = [
  ['a settlement that has begun', 'update on settlements for each row when (new.id = 3)'],
  ['the bank accounts to pay to', 'insert on bank_accounts for each row'],
];

it.each(interruptions)('is whole although the first start ended in the middle of %s', async (_name, when) => {
  const { owner } = database;
  await owner.query(`
    create function interrupt() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$;
    create trigger interrupted before ${when} execute function interrupt()`);
  await expect(start()).rejects.toThrow('interrupted');
  await owner.query('drop function interrupt() cascade');
  const { facts, created } = await start();
  expect(created).toBe(true);
  expect(facts.company.links.merchant).toHaveLength(3);
  const { rows } = await sql<{ status: string; days: bigint }>`
    select s.status, count(distinct s.started_at::date) as days from settlements s group by s.status`.execute(
    database.db,
  );
  expect(rows.map(({ status }) => status)).toEqual(['done']);
  expect(Number(rows[0]?.days)).toBeGreaterThanOrEqual(20);
  await expectBooksToHold(database.db);
});
