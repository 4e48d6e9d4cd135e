/** Refunds of orders: the accounts before and after each row of docs/ledger.md, "What is posted". */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { amountsOf, createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { job, keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { confirmPayment } from '../orders/confirm-payment.ts';
import { holdOrder } from '../orders/hold-order.ts';
import type { Order } from '../orders/order.ts';
import { makeRefund } from './refund-payment.ts';

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
afterEach(() => expectBooksToHold(world.db, { byHand: ['links', 'members'] }));
afterAll(() => world.close());

const record = (ref: string, changes: Partial<Order> = {}): Promise<Order> =>
  world.record(book, ref, [merchant(shop, 700n), courier(rider, 200n), partner(100n)], {
    totalAmount: 1_000n,
    ...changes,
  });

describe('an order the partner collected, not settled yet', () => {
  it('in part: the splits are reduced, and the settlement pays the rest', async () => {
    await record('a');
    await world.refund(book, 'a', { amount: 333n });
    expect(await world.states(book, 'a')).toBe('partially_refunded unsettled');
    expect(await world.accounts(book)).toEqual({});
    await world.topUp(book, 1_000n);
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('partially_refunded settled');
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -1_000n,
      clearing: 333n,
      [`earnings:${shop}`]: 466n,
      [`earnings:${rider}`]: 134n,
      commission: 67n,
    });
  });

  it('in part, before the money is confirmed: it is as unpaid as before, and settles once it is confirmed', async () => {
    const careful = await world.makeBook({ settleOnlyPaid: true });
    const order = await world.record(careful, 'a', [partner(100n)], { totalAmount: 100n });
    await world.topUp(careful, 200n);
    await world.refund(careful, 'a', { amount: 1n });
    expect(await world.find(careful, 'a')).toMatchObject({ paymentStatus: 'partially_refunded', paidAt: null });
    expect((await world.settle(careful)).ordersSettled).toBe(0);
    const confirm = () => inTransaction(world.db, (tx) => confirmPayment(keyOf(careful), tx, world, careful, 'a'));
    expect(await confirm()).toMatchObject({ paymentStatus: 'partially_refunded', paidAt: world.clock.now(0n, 'live') });
    await expect(confirm()).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await world.settle(careful)).ordersSettled).toBe(1);
    expect(await world.accounts(careful)).toEqual({ 'outside:bank': -200n, clearing: 101n, commission: 99n });
    expect(await world.eventsOf(order)).toEqual([
      ...['order.created', 'order.paid', 'order.partially_refunded', 'order.settled'],
      ...['order_refund.created', 'order_refund.succeeded'],
    ]);
  });

  it('wholly: it is void, and nothing is ever paid', async () => {
    await record('a');
    await world.refund(book, 'a');
    expect(await world.states(book, 'a')).toBe('refunded void');
    await world.topUp(book, 1_000n);
    expect((await world.settle(book)).ordersSettled).toBe(0);
  });

  it('wholly, with the partner liable: the others are still paid', async () => {
    await record('a');
    await world.refund(book, 'a', { liable: { type: 'partner', ref: null } });
    expect(await world.states(book, 'a')).toBe('refunded unsettled');
    await world.topUp(book, 1_000n);
    await world.settle(book);
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -1_000n,
      clearing: 100n,
      [`earnings:${shop}`]: 700n,
      [`earnings:${rider}`]: 200n,
    });
  });

  it('on hold, with the unassigned share refunded: it is released, and settles', async () => {
    await world.record(book, 'a', [merchant(null, 700n), courier(rider, 300n)], { totalAmount: 1_000n });
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('pending on_hold');
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 699n }] });
    expect(await world.states(book, 'a')).toBe('partially_refunded on_hold');
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 1n }] });
    expect(await world.states(book, 'a')).toBe('partially_refunded unsettled');
    await world.topUp(book, 300n);
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('partially_refunded settled');
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -300n, [`earnings:${rider}`]: 300n });
  });

  it('on hold by hand it stays, whatever is refunded', async () => {
    await world.record(book, 'a', [merchant(null, 700n), courier(rider, 300n)], { totalAmount: 1_000n });
    await inTransaction(world.db, (tx) => holdOrder(keyOf(book), tx, world, book, 'a', undefined));
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: null, amount: 700n }] });
    expect(await world.states(book, 'a')).toBe('partially_refunded on_hold');
  });

  it('on hold, wholly: void', async () => {
    await world.record(book, 'a', [merchant(null, 700n)], { totalAmount: 700n });
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('pending on_hold');
    await world.refund(book, 'a');
    expect(await world.states(book, 'a')).toBe('refunded void');
  });
});

describe('a settled order', () => {
  beforeEach(async () => {
    await record('a');
    await world.topUp(book, 1_000n);
    await world.settle(book);
  });
  const settled = () => ({
    'outside:bank': -1_000n,
    [`earnings:${shop}`]: 700n,
    [`earnings:${rider}`]: 200n,
    commission: 100n,
  });

  it('in part: each share goes back to clearing in proportion', async () => {
    expect(await world.accounts(book)).toEqual(settled());
    await world.refund(book, 'a', { amount: 500n });
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -1_000n,
      clearing: 500n,
      [`earnings:${shop}`]: 350n,
      [`earnings:${rider}`]: 100n,
      commission: 50n,
    });
    expect(await world.states(book, 'a')).toBe('partially_refunded partially_reversed');
  });

  it('in parts until nothing is left: together they take exactly the shares', async () => {
    await world.refund(book, 'a', { amount: 333n });
    await world.refund(book, 'a', { amount: 333n });
    await world.refund(book, 'a');
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -1_000n, clearing: 1_000n });
    expect(await world.states(book, 'a')).toBe('refunded reversed');
    await expect(world.refund(book, 'a')).rejects.toMatchObject({ code: 'refund_exceeds' });
  });

  it('by party: exactly what is named', async () => {
    await world.refund(book, 'a', { parties: [{ type: 'courier', ref: rider, amount: 200n }] });
    expect(await world.accounts(book)).toEqual({ ...settled(), clearing: 200n, [`earnings:${rider}`]: undefined });
    expect(await world.states(book, 'a')).toBe('partially_refunded partially_reversed');
  });

  it('what a party no longer has is its debt, recovered first from its next credit in this company', async () => {
    await world.spend(book, `earnings:${shop}`, 600n);
    await world.refund(book, 'a');
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -400n,
      clearing: 400n,
      debts: -600n,
      [`debt:${shop}`]: 600n,
    });
    await world.record(book, 'b', [merchant(shop, 250n)], { totalAmount: 250n });
    await world.settle(book);
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -400n,
      clearing: 400n,
      debts: -350n,
      [`debt:${shop}`]: 350n,
    });
    await world.record(book, 'c', [merchant(shop, 400n)], { totalAmount: 400n });
    await world.settle(book);
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -400n, clearing: 350n, [`earnings:${shop}`]: 50n });
  });

  it('two splits of one link share its balance and its debt, when they are reversed and when that is undone', async () => {
    const splits = [merchant(shop, 300n), merchant(shop, 200n)];
    await world.payByCard(await world.record(book, 'two', splits, { totalAmount: 500n, paymentSource: 'service' }));
    await world.settle(book);
    // It keeps 350, less than both shares and more than each.
    await world.spend(book, `earnings:${shop}`, 850n);
    const refuse = async (id: string): Promise<void> => {
      world.provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });
      const { rows } = await world.database.pool.query('select id from refunds where refund_ref = $1', [id]);
      await makeRefund(job, world.deps, book.holderId, rows[0].id);
      world.provider.says.refund = async () => ({ kind: 'succeeded' });
    };
    await world.topUp(book, 500n);
    const owing = async () => [
      await world.balance(book, `earnings:${shop}`),
      await world.balance(book, `debt:${shop}`),
    ];
    const first = await world.refund(book, 'two');
    expect(await owing()).toEqual([0n, 150n]);
    await refuse(first.id);
    expect(await owing()).toEqual([350n, 0n]);
    // Owing 250 of the settled order too, the link gets its shares back and pays that debt once.
    const second = await world.refund(book, 'two');
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: shop, amount: 200n }] });
    expect(await owing()).toEqual([0n, 350n]);
    await refuse(second.id);
    expect(await owing()).toEqual([150n, 0n]);
    // With nothing left both splits leave a debt; what was not recovered of it is forgiven once, the rest returned.
    await world.spend(book, `earnings:${shop}`, 150n);
    await world.topUp(book, 1_000n);
    const third = await world.refund(book, 'two');
    await world.record(book, 'earned', [merchant(shop, 150n)], { totalAmount: 150n });
    await world.settle(book);
    expect(await owing()).toEqual([0n, 350n]);
    await refuse(third.id);
    expect(await owing()).toEqual([150n, 0n]);
  });

  it('after one that emptied the splits, one in proportion takes its part, and the last one all that is left', async () => {
    await world.refund(book, 'a', {
      amount: 950n,
      parties: [
        { type: 'merchant', ref: shop, amount: 700n },
        { type: 'courier', ref: rider, amount: 150n },
        { type: 'partner', ref: null, amount: 100n },
      ],
    });
    const before = await world.accounts(book);
    expect(amountsOf(await world.refund(book, 'a', { amount: 20n }))).toEqual([0n, 4n, 0n]);
    expect(amountsOf(await world.refund(book, 'a'))).toEqual([0n, 46n, 0n]);
    const { [`earnings:${rider}`]: _, ...others } = before;
    expect(await world.accounts(book)).toEqual({ ...others, clearing: 1_000n });
    expect(await world.states(book, 'a')).toBe('refunded reversed');
  });

  it('docs/ledger.md, "Refunds in proportion", its examples: everything left leaves nobody a share, a liable party does', async () => {
    const splits = [merchant(shop, 8_000n), courier(rider, 1_000n), partner(1_000n)];
    await world.record(book, 'guide', splits, { totalAmount: 10_000n });
    await world.refund(book, 'guide', { parties: [{ type: 'courier', ref: rider, amount: 1_000n }] });
    expect(amountsOf(await world.refund(book, 'guide'))).toEqual([8_000n, 0n, 1_000n]);
    expect(await world.states(book, 'guide')).toBe('refunded void');

    await world.record(book, 'liable', splits, { totalAmount: 10_000n });
    await world.refund(book, 'liable', { liable: { type: 'partner', ref: null } });
    expect(await world.states(book, 'liable')).toBe('refunded unsettled');
    await world.topUp(book, 9_000n);
    await world.settle(book);
    expect(await world.states(book, 'liable')).toBe('refunded settled');
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 8_700n, commission: 100n });
    expect(await world.balance(book, 'clearing')).toBe(0n);
  });

  it('a debt is no matter of another company', async () => {
    await world.spend(book, `earnings:${shop}`, 700n);
    await world.refund(book, 'a');
    const other = await world.makeBook();
    const holder = await world.db
      .selectFrom('links')
      .select('holderId')
      .where('id', '=', shop)
      .executeTakeFirstOrThrow();
    const link = await world.db
      .insertInto('links')
      .values({ companyId: other.holderId, holderId: holder.holderId, type: 'merchant', name: 'The same' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.record(other, 'x', [merchant(link.id, 100n)], { totalAmount: 100n });
    await world.topUp(other, 100n);
    await world.settle(other);
    expect(await world.accounts(other)).toEqual({ 'outside:bank': -100n, [`earnings:${link.id}`]: 100n });
  });

  it('what was recovered pays for the next order of the same run', async () => {
    await world.spend(book, `earnings:${shop}`, 700n);
    await world.refund(book, 'a');
    expect(await world.balance(book, 'clearing')).toBe(300n);
    await world.record(book, 'b', [merchant(shop, 300n)], { totalAmount: 300n });
    await world.record(book, 'c', [courier(rider, 300n)], { totalAmount: 300n });
    await world.settle(book);
    expect(await world.statuses(book, 'b', 'c')).toEqual(['settled', 'settled']);
    expect(await world.accounts(book)).toEqual({
      'outside:bank': -300n,
      debts: -400n,
      [`debt:${shop}`]: 400n,
      [`earnings:${rider}`]: 300n,
    });
  });

  it('commission that is short owes nobody', async () => {
    await world.spend(book, 'commission', 80n);
    await world.refund(book, 'a');
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -920n, clearing: 920n });
  });

  it('canceled, because it never happened: wholly reversed', async () => {
    await world.cancel(book, 'a');
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -1_000n, clearing: 1_000n });
    expect(await world.states(book, 'a')).toBe('cancelled reversed');
  });
});

describe('a shadow order', () => {
  const shadow = { isShadow: true, shadowMerchantRef: 'off-1' } as const;
  const splits = () => [merchant(null, 700n), courier(rider, 200n), partner(100n)];
  beforeEach(async () => {
    await world.record(book, 'a', splits(), { totalAmount: 1_000n, ...shadow });
    await world.settle(book);
  });

  it('settled and refunded in part: backwards in the shadow ledger only', async () => {
    expect(await world.accounts(book)).toEqual({
      'shadow:clearing': -1_000n,
      'shadow:earnings:ref:off-1': 700n,
      [`shadow:earnings:courier:${rider}`]: 200n,
      'shadow:commission': 100n,
    });
    await world.refund(book, 'a', { amount: 100n });
    expect(await world.accounts(book)).toEqual({
      'shadow:clearing': -900n,
      'shadow:earnings:ref:off-1': 630n,
      [`shadow:earnings:courier:${rider}`]: 180n,
      'shadow:commission': 90n,
    });
  });

  it('canceled: all of it backwards', async () => {
    await world.cancel(book, 'a');
    expect(await world.accounts(book)).toEqual({});
    expect(await world.states(book, 'a')).toBe('cancelled reversed');
  });
});

describe('an order paid at the checkout', () => {
  const service = { paymentSource: 'service' } as const;

  it('by card, settled: the shares go back, then the money goes back the way it came', async () => {
    const order = await record('a', service);
    await world.payByCard(order);
    await world.settle(book);
    const refund = await world.refund(book, 'a', { amount: 500n });
    expect(refund.status).toBe('pending');
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.accounts(book)).toEqual({
      'outside:card': -500n,
      [`earnings:${shop}`]: 350n,
      [`earnings:${rider}`]: 100n,
      commission: 50n,
    });
    await world.drain();
    expect(await world.refundStatus(refund.id)).toBe('succeeded');
    expect(await world.states(book, 'a')).toBe('partially_refunded partially_reversed');
  });

  it('from a wallet, not settled: the customer has it back at once, and the rest settles', async () => {
    const order = await record('a', service);
    await world.payFromWallet(order);
    const refund = await world.refund(book, 'a', { amount: 400n });
    expect(refund.status).toBe('succeeded');
    const wallet = { holderId: world.customer, mode: 'test' } as const;
    expect(await world.balance(wallet, 'wallet')).toBe(400n);
    await world.settle(book);
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 420n, commission: 60n });
    await world.refund(book, 'a');
    expect(await world.balance(wallet, 'wallet')).toBe(1_000n);
    expect(await world.accounts(book)).toEqual({});
    expect(await world.states(book, 'a')).toBe('refunded reversed');
    await world.spend(wallet, 'wallet', 1_000n);
  });

  it('does not settle while a refund is under way', async () => {
    await world.payByCard(await record('a', service));
    await world.refund(book, 'a', { amount: 400n });
    expect((await world.settle(book)).ordersSettled).toBe(0);
    await world.drain();
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('partially_refunded settled');
  });

  it('clearing short: the refund waits, oldest first, and nothing else is spent meanwhile', async () => {
    await world.payByCard(await record('a', service));
    await world.payByCard(await record('b', service));
    await world.settle(book);
    for (const link of [shop, rider]) {
      await world.spend(book, `earnings:${link}`, link === shop ? 1_400n : 400n);
    }
    const first = await world.refund(book, 'a');
    const second = await world.refund(book, 'b', { amount: 100n });
    expect([first.status, second.status]).toEqual(['awaiting_funds', 'awaiting_funds']);
    await record('c');
    await world.topUp(book, 850n);
    await world.drain();
    await world.settle(book);
    // Returned commission of 100 and 10, and the top-up: too little for the first refund, which the second must not overtake.
    expect(await world.balance(book, 'clearing')).toBe(960n);
    expect(await world.refundStatus(second.id)).toBe('awaiting_funds');
    expect(await world.statuses(book, 'c')).toEqual(['awaiting_funds']);
    await world.topUp(book, 140n);
    await world.drain();
    expect([await world.refundStatus(first.id), await world.refundStatus(second.id)]).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(await world.balance(book, 'clearing')).toBe(0n);
    expect(await world.states(book, 'a')).toBe('refunded reversed');
    await world.topUp(book, 1_000n);
    await world.drain();
    expect(await world.statuses(book, 'c')).toEqual(['settled']);
    // The shop's debt was 700 + 70, of which 700 was recovered; the rider's was 200 + 20, of which 200 was recovered.
    expect(await world.accounts(book)).toMatchObject({ [`debt:${shop}`]: 70n, [`debt:${rider}`]: 20n, debts: -90n });
  });

  it('each currency and each mode has a queue of its own, oldest first', async () => {
    const live: Book = { ...book, mode: 'live' };
    const bySelf = { liable: { type: 'partner', ref: null } } as const;
    // The oldest first and the largest, so that one that overtakes it would be paid.
    const orders = [
      ['eur', book, 'EUR', 900n],
      ['usdOld', book, 'USD', 500n],
      ['usdNew', book, 'USD', 100n],
      ['live', live, 'EUR', 300n],
    ] as const;
    for (const [ref, of, currency, totalAmount] of orders) {
      await world.payByCard(await world.record(of, ref, [partner(totalAmount)], { ...service, totalAmount, currency }));
      await world.settle(of);
      await world.spend(of, 'commission', totalAmount, currency);
    }
    const ids: Record<string, string> = {};
    for (const [ref, of] of orders) ids[ref] = (await world.refund(of, ref, bySelf)).id;
    const paid = async (): Promise<string[]> => {
      await world.drain();
      const states = await Promise.all(Object.values(ids).map((id) => world.refundStatus(id)));
      return Object.keys(ids).filter((_, index) => states[index] !== 'awaiting_funds');
    };
    const bring = (of: Book, amount: bigint, currency: string) =>
      world.bring(of, amount, currency).then(() => world.payWaiting(of));
    await bring(book, 499n, 'USD');
    expect(await paid()).toEqual([]);
    await bring(book, 899n, 'EUR');
    expect(await paid()).toEqual([]);
    await bring(book, 1n, 'USD');
    expect(await paid()).toEqual(['usdOld']);
    await bring(live, 300n, 'EUR');
    expect(await paid()).toEqual(['usdOld', 'live']);
    await bring(book, 100n, 'USD');
    expect(await paid()).toEqual(['usdOld', 'usdNew', 'live']);
    await bring(book, 1n, 'EUR');
    expect(await paid()).toEqual(['eur', 'usdOld', 'usdNew', 'live']);
  });

  it('that waits is told: how much is missing for each, and a mail for the first', async () => {
    await world.db
      .insertInto('people')
      .values({ id: `p${book.holderId}`, name: 'Ada', email: `${book.holderId}@x.example` })
      .execute();
    await world.db
      .insertInto('members')
      .values({ holderId: book.holderId, personId: `p${book.holderId}`, role: 'finance' })
      .execute();
    await world.payByCard(await record('a', service));
    await world.settle(book);
    await world.spend(book, 'commission', 100n);
    await world.refund(book, 'a', { amount: 200n, liable: { type: 'partner', ref: null } });
    await world.refund(book, 'a', { amount: 300n, liable: { type: 'partner', ref: null } });
    const { rows: told } = await world.database.pool.query(
      `select data ->> 'missing_amount' as missing from events
       where holder_id = $1 and type = 'order_refund.deferred' order by (data ->> 'missing_amount')::numeric`,
      [book.holderId],
    );
    expect(told.map(({ missing }) => missing)).toEqual(['2', '5']);
    const { rows: mails } = await world.database.pool.query('select subject from mails where recipient = $1', [
      `${book.holderId}@x.example`,
    ]);
    expect(mails.map(({ subject }) => subject)).toEqual(['Test: A refund waits for 2.00 EUR in the clearing wallet']);
  });

  it('refused by the provider: everything is posted back, also what was owed and recovered since', async () => {
    await world.payByCard(await record('a', service));
    await world.settle(book);
    await world.spend(book, `earnings:${shop}`, 700n);
    const before = await world.accounts(book);
    world.provider.says.refund = async () => ({ kind: 'pending' });
    const refund = await world.refund(book, 'a');
    expect(refund.status).toBe('awaiting_funds');
    await world.topUp(book, 700n);
    await world.drain();
    expect(await world.refundStatus(refund.id)).toBe('pending');
    await record('b');
    await world.topUp(book, 1_000n);
    await world.settle(book);
    expect(await world.accounts(book)).not.toHaveProperty(`debt:${shop}`);
    world.provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });
    world.clock.advance(120);
    const { id } = await world.db
      .selectFrom('refunds')
      .select('id')
      .where('refundRef', '=', refund.id)
      .executeTakeFirstOrThrow();
    await makeRefund(job, world.deps, book.holderId, id);
    world.provider.says.refund = async () => ({ kind: 'succeeded' });
    expect(await world.refundStatus(refund.id)).toBe('failed');
    expect(await world.states(book, 'a')).toBe('paid settled');
    // As `before`, plus the settlement of order b and the 700 topped up beyond what it took.
    expect(await world.accounts(book)).toEqual({
      ...before,
      'outside:bank': -1_000n,
      clearing: 700n,
      [`earnings:${shop}`]: 700n,
      [`earnings:${rider}`]: 400n,
      commission: 200n,
    });
  });

  it('refused before settlement: the splits are whole again', async () => {
    await world.payByCard(await record('a', service));
    world.provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });
    await world.refund(book, 'a');
    await world.drain();
    world.provider.says.refund = async () => ({ kind: 'succeeded' });
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 700n, commission: 100n });
  });
});

describe('what may not be refunded', () => {
  it.each([
    ['unknown', 'x', 'not_found'],
    ['unpaid at the checkout', 'unpaid', 'invalid_state'],
    ['cancelled', 'cancelled', 'invalid_state'],
  ])('%s', async (_, ref, code) => {
    await record('unpaid', { paymentSource: 'service' });
    await record('cancelled');
    await world.cancel(book, 'cancelled');
    await expect(world.refund(book, ref)).rejects.toMatchObject({ code });
  });

  it('twice at once: one ref refunds once, two refs no more than there is', async () => {
    await record('a');
    await world.topUp(book, 1_000n);
    await world.settle(book);
    const same = await Promise.all(
      Array.from({ length: 8 }, () => world.refund(book, 'a', { refundRef: 'r', amount: 600n })),
    );
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    const others = await Promise.allSettled(Array.from({ length: 8 }, () => world.refund(book, 'a', { amount: 300n })));
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.balance(book, 'clearing')).toBe(900n);
    await expect(world.refund(book, 'a', { refundRef: 'r', amount: 5n })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });
});
