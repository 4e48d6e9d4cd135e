/** Scheduled runs, on the book's own clock (docs/ledger.md, "Which orders settle"). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partner } from '../../../tests/fixtures/order-values.ts';
import { createSettlementWorld, type SettlementWorld } from '../../../tests/fixtures/settlements.ts';
import { job, keyOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Schedule } from '../../base/clock/schedule.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { resumeHolder, suspendHolder } from '../holders/change-holder-status.ts';
import { createTestClocks } from '../test-clock/test-clocks.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import { changeSettings } from './change-schedule.ts';
import { runSchedules, type ScheduleDeps } from './run-schedules.ts';
import type { SettingsChange } from './schedule-settings.ts';
import { listDues } from './schedules.repository.ts';
import { createSettlementRunner } from './settlement-runner.ts';
import { listSettlements, type Settlement } from './settlements.repository.ts';

/** A Saturday. */
const start = '2031-03-01T12:00:00Z';
const daySeconds = 24 * 60 * 60;
const mondays: Schedule = { every: 'week', days: [1], time: '06:00' };

let world: SettlementWorld;
let book: Book;
let errors: unknown[];

beforeAll(async () => {
  world = await createSettlementWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(start);
  errors = [];
  book = await world.makeBook();
  // The companies were created on the real clock, years before `start`: let their first run pass before any order
  // exists.
  await run();
  await world.topUp(book, 10_000n);
  await world.topUp(book, 10_000n, 'USD');
});

const deps = (): ScheduleDeps => ({ db: world.db, clock: world.clock, runner: world.runner });
async function run(workers = [deps()]): Promise<void> {
  await Promise.all(workers.map((worker) => runSchedules(job, worker, (error) => errors.push(error))));
  expect(errors).toEqual([]);
}
const runAt = (instant: string): Promise<void> => {
  world.clock.set(instant);
  return run();
};
const change = (settings: SettingsChange, of = book) =>
  inTransaction(world.db, (tx) => changeSettings(keyOf(of), tx, world.clock, of, settings));
const record = (ref: string, currency = 'EUR') => world.record(book, ref, [partner(1n)], { currency });
async function settlements(): Promise<Settlement[]> {
  return (await listSettlements(world.db, book, { limit: 100 })).reverse();
}
const runsOf = async () =>
  (await settlements()).map((one) => [
    one.trigger,
    one.currency,
    one.startedAt.toISOString(),
    Number(one.ordersSettled),
  ]);
const dueAt = async (currency = '*', of = book) => (await listDues(world.db, of)).get(currency)?.toISOString();

const wakeUpOf = ({ holderId, mode }: Book): string => `settle_on_funds:${holderId}:${mode}`;
async function isEnqueued(key: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${key}`.execute(world.db);
  return rows.length === 1;
}

describe('a schedule', () => {
  it('settles daily at 02:00 UTC when nothing was decided, a run for each currency that waits', async () => {
    await record('a');
    await record('b', 'USD');
    await runAt('2031-03-02T01:59:59Z');
    expect(await runsOf()).toEqual([]);
    await runAt('2031-03-02T02:00:00Z');
    await run();
    const at = '2031-03-02T02:00:00.000Z';
    expect(await runsOf()).toEqual([
      ['schedule', 'EUR', at, 1],
      ['schedule', 'USD', at, 1],
    ]);
    expect([...(await listDues(world.db, book))]).toEqual([['*', new Date('2031-03-03T02:00:00Z')]]);
    await runAt('2031-03-03T02:00:00Z');
    expect((await settlements()).length).toBe(2);
    await expectBooksToHold(world.db);
  });

  it('catches a missed run up once, however many it missed', async () => {
    await record('a');
    await runAt('2031-03-12T17:00:00Z');
    await run();
    expect(await runsOf()).toEqual([['schedule', 'EUR', '2031-03-12T17:00:00.000Z', 1]]);
    expect(await dueAt()).toBe('2031-03-13T02:00:00.000Z');
  });

  it('that fails is tried at the next pass, not again in this one', async () => {
    await record('a');
    world.clock.set('2031-03-02T17:00:00Z');
    const begin = () => Promise.reject(new Error('away'));
    // What it returns says nothing of the turn; it ends a pass that would have no end.
    const note = (error: unknown): number => {
      if (errors.push(error) > 3) throw error;
      return errors.length;
    };
    await runSchedules(job, { ...deps(), runner: { ...world.runner, begin } }, note);
    expect(errors).toEqual([new Error('away')]);
    errors = [];
    await run();
    expect(await runsOf()).toEqual([['schedule', 'EUR', '2031-03-02T17:00:00.000Z', 1]]);
    await expectBooksToHold(world.db);
  });

  it('is run once by any number of workers at once', async () => {
    const runners = Array.from({ length: 4 }, () => createSettlementRunner({ db: world.db, clock: world.clock }));
    for (let day = 2; day < 8; day += 1) {
      await record(`race-${day}`);
      await record(`race-usd-${day}`, 'USD');
      world.clock.set(`2031-03-0${day}T02:00:00Z`);
      await run(runners.map((runner) => ({ ...deps(), runner })));
      // A worker that met the other's run left its due time for the next pass.
      await run();
    }
    const runs = await runsOf();
    expect(runs.length).toBe(12);
    expect(new Set(runs.map(([, currency, at]) => `${currency} ${at}`)).size).toBe(12);
    expect(runs.every(([, , , settled]) => settled === 1)).toBe(true);
    await expectBooksToHold(world.db);
  });

  it('waits for a settlement that is running, and keeps its turn', async () => {
    await record('a');
    world.clock.set('2031-03-02T02:00:00Z');
    const { id } = await inTransaction(world.db, (tx) => world.runner.begin(keyOf(book), tx, book, 'request', 'USD'));
    await run();
    expect((await settlements()).map((one) => one.status)).toEqual(['running']);
    await world.runner.drive(job, book, id);
    await runAt('2031-03-02T02:01:00Z');
    expect((await runsOf()).at(-1)).toEqual(['schedule', 'EUR', '2031-03-02T02:01:00.000Z', 1]);
    expect([...(await listDues(world.db, book)).keys()]).toEqual(['*']);
  });

  it('of a currency overrides the default for that currency only', async () => {
    await change({ timeZone: 'Europe/Athens', currencies: new Map([['EUR', mondays]]) });
    expect([await dueAt(), await dueAt('EUR')]).toEqual(['2031-03-02T00:00:00.000Z', '2031-03-03T04:00:00.000Z']);
    await record('a');
    await record('b', 'USD');
    await runAt('2031-03-02T00:00:00Z');
    expect(await world.statuses(book, 'a', 'b')).toEqual(['unsettled', 'settled']);
    await runAt('2031-03-03T04:00:00Z');
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    expect(await dueAt('EUR')).toBe('2031-03-10T04:00:00.000Z');
    expect((await runsOf()).map(([, currency]) => currency)).toEqual(['USD', 'EUR']);

    await change({ currencies: new Map() });
    expect([...(await listDues(world.db, book)).keys()]).toEqual(['*']);
  });

  it('that changes keeps the turn that is due already', async () => {
    await record('a');
    world.clock.set('2031-03-02T02:00:00Z');
    await change({ schedule: mondays });
    expect(await dueAt()).toBe('2031-03-02T02:00:00.000Z');
    await run();
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    expect(await dueAt()).toBe('2031-03-03T06:00:00.000Z');
  });
});

describe('a pause', () => {
  it('stops runs by schedule and by funds, but not “Settle now”; what it held back is not caught up', async () => {
    await change({ paused: true });
    await record('a');
    await runAt('2031-03-02T02:00:00Z');
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await runsOf()).toEqual([]);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 1 });

    await record('b');
    await change({ paused: false });
    expect(await dueAt()).toBe('2031-03-03T02:00:00.000Z');
    await run();
    expect(await world.statuses(book, 'b')).toEqual(['unsettled']);
    await expectBooksToHold(world.db);
  });

  it('that ends wakes what waits for funds, and nothing else', async () => {
    const isWoken = async (): Promise<boolean> => {
      await change({ paused: true });
      await sql`select graphile_worker.remove_job(${wakeUpOf(book)})`.execute(world.db);
      await change({ paused: false });
      return isEnqueued(wakeUpOf(book));
    };
    await record('a', 'JPY');
    expect(await isWoken()).toBe(false);
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['awaiting_funds']);
    await change({ paused: true });
    await world.topUp(book, 1n, 'JPY');
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, 'a')).toEqual(['awaiting_funds']);
    expect(await isWoken()).toBe(true);
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    await expectBooksToHold(world.db);
  });
});

describe('a suspended company', () => {
  it('is settled neither by schedule nor by funds; once it is back, what came due runs once, and funds settle', async () => {
    await record('waits', 'JPY');
    await world.settle(book);
    await record('by schedule');
    await inTransaction(world.db, (tx) => suspendHolder(shell, tx, book.holderId, 'Under review.'));
    await world.topUp(book, 1n, 'JPY');
    await runAt('2031-03-02T02:00:00Z');
    await runAt('2031-03-03T02:00:00Z');
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, 'waits', 'by schedule')).toEqual(['awaiting_funds', 'unsettled']);
    await sql`select graphile_worker.remove_job(${wakeUpOf(book)})`.execute(world.db);

    await inTransaction(world.db, (tx) => resumeHolder(shell, tx, book.holderId));
    expect(await isEnqueued(wakeUpOf(book))).toBe(true);
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, 'waits', 'by schedule')).toEqual(['settled', 'unsettled']);
    await run();
    expect(await world.statuses(book, 'by schedule')).toEqual(['settled']);
    const before = await runsOf();
    await run();
    expect(await runsOf()).toEqual(before);
    await expectBooksToHold(world.db);
  });

  it('is caught up with by its schedule alone', async () => {
    await record('a');
    await inTransaction(world.db, (tx) => suspendHolder(shell, tx, book.holderId, 'Under review.'));
    await runAt('2031-03-03T02:00:00Z');
    expect(await runsOf()).toEqual([]);
    await inTransaction(world.db, (tx) => resumeHolder(shell, tx, book.holderId));
    await run();
    await run();
    expect(await runsOf()).toEqual([['schedule', 'EUR', '2031-03-03T02:00:00.000Z', 1]]);
  });
});

describe('two modes, two clocks', () => {
  it('a test clock makes the test book due, and neither the live one nor another company’s', async () => {
    const others = [{ ...book, mode: 'live' as const }, await world.makeBook()];
    await run();
    await record('a');
    await sql`insert into test_clocks (holder_id, offset_ms) values (${book.holderId}, ${daySeconds * 1_000})`.execute(
      world.db,
    );
    const clock = createTestClocks(world.db, world.clock);
    await clock.catchUp();
    const runner = createSettlementRunner({ db: world.db, clock });
    await run([{ db: world.db, clock, runner }]);
    expect(await runsOf()).toEqual([['schedule', 'EUR', '2031-03-02T12:00:00.000Z', 1]]);
    expect(await dueAt()).toBe('2031-03-03T02:00:00.000Z');
    for (const other of others) expect(await dueAt('*', other)).toBe('2031-03-02T02:00:00.000Z');
  });

  it('settings of one neither stop, hold nor wake the other', async () => {
    const live: Book = { ...book, mode: 'live' };
    for (const [own, other, day] of [
      [book, live, 2],
      [live, book, 3],
    ] as const) {
      await world.record(other, `by schedule ${day}`, [partner(0n)]);
      await world.record(own, `held back ${day}`, [partner(0n)]);
      await change({ paused: true, holdSeconds: 365 * daySeconds, settleOnlyPaid: true }, own);
      await runAt(`2031-03-0${day}T02:00:00Z`);
      expect(await world.statuses(other, `by schedule ${day}`)).toEqual(['settled']);
      expect(await world.statuses(own, `held back ${day}`)).toEqual(['unsettled']);

      await world.record(other, `by funds ${day}`, [partner(1n)], { currency: 'JPY' });
      await world.settle(other);
      const { id } = await world.topUp(other, 1n, 'JPY');
      if (other.mode === 'live') await inTransaction(world.db, (tx) => confirmTopUp(shell, tx, world.clock, id));
      await world.runner.settleIfWaiting(job, other, 'funds');
      expect(await world.statuses(other, `by funds ${day}`)).toEqual(['settled']);
      await world.settle(own);
      expect(await world.statuses(own, `held back ${day}`)).toEqual(['unsettled']);
      await change({ paused: false, holdSeconds: 0, settleOnlyPaid: false }, own);
    }
    await expectBooksToHold(world.db);
  });

  it('a new company’s first run is the first after it was made', async () => {
    const fresh = await world.makeBook();
    await sql`update holders set created_at = '2031-02-28T23:00:00Z' where id = ${fresh.holderId}`.execute(world.db);
    await world.topUp(fresh, 100n);
    await world.record(fresh, 'a', [partner(1n)]);
    await run();
    expect(await world.statuses(fresh, 'a')).toEqual(['settled']);
    expect(await dueAt('*', fresh)).toBe('2031-03-02T02:00:00.000Z');
  });
});
