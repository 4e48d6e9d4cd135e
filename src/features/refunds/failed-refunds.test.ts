/**
 * Refunds of orders that fail: refused at once, refused while clearing cannot give back what they took, and failed after
 * they had succeeded (docs/ledger.md, "Failed refunds").
 */
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { job, keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { positionEvents } from '../../../tests/support/position-events.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { listReserved } from '../../core/ledger/reserved-clearing.repository.ts';
import { findFunds, spendableClearing } from '../../core/ledger/spendable.ts';
import { settleDebt } from '../debts/settle-debt.ts';
import { holdOrder } from '../orders/hold-order.ts';
import type { Order, Split } from '../orders/order.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { postChargeback } from '../payments/chargeback.ts';
import { makeRefund } from './refund-payment.ts';

let world: ShadowWorld;
let book: Book;
let shop: bigint;
let rider: bigint;

beforeAll(async () => {
  world = await createShadowWorld();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  rider = await world.makeLink(book, 'courier');
  world.provider.says.refund = async () => ({ kind: 'succeeded' });
});
afterEach(() => expectBooksToHold(world.db, { byHand: ['members'] }));
afterAll(() => world.close());

const shares = (): Split[] => [merchant(shop, 700n), courier(rider, 200n), partner(100n)];

async function paid(ref: string, splits = shares(), changes: Partial<Order> = {}): Promise<Order> {
  const order = await world.record(book, ref, splits, { totalAmount: 1_000n, paymentSource: 'service', ...changes });
  await world.payByCard(order);
  return order;
}

/** The provider says that this refund of an order failed, whatever it said before. */
async function fail(refund: { id: string }): Promise<void> {
  world.provider.says.refund = async () => ({ kind: 'failed', reason: 'closed' });
  const row = await world.db
    .selectFrom('refunds')
    .select('id')
    .where('refundRef', '=', refund.id)
    .executeTakeFirstOrThrow();
  await makeRefund(job, world.deps, book.holderId, row.id);
  world.provider.says.refund = async () => ({ kind: 'succeeded' });
}

const stored = (id: string) =>
  world.db
    .selectFrom('orderRefunds')
    .select(['status', 'failure', 'restitution', 'restitutionAmount', 'creditedBack'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Money that the company draws out. */
const spend = (account: string, amount: bigint) => world.spend(book, account, amount);

const countOf = async (order: Order, type: string): Promise<number> =>
  (await world.eventsOf(order)).filter((one) => one === type).length;

async function addFinance(): Promise<string> {
  const email = `${book.holderId}@failed.example`;
  await world.db
    .insertInto('people')
    .values({ id: `f${book.holderId}`, name: 'Ada', email })
    .execute();
  const member = { holderId: book.holderId, personId: `f${book.holderId}`, role: 'finance' } as const;
  await world.db.insertInto('members').values(member).execute();
  return email;
}

it('what the payees get back of a failed refund is an event of theirs', async () => {
  await world.topUp(book, 1_000n);
  await paid('told');
  await world.settle(book);
  world.provider.says.refund = async () => ({ kind: 'pending' });
  const refund = await world.refund(book, 'told');
  await world.drain();
  await fail(refund);
  while ((await positionEvents(world.db)) > 0);
  const { rows } = await world.database.pool.query(
    `select type, count(*)::int as count from events
     where type like 'earning.%' and holder_id in (select holder_id from links where id = any($1)) group by type order by type`,
    [[shop, rider]],
  );
  expect(rows).toContainEqual({ type: 'earning.restored', count: 2 });
});

describe('refused while clearing cannot give everything back', () => {
  /** Shares of 1,500 for a total of 1,000: the refund brings 500 to clearing, which the company spends. */
  async function short(ref = 'a'): Promise<{ order: Order; refund: { id: string } }> {
    await world.topUp(book, 500n);
    const order = await paid(ref, [merchant(shop, 900n), merchant(shop, 400n), partner(200n)]);
    await world.settle(book);
    world.provider.says.refund = async () => ({ kind: 'pending' });
    const refund = await world.refund(book, ref);
    await world.drain();
    await spend('clearing', 500n);
    return { order, refund };
  }

  it('it is failed at once; the rest waits, is visible, and is paid from the next credit', async () => {
    const email = await addFinance();
    const { order, refund } = await short();
    await fail(refund);
    expect(await stored(refund.id)).toMatchObject({
      status: 'failed',
      restitution: 'awaiting_funds',
      restitutionAmount: 1_500n,
    });
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.balance(book, `earnings:${shop}`)).toBe(0n);
    expect(await world.balance(book, 'clearing')).toBe(1_000n);
    const { rows } = await world.database.pool.query(
      `select data ->> 'missing_amount' as missing, data ->> 'restitution' as restitution from events
       where holder_id = $1 and type = 'restitution.deferred'`,
      [book.holderId],
    );
    expect(rows).toEqual([{ missing: '5', restitution: 'awaiting_funds' }]);
    expect((await listReserved(world.db, book)).get('EUR')).toBe(1_500n);
    const mails = await world.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Test: A refund failed, and the clearing wallet is 5.00 EUR short',
    ]);
    await expectBooksToHold(world.db, { byHand: ['members'] });

    // Nothing else may spend it, and one cent too little pays nothing of it.
    await world.record(book, 'b', [merchant(shop, 10n)], { totalAmount: 10n });
    await world.topUp(book, 499n);
    await world.drain();
    await world.settle(book);
    expect(await world.statuses(book, 'b')).toEqual(['awaiting_funds']);
    expect(await stored(refund.id)).toMatchObject({ restitution: 'awaiting_funds' });

    await world.topUp(book, 1n);
    await world.drain();
    expect(await stored(refund.id)).toMatchObject({ status: 'failed', restitution: 'paid' });
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 1_300n, commission: 200n });
    expect(await world.balance(book, 'clearing')).toBe(0n);
    expect(await countOf(order, 'restitution.paid')).toBe(1);
    await world.payWaiting(book);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(1_300n);
  });

  it('what the party owes by then is recovered from it, once for two splits', async () => {
    const { refund } = await short();
    await fail(refund);
    await world.refund(book, 'a', { amount: 300n, liable: { type: 'merchant', ref: shop } });
    expect(await world.balance(book, `debt:${shop}`)).toBe(300n);
    await world.topUp(book, 2_000n);
    await world.drain();
    expect(await stored(refund.id)).toMatchObject({ restitution: 'paid' });
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 1_000n, commission: 200n });
    expect(await world.balance(book, `debt:${shop}`)).toBe(0n);
  });

  it('it waits in turn, behind refunds that waited before and before those that came later', async () => {
    const { refund } = await short();
    const bySelf = { liable: { type: 'partner', ref: null } } as const;
    await paid('early', [partner(1_000n)]);
    await paid('late', [partner(1_000n)]);
    await world.settle(book);
    await spend('commission', await world.balance(book, 'commission'));
    const early = await world.refund(book, 'early', bySelf);
    await fail(refund);
    const late = await world.refund(book, 'late', bySelf);
    expect([early.status, late.status]).toEqual(['awaiting_funds', 'awaiting_funds']);
    // The money of the failed refund came back to clearing: it pays whoever waited first.
    await world.drain();
    expect(await world.refundStatus(early.id)).not.toBe('awaiting_funds');
    await world.topUp(book, 1_499n);
    await world.drain();
    expect(await stored(refund.id)).toMatchObject({ restitution: 'awaiting_funds' });
    expect(await world.refundStatus(late.id)).toBe('awaiting_funds');
    await world.topUp(book, 1n);
    await world.drain();
    expect(await stored(refund.id)).toMatchObject({ restitution: 'paid' });
    await world.topUp(book, 1_000n);
    await world.drain();
    expect(await world.refundStatus(late.id)).toBe('succeeded');
  });
});

describe('failed after it had succeeded', () => {
  async function succeeded(ref: string, ask: Parameters<ShadowWorld['refund']>[2] = {}): Promise<{ id: string }> {
    const refund = await world.refund(book, ref, ask);
    await world.drain();
    expect(await world.refundStatus(refund.id)).toBe('succeeded');
    return refund;
  }

  it.each([
    ['written off: it is owed again and canceled, because the party never paid it', 'written_off', 0n],
    ['repaid outside: the party gets it back, as what was recovered', 'repaid', 300n],
  ] as const)('a debt of it that was %s', async (_name, kind, returned) => {
    await paid('a');
    await world.settle(book);
    await spend(`earnings:${shop}`, 700n);
    await world.topUp(book, 700n);
    const refund = await succeeded('a');
    expect(await world.balance(book, `debt:${shop}`)).toBe(700n);
    const debt = { ...book, currency: 'EUR', linkId: shop, accountKind: null };
    const part = { kind, amount: 300n, reason: 'Out of business' };
    await inTransaction(world.db, (tx) => settleDebt(keyOf(book), tx, world.clock, debt, part));
    expect(await world.balance(book, `debt:${shop}`)).toBe(400n);
    await fail(refund);
    expect(await world.balance(book, `debt:${shop}`)).toBe(0n);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(returned);
  });

  it('of a settled order: the states step back as far as the remaining refunds say', async () => {
    const order = await paid('a');
    await world.settle(book);
    const settled = await world.accounts(book);
    const { paidAt, settledAt } = await world.find(book, 'a');
    const first = await succeeded('a', { amount: 400n });
    const second = await succeeded('a');
    expect(await world.states(book, 'a')).toBe('refunded reversed');
    world.clock.advance(60);
    await fail(second);
    expect(await world.states(book, 'a')).toBe('partially_refunded partially_reversed');
    await expectBooksToHold(world.db, { byHand: ['members'] });
    await fail(first);
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.accounts(book)).toEqual(settled);
    expect(await world.find(book, 'a')).toMatchObject({ refundedAmount: 0n, openRefunds: 0, paidAt, settledAt });
    expect(await countOf(order, 'order.restored')).toBe(4);
    expect(await countOf(order, 'order_refund.failed')).toBe(2);
    const [payment] = await world.db
      .selectFrom('payments')
      .select(['status', 'refundedAmount'])
      .where('orderId', '=', order.id)
      .execute();
    expect(payment).toEqual({ status: 'succeeded', refundedAmount: 0n });
    // Told again, nothing changes; what was refunded can be refunded again.
    await fail(first);
    expect(await world.accounts(book)).toEqual(settled);
    await succeeded('a');
    expect(await world.states(book, 'a')).toBe('refunded reversed');
  });

  it('of a void order: it is unsettled, and settles in full', async () => {
    await paid('a');
    const refund = await succeeded('a');
    expect(await world.states(book, 'a')).toBe('refunded void');
    await fail(refund);
    expect(await world.states(book, 'a')).toBe('paid unsettled');
    await world.settle(book);
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 700n, commission: 100n });
  });

  it('before settlement, of an order that has settled since: what it took is credited now', async () => {
    await paid('a');
    const refund = await succeeded('a', { amount: 500n });
    await world.settle(book);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(350n);
    await fail(refund);
    expect(await stored(refund.id)).toMatchObject({ creditedBack: [350n, 100n, 50n], restitution: null });
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.accounts(book)).toEqual({
      'outside:card': -1_000n,
      [`earnings:${shop}`]: 700n,
      [`earnings:${rider}`]: 200n,
      commission: 100n,
    });
    await expectBooksToHold(world.db, { byHand: ['members'] });
    // A refund takes what was credited too, and only all of it reverses the order.
    await succeeded('a', { amount: 600n });
    expect(await world.states(book, 'a')).toBe('partially_refunded partially_reversed');
    await succeeded('a');
    expect(await world.states(book, 'a')).toBe('refunded reversed');
    expect(await world.accounts(book)).toEqual({});
  });

  it('before settlement: a share without a link has no payee any more, and stays in clearing', async () => {
    await paid('a', [merchant(null, 400n), courier(rider, 600n)]);
    const refund = await succeeded('a', {
      amount: 1_000n,
      parties: [{ type: 'merchant', ref: null, amount: 400n }],
    });
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('refunded awaiting_funds');
    await world.topUp(book, 600n);
    await world.drain();
    expect(await world.states(book, 'a')).toBe('refunded settled');
    await fail(refund);
    expect(await stored(refund.id)).toMatchObject({ creditedBack: [0n, 0n] });
    expect(await world.accounts(book)).toMatchObject({ clearing: 1_000n, [`earnings:${rider}`]: 600n });
    expect(await world.states(book, 'a')).toBe('paid settled');
    await succeeded('a');
    expect(await world.balance(book, `earnings:${rider}`)).toBe(0n);
  });

  it('what it had reduced holds the order again', async () => {
    await paid('a', [merchant(null, 400n), courier(rider, 600n)]);
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('paid on_hold');
    const refund = await succeeded('a', { parties: [{ type: 'merchant', ref: null, amount: 400n }] });
    expect(await world.states(book, 'a')).toBe('partially_refunded unsettled');
    await fail(refund);
    await world.settle(book);
    expect(await world.states(book, 'a')).toBe('paid on_hold');
  });

  it('of a shadow order, before it settled and was claimed: its restaurant is owed it, its claimant keeps the claim', async () => {
    const order = await world.shadow(book, 'a', [merchant(null, 1_000n)], { paymentSource: 'service' });
    await world.payByCard(order);
    const before = await succeeded('a', { amount: 400n });
    await world.settle(book);
    await world.topUp(book, 1_000n);
    await world.claim(book, { claimRef: 'c', linkId: shop, orderRefs: ['a'] });
    expect(await world.balance(book, `earnings:${shop}`)).toBe(600n);
    const after = await succeeded('a', { amount: 300n });
    expect(await world.balance(book, `earnings:${shop}`)).toBe(300n);
    await fail(before);
    expect(await world.accounts(book)).toMatchObject({
      [`earnings:${shop}`]: 600n,
      'shadow:earnings:ref:taverna': 100n,
    });
    await expectBooksToHold(world.db, { byHand: ['members'] });
    await fail(after);
    expect(await world.accounts(book)).toMatchObject({
      [`earnings:${shop}`]: 600n,
      'shadow:earnings:ref:taverna': 400n,
    });
    await world.payOutside(book, 'p', [item('a')]);
    expect(await world.balance(book, 'shadow:earnings:ref:taverna')).toBe(0n);
  });

  it('its units no longer count: the next refund is in proportion without it', async () => {
    await paid('a');
    await world.settle(book);
    const first = await succeeded('a', { amount: 333n });
    await succeeded('a', { amount: 333n });
    await fail(first);
    await succeeded('a');
    expect(await world.accounts(book)).toEqual({});
    expect(await world.states(book, 'a')).toBe('refunded reversed');
  });
});

describe('charged back', () => {
  const chargeBack = async (order: Order, amount: bigint, won = false, currency = order.currency) => {
    const { id: attemptId } = await world.db
      .selectFrom('paymentAttempts')
      .innerJoin('payments', (join) =>
        join
          .onRef('payments.holderId', '=', 'paymentAttempts.holderId')
          .onRef('payments.id', '=', 'paymentAttempts.paymentId'),
      )
      .select('paymentAttempts.id as id')
      .where('payments.orderId', '=', order.id)
      .executeTakeFirstOrThrow();
    assert(attemptId);
    const common = { id: `dp_${order.id}`, attemptId, amount, currency, fee: undefined };
    const dispute = { ...common, withdrawals: 1, returns: won ? 1 : 0 };
    await inTransaction(world.db, (tx) => postChargeback(job, tx, world.deps, book.holderId, dispute));
  };

  it('an order is refunded no further than what is left of its payment', async () => {
    await world.topUp(book, 2_000n);
    const order = await paid('a');
    await chargeBack(order, 600n);
    await expect(world.refund(book, 'a', { amount: 401n })).rejects.toMatchObject({ code: 'refund_exceeds' });
    expect((await world.refund(book, 'a', { amount: 300n })).status).toBe('pending');
    expect((await world.refund(book, 'a')).amount).toBe(100n);
    await expect(world.refund(book, 'a')).rejects.toMatchObject({ code: 'refund_exceeds' });
    await chargeBack(order, 600n, true);
    expect((await world.refund(book, 'a')).amount).toBe(600n);
    await world.drain();
    expect(await world.states(book, 'a')).toBe('refunded void');
  });

  it('a refund that waits for clearing fails when too little is left, and does not keep others waiting', async () => {
    const bySelf = { liable: { type: 'partner', ref: null } } as const;
    const order = await paid('a', [partner(1_000n)]);
    await paid('b', [partner(1_000n)]);
    await world.settle(book);
    await spend('commission', 2_000n);
    const first = await world.refund(book, 'a', bySelf);
    const second = await world.refund(book, 'b', bySelf);
    await chargeBack(order, 1n);
    await world.drain();
    expect(await stored(first.id)).toMatchObject({ status: 'failed', failure: 'charged_back', restitution: null });
    expect(await world.states(book, 'a')).toBe('paid settled');
    expect(await world.refundStatus(second.id)).toBe('awaiting_funds');
    await world.topUp(book, 1_001n);
    await world.drain();
    expect(await world.refundStatus(second.id)).toBe('succeeded');
  });

  it('nor does one that waits behind another reserve what it can never take', async () => {
    const bySelf = { liable: { type: 'partner', ref: null } } as const;
    await paid('a', [partner(1_000n)]);
    const order = await paid('b', [partner(1_000n)]);
    await world.settle(book);
    await spend('commission', 2_000n);
    const first = await world.refund(book, 'a', bySelf);
    const second = await world.refund(book, 'b', bySelf);
    await world.drain();
    const reserved = async () => {
      const funds = await findFunds(world.db, { ...book, currency: 'EUR' });
      // As `GET /wallets` shows it.
      expect((await listReserved(world.db, book)).get('EUR')).toBe(funds.reserved + funds.paidOrders);
      return funds.reserved;
    };
    expect(await reserved()).toBe(2_000n);
    await chargeBack(order, 1n);
    await world.drain();
    expect(await stored(second.id)).toMatchObject({ status: 'failed', failure: 'charged_back', restitution: null });
    expect(await world.refundStatus(first.id)).toBe('awaiting_funds');
    expect(await reserved()).toBe(1_000n);
  });

  it('a dispute in another currency, when it is won, pays for what waits in that one', async () => {
    const order = await paid('a');
    await world.record(book, 'b', [merchant(shop, 700n)], { totalAmount: 700n, currency: 'USD' });
    await world.topUp(book, 700n, 'USD');
    await chargeBack(order, 700n, false, 'USD');
    await world.settle(book);
    await world.drain();
    expect(await world.states(book, 'b')).toBe('pending awaiting_funds');
    await chargeBack(order, 700n, true, 'USD');
    await world.drain();
    expect(await world.states(book, 'b')).toBe('pending settled');
  });

  it('an order that has not settled is on hold until the dispute is won, and its money is reserved for nobody', async () => {
    await world.topUp(book, 50n);
    const order = await paid('a');
    const free = async () => spendableClearing(await findFunds(world.db, { ...book, currency: 'EUR' }));
    expect(await free()).toBe(50n);
    await chargeBack(order, 1_000n);
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'on_hold', holdReason: 'charged_back' });
    expect([await free(), (await world.settle(book)).ordersSettled]).toEqual([50n, 0]);
    await chargeBack(order, 1_000n, true);
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'unsettled', chargedBackAmount: 0n });
    expect([await free(), (await world.settle(book)).ordersSettled]).toEqual([50n, 1]);
    expect(await world.eventsOf(order)).toEqual([
      ...['order.created', 'order.held', 'order.paid', 'order.released', 'order.settled'],
    ]);
  });

  it('on hold by hand it stays so, released it settles with money of the company, and in part it keeps the rest', async () => {
    const hold = (ref: string) =>
      inTransaction(world.db, (tx) => holdOrder(keyOf(book), tx, world, book, ref, undefined));
    const release = (ref: string) => inTransaction(world.db, (tx) => releaseOrder(keyOf(book), tx, world, book, ref));
    const [byHand, released, nobody] = [
      await paid('by hand'),
      await paid('released'),
      await paid('nobody', [merchant(null, 1_000n)]),
    ];
    await hold('by hand');
    await world.settle(book);
    expect(await world.states(book, 'released')).toBe('paid settled');
    await chargeBack(byHand, 1_000n);
    await chargeBack(byHand, 1_000n, true);
    expect(await world.find(book, 'by hand')).toMatchObject({ settlementStatus: 'on_hold', holdReason: 'by_hand' });
    expect(await world.find(book, 'nobody')).toMatchObject({ holdReason: 'unassigned_split' });
    await chargeBack(nobody, 1n);
    expect(await world.find(book, 'nobody')).toMatchObject({ holdReason: 'charged_back' });
    await chargeBack(released, 1_000n);
    expect(await world.states(book, 'released')).toBe('paid settled');

    const order = await paid('in part');
    await chargeBack(order, 300n);
    await release('in part');
    const short = (await findFunds(world.db, { ...book, currency: 'EUR' })).paidOrders;
    await world.settle(book);
    expect(await world.states(book, 'in part')).toBe('paid awaiting_funds');
    expect(short).toBe(1_000n + 999n + 700n);
    const missing = -spendableClearing(await findFunds(world.db, { ...book, currency: 'EUR' }));
    await world.topUp(book, missing + 300n);
    await world.drain();
    expect(await world.states(book, 'in part')).toBe('paid settled');
  });

  it('at the same time as a settlement, it is settled or on hold, never both', async () => {
    const orders = [];
    for (const ref of ['a', 'b', 'c', 'd', 'e']) orders.push(await paid(ref));
    await Promise.all([world.settle(book), ...orders.map((order) => chargeBack(order, 1_000n))]);
    for (const { partnerOrderRef: ref } of orders) {
      expect(['paid settled', 'paid on_hold']).toContain(await world.states(book, ref));
    }
  });

  it('the hold time counts from the payment, except for one from a wallet, which no bank takes back', async () => {
    const careful = await world.makeBook({ holdSeconds: 3_600 });
    const link = await world.makeLink(careful, 'merchant');
    const record = (ref: string) =>
      world.record(careful, ref, [merchant(link, 100n)], { totalAmount: 100n, paymentSource: 'service' });
    const [card, wallet] = [await record('card'), await record('wallet')];
    world.clock.advance(3_600);
    await world.payByCard(card);
    await world.payFromWallet(wallet);
    expect((await world.settle(careful)).ordersSettled).toBe(1);
    expect(await world.statuses(careful, 'card', 'wallet')).toEqual(['unsettled', 'settled']);
    world.clock.advance(3_600);
    expect((await world.settle(careful)).ordersSettled).toBe(1);
  });
});
