/** What a receipt of a customer's wallet says that a payment was for (docs/contract/people.md, "For a customer"). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { changeBranding } from '../../src/features/holders/branding/change-branding.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import type { Browser } from '../fixtures/checkout.ts';
import { memberOf, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let browser: Browser;
let headers: Record<string, string>;

beforeAll(async () => {
  account = await createTestAccount();
  const customer = await account.newCustomer();
  browser = customer.browser;
  headers = {
    cookie: [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
    'sluice-holder': String(customer.holderId),
    'sluice-mode': 'test',
  };
  const topUp = { amount: 100, currency: 'EUR', card_number: '4242 4242 4242 4242' };
  const answer = await account.app.inject({
    method: 'POST',
    url: '/api/v1/wallet/top-ups',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(topUp),
  });
  expect(answer.statusCode, answer.body).toBe(201);
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

const read = async (path: string) =>
  (await account.app.inject({ method: 'GET', url: `/api/v1${path}`, headers })).json().data;

/** @returns what its receipt says. */
async function pay(path: string) {
  await browser.open(path);
  await browser.submit(`${path}/pay`, { method: 'wallet' });
  const [{ movement_id: id }] = await read('/wallet/payments');
  return read(`/wallet/payments/${id}`);
}

const pathOf = (id: string) => `/pay/api/v1/user/authentication/form/${id}`;
const nothing = { custom: null, webhookUrl: null, orderId: null, returnUrl: null, cancelUrl: null };

it('the words of a payment link, and nothing that the shop keeps for itself', async () => {
  const { db, server } = account;
  const shop = { holderId: await makeHolder(db, 'merchant', 'Corner Books'), mode: 'test' } as const;
  const creator = createPaymentCreator({ db, clock: server.clock });
  const asked = { ...nothing, amount: 1_200n, currency: 'EUR' };
  const link = await inTransaction(db, (tx) =>
    creator.createLink(shopKey(shop), tx, shop, { ...asked, description: 'Two tickets' }),
  );
  expect(await pay(pathOf(link.id))).toMatchObject({ amount: 12, order_ref: null, description: 'Two tickets' });
  const { id } = await creator.create(shopKey(shop), shop, 'api', { ...asked, custom: 'session-17' });
  const receipt = await pay(pathOf(id));
  expect(receipt).toMatchObject({ payee: 'Corner Books', order_ref: null, description: null });
  expect(receipt.branding).toMatchObject({ name: 'Corner Books', logo_path: null, support_email: null });
  expect(JSON.stringify(receipt)).not.toContain('session-17');
});

it('the shop as it appears at the checkout: its logo, and how it is reached', async () => {
  const { db, server } = account;
  const shop = { holderId: await makeHolder(db, 'merchant', 'Corner Books'), mode: 'test' } as const;
  const branding = { support_email: 'help@books.example', terms_url: 'https://books.example/terms' };
  await inTransaction(db, (tx) => changeBranding(memberOf(shop), tx, shop.holderId, branding, new Date()));
  const creator = createPaymentCreator({ db, clock: server.clock });
  const { id } = await creator.create(shopKey(shop), shop, 'api', { ...nothing, amount: 500n, currency: 'EUR' });
  expect((await pay(pathOf(id))).branding).toEqual({
    ...{ name: 'Corner Books', colour: null, support_phone: null, support_url: null, logo_path: null },
    ...branding,
  });
});

it('the order of a platform, by its reference', async () => {
  const { db } = account;
  const company = await makeCompany(db, { name: 'Meal Riders' });
  const link = await makeLink(db, company, 'merchant', 'Noodle Bar');
  const partner = createPartnerClient(account.app, await makeKey(db, company));
  const order = await partner.post('/orders', {
    partner_order_ref: 'QB-1001',
    payment_source: 'service',
    total_amount: 30,
    currency: 'EUR',
    splits: [{ beneficiary_type: 'merchant', beneficiary_ref: Number(link), amount: 30 }],
  });
  const path = new URL(order.json().data.payment_url).pathname;
  expect(await pay(path)).toMatchObject({ payee: 'Meal Riders', order_ref: 'QB-1001', description: null });
});
