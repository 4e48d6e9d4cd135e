/**
 * docs/ledger.md, "What is posted", row by row, after what-is-posted.test.ts: what goes back to customers and their
 * banks, what comes too late, and what customers put in. Every account of every book, before and after.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expirePayment } from '../../src/features/payments/capture-payment.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { job } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';

let world: PostingWorld;

beforeEach(async () => {
  world = await createPostingWorld();
  expect(await world.books()).toEqual({});
});
afterEach(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const books = () => world.books();
const service = { paymentSource: 'service' } as const;

describe('source `service` refunded (settled or not)', () => {
  it('not settled: the customer’s leg alone, `clearing → outside:<source>`', async () => {
    await world.payByCard(await world.order('a', service));
    expect(await books()).toEqual({ company: { 'outside:card': -1_000n, clearing: 1_000n } });
    await world.refund(world.company, 'a', { amount: 400n });
    expect(await books()).toEqual({ company: { 'outside:card': -600n, clearing: 600n } });
    await world.drain();
    await world.settle(world.company);
    expect(await books()).toEqual({
      company: { 'outside:card': -600n, 'earnings:taverna': 420n, 'earnings:rider': 120n, commission: 60n },
    });
  });

  it('settled: the shares first, then the customer’s leg', async () => {
    await world.payByCard(await world.order('a', service));
    await world.settle(world.company);
    expect(await books()).toEqual({
      company: { 'outside:card': -1_000n, 'earnings:taverna': 700n, 'earnings:rider': 200n, commission: 100n },
    });
    await world.refund(world.company, 'a', { amount: 500n });
    expect(await books()).toEqual({
      company: { 'outside:card': -500n, 'earnings:taverna': 350n, 'earnings:rider': 100n, commission: 50n },
    });
  });

  it('or by transit to the customer’s wallet', async () => {
    await world.customerTopsUp('10.00');
    await world.payFromWallet(await world.order('a', service));
    expect(await books()).toEqual({
      company: { transit: -1_000n, clearing: 1_000n },
      customer: { 'outside:card': -1_000n, transit: 1_000n },
    });
    await world.refund(world.company, 'a', { amount: 400n });
    expect(await books()).toEqual({
      company: { transit: -600n, clearing: 600n },
      customer: { 'outside:card': -1_000n, transit: 600n, wallet: 400n },
    });
  });

  it('clearing short: `awaiting_funds`; others may spend only what is left; any credit pays the oldest first', async () => {
    for (const ref of ['a', 'b']) await world.payByCard(await world.order(ref, service));
    await world.settle(world.company);
    await world.payOut(world.company, `earnings:${world.taverna}`, 1_400n);
    const first = await world.refund(world.company, 'a');
    const second = await world.refund(world.company, 'b', { amount: 500n });
    expect([first.status, second.status]).toEqual(['awaiting_funds', 'awaiting_funds']);
    const waiting = {
      'outside:card': -2_000n,
      'outside:bank': 1_400n,
      clearing: 450n,
      'earnings:rider': 100n,
      commission: 50n,
      'debt:taverna': 1_050n,
      debts: -1_050n,
    };
    expect(await books()).toEqual({ company: waiting });

    await world.orderOf('c', 10n);
    await world.settle(world.company);
    expect(await world.statuses(world.company, 'c')).toEqual(['awaiting_funds']);
    await world.shadowOrder('s', { shadowMerchantRef: 'grill' });
    await world.settle(world.company);
    const shadow = {
      'shadow:clearing': -1_000n,
      'shadow:earnings:ref:grill': 700n,
      'shadow:earnings:courier:rider': 200n,
      'shadow:commission': 100n,
    };
    const claim = { claimRef: 'c', linkId: world.taverna, shadowMerchantRef: 'grill', orderRefs: undefined };
    await expect(world.claim(world.company, claim)).rejects.toMatchObject({ code: 'insufficient_funds' });
    await expect(world.ask(world.company, 'clearing', 1n)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await books()).toEqual({ company: { ...waiting, ...shadow } });

    await world.topUp(world.company, 600n);
    await world.drain();
    expect([await world.refundStatus(first.id), await world.refundStatus(second.id)]).toEqual([
      'succeeded',
      'awaiting_funds',
    ]);
    expect(await books()).toEqual({
      company: { ...waiting, ...shadow, 'outside:card': -1_000n, 'outside:bank': 800n, clearing: 50n },
    });
    // The second refund, and then the order that waited: what it pays the merchant is owed back at once.
    await world.topUp(world.company, 460n);
    await world.drain();
    expect(await books()).toEqual({
      company: {
        ...waiting,
        ...shadow,
        'outside:card': -500n,
        'outside:bank': 340n,
        clearing: 10n,
        'debt:taverna': 1_040n,
        debts: -1_040n,
      },
    });
  });
});

describe('chargeback', () => {
  it('`wallet → outside:<source>` where it goes that far', async () => {
    const payment = await world.paidBy('card', 1_000n);
    await world.paidBy('card', 500n);
    expect(await books()).toEqual({ shop: { 'outside:card': -1_500n, wallet: 1_350n, fees: 150n } });
    await world.chargeBack(payment, 1_000n);
    expect(await books()).toEqual({ shop: { 'outside:card': -500n, wallet: 350n, fees: 150n } });
  });

  it('`clearing → outside:<source>` of an order', async () => {
    const order = await world.order('a', service);
    await world.payByCard(order);
    await world.chargeBack(await world.attemptOf(order), 1_000n);
    expect(await books()).toEqual({});
  });

  /** What a shop of 1,000 owes once it has paid out 700 of its 900. */
  const advanced = {
    shop: { 'outside:bank': 700n, transit: -800n, fees: 100n, debt: 800n, debts: -800n },
    service: { advances: -800n, transit: 800n },
  };
  async function owe() {
    const payment = await world.paidBy('card', 1_000n);
    await world.payOut(world.shop, 'wallet', 700n);
    expect(await books()).toEqual({
      shop: { 'outside:card': -1_000n, 'outside:bank': 700n, wallet: 200n, fees: 100n },
    });
    const dispute = await world.chargeBack(payment, 1_000n);
    expect(await books()).toEqual(advanced);
    return dispute;
  }

  it('the rest: service `advances → transit`, holder `transit → outside:<source>`, memo `debts → debt`', async () => {
    await owe();
  });

  it('recovered from next credits the other way: in part, then wholly', async () => {
    await owe();
    await world.paidBy('card', 500n);
    expect(await books()).toEqual({
      shop: { 'outside:card': -500n, 'outside:bank': 700n, transit: -350n, fees: 150n, debt: 350n, debts: -350n },
      service: { advances: -350n, transit: 350n },
    });
    await world.paidBy('onlinewallet', 500n);
    expect(await books()).toEqual({
      shop: { 'outside:card': -500n, 'outside:onlinewallet': -500n, 'outside:bank': 700n, wallet: 100n, fees: 200n },
    });
  });

  it('of an order: recovered from what comes into clearing', async () => {
    const order = await world.order('a', service);
    await world.payByCard(order);
    await world.settle(world.company);
    await world.chargeBack(await world.attemptOf(order), 1_000n);
    const earned = { 'earnings:taverna': 700n, 'earnings:rider': 200n, commission: 100n };
    expect(await books()).toEqual({
      company: { ...earned, transit: -1_000n, debt: 1_000n, debts: -1_000n },
      service: { advances: -1_000n, transit: 1_000n },
    });
    await world.topUp(world.company, 1_200n);
    expect(await books()).toEqual({ company: { ...earned, 'outside:bank': -1_200n, clearing: 200n } });
  });

  it('reversed: as a refund, without the customer; what a link has spent is its debt; won again, all is returned', async () => {
    const order = await world.order('a', service);
    await world.payByCard(order);
    await world.settle(world.company);
    await world.payOut(world.company, `earnings:${world.taverna}`, 600n);
    const dispute = await world.chargeBack(await world.attemptOf(order), 1_000n);
    await world.reverse(world.company, 'a');
    const drawn = { 'outside:bank': 600n };
    expect(await books()).toEqual({
      company: { ...drawn, transit: -600n, debt: 600n, 'debt:taverna': 600n, debts: -1_200n },
      service: { advances: -600n, transit: 600n },
    });
    await world.winDispute(dispute);
    expect(await books()).toEqual({
      company: {
        ...drawn,
        'outside:card': -1_000n,
        'earnings:taverna': 100n,
        'earnings:rider': 200n,
        commission: 100n,
      },
    });
  });

  it('repaid another way: `outside:bank → wallet`, and recovered at once', async () => {
    await owe();
    await world.settleDebt('repaid', 300n);
    expect(await books()).toEqual({
      shop: { 'outside:bank': 400n, transit: -500n, fees: 100n, debt: 500n, debts: -500n },
      service: { advances: -500n, transit: 500n },
    });
  });

  it('written off: memo `debt → debts`, service `fees → advances`; owed again first when the dispute is won', async () => {
    const dispute = await owe();
    await world.settleDebt('written_off', 500n);
    const off = {
      shop: { 'outside:bank': 700n, transit: -800n, fees: 100n, debt: 300n, debts: -300n },
      service: { advances: -300n, transit: 800n, fees: -500n },
    };
    expect(await books()).toEqual(off);
    await world.winDispute(dispute);
    expect(await books()).toEqual({
      shop: { 'outside:card': -1_000n, 'outside:bank': 700n, wallet: 200n, fees: 100n },
    });
  });

  it('won: posted back, and what the service laid out comes first', async () => {
    const dispute = await owe();
    await world.winDispute(dispute);
    expect(await books()).toEqual({
      shop: { 'outside:card': -1_000n, 'outside:bank': 700n, wallet: 200n, fees: 100n },
    });
  });

  it('won, and nothing owed: posted back', async () => {
    const payment = await world.paidBy('card', 1_000n);
    await world.paidBy('card', 500n);
    const before = await books();
    const dispute = await world.chargeBack(payment, 1_000n);
    await world.winDispute(dispute);
    expect(await books()).toEqual(before);
  });
});

describe('the provider’s fee for a dispute', () => {
  it('service `fees → outside:<source>`; the payee’s book stays as it is; back if the provider returns it', async () => {
    const payment = await world.paidBy('card', 1_000n);
    await world.paidBy('card', 500n);
    const shop = { 'outside:card': -1_500n, wallet: 1_350n, fees: 150n };
    const fee = { currency: 'EUR', charged: 15n, returned: 0n };
    const dispute = await world.chargeBack(payment, 1_000n, fee);
    const charged = { fees: -15n, 'outside:card': 15n };
    expect(await books()).toEqual({ shop: { ...shop, 'outside:card': -500n, wallet: 350n }, service: charged });
    await world.winDispute(dispute, fee);
    expect(await books()).toEqual({ shop, service: charged });
    await world.loseAgain(dispute, { ...fee, returned: 15n });
    expect(await books()).toEqual({ shop: { ...shop, 'outside:card': -500n, wallet: 350n } });
  });
});

describe('late or second capture', () => {
  const moved = async () =>
    (await world.database.pool.query(`select code, amount from transfers where subject_kind = 'attempt' order by id`))
      .rows;
  const inAndOut = [
    { code: 'late_capture', amount: 1_000n },
    { code: 'late_capture_return', amount: 1_000n },
  ];

  it('late: posted and refunded in one transaction', async () => {
    const payment = await world.payment(1_000n);
    const attempt = await world.attempt(payment);
    await world.decline(attempt);
    world.clock.advance(30 * 24 * 3_600);
    await world.run((tx) => expirePayment(job, tx, world.deps, payment));
    expect(await books()).toEqual({});
    expect(await world.capture(attempt, 1_000n)).toBe('returned');
    expect([await books(), await moved()]).toEqual([{}, inAndOut]);
  });

  it('second: posted and refunded in one transaction, and the first stays', async () => {
    const payment = await world.payment(1_000n);
    const first = await world.attempt(payment);
    await world.decline(first);
    await world.capture(await world.attempt(payment), 1_000n);
    const paid = { shop: { 'outside:card': -1_000n, wallet: 900n, fees: 100n } };
    expect([await books(), await moved()]).toEqual([paid, []]);
    expect(await world.capture(first, 1_000n)).toBe('returned');
    expect([await books(), await moved()]).toEqual([paid, inAndOut]);
  });
});

describe('customer tops up', () => {
  it('`outside:<source> → wallet`', async () => {
    expect(await world.customerTopsUp('12.34')).toMatchObject({ status: 'succeeded' });
    expect(await books()).toEqual({ customer: { 'outside:card': -1_234n, wallet: 1_234n } });
  });
});
