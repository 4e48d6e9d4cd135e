/** `sluice verify` detects each kind of damage to refunds of orders, done by raw SQL, in the right check. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { verifyLedger } from '../../core/ledger/verify.ts';

const check = {
  subjects: 'Every transfer belongs to a row in the same book, mode and currency',
  orders: 'Every order’s refund totals match its refunds',
  shares: 'Refunds never take more from a split than its share, and take what the order records',
  cancellations: 'Canceled orders gave back everything they had settled; no other order did',
  reversals: 'Every reversal was posted once, for exactly what the refund took',
  customers: 'Customers got back exactly what the refunds of their orders record',
  debts: 'Every holder’s debt accounts add up to zero',
  settlements: 'Every settled order has its transfers; no other order has any',
  orderEvents: 'Orders are as their last event says',
  refundEvents: 'Refunds of orders are as their last event says',
} as const;

let world: RefundWorld;
let book: Book;

/** One refund before settlement, one that left a debt, and one waiting to pay its customer. */
beforeEach(async () => {
  world = await createRefundWorld();
  book = await world.makeBook();
  const shop = await world.makeLink(book, 'merchant');
  const record = (ref: string, paymentSource: 'cod' | 'service') =>
    world.record(book, ref, [merchant(shop, 70n), partner(30n)], { totalAmount: 100n, paymentSource });
  await record('early', 'cod');
  await world.refund(book, 'early', { amount: 50n });
  await record('late', 'cod');
  await world.payByCard(await record('paid', 'service'));
  await world.topUp(book, 150n);
  await world.settle(book);
  await world.spend(book, `earnings:${shop}`, 150n);
  await world.refund(book, 'late', { amount: 50n });
  await world.refund(book, 'paid');
});
afterEach(() => world.close());

/** The names of the checks that report offences. */
async function failing(): Promise<string[]> {
  const { checks } = await verifyLedger(world.db);
  return checks.filter(({ count }) => count > 0).map(({ name }) => name);
}

it('finds nothing wrong in sound books', () => expectBooksToHold(world.db));

describe('finds', () => {
  it.each<[why: string, statement: string, found: string[]]>([
    [
      'more marked as refunded than was asked',
      `update orders set refunded_amount = 60 where partner_order_ref = 'late'`,
      [check.orders],
    ],
    [
      'a refund under way that the order does not know',
      `update orders set open_refunds = 0 where partner_order_ref = 'paid'`,
      [check.orders],
    ],
    [
      'an order that calls itself wholly refunded',
      `update orders set payment_status = 'refunded' where partner_order_ref = 'late'`,
      [check.orders, check.orderEvents],
    ],
    [
      'a share said to be less reduced, and so paid too little',
      `update orders set reduced = '{30,15}' where partner_order_ref = 'early'`,
      [check.settlements, check.shares],
    ],
    [
      'a refund that took more than a share',
      `update orders set reversed = '{71,0}' where partner_order_ref = 'late'`,
      [check.shares],
    ],
    [
      'a refund that says it took more than was posted',
      `update order_refunds set taken = '{36,14}' from orders o where o.holder_id = order_refunds.holder_id and o.id = order_id and o.partner_order_ref = 'late'`,
      [check.shares, check.reversals],
    ],
    [
      'a reversal that was posted for a refund that failed',
      `update order_refunds set status = 'failed', failure = 'x' from orders o where o.holder_id = order_refunds.holder_id and o.id = order_id and o.partner_order_ref = 'late'`,
      [check.orders, check.shares, check.reversals, check.customers, check.refundEvents],
    ],
    [
      'a customer said to be paid who waits',
      `update order_refunds set status = 'succeeded' where status = 'awaiting_funds'`,
      [check.orders, check.customers, check.refundEvents],
    ],
  ])('%s', async (_, statement, found) => {
    await world.database.owner.query(statement);
    expect(await failing()).toEqual(found);
  });

  it('a refund whose record is gone, though its reversal was posted', async () => {
    await world.database.owner.query(
      `delete from order_refunds r using orders o where o.holder_id = r.holder_id and o.id = r.order_id and o.partner_order_ref = 'late'`,
    );
    await world.database.owner.query(
      `update orders set refunded_amount = 0, reversed = '{}', payment_status = 'paid' where partner_order_ref = 'late'`,
    );
    expect(await failing()).toEqual([check.subjects, check.reversals, check.orderEvents]);
  });

  it.each([
    ['a cancelled order that gave less back', `update transfers set line = 7 where code = 'reversal' and line = 1`],
    [
      'shares taken back from an order that was never cancelled',
      `update orders set payment_status = 'pending', settlement_status = 'settled', reversed = '{}' where partner_order_ref = 'called off'`,
    ],
  ])('%s', async (_why, statement) => {
    const splits = [merchant(await world.makeLink(book, 'merchant'), 70n), partner(30n)];
    await world.topUp(book, 1_000n);
    await world.record(book, 'called off', splits, { totalAmount: 100n });
    await world.settle(book);
    await world.cancel(book, 'called off');
    await expectBooksToHold(world.db);
    await world.database.owner.query(statement);
    expect(await failing()).toContain(check.cancellations);
  });

  it('a debt that is no memo', async () => {
    await world.database.owner.query(`update accounts set kind = 'earnings', link_id = 999 where kind = 'link_debt'`);
    expect(await failing()).toContain(check.debts);
  });
});
