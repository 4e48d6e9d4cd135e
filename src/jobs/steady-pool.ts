/**
 * The pool as the queue library needs it. It does not wait for the statement that ends a job: when the database goes
 * away in that very moment, the failure would be nobody's and end the process, or the job would stay taken for hours.
 * So a connection is waited for, and the end of a job is tried until it is written. It is keyed by the job: written
 * twice, it changes nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isConnectionLost } from '../database/database-error.ts';

const pauseMs = 250;

/** The statements that take a job from the queue when it is done, and put it back when it has failed. */
const endsJob = (text: unknown): boolean =>
  typeof text === 'string' && /delete from \S+_private_jobs as jobs|last_error = \(el->>/.test(text);

export type SteadyPool = {
  pool: pg.Pool;
  /** From here on nothing is waited for: what could not be written is found again by the next process. */
  stop(): void;
};

export function createSteadyPool(pool: pg.Pool): SteadyPool {
  let stopped = false;
  const never = new Promise<never>(() => {});

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (stopped) return never;
        if (!isConnectionLost(error)) throw error;
      }
      await delay(pauseMs);
    }
  }

  async function endJob(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    let result = await attempt(() => client.query(query));
    while (result === undefined) {
      await delay(pauseMs);
      if (stopped) return undefined;
      result = await attempt(() => pool.query(query));
    }
    return result;
  }

  /** @returns undefined when the connection was lost, or nothing is waited for any more. */
  async function attempt(work: () => Promise<pg.QueryResult>): Promise<pg.QueryResult | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!stopped && !isConnectionLost(error)) throw error;
      return undefined;
    }
  }

  const steadyClient = (client: pg.PoolClient): pg.PoolClient =>
    intercept(client, 'query', (query: pg.QueryConfig, ...rest: unknown[]) =>
      rest.length === 0 && endsJob(query.text)
        ? endJob(client, query)
        : (client.query as (...all: unknown[]) => unknown)(query, ...rest),
    );

  return {
    // With a callback it is the library's own listener, which looks after itself.
    pool: intercept(pool, 'connect', (callback?: unknown) =>
      callback === undefined
        ? connect().then(steadyClient)
        : (pool.connect as unknown as (callback: unknown) => unknown).call(pool, callback),
    ),
    stop() {
      stopped = true;
    },
  };
}

/** The same object with one method of its own. */
function intercept<T extends object, A extends unknown[]>(
  target: T,
  name: keyof T,
  method: (...args: A) => unknown,
): T {
  return new Proxy(target, {
    get(_, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
