/**
 * Real money by bank transfer on a fresh installation, from the operator's bank details to a shop that is paid, and every
 * way in which a transfer can go wrong (docs/contract/common.md, "Bank transfers").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Actor } from '../../src/core/access/actor.ts';
import { saveFourEyes } from '../../src/core/access/four-eyes.repository.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { saveLimit } from '../../src/features/debts/debt-settlements.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import type { CheckedForm } from '../../src/features/payouts/payee-check.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { creditTransfer } from '../../src/features/reconciliation/settle-transfer.ts';
import type { LinePayment } from '../../src/features/reconciliation/statement-line.ts';
import { approveTakeBack, takeBackTopUp } from '../../src/features/reconciliation/take-back.ts';
import { expireTopUps } from '../../src/features/wallets/end-top-up.ts';
import { confirmTopUp, creditUnrequested } from '../../src/features/wallets/top-up.ts';
import { isReference } from '../../src/features/wallets/transfer-reference.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import type { Browser } from '../fixtures/checkout.ts';
import { businessBody } from '../fixtures/console-examples.ts';
import { csvOf, type Row, readNamed, statementOf } from '../fixtures/reconciliation.ts';
import { job, operator, shell, visitor } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { bankForm, iban } from '../support/bank-form.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { hold } from '../support/lock-waits.ts';
import { createPartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let customer: Caller;
let boss: Caller;

type Caller = { cookie: string; holderId: bigint; browser: Browser; email: string };
type Asked = { mode?: 'test' | 'live'; key?: string };

beforeAll(async () => {
  account = await createTestAccount();
  customer = await newcomer('Ada Lovelace');
  boss = { ...(await newcomer('Olga')), holderId: serviceHolderId };
  const { rows } = await account.pool.query('select id from people where email = $1', [boss.email]);
  await inTransaction(account.db, (tx) => insertMember(tx, serviceHolderId, rows[0].id, 'administrator'));
  await passFactor(rows[0].id);
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

async function newcomer(name: string): Promise<Caller> {
  const { browser, holderId, email } = await account.newCustomer(name);
  const cookie = [...browser.jar].map(([one, { value }]) => `${one}=${value}`).join('; ');
  return { cookie, holderId, browser, email };
}

/** A second factor that was turned on days ago and passed just now. */
async function passFactor(personId: string): Promise<void> {
  await account.pool.query('update people set second_factor = true where id = $1', [personId]);
  await account.pool.query('update sessions set second_factor_at = now()');
}

async function ask(
  caller: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  asked: Asked = {},
) {
  const answer = await account.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie: caller.cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(caller.holderId),
      'sluice-mode': asked.mode ?? 'live',
      ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const json = answer.json();
  return { status: answer.statusCode, data: json.data, error: json.error };
}

const subjectsTo = async ({ email }: Caller): Promise<string[]> =>
  (await account.mailsTo(email)).map(({ subject }) => subject);
const wallet = async (): Promise<object[]> => (await ask(customer, 'GET', '/wallet')).data;
const topUp = async (amount: number, currency = 'EUR') =>
  (await ask(customer, 'POST', '/wallet/top-ups', { amount, currency })).data;
const stateOf = async ({ topup_id }: { topup_id: string }) => (await ask(customer, 'GET', `/top-ups/${topup_id}`)).data;
const waiting = async () => (await ask(boss, 'GET', '/operator/transfers')).data;
/** @param seen what differs from what the list shows. */
async function creditLine(line: IncomingTransfer, seen: object = {}) {
  const body = { holder_id: line.holder?.holder_id, holder_name: line.holder?.name, finding: line.finding, ...seen };
  return ask(boss, 'POST', `/operator/transfers/${line.line_id}/credit`, body);
}

type IncomingTransfer = { line_id: number; finding: string; holder: { holder_id: number; name: string } | null };

let statements = 0;
const imported = (...rows: Row[]) => importedBy(operator(), 'live', ...rows);
async function importedText(text: string, columns: Parameters<typeof readNamed>[1] = {}) {
  statements += 1;
  const file = { ...(await readNamed(text, columns)), account: 'DE89', fileName: `${statements}.csv` };
  const { db, server } = account;
  return importStatement(operator(), { db, clock: server.clock }, { source: 'bank', mode: 'live' }, file);
}
async function importedBy(actor: Actor, mode: Mode, ...rows: Row[]) {
  statements += 1;
  const text = csvOf(rows, `2031-03-${String(statements).padStart(2, '0')}`);
  const file = { ...(await readNamed(text)), account: 'DE89', fileName: `${statements}.csv` };
  const { db, server } = account;
  return importStatement(actor, { db, clock: server.clock }, { source: 'bank', mode }, file);
}

describe('before the operator has given bank details', () => {
  it('a customer is refused in that currency, and the operator is told that there are none', async () => {
    expect((await ask(customer, 'GET', '/top-up-currencies')).data).toEqual([]);
    const refused = await ask(customer, 'POST', '/wallet/top-ups', { amount: 10, currency: 'EUR' });
    expect([refused.status, refused.error.details]).toEqual([
      422,
      [{ field: 'currency', message: 'Bank transfers in EUR are not available yet.' }],
    ]);
    expect((await ask(boss, 'GET', '/operator/inbox')).data.bank_details).toEqual({ currencies: [] });
    expect((await ask(boss, 'GET', '/operator/health')).data.bank_details).toEqual({ currencies: [] });
  });

  it('they are entered by an administrator, checked, changed and removed, and every administrator is mailed', async () => {
    const body = { account_holder: 'Sluice Payments', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' };
    const wrong = await ask(boss, 'PUT', '/operator/bank-details/EUR', { ...body, iban: 'DE88' });
    expect([wrong.status, wrong.error.details]).toEqual([422, [{ field: 'iban', message: 'is not a valid IBAN' }]]);
    expect((await ask(boss, 'PUT', '/operator/bank-details/EUR', body)).data).toMatchObject({
      currency: 'EUR',
      iban: 'DE89370400440532013000',
    });
    // Again the same: nothing was changed, nobody is mailed.
    await ask(boss, 'PUT', '/operator/bank-details/EUR', body);
    await ask(boss, 'PUT', '/operator/bank-details/USD', {
      account_holder: 'Sluice',
      other: 'Account 1234\nABA 021000021',
    });
    expect((await ask(boss, 'GET', '/operator/bank-details')).data).toHaveLength(2);
    expect((await ask(boss, 'DELETE', '/operator/bank-details/USD')).status).toBe(200);
    expect((await ask(boss, 'DELETE', '/operator/bank-details/USD')).status).toBe(404);
    expect((await ask(customer, 'GET', '/top-up-currencies')).data).toEqual(['EUR']);
    expect((await subjectsTo(boss)).filter((subject) => subject.startsWith('Bank details'))).toEqual([
      'Bank details for EUR were added',
      'Bank details for USD were added',
      'Bank details for USD were removed',
    ]);
    const { rows } = await account.pool.query(`select * from audit_log where action = 'bank_details.change'`);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      '0532013000',
    );
  });
});

describe('a live payment on a fresh installation', () => {
  it('goes from the approval of a shop to its credit, by a bank transfer', async () => {
    // A shop opens an account, describes itself and is approved.
    const keeper = await newcomer('Chloe');
    const opened = await ask(keeper, 'POST', '/holders', { kind: 'merchant', name: 'Corner Books' }, { mode: 'test' });
    const shop = { ...keeper, holderId: BigInt(opened.data.holder_id) };
    await ask(shop, 'PUT', '/business', { ...businessBody, name: 'Corner Books' }, { mode: 'test' });
    expect((await ask(shop, 'POST', '/approval-requests', undefined, { mode: 'test' })).status).toBe(200);
    expect((await ask(boss, 'POST', `/operator/holders/${shop.holderId}/approve`)).data.status).toBe('active');

    // A customer announces a transfer, and is told where to send it.
    const made = await ask(customer, 'POST', '/wallet/top-ups', { amount: 50, currency: 'eur' }, { key: 'one' });
    expect(made.data).toMatchObject({ status: 'pending', amount: 50, currency: 'EUR', mode: 'live' });
    const { reference, topup_id: id, expires_at: until, created_at: since } = made.data;
    expect(isReference(reference)).toBe(true);
    expect(Date.parse(until) - Date.parse(since)).toBe(14 * 24 * 3_600_000);
    expect(
      (await ask(customer, 'POST', '/wallet/top-ups', { amount: 50, currency: 'eur' }, { key: 'one' })).data,
    ).toEqual(made.data);
    expect((await ask(customer, 'GET', `/top-ups/${id}`)).data.bank_details).toMatchObject({
      iban: 'DE89370400440532013000',
    });
    const mail = (await account.mailsTo(customer.email)).at(-1);
    expect(mail?.subject).toBe('Send EUR 50.00 to complete your top-up');
    expect(mail?.text).toContain(reference.replaceAll(/(.{4})(?=.)/g, '$1 '));
    expect(mail?.text).toContain('DE89370400440532013000');
    expect((await subjectsTo(boss)).at(-1)).toBe('Ada Lovelace announced a EUR 50.00 transfer');
    expect(await wallet()).toEqual([]);

    // The bank's statement shows it.
    const result = await imported(['50.00', `SEPA ${reference.slice(0, 6).toLowerCase()} ${reference.slice(6)} ADA`]);
    expect(result).toMatchObject({ lines: 1, matched: 1, received: 1, ambiguous: 0 });
    expect(await wallet()).toEqual([{ currency: 'EUR', balance: 50 }]);
    expect((await subjectsTo(customer)).at(-1)).toBe('We received EUR 50.00');
    expect(await waiting()).toEqual([]);

    // The customer pays the shop from the wallet.
    const link = await ask(shop, 'POST', '/payment-links', { amount: 20, currency: 'EUR' });
    const path = new URL(link.data.payment_url).pathname;
    await customer.browser.open(path);
    await customer.browser.submit(`${path}/pay`, { method: 'wallet' });
    expect(await wallet()).toEqual([{ currency: 'EUR', balance: 30 }]);
    const [sale] = (await ask(shop, 'GET', '/payments')).data;
    expect(sale).toMatchObject({ status: 'succeeded', amount: 20 });
    expect((await ask(shop, 'GET', '/wallet')).data[0].balance).toBeGreaterThan(0);
    await expectBooksToHold(account.db);
  });
});

describe('a transfer that is not as announced', () => {
  it('of another amount waits for the operator, who credits what arrived', async () => {
    const asked = await topUp(100);
    expect(await imported(['90.00', asked.reference])).toMatchObject({ received: 0, matched: 0 });
    const [line] = await waiting();
    expect(line).toMatchObject({ finding: 'other_amount', amount: 90, top_up: { topup_id: asked.topup_id } });
    expect((await ask(boss, 'GET', '/operator/inbox')).data.transfers).toEqual({ count: 1 });
    const credited = await creditLine(line);
    expect(credited.data).toMatchObject({ status: 'succeeded', amount: 90, requested_amount: 100 });
    expect(await wallet()).toEqual([{ currency: 'EUR', balance: 120 }]);
    expect((await creditLine(line)).status).toBe(404);
    expect(await waiting()).toEqual([]);
  });

  it('of another amount that the operator sees at the bank first is confirmed with it, and its line matched later', async () => {
    const { topup_id: id, reference } = await topUp(10);
    const confirm = (amount: number) => ask(boss, 'POST', `/operator/top-ups/${id}/confirm`, { amount });
    expect((await confirm(9.999)).error.details).toEqual([
      { field: 'amount', message: 'has more decimals than EUR allows' },
    ]);
    expect((await confirm(9.5)).data).toMatchObject({ status: 'succeeded', amount: 9.5, requested_amount: 10 });
    expect(await imported(['9.50', reference])).toMatchObject({ received: 0, matched: 1 });
  });

  it('that comes twice is credited once; the second waits, and is credited as another or sent back', async () => {
    const { reference } = await topUp(5);
    expect(await imported(['5.00', reference], ['5.00', reference], ['5.00', reference])).toMatchObject({
      received: 1,
    });
    const [last, second] = await waiting();
    expect([last.finding, second.finding]).toEqual(['received', 'received']);
    const credited = await creditLine(second);
    expect(credited.data).toMatchObject({ status: 'succeeded', amount: 5, reference: null });
    const path = `/operator/transfers/${last.line_id}/return`;
    expect((await ask(boss, 'POST', path, { reason: 'Sent twice' })).data).toEqual({ returned: 'Sent twice' });
    expect((await ask(boss, 'POST', path, { reason: 'Sent twice' })).status).toBe(404);
    expect((await subjectsTo(customer)).at(-1)).toBe('Your EUR 5.00 transfer is being returned');
    expect(await waiting()).toEqual([]);
    expect((await ask(boss, 'GET', '/operator/transfers?status=returned')).data).toHaveLength(1);
    const { rows } = await account.pool.query(`select after from audit_log where action = 'transfers.return'`);
    expect(rows).toMatchObject([{ after: { amount: '500', currency: 'EUR', reason: 'Sent twice' } }]);
  });

  it('for a top-up that was called off comes late, and is still credited', async () => {
    const asked = await topUp(7);
    const path = `/top-ups/${asked.topup_id}/cancel`;
    expect((await ask(customer, 'POST', path)).data).toMatchObject({ status: 'cancelled', bank_details: null });
    expect((await ask(customer, 'POST', path)).data.status).toBe('cancelled');
    expect(await imported(['7.00', asked.reference])).toMatchObject({ received: 0 });
    const [line] = await waiting();
    expect(line.finding).toBe('ended');
    await creditLine(line);
    expect(await stateOf(asked)).toMatchObject({ status: 'succeeded', ended_at: null });
    expect((await ask(customer, 'POST', path)).error.code).toBe('invalid_state');
  });

  it('in another currency becomes a top-up of its own, and the first keeps waiting', async () => {
    const asked = await topUp(8);
    await imported(['8.00', asked.reference, 'USD']);
    const [line] = await waiting();
    expect(line.finding).toBe('other_currency');
    await creditLine(line);
    expect(await wallet()).toContainEqual({ currency: 'USD', balance: 8 });
    expect((await stateOf(asked)).status).toBe('pending');
  });

  it('that names nothing, or two top-ups, goes to the account that the operator names', async () => {
    const [one, two] = [await topUp(1), await topUp(3)];
    await imported(['3.00', `${one.reference} ${two.reference}`], ['4.00', 'For my wallet']);
    const [unknown, several] = await waiting();
    expect([unknown.finding, several.finding]).toEqual(['unknown', 'several']);
    const pending = Number(await makeCompany(account.db, { status: 'pending', name: 'Lovelace Deliveries' }));
    const closed = Number(await makeCompany(account.db, { name: 'Lovelace Closed' }));
    const setClosed = (isClosed: boolean) =>
      account.pool.query(
        `update holders set status = case when $2 then 'closed' else 'active' end, closed_at = case when $2 then now() end,
           closed_from = case when $2 then 'active' end where id = $1`,
        [closed, isClosed],
      );
    await setClosed(true);
    const recipients = async (text: string, mode: Mode = 'live') =>
      (
        await ask(boss, 'GET', `/operator/recipients?currency=EUR&text=${encodeURIComponent(text)}`, undefined, {
          mode,
        })
      ).data;
    const ada = { holder_id: Number(customer.holderId), name: 'Ada Lovelace', kind: 'customer' };
    const before = (await wallet()).find((one) => (one as { currency: string }).currency === 'EUR');
    expect(await recipients('lovelace')).toEqual([
      { holder: ada, wallet: 'wallet', ...before, top_up: null, payees: [] },
    ]);
    for (const text of [String(ada.holder_id), customer.email.slice(0, -3).toUpperCase()]) {
      expect((await recipients(text))[0]).toMatchObject({ holder: ada });
    }
    const nobodys = [pending, closed, serviceHolderId, '%', customer.email.slice(1)];
    for (const text of nobodys) expect(await recipients(String(text))).toEqual([]);
    const inTest = await recipients('lovelace', 'test');
    expect(inTest.map(({ holder }: { holder: { holder_id: number } }) => holder.holder_id)).toEqual([
      ada.holder_id,
      pending,
    ]);

    const fields = async (holder_id?: number) =>
      (await creditLine(unknown, { holder_id, holder_name: 'x' })).error.details;
    expect(await fields()).toMatchObject([{ field: 'holder_id' }]);
    expect(await fields(Number(serviceHolderId))).toEqual([
      { field: 'holder_id', message: 'is no company and no customer' },
    ]);
    expect(await fields(pending)).toEqual([{ field: 'holder_id', message: 'may not hold real money yet' }]);
    expect(await fields(closed)).toEqual([{ field: 'holder_id', message: 'is closed' }]);
    await setClosed(false);
    const chosen = { holder_id: ada.holder_id, holder_name: ada.name };
    for (const [seen, said] of [
      [{ holder_name: 'Adam Lovelace' }, 'is called "Ada Lovelace", not "Adam Lovelace". Nothing was credited.'],
      [{ finding: 'other_amount' }, 'The transfer has changed since you opened it.'],
    ] as const) {
      const { error } = await creditLine(unknown, { ...chosen, ...seen });
      expect(error).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(said) });
    }
    expect((await wallet()).find((one) => (one as { currency: string }).currency === 'EUR')).toEqual(before);
    for (const line of [unknown, several]) {
      const { data } = await creditLine(line, chosen);
      expect(data.status).toBe('succeeded');
      const { rows } = await account.pool.query('select holder_id, after from audit_log where object_id = $1', [
        data.topup_id,
      ]);
      expect(rows).toMatchObject([{ holder_id: customer.holderId, after: { currency: 'EUR', wallet: 'wallet' } }]);
    }
    const all = await ask(customer, 'GET', '/top-ups?limit=2');
    expect(all.data.map(({ amount }: { amount: number }) => amount)).toEqual([3, 4]);
  });

  it('is found by the bank account, which is offered if it is one holder’s, and not by their word alone', async () => {
    const found = async (query: string, mode: Mode = 'live') =>
      (await ask(boss, 'GET', `/operator/recipients?currency=EUR&${query}`, undefined, { mode })).data.map(
        ({ holder }: { holder: { name: string } }) => holder.name,
      );
    const putAccount = (holderId: bigint, changes: Partial<CheckedForm> = {}) =>
      inTransaction(account.db, (tx) =>
        addBankAccount(shell, tx, account.server.clock, holderId, { ...bankForm(), ...changes }),
      );
    await imported(['4.50', 'From my account'], ['-4.50', 'To my account']);
    const [line] = await waiting();
    const sender = `update statement_lines set counterparty_account = 'DE89 3704 0044 0532 0130 00' where id >= $1`;
    await account.pool.query(sender, [line.line_id]);
    await putAccount(customer.holderId);
    for (const text of [iban, 'de89%203704%200044%200532%200130%2000']) {
      expect(await found(`text=${text}`)).toEqual(['Ada Lovelace']);
    }
    expect(await found(`text=${iban.slice(0, -1)}`)).toEqual([]);
    expect(await found(`line_id=${line.line_id}`)).toEqual([]);
    await putAccount(customer.holderId, { currency: 'EUR', payee: { result: 'match', name: null } });
    expect(await found(`line_id=${line.line_id}`)).toEqual(['Ada Lovelace']);
    expect(await found(`line_id=${line.line_id + 1}`)).toEqual([]);
    expect(await found(`line_id=${line.line_id}`, 'test')).toEqual([]);
    const company = await makeCompany(account.db, { name: 'Their company' });
    await putAccount(company);
    expect(await found(`line_id=${line.line_id}`)).toEqual([]);
    expect(await found(`text=${iban}`)).toEqual(['Ada Lovelace', 'Their company']);
    // Nor by what is left of an account whose data was erased.
    await account.pool.query('update bank_accounts set erased_at = now() where holder_id = $1', [company]);
    expect(await found(`line_id=${line.line_id}`)).toEqual(['Ada Lovelace']);
    expect(await found(`text=${iban}`)).toEqual(['Ada Lovelace']);
    await creditLine(line, { holder_id: Number(customer.holderId), holder_name: 'Ada Lovelace' });
  });

  it('is credited once by many at once', async () => {
    await imported(['6.00', 'Twice?']);
    const [line] = await waiting();
    const { db, server } = account;
    const credit = () =>
      inTransaction(db, (tx) =>
        creditTransfer(operator(), tx, server.clock, 'live', BigInt(line.line_id), {
          holderId: customer.holderId,
          holderName: 'Ada Lovelace',
          finding: 'unknown',
        }),
      );
    const done = await Promise.allSettled([credit(), credit(), credit(), credit()]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a top-up that ends without its money', () => {
  it('is refused with a reason that its holder reads, once', async () => {
    const asked = await topUp(11);
    const path = `/operator/top-ups/${asked.topup_id}/refuse`;
    expect((await ask(boss, 'POST', path, { reason: 'Sent by another person' })).data).toMatchObject({
      status: 'refused',
      reason: 'Sent by another person',
    });
    expect((await ask(boss, 'POST', path, { reason: 'Again' })).error.code).toBe('invalid_state');
    expect((await account.mailsTo(customer.email)).at(-1)?.text).toContain('Reason: Sent by another person');
  });

  it('is refused with the transfer that is sent back', async () => {
    const asked = await topUp(12);
    await imported(['13.00', asked.reference]);
    const [line] = await waiting();
    await ask(boss, 'POST', `/operator/transfers/${line.line_id}/return`, { reason: 'Wrong amount' });
    expect(await stateOf(asked)).toMatchObject({ status: 'refused', reason: 'Wrong amount' });
  });

  it('expires after 14 days, and says so', async () => {
    const asked = await topUp(14);
    const { db, server } = account;
    const clockAt = (days: number) => ({ now: () => new Date(Date.parse(asked.created_at) + days * 86_400_000) });
    expect(await expireTopUps(job, { db, clock: clockAt(13.9) })).toBe(0);
    // The other top-ups that still wait expire with it.
    expect(await expireTopUps(job, { db, clock: clockAt(14.1) })).toBeGreaterThan(0);
    expect(await expireTopUps(job, { db, clock: server.clock })).toBe(0);
    expect((await stateOf(asked)).status).toBe('expired');
    expect(
      (await subjectsTo(customer)).filter((subject) => subject === 'Your EUR 14.00 top-up has expired'),
    ).toHaveLength(1);
    const { rows } = await account.pool.query(
      `select distinct type from events where type like 'top_up.%' and holder_id = $1 order by type`,
      [customer.holderId],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'top_up.cancelled',
      'top_up.expired',
      'top_up.refused',
      'top_up.succeeded',
    ]);
  });

  it('does not expire while its money is being credited', async () => {
    const asked = await topUp(15);
    const { db, pool, server } = account;
    const held = await hold(db, pool, (tx) => confirmTopUp(operator(), tx, server.clock, asked.topup_id));
    const later = { now: () => new Date(Date.parse(asked.created_at) + 15 * 86_400_000) };
    const expiring = expireTopUps(job, { db, clock: later });
    await held.awaitedBy(expiring);
    await held.commit();
    expect(await expiring).toBe(0);
    expect((await stateOf(asked)).status).toBe('succeeded');
    expect(await subjectsTo(customer)).not.toContain('Your EUR 15.00 top-up has expired');
    const { rows } = await pool.query('select type from events where holder_id = $1 and subject_id = $2', [
      ...[customer.holderId, asked.topup_id],
    ]);
    expect(rows).toEqual([{ type: 'top_up.succeeded' }]);
  });

  it('expires with all others, however many there are', async () => {
    const { holderId } = await newcomer('Many Top-Ups');
    await account.pool.query(
      `insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, expires_at)
      select $1, id, 'live', 'pending', 'wallet', 'bank', 100, 'EUR', now(), now() from unnest($2::text[]) id`,
      [holderId, Array.from({ length: 101 }, () => newPublicId('top', holderId))],
    );
    const { db } = account;
    const later = { now: () => new Date(Date.now() + 1_000) };
    expect(await expireTopUps(job, { db, clock: later })).toBe(101);
    const { rows } = await account.pool.query('select distinct status from top_ups where holder_id = $1', [holderId]);
    expect(rows).toEqual([{ status: 'expired' }]);
  });

  it('is not credited by a statement of test mode', async () => {
    const asked = await topUp(16);
    await importedBy(shell, 'test', ['16.00', asked.reference]);
    expect((await stateOf(asked)).status).toBe('pending');
  });
});

describe('a transfer for several top-ups', () => {
  it('is credited to each where it names every one and has their sum; otherwise to none', async () => {
    const [a, b, c] = [await topUp(17), await topUp(18), await topUp(19)];
    const states = () => Promise.all([a, b, c].map(async (one) => (await stateOf(one)).status));
    expect(await imported(['34.99', `${a.reference} ${b.reference}`])).toMatchObject({ received: 0, open: 1 });
    expect(await imported(['54.00', `${a.reference} ${b.reference}`])).toMatchObject({ received: 0, open: 1 });
    expect(await states()).toEqual(['pending', 'pending', 'pending']);
    expect(await imported(['35.00', `SUM OF ${a.reference} / ${b.reference}`])).toMatchObject({
      ...{ received: 2, matched: 1, open: 0 },
    });
    expect(await states()).toEqual(['succeeded', 'succeeded', 'pending']);
    // One of the two has its money already.
    expect(await imported(['37.00', `${b.reference} ${c.reference}`])).toMatchObject({ received: 0, open: 1 });
    expect(await states()).toEqual(['succeeded', 'succeeded', 'pending']);
    await ask(customer, 'POST', `/top-ups/${c.topup_id}/cancel`);
  });

  it('is read from the payments in a collective line, each of which has its amount', async () => {
    const [a, b] = [await topUp(23), await topUp(24)];
    const payment = (amount: string, text: string) => ({ amount, endToEndId: null, name: null, account: null, text });
    const take = (payments: LinePayment[], count = payments.length) => {
      const file = {
        ...statementOf([
          { amount: 4_700n, text: `COLLECTIVE ${count} ${payments[0]?.amount}`, details: { count, payments } },
        ]),
        account: 'DE89',
      };
      const { db, server } = account;
      return importStatement(operator(), { db, clock: server.clock }, { source: 'bank', mode: 'live' }, file);
    };
    const both = [payment('2300', a.reference), payment('2400', `Invoice ${b.reference}`)];
    expect(await take(both, 3)).toMatchObject({ received: 0 });
    expect(await take([payment('2400', a.reference), payment('2300', b.reference)])).toMatchObject({ received: 0 });
    expect(await take(both)).toMatchObject({ received: 2, matched: 1 });
    expect([(await stateOf(a)).status, (await stateOf(b)).status]).toEqual(['succeeded', 'succeeded']);
  });
});

describe('a company’s clearing', () => {
  it('is topped up by its key with a reference, and by the same statement', async () => {
    const holderId = await makeCompany(account.db, { name: 'Demo Delivery' });
    const partner = createPartnerClient(account.app, await makeKey(account.db, holderId, 'live'));
    const { reference } = (await partner.post('/wallets/topups', { amount: 500, currency: 'EUR' })).json().data;
    expect(await imported(['500.00', reference])).toMatchObject({ received: 1 });
    const [{ clearing }] = (await partner.get('/wallets')).json().data;
    expect(clearing).toBe(500);
  });

  it('is not topped up beyond 100 transfers a day, not counting those of test mode and of other kinds', async () => {
    const holderId = await makeCompany(account.db);
    const partner = createPartnerClient(account.app, await makeKey(account.db, holderId, 'live'));
    await account.pool.query(
      `insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, reference)
       select $1, 'top_' || n, case n when 1 then 'test' else 'live' end, 'pending', 'clearing', 'bank', 1, 'EUR', now(),
         case when n <> 2 then 'many' || n end
       from generate_series(1, 101) n`,
      [holderId],
    );
    const ask = () => partner.post('/wallets/topups', { amount: 1, currency: 'EUR' });
    expect((await ask()).statusCode).toBe(201);
    const answer = await ask();
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limited']);
  });
});

it('while four eyes is on, a transfer waits for someone other than who asked for its top-up', async () => {
  const asked = await topUp(6);
  const { rows } = await account.pool.query('select requested_by from top_ups where id = $1', [asked.topup_id]);
  const setFourEyes = (isOn: boolean) =>
    inTransaction(account.db, (tx) => saveFourEyes(tx, { isOn, offRequestedBy: null, offRequestedAt: null }));
  await setFourEyes(true);
  const asker = { ...operator(), personId: rows[0].requested_by };
  expect(await importedBy(asker, 'live', ['6.00', asked.reference])).toMatchObject({ lines: 1, received: 0 });
  expect(await importedBy(shell, 'live', ['0.01', 'For nobody'])).toMatchObject({ lines: 1, received: 0 });
  expect((await stateOf(asked)).status).toBe('pending');
  // Nor can who asked credit it in another currency, as money that nobody asked for.
  await importedBy(asker, 'live', ['600.00', asked.reference, 'USD']);
  const [other] = await waiting();
  const credit = (actor: Actor) =>
    inTransaction(account.db, (tx) =>
      creditTransfer(actor, tx, account.server.clock, 'live', BigInt(other.line_id), {
        holderId: customer.holderId,
        holderName: 'Ada Lovelace',
        finding: 'other_currency',
      }),
    );
  await expect(credit(asker)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await credit(operator())).status).toBe('succeeded');
  expect(await imported(['0.02', 'For nobody'])).toMatchObject({ received: 1 });
  expect((await stateOf(asked)).status).toBe('succeeded');
  await setFourEyes(false);
});

it('above the limit of one person, taking a top-up back waits for a second one', async () => {
  const { db, server } = account;
  const limit = (amount: bigint, setBy = 'someone') =>
    inTransaction(db, (tx) => saveLimit(tx, serviceHolderId, { currency: 'CHF', amount, setBy, setAt: new Date(0) }));
  const newTopUp = (amount: bigint) =>
    inTransaction(db, (tx) =>
      creditUnrequested(
        operator('finance'),
        tx,
        server.clock,
        { holderId: customer.holderId, mode: 'live' },
        { amount, currency: 'CHF', accountKind: 'wallet', source: 'bank' },
        [],
      ),
    );
  const reverse = async (id: string, more: object = {}, act = '') =>
    ask(
      boss,
      'POST',
      `/operator/top-ups/${id}/reverse${act}`,
      act === '' ? { reason: 'Recalled', ...more } : undefined,
    );
  const approve = (actor: Actor, id: string) =>
    inTransaction(db, (tx) => approveTakeBack(actor, tx, server.clock, 'live', id));
  const balance = async () =>
    ((await wallet()) as { currency: string; balance: number }[]).find(({ currency }) => currency === 'CHF')?.balance;
  const requested = async () => (await ask(boss, 'GET', '/operator/top-ups?take_back=requested')).data;
  const [small, large, other] = [await newTopUp(700n), await newTopUp(301n), await newTopUp(5n)];
  await limit(1_000n);

  expect((await reverse(small.id)).data).toMatchObject({ waits: false, amount: 7 });
  // Together with what was taken back alone before.
  expect((await reverse(large.id, { dry_run: true })).data).toMatchObject({ waits: true, balance: 3.06 });
  expect((await reverse(large.id, { dry_run: true, amount: 3 })).data).toMatchObject({ waits: false });
  // Only what was taken from this account counts, in this currency and mode, in the last 30 days.
  const stranger = await makeCompany(db);
  for (const [change, back] of [
    [`reversed_at = reversed_at - interval '31 days'`, `reversed_at = reversed_at + interval '31 days'`],
    [`currency = 'EUR'`, `currency = 'CHF'`],
    [`account_kind = 'clearing'`, `account_kind = 'wallet'`],
    [`mode = 'test'`, `mode = 'live'`],
    [`holder_id = ${stranger}`, `holder_id = ${customer.holderId}`],
  ]) {
    await account.pool.query(`update top_ups set ${change} where id = $1`, [small.id]);
    expect((await reverse(large.id, { dry_run: true })).data.waits).toBe(false);
    await account.pool.query(`update top_ups set ${back} where id = $1`, [small.id]);
  }
  const takeBack = { amount: undefined, reason: 'Recalled', lineId: undefined };
  await expect(
    inTransaction(db, (tx) => takeBackTopUp(shell, tx, server.clock, 'live', large.id, takeBack)),
  ).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('second person') });
  expect((await reverse(large.id)).data).toMatchObject({
    waits: true,
    amount: 3.01,
    taken_amount: 3.01,
    line_id: null,
  });
  expect(await balance()).toBe(3.06);
  const { rows: asked } = await account.pool.query(
    `select recipient from mails where subject = 'Approve taking back 3.01 CHF?'`,
  );
  expect(asked).not.toContainEqual({ recipient: boss.email });
  expect(await requested()).toMatchObject([
    {
      topup_id: large.id,
      reversal: null,
      reversal_request: { amount: 3.01, reason: 'Recalled', requested_by: 'Olga' },
    },
  ]);
  expect((await ask(boss, 'GET', '/operator/inbox')).data.reversals).toEqual({ count: 1 });

  // Neither once more, nor in part alone, nor approved by who requested it or at the shell.
  for (const more of [{}, { amount: 1 }]) expect((await reverse(large.id, more)).error.code).toBe('invalid_state');
  expect((await reverse(large.id, {}, '/approve')).error.code).toBe('forbidden');
  await expect(approve(shell, large.id)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await reverse(other.id, {}, '/approve')).error.code).toBe('invalid_state');
  expect((await reverse(large.id, {}, '/decline')).data).toMatchObject({ reversal: null, reversal_request: null });
  expect((await reverse(large.id, {}, '/decline')).error.code).toBe('invalid_state');
  expect(await balance()).toBe(3.06);

  // The line that it is to be matched with names nothing.
  const line = (await importedBy(operator(), 'live', ['-3.01', 'Recall', 'CHF'])).shown[0]?.id as bigint;
  expect((await reverse(large.id, { line_id: Number(line) })).data).toMatchObject({
    waits: true,
    line_id: Number(line),
  });
  for (const _twice of [1, 2]) {
    expect(await approve(operator('finance'), large.id)).toMatchObject({
      ...{ lineId: line, reversal: { amount: 301n, covered: 301n } },
    });
  }
  const matched = await account.pool.query('select matched_amount::int as amount from statement_lines where id = $1', [
    line,
  ]);
  expect(matched.rows).toEqual([{ amount: -301 }]);
  expect([await balance(), await requested()]).toEqual([0.05, []]);
  // What two people took back does not count, and whoever set the limit always needs another one.
  expect((await reverse(other.id, { dry_run: true })).data.waits).toBe(false);
  const { rows } = await account.pool.query('select id from people where email = $1', [boss.email]);
  await limit(100_000n, rows[0].id);
  expect((await reverse(other.id, { dry_run: true })).data.waits).toBe(true);
});

describe('a statement that does not say which way money went', () => {
  const ing = (sign: string, reference: string) =>
    `date,Kant,amount,currency,text\n2031-05-01,${sign},71.00,EUR,SALARY ${reference} PAUL\n`;
  const mapped = { sign: 'Kant' };

  it('credits nothing by itself, in an import or later, and money that went out never', async () => {
    const asked = await topUp(71);
    expect(await importedText(ing('Af', asked.reference))).toMatchObject({ received: 0, undirected: 1, open: 1 });
    expect(await imported(['1.00', 'Something else'])).toMatchObject({ received: 0 });
    expect((await stateOf(asked)).status).toBe('pending');
    expect((await waiting()).map(({ text }: { text: string }) => text)).not.toContain(`SALARY ${asked.reference} PAUL`);
    const query = { source: 'bank', search: asked.reference };
    const [line] = (await ask(boss, 'GET', `/operator/statement-lines?${new URLSearchParams(query)}`)).data;
    expect(line).toMatchObject({ direction: 'unknown', candidates: { transfers: [] } });
    const credit = { holder_id: Number(customer.holderId), holder_name: 'Ada Lovelace', finding: 'expected' };
    expect((await ask(boss, 'POST', `/operator/transfers/${line.line_id}/credit`, credit)).status).toBe(404);
    expect((await ask(boss, 'POST', `/operator/transfers/${line.line_id}/return`, { reason: 'x' })).status).toBe(404);
    expect(await importedText(ing('Af', asked.reference), mapped)).toMatchObject({ directed: 1, received: 0, open: 1 });
    expect((await stateOf(asked)).status).toBe('pending');
    await ask(customer, 'POST', `/top-ups/${asked.topup_id}/cancel`);
  });

  it('credits what came in once the column is read', async () => {
    const asked = await topUp(71);
    expect(await importedText(ing('Bij', asked.reference))).toMatchObject({ received: 0 });
    expect(await importedText(ing('Bij', asked.reference), mapped)).toMatchObject({ directed: 1, received: 1 });
    expect((await stateOf(asked)).status).toBe('succeeded');
  });

  it('credits it with the next import when a person has said that it came in', async () => {
    const asked = await topUp(71);
    await importedText(ing('Bij', asked.reference));
    const query = { source: 'bank', search: asked.reference };
    const [line] = (await ask(boss, 'GET', `/operator/statement-lines?${new URLSearchParams(query)}`)).data;
    const at = `/operator/statement-lines/${line.line_id}/direction`;
    expect((await ask(boss, 'PUT', at, { direction: 'in' })).data).toMatchObject({ direction: 'in', amount: 71 });
    expect(await imported(['1.50', 'Another'])).toMatchObject({ received: 1 });
    expect((await stateOf(asked)).status).toBe('succeeded');
  });
});

it('a second transfer like one that came before is kept, and credited by a person alone', async () => {
  const asked = await topUp(33);
  const day = (...rows: Row[]) => importedText(csvOf(rows, '2031-06-01'));
  expect(await day(['33.00', asked.reference], ['2.00', 'morning'])).toMatchObject({ received: 1 });
  const before = await wallet();
  expect(await day(['33.00', asked.reference], ['3.00', 'evening'])).toMatchObject({
    lines: 2,
    possible: 1,
    received: 0,
  });
  expect((await waiting()).some(({ amount }: { amount: number }) => amount === 33)).toBe(false);
  const query = { source: 'bank', status: 'open', search: asked.reference };
  const [line] = (await ask(boss, 'GET', `/operator/statement-lines?${new URLSearchParams(query)}`)).data;
  expect(line).toMatchObject({ duplicate: 'possible', twins: [{ line_number: 2 }] });
  const decided = await ask(boss, 'PUT', `/operator/statement-lines/${line.line_id}/duplicate`, { same: false });
  expect(decided.data).toMatchObject({ status: 'open', duplicate: 'other' });
  expect(await imported(['1.75', 'And another'])).toMatchObject({ received: 0 });
  expect(await wallet()).toEqual(before);
  const open = (await waiting()).find(({ amount }: { amount: number }) => amount === 33);
  expect(open).toMatchObject({ line_id: line.line_id, finding: 'received' });
  expect((await creditLine(open)).status).toBe(200);
});

it('no one but those who may see or change it does', async () => {
  const asked = await topUp(1);
  const other = await newcomer('Eve');
  expect((await ask(other, 'GET', `/top-ups/${asked.topup_id}`)).status).toBe(404);
  expect((await ask(other, 'POST', `/top-ups/${asked.topup_id}/cancel`)).status).toBe(404);
  expect((await ask(customer, 'GET', `/top-ups/${asked.topup_id}`, undefined, { mode: 'test' })).status).toBe(404);
  const statement = { source: 'bank', mode: 'live' } as const;
  await expect(
    importStatement(visitor, { db: account.db, clock: account.server.clock }, statement, {
      fileHash: Buffer.alloc(32),
      eachLines: async () => [],
      empty: 0,
      signColumns: [],
      account: '',
      fileName: '',
    }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});
