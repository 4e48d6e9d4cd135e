/**
 * A customer's wallet in the people's API: balances, reasons, payments, top-ups (docs/contract/people.md, "For a
 * customer").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import type { Browser } from '../fixtures/checkout.ts';
import { keyOf, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder } from '../support/holders.ts';

let account: TestAccount;
let browser: Browser;
let cookie: string;
let holderId: bigint;

beforeAll(async () => {
  account = await createTestAccount();
  const made = await account.newCustomer();
  ({ holderId, browser } = made);
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
});
afterAll(async () => {
  await expectBooksToHold(account.db, { byHand: ['members'] });
  // Not even a test number is logged.
  expect(account.lines.join('')).not.toMatch(/4242 ?4242/);
  await account.close();
});

function ask(method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) {
  return account.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(holderId),
      'sluice-mode': 'test',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const read = async (path: string, headers: Record<string, string> = {}) =>
  (await ask('GET', path, undefined, headers)).json().data;
const topUp = (changes: object = {}, headers: Record<string, string> = {}) =>
  ask(
    'POST',
    '/wallet/top-ups',
    { amount: 100, currency: 'EUR', card_number: '4242 4242 4242 4242', ...changes },
    headers,
  );

describe('topping up', () => {
  it('in test mode works at once, and once for a key', async () => {
    expect(await read('/wallet')).toEqual([]);
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = [await topUp({}, key), await topUp({}, key)];
    expect([one.statusCode, one.json().data.status, two.body]).toEqual([201, 'succeeded', one.body]);
    expect(await read('/wallet')).toEqual([{ currency: 'EUR', balance: 100 }]);
    expect((await topUp({ currency: 'jpy', amount: 500 })).statusCode).toBe(201);
    expect((await topUp({ currency: 'KWD', amount: 1.188 })).statusCode).toBe(201);
    expect(await read('/wallet')).toEqual([
      { currency: 'EUR', balance: 100 },
      { currency: 'JPY', balance: 500 },
      { currency: 'KWD', balance: 1.188 },
    ]);
  });

  it.each<[string, object, string, string?]>([
    ['a card that is declined', { card_number: '4000000000000002' }, 'card_number'],
    ['a card that is none of the test’s', { card_number: '4111111111111111' }, 'card_number'],
    ['a currency that is none', { currency: 'XXX' }, 'currency'],
    ['decimals of yen', { currency: 'JPY', amount: 1.5 }, 'amount', 'JPY amounts have no decimals.'],
    ['too many decimals', { currency: 'KWD', amount: 1.1885 }, 'amount', 'KWD amounts have at most 3 decimals.'],
    ['nothing', { amount: 0 }, 'amount'],
    ['a card that needs the steps of a payment', { card_number: '4000000000003220' }, 'card_number'],
    ['no card', { card_number: '' }, 'card_number'],
  ])('is refused for %s', async (_, changes, field, message) => {
    const answer = await topUp(changes);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
    expect(answer.json().error.details[0]).toMatchObject({ field, ...(message && { message }) });
  });

  it('names the numbers that it takes, and takes real money by transfer alone', async () => {
    expect((await read('/wallet/test-cards'))[0]).toEqual({ number: '4242 4242 4242 4242', meaning: 'succeeds' });
    expect((await topUp({}, { 'sluice-mode': 'live' })).json().error.details).toEqual([
      { field: 'currency', message: 'Bank transfers in EUR are not available yet.' },
    ]);
  });
});

describe('what moved', () => {
  it('is told with whom and why, newest first, page by page', async () => {
    const { db, server } = account;
    const shop = { holderId: await makeHolder(db, 'merchant', 'Corner Books'), mode: 'test' } as const;
    const creator = createPaymentCreator({ db, clock: server.clock });
    const form = {
      returnUrl: 'https://shop.example/ok',
      cancelUrl: null,
      custom: null,
      webhookUrl: null,
      orderId: null,
    };
    const draft = { amount: 4_990n, currency: 'EUR', description: 'Two tickets', ...form };
    const { id } = await inTransaction(db, (tx) => creator.createLink(shopKey(shop), tx, shop, draft));
    const path = `/pay/api/v1/user/authentication/form/${id}`;
    await browser.open(path);
    await browser.submit(`${path}/pay`, { method: 'wallet' });
    const refund = { refundRef: 'back', amount: 990n, reason: null };
    const actor = keyOf(shop, { holderKind: 'merchant' });
    await inTransaction(db, (tx) => requestRefund(actor, tx, server.payDeps, { holderId: shop.holderId, id }, refund));

    const told = await read('/wallet/movements?currency=EUR');
    expect(told).toMatchObject([
      { code: 'refund', other: 'Corner Books', direction: 'in', amount: 9.9 },
      {
        code: 'payment',
        other: 'Corner Books',
        direction: 'out',
        amount: 49.9,
        reference: id,
        description: 'Two tickets',
      },
      { code: 'top_up', other: null, order_ref: null, description: null, direction: 'in', amount: 100 },
    ]);
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: { movement_id: string }[]; next_cursor: string | null } = (
        await ask('GET', `/wallet/movements?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ).json();
      pages.push(...page.data.map((one) => one.movement_id));
      cursor = page.next_cursor;
    }
    expect(pages).toHaveLength(5);
    expect(pages).toEqual([...new Set(pages)].sort((a, b) => Number(b) - Number(a)));
    expect(await read('/wallet/payments')).toMatchObject([
      { payee: 'Corner Books', status: 'partially_refunded', amount: 49.9, refunded: 9.9, currency: 'EUR' },
    ]);
    expect(await read('/wallet/movements', { 'sluice-mode': 'live' })).toEqual([]);
  });

  it('has a receipt for each payment, which is nobody else’s', async () => {
    const [{ movement_id: id, reference }] = await read('/wallet/payments');
    expect(await read(`/wallet/payments/${id}`)).toMatchObject({
      movement_id: id,
      reference,
      payee: 'Corner Books',
      payer: 'Ada Lovelace',
      status: 'partially_refunded',
      amount: 49.9,
      refunded: 9.9,
      currency: 'EUR',
      refunds: [{ amount: 9.9 }],
    });
    const topUps = await read('/wallet/movements?currency=JPY');
    const refused = [
      await ask('GET', `/wallet/payments/${id}`, undefined, { 'sluice-mode': 'live' }),
      await ask('GET', `/wallet/payments/${topUps[0].movement_id}`),
      await ask('GET', '/wallet/payments/999999999'),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    const { browser: other, holderId: others } = await account.newCustomer('Eve');
    const theirs = {
      cookie: [...other.jar].map(([name, { value }]) => `${name}=${value}`).join('; '),
      'sluice-holder': String(others),
    };
    expect((await ask('GET', `/wallet/payments/${id}`, undefined, theirs)).statusCode).toBe(404);
    expect((await ask('GET', `/wallet/payments/${id}`, undefined, { cookie: theirs.cookie })).statusCode).toBe(404);
  });

  it('is for those who may act alone to add to', async () => {
    const { db } = account;
    const change = (role: 'viewer' | 'developer' | 'owner') =>
      db.updateTable('members').set({ role }).where('holderId', '=', holderId).execute();
    for (const role of ['viewer', 'developer'] as const) {
      await change(role);
      expect((await read('/wallet')).length).toBeGreaterThan(0);
      expect((await topUp()).json().error.code).toBe('forbidden');
    }
    await change('owner');
  });
});
