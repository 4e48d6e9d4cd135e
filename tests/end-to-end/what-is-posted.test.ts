/**
 * docs/ledger.md, "What is posted", row by row: payments, top-ups, orders and what is taken back from the parties.
 * Every account of every book, before and after. The rows that follow stand, in this order, in
 * what-is-posted-customers.test.ts, -shadow and -payouts.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/core/access/actor.ts';
import { saveFourEyes } from '../../src/core/access/four-eyes.repository.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { makeReport } from '../../src/features/reconciliation/report.ts';
import { takeBackTopUp } from '../../src/features/reconciliation/take-back.ts';
import { planReversal, reverseTopUp } from '../../src/features/wallets/reverse-top-up.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { merchant, partner } from '../fixtures/order-values.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { csvOf, readNamed } from '../fixtures/reconciliation.ts';
import { operator, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';

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

describe('customer pays a merchant from their wallet', () => {
  it('customer `wallet → transit`; merchant `transit → wallet`; fee: merchant `wallet → fees`', async () => {
    await world.customerTopsUp('10.00');
    expect(await books()).toEqual({ customer: { 'outside:card': -1_000n, wallet: 1_000n } });
    await world.paidFromWallet(800n);
    expect(await books()).toEqual({
      customer: { 'outside:card': -1_000n, wallet: 200n, transit: 800n },
      shop: { transit: -800n, wallet: 720n, fees: 80n },
    });
  });
});

describe('customer pays a merchant by card or online wallet', () => {
  it.each(['card', 'onlinewallet'] as const)('merchant `outside:%s → wallet`; fee likewise', async (method) => {
    await world.paidBy(method, 1_000n);
    expect(await books()).toEqual({ shop: { [`outside:${method}`]: -1_000n, wallet: 900n, fees: 100n } });
  });
});

describe('refund of a payment', () => {
  it('by card: the same, backwards; the fee in proportion, the last refund taking the remainder', async () => {
    const payment = await world.paidBy('card', 999n);
    expect(await books()).toEqual({ shop: { 'outside:card': -999n, wallet: 899n, fees: 100n } });
    await world.refundPayment(payment, 333n);
    expect(await books()).toEqual({ shop: { 'outside:card': -666n, wallet: 599n, fees: 67n } });
    await world.refundPayment(payment, 100n);
    // 100 × 433 / 999 is 43.3: 43 have come back.
    expect(await books()).toEqual({ shop: { 'outside:card': -566n, wallet: 509n, fees: 57n } });
    await world.refundPayment(payment);
    expect(await books()).toEqual({});
  });

  it('from a wallet: through both books’ transit', async () => {
    await world.customerTopsUp('10.00');
    const payment = await world.paidFromWallet(1_000n);
    await world.refundPayment(payment, 400n);
    expect(await books()).toEqual({
      customer: { 'outside:card': -1_000n, wallet: 400n, transit: 600n },
      shop: { transit: -600n, wallet: 540n, fees: 60n },
    });
  });

  it('the fee returns first: it is part of what the wallet needs', async () => {
    const payment = await world.paidBy('card', 1_000n);
    expect(await books()).toEqual({ shop: { 'outside:card': -1_000n, wallet: 900n, fees: 100n } });
    await world.refundPayment(payment);
    expect(await books()).toEqual({});
  });

  it('wallet still short: 400 `Insufficient balance`, nothing moved', async () => {
    const payment = await world.paidBy('card', 1_000n);
    await world.payOut(world.shop, 'wallet', 1n);
    const before = { shop: { 'outside:card': -1_000n, 'outside:bank': 1n, wallet: 899n, fees: 100n } };
    expect(await books()).toEqual(before);
    await expect(world.refundPayment(payment)).rejects.toMatchObject({
      code: 'insufficient_funds',
      message: 'Insufficient balance',
    });
    expect(await books()).toEqual(before);
  });
});

describe('company tops up clearing', () => {
  const request = { amount: 1_000n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;

  it('`outside:bank → clearing`, test mode: at once', async () => {
    await world.topUp(world.company, 1_000n);
    expect(await books()).toEqual({ company: { 'outside:bank': -1_000n, clearing: 1_000n } });
  });

  it('live: when the operator confirms receipt', async () => {
    const live = { ...world.company, mode: 'live' } as const;
    const { id } = await world.run((tx) => requestTopUp(shell, tx, world.clock, live, request));
    expect(await books()).toEqual({});
    await world.run((tx) => confirmTopUp(shell, tx, world.clock, id));
    expect(await books()).toEqual({ 'company (live)': { 'outside:bank': -1_000n, clearing: 1_000n } });
  });

  it('live: confirmed by many at once, it is posted once, and all are told so', async () => {
    const live = { ...world.company, mode: 'live' } as const;
    const { id } = await world.run((tx) => requestTopUp(shell, tx, world.clock, live, request));
    const confirm = () => world.run((tx) => confirmTopUp(shell, tx, world.clock, id));
    const told = await Promise.all(Array.from({ length: 8 }, confirm));
    expect(told.map(({ status }) => status)).toEqual(Array(8).fill('succeeded'));
    expect(await books()).toEqual({ 'company (live)': { 'outside:bank': -1_000n, clearing: 1_000n } });
  });
});

describe('a credited top-up is taken back', () => {
  const request = { amount: 7_100n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  const reason = 'Recalled by the bank';
  const credited = (mode: 'test' | 'live' = 'test') =>
    world.run(async (tx) => {
      const { id, status } = await requestTopUp(shell, tx, world.clock, { ...world.company, mode }, request);
      return status === 'pending' ? (await confirmTopUp(shell, tx, world.clock, id)).id : id;
    });
  const takeBack = (id: string, amount?: bigint, actor: Actor = shell) =>
    world.run((tx) => reverseTopUp(actor, tx, world.clock, id, { amount, reason }));
  const topUpRow = async (id: string) =>
    (
      await world.database.pool.query(
        'select reversed_amount::int as amount, reversed_covered::int as covered from top_ups where id = $1',
        [id],
      )
    ).rows[0];

  it.each(['test', 'live'] as const)('`clearing → outside:bank`, referencing the credit, in %s mode', async (mode) => {
    const id = await credited(mode);
    await takeBack(id);
    expect(await books()).toEqual({});
    const { rows } = await world.database.pool.query(
      `select r.amount::int, o.code from transfers r join transfers o on o.holder_id = r.holder_id and o.id = r.reverses_id
       where r.subject_id = $1 and r.code = 'top_up_reversed'`,
      [id],
    );
    expect(rows).toEqual([{ amount: 7_100, code: 'top_up' }]);
    const events = await world.database.pool.query(
      `select data->'reversal'->>'reason' as reason from events where type = 'top_up.reversed'`,
    );
    expect(events.rows).toEqual([{ reason }]);
  });

  it('beyond the balance: service `advances → transit`, holder `transit → clearing`, memo `debts → debt`, recovered next', async () => {
    const id = await credited();
    await world.payOut(world.company, 'clearing', 2_100n);
    const plan = await world.run((tx) => planReversal(shell, tx, id, undefined));
    expect(plan.reversal).toEqual({ amount: 7_100n, covered: 5_000n });
    await takeBack(id);
    expect(await topUpRow(id)).toEqual({ amount: 7_100, covered: 5_000 });
    expect(await books()).toEqual({
      company: { 'outside:bank': 2_100n, transit: -2_100n, debt: 2_100n, debts: -2_100n },
      service: { advances: -2_100n, transit: 2_100n },
    });
    await expectBooksToHold(world.db);
    await world.topUp(world.company, 3_000n);
    expect(await books()).toEqual({ company: { 'outside:bank': -900n, clearing: 900n } });
  });

  it('a part of it, once, and no more than it was; what was not credited never', async () => {
    const id = await credited();
    for (const amount of [0n, 7_101n]) {
      await expect(takeBack(id, amount)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await takeBack(id, 100n);
    expect(await books()).toEqual({ company: { 'outside:bank': -7_000n, clearing: 7_000n } });
    await expect(takeBack(id, 100n)).rejects.toMatchObject({ code: 'invalid_state' });
    const live = { ...world.company, mode: 'live' } as const;
    const pending = await world.run((tx) => requestTopUp(shell, tx, world.clock, live, request));
    await expect(takeBack(pending.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(takeBack('top_unknown')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('many times at once, and beside a payout of the same clearing: once, and nothing is paid twice', async () => {
    const id = await credited();
    const [payout, ...tries] = await Promise.allSettled([
      world.ask(world.company, 'clearing', 6_000n),
      ...Array.from({ length: 5 }, () => takeBack(id)),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_state' });
    const debt = payout.status === 'fulfilled' ? 6_000n : 0n;
    if (payout.status === 'rejected') expect(payout.reason).toMatchObject({ code: 'insufficient_funds' });
    expect((await books()).service ?? {}).toEqual(debt === 0n ? {} : { advances: -debt, transit: debt });
    await expectBooksToHold(world.db);
  });

  it('by four eyes not by who requested or credited it, nor by the shell', async () => {
    const id = await credited('live');
    await world.database.pool.query(
      `update top_ups set requested_by = 'the owner', credited_by = 'the finance' where id = $1`,
      [id],
    );
    await world.run((tx) => saveFourEyes(tx, { isOn: true, offRequestedBy: null, offRequestedAt: null }));
    for (const actor of [operator('finance'), shell]) {
      await expect(takeBack(id, undefined, actor)).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect((await takeBack(id, undefined, operator('administrator'))).reversal).toMatchObject({ amount: 7_100n });
  });

  it('of a customer’s wallet: `wallet → outside:<source>`, and the line of the bank is matched with it', async () => {
    await world.customerTopsUp('10.00');
    const { rows } = await world.database.pool.query(`select id, holder_id from top_ups`);
    const id = rows[0].id as string;
    await world.paidFromWallet(800n);
    const { db, clock } = world;
    const read = await readNamed(csvOf([['-10.00', `REVERSAL ${id}`]]));
    const card = { source: 'card', mode: 'test' } as const;
    await importStatement(shell, { db, clock }, card, { ...read, account: '', fileName: 'x.csv' });
    const done = await world.run((tx) =>
      takeBackTopUp(shell, tx, clock, 'test', id, { amount: undefined, reason, lineId: undefined }),
    );
    expect(done).toMatchObject({ reversal: { amount: 1_000n, covered: 200n }, lineId: expect.any(BigInt) });
    const report = await makeReport(db, card, { from: undefined, to: undefined });
    expect(report.lines).toEqual([]);
    expect(report.transfers.map(({ code }) => code)).toEqual(['top_up']);
  });
});

describe('`service` order paid at the hosted checkout', () => {
  it('money arrives in the company’s `clearing`, and the order becomes `paid`: by card', async () => {
    const order = await world.order('a', { paymentSource: 'service' });
    expect([await books(), await world.states(world.company, 'a')]).toEqual([{}, 'pending unsettled']);
    await world.payByCard(order);
    expect(await books()).toEqual({ company: { 'outside:card': -1_000n, clearing: 1_000n } });
    expect(await world.states(world.company, 'a')).toBe('paid unsettled');
  });

  it('from a wallet', async () => {
    await world.customerTopsUp('15.00');
    const order = await world.order('a', { paymentSource: 'service' });
    expect(await books()).toEqual({ customer: { 'outside:card': -1_500n, wallet: 1_500n } });
    await world.payFromWallet(order);
    expect(await books()).toEqual({
      customer: { 'outside:card': -1_500n, wallet: 500n, transit: 1_000n },
      company: { transit: -1_000n, clearing: 1_000n },
    });
    expect(await world.states(world.company, 'a')).toBe('paid unsettled');
  });
});

describe('order settled', () => {
  it('`clearing → earnings(link)` for each merchant and courier split, `clearing → commission`', async () => {
    await world.topUp(world.company, 1_500n);
    await world.order('a');
    expect(await books()).toEqual({ company: { 'outside:bank': -1_500n, clearing: 1_500n } });
    await world.settle(world.company);
    expect(await books()).toEqual({
      company: {
        'outside:bank': -1_500n,
        clearing: 500n,
        'earnings:taverna': 700n,
        'earnings:rider': 200n,
        commission: 100n,
      },
    });
  });

  it('shares less earlier refunds', async () => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.refund(world.company, 'a', { amount: 500n });
    expect(await books()).toEqual({ company: { 'outside:bank': -1_000n, clearing: 1_000n } });
    await world.settle(world.company);
    expect(await books()).toEqual({
      company: {
        'outside:bank': -1_000n,
        clearing: 500n,
        'earnings:taverna': 350n,
        'earnings:rider': 100n,
        commission: 50n,
      },
    });
  });
});

/** 700, 200 and 100; the fee is 20 + 10. */
async function payWithFee(ref: string, changes: Parameters<PostingWorld['order']>[1] = {}): Promise<void> {
  await makeFee(world.db, { holderId: world.company.holderId, currency: 'EUR', basisPoints: 200, fixed: 10n });
  await world.payByCard(await world.order(ref, { paymentSource: 'service', ...changes }));
}

describe('`service` order with a fee (docs/ledger.md, "Fees of orders", its examples)', () => {
  const settled = {
    'outside:card': -1_000n,
    fees: 30n,
    'earnings:taverna': 700n,
    'earnings:rider': 200n,
    commission: 70n,
  };

  it('settled: from the partner’s share; refunds return it there before they take the share', async () => {
    await payWithFee('a');
    expect(await books()).toEqual({ company: { 'outside:card': -1_000n, clearing: 1_000n } });
    await world.settle(world.company);
    expect(await books()).toEqual({ company: settled });
    await world.refund(world.company, 'a', { amount: 500n });
    await world.drain();
    expect(await books()).toEqual({
      company: { 'outside:card': -500n, fees: 15n, 'earnings:taverna': 350n, 'earnings:rider': 100n, commission: 35n },
    });
    await world.refund(world.company, 'a');
    await world.drain();
    expect(await books()).toEqual({});
    expect(await world.states(world.company, 'a')).toBe('refunded reversed');
  });

  it('refunded before it settles: only the rest of it is charged', async () => {
    await payWithFee('a');
    await world.refund(world.company, 'a', { amount: 500n });
    await world.drain();
    expect(await books()).toEqual({ company: { 'outside:card': -500n, clearing: 500n } });
    await world.settle(world.company);
    expect(await books()).toEqual({
      company: { 'outside:card': -500n, fees: 15n, 'earnings:taverna': 350n, 'earnings:rider': 100n, commission: 35n },
    });
  });

  it('a refund that fails after settlement charges it again, from commission', async () => {
    await payWithFee('a');
    const before = await world.refund(world.company, 'a', { amount: 200n });
    await world.drain();
    await world.settle(world.company);
    const after = await world.refund(world.company, 'a', { amount: 400n });
    await world.drain();
    expect(await books()).toEqual({
      company: { 'outside:card': -400n, fees: 12n, 'earnings:taverna': 280n, 'earnings:rider': 80n, commission: 28n },
    });
    await world.refuse(before.id);
    expect(await books()).toEqual({
      company: { 'outside:card': -600n, fees: 18n, 'earnings:taverna': 420n, 'earnings:rider': 120n, commission: 42n },
    });
    await world.refuse(after.id);
    expect(await books()).toEqual({ company: settled });
  });

  it('commission is less than it: the parties get their shares, and the company owes the rest', async () => {
    await payWithFee('a', { splits: [merchant(world.taverna, 980n), partner(20n)] });
    await world.settle(world.company);
    expect(await world.states(world.company, 'a')).toBe('paid settled');
    const credited = { 'outside:card': -1_000n, fees: 30n, 'earnings:taverna': 980n };
    expect(await books()).toEqual({
      company: { ...credited, transit: -10n, debts: -10n, debt: 10n },
      service: { advances: -10n, transit: 10n },
    });
    await world.topUp(world.company, 10n);
    expect(await books()).toEqual({ company: { ...credited, 'outside:bank': -10n } });
  });

  it('what it owed and was written off is owed again once the fee is returned', async () => {
    await payWithFee('a', { splits: [merchant(world.taverna, 980n), partner(20n)] });
    await world.settle(world.company);
    await world.settleDebt('written_off', 10n, world.company);
    await world.refund(world.company, 'a', { amount: 500n });
    await world.drain();
    expect((await books()).company).toMatchObject({ fees: 15n, commission: 5n, debt: 10n });
    await world.refund(world.company, 'a');
    await world.drain();
    expect((await books()).company).toMatchObject({ commission: 10n, debt: 10n });
  });

  it('what clearing has to spare pays what commission lacks at once', async () => {
    await world.topUp(world.company, 50n);
    await payWithFee('a', { splits: [merchant(world.taverna, 1_000n)] });
    await world.settle(world.company);
    expect(await books()).toEqual({
      company: { 'outside:bank': -50n, 'outside:card': -1_000n, fees: 30n, clearing: 20n, 'earnings:taverna': 1_000n },
    });
  });

  it('a chargeback returns nothing of it; an order that has not settled is charged when it does', async () => {
    await payWithFee('a');
    const dispute = await world.chargeBack(await world.attemptOf(await world.find(world.company, 'a')), 1_000n);
    expect(await books()).toEqual({});
    await world.winDispute(dispute);
    await world.settle(world.company);
    expect(await books()).toEqual({ company: settled });
    await world.chargeBack(await world.attemptOf(await world.find(world.company, 'a')), 1_000n);
    expect((await books()).company).toMatchObject({ fees: 30n, commission: 70n, debt: 1_000n });
  });
});

/** One settled order of 1,000: 700, 200 and 100. */
const settledOrder = { 'outside:bank': -1_000n, 'earnings:taverna': 700n, 'earnings:rider': 200n, commission: 100n };
async function settleOne(): Promise<void> {
  await world.topUp(world.company, 1_000n);
  await world.order('a');
  await world.settle(world.company);
  expect(await books()).toEqual({ company: settledOrder });
}

describe('settled order refunded', () => {
  it('`earnings/commission → clearing` by party, where each balance goes that far', async () => {
    await settleOne();
    await world.refund(world.company, 'a', { amount: 500n });
    expect(await books()).toEqual({
      company: {
        'outside:bank': -1_000n,
        clearing: 500n,
        'earnings:taverna': 350n,
        'earnings:rider': 100n,
        commission: 50n,
      },
    });
  });

  it('the rest is a memo `debts → debt:<link>`, never money in clearing; the next credits pay it', async () => {
    await settleOne();
    await world.payOut(world.company, `earnings:${world.taverna}`, 600n);
    const paidOut = { ...settledOrder, 'outside:bank': -400n, 'earnings:taverna': 100n };
    expect(await books()).toEqual({ company: paidOut });
    await world.refund(world.company, 'a');
    const owing = { 'outside:bank': -400n, clearing: 400n, 'debt:taverna': 600n, debts: -600n };
    expect(await books()).toEqual({ company: owing });

    // In full, then `earnings → clearing` and the memo backwards: not enough, and then more than enough.
    await world.orderOf('b', 250n);
    await world.settle(world.company);
    expect(await books()).toEqual({ company: { ...owing, 'debt:taverna': 350n, debts: -350n } });
    await world.orderOf('c', 400n);
    await world.settle(world.company);
    expect(await books()).toEqual({ company: { 'outside:bank': -400n, clearing: 350n, 'earnings:taverna': 50n } });
    const { rows } = await world.database.pool.query(
      `select code, amount from transfers where settlement_id = (select max(settlement_id) from transfers) order by id`,
    );
    expect(rows).toEqual([
      { code: 'settlement', amount: 400n },
      { code: 'debt_recovery', amount: 350n },
      { code: 'debt_recovered', amount: 350n },
    ]);
  });

  it('commission short: no memo', async () => {
    await settleOne();
    await world.payOut(world.company, 'commission', 80n);
    expect(await books()).toEqual({ company: { ...settledOrder, 'outside:bank': -920n, commission: 20n } });
    await world.refund(world.company, 'a');
    expect(await books()).toEqual({ company: { 'outside:bank': -920n, clearing: 920n } });
  });

  it('a waiting customer’s leg waits for clearing', async () => {
    await world.payByCard(await world.order('a', { paymentSource: 'service' }));
    await world.settle(world.company);
    await world.payOut(world.company, 'commission', 80n);
    const { id } = await world.refund(world.company, 'a');
    expect(await books()).toEqual({ company: { 'outside:card': -1_000n, 'outside:bank': 80n, clearing: 920n } });
    await world.topUp(world.company, 80n);
    await world.drain();
    expect(await books()).toEqual({});
    expect(await world.refundStatus(id)).toBe('succeeded');
  });
});
