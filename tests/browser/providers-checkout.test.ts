/** Live payments in a real browser with two providers, Stripe before Mollie, whose stand-ins have a page to pay on. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { awayMs } from '../../src/features/providers/providers.ts';
import { type CheckoutWorld, createCheckoutWorld, password } from '../fixtures/checkout-pages.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { type MollieStandIn, startMollieStandIn } from '../support/mollie-stand-in.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts';
import { expectAccessible } from './axe.ts';
import { phone, sharedBrowser } from './browser.ts';

let world: CheckoutWorld;
let browser: Browser;
let stripe: StripeStandIn;
let mollie: MollieStandIn;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [stripe, mollie, browser] = await Promise.all([startStripeStandIn(), startMollieStandIn(), sharedBrowser()]);
  world = await createCheckoutWorld([stripe.configured, mollie.configured]);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  stripe.control.fault = undefined;
  mollie.control.fault = undefined;
  // Whoever was away is asked again.
  world.time.offsetMs += awayMs;
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
  await Promise.all([stripe.close(), mollie.close()]);
});

const isAway = { calls: /^POST .*\/(sessions|payments)$/, status: 500 };
const paid = { name: 'Payment successful' };

async function visit(url: string, { javaScriptEnabled = false } = {}): Promise<Page> {
  const context = await browser.newContext({ ...phone, javaScriptEnabled });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** To the page of the provider that is asked. */
async function chooseCard(page: Page, leadsTo: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Continue with card' }).click();
  await page.waitForURL(leadsTo);
}

const atStripe = /\/c\/pay\/cs_/;
const atMollie = /\/checkout\/tr_/;
const payThere = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true }).click();

const takenBy = (name: 'stripe' | 'mollie') =>
  world.balanceOf(world.merchant, name === 'stripe' ? ledgerAccount.outside('card') : ledgerAccount.outside('mollie'));

it.each([true, false])(
  'the second provider takes over at once, and the first after a while: scripts %s',
  async (scripts) => {
    const before = { stripe: await takenBy('stripe'), mollie: await takenBy('mollie') };
    stripe.control.fault = isAway;
    const first = await world.makePayment();
    const page = await visit(first.url, { javaScriptEnabled: scripts });
    await chooseCard(page, atMollie);
    await payThere(page);
    await page.getByRole('heading', paid).waitFor();
    expect(await world.statusOf(first.id)).toBe('succeeded');
    expect(await takenBy('mollie')).toBe(before.mollie - 4_990n);
    expect(await takenBy('stripe')).toBe(before.stripe);

    stripe.control.fault = undefined;
    const calls = stripe.calls.length;
    await page.goto((await world.makePayment()).url);
    await chooseCard(page, atMollie);
    expect(stripe.calls).toHaveLength(calls);

    world.time.offsetMs += awayMs;
    await page.goto((await world.makePayment()).url);
    await chooseCard(page, atStripe);
    await payThere(page);
    await page.getByRole('heading', paid).waitFor();
    expect(await takenBy('stripe')).toBe(before.stripe - 4_990n);
  },
);

it('with both away, the customer reads that nothing was charged, and pays later by card or at once from a wallet', async () => {
  await world.makeCustomer('robin@example.com', 10_000n);
  for (const control of [stripe.control, mollie.control]) control.fault = isAway;
  const { id, url } = await world.makePayment();
  const page = await visit(url, { javaScriptEnabled: true });
  const tried = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Continue with card' }).click();
  expect((await tried).status()).toBe(503);
  const told = page.getByRole('alert').getByText('could not be processed and nothing was charged');
  await told.waitFor();
  await expectAccessible(page);
  expect(await world.statusOf(id)).toBe('created');
  await page.goto(url);
  await told.waitFor();

  const later = await visit((await world.makePayment()).url);
  await later.getByRole('button', { name: 'Continue with card' }).click();
  await later.getByRole('alert').waitFor();
  for (const control of [stripe.control, mollie.control]) control.fault = undefined;
  await chooseCard(later, atStripe);
  await payThere(later);
  await later.getByRole('heading', paid).waitFor();

  await page.getByText('Sluice wallet', { exact: true }).click();
  await page.getByLabel('Email address').fill('robin@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
  await page.getByRole('heading', paid).waitFor();
  expect(await world.statusOf(id)).toBe('succeeded');
});

it('a return without a payment says why, and returns in two tabs at once pay once', async () => {
  stripe.control.fault = isAway;
  const before = await world.balanceOf(world.merchant);
  const { id, url } = await world.makePayment();
  const stranger = await visit(url);
  const page = await visit(url, { javaScriptEnabled: true });
  await chooseCard(page, atMollie);
  mollie.ends(mollie.lastPayment().id, 'failed', { failureReason: 'insufficient_funds' });
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('alert').getByText('There were not enough funds').waitFor();
  await expectAccessible(page);
  await stranger.goto(url);
  expect(await stranger.getByRole('alert').count()).toBe(0);

  await chooseCard(page, atMollie);
  mollie.pay(mollie.lastPayment().id);
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(url)));
  for (const tab of tabs) await tab.getByRole('heading', paid).waitFor();
  await stranger.goto(url);
  await stranger.getByRole('heading', { name: 'Already paid' }).waitFor();
  expect(await world.statusOf(id)).toBe('succeeded');
  expect(await world.balanceOf(world.merchant)).toBe(before + 4_990n);
});
