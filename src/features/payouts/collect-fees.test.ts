/** Fees collected in both directions, once a day, and drawn by the operator (docs/ledger.md, "What is posted"). */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundFees } from '../../../tests/fixtures/money.ts';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { collectFees, drawFees, type FeesDraw } from './collect-fees.ts';

let world: PayoutWorld;
let book: Book;
const service = bookOf(serviceHolderId);
const errors: unknown[] = [];

beforeEach(async () => {
  world = await createPayoutWorld();
  book = bookOf(await world.makeMerchant());
  errors.length = 0;
});
afterEach(async () => {
  await expectBooksToHold(world.db);
  expect(errors).toEqual([]);
  await world.close();
});

const collect = () => collectFees(shell, world, (error) => errors.push(error));
const day = () => world.clock.advance(24 * 3_600);
const draw = (changes: Partial<FeesDraw> = {}) =>
  world.run((tx) =>
    drawFees(shell, tx, world.clock, { mode: 'test', currency: 'EUR', amount: 40n, reference: 'march', ...changes }),
  );
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** Returns fees after they were collected, so the book's fee account goes below zero: a payment is refunded. */
async function giveBack(amount: bigint): Promise<void> {
  const fees = accountAt({ ...book, currency: 'EUR' }, 'fees');
  await world.run((tx) => refundFees(tx, fees, amount, world.clock.now(book.holderId, 'test')));
}

describe('collecting', () => {
  it('moves a book’s fees to the service, by both transits', async () => {
    await world.fund(book, 'fees', 100n);
    expect(await collect()).toBe(1);
    expect(await world.balances(book)).toEqual({ 'outside:card': -100n, transit: 100n });
    expect(await world.balances(service)).toEqual({ fees: 100n, transit: -100n });
  });

  it('moves them back where refunds made them negative', async () => {
    await world.fund(book, 'fees', 100n);
    await collect();
    await giveBack(70n);
    day();
    expect(await collect()).toBe(1);
    expect(await world.balances(book)).toEqual({ 'outside:card': -30n, transit: 30n });
    expect(await world.balances(service)).toEqual({ fees: 30n, transit: -30n });
  });

  it('once a day for a book and currency, however often and at once', async () => {
    await world.fund(book, 'fees', 100n);
    const counts = await Promise.all([collect(), collect(), collect(), collect()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    await world.fund(book, 'fees', 5n);
    expect(await collect()).toBe(0);
    expect(await world.balances(book)).toMatchObject({ fees: 5n });
    day();
    expect(await collect()).toBe(1);
    expect(await world.balances(service)).toMatchObject({ fees: 105n });
  });

  it('each book, currency and mode by itself; nothing where there is nothing', async () => {
    expect(await collect()).toBe(0);
    const other = bookOf(await world.makeCompany(), 'live');
    await world.fund(book, 'fees', 1n);
    await world.fund(book, 'fees', 2n, 'USD');
    await world.fund(other, 'fees', 3n);
    expect(await collect()).toBe(3);
    expect(await world.balances(service)).toMatchObject({ fees: 1n });
    expect(await world.balances(service, 'USD')).toMatchObject({ fees: 2n });
    expect(await world.balances(bookOf(serviceHolderId, 'live'))).toMatchObject({ fees: 3n });
  });
});

describe('drawing', () => {
  beforeEach(async () => {
    await world.fund(book, 'fees', 100n);
    await collect();
  });

  it('moves the service’s fees to the bank', async () => {
    expect(await draw()).toBe(true);
    expect(await world.balances(service)).toEqual({ fees: 60n, transit: -100n, 'outside:bank': 40n });
  });

  it('the same reference is drawn once, also at once', async () => {
    const results = await Promise.all([draw(), draw(), draw()]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await draw()).toBe(false);
    expect(await refusal(draw({ amount: 41n }))).toBe('idempotency_conflict');
    expect(await refusal(draw({ currency: 'USD' }))).toBe('idempotency_conflict');
    expect(await world.balances(service)).toMatchObject({ fees: 60n });
  });

  it.each<[string, Partial<FeesDraw>, string]>([
    ['more than was collected', { amount: 101n }, 'insufficient_funds'],
    ['of a currency without fees', { currency: 'USD' }, 'insufficient_funds'],
    ['of live money that is not there', { mode: 'live' }, 'insufficient_funds'],
    ['nothing', { amount: 0n }, 'validation_failed'],
    ['less than nothing', { amount: -5n }, 'validation_failed'],
    ['without a reference', { reference: '' }, 'validation_failed'],
    ['with a reference of spaces', { reference: 'a b' }, 'validation_failed'],
  ])('%s is refused', async (_name, changes, code) => {
    expect(await refusal(draw(changes))).toBe(code);
    expect(await world.balances(service)).toEqual({ fees: 100n, transit: -100n });
  });

  it('draws at once of different references never exceed the balance', async () => {
    const results = await Promise.all(['a', 'b', 'c'].map((reference) => refusal(draw({ reference }))));
    expect(results.sort()).toEqual(['done', 'done', 'insufficient_funds']);
    expect(await world.balances(service)).toMatchObject({ fees: 20n });
  });
});
