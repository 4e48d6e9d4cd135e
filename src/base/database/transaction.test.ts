/** Transactions are retried on transient errors and happen exactly once when a connection is cut. */
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { onClusterAs } from '../../../tests/support/on-cluster.ts';
import { createPostgresProxy, type PostgresProxy } from '../../../tests/support/postgres-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createDatabase, createPool, type Database } from './pool.ts';
import { dryRunTransaction, inRepeatableTransaction, inTransaction, retrying, type Tx } from './transaction.ts';
import { purgeOldMarkers } from './transaction-markers.ts';

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

describe('src/base/database/README.md, "Transactions": a connection cut at COMMIT', () => {
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

describe.skipIf(onClusterAs('noTriggers'))(
  'src/base/database/README.md, "Transactions": a COMMIT that is still under way when it is asked for',
  () => {
    const lock = 7_069;
    const hold = () => holdLock(database.pool, 'select pg_advisory_xact_lock($1)', [lock]);
    const waitsInCommit = `state = 'active' and query like '%; commit' and wait_event = 'advisory'`;
    const waiting = async () =>
      (await database.pool.query(`select pid from pg_stat_activity where ${waitsInCommit}`)).rows as { pid: number }[];

    beforeAll(async () => {
      await database.owner.query(`
      create function wait_in_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${lock}); return null; end $$;
      create constraint trigger wait_in_commit after insert on holders deferrable initially deferred
      for each row when (new.name like 'gated%') execute function wait_in_commit()`);
    });

    /** Is cut off while the server waits within COMMIT, and asks for it by the time this resolves. */
    async function begin(name: string): Promise<{ outcome: Promise<number> }> {
      let runs = 0;
      proxy.cutOnce('commit', 'underWay');
      const outcome = inTransaction(db, async (tx) => {
        runs += 1;
        await insert(tx, runs === 1 ? name : `again ${name}`);
        return runs;
      });
      outcome.catch(() => {});
      await untilLockWaits(database.pool, 1);
      proxy.cutOff();
      // The question waits for the COMMIT.
      await untilLockWaits(database.pool, 2);
      return { outcome };
    }

    it('and happens late: the question waits, the work is not run again', async () => {
      const held = await hold();
      const { outcome } = await begin('gated late');
      await held.release();
      expect([await outcome, await stored('gated late'), await stored('again gated late')]).toEqual([1, 1, 0]);
    });

    it('and fails: the work is run again', async () => {
      const held = await hold();
      const { outcome } = await begin('gated failing');
      await database.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waitsInCommit}`);
      await held.release();
      expect([await outcome, await stored('gated failing'), await stored('again gated failing')]).toEqual([2, 0, 1]);
    });

    it('and stays so: 503, and it can happen still', async () => {
      const held = await hold();
      const { outcome } = await begin('gated stuck');
      await expect(outcome).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
      expect(await waiting()).toHaveLength(1);
      await held.release();
      while ((await waiting()).length > 0);
      expect([await stored('gated stuck'), await stored('again gated stuck')]).toEqual([1, 0]);
    });

    it('and has not reached the server: it is fenced off, and refused when it arrives', async () => {
      let runs = 0;
      proxy.cutOnce('commit', 'late');
      await inTransaction(db, async (tx) => {
        runs += 1;
        await insert(tx, 'fenced');
      });
      expect(await proxy.deliver()).toContain('transaction_markers_pkey');
      expect([runs, await stored('fenced')]).toEqual([2, 1]);
    });

    it.each([
      ['happened', 'unanswered', 1],
      ['did not happen', 'unsent', 2],
    ] as const)('and %s, and the answer to the question is lost too: it is asked again', async (name, when, times) => {
      let runs = 0;
      const before = proxy.cuts();
      proxy.cutInTurn('commit', [when, 'unanswered', 'unsent']);
      await inTransaction(db, async (tx) => {
        runs += 1;
        await insert(tx, name);
      });
      expect([runs, await stored(name), proxy.cuts() - before]).toEqual([times, 1, 3]);
    });
  },
);

describe('src/base/database/README.md, "Transactions": markers', () => {
  const markers = async () =>
    (await database.pool.query('select holder_id, fenced from transaction_markers order by created_at')).rows;

  it('are kept in the book that is named, by what is committed and not repeatable, and for a day', async () => {
    await database.pool.query('delete from transaction_markers');
    await inTransaction(db, (tx) => insert(tx, 'marked'));
    await inTransaction(db, (tx) => insert(tx, 'marked'), { holderId: 12n });
    await inRepeatableTransaction(db, (tx) => insert(tx, 'unmarked'));
    await dryRunTransaction(db, (tx) => insert(tx, 'tried'));
    const refused = inTransaction(db, async (tx) => {
      await insert(tx, 'refused');
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await markers()).toEqual([
      { holder_id: 0n, fenced: false },
      { holder_id: 12n, fenced: false },
    ]);
    expect([await stored('marked'), await stored('unmarked'), await stored('tried')]).toEqual([2, 1, 0]);

    await database.pool.query(
      `update transaction_markers set created_at = now() - interval '24 hours' where holder_id = 0`,
    );
    expect([await purgeOldMarkers(db), await markers()]).toEqual([1, [{ holder_id: 12n, fenced: false }]]);
  });

  it('a repeatable transaction is committed again when its answer was lost', async () => {
    let runs = 0;
    proxy.cutOnce('commit', 'unanswered');
    const value = await inRepeatableTransaction(db, async (tx) => {
      runs += 1;
      await insert(tx, 'repeated');
      return runs;
    });
    expect([value, await stored('repeated')]).toEqual([2, 2]);
  });
});

describe('src/base/database/README.md, "Transactions": during the work', () => {
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
    const both = Promise.withResolvers<void>();
    let holding = 0;
    let runs = 0;
    const lock = (tx: Tx, name: string) => sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
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

describe('docs/contract/partner.md, "Errors": 503 unavailable', () => {
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

describe('statements given to a transaction together', () => {
  it.each([0, 1, 4])('fail with the one in place %i, and none after it runs outside the transaction', async (place) => {
    // With one connection, what a transaction leaves behind runs before the next one.
    const only = createPool(database.settings, { connections: 1 });
    const one = createDatabase(only);
    const fail = (tx: Tx) => sql`select 1 / 0`.execute(tx);
    const work = inTransaction(one, (tx) =>
      Promise.all(Array.from({ length: 5 }, (_, n) => (n === place ? fail(tx) : insert(tx, `together ${place}`)))),
    );
    await expect(work).rejects.toThrow('division by zero');
    await inTransaction(one, (tx) => insert(tx, 'afterwards'));
    expect(await stored(`together ${place}`)).toBe(0);
    await only.end();
  });
});
