/** What a person arranges of a list in a real browser: its columns at a desk, and views under names. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { keyHeaders, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let owner: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  const { db, server } = dashboard;
  const link = Number(await makeLink(db, owner.holderId, 'merchant', 'Taverna'));
  const headers = keyHeaders(await makeKey(db, owner.holderId));
  for (const ref of ['order-1', 'order-2', 'cash-3']) {
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: link, amount: 10 }];
    const payload = orderBody({ partner_order_ref: ref, total_amount: 10, splits });
    const answer = await server.app.inject({ method: 'POST', url: '/partner/v1/orders', headers, payload });
    expect(answer.statusCode, answer.body).toBe(201);
  }
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

const headers = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('columnheader').allInnerTexts();
const menuOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openOrders(page: Page, query = ''): Promise<void> {
  await page.goto(`${screen(owner, '/orders')}${query}`);
  await page.getByText('order-1', { exact: true }).waitFor();
}

it('shows the columns that were chosen, also the next time; those that name a row stay', async () => {
  const page = await dashboard.newPage({ ...desktop }, owner);
  await openOrders(page);
  const usual = ['Order', 'Amount', 'Payment', 'Settlement', 'Created'];
  expect((await headers(page)).filter((title) => title !== '')).toEqual(usual);

  await menuOf(page, 'Columns').click();
  const refunded = page.getByRole('menuitemcheckbox', { name: 'Refunded' });
  await refunded.waitFor();
  expect(await page.getByRole('menuitemcheckbox', { name: 'Order', exact: true }).count()).toBe(0);
  expect(await refunded.getAttribute('aria-checked')).toBe('false');
  await refunded.click();
  await page.getByRole('columnheader', { name: 'Refunded' }).waitFor();
  await page.getByRole('menuitemcheckbox', { name: 'Payees' }).click();
  await page.getByRole('link', { name: 'Taverna' }).first().waitFor();
  await page.getByRole('menuitemcheckbox', { name: 'Payment' }).click();
  await page.getByRole('columnheader', { name: 'Payment' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await openOrders(page);
  const chosen = ['Order', 'Amount', 'Refunded', 'Settlement', 'Payees', 'Created'];
  expect((await headers(page)).filter((title) => title !== '')).toEqual(chosen);
  // What the address says comes first: a view shows the same to everyone.
  await openOrders(page, '?columns=none');
  expect((await headers(page)).filter((title) => title !== '')).toEqual(['Order', 'Amount']);
});

it.each([
  ['phone', phone],
  ['desk', desktop],
])('on a %s, saves what the list is narrowed to as a view, opens and deletes it', async (device, options) => {
  const name = `Cash on a ${device}`;
  const page = await dashboard.newPage({ ...options }, owner);
  await openOrders(page);
  expect(await menuOf(page, 'Columns').count()).toBe(device === 'phone' ? 0 : 1);
  const search = page.getByRole('searchbox', { name: 'Search by order reference' });
  await search.fill('cash');
  await page.getByText('order-1', { exact: true }).waitFor({ state: 'detached' });
  // On a phone they are among the filters, which wait behind a button.
  if (device === 'phone') await menuOf(page, 'Filters').click();
  await menuOf(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await expectAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Save this view', exact: true }).click();
  await page.getByText('View saved').waitFor();

  await openOrders(page);
  if (device === 'phone') await menuOf(page, 'Filters').click();
  await menuOf(page, 'Views').click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByText('order-1', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('cash-3', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('cash');
  expect(await search.inputValue()).toBe('cash');

  await menuOf(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: `Rename ${name}` }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByText('View renamed').waitFor();

  await menuOf(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Renamed' }).waitFor();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: 'Delete Renamed' }).click();
  await page.getByText('Only the saved view is deleted.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('View deleted').waitFor();
  await menuOf(page, 'Views').click();
  await page.getByText('No saved views yet').waitFor();
});

it.each([
  ['company', '/links/invitations', ['Type', 'Status', 'Link ID', 'Sent', 'Expires']],
  ['company', '/cash/handovers', ['Description', 'Status']],
  ['service', '/operator/accounts', ['Type', 'Status', 'Owner', 'Balance', 'Members', 'Links', 'Created']],
  ['service', '/operator/top-ups', ['Credited to', 'Reference', 'Method', 'Requested']],
] as const)('of a %s, %s has both menus', async (kind, path, titles) => {
  const member = kind === 'company' ? owner : await dashboard.newMember('service');
  const page = await dashboard.newPage({ ...desktop }, member);
  if (kind === 'service') {
    await dashboard.server.pool.query('update people set second_factor = true where id = $1', [member.personId]);
  }
  await page.goto(screen(member, path));
  await menuOf(page, 'Views').waitFor();
  await menuOf(page, 'Columns').click();
  const items = page.getByRole('menuitemcheckbox');
  await items.first().waitFor();
  expect(await items.allInnerTexts()).toEqual(titles);
  await items.first().click();
  await page.waitForURL(/[?&]columns=/);
  await expectAccessible(page);
});
