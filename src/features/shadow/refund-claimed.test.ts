/**
 * Refunds of shadow orders that were partly paid outside and claimed (docs/ledger.md, "What is posted"): taken first
 * from the balance still owed, then from what was claimed like any settled share, never from what was paid outside.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';

let world: ShadowWorld;
let book: Book;
let shop: bigint;

beforeAll(async () => {
  world = await createShadowWorld();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  await world.shadow(book, 'a', [merchant(null, 80n), partner(20n)]);
  await world.settle(book);
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

const claim = () => world.claim(book, { claimRef: 'c', linkId: shop, orderRefs: ['a'] });

describe('a refund of a shadow order', () => {
  it('paid outside in part: only what is still owed goes back', async () => {
    await world.payOutside(book, 'p', [item('a', 0.5)]);
    expect(await world.accounts(book)).toEqual({
      'shadow:clearing': -50n,
      'shadow:earnings:ref:taverna': 30n,
      'shadow:commission': 20n,
    });
    await world.refund(book, 'a');
    expect(await world.accounts(book)).toEqual({});
    expect(await world.states(book, 'a')).toBe('refunded reversed');
  });

  it('claimed: real earnings go back to clearing, and what they lack is a debt', async () => {
    await world.topUp(book, 80n);
    await claim();
    await world.spend(book, `earnings:${shop}`, 50n);
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -30n,
      [`earnings:${shop}`]: 30n,
      'shadow:clearing': -20n,
      'shadow:commission': 20n,
    });
    await world.refund(book, 'a');
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -30n,
      clearing: 30n,
      debts: -50n,
      [`debt:${shop}`]: 50n,
    });
  });

  it('paid outside, claimed and refunded in parts: each part goes back from where it still is', async () => {
    await world.topUp(book, 80n);
    await world.payOutside(book, 'p', [item('a', 0.3)]);
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 10n }] });
    await claim();
    expect(await world.accounts(book)).toMatchObject({ clearing: 40n, [`earnings:${shop}`]: 40n });
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 25n }] });
    expect(await world.accounts(book)).toMatchObject({ clearing: 65n, [`earnings:${shop}`]: 15n });
    // 45 of the share can still be refunded, but only 15 of that is in the ledger: 30 were paid outside.
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 45n }] });
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -80n,
      clearing: 80n,
      'shadow:clearing': -20n,
      'shadow:commission': 20n,
    });
  });

  it('claimed, and then canceled: all of it goes back', async () => {
    await world.topUp(book, 80n);
    await claim();
    await world.cancel(book, 'a');
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -80n, clearing: 80n });
  });
});
