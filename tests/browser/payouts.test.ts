/** Payouts and bank accounts in a real browser: they work, name no script, and axe finds nothing to say about them. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { requestTopUp } from '../../src/wallets/top-up.ts';
import { shell } from '../support/actors.ts';
import { createTestAccount, expectSoundBooks, password, type TestAccount } from '../worlds/account.ts';
import { iban } from '../worlds/payouts.ts';
import { desktop, expectAccessible, launchBrowser, phone } from './browser.ts';

let account: TestAccount;
let browser: Browser;
let origin: string;
let context: BrowserContext;

beforeAll(async () => {
  [account, browser] = await Promise.all([createTestAccount(), launchBrowser()]);
  origin = await account.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await expectSoundBooks(account);
  await account.close();
});

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
/** Signed in, with 50.00 EUR of test money. */
async function newPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  context = await browser.newContext({ ...options, baseURL: origin });
  context.setDefaultTimeout(10_000);
  const { browser: own, holderId } = await account.newCustomer();
  const request = { amount: 5_000n, currency: 'EUR', accountKind: 'wallet', source: 'card' } as const;
  const book = { holderId, mode: 'test' } as const;
  await inTransaction(account.db, (tx) => requestTopUp(shell, tx, account.server.clock, book, request));
  await context.addCookies([...own.jar].map(([name, { value }]) => ({ name, value, url: origin })));
  const page = await context.newPage();
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Wallet' }).waitFor();
  return page;
}

describe.each([
  ['a phone', phone],
  ['a desk', desktop],
])('on %s', (_, options) => {
  it('a person puts a bank account on file, asks for a payout and calls it off', async () => {
    const page = await newPage(options);
    await page.getByRole('link', { name: 'Payouts' }).click();
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Pay out/ }).click();
    await page.getByText('There is no bank account on file').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Add one' }).click();
    await page.getByLabel('Name of the account holder').fill('Ada Lovelace');
    await page.getByLabel('IBAN').fill(iban.replace('89', '88'));
    await page.getByLabel('Your password').fill(password);
    await press(page, 'Add the bank account');
    await page.getByText('This is not a valid IBAN.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('IBAN').fill(iban);
    await page.getByLabel('Your password').fill(password);
    await press(page, 'Add the bank account');
    await page.getByRole('status').filter({ hasText: 'The bank account is on file.' }).waitFor();
    expect(await page.content()).not.toContain(iban);
    await expectAccessible(page);

    await page.goto('/account/payouts');
    await page.getByRole('link', { name: /^Pay out/ }).click();
    await page.getByLabel('Amount in EUR').fill('50.01');
    await press(page, 'Request the payout');
    await page.getByText('There is not that much to draw.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Amount in EUR').fill('20');
    await press(page, 'Request the payout');
    await page.getByRole('status').filter({ hasText: 'The payout was requested.' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.getByRole('status').filter({ hasText: 'The payout was cancelled' }).waitFor();
    await page.goto('/account/test');
    await page.getByText('Payout returned').waitFor();
  });
});
