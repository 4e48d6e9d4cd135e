/** Jobs start and complete whatever happens to the connection, and a running job is never given to another worker. */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPostgresProxy, type PostgresProxy } from '../../../tests/support/postgres-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createPool } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { type SystemActor, systemActor } from '../access/actor.ts';
import { type AliveLocks, holdAliveLocks } from './alive-locks.ts';
import { hasWorkers } from './due-jobs.ts';
import { enqueue } from './enqueue.ts';
import { freeDeadWorkers, startJobs } from './jobs.ts';

let database: TestDatabase;
let proxy: PostgresProxy;
let pool: ReturnType<typeof createPool>;
let alive: AliveLocks;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let runs: number;
let work: () => Promise<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await createPostgresProxy(database.settings);
  runs = 0;
  work = async () => {};
  await start();
});
afterEach(async () => {
  await stop();
  await pool.end();
  await proxy.close();
  await database.drop();
});

async function start(): Promise<void> {
  pool = createPool(proxy.settings, { driverTypes: true });
  const send_mail = {
    async run(actor: SystemActor) {
      expect(actor).toEqual(systemActor('send_mail'));
      runs += 1;
      await work();
    },
  };
  alive = await holdAliveLocks(pool);
  jobs = await startJobs({ pool, alive, db: database.db, jobs: { send_mail }, onError: () => {} });
}

async function stop(): Promise<void> {
  await jobs.stop();
  alive.release();
}

const begin = () =>
  inTransaction(database.db, (tx) => enqueue(tx, { name: 'send_mail', payload: { mailId: '1' }, key: 'test' }));

/** @returns a function that completes the job that has started. */
async function beginSlowly(): Promise<() => void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: tell } = Promise.withResolvers<void>();
  work = () => {
    tell();
    return ended;
  };
  await begin();
  await begun;
  return end;
}

type Waiting = { attempts: number; locked: boolean; error: string | null };

async function readQueue(): Promise<Waiting[]> {
  const { rows } = await database.pool.query<Waiting>(
    `select attempts, locked_by is not null as locked, last_error as error from graphile_worker.jobs`,
  );
  return rows;
}

/** Polls until the queue is in the expected state. */
async function untilQueue(is: (rows: Waiting[]) => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const rows = await readQueue();
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

it('a job that was taken, and the answer cut off, is taken again', async () => {
  // A connection sends a statement's text only once, so restart with the job already in the queue.
  await stop();
  await pool.end();
  await begin();
  proxy.cutOnce('attempts = jobs.attempts + 1', 'unanswered', 'mailId');
  await start();
  await untilQueue((rows) => rows.length === 0 && proxy.cuts() === 1);
  expect(runs).toBe(1);
});

it('goes on when the connection that begins to listen is lost after another', async () => {
  await stop();
  await pool.end();
  await begin();
  proxy.cutOnce('LISTEN "jobs:insert"', 'stuck');
  work = async () => {
    await expect.poll(() => proxy.isStuck()).toBe(true);
    proxy.cutOnce('delete from', 'unsent');
  };
  await start();
  await once(pool, 'remove');
  // By now the runner is being stopped: it has given the connection back, and then hears that it was lost.
  await nextTurn();
  proxy.cutOff();
  await untilQueue((rows) => rows.length === 0 && proxy.cuts() === 2);
  expect(runs).toBe(1);
});

it('a job that is being done is not given to another', async () => {
  const end = await beginSlowly();
  await expect.poll(() => hasWorkers(database.db)).toBe(true);
  await freeDeadWorkers(database.db);
  expect(await readQueue()).toMatchObject([{ locked: true }]);
  end();
  await untilQueue((rows) => rows.length === 0);
  expect(runs).toBe(1);
});

it('stops while the database is down, in the middle of a job too', async () => {
  const end = await beginSlowly();
  proxy.shut();
  const stopped = jobs.stop();
  end();
  await stopped;
});
