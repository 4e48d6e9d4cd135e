/** A database that one test gives back is as good as a new one for the next, connections and all. */
import type pg from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { createPostingWorld } from './fixtures/posting.ts';
import { expectBooksToHold } from './support/assert-books.ts';
import { createTestDatabase } from './support/test-database.ts';

const isOnCluster = inject('cluster') !== null;

/** What work answers in each session that the pool has. */
async function inEach<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T[]> {
  const connecting = Array.from({ length: pool.idleCount }, () => pool.connect());
  const clients = await Promise.all(connecting);
  const answers = await Promise.all(clients.map(work));
  for (const client of clients) client.release();
  return answers;
}

const sessionOf = async (client: pg.PoolClient): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid;

/** What a session can keep after its transactions, each where PostgreSQL shows it, and a row. */
const leftovers = async (client: pg.PoolClient): Promise<unknown> =>
  (
    await client.query(`
      select session_user as "user", current_user as role, current_setting('timezone') as zone,
        current_setting('statement_timeout') as timeout,
        (select count(*)::int from pg_listening_channels()) as channels,
        (select count(*)::int from pg_class where relnamespace = pg_my_temp_schema()) as tables,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
        (select count(*)::int from holders where name = 'Left') as rows`)
  ).rows[0];

const leave = async (client: pg.PoolClient): Promise<void> => {
  for (const statement of [
    `set timezone to 'Asia/Tokyo'`,
    'set statement_timeout to 1234',
    'listen test',
    'create temporary table left_over (id int)',
    'select pg_advisory_lock_shared(7)',
    `insert into holders (kind, name) values ('courier', 'Left')`,
  ])
    await client.query(statement);
};

it.skipIf(isOnCluster)('nothing of a test is left in the connections that serve the next', async () => {
  const first = await createTestDatabase();
  await Promise.all([first.pool.query('select 1'), first.pool.query('select 1')]);
  const fresh = await inEach(first.pool, leftovers);
  await inEach(first.pool, leave);
  const sessions = await inEach(first.pool, sessionOf);
  expect(await inEach(first.pool, leftovers)).not.toContainEqual(fresh[0]);
  await first.drop();

  const next = await createTestDatabase();
  expect(next.settings).toEqual(first.settings);
  expect((await inEach(next.pool, sessionOf)).toSorted()).toEqual(sessions.toSorted());
  expect(await inEach(next.pool, leftovers)).toEqual(fresh);
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

it('books that do not hold are told, with the words of the check, and those of the next test hold', async () => {
  const world = await createPostingWorld();
  await world.topUp(world.company, 5_000n);
  await expectBooksToHold(world.db);
  await world.database.owner.query('update transfers set amount = amount + 1');
  const failure: { actual?: unknown } = await expectBooksToHold(world.db).then(
    () => ({}),
    (error: unknown) => error as { actual: unknown },
  );
  expect(JSON.stringify(failure.actual)).toMatch(/asks for 5000 .*, posted 5001/);
  await world.close();

  const next = await createPostingWorld();
  await next.topUp(next.company, 5_000n);
  await expectBooksToHold(next.db);
  await next.close();
});
