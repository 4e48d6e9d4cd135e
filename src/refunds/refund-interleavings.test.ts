/** Refunds that end while something else goes on: the queue behind them, a provider that refuses, other refunds. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../../tests/support/assert-books.ts';
import type { Book } from '../ledger/accounts.ts';
import { merchant } from '../settlements/testing.ts';
import { createShadowWorld, type ShadowWorld } from '../shadow/testing.ts';

let world: ShadowWorld;
let book: Book;
let shop: bigint;

beforeAll(async () => {
  world = await createShadowWorld();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  world.provider.says.refund = async () => ({ kind: 'succeeded' });
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

describe('the order that holds up the queue', () => {
  beforeEach(async () => {
    await world.record(book, 'first', [merchant(shop, 900n)], { totalAmount: 900n });
    await world.record(book, 'behind', [merchant(shop, 100n)], { totalAmount: 100n });
    await world.topUp(book, 200n);
    await world.settle(book);
    await world.drain();
    expect(await world.statuses(book, 'first', 'behind')).toEqual(['awaiting_funds', 'awaiting_funds']);
  });

  it('is cancelled: what waited behind it settles by itself', async () => {
    await world.cancel(book, 'first');
    await world.drain();
    expect(await world.statuses(book, 'first', 'behind')).toEqual(['void', 'settled']);
  });

  it('is wholly refunded: what waited behind it settles by itself', async () => {
    await world.refund(book, 'first');
    await world.drain();
    expect(await world.statuses(book, 'first', 'behind')).toEqual(['void', 'settled']);
  });
});
