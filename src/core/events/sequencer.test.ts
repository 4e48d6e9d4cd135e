/** Positions are dense and unique in each book, in append order, and a late commit never precedes an assigned one. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { job } from '../../../tests/support/actors.ts';
import { makeCompany } from '../../../tests/support/holders.ts';
import { untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { positionEvents } from '../../../tests/support/position-events.ts';
import { createPostgresProxy } from '../../../tests/support/postgres-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createDatabase, createPool } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import { earningsPublishers } from '../../features/event-catalog.ts';
import { presentCommissionTransfer } from '../../features/wallets/present-wallets.ts';
import { subjectOf } from '../ledger/subject.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { assignPositions } from './assign-positions.ts';
import { type EventBook, listEvents, lockSequencer } from './events.repository.ts';
import { createSequencer } from './sequencer.ts';

let database: TestDatabase;
let book: EventBook;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  book = { holderId: await makeCompany(database.db), mode: 'test' };
});
afterAll(() => database.drop());

/** An event identified by its subject. */
const named = (name: string): NewEvent => ({
  type: 'transfer.succeeded',
  subject: subjectOf.transfer(name),
  data: presentCommissionTransfer({ id: 'trf_1', mode: 'test', amount: 100n, currency: 'EUR', createdAt: new Date(0) }),
});
const append = (names: string[], to = book, at = new Date()) =>
  inTransaction(database.db, (tx) => appendEvents({ actor: job, tx, at }, to, names.map(named)));

/** The events a reader of a book sees, with their positions. */
async function read(of = book): Promise<string[]> {
  const events = await listEvents(database.db, of, { after: 0n, limit: 10_000 });
  return events.map(({ position, subjectId }) => `${position} ${subjectId}`);
}

describe('positions', () => {
  it('follow the order of appending, whatever the times say, and are dense in each book', async () => {
    const live: EventBook = { ...book, mode: 'live' };
    const other: EventBook = { ...book, holderId: await makeCompany(database.db) };
    await append(['a', 'b', 'c'], book, new Date(3));
    await append(['live'], live, new Date(2));
    await append(['d'], book, new Date(1));
    await append(['other'], other, new Date(0));
    expect(await read()).toEqual([]);
    expect(await positionEvents(database.db)).toBe(6);
    expect(await positionEvents(database.db)).toBe(0);
    await append(['e']);
    await append(['later'], live);
    await positionEvents(database.db);
    expect(await read()).toEqual(['1 a', '2 b', '3 c', '4 d', '5 e']);
    expect([await read(live), await read(other)]).toEqual([['1 live', '2 later'], ['1 other']]);
  });

  it('of one book only, when asked', async () => {
    const live: EventBook = { ...book, mode: 'live' };
    await append(['a']);
    await append(['b'], live);
    expect(await positionEvents(database.db, book)).toBe(1);
    expect([await read(), await read(live)]).toEqual([['1 a'], []]);
  });

  it('are never given in front of an event that commits late', async () => {
    const late = await database.db.startTransaction().execute();
    await appendEvents({ actor: job, tx: late, at: new Date(0) }, book, [named('late')]);
    await append(['early']);
    await positionEvents(database.db);
    expect(await read()).toEqual(['1 early']);
    await late.commit().execute();
    await positionEvents(database.db);
    expect(await read()).toEqual(['1 early', '2 late']);
  });

  it('are given by one at a time: a round that begins meanwhile sees what the one before it gave', async () => {
    const late = await database.db.startTransaction().execute();
    await appendEvents({ actor: job, tx: late, at: new Date() }, book, [named('late')]);
    await append(['early']);
    const first = await database.db.startTransaction().execute();
    await lockSequencer(first);
    expect(await assignPositions(first, earningsPublishers, { limit: 10 })).toEqual({ positioned: 1, isFull: false });
    await late.commit().execute();
    const second = positionEvents(database.db);
    await untilLockWaits(database.owner, 1);
    await first.commit().execute();
    expect(await second).toBe(1);
    expect(await read()).toEqual(['1 early', '2 late']);
  });

  it('are given to fewer orders at once when they have many splits: one round makes an event of each share', async () => {
    const order = (name: string, shares: number): NewEvent => ({
      ...named(name),
      type: 'order.settled',
      data: { partner_order_ref: name, splits: Array(shares).fill({}) } as never,
    });
    const sizes = [
      ['a', 2],
      ['b', 2],
      ['c', 2],
      ['d', 9],
      ['e', 1],
      ['f', 1],
    ] as const;
    const round = () =>
      inTransaction(database.db, (tx) =>
        assignPositions(tx, earningsPublishers, { limit: 100, only: book, movementsMax: 5 }),
      );
    await inTransaction(database.db, async (tx) => {
      await appendEvents(
        { actor: job, tx, at: new Date() },
        book,
        sizes.map(([name, shares]) => order(name, shares)),
      );
    });
    const rounds = [await round(), await round(), await round(), await round(), await round()];
    expect(rounds.map(({ positioned, isFull }) => `${positioned} ${isFull}`)).toEqual([
      '2 true',
      '1 true',
      '1 true',
      '2 false',
      '0 false',
    ]);
    expect(await read()).toEqual(['1 a', '2 b', '3 c', '4 d', '5 e', '6 f']);
    await database.owner.query('delete from events where holder_id = $1', [book.holderId]);
  });

  it('are not given to what is rolled back', async () => {
    const lost = await database.db.startTransaction().execute();
    await appendEvents({ actor: job, tx: lost, at: new Date() }, book, [named('lost')]);
    await lost.rollback().execute();
    await append(['kept']);
    await positionEvents(database.db);
    expect(await read()).toEqual(['1 kept']);
  });

  it('given by many at once while more is appended: each once, none missing, and what was read stays', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `event-${index}`);
    const seen: string[][] = [];
    await Promise.all(
      names.map(async (name) => {
        await append([name]);
        await positionEvents(database.db);
        seen.push(await read());
      }),
    );
    const all = await read();
    expect(all.map((line) => line.split(' ')[0])).toEqual(names.map((_, index) => String(index + 1)));
    expect(all.map((line) => line.split(' ')[1]).sort()).toEqual([...names].sort());
    for (const lines of seen) expect(all.slice(0, lines.length)).toEqual(lines);
  });
});

describe('the sequencer of a service', () => {
  it('works in the background, beside others, goes on after a lost connection, and ends when told', async () => {
    const proxy = await createPostgresProxy(database.settings);
    const pool = createPool(proxy.settings, { connections: 2 });
    const sequencers = [createDatabase(pool), database.db].map((db) =>
      createSequencer({ db, publishers: earningsPublishers, onError: () => {} }),
    );
    proxy.cutOnce('update events', 'unanswered');
    for (const sequencer of sequencers) sequencer.start();
    const books = modes.map((mode): EventBook => ({ ...book, mode }));
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => append([`event-${index}`], books[index % books.length] as EventBook)),
    );
    while ((await Promise.all(books.map((one) => read(one)))).some((lines) => lines.length < 20));
    await Promise.all(sequencers.map((sequencer) => sequencer.stop()));
    await append(['after the end']);
    for (const one of books) {
      const positions = (await read(one)).map((line) => Number(line.split(' ')[0]));
      expect(positions).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    }
    await pool.end();
    await proxy.close();
  });
});
