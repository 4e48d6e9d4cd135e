/** The end of a job is written whatever becomes of the connection, and nothing of it is left to nobody. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPostgresProxy, type PostgresProxy } from '../../tests/support/postgres-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { createPool } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { addJob, type RunningJobs, startJobs } from './jobs.ts';

let database: TestDatabase;
let proxy: PostgresProxy;
let pool: ReturnType<typeof createPool>;
let jobs: RunningJobs;
let runs: number;
let work: () => Promise<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await createPostgresProxy(database.settings);
  pool = createPool(proxy.settings, { driverTypes: true });
  runs = 0;
  work = async () => {};
  const handlers = {
    test: async () => {
      runs += 1;
      await work();
    },
  };
  jobs = await startJobs({ pool, db: database.db, handlers, recurring: [], onError: () => {} });
});
afterEach(async () => {
  await jobs.stop();
  await pool.end();
  await proxy.close();
  await database.drop();
});

const begin = () => inTransaction(database.db, (tx) => addJob(tx, { name: 'test', payload: {}, key: 'test' }));

type Waiting = { attempts: number; locked: boolean; error: string | null };

/** Polls until the queue is as it should be. */
async function untilQueue(is: (rows: Waiting[]) => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const { rows } = await database.pool.query<Waiting>(
      `select attempts, locked_by is not null as locked, last_error as error from graphile_worker._private_jobs`,
    );
    if (is(rows)) return;
    if (Date.now() > deadline) throw new Error(`The queue is ${JSON.stringify(rows)}.`);
  }
}

it.each(['unsent', 'unanswered'] as const)('a job that is done leaves the queue, its end cut off %s', async (when) => {
  proxy.cutOnce('delete from', when);
  await begin();
  await untilQueue((rows) => rows.length === 0 && proxy.cuts() === 1);
  expect(runs).toBe(1);
});

it.each(['unsent', 'unanswered'] as const)('a job that failed is put back, its end cut off %s', async (when) => {
  work = async () => {
    throw new Error('not today');
  };
  proxy.cutOnce('last_error = ', when);
  await begin();
  await untilQueue((rows) => rows[0]?.error === 'not today' && !rows[0].locked && proxy.cuts() === 1);
});
