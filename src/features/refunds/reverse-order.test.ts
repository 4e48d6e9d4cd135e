/** Reversals of charged-back orders (docs/ledger.md, "Charged-back orders"): accounts and states before and after. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { amountsOf, createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { verifyLedger } from '../../core/ledger/verify.ts';
import { holdOrder } from '../orders/hold-order.ts';
import type { Order, Split } from '../orders/order.ts';

let world: RefundWorld;
let book: Book;
let shop: bigint;
let rider: bigint;

beforeAll(async () => {
  world = await createRefundWorld();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  rider = await world.makeLink(book, 'courier');
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

/** An order of 100.00 that its customer has paid by card. */
async function paid(ref: string, splits?: Split[]): Promise<Order> {
  const shares = splits ?? [merchant(shop, 8_000n), courier(rider, 1_000n), partner(1_000n)];
  await world.payByCard(await world.record(book, ref, shares, { totalAmount: 10_000n, paymentSource: 'service' }));
  return world.find(book, ref);
}

async function settled(ref: string, splits?: Split[]): Promise<Order> {
  const order = await paid(ref, splits);
  await world.settle(book);
  return order;
}

const refusal = (code: string, message: string) => ({ code, details: [expect.objectContaining({ message })] });

describe('a settled order', () => {
  it('docs/ledger.md, "Charged-back orders", its last example: what a party has spent is its debt; a dispute that is won undoes all of it', async () => {
    const order = await settled('a');
    await world.spend(book, `earnings:${shop}`, 5_000n);
    await world.chargeBack(order, 10_000n);
    const charged = { 'outside:bank': 5_000n, transit: -10_000n, debt: 10_000n, debts: -10_000n };
    expect(await world.accounts(book)).toEqual({
      ...charged,
      [`earnings:${shop}`]: 3_000n,
      [`earnings:${rider}`]: 1_000n,
      commission: 1_000n,
    });

    const { refund } = await world.reverse(book, 'a');
    expect(refund).toMatchObject({ kind: 'reversal', amount: 10_000n });
    expect(amountsOf(refund)).toEqual([8_000n, 1_000n, 1_000n]);
    expect(await world.states(book, 'a')).toBe('paid reversed');
    expect(await world.accounts(book)).toEqual({
      'outside:bank': 5_000n,
      transit: -5_000n,
      debt: 5_000n,
      [`debt:${shop}`]: 5_000n,
      debts: -10_000n,
    });

    await world.chargeBack(order, 10_000n, 1);
    expect(await world.refundStatus(refund.id)).toBe('failed');
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.accounts(book)).toEqual({
      'outside:bank': 5_000n,
      'outside:card': -10_000n,
      [`earnings:${shop}`]: 3_000n,
      [`earnings:${rider}`]: 1_000n,
      commission: 1_000n,
    });
    expect(await world.eventsOf(order)).toEqual([
      ...['order.created', 'order.paid', 'order.restored', 'order.reversed', 'order.settled'],
      ...['order_reversal.failed', 'order_reversal.succeeded'],
    ]);
  });

  it('by party, in parts, and never more than was charged back or than a party has left', async () => {
    const order = await settled('a');
    await world.chargeBack(order, 3_000n);
    const by = (type: 'merchant' | 'courier', amount: bigint) =>
      world.reverse(book, 'a', { parties: [{ type, ref: null, amount }] });
    await expect(by('courier', 1_001n)).rejects.toMatchObject(
      refusal('refund_exceeds', 'is more than this payee has left'),
    );
    const { refund: first } = await by('courier', 1_000n);
    expect([first.amount, ...amountsOf(first)]).toEqual([1_000n, 0n, 1_000n, 0n]);
    expect(await world.states(book, 'a')).toBe('paid partially_reversed');
    const exceeds = refusal('refund_exceeds', 'is more than what can still be reversed');
    await expect(by('merchant', 2_001n)).rejects.toMatchObject(exceeds);
    await expect(world.reverse(book, 'a', { amount: 2_001n })).rejects.toMatchObject(exceeds);
    expect(amountsOf((await by('merchant', 2_000n)).refund)).toEqual([2_000n, 0n, 0n]);
    await expect(world.reverse(book, 'a')).rejects.toMatchObject(exceeds);
    expect(await world.accounts(book)).toEqual({
      'outside:card': -7_000n,
      [`earnings:${shop}`]: 6_000n,
      commission: 1_000n,
    });
    // The customer has 30 back from the bank already.
    expect((await world.refund(book, 'a')).amount).toBe(7_000n);
    await world.topUp(book, 7_000n);
    await world.drain();
    expect(await world.states(book, 'a')).toBe('partially_refunded reversed');
  });

  it('in proportion it counts with refunds in proportion, and the last of the order leaves nobody a share', async () => {
    const order = await settled('a', [merchant(shop, 3_333n), courier(rider, 3_333n), partner(3_334n)]);
    await world.topUp(book, 5_000n);
    await world.refund(book, 'a', { amount: 5_000n });
    await world.drain();
    await world.chargeBack(order, 5_001n);
    const taken = [];
    for (const amount of [1n, 4_998n, undefined])
      taken.push(amountsOf((await world.reverse(book, 'a', { amount })).refund));
    expect(taken.map((each) => each.reduce((sum, one) => sum + one, 0n))).toEqual([1n, 4_998n, 1n]);
    expect(await world.states(book, 'a')).toBe('partially_refunded reversed');
    expect(await world.find(book, 'a')).toMatchObject({ reversalAmount: 5_000n, reversed: [3_333n, 3_333n, 3_334n] });
  });

  it('what a dispute that is won does not cover waits, before what the company owes the service', async () => {
    // Subsidized: the shares are worth more than the order.
    const order = await paid('a', [merchant(shop, 15_000n)]);
    await world.topUp(book, 5_000n);
    await world.settle(book);
    await world.chargeBack(order, 10_000n);
    const { refund } = await world.reverse(book, 'a');
    expect(amountsOf(refund)).toEqual([15_000n]);
    await world.spend(book, 'clearing', 5_000n);
    await world.chargeBack(order, 10_000n, 1);
    expect(await world.accounts(book)).toMatchObject({ clearing: 10_000n, 'outside:card': -10_000n });
    expect(await world.states(book, 'a')).toBe('paid settled');
    await world.topUp(book, 5_000n);
    await world.payWaiting(book);
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -5_000n,
      'outside:card': -10_000n,
      [`earnings:${shop}`]: 15_000n,
    });
  });

  it('the money of a dispute that is won returns shares before it pays what another order left the company owing', async () => {
    const [order, other] = [await settled('a'), await settled('b')];
    await world.chargeBack(order, 10_000n);
    await world.reverse(book, 'a');
    await world.chargeBack(other, 5_000n);
    await world.chargeBack(order, 10_000n, 1);
    expect(await world.accounts(book)).toMatchObject({
      [`earnings:${shop}`]: 16_000n,
      commission: 2_000n,
      debt: 5_000n,
    });
  });

  it('two disputes: money that is back undoes the newest reversals that exceed the rest, and what was reduced is credited', async () => {
    const order = await paid('a');
    await world.chargeBack(order, 6_000n, 0, 'dp_first');
    const first = (await world.reverse(book, 'a')).refund;
    expect(await world.states(book, 'a')).toBe('paid unsettled');
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('paid settled');
    await world.chargeBack(order, 4_000n, 0, 'dp_second');
    const second = (await world.reverse(book, 'a', { amount: 1_000n })).refund;
    const third = (await world.reverse(book, 'a')).refund;
    expect(await world.states(book, 'a')).toBe('paid reversed');
    await world.chargeBack(order, 4_000n, 1, 'dp_second');
    const statuses = () => Promise.all([first, second, third].map(({ id }) => world.refundStatus(id)));
    expect(await statuses()).toEqual(['succeeded', 'failed', 'failed']);
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 3_200n, commission: 400n });
    await world.chargeBack(order, 6_000n, 1, 'dp_first');
    expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 8_000n, commission: 1_000n });
    expect(await world.states(book, 'a')).toBe('paid settled');
  });
});

describe('an order that has not settled', () => {
  it('docs/ledger.md, "Charged-back orders", its first example: it shrinks, is released, and settles what is left from its own money', async () => {
    const order = await paid('a');
    await world.chargeBack(order, 3_000n);
    expect(amountsOf((await world.reverse(book, 'a', { amount: 1_000n })).refund)).toEqual([800n, 100n, 100n]);
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'on_hold', holdReason: 'charged_back' });
    await world.reverse(book, 'a');
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'unsettled', holdReason: null });
    await world.settle(book);
    expect(await world.accounts(book)).toEqual({
      'outside:card': -7_000n,
      [`earnings:${shop}`]: 5_600n,
      [`earnings:${rider}`]: 700n,
      commission: 700n,
    });
  });

  it('all of it: the order is void until the dispute is won, and settles then', async () => {
    const order = await paid('a');
    await world.chargeBack(order, 10_000n);
    await world.reverse(book, 'a');
    expect(await world.states(book, 'a')).toBe('paid void');
    await expect(world.reverse(book, 'a')).rejects.toMatchObject({ code: 'refund_exceeds' });
    await world.chargeBack(order, 10_000n, 1);
    expect(await world.states(book, 'a')).toBe('paid unsettled');
    await world.settle(book);
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 8_000n, commission: 1_000n });
  });

  it('whose parties have given all that was paid is not held again when the bank takes more', async () => {
    const order = await paid('a', [merchant(shop, 8_000n), courier(rider, 1_000n), partner(2_000n)]);
    await world.chargeBack(order, 10_000n, 0, 'dp_all');
    await world.reverse(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 8_000n }] });
    await world.reverse(book, 'a', { parties: [{ type: 'partner', ref: null, amount: 2_000n }] });
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'unsettled', holdReason: null });
    await world.chargeBack(order, 10_000n, 0, 'dp_more');
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'unsettled', holdReason: null });
  });

  it('a dispute that is won releases it also while a refund is open', async () => {
    const order = await paid('a');
    await world.refund(book, 'a', { amount: 100n });
    await world.chargeBack(order, 5_000n);
    await world.reverse(book, 'a', { amount: 1_000n });
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'on_hold', openRefunds: 1 });
    await world.chargeBack(order, 5_000n, 1);
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'unsettled', reversalAmount: 0n });
  });

  it('it is released when a dispute is won and the rest was reversed; on hold by hand it stays so', async () => {
    const order = await paid('a');
    const byHand = await paid('by hand');
    await inTransaction(world.db, (tx) => holdOrder(keyOf(book), tx, world, book, 'by hand', undefined));
    await world.chargeBack(byHand, 5_000n);
    await world.reverse(book, 'by hand');
    expect(await world.find(book, 'by hand')).toMatchObject({ settlementStatus: 'on_hold', holdReason: 'by_hand' });
    await world.chargeBack(order, 6_000n, 0, 'dp_a');
    await world.chargeBack(order, 4_000n, 0, 'dp_b');
    await world.reverse(book, 'a', { amount: 6_000n });
    expect(await world.find(book, 'a')).toMatchObject({ holdReason: 'charged_back' });
    await world.chargeBack(order, 4_000n, 1, 'dp_b');
    expect(await world.states(book, 'a')).toBe('paid unsettled');
    await world.chargeBack(order, 6_000n, 1, 'dp_a');
    expect(await world.find(book, 'a')).toMatchObject({
      settlementStatus: 'unsettled',
      splits: [{ reduced: 0n }, { reduced: 0n }, { reduced: 0n }],
      reversalAmount: 0n,
    });
  });
});

it('an order of which nothing is charged back, or no share is left, has nothing to reverse', async () => {
  await paid('a');
  await expect(world.reverse(book, 'a')).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(world.reverse(book, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  const order = await paid('b', [merchant(shop, 1_000n)]);
  await world.chargeBack(order, 2_000n);
  await world.reverse(book, 'b', { parties: [{ type: 'merchant', ref: shop, amount: 1_000n }] });
  expect(await world.states(book, 'b')).toBe('paid void');
  await expect(world.reverse(book, 'b')).rejects.toMatchObject(
    refusal('refund_exceeds', 'finds no payee with a share left'),
  );
});

it('one refund_ref reverses once, also beside a refund', async () => {
  const order = await settled('a');
  await world.chargeBack(order, 2_000n);
  const ask = { amount: 1_000n, refundRef: 'once' };
  const [first, again] = [await world.reverse(book, 'a', ask), await world.reverse(book, 'a', ask)];
  expect([first.existed, again.existed, again.refund.id]).toEqual([false, true, first.refund.id]);
  const conflict = { code: 'idempotency_conflict' };
  await expect(world.reverse(book, 'a', { ...ask, amount: 2_000n })).rejects.toMatchObject(conflict);
  await expect(world.refund(book, 'a', ask)).rejects.toMatchObject(conflict);
  await world.topUp(book, 1_000n);
  await world.refund(book, 'a', { amount: 1_000n, refundRef: 'other' });
  await expect(world.reverse(book, 'a', { ...ask, refundRef: 'other' })).rejects.toMatchObject(conflict);
});

/** Damage by hand to the books of a settled order with two reversals, one undone. */
describe('verify finds', () => {
  const check = {
    orders: 'Every order’s refund totals match its refunds',
    reversed: 'Reversals of an order take no more than was charged back of it',
    customers: 'Customers got back exactly what the refunds of their orders record',
    chargedBack: 'Orders say of their payments what these say',
    shares: 'Refunds never take more from a split than its share, and take what the order records',
    events: 'Refunds of orders are as their last event says',
  };
  let own: RefundWorld;
  beforeAll(async () => {
    own = await createRefundWorld();
    const at = await own.makeBook();
    const order = await own.record(at, 'a', [partner(100n)], { totalAmount: 100n, paymentSource: 'service' });
    await own.payByCard(order);
    await own.chargeBack(order, 60n);
    await own.reverse(at, 'a', { amount: 20n, refundRef: 'part' });
  });
  afterAll(() => own.close());

  it.each<[why: string, statement: string, undo: string, found: string[]]>([
    [
      'a reversal of more than the order says',
      `update orders set reversal_amount = 19`,
      `update orders set reversal_amount = 20`,
      [check.reversed],
    ],
    [
      'a refund that was a reversal',
      `update order_refunds set kind = 'refund'`,
      `update order_refunds set kind = 'reversal'`,
      [check.orders, check.customers, check.events, check.reversed],
    ],
    [
      'a reversal by parties that takes less than it says',
      `update order_refunds set counted = null, amount = 21`,
      `update order_refunds set counted = taken, amount = 20`,
      [check.events, check.reversed],
    ],
    [
      'one that was undone by nothing',
      `update order_refunds set status = 'failed', failure = 'refused'`,
      `update order_refunds set status = 'succeeded', failure = null`,
      [check.events, check.reversed, check.shares],
    ],
    [
      'a hold for a chargeback that its parties have given back',
      `update orders set reversal_amount = 60; update order_refunds set amount = 60`,
      `update orders set reversal_amount = 20; update order_refunds set amount = 20`,
      [check.chargedBack, check.events],
    ],
  ])('%s', async (_, statement, undo, found) => {
    await own.database.owner.query(statement);
    const { checks } = await verifyLedger(own.db);
    await own.database.owner.query(undo);
    expect(
      checks
        .filter(({ count }) => count > 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(found.sort());
    await expectBooksToHold(own.db);
  });
});
