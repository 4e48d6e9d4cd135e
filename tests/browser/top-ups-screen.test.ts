/**
 * Real money by bank transfer in a real browser: an administrator enters the account, a customer starts a top-up on a phone,
 * the operator deals with what arrived; the mails that a person switches off; and screens of which nothing can be read.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { csvOf, type Row, readNamed } from '../fixtures/reconciliation.ts';
import { operator, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany } from '../support/holders.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { exported } from './exported.ts';

const pictures = process.env.TOP_UP_PICTURES;
let dashboard: TestDashboard;
let customer: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  customer = await dashboard.newMember('customer');
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

async function operatorPage(options: BrowserContextOptions): Promise<{ page: Page; member: Member }> {
  const member = await dashboard.newMember('service');
  const page = await dashboard.newPage(options, member);
  const { pool } = dashboard.server;
  await pool.query('update people set second_factor = true where id = $1', [member.personId]);
  await pool.query('update sessions set second_factor_at = now() where person_id = $1', [member.personId]);
  return { page, member };
}

async function imported(...rows: Row[]): Promise<void> {
  const read = await readNamed(csvOf(rows, '2031-03-02'));
  const { db, server } = dashboard;
  const file = { ...read, account: 'DE89', fileName: 'bank.csv' };
  await importStatement(operator(), { db, clock: server.clock }, { source: 'bank', mode: 'live' }, file);
}

/** Kept only when asked for, to be looked at. */
async function look(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const phoneInTheDark: BrowserContextOptions = { ...phone, colorScheme: 'dark', reducedMotion: 'reduce' };

it('without bank details the customer is told so, and the operator asked to enter them', async () => {
  const own = await dashboard.newPage(phoneInTheDark, customer);
  await own.goto(screen(customer, '/top-up', 'live'));
  await own.getByRole('heading', { name: 'Bank transfers are not available yet' }).waitFor();
  await expectAccessible(own);
  await look(own, 'none-phone');

  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, '', 'live'));
  await page.getByRole('link', { name: 'Enter bank details' }).waitFor();
  await look(page, 'inbox-desk');
  await page.getByRole('link', { name: 'Enter bank details' }).click();
  await page.getByRole('heading', { name: 'No bank account yet' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add bank account' }).click();
  await page.getByLabel('Currency').fill('eur');
  await page.getByLabel('Account holder').fill('Sluice Payments GmbH');
  await page.getByLabel('IBAN').fill('DE88 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save account' }).click();
  await page.getByText('This is not a valid IBAN.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await look(page, 'bank-dialog-desk');
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save account' }).click();
  await page.getByText('DE89 3704 0044 0532 0130 00').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await look(page, 'bank-desk');
  // A menu that is open, of a row and with labels: the first item has the focus.
  await page.getByRole('button', { name: 'Actions for EUR' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).waitFor();
  await page.locator('[role=menuitem]:focus', { hasText: 'Change' }).waitFor();
  await expectAccessible(page);
  await look(page, 'menu-desk');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Your profile' }).waitFor();
  await expectAccessible(page);
  await look(page, 'person-menu-desk');
}, 120_000);

it('a customer starts a top-up on a phone, cancels one, and sees the money arrive', async () => {
  const page = await dashboard.newPage(phoneInTheDark, customer);
  await page.goto(screen(customer, '/top-up', 'live'));
  await page.getByLabel('Amount').fill('0');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Amount').fill('50');
  await page.getByRole('button', { name: 'Continue' }).dblclick();
  await page.getByRole('heading', { name: 'Send this from your bank' }).waitFor();
  await page.getByText('Account holder').waitFor();
  await expectAccessible(page);
  await look(page, 'transfer-phone');
  const address = page.url();
  const id = address.split('/').at(-1) as string;
  const { rows } = await dashboard.server.pool.query('select id, reference from top_ups');
  expect(rows.map((row) => row.id)).toEqual([id]);

  await page.goto(screen(customer, '', 'live'));
  await page.getByText('Pending bank transfers').waitFor();
  await expectAccessible(page);
  await look(page, 'wallet-phone');
  await imported(['50.00', rows[0].reference], ['12.00', rows[0].reference], ['9.00', 'Rent November']);
  await page.goto(address);
  await page.getByRole('heading', { name: /50.* arrived/ }).waitFor();
  await look(page, 'arrived-phone');

  await page.goto(screen(customer, '/top-up', 'live'));
  await page.getByLabel('Amount').fill('7');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Cancel top-up' }).click();
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel top-up' }).click();
  await page.getByRole('heading', { name: 'This top-up was canceled' }).waitFor();
  await page.goto(screen(customer, '/top-ups', 'live'));
  await page.getByText('Canceled').waitFor();
  await page.getByText('2 top-ups', { exact: true }).waitFor();
  await expectAccessible(page);
  const file = await exported(page);
  expect([file.name, file.lines.length]).toEqual(['top-ups.csv', 2]);
  await look(page, 'list-phone');
}, 120_000);

it('a company starts a top-up of clearing with real money from its wallets', async () => {
  const company = await dashboard.newMember('company');
  const page = await dashboard.newPage(desktop, company);
  await page.goto(screen(company, '/wallets', 'live'));
  await page.getByText('Top up clearing by bank transfer to settle orders.').waitFor();
  await page.getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Top up clearing' });
  await dialog.getByText('You get a reference for your bank transfer.').waitFor();
  await dialog.getByLabel('Currency').fill('USD');
  await dialog.getByText('The operator has not entered an account for USD yet.').waitFor();
  await dialog.getByLabel('Currency').fill('EUR');
  await dialog.getByRole('button', { name: 'Top up' }).click();
  expect(await dialog.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Amount').fill('1200.50');
  await dialog.getByRole('button', { name: 'Top up' }).dblclick();
  await page.getByRole('heading', { name: 'Send this from your bank' }).waitFor();
  const { rows } = await dashboard.server.pool.query(
    'select amount::int, account_kind, status from top_ups where holder_id = $1',
    [company.holderId],
  );
  expect(rows).toEqual([{ amount: 120_050, account_kind: 'clearing', status: 'pending' }]);
});

/** A top-up that was confirmed before its statement came is matched, not credited once more. */
async function matchRecorded(page: Page): Promise<void> {
  const { db, server } = dashboard;
  const holderId = await makeCompany(db, { name: 'Early Eats' });
  const request = { amount: 66_600n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  const { id } = await inTransaction(db, (tx) =>
    requestTopUp(shell, tx, server.clock, { holderId, mode: 'live' }, request),
  );
  await inTransaction(db, (tx) => confirmTopUp(shell, tx, server.clock, id));
  await imported(['666.00', 'Clearing of Early Eats']);
  await page.reload();
  const line = page.getByRole('row').filter({ hasText: 'Clearing of Early Eats' });
  await line.getByText('Likely Early Eats’ top-up').waitFor();
  await line.getByText('Same amount, already credited').waitFor();
  await line.getByRole('button', { name: 'Match' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('would count its money twice').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await look(page, 'recorded-desk');
  await dialog.getByRole('button', { name: 'Match to Early Eats’ top-up' }).click();
  await line.waitFor({ state: 'detached' });
}

it('the operator matches a transfer with the top-up that it may be, credits one that came twice, and sends an unknown one back', async () => {
  await imported(['1200.50', 'Clearing of November']);
  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, '/operator/transfers', 'live'));
  const unnamed = page.getByRole('row').filter({ hasText: 'Clearing of November' });
  await unnamed.getByText(/^Possibly .+ top-up$/).waitFor();
  const dialog = page.getByRole('dialog');
  await unnamed.getByRole('button', { name: 'Match' }).click();
  await dialog.getByText('This is the only pending top-up of exactly this amount').waitFor();
  await dialog.getByText('Balance after').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await look(page, 'match-desk');
  // The second way.
  await dialog.getByRole('button', { name: 'Credit another account' }).click();
  const { rows: names } = await dashboard.server.pool.query(
    'select h.name, h.id from top_ups t join holders h on h.id = t.holder_id where t.amount = 120050',
  );
  await dialog.getByLabel('Account to credit').fill(String(names[0].id));
  await dialog.getByRole('option', { name: names[0].name }).click();
  await dialog.getByText('Confirms their top-up of').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await unnamed.getByRole('button', { name: 'Match' }).click();
  await dialog.getByRole('button', { name: /^Match to .+ top-up$/ }).click();
  await unnamed.waitFor({ state: 'detached' });
  const { rows: matched } = await dashboard.server.pool.query(
    'select count(*)::int as count, min(status) as status from top_ups where amount = 120050',
  );
  expect(matched).toEqual([{ count: 1, status: 'succeeded' }]);

  await matchRecorded(page);
  await page.getByText('Sent twice: already credited').waitFor();
  await page.getByText('No reference found').waitFor();
  await expectAccessible(page);
  await look(page, 'transfers-desk');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row('Sent twice').getByRole('button', { name: 'Credit to account…' }).click();
  const again = page.getByRole('dialog');
  await again.getByText('Balance after').waitFor();
  expect(await again.locator('dd').nth(2).textContent()).toBe(String(customer.holderId));
  await again.getByRole('button', { name: /^Credit .*12/ }).click();
  await row('Sent twice').waitFor({ state: 'detached' });
  await row('Rent').getByRole('button', { name: 'Credit to account…' }).click();
  await page.getByRole('dialog').getByLabel('Account to credit').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await look(page, 'credit-desk');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row('Rent').getByRole('button', { name: 'Send back' }).click();
  await page.getByLabel('Reason').fill('Not for us');
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
  await expectAccessible(page);
  await page.getByText('Sent back', { exact: true }).click();
  await page.getByText('Reason: Not for us').waitFor();
  await page.goto(screen(member, '/operator/top-ups?status=succeeded', 'live'));
  await page.getByRole('row').nth(2).waitFor();
  await look(page, 'top-ups-desk');
  await page.getByRole('button', { name: 'Reverse' }).first().click();
  const taking = page.getByRole('dialog', { name: 'Reverse this top-up?' });
  await taking.getByLabel('Amount to reverse (EUR)').fill('5');
  await taking.getByText(/^The balance of EUR.[0-9.,]+ covers all of it: EUR.5\.00 will be deducted\.$/).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await taking.getByLabel('Reason').fill('Credited to the wrong account');
  await taking.getByRole('button', { name: 'Reverse EUR 5.00' }).click();
  await page.getByText('Reversed', { exact: true }).waitFor();
  await taking.waitFor({ state: 'detached' });
}, 120_000);

it('a person switches mails off in the profile, and by the link under one', async () => {
  const page = await dashboard.newPage(phoneInTheDark, customer);
  await page.goto('/profile');
  const payouts = page.getByRole('switch', { name: 'Payouts' });
  await payouts.waitFor();
  expect(await page.getByRole('switch', { name: 'Missing funds' }).count()).toBe(0);
  await page.getByText('When something you owe is recorded as repaid or written off', { exact: true }).waitFor();
  // Whose profile it is leads back to the account.
  await page.getByRole('link', { name: /^Home: / }).waitFor();
  await payouts.click();
  await expect.poll(() => payouts.isChecked()).toBe(false);
  await expectAccessible(page);
  await payouts.scrollIntoViewIfNeeded();
  await look(page, 'mails-phone');

  const link = { personId: customer.personId, kind: 'top_ups' } as const;
  const visitor = await dashboard.newPage(desktop);
  const token = (await dashboard.server.unsubscribeLinks.addressOf(link)).split('/').at(-1);
  await visitor.goto(`/unsubscribe/${token}`);
  await visitor.getByText(customer.email).waitFor();
  await expectAccessible(visitor);
  await look(visitor, 'unsubscribe-desk');
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await visitor.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor();
  await visitor.goto('/unsubscribe/x');
  await visitor.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await expectAccessible(visitor);
}, 120_000);

it.each([
  ['/payouts', 'All payouts'],
  ['/top-up', 'Test cards'],
])('%s says once that nothing of it could be loaded, and tries all of it again', async (path, heading) => {
  const page = await dashboard.newPage(phone, customer);
  const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'req_1' };
  await page.route(/\/api\/v1\/(payout|wallet)/, (route) => route.fulfill({ status: 500, json: { error } }));
  await page.goto(screen(customer, path));
  await page.getByText('This couldn’t be loaded').waitFor();
  await page.getByRole('heading', { name: heading }).waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(1);
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
