/**
 * The /account pages of payouts and bank accounts: requesting, cancelling, and permissions (docs/contract.md,
 * "Payouts").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany } from '../../tests/support/holders.ts';
import { accountAt } from '../../tests/support/ledger-names.ts';
import {
  createTestAccount,
  expectSoundBooks,
  keepCookies,
  password,
  type TestAccount,
} from '../../tests/worlds/account.ts';
import type { Browser } from '../../tests/worlds/checkout.ts';
import { bringIn, makeLinkOwe } from '../../tests/worlds/money.ts';
import { iban, otherIban } from '../../tests/worlds/payouts.ts';
import { authenticatorCode, turnOnSecondFactor } from '../../tests/worlds/people.ts';
import { inTransaction } from '../database/transaction.ts';
import { insertLink } from '../holders/links.repository.ts';
import { findBalance } from '../ledger/ledger.repository.ts';

let account: TestAccount;
let browser: Browser;
let holderId: bigint;
let email: string;

beforeAll(async () => {
  account = await createTestAccount();
});
beforeEach(async () => {
  ({ browser, holderId, email } = await account.newCustomer());
});
afterAll(async () => {
  await expectSoundBooks(account);
  // No log line contains what was typed.
  expect(account.lines.join('')).not.toContain(iban);
  await account.close();
});

const fundedAt = new Date('2031-03-01T12:00:00Z');

async function fund(holder: bigint, name: string, amount: bigint): Promise<void> {
  const to = accountAt({ holderId: holder, mode: 'test', currency: 'EUR' }, name);
  await inTransaction(account.db, (tx) => bringIn(tx, to, amount, fundedAt));
}
const balance = (name = 'wallet', holder = holderId) =>
  findBalance(account.db, accountAt({ holderId: holder, mode: 'test', currency: 'EUR' }, name));

const bankForm = { account_name: 'Ada Lovelace', iban, account_number: '', bank_code: '', country: '', currency: '' };
async function addBank(changes: Record<string, string> = {}) {
  await browser.open('/account/profile/bank');
  return browser.submit('/account/profile/bank', { ...bankForm, holder: String(holderId), password, ...changes });
}
/** Opens the payout form of an account, fills it in and submits it. */
async function ask(accountKey: string, amount: string, changes: Record<string, string> = {}) {
  const { body } = await browser.open(`/account/test/payouts?account=${accountKey}`);
  const key = /name="key" value="([^"]*)"/.exec(body)?.[1] ?? '';
  const bank = /<option value="(ba_[^"]*)"/.exec(body)?.[1] ?? '';
  return browser.submit('/account/test/payouts', { key, account: accountKey, amount, bank, ...changes });
}
const walletKey = () => `${holderId}.${holderId}.wallet.EUR`;
const banksOf = async () =>
  (await account.pool.query('select id, status from bank_accounts where holder_id = $1', [holderId])).rows;

describe('bank accounts', () => {
  it('are added with the password, shown by their end, and the owner is told', async () => {
    const done = await addBank();
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account/profile/bank?done=added']);
    const { body } = await browser.open('/account/profile/bank?done=added');
    expect(body).toContain('•••• 3000');
    expect(body).toContain('wait for 48 hours');
    expect(body).not.toContain(iban);
    const mails = await account.pool.query('select subject, text from mails where recipient = $1 order by id desc', [
      email,
    ]);
    expect(mails.rows[0]).toMatchObject({
      subject: 'A bank account was added',
      text: expect.stringContaining('•••• 3000'),
    });
    expect(mails.rows[0].text).not.toContain(iban);
  });

  it('a wrong password changes nothing, and a number is not written back', async () => {
    const refused = await addBank({ password: 'guessed it' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('The password or the code is wrong');
    expect(refused.body).not.toContain(iban);
    expect(await banksOf()).toEqual([]);
  });

  it('each fault is marked', async () => {
    const refused = await addBank({ iban: 'DE00370400440532013000', currency: 'XAU' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('This is not a valid IBAN.');
    expect(refused.body).toContain('id="currency_error"');
    expect(await banksOf()).toEqual([]);
  });

  it('another’s holder is refused; so is a form without its token', async () => {
    const { holderId: other } = await account.newCustomer();
    expect((await addBank({ holder: String(other) })).statusCode).toBe(403);
    expect((await addBank({ holder: 'x' })).statusCode).toBe(403);
    expect((await addBank({ _csrf: 'none' })).statusCode).toBe(403);
    expect(await banksOf()).toEqual([]);
  });

  it('are removed with the password', async () => {
    await addBank();
    const [{ id }] = (await banksOf()) as [{ id: string }];
    expect((await browser.open(`/account/profile/bank?end=${id}`)).body).toContain('Remove •••• 3000');
    const form = { holder: String(holderId), bank: id };
    expect((await browser.submit('/account/profile/bank/end', { ...form, password: 'wrong' })).statusCode).toBe(422);
    const done = await browser.submit('/account/profile/bank/end', { ...form, password });
    expect(done.headers.location).toBe('/account/profile/bank?done=ended');
    expect(await banksOf()).toEqual([{ id, status: 'ended' }]);
  });

  it('need a code as well where the person has a second factor', async () => {
    const { secret, cookies } = await turnOnSecondFactor(account.people, email);
    keepCookies(browser, cookies);
    await browser.open('/account/live');
    expect((await browser.open('/account/profile/bank')).body).toContain('name="code"');
    expect((await addBank()).statusCode).toBe(422);
    expect((await addBank({ code: '000000' })).statusCode).toBe(422);
    expect(await banksOf()).toEqual([]);
    expect((await addBank({ code: authenticatorCode(secret, 1) })).statusCode).toBe(303);
  });

  it('nobody who is not signed in gets there', async () => {
    for (const path of ['/account/profile/bank', '/account/test/payouts', '/account/live/payouts']) {
      const answer = await account.browser().open(path);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\?next=/)]);
    }
  });
});

describe('payouts', () => {
  it('draw from the wallet, and can be called off', async () => {
    await fund(holderId, 'wallet', 5_000n);
    await addBank();
    expect((await ask(walletKey(), '12.50')).headers.location).toBe('/account/test/payouts?done=asked');
    expect(await balance()).toBe(3_750n);
    const { body } = await browser.open('/account/test/payouts?done=asked');
    expect(body).toContain('The payout was requested.');
    const id = /name="payout" value="(po_[^"]*)"/.exec(body)?.[1] as string;
    const done = await browser.submit('/account/test/payouts/cancel', { payout: id });
    expect(done.headers.location).toBe('/account/test/payouts?done=cancelled');
    expect(await balance()).toBe(5_000n);
    const again = await browser.submit('/account/test/payouts/cancel', { payout: id });
    expect(again.headers.location).toBe('/account/test/payouts?done=late');
  });

  it('a second click asks once', async () => {
    await fund(holderId, 'wallet', 5_000n);
    await addBank();
    const { body } = await browser.open(`/account/test/payouts?account=${walletKey()}`);
    const key = /name="key" value="([^"]*)"/.exec(body)?.[1] ?? '';
    const bank = /<option value="(ba_[^"]*)"/.exec(body)?.[1] ?? '';
    const form = { key, account: walletKey(), amount: '10', bank };
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit('/account/test/payouts', form)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([303, 303, 303]);
    expect(await balance()).toBe(4_000n);
  });

  it.each([
    ['too much', '50.01', 'There is not that much to draw.'],
    ['nothing', '0', 'This is not an amount'],
    ['a word', 'all', 'This is not an amount'],
    ['too many decimals', '1.001', 'This is not an amount'],
    ['less than nothing', '-1', 'This is not an amount'],
  ])('%s is refused and moves nothing', async (_name, amount, text) => {
    await fund(holderId, 'wallet', 5_000n);
    await addBank();
    const refused = await ask(walletKey(), amount);
    expect([refused.statusCode, await balance()]).toEqual([422, 5_000n]);
    expect(refused.body).toContain(text);
  });

  it('another’s account, another’s payout and another’s bank account are refused', async () => {
    await fund(holderId, 'wallet', 5_000n);
    await addBank();
    await ask(walletKey(), '10');
    const { rows } = await account.pool.query('select id, bank_account_id from payouts where holder_id = $1', [
      holderId,
    ]);
    const victim = { holderId, key: walletKey(), ...rows[0] };
    ({ browser, holderId } = await account.newCustomer());
    await fund(holderId, 'wallet', 1_000n);
    await addBank({ iban: otherIban });
    const stolen = await ask(walletKey(), '5', { account: victim.key });
    expect(stolen.statusCode).toBe(422);
    expect((await ask(walletKey(), '5', { bank: victim.bank_account_id })).body).toContain(
      'is not one of your bank accounts',
    );
    expect((await browser.submit('/account/test/payouts/cancel', { payout: victim.id })).statusCode).toBe(403);
    expect([await balance('wallet', victim.holderId), await balance()]).toEqual([4_000n, 1_000n]);
  });

  it('what is owed to a company is told, of the mode that is looked at', async () => {
    const company = await makeCompany(account.db, { name: 'Swift <b>Delivery</b>' });
    const link = await inTransaction(account.db, (tx) =>
      insertLink(tx, company, { holderId, type: 'courier', name: 'Ada' }),
    );
    expect((await browser.open('/account/test/payouts')).body).not.toContain('Owed to');
    const earnings = accountAt({ holderId: company, mode: 'test', currency: 'EUR' }, `earnings:${link}`);
    await inTransaction(account.db, (tx) => makeLinkOwe(tx, earnings, 1_234n, fundedAt));
    const { body } = await browser.open('/account/test/payouts');
    expect(body).toContain('Owed to Swift &lt;b&gt;Delivery&lt;/b&gt;');
    expect(body).toMatch(/12\.34 <span class="unit">EUR<\/span>/);
    expect((await browser.open('/account/live/payouts')).body).not.toContain('Owed to');
    expect((await browser.open('/account/companies')).body).toContain(
      'Owed to Swift &lt;b&gt;Delivery&lt;/b&gt;: 12.34 EUR, in test mode',
    );
    const { browser: stranger } = await account.newCustomer();
    expect((await stranger.open('/account/test/payouts')).body).not.toContain('Owed to');
  });

  it('earnings are listed per company; only owner and finance may act', async () => {
    const { rows: companies } = await account.pool.query<{ id: bigint }>(
      `insert into holders (kind, name) values ('company', 'Swift <b>Delivery</b>') returning id`,
    );
    const company = companies[0]?.id as bigint;
    await account.pool.query(`update holders set kind = 'courier' where id = $1`, [holderId]);
    const { rows: links } = await account.pool.query<{ id: bigint }>(
      `insert into links (company_id, holder_id, type, name) values ($1, $2, 'courier', 'Ada') returning id`,
      [company, holderId],
    );
    const earnings = `earnings:${links[0]?.id}`;
    await fund(company, earnings, 2_000n);
    await addBank();
    const { body } = await browser.open('/account/test/payouts');
    expect(body).toContain('Swift &lt;b&gt;Delivery&lt;/b&gt;');
    const key = `${holderId}.${company}.earnings-${links[0]?.id}.EUR`;
    expect(body).toContain(`account=${key}`);
    await account.pool.query(`update members set role = 'viewer' where holder_id = $1`, [holderId]);
    expect((await browser.open('/account/test/payouts')).body).not.toContain(`account=${key}`);
    expect((await ask(key, '5')).statusCode).toBe(422);
    expect((await addBank({ iban: otherIban })).statusCode).toBe(403);
    await account.pool.query(`update members set role = 'finance' where holder_id = $1`, [holderId]);
    expect((await ask(key, '5')).statusCode).toBe(303);
    expect(await balance(earnings, company)).toBe(1_500n);
  });

  it('who earns and has no wallet’s money is led to the earnings, and to a bank account for who earns them', async () => {
    const { rows } = await account.pool.query<{ company: bigint; courier: bigint; link: bigint }>(`
      with company as (insert into holders (kind, name) values ('company', 'Swift') returning id),
        courier as (insert into holders (kind, name) values ('courier', 'Ada rides') returning id),
        link as (insert into links (company_id, holder_id, type, name)
          select company.id, courier.id, 'courier', 'Ada' from company, courier returning id)
      select company.id as company, courier.id as courier, link.id as link from company, courier, link`);
    const { company, courier, link } = rows[0] as { company: bigint; courier: bigint; link: bigint };
    await account.pool.query(
      `insert into members (person_id, holder_id, role) select person_id, $1, 'owner' from members where holder_id = $2`,
      [courier, holderId],
    );
    expect((await browser.open('/account')).headers.location).toBe('/account/live');
    await fund(company, `earnings:${link}`, 2_000n);
    expect((await browser.open('/account')).headers.location).toBe('/account/test');
    expect((await browser.open('/account/test')).body).toContain('<a href="/account/test/payouts">Payouts</a>.');
    expect((await browser.open('/account/live')).body).not.toContain('What you earn');

    await addBank();
    const { body } = await browser.open(`/account/test/payouts?account=${courier}.${company}.earnings-${link}.EUR`);
    expect(body).toContain('There is no bank account on file for Ada rides (courier) that takes EUR.');
    const path = `/account/profile/bank?for=${courier}`;
    expect(body).toContain(`<a href="${path}">Add one</a>`);
    expect((await browser.open(path)).body).toContain(
      `<option value="${courier}" selected>Ada rides (courier)</option>`,
    );
  });
});
