/**
 * What a company and a shop took, in a real browser: a period is chosen, kept in the address and compared; figures and bars
 * lead to their rows; everything can be reached by keyboard.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import type { Payment } from '../../src/features/payments/payment.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { expectAccessible, judge } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

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
  const merchant = Number(await makeLink(dashboard.db, holderId, 'merchant', 'Noodle Bar'));
  const record = async (ref: string, currency: string, total: number, commission: number, isShadow = false) => {
    const answer = await partner.post('/orders', {
      partner_order_ref: ref,
      payment_source: 'card',
      total_amount: total,
      currency,
      ...(isShadow ? { is_shadow: true, shadow_merchant_ref: 'taverna' } : {}),
      splits: [
        {
          beneficiary_type: 'merchant',
          ...(isShadow ? {} : { beneficiary_ref: merchant }),
          amount: total - commission,
        },
        { beneficiary_type: 'partner', amount: commission },
      ],
    });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  await record('eur-1', 'EUR', 20, 2);
  await record('eur-2', 'EUR', 1_030, 3);
  await record('jpy-1', 'JPY', 1_200, 100);
  await record('shadow-1', 'EUR', 50, 5, true);
  for (const currency of ['USD', 'KWD']) await partner.post('/wallets/topups', { amount: 5, currency });
}

async function takePayments(holderId: bigint): Promise<void> {
  const { db, clock, payDeps } = dashboard.server;
  const book = { holderId, mode: 'test' } as const;
  for (const [description, amount, isPaid] of [
    ['First', 3_000n, true],
    ['Second', 1_250n, true],
    ['Open', 9_900n, false],
  ] as const) {
    const { id } = await inTransaction(db, (tx) =>
      createPaymentCreator({ db, clock }).createLink(shopKey(book), tx, book, {
        ...{ amount, currency: 'EUR', description, returnUrl: null, cancelUrl: null, custom: null },
        ...{ webhookUrl: null, orderId: null, manualCapture: false },
      }),
    );
    if (!isPaid) continue;
    await payByCard(payDeps, { holderId, id });
    if (description !== 'First') continue;
    const payment = (await findPayment(db, holderId, id)) as Payment;
    await inTransaction(db, (tx) =>
      requestRefund(shopKey(book), tx, payDeps, payment, { refundRef: 'one', amount: 500n, reason: null }),
    );
  }
}

/** As the axis of a chart names it. */
function today(): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(dashboard.server.clock.now(company.holderId, 'test')).replace(' ', '\u00a0');
}

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
/** High enough for the whole home: what is below the window is loaded when the reader scrolls to it. */
const desk = { ...desktop, viewport: { width: 1280, height: 1_800 } };
const highPhone = { ...phone, viewport: { width: 390, height: 2_600 } };

it('at a desk: totals by currency, zeros folded, another period by keyboard, and the rows behind a figure', async () => {
  const page = await dashboard.newPage(desk, company);
  await page.goto(screen(company));
  const totals = page.getByRole('region', { name: 'Orders, Total' }).getByRole('row');
  await totals
    .filter({ hasText: 'EUR' })
    .getByRole('link', { name: /EUR.1,050\.00/ })
    .waitFor();
  expect(await totals.allInnerTexts()).toHaveLength(3);
  expect(await totals.nth(1).innerText()).toMatch(/EUR[\s\S]*2[\s\S]*EUR.1,050\.00[\s\S]*EUR.5\.00/);
  expect(await totals.nth(2).innerText()).toMatch(/JPY[\s\S]*1[\s\S]*JPY.1,200\s[\s\S]*JPY.100$/);
  // There was nothing before: nothing is compared with it.
  expect(await page.getByText('New', { exact: true }).count()).toBe(0);
  expect(await page.getByText('Previous period').count()).toBe(0);
  // The axis has the currency, and no decimals that are zero; its last day is named.
  await page
    .getByText(/^EUR.1,200$/)
    .first()
    .waitFor();
  expect(await page.locator('.recharts-xAxis-tick-labels text').last().textContent()).toBe(today());
  await judge(page, 'company-desktop');
  await page.getByRole('button', { name: 'and 2 currencies without movement' }).press('Enter');
  await totals
    .filter({ hasText: 'KWD 0.000' })
    .or(totals.filter({ hasText: /KWD.0\.000/ }))
    .first()
    .waitFor();

  await page.getByRole('region', { name: 'Orders, Total' }).getByRole('radio', { name: 'JPY' }).press('Space');
  await page.waitForURL(/currency=JPY/);
  await page
    .getByText(/^JPY.1,200$/)
    .last()
    .waitFor();
  const period = page
    .getByRole('combobox', { name: 'Period' })
    .or(page.getByRole('textbox', { name: 'Period' }))
    .first();
  await period.press('ArrowDown');
  await period.press('ArrowDown');
  await period.press('Enter');
  await page.waitForURL(/span=90d/);
  await page.reload();
  await page
    .getByRole('region', { name: 'Orders, Total' })
    .getByRole('radio', { name: 'JPY', checked: true })
    .waitFor();

  await page.getByRole('button', { name: 'Show as a table' }).first().press('Enter');
  const numbers = page.getByRole('region', { name: 'Orders, JPY' });
  expect(await numbers.getByRole('row').count()).toBe(14);
  await judge(page, 'company-table-desktop');
  await numbers.getByRole('row').nth(1).getByRole('link').first().press('Enter');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  expect(searchOf(page)).toMatchObject({ currency: 'JPY', is_shadow: 'false', span: 'custom' });
  await page.getByRole('link', { name: 'jpy-1' }).waitFor();
  expect(await page.getByRole('table').getByRole('link').allInnerTexts()).toEqual(['jpy-1']);
  await judge(page, 'company-rows-desktop');
});

it('a click on a bar opens its rows', async () => {
  const page = await dashboard.newPage(desk, company);
  await page.goto(`${screen(company)}?span=7d`);
  const bars = page.locator('.recharts-bar-rectangle path');
  await bars.first().waitFor();
  await bars.first().hover();
  await page.locator('.mantine-ChartTooltip-root, [class*=ChartTooltip]').first().waitFor();
  await bars.first().click();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  const { from, to, currency } = searchOf(page);
  expect([from, currency]).toEqual([to, 'EUR']);
  await page.getByRole('link', { name: 'eur-2' }).waitFor();
  expect((await page.getByRole('table').getByRole('link').allInnerTexts()).sort()).toEqual(['eur-1', 'eur-2']);
});

it('custom days begin with those that are shown, and say what is wrong with others', async () => {
  const page = await dashboard.newPage(highPhone, company);
  await page.goto(`${screen(company)}?span=custom&from=2031-03-02&to=2031-03-01`);
  await page.getByText('Choose a first and a last day, at most two years apart.').waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Period' }).selectOption('7d');
  await page
    .getByText(/EUR.1,050\.00/)
    .first()
    .waitFor();
  await judge(page, 'company-phone');
  const days = page.locator('.recharts-xAxis-tick-labels text');
  const ofWeek = await days.first().textContent();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('30d');
  await expect.poll(() => days.first().textContent()).not.toBe(ofWeek);
  expect(await days.count()).toBeGreaterThan(1);
  expect(await days.last().textContent()).toBe(today());
  await page.getByRole('combobox', { name: 'Period' }).selectOption('custom');
  await page.waitForURL(/span=custom&from=\d{4}-\d{2}-\d{2}&to=/);
  await page.getByLabel('From').fill('2030-01-01');
  await page.getByLabel('To', { exact: true }).fill('2030-02-10');
  await page.waitForURL(/from=2030-01-01&to=2030-02-10/);
  await page.getByText('No orders were recorded in this period.').waitFor();
  await expectAccessible(page);
});

it('of a shop: what was paid and what was refunded lead to their payments', async () => {
  const page = await dashboard.newPage(highPhone, shop);
  // What is below the window is a card with its title and period, of about the height that its figures take then.
  await page.setViewportSize({ width: 390, height: 500 });
  // Not every browser tells when it is idle: there, what is below the window waits until it is reached.
  await page.addInitScript('delete window.requestIdleCallback');
  await page.goto(screen(shop));
  const volume = page.getByRole('region', { name: 'Payments', exact: true });
  await volume.getByRole('button', { name: 'Last 30 days' }).waitFor();
  expect(await volume.getByRole('button', { name: 'Last 30 days' }).isDisabled()).toBe(true);
  await volume.getByRole('status', { name: 'Loading' }).waitFor();
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
  const { height: ahead = 0 } = (await volume.boundingBox()) ?? {};
  await page.setViewportSize(highPhone.viewport);
  await page
    .getByRole('link', { name: /EUR.42\.50/ })
    .first()
    .waitFor();
  const { height: loaded = 0 } = (await volume.boundingBox()) ?? {};
  expect(Math.abs(loaded - ahead)).toBeLessThan(64);
  // The figures of today stand two by two.
  const [left, right] = await Promise.all(
    ['Paid today', 'Success rate today'].map((name) => page.getByText(name).boundingBox()),
  );
  expect(left?.y).toBe(right?.y);
  await judge(page, 'shop-phone');
  await page
    .getByRole('link', { name: /EUR.42\.50/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  expect(searchOf(page)).toMatchObject({ dated_by: 'paid', currency: 'EUR' });
  const list = page.getByRole('region', { name: 'Payments' });
  await list.getByText('Second').waitFor();
  expect(await list.getByRole('link').count()).toBe(2);
  await expectAccessible(page);
  await page.goBack();
  await page
    .getByRole('link', { name: /EUR.5\.00/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  await list.getByText('First').waitFor();
  expect(await list.getByRole('link').count()).toBe(1);
});
