/**
 * A shop's people in a real browser: from the empty home to a payment link, its payment, the trace of its money and a
 * refund; the list of payments with its filters; what a role may not do. Each state is judged by axe.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { merchantBasePaths } from '../../src/api/shared/merchant-bases.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { findSucceeded } from '../../src/features/payments/attempts.repository.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { insertFeeRule } from '../../src/features/payments/fees/fee-rules.repository.ts';
import { job, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

const pay = (holderId: bigint, id: string, payerName = 'Grace Hopper') =>
  payByCard(dashboard.server.payDeps, { holderId, id }, { payerName });

/** A payment of this many cents, paid unless told otherwise. @returns its id. */
async function newPayment(
  { holderId }: Member,
  description: string,
  cents: bigint,
  { isPaid = true, manualCapture = false } = {},
): Promise<string> {
  const { db, clock } = dashboard.server;
  const book = { holderId, mode: 'test' } as const;
  const draft = { amount: cents, currency: 'EUR', description, returnUrl: null, cancelUrl: null, custom: null };
  const whole = { ...draft, webhookUrl: null, orderId: null, manualCapture };
  const { id } = await inTransaction(db, (tx) =>
    createPaymentCreator({ db, clock }).createLink(shopKey(book), tx, book, whole),
  );
  if (isPaid) await pay(holderId, id);
  return id;
}

async function chargeBack({ holderId }: Member, id: string, amount: bigint): Promise<void> {
  const attempt = await findSucceeded(dashboard.db, { holderId, id });
  if (attempt === undefined) throw new Error('It is not paid.');
  const dispute = { id: 'dp_1', attemptId: attempt.id, amount, currency: 'EUR', fee: undefined };
  await inTransaction(dashboard.db, (tx) =>
    postChargeback(job, tx, dashboard.server.payDeps, holderId, { ...dispute, withdrawals: 1, returns: 0 }),
  );
}

const lastPathOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) as string;

it('on a phone, from nothing to a link, its payment and a refund', async () => {
  const owner = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner));
  await page.getByRole('heading', { name: 'Take your first payment' }).waitFor();
  expect(await page.getByRole('link', { name: 'Create a test key' }).getAttribute('href')).toBe(
    screen(owner, '/developers/keys'),
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create payment link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('12,5x');
  await dialog.getByLabel('Description').fill('Invoice 1042');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('Enter an amount above 0').waitFor();
  await dialog.getByLabel('Amount').fill('12.505');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('EUR amounts have at most 2 decimals.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Invoice 1042');
  await dialog.getByLabel('Amount').fill('12,50');
  await dialog.getByRole('button', { name: 'Create link' }).dblclick();
  await page.getByRole('heading', { name: 'Your payment link is ready' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  const address = (await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')) as string;
  expect(address).toMatch(/\/pay\/api\/v1\/user\/authentication\/form\/pay_/);
  await page.getByRole('link', { name: 'View payment' }).click();
  await page.getByRole('heading', { name: 'Invoice 1042', level: 1 }).waitFor();
  expect(lastPathOf(page)).toBe(address.split('/').at(-1));
  await page.getByText('No one has tried to pay yet.').waitFor();
  await expectAccessible(page);

  await pay(owner.holderId, lastPathOf(page));
  await page.reload();
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
  await page.getByText('Card payments → Wallet').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel payment' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount to refund (EUR)').fill('99');
  await page.getByRole('button', { name: 'Review refund' }).click();
  await page.getByRole('alert').getByText('The refund is more than what is left.').waitFor();
  await page.getByLabel('Amount to refund (EUR)').fill('2.5');
  await page.getByLabel('Reason').fill('Damaged');
  await page.getByRole('button', { name: 'Review refund' }).click();
  await page.getByText('The customer gets EUR 2.50 back on their card ending in 4242.').waitFor();
  await page.getByText('Wallet → Card payments').waitFor();
  await expectAccessible(page, '[role=dialog]');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/refunds')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Refund EUR 2.50' }).dblclick();
  const message = page.getByText(/EUR\s2\.50 (was refunded|is on its way)$/);
  await message.first().waitFor();
  expect(await message.count()).toBe(1);
  expect(sent).toHaveLength(1);
  await page.getByText('Partly refunded').first().waitFor();
  await page.getByText('Damaged').first().waitFor();
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
  const refunds = await dashboard.db.selectFrom('refunds').select('amount').execute();
  expect(refunds).toEqual([{ amount: 250n }]);
  const payments = await dashboard.db.selectFrom('payments').select('amount').execute();
  expect(payments).toEqual([{ amount: 1_250n }]);

  await page.goto(screen(owner, '/payments'));
  await page.getByText('1 payment', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create payment link' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Payment fees' }).waitFor();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('payments.csv');

  await page.goto(screen(owner));
  await page.getByText('Paid today').waitFor();
  await page.getByText('1 payment · EUR 10.00 after fees and refunds').waitFor();
  await page.getByText('1 of 1 finished payments').waitFor();
  await expectAccessible(page);
  // The figures are loaded once they are reached.
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  const totals = page.getByRole('group', { name: 'Payments, Total' });
  await totals.waitFor();
  expect((await totals.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /Payments 1 Paid EUR 12.50 Refunds 1 Refunded EUR 2.50 Net fees EUR 0.00 Net EUR 10.00$/,
  );
});

it.each([true, false])('on a phone, a part of what a customer authorized is captured: scripts %s', async (scripts) => {
  const owner = await dashboard.newMember('merchant');
  const id = await newPayment(owner, 'Deposit', 2_000n, { isPaid: false, manualCapture: true });
  const address = `${merchantBasePaths.api}/user/authentication/form/${id}`;
  const customer = await dashboard.newPage(scripts ? phone : { ...phone, javaScriptEnabled: false });
  await customer.goto(address);
  await customer.getByLabel('Card number').fill('4242 4242 4242 4242');
  await customer.getByLabel('Expiry date').fill('12/39');
  await customer.getByLabel('Security code').fill('123');
  await customer.getByRole('button', { name: 'Pay EUR 20.00' }).click();
  await customer.getByRole('heading', { name: 'Payment authorized' }).waitFor();
  await customer.getByText('EUR 20.00').waitFor();
  // It is judged by its own scripts.
  if (scripts) await expectAccessible(customer);

  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, `/payments/${id}`));
  // Before all else, and above the button that it is about.
  const until = page.getByText(/^Capture by\s\d+\s[A-Z][a-z]+(\s\d{4})?\s\(in\s\d+\sdays\)$/);
  await until.waitFor();
  const [said, button] = await Promise.all(
    [until, page.getByRole('button', { name: 'Capture', exact: true })].map((one) => one.boundingBox()),
  );
  expect(said?.y).toBeLessThan(button?.y ?? 0);
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Amount to capture (EUR)');
  expect(await amount.inputValue()).toBe('20.00');
  await amount.fill('20.01');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await dialog.getByText('More than was authorized.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await amount.fill('12.50');
  await dialog.getByRole('button', { name: 'Capture' }).dblclick();
  await page.getByText('EUR 12.50 was captured').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page
    .locator('dl > div')
    .filter({ hasText: /^Captured\s*EUR\s12\.50$/ })
    .waitFor();
  expect(await page.getByText('EUR 20.00').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Capture|Void)$/ }).count()).toBe(0);
  await expectAccessible(page);

  await customer.goto(address);
  await customer.getByRole('heading', { name: 'Payment successful' }).waitFor();
  await customer.getByText('EUR 12.50').waitFor();
  await customer.getByRole('link', { name: 'View receipt' }).click();
  await customer.getByText('Visa ending in 4242').waitFor();
  expect(await customer.locator('main').innerText()).toMatch(/Amount\s+EUR\s12\.50/);
  expect(await customer.getByText('EUR 20.00').count()).toBe(0);
});

describe('at a desk', () => {
  it('the list is searched, narrowed to dates, states and disputes, and exported; an open payment is canceled', async () => {
    const name = 'Corner Books and Stationery';
    const owner = await dashboard.newMember('merchant', { holderId: await makeHolder(dashboard.db, 'merchant', name) });
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(screen(owner, '/payments'));
    await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
    await expectAccessible(page);

    await chargeBack(owner, await newPayment(owner, 'Desk lamp', 4_000n), 4_000n);
    await newPayment(owner, 'Kettle', 2_000n);
    await newPayment(owner, 'Apron', 1_000n, { isPaid: false });
    await page.goto(screen(owner));
    // A dispute that needs no response is not among what needs attention.
    await page.getByText('Nothing needs your attention.').waitFor();
    await page.goto(screen(owner, '/payments?attention=disputed'));
    await page.getByRole('link', { name: 'Desk lamp' }).waitFor();
    expect(await page.getByRole('table', { name: 'Payments' }).getByRole('row').count()).toBe(2);
    await page.goto(screen(owner, '/payments'));
    await page.getByRole('link', { name: 'Apron' }).waitFor();
    const totals = page.getByRole('table', { name: 'Totals' });
    await totals.waitFor();
    expect((await totals.innerText()).replace(/\s+/g, ' ')).toBe('Paid Unpaid EUR 60.00 EUR 10.00');
    // A desk of usual width has all controls in one row.
    const edges = [page.getByRole('searchbox').first(), page.getByRole('button', { name: 'Views' })];
    const [first, last] = await Promise.all(edges.map(async (edge) => (await edge.boundingBox())?.y));
    expect(last).toBe(first);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Customer' }).click();
    await page.getByRole('columnheader', { name: 'Customer' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expectAccessible(page);

    const search = page.getByRole('searchbox', { name: 'Search by reference or customer' });
    await search.fill('EUR 20.00');
    await page.getByRole('link', { name: 'Desk lamp' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Kettle' }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await downloading).suggestedFilename()).toBe('payments.csv');
    await search.fill('');
    await page.getByRole('link', { name: 'Desk lamp' }).waitFor();

    await page.getByRole('combobox', { name: 'Any time' }).click();
    await page.getByRole('option', { name: 'Custom' }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByRole('heading', { name: 'No payments match' }).waitFor();
    await page.getByLabel('To', { exact: true }).fill(new Date().toISOString().slice(0, 10));
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Awaiting payment' }).click();
    await page.getByRole('link', { name: 'Kettle' }).waitFor({ state: 'detached' });
    // On a phone all rows are as high as each other, however much is said in one.
    const narrow = await dashboard.newPage(phone, owner);
    await narrow.goto(screen(owner, '/payments'));
    const rows = narrow.getByRole('region', { name: 'Payments' }).getByRole('link');
    await expect.poll(() => rows.count()).toBe(3);
    const heights = await rows.evaluateAll((all: { offsetHeight: number }[]) => all.map((one) => one.offsetHeight));
    expect(new Set(heights).size).toBe(1);
    // A name that does not fit in a line takes two.
    type Box = { scrollWidth: number; clientWidth: number; scrollHeight: number; clientHeight: number };
    const isWhole = (one: Box) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight;
    expect(await narrow.getByRole('banner').getByText(name).evaluate(isWhole)).toBe(true);
    await expectToFitSmallPhone(narrow);

    await page.getByRole('link', { name: 'Apron' }).click();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('the customer can no longer pay EUR 10.00').waitFor();
    await expectAccessible(page, '[role=dialog]');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('The payment was canceled').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /Cancel payment|Refund/ }).count()).toBe(0);
    // No money has moved, and it can be asked for once more.
    await page.getByText('Canceled by your team', { exact: true }).waitFor();
    await page.getByText('No one tried to pay.').waitFor();
    expect(await page.getByRole('link', { name: 'Follow the money' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create payment link' }).click();
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('10.00');
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('EUR');
    expect(await page.getByLabel('Description').inputValue()).toBe('Apron');
  });

  it('a viewer is offered nothing to change, and someone else’s payment is not found', async () => {
    const owner = await dashboard.newMember('merchant');
    const id = await newPayment(owner, 'Desk lamp', 4_000n);
    const viewer = await dashboard.newMember('merchant', { role: 'viewer', holderId: owner.holderId });
    const page = await dashboard.newPage(desktop, viewer);
    await page.goto(screen(viewer, `/payments/${id}`));
    await page.getByRole('heading', { name: 'Desk lamp' }).waitFor();
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    const scope = { holderId: owner.holderId, method: 'card', currency: 'CHF' } as const;
    await inTransaction(dashboard.db, (tx) => insertFeeRule(tx, scope, { basisPoints: 275, fixed: 25n }, null));
    const later = new Date('2099-01-01T09:00:00Z');
    await inTransaction(dashboard.db, (tx) => insertFeeRule(tx, scope, { basisPoints: 290, fixed: 0n }, later));
    await page.goto(screen(viewer, '/payments'));
    await page.getByRole('link', { name: 'Desk lamp' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create payment link' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Payment fees' }).click();
    const fees = page.getByRole('region', { name: 'Payment fees' });
    await fees.getByText('2.75% + CHF 0.25').waitFor();
    await fees.getByText(/^From .*2099.*: Card payments in CHF, 2\.9%$/).waitFor();
    await expectAccessible(page);

    const stranger = await dashboard.newMember('merchant');
    const other = await dashboard.newPage(desktop, stranger);
    await other.goto(screen(stranger, `/payments/${id}`));
    await other.getByRole('heading', { name: 'Not found' }).waitFor();
    await expectAccessible(other);
  });

  it('a restaurant that only earns sees its earnings first, and can begin to take payments', async () => {
    const owner = await dashboard.newMember('merchant');
    const company = await makeCompany(dashboard.db);
    const link = { holderId: owner.holderId, type: 'merchant', name: 'Taverna' } as const;
    await inTransaction(dashboard.db, (tx) => insertLink(tx, company, link));
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(screen(owner));
    await page.getByRole('heading', { name: 'Earnings', level: 1 }).waitFor();
    const entries = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    expect((await entries.allInnerTexts()).slice(0, 4)).toEqual(['Earnings', 'Platforms', 'Payouts', 'Members']);
    await page.getByRole('link', { name: 'Business' }).click();
    const shop = page.getByRole('region', { name: 'Take payments yourself' });
    await shop.waitFor();
    // Its details are empty still.
    expect(await page.getByText('Live mode is available').count()).toBe(0);
    // What is asked of those who take payments waits until they do.
    await page.getByText('What platforms see, and what we review before you go live.').waitFor();
    await page.getByLabel('Registered address').waitFor();
    expect(await page.getByLabel('Website').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Payment fees' }).count()).toBe(0);
    await shop.getByRole('link', { name: 'Start taking payments' }).click();
    await page.getByRole('heading', { name: 'You don’t take payments yourself yet' }).waitFor();
    await page.getByRole('button', { name: 'Create payment link' }).waitFor();
    expect(await page.getByRole('link', { name: 'Payment fees' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a test key' }).click();
    await page.getByRole('heading', { name: 'No active API keys' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Return to your app' }).count()).toBe(0);
    // No entry of the navigation leads here but the one that it began at.
    expect(await entries.and(page.locator('[aria-current=page]')).allInnerTexts()).toEqual(['Business']);
    await page.getByRole('link', { name: 'Back to business' }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, '[role=dialog]');
    await page.goto('/profile');
    await page.getByRole('switch', { name: 'Statements' }).waitFor();
    for (const name of ['Payment problems', 'Disputes', 'Webhooks']) {
      expect(await page.getByRole('switch', { name }).count()).toBe(0);
    }
  });
});

it('a payment is refunded from the search, in the reader’s own words', async () => {
  const owner = await dashboard.newMember('merchant');
  const id = await newPayment(owner, 'Invoice 7', 1_250n);
  const page = await dashboard.newPage({ ...desktop, locale: 'de-DE' }, owner);
  // What its customers paid is no earnings of a platform.
  await page.goto(screen(owner, '/earnings'));
  await page.getByRole('link', { name: 'Zu den Zahlungen' }).click();
  await page.getByText('Invoice 7').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`erstatten ${id} 2,5`);
  await page.getByRole('option', { name: / erstatten 2,50/ }).waitFor();
  await page.keyboard.press('Enter');
  const field = page.getByRole('dialog').getByLabel('Zu erstattender Betrag (EUR)');
  await field.waitFor();
  expect(await field.inputValue()).toBe('2,5');
  expect(lastPathOf(page)).toBe(id);
});
