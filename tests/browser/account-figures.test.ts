/** The operator's page of an account: its figures beside the period before and what waits, each of which leads to its rows. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { memberOf, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { makeHolder } from '../support/holders.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { judge } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let operator: Member;
let shop: bigint;
let quiet: bigint;

beforeAll(async () => {
  dashboard = await openDashboard();
  const { db, server } = dashboard;
  quiet = await makeHolder(db, 'merchant', 'Quiet Shop');
  shop = await makeHolder(db, 'merchant', 'Corner Shop');
  await makeFee(db, { holderId: shop, basisPoints: 200 });
  const book = { holderId: shop, mode: 'test' } as const;
  for (const currency of ['EUR', 'USD']) {
    const terms = { amount: 5_000n, currency, returnUrl: null, cancelUrl: null, custom: null, webhookUrl: null };
    const made = await createPaymentCreator(server).create(shopKey(book), book, 'api', { ...terms, orderId: null });
    await payByCard(server.payDeps, { holderId: shop, id: made.id });
  }
  await inTransaction(db, async (tx) => {
    await addBankAccount(shell, tx, server.clock, shop, bankForm());
    const asked = { ownerHolderId: shop, book, account: ledgerAccount.wallet, amount: 1_000n, currency: 'EUR' };
    await requestPayout(memberOf(book), tx, server.clock, { ...asked, bankAccountId: undefined });
  });
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

/** Of someone new who has just passed the second factor. */
async function openPage(options: typeof desktop | typeof phone): Promise<Page> {
  operator = await dashboard.newMember('service');
  const page = await dashboard.newPage(options, operator);
  const { db } = dashboard;
  const { personId } = operator;
  await db.updateTable('people').set({ secondFactor: true }).where('id', '=', personId).execute();
  await db.updateTable('sessions').set({ secondFactorAt: new Date() }).where('personId', '=', personId).execute();
  return page;
}

describe.each([
  ['desk', desktop],
  ['phone', phone],
] as const)('on a %s', (device, options) => {
  it('figures lead to Explore for the account', async () => {
    const page = await openPage(options);
    await page.goto(screen(operator, `/operator/accounts/${shop}`));
    const figures = page.getByRole('region', { name: 'Figures', exact: true });
    await figures.getByText('Fee income').first().waitFor();
    await judge(page, `account-${device}`);
    await figures
      .getByRole('link', { name: /50\.00/ })
      .first()
      .click();
    await page.waitForURL(/operator\/explore\?.*account=/);
    await page.getByRole('heading', { name: 'Explore', level: 1 }).waitFor();
  });

  it('what waits leads to the queue of the account', async () => {
    const page = await openPage(options);
    await page.goto(screen(operator, `/operator/accounts/${shop}`));
    const waiting = page.getByRole('region', { name: 'Open exceptions' });
    await waiting.getByText(/10\.00/).waitFor();
    await waiting.getByRole('link', { name: 'View exceptions' }).click();
    await page.waitForURL(/account=/);
    await page.getByText('Corner Shop').first().waitFor();
    await page.goto(screen(operator, `?account=${quiet}`));
    await page.getByText('No exceptions match').waitFor();
  });

  it('an account without any says so', async () => {
    const page = await openPage(options);
    await page.goto(screen(operator, `/operator/accounts/${quiet}`));
    await page.getByText('No activity in this period or the one before.').waitFor();
    await page.getByText('Nothing about this account is waiting for you.').waitFor();
  });
});
