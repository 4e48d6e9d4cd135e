/** Refunds that end while something else goes on: the queue behind them, a provider that refuses, other refunds. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../../tests/support/assert-books.ts';
import type { Book } from '../ledger/accounts.ts';
import { merchant, partner } from '../settlements/testing.ts';
import { createShadowWorld, type ShadowWorld } from '../shadow/testing.ts';
import { sweepRefunds } from './refund-payment.ts';

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

const service = { paymentSource: 'service' } as const;
const sweep = async (): Promise<unknown[]> => {
  const errors: unknown[] = [];
  await sweepRefunds(world.deps, (error) => errors.push(error), book);
  return errors;
};

describe('a refund that can not be ended now', () => {
  it('refused while clearing can not give everything back: it steps aside, and is given back once clearing can', async () => {
    const splits = [merchant(shop, 800n), partner(200n)];
    await world.payByCard(await world.record(book, 'a', splits, { totalAmount: 1_000n, ...service }));
    await world.settle(book);
    await world.topUp(book, 300n);
    // Clearing bears 300 of this one, and the next one, which takes all that is left, brings them back to it.
    await world.refund(book, 'a', { amount: 500n, liable: { type: 'partner', ref: null } });
    await world.drain();
    world.provider.says.refund = async () => ({ kind: 'pending' });
    const refund = await world.refund(book, 'a');
    await world.drain();
    await world.move(book, 'clearing', 'outside:bank', 300n);
    world.provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });

    world.clock.advance(60);
    expect(await sweep()).toMatchObject([{ code: 'insufficient_funds' }]);
    expect(await sweep()).toEqual([]);
    expect(await world.refundStatus(refund.id)).toBe('pending');

    await world.topUp(book, 300n);
    await world.drain();
    world.clock.advance(60);
    expect(await sweep()).toEqual([]);
    expect(await world.refundStatus(refund.id)).toBe('failed');
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 800n });
  });

  it('of a provider that is not there any more: it steps aside', async () => {
    await world.payByCard(await world.record(book, 'a', [partner(10n)], { totalAmount: 10n, ...service }));
    const refund = await world.refund(book, 'a');
    world.clock.advance(60);
    const { providers } = world.deps;
    const without = { ...world.deps, providers: { ...providers, named: () => undefined } };
    expect(await sweepRefunds(without, () => {}, book)).toBe(1);
    expect(await sweepRefunds(without, () => {}, book)).toBe(0);
    world.clock.advance(60);
    expect(await sweep()).toEqual([]);
    expect(await world.refundStatus(refund.id)).toBe('succeeded');
  });
});
