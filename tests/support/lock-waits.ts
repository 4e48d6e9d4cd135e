/** Holds a transaction open, so that a test can see another one wait for it. */
import type pg from 'pg';
import type { Database } from '../../src/database/pool.ts';
import { inTransaction, type Tx } from '../../src/database/transaction.ts';

export type Held = {
  /** Resolves when another transaction of this database waits for a lock; or when `other` is over without having waited. */
  awaitedBy(other: Promise<unknown>): Promise<void>;
  /** Commits it. */
  commit(): Promise<void>;
};

/** Runs `work` and keeps its transaction open until `commit`. */
export async function hold(db: Database, pool: pg.Pool, work: (tx: Tx) => Promise<unknown>): Promise<Held> {
  let done = (): void => {};
  const finished = new Promise<void>((resolve) => {
    done = resolve;
  });
  let worked = (): void => {};
  const isDone = new Promise<void>((resolve) => {
    worked = resolve;
  });
  const outcome = inTransaction(db, async (tx) => {
    await work(tx);
    worked();
    await finished;
  });
  await Promise.race([isDone, outcome]);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
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
      done();
      await outcome;
    },
  };
}
