/** Each step of a payout and its transfers: account balances before and after (docs/ledger.md, "What is posted"). */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeHolderOwe, makeLinkOwe } from '../../../tests/fixtures/money.ts';
import { bookOf, createPayoutWorld, iban, otherIban, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt, accountNamed } from '../../../tests/support/ledger-names.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { wordsIn } from '../../core/mail/words.ts';
import { holdSeconds } from './bank-account.ts';
import { endBankAccount } from './change-bank-accounts.ts';
import type { Payout, PayoutStatus } from './payout.ts';
import { payoutMail } from './payout-mails.ts';

let world: PayoutWorld;
let book: Book;

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.rule('EUR', 100n, 30n);
});
beforeEach(async () => {
  book = bookOf(await world.makeMerchant());
  await world.addBank(book.holderId);
  await world.fund(book, 'wallet', 5_000n);
});
afterEach(() => expectBooksToHold(world.db, { byHand: ['holders', 'links', 'members'] }));
afterAll(() => world.close());

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: { details?: unknown }) => error.details ?? String(error),
  );

const funded = { wallet: 5_000n, 'outside:card': -5_000n };
const asked = { wallet: 4_000n, 'payouts:pending': 1_000n, 'outside:card': -5_000n };
const approved = { wallet: 4_000n, 'payouts:pending': 970n, fees: 30n, 'outside:card': -5_000n };
const sent = { wallet: 4_000n, 'outside:bank': 970n, fees: 30n, 'outside:card': -5_000n };

describe('what each step posts', () => {
  it('asked: the whole amount leaves the account, and no fee is taken yet', async () => {
    expect(await world.balances(book)).toEqual(funded);
    const payout = await world.ask(book);
    expect(payout).toMatchObject({
      status: 'requested',
      amount: 1_000n,
      fee: 30n,
      accountKind: 'wallet',
      approvedAt: null,
    });
    expect(await world.balances(book)).toEqual(asked);
  });

  it('approved: the fee is taken from what waits', async () => {
    await world.approve(await world.ask(book));
    expect(await world.balances(book)).toEqual(approved);
  });

  it('sent, completed: the bank gets the amount less the fee', async () => {
    const payout = await world.ask(book);
    await world.approve(payout);
    expect((await world.send(payout)).status).toBe('sent');
    expect(await world.balances(book)).toEqual(sent);
    expect(await world.complete(payout)).toMatchObject({ status: 'completed', endedAt: expect.any(Date) });
    expect(await world.balances(book)).toEqual(sent);
  });

  it('without a fee, nothing is posted for it', async () => {
    await world.fund(book, 'wallet', 700n, 'USD');
    const payout = await world.ask(book, { currency: 'USD', amount: 700n });
    await world.approve(payout);
    await world.send(payout);
    expect(await world.balances(book, 'USD')).toEqual({ 'outside:card': -700n, 'outside:bank': 700n });
  });

  const steps: [string, ((payout: Payout) => Promise<unknown>)[], PayoutStatus][] = [
    ['cancelled', [(p) => world.cancel(p)], 'cancelled'],
    ['rejected while requested', [(p) => world.giveBack(p, 'rejected')], 'rejected'],
    ['rejected once approved', [(p) => world.approve(p), (p) => world.giveBack(p, 'rejected')], 'rejected'],
    ['failed before it was sent', [(p) => world.approve(p), (p) => world.giveBack(p, 'failed')], 'failed'],
    [
      'failed after it was sent',
      [(p) => world.approve(p), (p) => world.send(p), (p) => world.giveBack(p, 'failed')],
      'failed',
    ],
    [
      'failed after it was completed',
      [(p) => world.approve(p), (p) => world.send(p), (p) => world.complete(p), (p) => world.giveBack(p, 'failed')],
      'failed',
    ],
  ];
  it.each(steps)('%s: everything comes back, the fee too', async (_name, run, status) => {
    const payout = await world.ask(book);
    for (const one of run) await one(payout);
    expect(await world.balances(book)).toEqual(funded);
    const { types, text } = await world.eventsOf(payout);
    expect(types).toContain(`payout.${status}`);
    expect(types).toHaveLength(run.length + 1);
    expect(text).not.toContain(iban);
    expect(text).not.toContain(iban.slice(-4));
  });

  it.each([
    ['failed', ['is approved', 'is on its way', 'was paid', 'was returned']],
    ['rejected', ['is approved', 'was rejected']],
    ['cancelled', []],
  ] as const)('%s: the payee is mailed of what others did', async (to, news) => {
    const email = `owner-${book.holderId}@shop.example`;
    await world.database.pool.query(`insert into people (id, name, email) values ($1, 'Owner', $1)`, [email]);
    await world.database.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, 'owner')`, [
      book.holderId,
      email,
    ]);
    const payout = await world.ask(book);
    if (to !== 'cancelled') await world.approve(payout);
    if (to === 'failed') await world.send(payout);
    if (to === 'failed') await world.complete(payout);
    if (to === 'cancelled') await world.cancel(payout);
    else await world.giveBack(payout, to, 'Account closed');
    const { rows } = await world.database.pool.query('select recipient, subject, kind, text from mails order by id');
    expect(rows.map(({ recipient, kind, subject }) => [recipient, kind, subject])).toEqual(
      news.map((what) => [email, 'payouts', `Test: Your EUR 10.00 payout ${what}`]),
    );
    expect(rows.at(-1)?.text ?? 'Reason: Account closed').toContain('Reason: Account closed');
    expect(rows.map(({ text }) => text).join()).not.toContain(iban.slice(-4));
    await world.database.pool.query('delete from mails');
  });

  it('the mails name the fee, and what the bank is sent without it', async () => {
    const payout: Payout = { ...(await world.ask(book)), amount: 1_000n, fee: 50n };
    const text = payoutMail(wordsIn('en'), { ...payout, status: 'sent' })?.text;
    expect(text).toContain('EUR 9.50 was sent to your bank account.');
    expect(text).toContain('Amount: EUR 10.00\nFee: EUR 0.50');
  });

  it('leaves an event for every step', async () => {
    const payout = await world.ask(book);
    await world.approve(payout);
    await world.send(payout);
    await world.complete(payout);
    expect((await world.eventsOf(payout)).types).toEqual([
      'payout.approved',
      'payout.completed',
      'payout.requested',
      'payout.sent',
    ]);
  });

  it('the fee is that of the day it was asked for', async () => {
    await world.fund(book, 'wallet', 1_000n, 'KWD');
    const payout = await world.ask(book, { currency: 'KWD', amount: 1_000n });
    await world.rule('KWD', 500n, 400n);
    await world.approve(payout);
    expect(await world.balances(book, 'KWD')).toEqual({ 'outside:card': -1_000n, 'payouts:pending': 1_000n });
  });
});

describe('what comes back pays debts first', () => {
  it('a courier’s earnings: recovered to the company’s clearing', async () => {
    const company = bookOf(await world.makeCompany());
    const { holderId, linkId } = await world.makeCourier(company.holderId);
    await world.addBank(holderId);
    const earnings = `earnings:${linkId}`;
    await world.fund(company, earnings, 1_000n);
    const payout = await world.ask(company, { ownerHolderId: holderId, account: accountNamed(earnings) });
    expect(payout).toMatchObject({ holderId: company.holderId, ownerHolderId: holderId });
    await world.approve(payout);
    await world.send(payout);
    const owing = accountAt({ ...company, currency: 'EUR' }, earnings);
    await world.run((tx) => makeLinkOwe(tx, owing, 300n, world.clock.now(company.holderId, 'test')));
    await world.giveBack(payout, 'failed');
    expect(await world.balances(company)).toEqual({ 'outside:card': -1_000n, [earnings]: 700n, clearing: 300n });
    const { rows } = await world.database.pool.query(`select count(*) from graphile_worker.jobs where key = $1`, [
      `settle_on_funds:${company.holderId}:test:EUR`,
    ]);
    expect(rows[0].count).toBe(1n);
  });
});

describe('what comes back to a wallet', () => {
  it('pays what the holder owes the service first', async () => {
    const payout = await world.ask(book);
    const wallet = accountAt({ ...book, currency: 'EUR' }, 'wallet');
    await world.run((tx) => makeHolderOwe(tx, wallet, 1_500n, world.clock.now(book.holderId, 'test')));
    expect(await world.balances(book)).toMatchObject({ wallet: 4_000n, debt: 1_500n, transit: -1_500n });
    await world.cancel(payout);
    // The advance was drawn before; both transits are even again.
    expect(await world.balances(book)).toEqual({ wallet: 3_500n, 'outside:bank': 1_500n, 'outside:card': -5_000n });
  });
});

describe('bad input changes nothing', () => {
  const same = async (work: () => Promise<unknown>, expected: unknown, read = fault) => {
    const before = await world.balances(book);
    expect(await read(work())).toEqual(expected);
    expect(await world.balances(book)).toEqual(before);
  };
  const amountFault = (message: string) => [{ field: 'amount', message }];
  const bankFault = (message: string) => [{ field: 'bank_account_id', message }];

  it('over the balance', () => same(() => world.ask(book, { amount: 5_001n }), 'insufficient_funds', code));
  it('the whole balance is fine', async () => {
    expect(await code(world.ask(book, { amount: 5_000n }))).toBe('done');
  });
  it('under the minimum', () => same(() => world.ask(book, { amount: 99n }), amountFault('must be at least 1.00 EUR')));
  it('a currency it has none of', () => same(() => world.ask(book, { currency: 'JPY' }), 'insufficient_funds', code));
  it('an account of no such kind', async () => {
    for (const name of ['commission', 'clearing', 'fees', 'payouts:pending', 'transit', 'earnings:1', 'outside:card']) {
      await same(() => world.ask(book, { account: accountNamed(name) }), 'not_found', code);
    }
  });
  it('another’s wallet, and another’s earnings', async () => {
    const other = await world.makeMerchant();
    await same(() => world.ask(book, { ownerHolderId: other }), 'not_found', code);
    const company = bookOf(await world.makeCompany());
    const { linkId } = await world.makeCourier(company.holderId);
    for (const ownerHolderId of [book.holderId, company.holderId]) {
      await same(
        () => world.ask(company, { ownerHolderId, account: ledgerAccount.earnings(linkId) }),
        'not_found',
        code,
      );
    }
  });

  it('no bank account, another’s, an unknown one, an ended one, one of another currency', async () => {
    const poor = bookOf(await world.makeCustomer());
    await world.fund(poor, 'wallet', 5_000n);
    await same(() => world.ask(poor), bankFault('no active bank account for EUR is on file'));
    const others = await world.addBank(await world.makeMerchant());
    for (const bankAccountId of [others.id, `${others.id.slice(0, -1)}0`, 'ba_x', '', 'x'.repeat(90)]) {
      await same(() => world.ask(book, { bankAccountId }), bankFault('is not one of your bank accounts'));
    }
    const dollars = await world.addBank(book.holderId, { iban: otherIban, currency: 'USD' });
    await same(() => world.ask(book, { bankAccountId: dollars.id }), bankFault('takes USD only'));
    await world.run((tx) => endBankAccount(shell, tx, world.clock, book.holderId, dollars.id));
    await same(() => world.ask(book, { bankAccountId: dollars.id }), bankFault('has ended'));
  });

  it('several bank accounts, and none named', async () => {
    await world.addBank(book.holderId, { iban: otherIban });
    await same(() => world.ask(book), bankFault('is required: several bank accounts are on file'));
  });

  it('a suspended owner', async () => {
    await world.database.pool.query(`update holders set status = 'suspended' where id = $1`, [book.holderId]);
    await same(() => world.ask(book), 'forbidden', code);
  });

  it.each<[string, (p: Payout) => Promise<unknown>, (p: Payout) => Promise<unknown>]>([
    ['cancel twice', (p) => world.cancel(p), (p) => world.cancel(p)],
    ['approve a canceled one', (p) => world.cancel(p), (p) => world.approve(p)],
    ['approve twice', (p) => world.approve(p), (p) => world.approve(p)],
    ['cancel an approved one', (p) => world.approve(p), (p) => world.cancel(p)],
    ['send a requested one', async () => {}, (p) => world.send(p)],
    ['complete an approved one', (p) => world.approve(p), (p) => world.complete(p)],
    ['fail a requested one', async () => {}, (p) => world.giveBack(p, 'failed')],
  ])('%s', async (_name, first, then) => {
    const payout = await world.ask(book);
    await first(payout);
    await same(() => then(payout), 'invalid_state', code);
  });

  it('cancel another’s, or one that never was', async () => {
    const payout = await world.ask(book);
    await same(() => world.cancel({ ...payout, ownerHolderId: 1n }), 'not_found', code);
    for (const id of ['po_x', '', `po_1${'0'.repeat(22)}`]) await same(() => world.approve({ id }), 'not_found', code);
  });

  it('a reason that is too long, empty or holds an account number', async () => {
    const payout = await world.ask(book);
    for (const reason of ['x'.repeat(256), '', `${iban} is closed`, 'DE89 3704 0044 0532 0130 00', '1234 5678']) {
      await same(() => world.giveBack(payout, 'rejected', reason), 'validation_failed', code);
    }
    expect(await code(world.giveBack(payout, 'rejected', 'Refused on 2031-03-01 by order 1234567'))).toBe('done');
  });
});

describe('the limit of 24 hours', () => {
  const left = (message: string) => [
    { field: 'amount', message: `exceeds the limit of 20.00 USD in 24 hours, of which ${message} USD are left` },
  ];
  beforeAll(() => world.rule('USD', 1n, 0n, 2_000n));
  beforeEach(() => world.fund(book, 'wallet', 9_000n, 'USD'));
  const ask = (amount: bigint) => world.ask(book, { currency: 'USD', amount });

  it('adds up what was asked, not what came back, and ends with its 24 hours', async () => {
    const first = await ask(1_500n);
    expect(await fault(ask(501n))).toEqual(left('5.00'));
    expect(await fault(ask(500n))).toBe('done');
    expect(await fault(ask(1n))).toEqual(left('0.00'));
    await world.cancel(first);
    expect(await fault(ask(1_500n))).toBe('done');
    world.clock.advance(24 * 3_600);
    expect(await fault(ask(2_000n))).toBe('done');
  });

  it('is that of one currency, and of one mode', async () => {
    const live = { ...book, mode: 'live' } as const;
    await world.fund(live, 'wallet', 2_000n, 'USD');
    await world.ask(book, { amount: 1_500n });
    await world.ask(live, { currency: 'USD', amount: 1_800n });
    expect(await fault(ask(2_001n))).toEqual(left('20.00'));
    expect(await fault(ask(2_000n))).toBe('done');
  });

  it('holds for the owner over all books: earnings of several companies', async () => {
    const owner = await world.makeMerchant();
    await world.addBank(owner);
    const books: [Book, string][] = [];
    for (let count = 0; count < 2; count += 1) {
      const company = bookOf(await world.makeCompany());
      const { rows } = await world.database.pool.query<{ id: bigint }>(
        `insert into links (company_id, holder_id, type, name) values ($1, $2, 'merchant', 'X') returning id`,
        [company.holderId, owner],
      );
      books.push([company, `earnings:${rows[0]?.id}`]);
    }
    for (const [company, name] of books) await world.fund(company, name, 2_000n, 'USD');
    const results = await Promise.all(
      books.map(([company, name]) =>
        fault(
          world.ask(company, { ownerHolderId: owner, account: accountNamed(name), currency: 'USD', amount: 1_500n }),
        ),
      ),
    );
    expect(results).toContain('done');
    expect(results).toContainEqual(left('5.00'));
  });
});

describe('a new bank account', () => {
  it('delays live payouts for 48 hours: requested at once, approved later', async () => {
    const live = bookOf(book.holderId, 'live');
    await world.fund(live, 'wallet', 1_000n);
    const payout = await world.ask(live);
    expect(await code(world.approve(payout))).toBe('invalid_state');
    expect(await world.balances(live)).toMatchObject({ 'payouts:pending': 1_000n });
    world.clock.advance(holdSeconds - 1);
    expect(await code(world.approve(payout))).toBe('invalid_state');
    world.clock.advance(1);
    expect(await code(world.approve(payout))).toBe('done');
  });

  it('that has ended since is not paid to', async () => {
    const payout = await world.ask(book);
    await world.run((tx) => endBankAccount(shell, tx, world.clock, book.holderId, payout.bankAccountId));
    expect(await code(world.approve(payout))).toBe('invalid_state');
    await world.giveBack(payout, 'rejected');
    expect(await world.balances(book)).toEqual(funded);
  });

  it('nor is anyone who was suspended since', async () => {
    const payout = await world.ask(book);
    await world.database.pool.query(`update holders set status = 'suspended' where id = $1`, [book.holderId]);
    expect(await code(world.approve(payout))).toBe('invalid_state');
  });
});
