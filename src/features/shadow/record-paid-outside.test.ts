/** Payments outside the service on a real database: which balances they lower, all orders or none, once per ref. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, refusal, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';

let world: ShadowWorld;
let book: Book;
let rider: bigint;

beforeAll(async () => {
  world = await createShadowWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook();
  rider = await world.makeLink(book, 'courier');
  await world.shadow(book, 'a', [merchant(null, 70n), courier(rider, 20n), partner(5n)]);
  await world.shadow(book, 'b', [merchant(null, 30n)], { shadowMerchantRef: null, shadowMerchantName: 'Grill' });
  await world.settle(book);
});

const owed = {
  'shadow:commission': 5n,
  'shadow:earnings:ref:taverna': 70n,
  'shadow:earnings:name:Grill': 30n,
};

describe('docs/ledger.md, "What is posted": paid outside the service', () => {
  it('the restaurant and the courier are owed that much less; nothing real moves', async () => {
    const courierAccount = `shadow:earnings:courier:${rider}`;
    expect(await world.accounts(book)).toEqual({ ...owed, [courierAccount]: 20n, 'shadow:clearing': -125n });
    const paid = await world.payOutside(book, 'p1', [item('a', 0.3), item('b'), item('a', 0.05, 'courier')], 'bank 7');
    expect(paid.lines.map((line) => [line.partnerOrderRef, line.type, line.amount])).toEqual([
      ['a', 'merchant', 30n],
      ['b', 'merchant', 30n],
      ['a', 'courier', 5n],
    ]);
    expect(await world.accounts(book)).toEqual({
      'shadow:commission': 5n,
      'shadow:earnings:ref:taverna': 40n,
      [courierAccount]: 15n,
      'shadow:clearing': -60n,
    });
    const order = await world.find(book, 'a');
    expect(order.splits.map(({ paidOutside }) => paidOutside)).toEqual([30n, 5n, 0n]);
    expect(await world.eventsOf(order)).toEqual(['order.created', 'order.settled', 'shadow_order.paid_outside']);
    await expectBooksToHold(world.db);
  });

  it('in parts, until nothing is left', async () => {
    for (const [ref, amount] of [
      ['p1', 0.3],
      ['p2', 0.3],
      ['p3', undefined],
    ] as const) {
      await world.payOutside(book, ref, [item('a', amount)]);
    }
    expect((await world.find(book, 'a')).splits.map(({ paidOutside }) => paidOutside)).toEqual([70n, 0n, 0n]);
    expect(await refusal(world.payOutside(book, 'p4', [item('a', 0.01)]))).toEqual([
      'invalid_state',
      'orders[0].partner_order_ref has nothing left for the merchant',
    ]);
    await expectBooksToHold(world.db);
  });

  it('all of the list or nothing, and what was refused keeps no ref', async () => {
    await world.shadow(book, 'unsettled', [merchant(null, 1n)]);
    const before = await world.accounts(book);
    expect(await refusal(world.payOutside(book, 'p1', [item('a'), item('unsettled')]))).toEqual([
      'invalid_state',
      'orders[1].partner_order_ref is unsettled, not settled',
    ]);
    expect(await refusal(world.payOutside(book, 'p1', [item('a'), item('b', 0.31)]))).toEqual([
      'validation_failed',
      'orders[1].amount is more than the 0.30 EUR that are left',
    ]);
    expect(await world.accounts(book)).toEqual(before);
    await world.payOutside(book, 'p1', [item('a')]);
    await expectBooksToHold(world.db);
  });

  it('the same ref twice, ten times at once: recorded once; with another request it is a conflict', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => world.payOutside(book, 'p1', [item('a', 0.3), item('b', 0.1)])),
    );
    expect(outcomes.filter((one) => !one.replayed)).toHaveLength(1);
    expect(new Set(outcomes.map((one) => one.payment.id)).size).toBe(1);
    expect(await refusal(world.payOutside(book, 'p1', [item('a', 0.2), item('b', 0.1)]))).toEqual([
      'idempotency_conflict',
    ]);
    expect(await world.balance(book, 'shadow:earnings:ref:taverna')).toBe(40n);
    await expectBooksToHold(world.db);
  });

  it('ten at once with refs of their own never pay more than what is left, and do not deadlock', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => {
        const items = [item('a', 0.2), item('b', 0.1)];
        return world.payOutside(book, `p${n}`, n % 2 === 0 ? items : items.toReversed());
      }),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
    expect(await world.accounts(book)).toMatchObject({ 'shadow:earnings:ref:taverna': 10n });
    expect(await world.balance(book, 'shadow:earnings:name:Grill')).toBe(0n);
    await expectBooksToHold(world.db);
  });

  it('the same ref in the other mode is another payment', async () => {
    const live: Book = { ...book, mode: 'live' };
    await world.shadow(live, 'a', [merchant(null, 50n)]);
    await world.settle(live);
    const first = await world.payOutside(live, 'p', [item('a', 0.5)]);
    const own = await world.payOutside(book, 'p', [item('a', 0.3)]);
    expect([own.replayed, own.payment.id === first.payment.id]).toEqual([false, false]);
    expect(await world.payOutside(book, 'p', [item('a', 0.3)])).toEqual({ ...own, replayed: true });
    expect(await world.balance(book, 'shadow:earnings:ref:taverna')).toBe(40n);
    await expectBooksToHold(world.db);
  });

  it('knows only orders of its own book', async () => {
    const other = await world.makeBook();
    const live: Book = { ...book, mode: 'live' };
    for (const stranger of [other, live]) {
      expect(await refusal(world.payOutside(stranger, 'p', [item('a')]))).toEqual([
        'validation_failed',
        'orders[0].partner_order_ref is not the ref of an order',
      ]);
    }
    await world.payOutside(book, 'p', [item('a')]);
    await expectBooksToHold(world.db);
  });
});
