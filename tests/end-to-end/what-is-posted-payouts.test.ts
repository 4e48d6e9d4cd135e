/**
 * docs/ledger.md, "What is posted", row by row, after what-is-posted-shadow.test.ts: payouts, commission and
 * fees. Every account of every book, before and after.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../src/features/payouts/change-payout.ts';
import { drawFees } from '../../src/features/payouts/collect-fees.ts';
import type { Payout } from '../../src/features/payouts/payout.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { postAcquirerPayout } from '../../src/features/reconciliation/acquirer-payout.ts';
import type { BookingKind } from '../../src/features/reconciliation/bookings.repository.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { matchByHand, unmatch } from '../../src/features/reconciliation/match-by-hand.ts';
import type { Outside } from '../../src/features/reconciliation/reconciliation.repository.ts';
import { makeReport } from '../../src/features/reconciliation/report.ts';
import { returnLine } from '../../src/features/reconciliation/return-line.ts';
import { transferCommission } from '../../src/features/wallets/transfer-commission.ts';
import { type Books, createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { csvOf, readNamed } from '../fixtures/reconciliation.ts';
import { keyOf, memberOf, shell } from '../support/actors.ts';
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

describe('payout', () => {
  const fee = 30n;
  /** A settled order, 500 in clearing, and a shop with 900. */
  async function fill(): Promise<Books> {
    await world.run((tx) => setRule(tx, 'EUR', { minimum: 50n, fee, dailyLimit: null }));
    await world.topUp(world.company, 1_500n);
    await world.order('a');
    await world.settle(world.company);
    await world.paidBy('card', 1_000n);
    await world.customerTopsUp('5.00');
    const filled = {
      company: {
        'outside:bank': -1_500n,
        clearing: 500n,
        'earnings:taverna': 700n,
        'earnings:rider': 200n,
        commission: 100n,
      },
      shop: { 'outside:card': -1_000n, wallet: 900n, fees: 100n },
      customer: { 'outside:card': -500n, wallet: 500n },
    };
    expect(await books()).toEqual(filled);
    return filled;
  }
  type Drawn = [of: 'company' | 'shop' | 'customer', account: string, name: () => string];
  const accounts: Drawn[] = [
    ['company', 'earnings:taverna', () => `earnings:${world.taverna}`],
    ['company', 'earnings:rider', () => `earnings:${world.rider}`],
    ['company', 'commission', () => 'commission'],
    ['company', 'clearing', () => 'clearing'],
    ['shop', 'wallet', () => 'wallet'],
    ['customer', 'wallet', () => 'wallet'],
  ];

  it.each(accounts)(
    'asked, approved, sent, completed: %s’s `%s → payouts:pending → outside:bank`',
    async (of, account, name) => {
      const filled = await fill();
      const before = filled[of] ?? {};
      /** The book once the account has lost 80, and what else has become of them. */
      const now = (changes: Record<string, bigint>) => ({
        ...filled,
        [of]: { ...before, [account]: (before[account] ?? 0n) - 80n, ...changes },
      });
      const fees = (before.fees ?? 0n) + fee;
      const { id } = await world.ask(world[of], name(), 80n);
      expect(await books()).toEqual(now({ 'payouts:pending': 80n }));
      await world.run((tx) => approvePayout(shell, tx, world.clock, id));
      expect(await books()).toEqual(now({ 'payouts:pending': 50n, fees }));
      await world.run((tx) => sendPayout(shell, tx, world.clock, id));
      const sent = now({ 'outside:bank': (before['outside:bank'] ?? 0n) + 50n, fees });
      expect(await books()).toEqual(sent);
      await world.run((tx) => completePayout(shell, tx, world.clock, id));
      expect(await books()).toEqual(sent);
    },
  );

  const approve = ({ id }: Payout) => world.run((tx) => approvePayout(shell, tx, world.clock, id));
  const send = ({ id }: Payout) => world.run((tx) => sendPayout(shell, tx, world.clock, id));
  const complete = ({ id }: Payout) => world.run((tx) => completePayout(shell, tx, world.clock, id));
  const giveBack =
    (to: 'rejected' | 'failed') =>
    ({ id }: Payout) =>
      world.run((tx) => returnPayout(shell, tx, world.clock, id, { to, reason: 'No such account' }));
  const cancel = ({ ownerHolderId, mode, id }: Payout) =>
    world.run((tx) => cancelPayout(memberOf({ holderId: ownerHolderId, mode }), tx, world.clock, ownerHolderId, id));
  type Way = [name: string, steps: ((payout: Payout) => Promise<unknown>)[]];
  const ways: Way[] = [
    ['rejected while requested', [giveBack('rejected')]],
    ['rejected once approved', [approve, giveBack('rejected')]],
    ['cancelled', [cancel]],
    ['failed before it was sent', [approve, giveBack('failed')]],
    ['failed after it was sent', [approve, send, giveBack('failed')]],
    ['failed after it was completed: `outside:bank → payouts:pending`', [approve, send, complete, giveBack('failed')]],
  ];

  it.each(ways)('%s: back, the fee too', async (_name, steps) => {
    const filled = await fill();
    const payout = await world.ask(world.shop, 'wallet', 80n);
    for (const step of steps) await step(payout);
    expect(await books()).toEqual(filled);
  });

  it.each(ways)('%s: then debt recovery, from earnings to clearing', async (_name, steps) => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.settle(world.company);
    const payout = await world.ask(world.company, `earnings:${world.taverna}`, 700n);
    // Asked back while the money is on its way: nothing is left, and all of it is owed.
    await world.refund(world.company, 'a', { amount: 500n });
    expect(await books()).toEqual({
      company: {
        'outside:bank': -1_000n,
        'payouts:pending': 700n,
        clearing: 150n,
        'earnings:rider': 100n,
        commission: 50n,
        'debt:taverna': 350n,
        debts: -350n,
      },
    });
    for (const step of steps) await step(payout);
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

  it.each(ways)('%s: then debt recovery, from a wallet to the service', async (_name, steps) => {
    const payment = await world.paidBy('card', 1_000n);
    const payout = await world.ask(world.shop, 'wallet', 900n);
    await world.chargeBack(payment, 600n);
    expect(await books()).toEqual({
      shop: {
        'outside:card': -400n,
        'payouts:pending': 900n,
        fees: 100n,
        transit: -600n,
        debt: 600n,
        debts: -600n,
      },
      service: { advances: -600n, transit: 600n },
    });
    for (const step of steps) await step(payout);
    expect(await books()).toEqual({ shop: { 'outside:card': -400n, wallet: 300n, fees: 100n } });
  });
});

describe('a payout that the bank returned after it was completed', () => {
  const bank = { source: 'bank', mode: 'test' } as const;

  it('fails with the statement line that returns it, in its own mode only', async () => {
    await world.run((tx) => setRule(tx, 'EUR', { minimum: 50n, fee: 30n, dailyLimit: null }));
    await world.paidBy('card', 1_000n);
    const { id } = await world.payOut(world.shop, 'wallet', 80n);
    await world.run((tx) => completePayout(shell, tx, world.clock, id));
    const text = `date,amount,currency,text\n2031-03-01,-0.50,EUR,PAYOUT ${id}\n2031-03-05,0.50,EUR,RETURNED ${id}\n2031-03-05,0.80,EUR,RETURNED ${id}\n`;
    const read = await readNamed(text);
    const file = { ...read, account: '', fileName: 'bank.csv' };
    const live = { source: 'bank', mode: 'live' } as const;
    const reportOf = (outside: Outside) => makeReport(world.db, outside, { from: undefined, to: undefined });
    expect(await reportOf(live)).toMatchObject({ totals: [], transfers: [] });
    expect(await importStatement(shell, world, live, file)).toMatchObject({ lines: 3, matched: 0 });
    const { lines, totals } = await reportOf(live);
    expect(lines.map((line) => line.returns)).toEqual([null, null, null]);
    expect(totals).toMatchObject([{ books: 0n, statements: 80n }]);

    expect(await importStatement(shell, world, bank, file)).toMatchObject({ matched: 2, returned: 1 });
    const left = (await reportOf(bank)).lines.map(({ amount, returns }) => [amount, returns?.finding]);
    expect(left).toEqual([[80n, 'returned_before']]);
    expect(await books()).toEqual({ shop: { 'outside:card': -1_000n, wallet: 900n, fees: 100n } });
  });
});

describe('commission moved to clearing', () => {
  it('`commission → clearing`', async () => {
    await world.topUp(world.company, 1_000n);
    await world.order('a');
    await world.settle(world.company);
    const earned = { 'outside:bank': -1_000n, 'earnings:taverna': 700n, 'earnings:rider': 200n };
    expect(await books()).toEqual({ company: { ...earned, commission: 100n } });
    const request = { amount: 60n, currency: 'EUR' };
    await world.run((tx) => transferCommission(keyOf(world.company), tx, world.clock, world.company, request));
    expect(await books()).toEqual({ company: { ...earned, commission: 40n, clearing: 60n } });
  });

  it('clearing owes the service: that is paid first', async () => {
    const order = await world.order('a', { paymentSource: 'service' });
    await world.payByCard(order);
    await world.settle(world.company);
    await world.chargeBack(await world.attemptOf(order), 1_000n);
    const earned = { 'earnings:taverna': 700n, 'earnings:rider': 200n };
    expect(await books()).toEqual({
      company: { ...earned, commission: 100n, transit: -1_000n, debt: 1_000n, debts: -1_000n },
      service: { advances: -1_000n, transit: 1_000n },
    });
    const request = { amount: 60n, currency: 'EUR' };
    await world.run((tx) => transferCommission(keyOf(world.company), tx, world.clock, world.company, request));
    expect(await books()).toEqual({
      company: { ...earned, commission: 40n, transit: -940n, debt: 940n, debts: -940n },
      service: { advances: -940n, transit: 940n },
    });
  });
});

const day = () => world.clock.advance(24 * 3_600);
const draw = (amount: bigint) =>
  world.run((tx) => drawFees(shell, tx, world.clock, { mode: 'test', currency: 'EUR', amount, reference: 'march' }));

describe('fees collected, nightly', () => {
  it('each book’s net `fees → transit`, service `transit → fees`', async () => {
    await world.paidBy('card', 1_000n);
    expect(await books()).toEqual({ shop: { 'outside:card': -1_000n, wallet: 900n, fees: 100n } });
    await world.collectFees();
    expect(await books()).toEqual({
      shop: { 'outside:card': -1_000n, wallet: 900n, transit: 100n },
      service: { transit: -100n, fees: 100n },
    });
  });

  it('backwards where refunds made it negative', async () => {
    const payment = await world.paidBy('card', 1_000n);
    await world.collectFees();
    await world.refundPayment(payment, 400n);
    const after = { 'outside:card': -600n, wallet: 540n };
    expect(await books()).toEqual({
      shop: { ...after, fees: -40n, transit: 100n },
      service: { transit: -100n, fees: 100n },
    });
    day();
    await world.collectFees();
    expect(await books()).toEqual({ shop: { ...after, transit: 60n }, service: { transit: -60n, fees: 60n } });
  });
});

describe('operator draws fees', () => {
  it('service `fees → outside:bank`', async () => {
    await world.paidBy('card', 1_000n);
    await world.collectFees();
    const shop = { 'outside:card': -1_000n, wallet: 900n, transit: 100n };
    expect(await books()).toEqual({ shop, service: { transit: -100n, fees: 100n } });
    await draw(70n);
    expect(await books()).toEqual({ shop, service: { transit: -100n, fees: 30n, 'outside:bank': 70n } });
  });
});

describe('a line of a statement that no transfer explains', () => {
  it('service `fees → outside:bank`, or `outside:bank → fees`; set aside: `outside:bank → suspense`; undone, reversed; sent back: `suspense → outside:bank`', async () => {
    const read = await readNamed(
      csvOf([
        ['-7.77', 'Charge'],
        ['1.20', 'Interest'],
        ['500.00', 'Unknown'],
        ['-2.00', 'Unknown too'],
      ]),
    );
    const file = { ...read, account: '', fileName: 'statement.csv' };
    const { shown } = await importStatement(shell, world, { source: 'bank', mode: 'test' }, file);
    const idOf = (amount: bigint) => shown.find((line) => line.amount === amount)?.id as bigint;
    const book = (amount: bigint, kind: BookingKind) =>
      matchByHand(shell, world, idOf(amount), { transfers: [], difference: { kind, reason: 'As the bank says' } });
    await book(-777n, 'bank_charge');
    expect(await books()).toEqual({ service: { 'outside:bank': 777n, fees: -777n } });
    await book(120n, 'bank_interest');
    expect(await books()).toEqual({ service: { 'outside:bank': 657n, fees: -657n } });
    await book(50_000n, 'set_aside');
    await book(-200n, 'set_aside');
    expect(await books()).toEqual({ service: { 'outside:bank': -49_143n, fees: -657n, suspense: 49_800n } });
    await unmatch(shell, world, idOf(50_000n));
    expect(await books()).toEqual({ service: { 'outside:bank': 857n, fees: -657n, suspense: -200n } });
    await world.run((tx) => returnLine(shell, tx, world.clock, idOf(50_000n), { reason: 'Not for us', to: null }));
    expect(await books()).toEqual({ service: { 'outside:bank': 857n, fees: -657n, suspense: -200n } });
  });
});

describe('“Accounts”: when an acquirer pays out to the bank', () => {
  it('`outside:<source>` and `outside:bank` are settled against each other, its own fee against `fees`', async () => {
    await world.paidBy('card', 1_000n);
    const shop = { 'outside:card': -1_000n, wallet: 900n, fees: 100n };
    expect(await books()).toEqual({ shop });
    const payout = { mode: 'test', source: 'card', currency: 'EUR', amount: 1_000n, fee: 20n, reference: 'A' } as const;
    await postAcquirerPayout(shell, world, payout);
    expect(await books()).toEqual({ shop, service: { 'outside:card': 1_000n, 'outside:bank': -980n, fees: -20n } });
  });
});
