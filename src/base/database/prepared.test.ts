/** Statements that are planned once for each connection, and those that are not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { int4 } from './columns.ts';
import { createDatabase, createPool } from './pool.ts';
import { query } from './statement.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('is prepared once on each connection, in transactions too, and takes other values each time', async () => {
  const pool = createPool(database.settings, { connections: 1 });
  const db = createDatabase(pool);
  const doubled = (n: number) => query({ doubled: int4 }, { prepared: 'double' })`select ${n}::int4 * 2 as doubled`;
  const plain = (n: number) => query({ doubled: int4 })`select ${n}::int4 + ${n}::int4 as doubled`;
  expect(await doubled(2).execute(db)).toEqual([{ doubled: 4 }]);
  expect(await inTransaction(db, (tx) => doubled(3).execute(tx))).toEqual([{ doubled: 6 }]);
  expect(await plain(4).execute(db)).toEqual([{ doubled: 8 }]);
  const { rows } = await pool.query<{ name: string; statement: string; plans: string }>(
    'select name, statement, generic_plans + custom_plans as plans from pg_prepared_statements',
  );
  expect(rows).toEqual([{ name: 'double', statement: 'select $1::int4 * 2 as doubled', plans: 2n }]);
  await pool.end();
});
