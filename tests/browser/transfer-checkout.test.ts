/** Bank transfer on the payment page in a real browser, on a phone: the code that a banking app reads, and what arrives. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { findPaymentTransfer } from '../../src/features/bank-transfers/payment-transfers.repository.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { type CheckoutWorld, createCheckoutWorld } from '../fixtures/checkout-pages.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { readCode } from '../support/read-code.ts';
import { expectAccessible } from './axe.ts';
import { phone, sharedBrowser } from './browser.ts';

let world: CheckoutWorld;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [world, browser] = await Promise.all([createCheckoutWorld(), sharedBrowser()]);
  const offer = { holderId: null, isOffered: true, daysToPay: 7 };
  await inTransaction(world.db, (tx) => setTransferOffer(shell, tx, offer));
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

async function choose(url: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ ...phone, javaScriptEnabled });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByText('Bank transfer', { exact: true }).click();
  await page.getByRole('button', { name: 'Show bank details' }).click();
  await page.getByRole('heading', { name: 'Waiting for your transfer' }).waitFor();
  return page;
}

it.each([true, false])('is chosen, read and paid, in parts too: scripts %s', async (scripts) => {
  const { id, url } = await world.makePayment();
  const page = await choose(url, scripts);
  const path = await page.locator('svg.code > path').getAttribute('d');
  const reference = (await findPaymentTransfer(world.db, { holderId: world.merchant, id }))?.reference;
  const written = `BCD\n002\n1\nSCT\n\nTEST - do not pay\nDE36000000000000000000\nEUR49.90\n\n${reference}`;
  expect(readCode(path as string)).toBe(written);
  if (scripts) {
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  }
  expect(await page.getByRole('button', { name: 'Copy Reference' }).isVisible()).toBe(scripts);

  await page.getByRole('button', { name: 'Half of it' }).click();
  await page.getByRole('status').getByText('EUR 24.95 has arrived').waitFor();
  expect(readCode((await page.locator('svg.code > path').getAttribute('d')) as string)).toContain('EUR24.95');
  await page.getByRole('link', { name: 'Try another way' }).click();
  await page.getByText('Bank transfer', { exact: true }).waitFor();
  await page.goto(url);
  await page.getByRole('button', { name: 'The exact amount' }).click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  expect(await world.statusOf(id)).toBe('succeeded');
});
