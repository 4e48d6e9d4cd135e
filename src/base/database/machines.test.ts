import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { isConnectionLost } from './database-error.ts';
import { findUnreachable, type Machine, settingsAt, whyUnreachable } from './machines.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let here: Machine;

beforeAll(async () => {
  database = await createTestDatabase();
  here = { host: String(database.pool.options.host), port: Number(database.pool.options.port) };
});
afterAll(() => database.drop());

it('a machine is connected to as the same role, in the database of the same name', async () => {
  const pool = createPool(settingsAt(database.pool, here), { connections: 1 });
  const whoAndWhere = 'select current_user as who, current_database() as database';
  const { rows } = await pool.query(whoAndWhere);
  expect(rows).toEqual((await database.pool.query(whoAndWhere)).rows);
  await pool.end();
});

it('a machine that answers is told from one that does not', async () => {
  expect(await whyUnreachable(database.pool, here)).toBeUndefined();
  expect(await whyUnreachable(database.pool, { host: '127.0.0.1', port: 1 })).toMatch(/ECONNREFUSED/);
});

it('a connection on which nothing is heard is cut, and the next query opens another', async () => {
  const pool = createPool(settingsAt(database.pool, here), { connections: 1, silenceMaxMs: 200 });
  const failure = await pool.query('select pg_sleep(60)').catch((error: unknown) => error);
  expect(isConnectionLost(failure), String(failure)).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

describe.runIf(onCluster)('a cluster', () => {
  it('whose workers answer has none that is unreachable', async () => {
    expect(await findUnreachable(database.pool)).toEqual([]);
  });
});
