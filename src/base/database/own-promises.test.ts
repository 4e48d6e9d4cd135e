/** The promises of queries, on real connections. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createPool } from './pool.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.settings, { connections: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space')
    .reduce((sum, { space_used_size: used }) => sum + used, 0);

it('leave nothing of an answered query to the old generation', async () => {
  const client = await pool.connect();
  const ask = async (): Promise<void> => {
    await client.query('select n from generate_series(1, 1000) n');
    await new Promise(setImmediate);
    collect({ type: 'minor' });
  };
  for (let n = 0; n < 10; n += 1) await ask();
  const before = oldBytes();
  for (let n = 0; n < 100; n += 1) await ask();
  const kept = oldBytes() - before;
  client.release();
  // The rows of one take 67 kB. A little of the worker's own may grow old meanwhile.
  expect(kept / 100).toBeLessThan(20_000);
});

it('fail with a stack that leads to whoever asked', async () => {
  const client = await pool.connect();
  async function askWrongly(): Promise<void> {
    await client.query('select nothing from nowhere');
  }
  const error = await askWrongly().catch((caught: Error) => caught);
  client.release();
  expect(error).toMatchObject({ code: '42P01', stack: expect.stringContaining('askWrongly') });
});
