/**
 * A shop's customers in a real browser: the list, the page of one, how they are reached from a payment and from the search, and
 * what is said where there are none.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { assignCustomers } from '../../src/features/payments/customers/assign-customers.ts';
import { payWithProvider } from '../../src/features/payments/pay-with-provider.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { payer, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { judge } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { exported } from './exported.ts';

let dashboard: TestDashboard;
let owner: Member;
let paid: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('merchant');
  for (const [name, email, amount, currency] of [
    ['Grace Hopper', 'grace@example.com', 1_250n, 'EUR'],
    ['Ada Lovelace', 'ada@example.com', 4_800n, 'EUR'],
    ['Ada Lovelace', 'Ada@example.com', 9_900n, 'USD'],
  ] as const) {
    paid = await pay(name, email, amount, currency);
  }
  const { db, server } = dashboard;
  const key = { holderId: owner.holderId, id: paid };
  const asked = { refundRef: 'credit-7', amount: 2_000n, reason: null };
  const shop = shopKey({ holderId: owner.holderId, mode: 'test' });
  await inTransaction(db, (tx) => requestRefund(shop, tx, server.payDeps, key, asked));
  await assignCustomers(systemActor('assign_customers'), { db });
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

describe.each([
  ['desk', desktop],
  ['phone', phone],
] as const)('on a %s', (device, options) => {
  it('the list leads to a customer, whose page says what they paid and with which cards', async () => {
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/customers'));
    await page.getByText('grace@example.com').first().waitFor();
    await page.getByText('2 customers', { exact: true }).last().waitFor();
    const ada = page.getByRole(device === 'desk' ? 'row' : 'link', { name: /Ada Lovelace/ });
    await ada.getByText(/^\w{3}.99\.00$/).waitFor();
    await page.getByText('Everyone who signed in or gave an email address when they paid.').waitFor();
    await judge(page, `customers-${device}`);
    await page.getByRole('searchbox').fill('grace');
    await page.getByText('1 customer', { exact: true }).last().waitFor();
    const { name, lines } = await exported(page);
    expect([name, lines.length]).toEqual(['customers.csv', 1]);
    expect(lines[0]).toContain('"Grace Hopper"');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: /Ada Lovelace/ }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
    await page.getByText('Recognized by the email address they entered').waitFor();
    const totals = page.getByRole('region', { name: 'Payments by currency' });
    await totals.getByText(/99\.00/).waitFor();
    await totals.getByText(/20\.00/).waitFor();
    await page.getByRole('link', { name: 'credit-7' }).waitFor();
    await page.getByText('Visa •••• 4242').waitFor();
    await judge(page, `customer-${device}`);
    await page.getByRole('link', { name: 'View all payments' }).click();
    await page.waitForURL(/payments\?customer=/);
    await page.getByText('2 payments', { exact: true }).waitFor();
  });

  it('a shop without customers is told who is listed', async () => {
    const other = await dashboard.newMember('merchant');
    const page = await dashboard.newPage(options, other);
    await page.goto(screen(other, '/customers'));
    await page.getByText('No customers yet').waitFor();
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
    await judge(page, `customers-none-${device}`);
  });
});

it('a customer is reached from a payment and by the search', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, `/payments/${paid}`));
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('grace@');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
});

it('keeps notes about a customer', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/customers'));
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('textbox', { name: 'New note' }).fill('Prefers mornings');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Prefers mornings' }).waitFor();
});

it('says that there is none, and leads to the list', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/customers/999999'));
  await page.getByRole('link', { name: 'Back to customers' }).click();
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
});

async function pay(payerName: string, payerEmail: string, amount: bigint, currency: string): Promise<string> {
  const { db, server } = dashboard;
  const book = { holderId: owner.holderId, mode: 'test' } as const;
  const terms = { amount, currency, returnUrl: null, cancelUrl: null, custom: null, webhookUrl: null, orderId: null };
  const { id } = await createPaymentCreator(server).create(shopKey(book), book, 'api', terms);
  const payment = await findPayment(db, owner.holderId, id);
  await payWithProvider(payer, server.payDeps, payment as NonNullable<typeof payment>, {
    ...{ method: 'card', card: { number: '4242424242424242' }, payerName, payerEmail, payerLanguage: 'en' },
    ...{ browser: null, returnAddress: 'http://localhost', description: 'A shop' },
  });
  return id;
}
