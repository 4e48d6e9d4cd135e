/** The exceptions desk in a real browser: worked through by keyboard alone, on a phone too, and never silent on a home while there is any. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let owner: Member;
let api: PartnerClient;
let link: number;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  api = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  link = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Nina Noodles'));
  await api.post('/wallets/topups', { amount: 1_000, currency: 'EUR' });
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

async function record(ref: string, hasPayee: boolean): Promise<void> {
  const payee = hasPayee ? { beneficiary_ref: link } : {};
  const answer = await api.post(
    '/orders',
    orderBody({
      partner_order_ref: ref,
      total_amount: 25,
      splits: [{ beneficiary_type: 'merchant', amount: 25, ...payee }],
    }),
  );
  expect(answer.statusCode).toBe(201);
}

const focused = (page: Page) => page.evaluate<string>(`document.activeElement?.textContent ?? ''`);

it('several fixes by keyboard alone: the row goes, and the next one has the focus', async () => {
  await record('first', false);
  await record('second', true);
  await record('third', true);
  for (const ref of ['second', 'third']) await api.post(`/orders/${ref}/hold`, { reason: `Check ${ref}` });
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/exceptions'));
  await page.getByRole('button', { name: /^Assign to Nina Noodles/ }).waitFor();
  await page.getByText('EUR 25.00 has no linked payee').waitFor();
  await expectAccessible(page);

  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toContain('first');
  await page.keyboard.press('a');
  await page.getByText('Assigned to you').waitFor();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New note').waitFor();
  // In a field the keys are letters.
  await page.keyboard.type('jan');
  await expect.poll(() => dialog.getByLabel('New note').inputValue()).toBe('jan');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText('jan').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^1 note: .*first/ }).waitFor();

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.locator('[data-item]', { hasText: 'second' }).focus();
  for (const [ref, next] of [
    ['second', 'third'],
    ['third', 'first'],
  ] as const) {
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Release' }).waitFor();
    await dialog.getByRole('button', { name: 'Release' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: new RegExp(`^Release: .*${ref}`) }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain(next);
  }
});

it('a home says that there are some, and the navigation how many', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner));
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Exceptions\s*1$/ })
    .waitFor();
  await page.getByRole('link', { name: '1 exception needs someone' }).waitFor();
  expect(await page.getByText('Nothing needs your attention').count()).toBe(0);
});

it('on a phone: fixed by touch, with its notes on the page of the order, until all is clear', async () => {
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, '/orders/first'));
  await page.getByText('jan').waitFor();
  await expectAccessible(page);
  await page.goto(screen(owner, '/exceptions'));
  await page.getByRole('button', { name: /^Assign to Nina Noodles/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Payee' }).or(dialog.getByRole('textbox')).first().click();
  await page.getByRole('option', { name: /Nina Noodles/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('heading', { name: 'All clear' }).waitFor();
  await expectAccessible(page);
});
