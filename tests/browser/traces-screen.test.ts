/** Where an amount came from and where it is, in a real browser: for a company, a payee, a customer and the operator. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { sent } from '../fixtures/console.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey } from '../support/holders.ts';
import { accountNamed } from '../support/ledger-names.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { expectAccessible, judge } from './axe.ts';
import { desktop, onPhone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let company: Member;
let restaurant: Member;
let operator: Member;
let order: { ref: string; id: number };
let payoutId: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  const { db, server } = dashboard;
  [company, restaurant, operator] = [
    await dashboard.newMember('company'),
    await dashboard.newMember('merchant'),
    await dashboard.newMember('service'),
  ];
  const api = createPartnerClient(server.app, await makeKey(db, company.holderId));
  const link = await inTransaction(db, (tx) =>
    insertLink(tx, company.holderId, { holderId: restaurant.holderId, type: 'merchant', name: 'Nina Noodles' }),
  );
  await sent(api.post('/wallets/topups', { amount: 1_000, currency: 'EUR' }));
  const ref = `order-${randomUUID().slice(0, 8)}`;
  const splits = [
    { beneficiary_type: 'merchant', beneficiary_ref: Number(link), amount: 18.2 },
    { beneficiary_type: 'partner', amount: 6.8 },
  ];
  const body = { partner_order_ref: ref, payment_source: 'card', total_amount: 25, currency: 'EUR', splits };
  order = { ref, id: (await sent(api.post('/orders', body))).order_id as number };
  await sent(api.post('/settlements'));
  payoutId = await inTransaction(db, async (tx) => {
    const { clock } = server;
    await addBankAccount(shell, tx, clock, restaurant.holderId, bankForm());
    const book = { holderId: company.holderId, mode: 'test' } as const;
    const { id } = await requestPayout(memberOf({ holderId: restaurant.holderId, mode: 'test' }), tx, clock, {
      ...{ ownerHolderId: restaurant.holderId, book, account: accountNamed(`earnings:${link}`) },
      ...{ amount: 1_820n, currency: 'EUR', bankAccountId: undefined },
    });
    await approvePayout(shell, tx, clock, id);
    await sendPayout(shell, tx, clock, id);
    return id;
  });
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

/** A chain is there, and accessible. */
async function judgeChain(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: /^(Follow the money: |Payout of )/, level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Money flow' }).waitFor();
  await judge(page, name);
}

it('a company follows an order from its amount, by keyboard, to each payee', async () => {
  const page = await dashboard.newPage(desktop, company);
  await page.goto(screen(company, `/orders/${order.ref}`));
  await page
    .getByRole('link', { name: /25\.00, follow the money$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await judgeChain(page, 'company-desk');
  await page.getByRole('link', { name: `Back to order ${order.ref}` }).waitFor();
  await page.getByText(/Nina Noodles, earnings \(.*18\.20\)/).waitFor();
  await page.getByText('Matches', { exact: true }).first().waitFor();
  expect(await page.getByText('Doesn’t match').count()).toBe(0);
  await page.getByRole('link', { name: 'Nina Noodles' }).first().click();
  await page.getByRole('heading', { name: 'Nina Noodles', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Commission' }).click();
  await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor();
  // A transfer's chain is its order's, and belongs where that does.
  const { rows } = await dashboard.server.pool.query(
    `select id from transfers where holder_id = $1 and code = 'settlement' limit 1`,
    [company.holderId],
  );
  await page.goto(screen(company, `/traces/transfer:${rows[0].id}`));
  await page.getByRole('heading', { name: `Follow the money: order ${order.ref}`, level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Orders' }).and(page.locator('[aria-current=page]')).waitFor();
});

it('a restaurant follows its share to its payout, and the payout to its orders, on a phone', async () => {
  const [, options] = onPhone;
  const page = await dashboard.newPage(options, restaurant);
  await page.goto(screen(restaurant, `/traces/order:${order.id}`));
  await judgeChain(page, 'restaurant-phone');
  await page.getByRole('heading', { name: `Follow the money: order ${order.ref}`, level: 1 }).waitFor();
  await page.getByText(/^EUR.18\.20 came from Orders of /).waitFor();
  await page.getByRole('link', { name: /^Bank account, paid out on/ }).click();
  await page.waitForURL(`**/traces/payout*${payoutId}`);
  await judgeChain(page, 'payout-phone');
  await page.getByRole('heading', { name: /^Payout of EUR.18\.20$/, level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Payouts' }).and(page.locator('[aria-current=page]')).waitFor();
  await page.getByText(/^EUR.18\.20 from 1 order is on its way to the bank\.$/).waitFor();
  for (const fact of ['Sent', '•••• 3000']) await page.getByText(fact, { exact: true }).waitFor();
  await page.getByText(/^Expected by /).waitFor();
  expect(await page.getByRole('button', { name: 'Transfers' }).getAttribute('aria-expanded')).toBe('false');
  await expectToFitSmallPhone(page);
  const parts = page.getByRole('region', { name: 'In this payout' });
  await parts.getByText(`Order ${order.ref}`, { exact: true }).waitFor();
  await parts.getByRole('link').first().click();
  await page.waitForURL('**/traces/transfer*');
  await page.getByText(/18\.20 came from Orders of /).waitFor();
  await page.getByRole('link', { name: 'Back to earnings' }).click();
  await page.getByRole('heading', { name: 'Earnings', level: 1 }).waitFor();
  // Who only earns is shown nothing of a shop.
  const bar = page.getByRole('navigation', { name: 'Main screens' }).getByRole('link');
  expect(await bar.allInnerTexts()).toEqual(['Earnings', 'Platforms', 'Payouts', 'Members']);
});

it('the operator follows a payout of any account', async () => {
  const page = await dashboard.newPage(desktop, operator);
  // Signed in, and with a second factor since.
  await dashboard.server.pool.query('update people set second_factor = true where id = $1', [operator.personId]);
  await page.goto(screen(operator, `/traces/order:${order.id}`));
  await judgeChain(page, 'operator-desk');
  await page.getByText('Test mode: no bank statement').first().waitFor();
});

it('a restaurant reads it from right to left in Arabic', async () => {
  const page = await dashboard.newPage({ ...desktop, locale: 'ar' }, restaurant);
  await page.goto(screen(restaurant, `/traces/order:${order.id}`));
  await page.getByRole('heading', { name: 'تتبّع المال', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'مسار المال' }).waitFor();
  await judge(page, 'arabic-desk');
});

it('what another account owns is not found', async () => {
  const page = await dashboard.newPage(desktop, company);
  await page.goto(screen(company, `/traces/payout:${payoutId}`));
  await page.getByText('Nothing that you can see has this id.').or(page.getByRole('alert')).first().waitFor();
  await expectAccessible(page);
});
