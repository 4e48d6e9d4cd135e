/**
 * Cash on delivery on a real database: who holds it, what is netted, and how it leaves their hands (docs/ledger.md, "Cash on
 * delivery": the worked examples there are these).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collecting, courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { statementOf } from '../../../tests/fixtures/reconciliation.ts';
import { createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { job, keyOf, memberOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { endLink } from '../../../tests/support/holders.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { hold } from '../../../tests/support/lock-waits.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { insertMember } from '../holders/members.repository.ts';
import { findLink } from '../links/links.repository.ts';
import type { OrderDraft, Split } from '../orders/order.ts';
import { importStatement } from '../reconciliation/import-statement.ts';
import { creditTransfer } from '../reconciliation/settle-transfer.ts';
import { takeBackTopUp } from '../reconciliation/take-back.ts';
import { findTakeable } from '../reconciliation/taken-back.repository.ts';
import { saveBankDetails } from '../wallets/bank-details.repository.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import { saveCashSettings } from './cash-settings.repository.ts';
import { type Decision, decideHandover, recordHandover } from './hand-over.ts';
import type { HandoverKind, Side } from './handover.ts';
import { listHandovers } from './handovers.repository.ts';
import { findHeldCash, listHeldByLinks, sumHeld } from './held-cash.repository.ts';
import { receiveCash, startCashTransfer } from './transfer-cash.ts';
import { warnOfCash } from './warn-of-cash.ts';

let world: RefundWorld;
let book: Book;
let shop: bigint;
let rider: bigint;
/** The holder whose link it is. */
let riderHolder: bigint;

beforeAll(async () => {
  world = await createRefundWorld();
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  rider = await world.makeLink(book, 'courier');
  riderHolder = (await findLink(world.db, book.holderId, rider))?.holderId as bigint;
});

/** 80 for the restaurant, 12 for the courier who collects the 100, 8 for the company. */
const paidInCash = () => [merchant(shop, 8_000n), collecting(courier(rider, 1_200n)), partner(800n)];

const order = (ref: string, splits: Split[] = paidInCash(), changes: Partial<OrderDraft> = {}) =>
  world.record(book, ref, splits, { totalAmount: 10_000n, ...changes });

/** Clearing, the restaurant, the courier, commission, cash in hand, and what the courier owes. */
const books = async () => {
  const names = ['clearing', `earnings:${shop}`, `earnings:${rider}`, 'commission', `cash:${rider}`, `debt:${rider}`];
  const [clearing, restaurant, earned, commission, cash, debt] = await Promise.all(
    names.map((name) => world.balance(book, name)),
  );
  return { clearing, restaurant, courier: earned, commission, cash, debt };
};

const bySide = (side: Side) => {
  const own = side === 'company' ? book : { holderId: riderHolder, mode: book.mode };
  const actor = side === 'company' ? keyOf(book) : memberOf(own, { holderKind: 'courier' });
  return { actor, by: { side, book: own } };
};

const recordBy = (side: Side, kind: HandoverKind, amount?: bigint) => {
  const { actor, by } = bySide(side);
  const holding = { ...book, currency: 'EUR', linkId: rider };
  return inTransaction(world.db, (tx) =>
    recordHandover(actor, tx, world.clock, by, holding, { kind, amount, note: null }),
  );
};

const decideBy = (side: Side, id: string, decision: Decision) => {
  const { actor, by } = bySide(side);
  return inTransaction(world.db, (tx) => decideHandover(actor, tx, world.clock, by, id, decision));
};

describe('docs/ledger.md, "Cash on delivery"', () => {
  it('at settlement the collector holds the total, less what it earns', async () => {
    await world.topUp(book, 10_000n);
    await order('a');
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 1 });
    const after = { clearing: 1_200n, restaurant: 8_000n, courier: 0n, commission: 800n, cash: 8_800n, debt: 0n };
    expect(await books()).toEqual(after);
    expect(await world.balance(book, 'cash')).toBe(-8_800n);
  });

  it('whatever the collector earns is kept of the cash, as far as it holds any', async () => {
    await world.topUp(book, 30_000n);
    await order('a');
    await world.settle(book);
    await world.record(book, 'b', [courier(rider, 8_000n)], { paymentSource: 'card' });
    await world.settle(book);
    expect(await books()).toMatchObject({ courier: 0n, cash: 800n, clearing: 21_200n });
    await world.record(book, 'c', [courier(rider, 1_000n)], { paymentSource: 'card' });
    await world.settle(book);
    expect(await books()).toMatchObject({ courier: 200n, cash: 0n, clearing: 21_000n });
  });

  it('what is kept of one order settles the next one in the same run', async () => {
    await world.topUp(book, 18_800n);
    await order('a');
    await order('b');
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 2, ordersAwaitingFunds: 0 });
    expect(await books()).toMatchObject({ clearing: 1_200n, cash: 17_600n });
  });

  it('a debt is recovered before anything is kept', async () => {
    await world.topUp(book, 10_000n);
    await world.owe(book, rider, 500n);
    await order('a');
    await world.settle(book);
    expect(await books()).toMatchObject({ courier: 0n, debt: 0n, cash: 9_300n });
  });

  it('what was refunded before the settlement was not collected', async () => {
    await world.topUp(book, 10_000n);
    await order('a');
    await world.refund(book, 'a', { amount: 2_000n });
    await world.settle(book);
    // 64, 9.60 and 6.40 are left; 80 were collected, of which 9.60 are kept.
    expect(await books()).toMatchObject({ restaurant: 6_400n, courier: 0n, commission: 640n, cash: 7_040n });
  });

  it('a refund after the settlement takes the shares back; the cash stays where it is until someone says so', async () => {
    await world.topUp(book, 10_000n);
    await order('a');
    await world.settle(book);
    await world.refund(book, 'a', { amount: 10_000n });
    expect(await books()).toEqual({
      clearing: 10_000n,
      restaurant: 0n,
      courier: 0n,
      commission: 0n,
      cash: 8_800n,
      debt: 1_200n,
    });
    // The courier gave the customer the 100: 88 of the company's cash, and 12 of its own, which it owed.
    await recordBy('company', 'returned');
    expect(await books()).toMatchObject({ cash: 0n, debt: 1_200n });
  });

  it('of a shadow order the cash is held in full: what the courier gets there is no money here', async () => {
    await order('a', [merchant(null, 8_000n), collecting(courier(rider, 1_200n)), partner(800n)], {
      isShadow: true,
      shadowMerchantRef: 'r',
    });
    await world.settle(book);
    expect(await books()).toMatchObject({ clearing: 0n, courier: 0n, cash: 10_000n });
  });

  it('a link that has ended still holds what it collected, and hands it over', async () => {
    await world.topUp(book, 10_000n);
    await order('a');
    await endLink(world.db, book.holderId, rider);
    await world.settle(book);
    expect(await books()).toMatchObject({ cash: 8_800n });
    await recordBy('company', 'owed');
    expect(await books()).toMatchObject({ cash: 0n, debt: 8_800n });
  });

  it('an order whose collector is unknown is held, even if its share is nothing', async () => {
    await world.topUp(book, 10_000n);
    await order('a', [merchant(shop, 8_000n), collecting(courier(null, 0n))]);
    await world.settle(book);
    expect(await world.find(book, 'a')).toMatchObject({ settlementStatus: 'on_hold', holdReason: 'unassigned_split' });
  });
});

describe('handing over', () => {
  beforeEach(async () => {
    await world.topUp(book, 20_000n);
    await order('a');
    await world.settle(book);
  });

  it.each([
    ['company', 'link'],
    ['link', 'company'],
  ] as const)('recorded by the %s it counts once the %s confirms it, however often', async (recorder, other) => {
    const { id, status } = await recordBy(recorder, 'handed_over', 5_000n);
    expect(status).toBe('waiting');
    expect(await books()).toMatchObject({ cash: 8_800n });
    await expect(decideBy(recorder, id, 'confirm')).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(decideBy(other, id, 'withdraw')).rejects.toMatchObject({ code: 'invalid_state' });
    await Promise.all([decideBy(other, id, 'confirm'), decideBy(other, id, 'confirm')]);
    expect(await books()).toMatchObject({ cash: 3_800n, clearing: 11_200n });
    await expect(decideBy(other, id, 'decline')).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it.each([
    ['link', 'decline', 'declined'],
    ['company', 'withdraw', 'withdrawn'],
  ] as const)('the %s may %s it', async (side, decision, status) => {
    const { id } = await recordBy('company', 'handed_over');
    expect(await decideBy(side, id, decision)).toMatchObject({ status });
    expect(await decideBy(side, id, decision)).toMatchObject({ status });
    expect(await books()).toMatchObject({ cash: 8_800n });
  });

  it('is never more than is held, neither when it is recorded nor when it is confirmed', async () => {
    await expect(recordBy('link', 'handed_over', 8_801n)).rejects.toMatchObject({ code: 'validation_failed' });
    const all = await recordBy('link', 'handed_over');
    expect(all.amount).toBe(8_800n);
    await order('b', [courier(rider, 100n)], { paymentSource: 'card' });
    await world.settle(book);
    await expect(decideBy('company', all.id, 'confirm')).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await books()).toMatchObject({ cash: 8_700n });
  });

  it('only the company says that cash was given back, or is owed', async () => {
    await expect(recordBy('link', 'owed')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(recordBy('link', 'returned')).rejects.toMatchObject({ code: 'forbidden' });
    const { status } = await recordBy('company', 'returned', 800n);
    expect(status).toBe('posted');
    expect(await books()).toMatchObject({ cash: 8_000n, debt: 0n });
    await recordBy('company', 'owed');
    expect(await books()).toMatchObject({ cash: 0n, debt: 8_000n });
    await expect(recordBy('company', 'owed')).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is nobody else’s', async () => {
    const { id } = await recordBy('link', 'handed_over');
    const other = { side: 'company', book: await world.makeBook() } as const;
    const decided = inTransaction(world.db, (tx) =>
      decideHandover(keyOf(other.book), tx, world.clock, other, id, 'confirm'),
    );
    await expect(decided).rejects.toMatchObject({ code: 'not_found' });
    const asked = { kind: 'handed_over', amount: undefined, note: null } as const;
    const recorded = inTransaction(world.db, (tx) =>
      recordHandover(keyOf(other.book), tx, world.clock, other, { ...book, currency: 'EUR', linkId: rider }, asked),
    );
    await expect(recorded).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is of what was collected first, so that the rest is held since later', async () => {
    const first = world.clock.now(book.holderId, book.mode);
    world.clock.advance(3_600);
    await order('b', [collecting(courier(rider, 0n))], { totalAmount: 3_000n });
    await world.settle(book);
    const second = world.clock.now(book.holderId, book.mode);
    const since = async () => (await findHeldCash(world.db, book, [{ linkId: rider, currency: 'EUR' }]))[0]?.since;
    expect(await since()).toEqual(first);
    await recordBy('company', 'returned', 8_799n);
    expect(await since()).toEqual(first);
    await recordBy('company', 'returned', 1n);
    expect(await since()).toEqual(second);
    await recordBy('company', 'returned');
    expect(await since()).toBeNull();
  });

  it('any credit of its earnings is kept, not only that of a settlement', async () => {
    const earnings = accountAt({ ...book, currency: 'EUR' }, `earnings:${rider}`);
    await recordBy('company', 'returned');
    const { id } = await order('b', [courier(rider, 500n)], { paymentSource: 'card' });
    await world.settle(book);
    await order('c', [collecting(courier(rider, 0n))], { totalAmount: 3_000n });
    await world.settle(book);
    // Earned before it held any.
    expect(await books()).toMatchObject({ courier: 500n, cash: 3_000n });
    const at = world.clock.now(book.holderId, book.mode);
    await inTransaction(world.db, async (tx) => {
      for (const grown of await recoverDebts(tx, [earnings], subjectOf.order(id), at))
        await enqueueSettlement(tx, grown);
    });
    expect(await books()).toMatchObject({ courier: 0n, cash: 2_500n });
  });

  it('says what is held, what is expected, and since when', async () => {
    const settledAt = world.clock.now(book.holderId, book.mode);
    await order('b');
    const [held] = await findHeldCash(world.db, book, [{ linkId: rider, currency: 'EUR' }]);
    expect(held).toEqual({ linkId: rider, currency: 'EUR', held: 8_800n, expected: 10_000n, since: settledAt });
    const [row] = await listHeldByLinks(world.db, book, { after: undefined, limit: 10 });
    expect(row).toMatchObject({
      linkId: rider,
      held: 8_800n,
      expected: 10_000n,
      waiting: 0n,
      since: settledAt,
      limit: null,
    });
  });

  it('adds up what is held and expected of all payees, also of those who have held nothing yet', async () => {
    const newcomer = await world.makeLink(book, 'courier');
    await order('b', [collecting(courier(newcomer, 1_200n)), partner(8_800n)]);
    await recordBy('link', 'handed_over', 3_000n);
    const sums = { currency: 'EUR', held: 8_800n, waiting: 3_000n, expected: 10_000n };
    expect(await sumHeld(world.db, book)).toEqual([sums]);
    expect(await sumHeld(world.db, { ...book, mode: 'live' })).toEqual([]);
  });
});

/** 88.00 are held in real money. */
async function holdRealCash(): Promise<void> {
  book = { ...book, mode: 'live' };
  const { id } = await world.topUp(book, 10_000n);
  await inTransaction(world.db, (tx) => confirmTopUp(shell, tx, world.clock, id));
  await order('a');
  await world.settle(book);
}

describe('docs/contract/people.md, "Emails"', () => {
  const [finance, owner] = ['finance', 'courier'].map((name) => `${name}@cash.example`) as [string, string];
  beforeEach(async () => {
    await holdRealCash();
    const people = [finance, owner].map((email) => ({
      id: `${email} ${book.holderId}`,
      email: `${book.holderId}.${email}`,
    }));
    await world.db
      .insertInto('people')
      .values(people.map((one) => ({ ...one, name: 'Someone', emailVerified: true })))
      .execute();
    const [ofCompany, ofCourier] = people.map(({ id }) => id) as [string, string];
    await inTransaction(world.db, async (tx) => {
      await insertMember(tx, book.holderId, ofCompany, 'finance');
      await insertMember(tx, riderHolder, ofCourier, 'owner');
    });
  });
  /** Whom, and what about, since the last look. */
  const mails = async (): Promise<string[]> => {
    const { rows } = await world.database.owner.query(
      `delete from mails where recipient like $1 returning id, split_part(recipient, '.', 2) || ': ' || subject as mail`,
      [`${book.holderId}.%`],
    );
    return rows.map(({ mail }: { mail: string }) => mail.replace('@cash', '')).sort();
  };
  const warned = async (hours = 0): Promise<string[]> => {
    world.clock.advance(hours * 3_600);
    await warnOfCash(job, world.db, world.clock.now(0n, 'live'));
    return mails();
  };
  const limit = (changes: object) => {
    const settings = { isTracked: true, limits: {}, daysMax: null, refuses: false, ...changes };
    return inTransaction(world.db, (tx) => saveCashSettings(tx, book, settings));
  };
  const both = ['courier: Hand over cash to Bolt Bistro', 'finance: A courier holds too much cash'];

  it('too much cash is told once, and again after it was less', async () => {
    await limit({ limits: { EUR: 8_800 } });
    expect(await warned()).toEqual([]);
    await limit({ limits: { EUR: 8_799 } });
    expect(await warned()).toEqual(both);
    expect(await warned(25)).toEqual([]);
    await recordBy('company', 'returned', 1n);
    expect(await warned()).toEqual([]);
    await limit({ limits: { EUR: 8_798 } });
    expect(await warned()).toEqual(both);
  });

  it('cash that is held for too long is told once a day', async () => {
    await limit({ daysMax: 2 });
    expect(await warned(48)).toEqual([]);
    expect(await warned(1)).toEqual(both);
    expect(await warned(23)).toEqual([]);
    expect(await warned(1)).toEqual(both);
    await limit({ daysMax: 2, isTracked: false });
    expect(await warned(24)).toEqual([]);
  });

  it('what waits is told to the side that decides, and a decline to the one that recorded it', async () => {
    const { id } = await recordBy('link', 'handed_over', 5_000n);
    expect(await mails()).toEqual(['finance: Confirm EUR 50.00 in cash?']);
    await decideBy('company', id, 'decline');
    expect(await mails()).toEqual(['courier: EUR 50.00 in cash was not confirmed']);
    const said = await recordBy('company', 'handed_over', 2_000n);
    expect(await mails()).toEqual(['courier: Confirm EUR 20.00 in cash?']);
    await decideBy('company', said.id, 'withdraw');
    await recordBy('company', 'returned', 1_000n);
    expect(await mails()).toEqual([]);
  });

  it('a bank transfer of cash is told to its payee, and when it is taken back, to both', async () => {
    const holding = { ...book, currency: 'EUR', linkId: rider };
    const { id } = await inTransaction(world.db, (tx) => receiveCash(shell, tx, world.clock, holding, 9_000n));
    expect(await mails()).toEqual(['courier: We received EUR 90.00']);
    const request = { amount: undefined, reason: 'The bank took it back', lineId: undefined };
    await inTransaction(world.db, (tx) => takeBackTopUp(shell, tx, world.clock, 'live', id, request));
    expect(await mails()).toEqual([
      'courier: Your EUR 90.00 transfer was reversed',
      'finance: Your EUR 90.00 top-up was reversed',
    ]);
  });
});

describe('docs/ledger.md, "Cash by bank transfer"', () => {
  let reference: string;
  beforeEach(async () => {
    await holdRealCash();
    await takeTransfersIn('EUR');
    reference = (await askedBy('link')).reference as string;
  });

  const takeTransfersIn = (currency: string) =>
    inTransaction(world.db, (tx) =>
      saveBankDetails(tx, {
        ...{
          currency,
          accountHolder: 'Sluice',
          iban: 'DE89370400440532013000',
          bic: null,
          bankName: null,
          other: null,
        },
        ...{ accountNumber: null, bankCode: null, town: null, country: null, changedAt: world.clock.now(0n, 'live') },
      }),
    );
  const askedBy = (side: Side, amount?: bigint, currency = 'EUR') => {
    const { actor, by } = bySide(side);
    const holding = { ...book, currency, linkId: rider };
    return inTransaction(world.db, (tx) => startCashTransfer(actor, tx, world.clock, by, holding, amount));
  };
  const imported = (...lines: Parameters<typeof statementOf>[0]) =>
    importStatement(shell, { db: world.db, clock: world.clock }, { source: 'bank', mode: 'live' }, statementOf(lines));
  const transferred = (amount: bigint, changes: object = {}) =>
    imported({ amount, text: `Cash ${reference}`, ...changes });
  const takeBack = async (amount?: bigint) => {
    const { rows } = await world.database.owner.query(
      'select id from top_ups where holder_id = $1 and link_id is not null order by position desc limit 1',
      [book.holderId],
    );
    const request = { amount, reason: 'The bank took it back', lineId: undefined };
    return inTransaction(world.db, (tx) => takeBackTopUp(shell, tx, world.clock, 'live', rows[0].id, request));
  };

  it('a payee has one reference in a currency, however often it is asked for, and at once', async () => {
    expect(reference).toMatch(/^RF/);
    expect((await askedBy('company')).reference).toBe(reference);
    await takeTransfersIn('USD');
    const holding = { ...book, currency: 'USD', linkId: rider };
    const { actor, by } = bySide('link');
    const held = await hold(world.db, world.database.owner, (tx) =>
      startCashTransfer(actor, tx, world.clock, by, holding, undefined),
    );
    const second = askedBy('company', undefined, 'USD');
    await held.awaitedBy(second);
    await held.commit();
    expect((await second).reference).toBe((await askedBy('link', undefined, 'USD')).reference);
    expect((await second).reference).not.toBe(reference);
    await expect(askedBy('link', 100n)).rejects.toMatchObject({ details: [{ field: 'amount' }] });
    await expect(askedBy('link', undefined, 'CHF')).rejects.toMatchObject({ details: [{ field: 'currency' }] });
  });

  it('what arrives is handed over, without a confirmation; what is more than is held is the payee’s', async () => {
    expect(await transferred(5_000n)).toMatchObject({ received: 1, open: 0 });
    expect(await books()).toMatchObject({ clearing: 6_200n, cash: 3_800n, courier: 0n });
    expect(await transferred(4_500n)).toMatchObject({ received: 1, open: 0 });
    expect(await books()).toMatchObject({ clearing: 10_000n, cash: 0n, courier: 700n });
    expect(await transferred(100n)).toMatchObject({ received: 1 });
    expect(await books()).toMatchObject({ clearing: 10_000n, cash: 0n, courier: 800n });
    const listed = await listHandovers(world.db, book, {}, { after: undefined, limit: 10 });
    expect(listed.map(({ amount, status, recordedBy, takenBack }) => [amount, status, recordedBy, takenBack])).toEqual([
      [3_800n, 'posted', 'link', null],
      [5_000n, 'posted', 'link', null],
    ]);
  });

  it('taken back it is held again, and what was the payee’s is taken from its earnings', async () => {
    await transferred(5_000n);
    await transferred(4_500n);
    await takeBack();
    expect(await books()).toMatchObject({ clearing: 6_200n, cash: 3_800n, courier: 0n, debt: 0n });
    const [last] = await listHandovers(world.db, book, {}, { after: undefined, limit: 1 });
    expect(last).toMatchObject({ amount: 3_800n, takenBack: 3_800n });
  });

  it('taken back in part, as if the rest alone had arrived', async () => {
    await transferred(5_000n);
    await transferred(4_500n);
    await takeBack(1_000n);
    expect(await books()).toMatchObject({ clearing: 9_700n, cash: 300n, courier: 0n, debt: 0n });
  });

  it('taken back from a link that has ended, or that was paid out, it is a debt', async () => {
    await transferred(5_000n);
    await transferred(4_500n);
    await world.spend(book, `earnings:${rider}`, 700n);
    await endLink(world.db, book.holderId, rider);
    await takeBack();
    expect(await books()).toMatchObject({ clearing: 5_500n, cash: 0n, courier: 0n, debt: 4_500n });
  });

  it('what the company lacks by then the service advances, less what the payee gave back', async () => {
    await transferred(9_500n);
    await world.spend(book, 'clearing', 10_000n);
    await takeBack();
    expect(await books()).toMatchObject({ clearing: 0n, cash: 8_800n, courier: 0n });
    expect(await world.balance(book, 'debt')).toBe(8_800n);
  });

  it('in another currency, for a closed company, or with several references it waits', async () => {
    expect(await transferred(500n, { currency: 'USD' })).toMatchObject({ received: 0, open: 1 });
    await takeTransfersIn('USD');
    const other = (await askedBy('link', undefined, 'USD')).reference;
    expect(await transferred(500n, { text: `${reference} ${other}` })).toMatchObject({ received: 0, open: 1 });
    const set = (closed: string) =>
      world.database.owner.query(`update holders set ${closed} where id = $1`, [book.holderId]);
    await set(`status = 'closed', closed_from = 'active', closed_at = now()`);
    expect(await transferred(500n)).toMatchObject({ received: 0, open: 1 });
    await set(`status = 'active', closed_from = null, closed_at = null`);
    expect(await books()).toMatchObject({ clearing: 1_200n, cash: 8_800n });
    expect(await transferred(200n)).toMatchObject({ received: 2 });
    expect(await books()).toMatchObject({ clearing: 1_900n, cash: 8_100n });
  });

  it('without its reference it is credited by a person, who says whose cash it is', async () => {
    const { shown } = await imported({ amount: 5_000n, text: 'Cash of Friday' });
    const seen = { holderId: book.holderId, holderName: 'Bolt Bistro', finding: 'unknown' } as const;
    const creditTo = (linkId: bigint) =>
      inTransaction(world.db, (tx) =>
        creditTransfer(shell, tx, world.clock, 'live', shown[0]?.id as bigint, { ...seen, linkId }),
      );
    await expect(creditTo(999_999n)).rejects.toMatchObject({ details: [{ field: 'beneficiary_ref' }] });
    await creditTo(rider);
    expect(await books()).toMatchObject({ clearing: 6_200n, cash: 3_800n });
  });

  it('a line of the bank with its reference takes back what came in this amount', async () => {
    await transferred(5_000n);
    await transferred(1_000n);
    const { shown } = await imported({ amount: -5_000n, text: `Return ${reference}` });
    const found = await findTakeable(world.db, { source: 'bank', mode: 'live' }, shown);
    expect(found).toMatchObject([{ by: 'name', amount: 5_000n, canBeTaken: true, holderId: book.holderId }]);
  });

  it('a transfer and a handover at once take no more than is held', async () => {
    const { id } = await recordBy('link', 'handed_over', 8_000n);
    const held = await hold(world.db, world.database.owner, (tx) => {
      const { actor, by } = bySide('company');
      return decideHandover(actor, tx, world.clock, by, id, 'confirm');
    });
    const arriving = transferred(8_800n);
    await held.awaitedBy(arriving);
    await held.commit();
    expect(await arriving).toMatchObject({ received: 1 });
    expect(await books()).toMatchObject({ cash: 0n, courier: 8_000n });
  });

  it('test money arrives at once', async () => {
    book = { ...book, mode: 'test' };
    await world.topUp(book, 10_000n);
    await order('b');
    await world.settle(book);
    const { topUp } = await askedBy('link', 5_000n);
    expect(topUp).toMatchObject({ status: 'succeeded', linkId: rider, handedOver: 5_000n });
    await askedBy('company');
    expect(await books()).toMatchObject({ clearing: 10_000n, cash: 0n });
    await expect(askedBy('company')).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
