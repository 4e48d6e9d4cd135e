/** Refunds that end while other work is in progress: queued orders, a provider that refuses, other refunds. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { job } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { makeRefund, sweepRefunds } from './refund-payment.ts';

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

  it('is canceled: what waited behind it settles by itself', async () => {
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
  await sweepRefunds(job, world.deps, (error) => errors.push(error), book);
  return errors;
};

describe('a refund that can not be ended now', () => {
  it('of a provider that is not there any more: it steps aside', async () => {
    await world.payByCard(await world.record(book, 'a', [partner(10n)], { totalAmount: 10n, ...service }));
    const refund = await world.refund(book, 'a');
    world.clock.advance(60);
    const { providers } = world.deps;
    const without = { ...world.deps, providers: { ...providers, named: () => undefined } };
    expect(await sweepRefunds(job, without, () => {}, book)).toBe(1);
    expect(await sweepRefunds(job, without, () => {}, book)).toBe(0);
    world.clock.advance(60);
    expect(await sweep()).toEqual([]);
    expect(await world.refundStatus(refund.id)).toBe('succeeded');
  });
});

describe('of two refunds of a settled shadow order, the first is refused', () => {
  const shadow = async (): Promise<void> => {
    await world.payByCard(await world.shadow(book, 'a', [merchant(null, 100n)], service));
    await world.settle(book);
    world.provider.says.refund = async () => ({ kind: 'pending' });
  };
  const refuse = async (refund: { id: string }): Promise<void> => {
    world.provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });
    const { id } = await world.db
      .selectFrom('refunds')
      .select('id')
      .where('refundRef', '=', refund.id)
      .executeTakeFirstOrThrow();
    await makeRefund(job, world.deps, book.holderId, id);
  };
  const owed = () => world.balance(book, 'shadow:earnings:ref:taverna');

  it('paid outside meanwhile: the second takes what the first gives back', async () => {
    await shadow();
    const first = await world.refund(book, 'a', { amount: 60n });
    await world.payOutside(book, 'p', [item('a', 0.4)]);
    const second = await world.refund(book, 'a', { amount: 30n });
    expect(await owed()).toBe(0n);
    await refuse(first);
    expect(await owed()).toBe(30n);
    await expectBooksToHold(world.db);
    await refuse(second);
    expect(await owed()).toBe(60n);
    await world.payOutside(book, 'q', [item('a')]);
    expect(await owed()).toBe(0n);
  });

  it('claimed before: the link keeps what one refund would have left it', async () => {
    await shadow();
    await world.topUp(book, 200n);
    await world.payOutside(book, 'p', [item('a', 0.4)]);
    await world.claim(book, { claimRef: 'c', linkId: shop, orderRefs: undefined });
    const earned = () => world.balance(book, `earnings:${shop}`);
    expect(await earned()).toBe(60n);
    const first = await world.refund(book, 'a', { amount: 50n });
    const second = await world.refund(book, 'a', { amount: 50n });
    expect(await earned()).toBe(0n);
    await refuse(first);
    expect(await earned()).toBe(10n);
    await expectBooksToHold(world.db);
    await refuse(second);
    expect(await earned()).toBe(60n);
  });
});
