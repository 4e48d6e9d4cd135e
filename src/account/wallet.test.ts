import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOf, shell, shopKey } from '../../tests/support/actors.ts';
import { createTestAccount, expectSoundBooks, password, type TestAccount } from '../../tests/worlds/account.ts';
import type { Browser } from '../../tests/worlds/checkout.ts';
import { inTransaction } from '../database/transaction.ts';
import { accountIn, ledgerAccount } from '../ledger/accounts.ts';
import { findBalance } from '../ledger/ledger.repository.ts';
import { createPaymentCreator } from '../payments/create-payment.ts';
import { requestRefund } from '../refunds/refund-payment.ts';
import { requestTopUp } from '../wallets/top-up.ts';

const good = '4242 4242 4242 4242';
const hostile = `<img src=x onerror=alert(1)>"'`;

let account: TestAccount;
let shop: bigint;
let browser: Browser;
let holderId: bigint;

beforeAll(async () => {
  account = await createTestAccount();
  const { rows } = await account.pool.query(`insert into holders (kind, name) values ('merchant', $1) returning id`, [
    hostile,
  ]);
  shop = rows[0].id;
  await account.pool.query('insert into merchants (holder_id) values ($1)', [shop]);
});
beforeEach(async () => {
  ({ browser, holderId } = await account.newCustomer());
});
afterAll(async () => {
  await expectSoundBooks(account);
  await account.close();
});

const walletOf = (currency = 'EUR') =>
  findBalance(account.db, accountIn({ holderId, mode: 'test', currency }, ledgerAccount.wallet));

/** Opens the form, fills it in and submits it. */
async function topUp(change: Record<string, string> = {}, mode = 'test') {
  const { body } = await browser.open(`/account/${mode}/top-up`);
  const key = /name="key" value="([^"]*)"/.exec(body)?.[1] ?? '';
  const form = { amount: '100.00', currency: 'eur', card_number: good, key };
  return browser.submit(`/account/${mode}/top-up`, { ...form, ...change });
}

async function pay(amount: bigint): Promise<string> {
  const { clock } = account.server;
  const creator = createPaymentCreator({ db: account.db, clock });
  const { id } = await creator.create(
    shopKey({ holderId: shop, mode: 'test' }),
    { holderId: shop, mode: 'test' },
    'api',
    {
      amount,
      currency: 'EUR',
      returnUrl: 'https://shop.example/ok',
      cancelUrl: null,
      custom: null,
      webhookUrl: null,
      orderId: null,
    },
  );
  const path = `/pay/api/v1/user/authentication/form/${id}`;
  await browser.open(path);
  const paid = await browser.submit(`${path}/pay`, { method: 'wallet' });
  expect(paid.headers.location).toBe(`${path}/result`);
  return id;
}

describe('topping up', () => {
  it('brings test money at once, by the simulator’s card', async () => {
    const done = await topUp();
    expect(done.headers.location).toBe('/account/test?done=top-up');
    expect(await walletOf()).toBe(10_000n);
    const { body } = await browser.open('/account/test?done=top-up');
    expect(body).toContain('The wallet was topped up.');
    expect(body).toMatch(/<dd>100\.00<\/dd>/);
    expect(body).toMatch(/\+\u00a0100\.00/);
    expect(body).toContain('Test mode');
    const { rows } = await account.pool.query('select source, account_kind, status from top_ups where holder_id = $1', [
      holderId,
    ]);
    expect(rows).toEqual([{ source: 'card', account_kind: 'wallet', status: 'succeeded' }]);
  });

  it('happens once for one form, however often it is sent', async () => {
    const { body } = await browser.open('/account/test/top-up');
    const key = /name="key" value="([^"]*)"/.exec(body)?.[1] ?? '';
    const form = { amount: '5', currency: 'EUR', card_number: good, key };
    const clicks = await Promise.all([1, 2, 3, 4].map(() => browser.submit('/account/test/top-up', form)));
    for (const click of clicks) expect(click.headers.location).toBe('/account/test?done=top-up');
    expect(await walletOf()).toBe(500n);
  });

  it.each([
    ['a declined card', { card_number: '4000 0000 0000 0002' }, 'The card was declined'],
    ['an empty card', { card_number: '4000000000009995' }, 'insufficient funds'],
    ['a card that fails', { card_number: '4000000000000119' }, 'could not be processed'],
    ['a card that asks for more', { card_number: '4000000000003220' }, 'This test number is for payments'],
    ['a real card', { card_number: '5555555555554444' }, 'never a real card'],
    ['no card', { card_number: '' }, 'never a real card'],
    ['nothing', { amount: '0.00' }, 'an amount above zero'],
    ['less than nothing', { amount: '-5' }, 'an amount above zero'],
    ['too many decimals', { amount: '1.005' }, 'an amount above zero'],
    ['words', { amount: 'ten' }, 'an amount above zero'],
    ['an unknown currency', { currency: 'XYZ' }, 'three letters'],
    ['markup', { amount: hostile, currency: '<b>' }, 'three letters'],
  ])('with %s is refused, in words, and moves nothing', async (_what, change, words) => {
    const { statusCode, body } = await topUp(change);
    expect(statusCode).toBe(422);
    expect(body).toContain(words);
    expect(body).toContain('role="alert"');
    expect(body).not.toMatch(/<img|<b>|5555555555554444|4000000000009995"/);
    expect(await walletOf()).toBe(0n);
  });

  it('is not offered for live money, and refused all the same', async () => {
    const { body } = await browser.open('/account/live/top-up');
    expect(body).toContain('no provider is configured');
    expect(body).not.toMatch(/name="card_number"|Test mode/);
    expect((await topUp({ key: 'x'.repeat(20) }, 'live')).statusCode).toBe(403);
    const { rows } = await account.pool.query('select from top_ups where holder_id = $1', [holderId]);
    expect(rows).toEqual([]);
  });

  it('without the form’s own key is refused', async () => {
    for (const key of ['', 'short', 'a b c d e f g h i j k']) expect((await topUp({ key })).statusCode).toBe(422);
    expect(await walletOf()).toBe(0n);
  });
});

describe('who may act', () => {
  it.each(['viewer', 'developer'])('is not a %s, who may look', async (role) => {
    await topUp();
    const { email, browser: other } = await account.newCustomer('Viewer');
    await account.pool.query('delete from members m using people p where p.id = m.person_id and p.email = $1', [email]);
    await account.pool.query(
      'insert into members (holder_id, person_id, role) select $1, id, $3 from people where email = $2',
      [holderId, email, role],
    );
    const { body } = await other.open('/account/test');
    expect(body).toContain('100.00');
    expect(body).toContain('only its owner or a finance member may act');
    expect((await other.open('/account/test/top-up')).body).not.toContain('name="card_number"');
    browser = other;
    expect((await topUp({ key: 'x'.repeat(20) })).statusCode).toBe(403);
    expect(await walletOf()).toBe(10_000n);
  });

  it('is nobody while the customer is suspended', async () => {
    await account.pool.query(`update holders set status = 'suspended' where id = $1`, [holderId]);
    expect((await topUp({ key: 'x'.repeat(20) })).statusCode).toBe(403);
  });

  it('has no wallet here as somebody else’s employee', async () => {
    await account.people.signUp(shell, { name: 'Clerk', email: 'clerk@example.com', password, emailVerified: true });
    const clerk = account.browser();
    await account.signIn(clerk, 'clerk@example.com');
    for (const path of ['/account/test', '/account/test/payments', '/account/test/top-up']) {
      expect((await clerk.open(path)).body).toContain("no customer's wallet");
    }
  });
});

describe('movements and payments', () => {
  it('tell what each was for, and with whom, escaped', async () => {
    await topUp();
    const id = await pay(4_990n);
    const key = { holderId: shop, id };
    const refund = { refundRef: 'back', amount: 990n, reason: null };
    await inTransaction(account.db, (tx) =>
      requestRefund(
        keyOf({ holderId: key.holderId, mode: 'test' }, { holderKind: 'merchant' }),
        tx,
        account.server.payDeps,
        key,
        refund,
      ),
    );
    const { body } = await browser.open('/account/test');
    const what = [...body.matchAll(/<p class="what">([^<]*)</g)].map((match) => match[1]);
    const name = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;';
    expect(what).toEqual([`Refund from ${name}`, `Payment to ${name}`, 'Top-up']);
    expect(body).toMatch(/\+\u00a09\.90.*\u221249|\+\u00a09\.90[\s\S]*\u2212\u00a049\.90/);
    expect(body).toMatch(/<dd>60\.00<\/dd>/);
    const payments = await browser.open('/account/test/payments');
    expect(payments.body).toContain(name);
    expect(payments.body).toContain('Partly refunded');
    expect(payments.body).toContain('9.90 EUR returned');
    expect(payments.body).toMatch(/trx_[0-9A-Za-z]+/);
    for (const page of [body, payments.body]) expect(page).not.toContain('<img');
  });

  it('are paged, newest first, and every one is there once', async () => {
    for (let n = 1; n <= 45; n += 1) {
      const currency = n % 3 === 0 ? 'USD' : 'EUR';
      const request = { amount: BigInt(n), currency, accountKind: 'wallet', source: 'card' } as const;
      await inTransaction(account.db, (tx) =>
        requestTopUp(shell, tx, account.server.clock, { holderId, mode: 'test' }, request),
      );
    }
    const amounts: string[] = [];
    let path: string | undefined = '/account/test';
    let pages = 0;
    while (path !== undefined) {
      const { body }: { body: string } = await browser.open(path);
      amounts.push(...[...body.matchAll(/class="sum incoming">\+\u00a0([0-9.]+)/g)].map((match) => match[1] ?? ''));
      const older: string | undefined = /href="(\?[^"]*)" rel="next"/.exec(body)?.[1];
      path = older && `/account/test${older.replace('&amp;', '&')}`;
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(amounts).toEqual(Array.from({ length: 45 }, (_, n) => ((45 - n) / 100).toFixed(2)));
    const dollars = await browser.open('/account/test?currency=USD');
    expect(dollars.body.match(/class="sum incoming"/g)).toHaveLength(15);
    for (const before of ['x', '-1', '99999999999999999999', "1' or '1'='1"]) {
      expect((await browser.open(`/account/test?before=${encodeURIComponent(before)}`)).statusCode).toBe(200);
    }
  });

  it('of test and live never meet, nor those of two customers', async () => {
    await topUp();
    expect((await browser.open('/account/live')).body).not.toMatch(/100\.00|Test mode/);
    for (const page of ['', '/payments', '/top-up']) {
      expect((await browser.open(`/account${page}`)).headers.location).toBe(`/account/test${page}`);
    }
    const { browser: other } = await account.newCustomer('Eve');
    expect((await other.open('/account/test')).body).not.toContain('100.00');
  });
});
