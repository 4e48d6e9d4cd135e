/** Payouts that are made by themselves, on the clock of their book (docs/contract/partner.md, "Automatic payouts"). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWaitingRefund } from '../../../tests/fixtures/money.ts';
import { bookOf, createPayoutWorld, otherIban, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { job, keyOf, memberOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { suspendHolder } from '../holders/change-holder-status.ts';
import { holdSeconds } from './bank-account.ts';
import { endBankAccount } from './change-bank-accounts.ts';
import { type AskedTerms, changePayoutSchedule, endAllPayoutSchedules } from './change-payout-schedule.ts';
import { listSchedules } from './payout-schedules.repository.ts';
import { listOwnedPayouts } from './payouts.repository.ts';
import { planSchedules } from './planned-schedules.ts';
import type { Drawn } from './request-payout.ts';
import { runPayoutSchedules } from './run-payout-schedules.ts';

/** A Saturday. */
const start = '2031-03-01T12:00:00Z';
const fridays: AskedTerms = {
  every: 'week',
  day: 5,
  timeZone: undefined,
  minimum: 500n,
  keep: 1_000n,
  bankAccountId: undefined,
};
const firstFriday = '2031-03-07T06:00:00.000Z';

let world: PayoutWorld;
let book: Book;
let errors: unknown[];

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.rule('EUR', 100n, 30n);
});
beforeEach(async () => {
  world.clock.set(start);
  errors = [];
  book = bookOf(await world.makeMerchant());
  await world.addBank(book.holderId);
});
afterEach(() => expectBooksToHold(world.db, { byHand: ['holders', 'links', 'members'] }));
afterAll(() => world.close());

const walletOf = (of: Book, currency = 'EUR'): Drawn => ({
  ownerHolderId: of.holderId,
  book: of,
  account: ledgerAccount.wallet,
  currency,
});
const set = (terms: Partial<AskedTerms> = {}, drawn = walletOf(book)) =>
  world.run((tx) =>
    changePayoutSchedule(memberOf({ holderId: drawn.ownerHolderId, mode: drawn.book.mode }), tx, world.clock, drawn, {
      ...fridays,
      ...terms,
    }),
  );
const runOnce = () => runPayoutSchedules(job, { db: world.db, clock: world.clock }, (error) => errors.push(error));
async function runAt(instant: string, workers = 1): Promise<void> {
  world.clock.set(instant);
  await Promise.all(Array.from({ length: workers }, runOnce));
  expect(errors).toEqual([]);
}
const payouts = async (of = book) => (await listOwnedPayouts(world.db, of, { limit: 100 })).reverse();
const madeFor = async (of = book) => (await payouts(of)).map(({ dueAt, amount }) => [dueAt?.toISOString(), amount]);
const only = async (of = book) => (await listSchedules(world.db, of))[0];
const mails = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query(
    `select m.subject from mails m join members o on o.person_id = m.recipient where o.holder_id = $1 order by m.id`,
    [book.holderId],
  );
  return rows.map(({ subject }) => subject);
};
async function addOwner(): Promise<void> {
  const email = `owner-${book.holderId}@shop.example`;
  await world.database.pool.query(`insert into people (id, name, email) values ($1, 'Owner', $1)`, [email]);
  await world.database.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, 'owner')`, [
    book.holderId,
    email,
  ]);
}

describe('a payout that is due', () => {
  it('is requested once, like one by hand, and the next is due a week later', async () => {
    await world.fund(book, 'wallet', 5_000n);
    const schedule = await set();
    expect(schedule.dueAt?.toISOString()).toBe(firstFriday);
    await runAt('2031-03-07T05:59:59Z');
    expect(await payouts()).toEqual([]);
    world.clock.set(firstFriday);
    const held = await holdLock(world.database.owner, 'select from holders where id = $1 for update', [book.holderId]);
    const workers = Promise.all(Array.from({ length: 4 }, runOnce));
    await untilLockWaits(world.database.owner, 4);
    await held.release();
    await workers;
    expect(errors).toEqual([]);
    const [payout, ...others] = await payouts();
    expect(others).toEqual([]);
    expect(payout).toMatchObject({ status: 'requested', amount: 4_000n, fee: 30n, scheduleId: schedule.id });
    expect(await world.balances(book)).toEqual({ wallet: 1_000n, 'payouts:pending': 4_000n, 'outside:card': -5_000n });
    expect(await only()).toMatchObject({
      dueAt: new Date('2031-03-14T06:00:00Z'),
      last: { outcome: 'requested', reason: null, triedFor: new Date(firstFriday) },
    });
    expect((await world.eventsOf(payout as NonNullable<typeof payout>)).types).toEqual(['payout.requested']);
  });

  it('stands for all that were missed while nothing ran', async () => {
    await world.fund(book, 'wallet', 9_000n);
    await set({ every: 'day', day: null });
    await runAt('2031-03-09T17:00:00Z');
    await runOnce();
    expect(await madeFor()).toEqual([['2031-03-02T06:00:00.000Z', 8_000n]]);
    expect((await only())?.dueAt?.toISOString()).toBe('2031-03-10T06:00:00.000Z');
  });

  it('is made once it can be, after a failure between the payout and the note of it', async () => {
    await world.fund(book, 'wallet', 5_000n);
    await set();
    world.clock.set(firstFriday);
    const { owner } = world.database;
    await owner.query(`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger dies after update of tried_at on payout_schedules for each row execute function die()`);
    try {
      await runOnce();
    } finally {
      await owner.query('drop trigger dies on payout_schedules; drop function die()');
    }
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('killed') })]);
    expect(await payouts()).toEqual([]);
    errors = [];
    await runAt(firstFriday, 2);
    expect(await madeFor()).toEqual([[firstFriday, 4_000n]]);
  });

  it('cannot be inserted a second time for the same time', async () => {
    await world.fund(book, 'wallet', 9_000n);
    await set();
    await runAt(firstFriday);
    await expect(
      world.database.pool.query(
        `insert into payouts (holder_id, id, mode, owner_holder_id, status, amount, fee, currency, bank_account_id,
           created_at, updated_at, account_kind, schedule_id, due_at)
         select holder_id, 'po_again', mode, owner_holder_id, status, amount, fee, currency, bank_account_id,
           created_at, updated_at, account_kind, schedule_id, due_at from payouts where owner_holder_id = $1`,
        [book.holderId],
      ),
    ).rejects.toThrow('payouts_scheduled');
  });

  it('draws a payee’s earnings by the clock of the company', async () => {
    const company = bookOf(await world.makeCompany());
    const { holderId, linkId } = await world.makeCourier(company.holderId);
    await world.addBank(holderId);
    await world.fund(company, `earnings:${linkId}`, 3_000n);
    const courier = { ...company, holderId };
    await set({}, { ownerHolderId: holderId, book: company, account: ledgerAccount.earnings(linkId), currency: 'EUR' });
    await runAt(firstFriday);
    expect(await madeFor(courier)).toEqual([[firstFriday, 2_000n]]);
  });

  it('goes through the 48 hours of a new bank account, and four eyes see who set it', async () => {
    const live = bookOf(await world.makeMerchant(), 'live');
    await world.addBank(live.holderId);
    await world.fund(live, 'wallet', 5_000n);
    await set({ every: 'day', day: null }, walletOf(live));
    world.clock.set('2031-03-02T06:00:00Z');
    await runOnce();
    const [payout] = await payouts(live);
    await expect(world.approve(payout as NonNullable<typeof payout>)).rejects.toMatchObject({ code: 'invalid_state' });
    world.clock.set(new Date(Date.parse(start) + holdSeconds * 1_000).toISOString());
    expect(await world.approve(payout as NonNullable<typeof payout>)).toMatchObject({ status: 'approved', fee: 30n });
    const { rows } = await world.database.pool.query('select requested_by from payouts where owner_holder_id = $1', [
      live.holderId,
    ]);
    expect(rows).toEqual([{ requested_by: (await only(live))?.setBy }]);
    expect(rows[0].requested_by).not.toBeNull();
  });

  it('takes what the limit of 24 hours leaves', async () => {
    await world.rule('USD', 100n, 0n, 2_000n);
    await world.fund(book, 'wallet', 9_000n, 'USD');
    await set({ keep: 0n, every: 'day', day: null }, walletOf(book, 'USD'));
    world.clock.set('2031-03-02T05:00:00Z');
    await world.ask(book, { currency: 'USD', amount: 1_200n });
    await runAt('2031-03-02T06:00:00Z');
    expect((await payouts()).map(({ amount }) => amount)).toEqual([1_200n, 800n]);
  });
});

describe('a payout that is not made', () => {
  it('says why there is nothing, mails nobody, and is tried at the next time', async () => {
    await addOwner();
    await world.fund(book, 'wallet', 1_499n);
    await set();
    await runAt(firstFriday);
    expect(await payouts()).toEqual([]);
    expect((await only())?.last).toMatchObject({
      outcome: 'nothing',
      reason: 'EUR 14.99 can be paid out, and EUR 10.00 stays in the account. The least payout is EUR 5.00.',
    });
    expect(await mails()).toEqual(['Test: Automatic payouts were changed']);
    await world.fund(book, 'wallet', 1n);
    await runAt('2031-03-14T06:00:00Z');
    expect(await madeFor()).toEqual([['2031-03-14T06:00:00.000Z', 500n]]);
  });

  it('counts what was drawn meanwhile: what waits for the bank is not paid again', async () => {
    await world.fund(book, 'wallet', 2_000n);
    await set();
    await world.ask(book, { amount: 800n });
    await runAt(firstFriday);
    expect((await payouts()).length).toBe(1);
    expect((await only())?.last?.outcome).toBe('nothing');
  });

  it('is refused like one by hand, mailed once while the reason lasts, and made when it is gone', async () => {
    await world.fund(book, 'wallet', 5_000n);
    const [account] = [await world.addBank(book.holderId, { iban: otherIban })];
    await set({ every: 'day', day: null, bankAccountId: account.id });
    await world.run((tx) => endBankAccount(shell, tx, world.clock, book.holderId, account.id));
    await addOwner();
    for (const day of ['02', '03', '04']) await runAt(`2031-03-${day}T06:00:00Z`, 2);
    expect(await payouts()).toEqual([]);
    expect((await only())?.last).toMatchObject({ outcome: 'refused', reason: 'The bank account has ended.' });
    expect(await mails()).toEqual(['Test: Your automatic EUR payout was not made']);
    await set({ every: 'day', day: null });
    await runAt('2031-03-05T06:00:00Z');
    expect(await madeFor()).toEqual([['2031-03-05T06:00:00.000Z', 4_000n]]);
  });

  it('is refused for a suspended account, and for one that is not approved', async () => {
    await world.fund(book, 'wallet', 5_000n);
    await set();
    await world.run((tx) => suspendHolder(shell, tx, book.holderId, 'Under review'));
    await runAt(firstFriday);
    expect((await only())?.last).toMatchObject({ outcome: 'refused', reason: 'The account is suspended.' });
    const live = bookOf(await world.makeMerchant(), 'live');
    await world.addBank(live.holderId);
    await world.fund(live, 'wallet', 5_000n);
    await set({}, walletOf(live));
    await world.database.pool.query(`update holders set status = 'pending' where id = $1`, [live.holderId]);
    await runAt('2031-03-14T06:00:00Z');
    expect((await only(live))?.last).toMatchObject({ outcome: 'refused', reason: 'The account is pending.' });
    expect(await payouts(live)).toEqual([]);
  });

  it('leaves in clearing what waiting refunds need', async () => {
    const company = bookOf(await world.makeCompany());
    await world.addBank(company.holderId);
    await world.fund(company, 'clearing', 2_000n);
    await makeWaitingRefund(world.db, company, 1_200n, world.clock.now(company.holderId, 'test'));
    await set({ keep: 0n }, { ...walletOf(company), account: ledgerAccount.clearing });
    await runAt(firstFriday);
    expect(await madeFor(company)).toEqual([[firstFriday, 800n]]);
    await world.database.pool.query('delete from order_refunds where holder_id = $1', [company.holderId]);
  });
});

describe('setting a schedule', () => {
  it('tells the owners of a change, once; the same terms again change nothing', async () => {
    await addOwner();
    await set();
    const first = await only();
    await set();
    expect(await only()).toEqual(first);
    expect(await mails()).toEqual(['Test: Automatic payouts were changed']);
    const { rows } = await world.database.pool.query(
      `select before, after from audit_log where action = 'payout_schedules.change' and holder_id = $1`,
      [book.holderId],
    );
    expect(rows).toMatchObject([{ before: null, after: { every: 'week', day: 5, minimum: '500', keep: '1000' } }]);
  });

  it('keeps the turn of a payout that is due, unless the days change', async () => {
    await world.fund(book, 'wallet', 5_000n);
    await set();
    world.clock.set('2031-03-07T06:00:30Z');
    await set({ keep: 2_000n });
    await runOnce();
    expect(await madeFor()).toEqual([[firstFriday, 3_000n]]);
    world.clock.set('2031-03-14T06:00:30Z');
    await set({ every: 'day', day: null });
    await runOnce();
    expect((await payouts()).length).toBe(1);
  });

  it('is off with never, and when the account is closed', async () => {
    await world.fund(book, 'wallet', 5_000n);
    await set();
    await set({ every: 'never', day: null });
    await runAt(firstFriday);
    await set();
    await world.run((tx) => endAllPayoutSchedules(shell, tx, world.clock, book.holderId));
    await runAt('2031-03-14T06:00:00Z');
    expect(await payouts()).toEqual([]);
    expect(await only()).toMatchObject({ every: 'never', dueAt: null });
  });

  it.each<[what: string, change: (of: Book) => Promise<Partial<AskedTerms>>, error: object]>([
    [
      'without a bank account for the currency',
      async (of) => ({ bankAccountId: (await world.addBank(of.holderId, { iban: otherIban, currency: 'USD' })).id }),
      { code: 'validation_failed', details: [{ field: 'bank_account_id', message: 'takes USD only' }] },
    ],
    [
      'to one of several that is not named',
      async (of) => {
        await world.addBank(of.holderId, { iban: otherIban });
        return {};
      },
      {
        code: 'validation_failed',
        details: [{ field: 'bank_account_id', message: expect.stringMatching('required') }],
      },
    ],
    [
      'to the account of another',
      async () => ({ bankAccountId: (await world.addBank(await world.makeMerchant())).id }),
      {
        code: 'validation_failed',
        details: [{ field: 'bank_account_id', message: 'is not one of your bank accounts' }],
      },
    ],
  ])('is refused %s', async (_what, change, error) => {
    await expect(set(await change(book))).rejects.toMatchObject(error);
    expect(await listSchedules(world.db, book)).toEqual([]);
  });

  it('is refused for an account of another, and for a key of a merchant', async () => {
    const other = bookOf(await world.makeMerchant());
    await expect(
      world.run((tx) => changePayoutSchedule(memberOf(other), tx, world.clock, walletOf(book), fridays)),
    ).rejects.toMatchObject({ code: 'not_found' });
    const company = bookOf(await world.makeCompany());
    await world.addBank(company.holderId);
    await expect(
      world.run((tx) => changePayoutSchedule(keyOf(company), tx, world.clock, walletOf(company), fridays)),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows what would be paid out now, or why nothing would', async () => {
    await set();
    const plan = async () => (await planSchedules(world, book))[0];
    expect(await plan()).toMatchObject({ nextAmount: null, lack: expect.stringContaining('EUR 0.00 can be paid out') });
    await world.fund(book, 'wallet', 3_400n);
    expect(await plan()).toMatchObject({ nextAmount: 2_400n, lack: null });
  });
});
