/** A worker counts as alive for as long as its process runs, whatever happens to its connection. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createPool } from '../../base/database/pool.ts';
import { aliveKey, aliveLockClass, holdAliveLocks } from './alive-locks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const workers = ['worker-a', 'worker-b'];
const allKeys = workers.map(aliveKey).sort();

type Held = { pid: number; key: number };

async function held(): Promise<Held[]> {
  const { rows } = await database.pool.query<Held>(
    `select l.pid, l.objid::int as key from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory' and l.classid = $1 and l.granted`,
    [aliveLockClass],
  );
  return rows;
}

async function untilHeld(keys: number[], otherThan?: number): Promise<number | undefined> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const rows = await held();
    const found = rows.map((row) => row.key).sort();
    const same = found.length === keys.length && found.every((key, index) => key === keys[index]);
    if (same && rows.every((row) => row.pid !== otherThan)) return rows[0]?.pid;
    if (Date.now() > deadline) throw new Error(`Held are ${JSON.stringify(rows)}.`);
    await delay(10);
  }
}

it('holds a lock for each worker, takes them again when its connection is lost, and frees them in the end', async () => {
  const pool = createPool(database.settings, { driverTypes: true });
  const alive = await holdAliveLocks(pool);
  for (const worker of workers) alive.add(worker);
  const first = await untilHeld(allKeys);

  await database.pool.query('select pg_terminate_backend($1::int)', [first]);
  const second = await untilHeld(allKeys, first);
  expect(second).not.toBe(first);

  alive.release();
  await untilHeld([]);
  await pool.end();
});

it('stays away when it is released as its connection is lost', async () => {
  const pool = createPool(database.settings, { driverTypes: true });
  const alive = await holdAliveLocks(pool);
  alive.add('worker-c');
  const pid = await untilHeld([aliveKey('worker-c')]);
  await database.pool.query('select pg_terminate_backend($1::int)', [pid]);
  alive.release();
  await pool.end();
  await untilHeld([]);
});
