/** What is notified is heard, and a gap is told once the connection is back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createNotifications } from './notifications.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('hears its channel, says when it may have missed something, and ends when told', async () => {
  const heard: string[] = [];
  const gap = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const notifications = createNotifications(database.pool);
  notifications.on('news', (payload) => {
    heard.push(payload);
    if (payload === 'first') first.resolve();
    if (payload === 'last') last.resolve();
  });
  notifications.onGap(gap.resolve);
  const notify = (channel: string, payload: string) =>
    database.pool.query('select pg_notify($1, $2)', [channel, payload]);
  await notifications.listen();
  await notify('other', 'of another channel');
  await notify('news', 'first');
  // A connection that is cut before may never have been sent it.
  await first.promise;
  const { rows } = await database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%news%'`,
  );
  expect(rows).toHaveLength(1);
  await gap.promise;
  await notifications.listen();
  await notify('news', 'last');
  await last.promise;
  expect(heard).toEqual(['first', 'last']);
  await notifications.stop();
  const listening = `select from pg_stat_activity where datname = current_database() and query ilike 'listen%news%'`;
  while ((await database.owner.query(listening)).rows.length > 0);
});
