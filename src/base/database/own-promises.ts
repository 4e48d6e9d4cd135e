/**
 * Queries whose promises are made here, of the driver's callbacks. Found by trial (pg 8.23, V8 13.6): of what was allocated
 * around a promise of the driver's own, up to half outlived the young generation although nothing needed it any more, and
 * collecting the old one stalls the event loop.
 */
import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error | null, result: unknown) => void;

/** Call it for every new connection of a pool. */
export function makeOwnPromises(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    if (typeof args.at(-1) === 'function' || isSubmittable(args[0])) return query(...args);
    const answered = new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
      query(...args, callback);
    });
    return answered.catch(throwFromHere);
  }) as typeof client.query;
}

const isSubmittable = (query: unknown): boolean =>
  typeof (query as Partial<pg.Submittable> | null)?.submit === 'function';

/** As the driver does: the stack leads to whoever asked, not to the socket. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
