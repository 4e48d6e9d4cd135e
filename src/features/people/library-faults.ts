/**
 * Finds out why the sign-in library failed: it reports a database that cannot be reached as an error of its own, without
 * the cause, and a caller would be told that something is wrong here instead of to try again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

type Call = { fault?: unknown };
type Api = Record<string, unknown>;

type LibraryFaults = {
  /** What the library must connect with. */
  pool: pg.Pool;
  /** The library's functions. @throws the error of the database in place of one that it caused. */
  watch<T extends object>(api: T): T;
};

export function createLibraryFaults(pool: pg.Pool): LibraryFaults {
  const calls = new AsyncLocalStorage<Call>();

  /** Notes the fault for the call under way. */
  async function noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (fault) {
      const call = calls.getStore();
      if (call !== undefined) call.fault = fault;
      throw fault;
    }
  }

  const watchedClient = (client: pg.PoolClient): pg.PoolClient =>
    override(client, 'query', (...args: unknown[]) =>
      noting(() => (client.query as (...args: unknown[]) => Promise<unknown>)(...args)),
    );

  return {
    pool: override(pool, 'connect', () => noting(async () => watchedClient(await pool.connect()))),
    watch: <T extends object>(api: T): T =>
      new Proxy(api, {
        get(target, name) {
          const found = (target as Api)[name as string];
          if (typeof found !== 'function') return found;
          return (...args: unknown[]) => {
            const call: Call = {};
            return calls.run(call, async () => {
              try {
                return await found.apply(target, args);
              } catch (error) {
                throw isOurs(error) && call.fault !== undefined ? call.fault : error;
              }
            });
          };
        },
      }),
  };
}

/** Whether the library blames the service, and not what it was given. */
const isOurs = (error: unknown): boolean => ((error as { statusCode?: number } | null)?.statusCode ?? 500) >= 500;

/** The object with one method replaced. All others are called on the object itself. */
function override<T extends object>(target: T, name: keyof T, method: unknown): T {
  return new Proxy(target, {
    get(object, asked) {
      if (asked === name) return method;
      const found = Reflect.get(object, asked, object);
      return typeof found === 'function' ? found.bind(object) : found;
    },
  });
}
