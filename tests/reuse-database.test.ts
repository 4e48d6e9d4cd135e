/** A database that one test gives back is as good as a new one for the next, connections and all. */
import type pg from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';

const isOnCluster = inject('cluster') !== null;

const sessionOf = async (client: pg.Pool | pg.PoolClient): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid;

/** What a session can keep after its transactions, each where PostgreSQL shows it. */
async function leftovers({ pool, settings }: TestDatabase): Promise<unknown> {
  const { rows } = await pool.query(`
    select session_user as "user", current_user as role, current_setting('timezone') as zone,
      current_setting('statement_timeout') as timeout,
      (select count(*)::int from pg_listening_channels()) as channels,
      (select count(*)::int from pg_class where relnamespace = pg_my_temp_schema()) as tables,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
      (select count(*)::int from holders where name = 'Left') as rows`);
  expect(rows[0].user).toBe(settings.user);
  return rows[0];
}

it.skipIf(isOnCluster)('nothing of a test is left in the connections that serve the next', async () => {
  const first = await createTestDatabase();
  const fresh = await leftovers(first);
  const session = await sessionOf(first.pool);
  for (const statement of [
    `set timezone to 'Asia/Tokyo'`,
    'set statement_timeout to 1234',
    'listen test',
    'create temporary table left_over (id int)',
    'select pg_advisory_lock(7)',
    `insert into holders (kind, name) values ('courier', 'Left')`,
  ])
    await first.pool.query(statement);
  expect(await sessionOf(first.pool)).toBe(session);
  expect(await leftovers(first)).not.toEqual(fresh);
  await first.drop();

  const next = await createTestDatabase();
  expect([next.settings, await sessionOf(next.pool)]).toEqual([first.settings, session]);
  expect(await leftovers(next)).toEqual(fresh);
  await next.drop();
});

it.skipIf(isOnCluster)('a connection that is still in use is not handed on', async () => {
  const first = await createTestDatabase();
  const client = await first.pool.connect();
  const session = await sessionOf(client);
  const dropped = first.drop();
  await vi.waitUntil(() => first.pool.ending);
  client.release();
  await dropped;

  const next = await createTestDatabase();
  expect([next.settings, next.pool === first.pool]).toEqual([first.settings, false]);
  const { rows } = await next.owner.query('select 1 from pg_stat_activity where pid = $1', [session]);
  expect(rows).toEqual([]);
  await next.drop();
});
