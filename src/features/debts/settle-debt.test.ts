/** Debts that are repaid outside or written off: what is posted, who decides, what races, and what a write-off's undoing does. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeHolderOwe, makeLinkOwe } from '../../../tests/fixtures/money.ts';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { keyOf, memberOf, operator, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { makeCompany, makeHolder, makeLink } from '../../../tests/support/holders.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { hold } from '../../../tests/support/lock-waits.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { takesTwoPeople } from './debt-settlement.ts';
import { listDebtors } from './debt-settlements.repository.ts';
import { debtOfLink, debtToService } from './find-debt.ts';
import { setWriteOffLimit } from './second-person.ts';
import { approveWriteOff, declineWriteOff, type SettlementRequest, settleDebt } from './settle-debt.ts';
import { startRepayment } from './start-repayment.ts';

let world: PostingWorld;

beforeAll(async () => {
  world = await createPostingWorld();
});
afterEach(async () => {
  await world.database.pool.query('delete from four_eyes');
  await world.database.pool.query('delete from write_off_limits');
  await expectBooksToHold(world.db, { byHand: ['bank_details', 'four_eyes', 'members', 'write_off_limits'] });
});
afterAll(() => world.close());

const currency = 'EUR';
const at = (book: Book, name: string) => accountAt({ ...book, currency }, name);
const balance = (book: Book, name: string) => findBalance(world.db, at(book, name));
const service: Book = { holderId: serviceHolderId, mode: 'test' };
const ofService = (name: string) => balance(service, name);
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);

async function owingShop(amount = 500n, mode: Book['mode'] = 'test'): Promise<Book> {
  const shop: Book = { holderId: await makeHolder(world.db, 'merchant', 'Owing'), mode };
  await run((tx) => makeHolderOwe(tx, at(shop, 'wallet'), amount, new Date()));
  return shop;
}

async function owingLink(amount = 500n): Promise<{ company: Book; link: bigint }> {
  const company: Book = { holderId: await makeCompany(world.db), mode: 'test' };
  const link = await makeLink(world.db, company.holderId, 'courier');
  await run((tx) => makeLinkOwe(tx, at(company, `earnings:${link}`), amount, new Date()));
  return { company, link };
}

type Asked = Partial<SettlementRequest>;
const settle = (actor: Actor, book: Book, asked: Asked = {}, clock = world.clock) =>
  run(async (tx) => settleDebt(actor, tx, clock, await debtToService(tx, book, currency), { ...writeOff, ...asked }));
const settleLink = (actor: Actor, book: Book, link: bigint, asked: Asked = {}) =>
  run(async (tx) =>
    settleDebt(actor, tx, world.clock, await debtOfLink(tx, book, link, currency), { ...writeOff, ...asked }),
  );
const writeOff: SettlementRequest = { kind: 'written_off', amount: undefined, reason: 'Out of business' };
const administrator = operator('administrator', 'test');
const finance = operator('finance', 'test');

async function addMembers(holderId: bigint, people: readonly [personId: string, role: string][]): Promise<void> {
  for (const [personId, role] of people) {
    await world.database.pool.query(
      `insert into people (id, name, email) values ($1, 'Someone', $2) on conflict do nothing`,
      [personId, `${personId.replaceAll(' ', '-')}@debts.example`],
    );
    await world.database.pool.query(
      'insert into members (holder_id, person_id, role) values ($1, $2, $3) on conflict do nothing',
      [holderId, personId, role],
    );
  }
}

describe('when a write-off takes two people', () => {
  const limit = { currency, amount: 100n, setBy: 'ada', setAt: new Date() };
  it.each([
    ['without a limit and without four eyes: one', undefined, 1_000n, 'bob', false, false],
    ['without a limit under four eyes: two', undefined, 1n, 'bob', true, true],
    ['up to the limit: one', limit, 100n, 'bob', true, false],
    ['above the limit: two', limit, 101n, 'bob', false, true],
    ['by who set the limit: two at any amount', limit, 1n, 'ada', false, true],
    ['by a key pair up to the limit: one', limit, 100n, null, false, false],
  ])('%s', (_name, known, alone, personId, fourEyes, expected) => {
    expect(takesTwoPeople(known, { alone, personId, fourEyes })).toBe(expected);
  });
});

describe('a debt to the service', () => {
  it('is listed with its account, in the mode that is asked for', async () => {
    const { holderId } = await owingShop(125n);
    const listed = async (mode: Book['mode'] | null) =>
      (await listDebtors(world.db, mode, 1_000)).filter((debtor) => debtor.holderId === holderId);
    const owed = { holderId, name: 'Owing', mode: 'test', currency, amount: 125n };
    expect([await listed('test'), await listed(null), await listed('live')]).toEqual([[owed], [owed], []]);
  });

  it('is repaid outside: money from the bank that is recovered at once, never more than is owed', async () => {
    const shop = await owingShop(500n);
    const advanced = await ofService('advances');
    await expect(settle(finance, shop, { kind: 'repaid', amount: 501n })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'amount', message: 'must be at most 5.00, which is owed now' }],
    });
    const bank = await balance(shop, 'outside:bank');
    await settle(finance, shop, { kind: 'repaid', amount: 200n });
    expect([await balance(shop, 'debt'), await balance(shop, 'wallet')]).toEqual([300n, 0n]);
    expect(await balance(shop, 'outside:bank')).toBe(bank - 200n);
    expect(await ofService('advances')).toBe(advanced + 200n);
    await settle(finance, shop, { kind: 'repaid' });
    expect(await balance(shop, 'debt')).toBe(0n);
    await expect(settle(finance, shop, { kind: 'repaid' })).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'Nothing is owed in EUR.',
    });
  });

  it('is written off in part and whole: the loss of the service’s fees, with both values in the audit log', async () => {
    const shop = await owingShop(500n);
    const [fees, advanced] = [await ofService('fees'), await ofService('advances')];
    const { id } = await settle(administrator, shop, { amount: 200n });
    await settle(shell, shop);
    expect([await balance(shop, 'debt'), await balance(shop, 'debts')]).toEqual([0n, 0n]);
    expect([await ofService('fees'), await ofService('advances')]).toEqual([fees - 500n, advanced + 500n]);
    const { rows } = await world.database.pool.query(
      `select before, after from audit_log where object_id = $1 and action = 'debts.write_off'`,
      [id],
    );
    expect(rows).toEqual([
      {
        before: { owed: '500' },
        after: { owed: '300', amount: '200', currency, status: 'posted', reason: 'Out of business' },
      },
    ]);
    const { rows: events } = await world.database.pool.query(
      `select type, data ->> 'amount' as amount from events where holder_id = $1 and subject_kind = 'debt_settlement' order by id`,
      [shop.holderId],
    );
    expect(events).toEqual([
      { type: 'debt.written_off', amount: '2' },
      { type: 'debt.written_off', amount: '3' },
    ]);
  });

  it('of real money: the people of the account are mailed', async () => {
    const shop = await owingShop(500n, 'live');
    await addMembers(shop.holderId, [[`owner of ${shop.holderId}`, 'owner']]);
    await settle(operator('administrator', 'live'), shop, { kind: 'repaid', amount: 100n });
    await settle(operator('administrator', 'live'), shop);
    const { rows } = await world.database.pool.query(
      'select subject, text from mails where recipient = $1 order by id',
      [`owner-of-${shop.holderId}@debts.example`],
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Your EUR 1.00 repayment was recorded',
      'EUR 4.00 of your debt was written off',
    ]);
    expect(rows[0].text).toContain('EUR 4.00 is still owed.');
    expect(rows[1].text).toContain('You owe nothing more in this currency.');
  });

  it('two write-offs at once write off once', async () => {
    const shop = await owingShop(500n);
    const results = await Promise.allSettled([settle(administrator, shop), settle(finance, shop)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balance(shop, 'debt')).toBe(0n);
  });

  it('a write-off waits for a credit that recovers, and writes off what that leaves', async () => {
    const shop = await owingShop(500n);
    const topUp = { amount: 200n, currency, accountKind: 'wallet', source: 'bank' } as const;
    const credit = await hold(world.db, world.database.pool, (tx) => requestTopUp(shell, tx, world.clock, shop, topUp));
    const written = settle(administrator, shop);
    await credit.awaitedBy(written);
    await credit.commit();
    expect(await written).toMatchObject({ amount: 300n });
    expect([await balance(shop, 'debt'), await balance(shop, 'wallet')]).toEqual([0n, 0n]);
  });
});

describe('four eyes', () => {
  const on = () => world.database.pool.query(`insert into four_eyes (holder_id, is_on) values (1, true)`);

  it('a second person approves what one requested, once, up to what is still owed', async () => {
    await on();
    const shop = await owingShop(500n);
    await expect(settle(shell, shop)).rejects.toMatchObject({ code: 'forbidden' });
    const { id, status } = await settle(finance, shop, { amount: 400n });
    expect([status, await balance(shop, 'debt')]).toEqual(['requested', 500n]);
    await expect(settle(administrator, shop)).rejects.toMatchObject({ code: 'invalid_state' });
    const approve = (actor: Actor) => run((tx) => approveWriteOff(actor, tx, world.clock, id, 'service'));
    await expect(approve(finance)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(approve(shell)).rejects.toMatchObject({ code: 'forbidden' });
    await settle(finance, shop, { kind: 'repaid', amount: 300n });
    await Promise.all([approve(administrator), approve(administrator)]);
    expect(await balance(shop, 'debt')).toBe(0n);
    const { rows } = await world.database.pool.query(
      'select status, amount, decided_by from debt_settlements where id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'posted', amount: 200n, decided_by: 'the administrator' }]);
    // By someone who may not see the books of the service, or of a company's payee, it is not found.
    await expect(run((tx) => approveWriteOff(administrator, tx, world.clock, id, 'company'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is declined once, and leaves the debt; afterwards it can be requested again', async () => {
    await on();
    const shop = await owingShop(500n);
    const { id } = await settle(finance, shop);
    await run((tx) => declineWriteOff(finance, tx, world.clock, id, 'service'));
    await run((tx) => declineWriteOff(administrator, tx, world.clock, id, 'service'));
    await expect(run((tx) => approveWriteOff(administrator, tx, world.clock, id, 'service'))).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect(await balance(shop, 'debt')).toBe(500n);
    expect(await settle(finance, shop)).toMatchObject({ status: 'requested' });
  });

  it('one alone up to a limit that another set, added up over 30 days', async () => {
    await on();
    await addMembers(serviceHolderId, [
      ['the administrator', 'administrator'],
      ['the finance', 'finance'],
    ]);
    const limit = { currency, amount: 100n, reason: 'Agreed' };
    await run((tx) => setWriteOffLimit(administrator, tx, world.clock, serviceHolderId, limit));
    const shop = await owingShop(500n);
    expect(await settle(finance, shop, { amount: 60n })).toMatchObject({ status: 'posted' });
    expect(await settle(finance, shop, { amount: 41n })).toMatchObject({ status: 'requested' });
    expect(await settle(administrator, await owingShop(), { amount: 1n })).toMatchObject({ status: 'requested' });
  });

  const dayMs = 24 * 3_600_000;
  it.each([
    ['a moment before 30 days have passed', 30 * dayMs - 60_000, 'requested'],
    ['a moment after', 30 * dayMs + 60_000, 'posted'],
  ])('%s, what one wrote off alone before', async (_name, passedMs, status) => {
    await on();
    await addMembers(serviceHolderId, [
      ['the administrator', 'administrator'],
      ['the finance', 'finance'],
    ]);
    const limit = { currency, amount: 100n, reason: 'Agreed' };
    await run((tx) => setWriteOffLimit(administrator, tx, world.clock, serviceHolderId, limit));
    const shop = await owingShop(500n);
    await settle(finance, shop, { amount: 60n });
    const later = {
      ...world.clock,
      now: (holderId: bigint, mode: Book['mode']) => new Date(world.clock.now(holderId, mode).getTime() + passedMs),
    };
    expect(await settle(finance, shop, { amount: 41n }, later)).toMatchObject({ status });
  });
});

describe('a link’s debt to its company', () => {
  it('is repaid outside or written off by the company: the memo alone changes', async () => {
    const { company, link } = await owingLink(500n);
    const clearing = await balance(company, 'clearing');
    await settleLink(keyOf(company), company, link, { kind: 'repaid', amount: 200n, reason: 'In cash' });
    expect(await balance(company, `debt:${link}`)).toBe(300n);
    await settleLink(memberOf(company, { role: 'finance' }), company, link);
    expect([await balance(company, `debt:${link}`), await balance(company, 'debts')]).toEqual([0n, 0n]);
    expect(await balance(company, 'clearing')).toBe(clearing);
    await expect(settleLink(memberOf(company, { role: 'viewer' }), company, link)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const other = memberOf({ holderId: await makeCompany(world.db), mode: 'test' });
    await expect(settleLink(other, company, link)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('above the company’s limit takes a second of its people, if there is one', async () => {
    const { company, link } = await owingLink(500n);
    const owner = memberOf(company, { personId: `o${company.holderId}` });
    const second = memberOf(company, { personId: `f${company.holderId}`, role: 'finance' });
    const limit = { currency, amount: 100n, reason: 'Agreed' };
    const set = () => run((tx) => setWriteOffLimit(owner, tx, world.clock, company.holderId, limit));
    await addMembers(company.holderId, [[owner.personId, 'owner']]);
    await expect(set()).rejects.toMatchObject({ code: 'invalid_state' });
    await addMembers(company.holderId, [[second.personId, 'finance']]);
    await set();
    const { id, status } = await settleLink(keyOf(company), company, link, { amount: 101n });
    expect(status).toBe('requested');
    await expect(run((tx) => approveWriteOff(keyOf(company), tx, world.clock, id, 'company'))).rejects.toMatchObject({
      code: 'forbidden',
    });
    await run((tx) => approveWriteOff(second, tx, world.clock, id, 'company'));
    expect(await balance(company, `debt:${link}`)).toBe(399n);
    const { id: declined } = await settleLink(second, company, link, { amount: 200n });
    await run((tx) => declineWriteOff(second, tx, world.clock, declined, 'company'));
    await world.database.pool.query('delete from members where person_id = $1', [second.personId]);
    expect(await settleLink(owner, company, link)).toMatchObject({ status: 'posted', amount: 399n });
  });
});

describe('a repayment by bank transfer', () => {
  const repay = (book: Book, amount?: bigint) =>
    run((tx) =>
      startRepayment(memberOf(book, { holderKind: 'merchant' }), tx, world.clock, book, { currency, amount }),
    );

  it('of a shop: at most what it owes, and recovered when it arrives', async () => {
    const shop = await owingShop(500n);
    await expect(repay(shop, 501n)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await repay(shop, 100n)).toMatchObject({ status: 'succeeded', accountKind: 'wallet' });
    expect([await balance(shop, 'debt'), await balance(shop, 'wallet')]).toEqual([400n, 0n]);
    await repay(shop);
    expect(await balance(shop, 'debt')).toBe(0n);
    await expect(repay(shop)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('of real money: a reference, once the operator takes transfers in the currency', async () => {
    const shop = await owingShop(500n, 'live');
    await expect(repay(shop)).rejects.toMatchObject({ code: 'validation_failed', details: [{ field: 'currency' }] });
    await world.database.pool.query(
      `insert into bank_details (currency, account_holder, iban, changed_at) values ('EUR', 'Sluice', 'DE89370400440532013000', now())`,
    );
    expect(await repay(shop)).toMatchObject({
      status: 'pending',
      amount: 500n,
      reference: expect.stringMatching(/^RF/),
    });
    expect(await balance(shop, 'debt')).toBe(500n);
  });
});

describe('what made a written-off debt is undone', () => {
  it('a dispute that is won pays the service back first', async () => {
    const payment = await world.paidBy('card', 1_000n);
    await world.payOut(world.shop, 'wallet', 900n);
    const dispute = await world.chargeBack(payment, 1_000n);
    const fees = await ofService('fees');
    await settle(administrator, world.shop, { amount: 700n });
    expect([await balance(world.shop, 'debt'), await ofService('fees')]).toEqual([300n, fees - 700n]);
    await world.winDispute(dispute);
    expect([await balance(world.shop, 'debt'), await balance(world.shop, 'wallet')]).toEqual([0n, 0n]);
    expect(await ofService('fees')).toBe(fees);
    await world.loseAgain(dispute);
  });
});

it('every act stands in the audit log of the account whose debt it is, and a limit in that of who set it', async () => {
  const { rows } = await world.database.pool.query(
    `select distinct a.action, h.kind from audit_log a join holders h on h.id = a.holder_id
     where a.action ~ 'debts|write_off' order by 1, 2`,
  );
  expect(rows.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
    'debts.decline_write_off merchant',
    'debts.record_repaid merchant',
    'debts.write_off merchant',
    'link_debts.decline_write_off company',
    'link_debts.record_repaid company',
    'link_debts.write_off company',
    'write_off_limits.set company',
    'write_off_limits.set service',
  ]);
  // One for what one person did, two for what a second one decided.
  const { rows: wrong } = await world.database.pool.query(
    `select s.id, s.status from debt_settlements s
     where (select count(*) from audit_log a where a.object_kind = 'debt_settlement' and a.object_id = s.id)
       <> case when s.decided_by is null then 1 else 2 end`,
  );
  expect(wrong).toEqual([]);
});
