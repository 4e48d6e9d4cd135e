/**
 * Explore in a real browser: a metric is chosen, grouped, compared and kept in the address; a figure leads to its rows; a view
 * is saved, opened, renamed and deleted.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { expectAccessible, judge } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let company: Member;
let shop: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  company = await dashboard.newMember('company');
  shop = await dashboard.newMember('merchant');
  await recordOrders(company.holderId);
  await takePayments(shop.holderId);
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

async function recordOrders(holderId: bigint): Promise<void> {
  const partner = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, holderId));
  const noodles = Number(await makeLink(dashboard.db, holderId, 'merchant', 'Noodle Bar'));
  const grill = Number(await makeLink(dashboard.db, holderId, 'merchant', 'Grill'));
  for (const [ref, currency, payee, total] of [
    ['eur-1', 'EUR', noodles, 20],
    ['eur-2', 'EUR', noodles, 30],
    ['eur-3', 'EUR', grill, 1_000],
    ['jpy-1', 'JPY', grill, 1_200],
  ] as const) {
    const answer = await partner.post('/orders', {
      partner_order_ref: ref,
      payment_source: 'card',
      total_amount: total,
      currency,
      splits: [{ beneficiary_type: 'merchant', beneficiary_ref: payee, amount: total }],
    });
    expect(answer.statusCode, answer.body).toBe(201);
  }
}

async function takePayments(holderId: bigint): Promise<void> {
  const { db, clock, payDeps } = dashboard.server;
  const book = { holderId, mode: 'test' } as const;
  for (const [amount, number] of [
    [3_000n, undefined],
    [1_250n, '4000000000009995'],
  ] as const) {
    const { id } = await inTransaction(db, (tx) =>
      createPaymentCreator({ db, clock }).createLink(shopKey(book), tx, book, {
        ...{ amount, currency: 'EUR', description: 'Tea', returnUrl: null, cancelUrl: null, custom: null },
        ...{ webhookUrl: null, orderId: null, manualCapture: false },
      }),
    );
    await payByCard(payDeps, { holderId, id }, number === undefined ? {} : { number });
  }
}

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const totalsOf = (page: Page) => page.getByRole('region', { name: 'Totals by currency' });

it('of a company: by payee, compared, and each figure leads to its orders', async () => {
  const page = await dashboard.newPage(desktop, company);
  await page.goto(screen(company));
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await totalsOf(page)
    .getByRole('link', { name: /EUR.1,050\.00/ })
    .waitFor();
  await page.goto(`${screen(company)}/explore?by=merchant&compare=year`);
  const groups = page.getByRole('group', { name: 'Order volume, By payee' });
  await groups.getByRole('link', { name: /EUR.50\.00/ }).waitFor();
  expect(await groups.getByRole('row').nth(1).innerText()).toMatch(/Grill[\s\S]*EUR.1,000\.00[\s\S]*1[\s\S]*New/);
  await page.getByText('Same period last year').first().waitFor();
  await judge(page, 'explore-company-desk');
  // Each choice has its name above it, and all stand in one row.
  const tops = await Promise.all(
    ['Metric', 'Group by', 'Period', 'Interval', 'Compare with'].map(
      async (label) => (await page.getByText(label, { exact: true }).first().boundingBox())?.y,
    ),
  );
  expect(new Set(tops).size).toBe(1);
  await page.getByRole('button', { name: 'Show as a table' }).press('Enter');
  await page.getByRole('region', { name: 'Order volume, EUR' }).waitFor();
  await judge(page, 'explore-company-table-desk');

  await groups.getByRole('link', { name: /EUR.50\.00/ }).press('Enter');
  await page.getByRole('link', { name: 'eur-1' }).waitFor();
  expect((await page.getByRole('table').getByRole('link').allInnerTexts()).sort()).toEqual(['eur-1', 'eur-2']);
  expect(searchOf(page)).toMatchObject({ currency: 'EUR', is_shadow: 'false', span: 'custom', dated_by: 'recorded' });
});

it('of an hour: its figure leads to the rows of that hour alone', async () => {
  const page = await dashboard.newPage(desktop, company);
  await page.goto(`${screen(company)}/explore?span=7d&unit=hour`);
  await page.getByRole('button', { name: 'Show as a table' }).press('Enter');
  const hours = page.getByRole('region', { name: 'Order volume, EUR' });
  await hours.getByRole('link', { name: /EUR.1,050\.00/ }).click();
  await page.getByRole('link', { name: 'eur-1' }).waitFor();
  const { from = '', to = '' } = searchOf(page);
  expect(Date.parse(to) - Date.parse(from)).toBe(3_600_000);
  expect(await page.getByLabel('From', { exact: true }).getAttribute('type')).toBe('datetime-local');
  await page.goto(
    `${page.url().replace(encodeURIComponent(from), '2001-01-01T00%3A00%3A00.000Z').replace(encodeURIComponent(to), '2001-01-01T01%3A00%3A00.000Z')}`,
  );
  await page.getByRole('link', { name: 'eur-1' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
});

it('of the operator: all accounts, by account, beside what is held', async () => {
  const operator = await dashboard.newMember('service', { role: 'finance' });
  const page = await dashboard.newPage(desktop, operator);
  const { db } = dashboard;
  await db.updateTable('people').set({ secondFactor: true }).where('id', '=', operator.personId).execute();
  await db
    .updateTable('sessions')
    .set({ secondFactorAt: new Date() })
    .where('personId', '=', operator.personId)
    .execute();
  await page.goto(`${screen(operator)}/operator/explore?metric=orders&by=account`);
  const groups = page.getByRole('group', { name: 'Order volume, By account' });
  await groups.getByRole('row', { name: /EUR.1,050\.00/ }).waitFor();
  await judge(page, 'explore-operator-desk');
  await page.setViewportSize(phone.viewport);
  const figures = ['Active accounts', 'Money held', 'Open exceptions'].map((name) =>
    page.locator('dt').filter({ hasText: name }),
  );
  await figures[0]?.waitFor();
  // Beside each other, so that the chart begins on the first screen.
  const tops = await Promise.all(figures.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  await judge(page, 'explore-operator-phone');
});

it('a view is emailed regularly, until that is stopped', async () => {
  const page = await dashboard.newPage(desktop, shop);
  await page.goto(`${screen(shop)}/explore?metric=refunds`);
  const views = page.getByRole('group', { name: 'Saved views' });
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My refunds');
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
  await views.getByRole('button', { name: 'Actions for My refunds' }).click();
  await page.getByRole('menuitem', { name: 'Email regularly' }).click();
  await page.getByRole('radio', { name: 'On the first of the month' }).check();
  await judge(page, 'explore-email-desk');
  await page.getByRole('dialog').getByRole('button', { name: 'Email regularly' }).click();
  const mailed = page.getByRole('region', { name: 'Emailed to you' });
  await mailed.getByText('My refunds').waitFor();
  await judge(page, 'explore-emailed-desk');
  await mailed.getByRole('button', { name: 'Stop emailing My refunds' }).click();
  await mailed.waitFor({ state: 'detached' });
});

it('a view is saved under a name, opened again, renamed and deleted', async () => {
  const page = await dashboard.newPage(desktop, company);
  await page.goto(`${screen(company)}/explore?by=merchant&show=count`);
  const views = page.getByRole('group', { name: 'Saved views' });
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Payees by count');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
  await views.getByRole('button', { name: 'Payees by count', exact: true, pressed: true }).waitFor();

  await page.goto(`${screen(company)}/explore?metric=refunds`);
  await page.getByText('Nothing in this period.').waitFor();
  await judge(page, 'explore-empty-desk');
  await views.getByRole('button', { name: 'Payees by count', exact: true }).click();
  await page.waitForURL(/by=merchant/);
  expect(searchOf(page)).toEqual({ by: 'merchant', show: 'count' });

  await views.getByRole('button', { name: 'Actions for Payees by count' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Payees');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await views.getByRole('button', { name: 'Payees', exact: true }).waitFor();
  await views.getByRole('button', { name: 'Actions for Payees' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await views.getByRole('button', { name: 'Payees', exact: true }).waitFor({ state: 'detached' });
});

it('of a shop on a phone: payments, and why some were declined', async () => {
  const page = await dashboard.newPage(phone, shop);
  await page.goto(`${screen(shop)}/explore`);
  await page
    .getByText(/EUR.30\.00/)
    .first()
    .waitFor();
  // There was nothing before: that is said once.
  await page.getByText('No data', { exact: true }).waitFor();
  expect(await page.getByText('New', { exact: true }).count()).toBe(0);
  await judge(page, 'explore-shop-phone');
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('declines');
  expect(await page.getByRole('combobox', { name: 'Group by' }).count()).toBe(0);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('reason');
  const groups = page.getByRole('group', { name: 'Declined payments, By reason' });
  await groups.getByRole('row', { name: /Insufficient funds/ }).waitFor();
  await judge(page, 'explore-declines-phone');
  await groups
    .getByRole('link', { name: /EUR.12\.50/ })
    .first()
    .click();
  await page.waitForURL(/declined_for=insufficient_funds/);
  await page
    .getByText(/EUR.12\.50/)
    .first()
    .waitFor();
});
