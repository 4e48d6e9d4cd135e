/**
 * docs/ledger.md, "Spendable", "Debts" and "Waiting refunds": what a company that owes the service may spend, what each
 * credit to clearing pays first, and the job that follows it. Every account of every book.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findFunds, spendableClearing } from '../../src/core/ledger/spendable.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { applyCharge } from '../../src/features/payments/provider-attempt.ts';
import { returnPayout } from '../../src/features/payouts/change-payout.ts';
import { presentDebts, withDebts } from '../../src/features/payouts/payee-debts.ts';
import { listPayouts } from '../../src/features/payouts/payouts.repository.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { makeRefund } from '../../src/features/refunds/refund-payment.ts';
import { previewSettlement } from '../../src/features/settlements/preview-settlement.ts';
import { sumSettlement } from '../../src/features/settlements/settlements.repository.ts';
import { transferCommission } from '../../src/features/wallets/transfer-commission.ts';
import { orderLink } from '../fixtures/order-link.ts';
import { merchant, partner } from '../fixtures/order-values.ts';
import { taken } from '../fixtures/payments.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { job, keyOf, memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { dropJobs } from '../support/drain-jobs.ts';
import { hold } from '../support/lock-waits.ts';

let world: PostingWorld;

beforeEach(async () => {
  world = await createPostingWorld();
});
afterEach(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const books = () => world.books();
const service = { paymentSource: 'service' } as const;
const short = { code: 'insufficient_funds' };

/** Whether the work enqueues the job that pays waiting refunds and orders. */
async function wakes(work: () => Promise<unknown>): Promise<boolean> {
  await dropJobs(world.database);
  await work();
  const { rows } = await world.database.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'settle_on_funds'`,
  );
  return rows.length > 0;
}

const paidAndSettled = async (ref: string) => {
  const order = await world.order(ref, service);
  await world.payByCard(order);
  await world.settle(world.company);
  return order;
};

/** A settled order whose money the customer's bank took back: 1,000 are owed, and clearing is empty. */
const owe = async (ref = 'charged') => world.chargeBack(await world.attemptOf(await paidAndSettled(ref)), 1_000n);

/** What is owed to the service, and what else there is in the company's book. */
const owing = (debt: bigint, company: Record<string, bigint> = {}) => ({
  company: { transit: -debt, debt, debts: -debt, ...company },
  service: { advances: -debt, transit: debt },
});
const earned = { 'earnings:taverna': 700n, 'earnings:rider': 200n, commission: 100n };

const transfer = (amount: bigint) =>
  world.run((tx) =>
    transferCommission(keyOf(world.company), tx, world.clock, world.company, { amount, currency: 'EUR' }),
  );

const fail = (id: string) =>
  world.run((tx) => returnPayout(shell, tx, world.clock, id, { to: 'rejected', reason: null }));

describe('a company that owes the service', () => {
  it('draws neither from clearing nor from commission, which it may move to clearing', async () => {
    await owe();
    expect(await books()).toEqual(owing(1_000n, earned));
    await expect(world.ask(world.company, 'clearing', 1n)).rejects.toMatchObject(short);
    await expect(world.ask(world.company, 'commission', 1n)).rejects.toMatchObject(short);
    await transfer(100n);
    expect(await books()).toEqual(owing(900n, { 'earnings:taverna': 700n, 'earnings:rider': 200n }));
  });

  it('draws from commission what clearing does not miss', async () => {
    await owe();
    await world.topUp(world.company, 950n);
    expect(await books()).toEqual(owing(50n, { ...earned, transit: -50n, 'outside:bank': -950n }));
    await expect(world.ask(world.company, 'commission', 51n)).rejects.toMatchObject(short);
    await world.ask(world.company, 'commission', 50n);
    await expect(world.ask(world.company, 'commission', 1n)).rejects.toMatchObject(short);
    await world.topUp(world.company, 50n);
    await world.ask(world.company, 'commission', 50n);
  });

  it('owes in one currency and one mode', async () => {
    await owe();
    await world.topUp(world.company, 30n, 'USD');
    expect(await world.balance(world.company, 'clearing', 'USD')).toBe(30n);
    const spendable = async (mode: 'test' | 'live', currency: string) =>
      spendableClearing(await findFunds(world.db, { ...world.company, mode, currency }));
    expect([await spendable('test', 'EUR'), await spendable('test', 'USD'), await spendable('live', 'EUR')]).toEqual([
      -1_000n,
      30n,
      0n,
    ]);
  });
});

it('what a payee owes stands beside each of their payouts, in its mode', async () => {
  await owe();
  await world.ask(world.company, `earnings:${world.taverna}`, 700n);
  await world.order('a');
  await world.topUp(world.company, 2_000n);
  await world.settle(world.company);
  await world.ask(world.company, `earnings:${world.taverna}`, 700n);
  await world.refund(world.company, 'a');
  await world.ask(world.company, 'clearing', 100n);
  const payment = await world.paidBy('card', 500n);
  await world.ask(world.shop, 'wallet', 450n);
  await world.chargeBack(payment, 500n);
  const listed = await withDebts(world.db, await listPayouts(world.db, { limit: 10 }));
  expect(listed.map((payout) => [payout.accountKind, presentDebts(payout)])).toEqual([
    ['earnings', '7.00 EUR'],
    ['earnings', '7.00 EUR'],
    ['clearing', '0'],
    ['wallet', '5.00 EUR'],
  ]);
  // The rider, a link of the same company, owes too; it is not added to what others owe.
  await world.ask(world.company, `earnings:${world.rider}`, 200n);
  await world.order('b');
  await world.topUp(world.company, 2_000n);
  await world.settle(world.company);
  await world.ask(world.company, `earnings:${world.rider}`, 200n);
  await world.refund(world.company, 'b');
  const again = await withDebts(world.db, await listPayouts(world.db, { limit: 10 }));
  expect(again.map(presentDebts)).toEqual(['7.00 EUR', '7.00 EUR', '0', '5.00 EUR', '2.00 EUR', '2.00 EUR']);
  const live = listed.map((payout) => ({ ...payout, mode: 'live' as const }));
  expect((await withDebts(world.db, live)).map(presentDebts)).toEqual(['0', '0', '0', '0']);
});

describe('a credit to clearing from inside the book pays the company’s debt', () => {
  it('a reversal: an order refunded, and one canceled', async () => {
    await world.topUp(world.company, 2_000n);
    for (const ref of ['a', 'b']) await world.order(ref);
    await world.settle(world.company);
    await owe();
    const twice = { 'earnings:taverna': 2_100n, 'earnings:rider': 600n, commission: 300n, 'outside:bank': -2_000n };
    expect(await books()).toEqual(owing(1_000n, twice));
    expect(await wakes(() => world.refund(world.company, 'a', { amount: 500n }))).toBe(true);
    expect(await books()).toEqual(
      owing(500n, { ...twice, 'earnings:taverna': 1_750n, 'earnings:rider': 500n, commission: 250n }),
    );
    expect(await wakes(() => world.cancel(world.company, 'b'))).toBe(true);
    expect(await books()).toEqual({
      company: {
        'outside:bank': -2_000n,
        clearing: 500n,
        'earnings:taverna': 1_050n,
        'earnings:rider': 300n,
        commission: 150n,
      },
    });
  });

  it('a canceled order whose settlement had recovered a link’s debt', async () => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.settle(world.company);
    await world.payOut(world.company, `earnings:${world.taverna}`, 700n);
    await world.refund(world.company, 'a');
    await world.orderOf('b', 100n);
    await world.settle(world.company);
    await owe();
    const left = { 'outside:bank': -300n, 'earnings:rider': 200n, commission: 100n };
    expect(await books()).toEqual(owing(100n, { ...left, 'earnings:taverna': 100n }));
    await world.cancel(world.company, 'b');
    expect(await books()).toEqual({ company: left });
  });

  it('a link’s debt recovered from a returned payout', async () => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.settle(world.company);
    await owe();
    const payout = await world.ask(world.company, `earnings:${world.taverna}`, 1_400n);
    await world.refund(world.company, 'a');
    const before = { transit: -700n, debt: 700n, 'debt:taverna': 700n, debts: -1_400n, 'payouts:pending': 1_400n };
    const rest = { 'outside:bank': -1_000n, 'earnings:rider': 200n, commission: 100n };
    expect(await books()).toEqual(owing(700n, { ...before, ...rest }));
    expect(await wakes(() => fail(payout.id))).toBe(true);
    expect(await books()).toEqual({ company: { ...rest, 'earnings:taverna': 700n } });
  });

  it('a payout from clearing that was rejected', async () => {
    await world.topUp(world.company, 400n);
    const payout = await world.ask(world.company, 'clearing', 400n);
    await owe();
    expect(await wakes(() => fail(payout.id))).toBe(true);
    expect(await books()).toEqual(owing(600n, { ...earned, 'outside:bank': -400n }));
  });
});

describe('a credit to clearing pays waiting refunds first, then the company’s debt', () => {
  /** Two refunds of 1,000 wait, and 1,000 are owed: clearing is empty, and the parties have been paid out. */
  async function waitAndOwe(): Promise<string[]> {
    for (const ref of ['a', 'b']) await paidAndSettled(ref);
    const charged = await paidAndSettled('charged');
    await world.payOut(world.company, `earnings:${world.taverna}`, 2_100n);
    await world.payOut(world.company, `earnings:${world.rider}`, 600n);
    await world.payOut(world.company, 'commission', 300n);
    await world.chargeBack(await world.attemptOf(charged), 1_000n);
    const refunds = [await world.refund(world.company, 'a'), await world.refund(world.company, 'b')];
    await dropJobs(world.database);
    return refunds.map(({ id }) => id);
  }
  const statuses = (ids: string[]) => Promise.all(ids.map((id) => world.refundStatus(id)));
  const debt = () => world.balance(world.company, 'debt');

  it('oldest first; what they leave goes to the debt in the transaction of the credit', async () => {
    const ids = await waitAndOwe();
    const before = await debt();
    await world.topUp(world.company, 1_500n);
    expect(await debt()).toBe(before);
    await expect(world.ask(world.company, 'clearing', 1n)).rejects.toMatchObject(short);
    await world.drain();
    expect(await statuses(ids)).toEqual(['succeeded', 'awaiting_funds']);
    await world.topUp(world.company, 700n);
    expect(await debt()).toBe(before - 200n);
    await world.drain();
    expect(await statuses(ids)).toEqual(['succeeded', 'succeeded']);
    expect([await world.balance(world.company, 'clearing'), await debt()]).toEqual([0n, before - 200n]);
  });

  it('reserves for them in their own currency and mode', async () => {
    await waitAndOwe();
    const reserved = async (mode: 'test' | 'live', currency: string) =>
      (await findFunds(world.db, { ...world.company, mode, currency })).reserved;
    expect([await reserved('test', 'EUR'), await reserved('test', 'USD'), await reserved('live', 'EUR')]).toEqual([
      2_000n,
      0n,
      0n,
    ]);
  });

  it('also a dispute that was won, and an order that is paid', async () => {
    const ids = await waitAndOwe();
    const before = await debt();
    const order = await world.order('late', service);
    await world.payByCard(order);
    expect(await debt()).toBe(before);
    const dispute = await world.chargeBack(await world.attemptOf(order), 1_000n);
    expect(await wakes(() => world.winDispute(dispute))).toBe(true);
    expect(await debt()).toBe(before);
    await world.drain();
    expect(await statuses(ids)).toEqual(['succeeded', 'awaiting_funds']);
  });
});

describe('a refund of an order of a company that owes', () => {
  it('pays its customer with what it takes back, before the debt', async () => {
    await paidAndSettled('a');
    await owe();
    const both = { 'earnings:taverna': 1_400n, 'earnings:rider': 400n, commission: 200n };
    expect(await books()).toEqual(owing(1_000n, { ...both, 'outside:card': -1_000n }));
    const { status } = await world.refund(world.company, 'a');
    expect(status).toBe('pending');
    expect(await books()).toEqual(owing(1_000n, earned));
  });

  it.each([
    ['of a part', 400n],
    ['of all', 1_000n],
  ])(
    '%s, that its provider refuses before the order has settled, pays no debt: it is the order’s',
    async (_, amount) => {
      await world.payByCard(await world.order('a', service));
      await world.refund(world.company, 'a', { amount });
      const other = await world.order('b', service);
      await world.payByCard(other);
      await world.settle(world.company);
      await world.chargeBack(await world.attemptOf(other), 1_000n);
      const before = await world.balance(world.company, 'debt');
      world.provider.says.refund = async () => ({ kind: 'failed', reason: 'closed' });
      const { rows } = await world.database.pool.query('select id from refunds');
      await makeRefund(job, world.deps, world.company.holderId, rows[0].id);
      expect([before, await world.balance(world.company, 'debt')]).toEqual([amount, amount]);
      await world.topUp(world.company, 1_000n);
      expect(await world.balance(world.company, 'debt')).toBe(0n);
    },
  );
});

describe('a dry run of a settlement', () => {
  const preview = () => previewSettlement(keyOf(world.company), world, world.company, 100);

  it('with a debt of a link is what the run then does: what is recovered pays the orders that follow', async () => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.settle(world.company);
    await world.payOut(world.company, `earnings:${world.taverna}`, 700n);
    await world.refund(world.company, 'a');
    await world.payOut(world.company, 'clearing', 50n);
    // Clearing has 250, and taverna owes 700: the first two orders pay themselves, the third waits.
    for (const [ref, amount] of [
      ['b', 200n],
      ['c', 240n],
    ] as const)
      await world.orderOf(ref, amount);
    const both = [merchant(world.taverna, 100n), merchant(world.taverna, 100n), partner(60n)];
    await world.record(world.company, 'd', both, { totalAmount: 260n });
    const planned = await preview();
    const { id, ...run } = await world.settle(world.company);
    expect(planned).toMatchObject({ ordersSettled: 2, ordersAwaitingFunds: 1 });
    expect(run).toMatchObject({ ordersSettled: 2, ordersAwaitingFunds: 1, ordersOnHold: planned.ordersOnHold });
    const totals = await sumSettlement(world.db, world.company.holderId, id);
    const shown = (all: typeof totals) => all.map(({ kind, linkId, amount }) => ({ kind, linkId, amount }));
    expect(shown(planned.totals)).toEqual(shown(totals));
  });

  it('of a company that owes settles nothing, as the run does', async () => {
    await owe();
    await world.topUp(world.company, 900n);
    await world.orderOf('b', 1n);
    expect(await preview()).toMatchObject({ ordersSettled: 0, ordersAwaitingFunds: 1 });
    expect(await world.settle(world.company)).toMatchObject({ ordersSettled: 0, ordersAwaitingFunds: 1 });
    await world.topUp(world.company, 101n);
    expect(await preview()).toMatchObject({ ordersSettled: 1 });
    expect(await world.settle(world.company)).toMatchObject({ ordersSettled: 1 });
  });
});

describe('a payout and a capture at once: what the customer paid is kept for the order', () => {
  /** Captures an order of 1,000 within a transaction. */
  async function capturing(): Promise<(tx: Tx) => Promise<unknown>> {
    const order = await world.order('paid', service);
    const id = await world.run((tx) => orderLink(tx, { ...world, creator: createPaymentCreator(world) }, order));
    const key = await world.attempt({ holderId: order.holderId, id: id as string });
    return (tx) => applyCharge(job, tx, world.deps, key, taken(1_000n));
  }
  const asking = (amount: bigint) => (tx: Tx) => {
    const { company, clock } = world;
    const account = ledgerAccount.clearing;
    const request = { ownerHolderId: company.holderId, book: company, account, amount, currency: 'EUR' };
    return requestPayout(memberOf(company), tx, clock, { ...request, bankAccountId: undefined });
  };
  async function expectKept(): Promise<void> {
    await expect(world.run(asking(1n))).rejects.toMatchObject(short);
    await world.settle(world.company);
    expect(await world.find(world.company, 'paid')).toMatchObject({ settlementStatus: 'settled' });
    expect((await books()).company).toMatchObject({ ...earned, 'payouts:pending': 300n });
  }

  it('the capture comes first: a payout that waited for it takes nothing of it', async () => {
    const capture = await capturing();
    await world.topUp(world.company, 300n);
    const held = await hold(world.db, world.database.owner, capture);
    const tooMuch = world.run(asking(301n));
    await held.awaitedBy(tooMuch);
    await held.commit();
    await expect(tooMuch).rejects.toMatchObject(short);
    await world.run(asking(300n));
    await expectKept();
  });

  it('the payout comes first: a capture that waited for it leaves nothing to spend', async () => {
    const capture = await capturing();
    await world.topUp(world.company, 300n);
    const held = await hold(world.db, world.database.owner, asking(300n));
    const captured = world.run(capture);
    await held.awaitedBy(captured);
    await held.commit();
    await captured;
    await expectKept();
  });
});

describe('a recovery enqueues the job for what waits', () => {
  it('at settlement, and at a claim', async () => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.settle(world.company);
    await world.payOut(world.company, `earnings:${world.taverna}`, 700n);
    await world.refund(world.company, 'a');
    await world.record(world.company, 'next', [merchant(world.taverna, 100n)], { totalAmount: 100n });
    expect(await wakes(() => world.settle(world.company))).toBe(true);
    await world.shadowOrder('s', { shadowMerchantRef: 'grill' });
    await world.settle(world.company);
    await world.topUp(world.company, 700n);
    const claim = { claimRef: 'c', linkId: world.taverna, shadowMerchantRef: 'grill', orderRefs: undefined };
    expect(await wakes(() => world.claim(world.company, claim))).toBe(true);
  });
});
