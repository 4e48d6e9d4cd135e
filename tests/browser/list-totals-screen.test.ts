/** What stands below a list in a real browser: how many rows were found, and what they come to. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { keyHeaders, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let owner: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  const { db, server } = dashboard;
  const link = Number(await makeLink(db, owner.holderId, 'merchant', 'Taverna'));
  const headers = keyHeaders(await makeKey(db, owner.holderId));
  for (let n = 1; n <= 30; n += 1) {
    const [currency, total_amount] = n === 1 ? ['USD', 310] : ['EUR', 10 + n];
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: link, amount: total_amount }];
    const payload = orderBody({ partner_order_ref: `order-${n}`, currency, total_amount, splits });
    const answer = await server.app.inject({ method: 'POST', url: '/partner/v1/orders', headers, payload });
    expect(answer.statusCode, answer.body).toBe(201);
  }
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

const totalsOf = (page: Page) => page.getByRole('table', { name: 'Totals' });
const rowsOf = async (page: Page) =>
  (await totalsOf(page).locator('tbody tr').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));

it.each([
  ['phone', phone],
  ['desk', desktop],
])('on a %s, a list says how many it found and what they come to, the busiest currency first', async (name, device) => {
  const page = await dashboard.newPage(device, owner);
  await page.goto(screen(owner, '/orders'));
  await page.getByText('30 orders', { exact: true }).waitFor();
  expect(await rowsOf(page)).toEqual(['EUR 754.00', 'USD 310.00']);
  await expectAccessible(page);
  if (name === 'phone') {
    // They end where the amounts of the rows do.
    const ends = [page.getByText(/^EUR.40\.00$/), ...(await totalsOf(page).locator('td').all())].map(async (one) => {
      const box = await one.boundingBox();
      return box === null ? undefined : Math.round(box.x + box.width);
    });
    const [amounts, ...sums] = await Promise.all(ends);
    expect(sums).toEqual([amounts, amounts]);
  }

  // All pages, not the one that is shown.
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('order-2', { exact: true }).waitFor();
  expect(await rowsOf(page)).toEqual(['EUR 754.00', 'USD 310.00']);

  const said = page.getByRole('status').filter({ hasText: 'EUR 754.00' });
  expect(await said.innerText()).toContain('30 orders');
  await page.getByRole('searchbox', { name: 'Search by order reference' }).fill('order-17');
  await page.getByText('1 order', { exact: true }).waitFor();
  expect(await rowsOf(page)).toEqual(['EUR 27.00']);
  await page.getByRole('status').filter({ hasText: 'EUR 27.00' }).waitFor();
});

it('on the smallest phone, sums of several kinds stand below each other', async () => {
  const page = await dashboard.newPage(phone, owner);
  const sums = ['EUR', 'USD'].map((currency) => ({
    ...{ currency, count: 15, amount: 9_999_999.99, fee: 12_345.67, refunded_amount: 999_999.99 },
    ...{ paid_amount: 8_888_888.88, unpaid_amount: 1_111_111.11 },
  }));
  await page.route(/api\/v1\/totals\/orders/, (route) =>
    route.fulfill({ json: { status: true, data: { count: 30, is_more: false, sums } } }),
  );
  await page.goto(screen(owner, '/orders'));
  await totalsOf(page).waitFor();
  const expected = [
    'Paid EUR 8,888,888.88',
    'Unpaid EUR 1,111,111.11',
    'Fees EUR 12,345.67',
    'Refunded EUR 999,999.99',
  ];
  const shown = (await rowsOf(page)).map((text) => text.replace(/\s+/g, ' '));
  expect(shown).toEqual([...expected, ...expected.map((text) => text.replace('EUR', 'USD'))]);
  await expectToFitSmallPhone(page);
  await expectAccessible(page);
});

it('shows the rows before their totals are there, and without them when they cannot be read', async () => {
  const page = await dashboard.newPage(desktop, owner);
  const released = Promise.withResolvers<void>();
  await page.route(/api\/v1\/totals\/orders/, async (route) => {
    await released.promise;
    await route.fulfill({ status: 404, json: { status: false, error: { code: 'not_found', message: '' } } });
  });
  await page.goto(screen(owner, '/orders'));
  await page.getByText('order-30', { exact: true }).waitFor();
  expect(await totalsOf(page).count()).toBe(0);
  released.resolve();
  await page.getByText('order-29', { exact: true }).waitFor();
  expect(await totalsOf(page).count()).toBe(0);
});
