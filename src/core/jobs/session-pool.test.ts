/** What the queue's library is given instead of a connection. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { createSessionPool } from './session-pool.ts';

it('a pool that has ended gives nothing to release: the library asks for it once more while it stops', async () => {
  const pool = new pg.Pool();
  await pool.end();
  const session = createSessionPool(pool, () => {});
  const [error, client, release] = await new Promise<Parameters<Parameters<pg.Pool['connect']>[0]>>((resolve) => {
    session.pool.connect((...given) => resolve(given));
  });
  expect([error?.message, client]).toEqual(['Cannot use a pool after calling end on the pool', undefined]);
  release?.();
});
