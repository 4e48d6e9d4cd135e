/** Makes races certain: a row is locked by the test itself, until those who race for it are seen to wait. */
import type pg from 'pg';

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
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await pool.query(waiting)).rows.length < count);
}
