/** Who waits for events of a book is woken by the sequencer, with all others of the same round in a few notifications. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { createEventSignals } from './event-signals.ts';
import { type EventBook, eventsChannel, notifyReaders, signalOf } from './events.repository.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('books are told apart, however many one notification names', async () => {
  const signals = createEventSignals();
  const woken: string[] = [];
  const waiting = (['1:test', '1:live', '12:test', '2:live'] as const).map(async (name) => {
    const [holderId, mode] = name.split(':') as [string, 'test' | 'live'];
    const waiter = signals.open({ holderId: BigInt(holderId), mode }, null);
    await waiter?.next(new AbortController().signal);
    woken.push(name);
  });
  signals.notify('1:test 12:test');
  await Promise.all([waiting[0], waiting[2]]);
  expect(woken).toEqual(['1:test', '12:test']);
  signals.notify('2:live');
  await waiting[3];
  expect(woken).toEqual(['1:test', '12:test', '2:live']);
  signals.stop();
  await waiting[1];
});

it('a round of many books is a few notifications, each as long as PostgreSQL takes', async () => {
  const books: EventBook[] = Array.from({ length: 700 }, (_, n) => ({
    holderId: 2n ** 63n - 1n - BigInt(n),
    mode: 'live',
  }));
  const client = await database.pool.connect();
  const payloads: string[] = [];
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.query(`listen ${eventsChannel}`);
  await inTransaction(database.db, (tx) => notifyReaders(tx, books));
  await client.query('unlisten *');
  client.release();
  expect(payloads).toHaveLength(3);
  expect(payloads.flatMap((payload) => payload.split(' '))).toEqual(books.map(signalOf));
});
