/**
 * The pool for one session of the queue's library, which does not await the statement that ends a job: its rejection
 * would be unhandled and end the process. Here a failed statement returns no rows instead, and `lost` is called: the
 * session no longer knows which jobs are locked in its name, and must be replaced. Nor does it mind that a connection
 * which is lost while the library stops listening on it is released twice, which would be an unhandled rejection as well.
 */
import type pg from 'pg';
import { isRetryable } from '../../base/database/database-error.ts';

type SessionPool = {
  pool: pg.Pool;
  /** From now on a failure ends the session; before, it is thrown to the caller that starts it. */
  begun(): void;
  /** Resolves when no statement is under way any more. */
  idle(): Promise<void>;
};

const nothing = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

export function createSessionPool(pool: pg.Pool, lost: () => void): SessionPool {
  const underWay = new Set<Promise<unknown>>();
  let hasBegun = false;

  /** Errors that the library retries itself are left to it. */
  async function orElse<T>(work: Promise<T>, instead: T): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!hasBegun || isRetryable(error)) throw error;
      lost();
      return instead;
    }
  }

  function track<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<unknown> = work.then(
      () => underWay.delete(ended),
      () => underWay.delete(ended),
    );
    underWay.add(ended);
    return work;
  }

  const guarded = (client: pg.PoolClient): pg.PoolClient =>
    withMethod(client, 'query', (...args: Parameters<pg.PoolClient['query']>) =>
      track(orElse<unknown>(client.query(...args) as unknown as Promise<unknown>, nothing)),
    );
  const absent = { query: async () => nothing, release: () => {} } as unknown as pg.PoolClient;

  return {
    pool: withMethod(pool, 'connect', (callback?: Parameters<pg.Pool['connect']>[0]) =>
      // With a callback it is the library's own LISTEN connection, which reconnects by itself.
      callback === undefined
        ? track(orElse(pool.connect().then(guarded), absent))
        : pool.connect((error, client, release?: Release) => callback(error, client, once(release) as Release)),
    ),
    begun() {
      hasBegun = true;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

type Release = (error?: Error | boolean) => void;

/** @param release nothing where there is no connection, as from a pool that has ended. */
function once(release: Release | undefined): Release | undefined {
  if (release === undefined) return undefined;
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
}

/** A view of the object with one method replaced. */
function withMethod<T extends object>(target: T, name: keyof T, method: (...args: never[]) => unknown): T {
  return new Proxy(target, {
    get(_, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
