/** Transactions are retried on transient errors and happen exactly once when a connection is cut. */
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresProxy, type PostgresProxy } from '../../tests/support/postgres-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { createDatabase, createPool, type Database } from './pool.ts';
import { inTransaction, retrying, type Tx } from './transaction.ts';

let database: TestDatabase;
let proxy: PostgresProxy;
let pool: pg.Pool;
/** Connects through the proxy. */
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createPostgresProxy(database.settings);
  pool = createPool(proxy.settings, { connections: 4 });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});

const insert = (tx: Tx, name: string) => sql`insert into holders (kind, name) values ('courier', ${name})`.execute(tx);
const stored = async (name: string): Promise<number> =>
  (await database.pool.query('select from holders where name = $1', [name])).rows.length;

describe('ARCHITECTURE.md, "Transactions": a connection cut at COMMIT', () => {
  it('after it happened: the work is not run again, and its value is answered', async () => {
    let runs = 0;
    proxy.cutOnce('commit', 'unanswered');
    const value = await inTransaction(db, async (tx) => {
      runs += 1;
      await insert(tx, 'unanswered');
      return runs;
    });
    expect([value, runs, await stored('unanswered'), proxy.cuts()]).toEqual([1, 1, 1, 1]);
  });

  it('before it reached the server: the work is run again, once', async () => {
    let runs = 0;
    const before = proxy.cuts();
    proxy.cutOnce('commit', 'unsent');
    await inTransaction(db, async (tx) => {
      runs += 1;
      await insert(tx, 'unsent');
    });
    expect([runs, await stored('unsent'), proxy.cuts() - before]).toEqual([2, 1, 1]);
  });

  it('when nothing was written there is nothing to find out', async () => {
    let runs = 0;
    proxy.cutOnce('commit', 'unanswered');
    const value = await inTransaction(db, async (tx) => {
      runs += 1;
      return (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows[0]?.one;
    });
    expect([value, runs]).toEqual([1, 1]);
  });

  it('many at once, each cut in turn: every one is done once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    for (const [index, name] of names.entries()) {
      proxy.cutOnce('commit', index % 2 === 0 ? 'unanswered' : 'unsent');
      await Promise.all([
        inTransaction(db, (tx) => insert(tx, name)),
        inTransaction(db, (tx) => insert(tx, `${name}+`)),
      ]);
    }
    for (const name of names) expect([await stored(name), await stored(`${name}+`)]).toEqual([1, 1]);
  });
});

describe('ARCHITECTURE.md, "Transactions": during the work', () => {
  it('a connection that the server ends: rolled back and run again', async () => {
    let runs = 0;
    await inTransaction(db, async (tx) => {
      runs += 1;
      await insert(tx, 'terminated');
      if (runs === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    expect([runs, await stored('terminated')]).toEqual([2, 1]);
  });

  it.each(['40001', '40P01'])('SQLSTATE %s: rolled back and run again', async (code) => {
    let runs = 0;
    await inTransaction(db, async (tx) => {
      runs += 1;
      await insert(tx, `state ${code}`);
      if (runs < 3) await sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`.execute(tx);
    });
    expect([runs, await stored(`state ${code}`)]).toEqual([3, 1]);
  });

  it('a real deadlock: one of the two is run again, both are done', async () => {
    // Only a superuser may lower deadlock_timeout.
    const impatient = createDatabase(database.owner);
    await database.pool.query(`insert into holders (kind, name) values ('courier', 'left'), ('courier', 'right')`);
    const both = Promise.withResolvers<void>();
    let holding = 0;
    let runs = 0;
    const lock = (tx: Tx, name: string) => sql`select from holders where name = ${name} for update`.execute(tx);
    const work = (first: string, second: string) =>
      inTransaction(impatient, async (tx) => {
        runs += 1;
        await sql`set local deadlock_timeout = '10ms'`.execute(tx);
        await lock(tx, first);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await lock(tx, second);
        await insert(tx, 'deadlocked');
      });
    await Promise.all([work('left', 'right'), work('right', 'left')]);
    expect([runs, await stored('deadlocked')]).toEqual([3, 2]);
  });

  it('any other error is thrown as it is, once, and gives its connection back', async () => {
    for (let index = 0; index < 10; index += 1) {
      let runs = 0;
      const refusal = new Error('refused');
      const refused = inTransaction(db, async (tx) => {
        runs += 1;
        await insert(tx, 'refused');
        throw refusal;
      });
      await expect(refused).rejects.toBe(refusal);
      expect(runs).toBe(1);
    }
    expect(await stored('refused')).toBe(0);
    expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
  });
});

describe('docs/contract.md, "Errors": 503 unavailable', () => {
  it('a database that stays out of reach', async () => {
    const nowhere = createPool({ host: '/nowhere', port: 1, user: 'x', database: 'x' });
    const refused = inTransaction(createDatabase(nowhere), async () => {});
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    await nowhere.end();
  });

  it('is not what a broken constraint is called, nor a bug', async () => {
    for (const error of [Object.assign(new Error('unique'), { code: '23505' }), new TypeError('a bug')]) {
      let runs = 0;
      const failing = retrying(async () => {
        runs += 1;
        throw error;
      });
      await expect(failing).rejects.toBe(error);
      expect(runs).toBe(1);
    }
  });
});
