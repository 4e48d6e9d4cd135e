/**
 * Shows that a worker is alive: an advisory lock per worker, taken on one connection and released by the database when
 * the process dies. A lost connection is replaced and its locks are taken again, or a live worker would count as dead.
 * Whether a worker is alive must be read from the database, never from here.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

export const aliveLockClass = 5_108;
const reconnectPauseMs = 500;

/** A stable 31-bit number for the lock of the worker with this id. */
export const aliveKey = (workerId: string): number =>
  createHash('sha256').update(workerId).digest().readInt32BE(0) & 0x7fffffff;

export type AliveLocks = {
  add(workerId: string): void;
  remove(workerId: string): void;
  release(): void;
};

/** @throws Error when the database is unreachable at first; later on it reconnects. */
export async function holdAliveLocks(pool: pg.Pool): Promise<AliveLocks> {
  const keys = new Set<number>();
  let released = false;
  /** Undefined while there is no connection. */
  let client: pg.PoolClient | undefined;
  /** A connection takes one query at a time. */
  let locking: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    const fresh = await pool.connect();
    if (released) return fresh.release(true);
    client = fresh;
    fresh.once('end', () => {
      if (released) return;
      client = undefined;
      fresh.release(true);
      void reconnect();
    });
    for (const key of keys) lock(key);
  }

  async function reconnect(): Promise<void> {
    while (!released && client === undefined) {
      await delay(reconnectPauseMs, undefined, { ref: false });
      await connect().catch(() => {});
    }
  }

  const lock = (key: number): void => change('pg_advisory_lock', key);

  /** Fails only with its connection; the next connection takes all locks again. */
  function change(how: 'pg_advisory_lock' | 'pg_advisory_unlock', key: number): void {
    locking = locking.then(() => client?.query(`select ${how}($1, $2)`, [aliveLockClass, key])).catch(() => {});
  }

  await connect();
  return {
    add(workerId) {
      const key = aliveKey(workerId);
      keys.add(key);
      lock(key);
    },
    remove(workerId) {
      const key = aliveKey(workerId);
      keys.delete(key);
      change('pg_advisory_unlock', key);
    },
    release() {
      if (released) return;
      released = true;
      client?.release(true);
    },
  };
}
