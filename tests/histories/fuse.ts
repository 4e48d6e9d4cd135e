/**
 * Ends the service's work between two of its statements, as the loss of a connection or the death of the process does:
 * nothing in the product knows of it. What a transaction had not committed is undone by PostgreSQL, and a COMMIT whose
 * answer is lost stands.
 */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { cutConnections } from '../../src/base/database/pool.ts';

/**
 * `connection`: it is gone before the statement arrives; `answer`: when the statement is done; the service goes on.
 * `process`: nothing the service does after this statement reaches the database; `last-words`: the statement still does.
 */
export const ways = ['connection', 'answer', 'process', 'last-words'] as const;
export type Way = (typeof ways)[number];

/** At the so-manieth statement, or at the first COMMIT. */
export type Plan = { way: Way; at: number | 'commit' };

export type Fuse = ReturnType<typeof placeFuse>;

/** Turns of the event loop until the pool notices that its connections are closed. */
const turnsToClose = 5;

class Killed extends Error {}

/** @returns the fuse of a pool: its `remove` leaves the pool as it was. */
export function placeFuse(pool: pg.Pool) {
  const watched = new WeakSet<pg.PoolClient>();
  const connect = pool.connect;
  let plan: Plan | undefined;
  let left = 0;
  let dead = false;
  let blown = false;
  let commits = 0;

  async function run(client: pg.PoolClient, query: (...args: unknown[]) => unknown, args: unknown[]): Promise<unknown> {
    if (dead) throw new Killed('The process is dead.');
    if (plan === undefined || blown) return counted(await query(...args), args);
    left -= 1;
    if (plan.at === 'commit' ? !isCommit(args) : left > 0) return counted(await query(...args), args);
    blown = true;
    const { way } = plan;
    if (way === 'process') return die();
    if (way === 'connection') {
      cut(client);
      return query(...args);
    }
    const answer = counted(await query(...args), args);
    if (way === 'last-words') return die();
    cut(client);
    void answer;
    throw new Error('Connection terminated unexpectedly');
  }

  /** Whether a COMMIT is done is known by its answer. */
  function counted(answer: unknown, args: unknown[]): unknown {
    if (isCommit(args)) commits += 1;
    return answer;
  }

  function die(): never {
    dead = true;
    cutConnections(pool);
    throw new Killed('The process dies.');
  }

  function watch(client: pg.PoolClient): pg.PoolClient {
    if (watched.has(client)) return client;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) =>
      typeof args.at(-1) === 'function' ? query(...args) : run(client, query, args)) as typeof client.query;
    return client;
  }

  /** Whatever a dead process still asks for, it gets no connection: the pool would hand it out one of those that are closing. */
  const refuse = (done?: (...args: unknown[]) => void) => {
    const killed = new Killed('The process is dead.');
    if (done === undefined) return Promise.reject(killed);
    process.nextTick(done, killed);
    return undefined;
  };

  pool.connect = ((done?: (...args: unknown[]) => void) =>
    dead
      ? refuse(done)
      : done === undefined
        ? (connect.call(pool, undefined as never) as unknown as Promise<pg.PoolClient>).then(watch)
        : connect.call(pool, done as never)) as typeof pool.connect;

  return {
    arm(next: Plan): void {
      plan = next;
      left = next.at === 'commit' ? 0 : next.at;
      blown = false;
      commits = 0;
    },
    isBlown: (): boolean => blown,
    /** The service lives again. @returns what came of it. `commits`: transactions that stand. */
    async disarm(): Promise<{ blown: boolean; commits: number }> {
      plan = undefined;
      // A new process has no connections of the old one.
      for (let turn = 0; dead && turn < turnsToClose; turn += 1) await setImmediate();
      dead = false;
      return { blown, commits };
    },
    remove(): void {
      pool.connect = connect;
    },
  };
}

const isCommit = ([text]: unknown[]): boolean => typeof text === 'string' && /\bcommit$/i.test(text);

const cut = (client: pg.PoolClient): void => {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
};
