/** Which days are kept, and that nothing is missing in them: a day is kept once nothing can be posted in it any more. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bringIn } from '../../../../tests/fixtures/money.ts';
import { expectBooksToHold } from '../../../../tests/support/assert-books.ts';
import { makeCompany } from '../../../../tests/support/holders.ts';
import { accountAt } from '../../../../tests/support/ledger-names.ts';
import { hold } from '../../../../tests/support/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import type { Clock } from '../../../base/clock/clock.ts';
import { isOver } from '../../../base/clock/days.ts';
import type { Mode } from '../../../base/money/mode.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { createDayTotals } from './day-totals.ts';

const dayMs = 86_400_000;
const start = Date.parse('2031-03-10T12:00:00Z');

let realMs: number;
/** How far the test clock is ahead. */
let aheadMs: number;
const clock: Clock = { now: (_holderId, mode) => new Date(realMs + (mode === 'test' ? aheadMs : 0)) };

let database: TestDatabase;
let holderId: bigint;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  holderId = await makeCompany(database.db);
  realMs = start;
  aheadMs = 0;
});

it.each([
  ['2031-03-10T12:00:00.000Z', false],
  ['2031-03-11T00:00:00.000Z', false],
  ['2031-03-11T00:59:59.999Z', false],
  ['2031-03-11T01:00:00.000Z', true],
  ['2031-03-12T00:00:00.000Z', true],
])('at %s the tenth is over: %s', (at, over) => {
  const tenth = { day: '2031-03-10', from: new Date('2031-03-10'), to: new Date('2031-03-11') };
  expect(isOver(tenth, new Date(at))).toBe(over);
});

const cameIn = (totals: Awaited<ReturnType<ReturnType<typeof createDayTotals>>>) =>
  Object.fromEntries(
    totals
      .filter(({ clearing }) => clearing.length > 0)
      .map(({ day, clearing }) => [day, clearing.reduce((sum, { amount }) => sum + amount, 0n)]),
  );

it.each<[what: string, mode: Mode, move: () => void, later: string]>([
  ['a test clock moved by days', 'test', () => (aheadMs += 3 * dayMs), '2031-03-13'],
  ['midnight passed', 'test', () => (realMs += dayMs / 2), '2031-03-11'],
  ['midnight passed', 'live', () => (realMs += dayMs / 2), '2031-03-11'],
])('what commits after %s, in %s mode, is in the day of its time', async (_what, mode, move, later) => {
  const book: Book = { holderId, mode };
  const clearing = accountAt({ ...book, currency: 'EUR' }, 'clearing');
  const readDays = createDayTotals({ db: database.db, clock });
  const late = await hold(database.db, database.pool, (tx) => bringIn(tx, clearing, 100n, clock.now(holderId, mode)));
  move();
  expect(cameIn(await readDays(book, 'UTC', 30))).toEqual({});
  await late.commit();
  expect(cameIn(await readDays(book, 'UTC', 30))).toEqual({ '2031-03-10': 100n });
  const { db } = database;
  await db.transaction().execute((tx) => bringIn(tx, clearing, 5n, clock.now(holderId, mode)));
  expect(cameIn(await readDays(book, 'UTC', 30))).toEqual({ '2031-03-10': 100n, [later]: 5n });
  await expectBooksToHold(db);
});

it('a day that is over in real time is kept, however far the test clock is ahead', async () => {
  const book: Book = { holderId, mode: 'test' };
  const clearing = accountAt({ ...book, currency: 'EUR' }, 'clearing');
  const readDays = createDayTotals({ db: database.db, clock });
  await database.db.transaction().execute((tx) => bringIn(tx, clearing, 100n, clock.now(holderId, 'test')));
  realMs += 3 * dayMs;
  aheadMs = 2 * dayMs;
  await readDays(book, 'UTC', 30);
  // What the service may not do, so that what is read again shows.
  const redate = (at: number) =>
    database.owner.query(`update transfers set created_at = $1 where holder_id = $2`, [new Date(at), holderId]);
  await redate(start - dayMs);
  expect(cameIn(await readDays(book, 'UTC', 30))).toEqual({ '2031-03-10': 100n });
  expect(cameIn(await createDayTotals({ db: database.db, clock })(book, 'UTC', 30))).toEqual({ '2031-03-09': 100n });
  await redate(start);
  await expectBooksToHold(database.db);
});
