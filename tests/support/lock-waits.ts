/** Makes races certain: the test itself holds a transaction open until those who race for its locks are seen to wait. */
import type pg from 'pg';
import type { Database } from '../../src/base/database/pool.ts';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import { onCluster } from './on-cluster.ts';

/** On a cluster, who waits for a row waits on the machine that has it. */
const activity = onCluster ? 'citus_stat_activity' : 'pg_stat_activity';
const waiting = `select from ${activity} where datname = current_database() and wait_event_type = 'Lock'`;

export type Held = {
  /** Resolves when another transaction of this database waits for a lock; or when `other` is over without having waited. */
  awaitedBy(other: Promise<unknown>): Promise<void>;
  /** Commits it. */
  commit(): Promise<void>;
};

/** Runs `work` and keeps its transaction open until `commit`. */
export async function hold(db: Database, pool: pg.Pool, work: (tx: Tx) => Promise<unknown>): Promise<Held> {
  const worked = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const outcome = inTransaction(db, async (tx) => {
    await work(tx);
    worked.resolve();
    await finished.promise;
  });
  await Promise.race([worked.promise, outcome]);
  return {
    async awaitedBy(other) {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      other.then(over, over);
      while (!isOver && (await pool.query(waiting)).rows.length === 0);
    },
    async commit() {
      finished.resolve();
      await outcome;
    },
  };
}

export type HeldLock = {
  /** In the transaction that holds it. */
  query(statement: string, values: unknown[]): Promise<unknown>;
  release(): Promise<void>;
};

/** Runs a statement that locks, in a transaction that stays open until it is released. */
export async function holdLock(pool: pg.Pool, statement: string, values: unknown[]): Promise<HeldLock> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(statement, values);
  return {
    query: (more, parameters) => client.query(more, parameters),
    async release() {
      await client.query('commit');
      client.release();
    },
  };
}

/** Resolves once so many connections to the database wait for a lock. */
export async function untilLockWaits(pool: pg.Pool, count: number): Promise<void> {
  while ((await pool.query(waiting)).rows.length < count);
}
