/**
 * What an operator is told before and after they act: what waits in the other mode, what a dialog moves, what became of it, and where the
 * way back leads. Worked through by keyboard where it matters where the focus is.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { requestApproval } from '../../src/features/holders/request-approval.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { verificationRunJob } from '../../src/features/verification/verification-run.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { describeBusiness, makeCompany } from '../support/holders.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { focusIn } from './focus.ts';

let dashboard: TestDashboard;
let operator: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  operator = await dashboard.newMember('service');
  const { db, server } = dashboard;
  const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(db, work);
  const account = { accountHolder: 'Sluice Payments GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const rest = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
  await run((tx) => saveBankDetails(tx, { currency: 'EUR', ...account, ...rest, changedAt: new Date() }));
  const delivery = { holderId: await makeCompany(db, { name: 'Rapid Delivery' }), mode: 'live' } as const;
  const asked = { amount: 250_000n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  const { reference } = await run((tx) => requestTopUp(memberOf(delivery), tx, server.clock, delivery, asked));
  const lines = statementOf([{ amount: 248_500n, text: `${reference} for clearing` }]);
  await importStatement(shell, { db, clock: server.clock }, { source: 'bank', mode: 'live' }, lines);
  const bookshop = await makeCompany(db, { status: 'pending', name: 'Harbour Bookshop' });
  await describeBusiness(db, bookshop);
  const owner = memberOf({ holderId: bookshop, mode: 'test' }, { holderStatus: 'pending' });
  await run((tx) => requestApproval(owner, tx, bookshop, new Date()));
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

/** A page whose operator has just confirmed their second factor. */
async function openPage(path: string, mode: string, options = desktop): Promise<Page> {
  const { pool } = dashboard.server;
  await pool.query('update people set second_factor = false where id = $1', [operator.personId]);
  const page = await dashboard.newPage(options, operator);
  await pool.query('update people set second_factor = true where id = $1', [operator.personId]);
  await pool.query('update sessions set second_factor_at = now() where person_id = $1', [operator.personId]);
  await page.goto(screen(operator, path, mode));
  return page;
}

it('what waits in the other mode stands at the switch, which keeps the screen and the focus', async () => {
  const page = await openPage('/operator/top-ups', 'test');
  const live = page.getByRole('list', { name: 'Mode' }).getByRole('link', { name: 'Live 3 exceptions wait' });
  await live.waitFor();
  await expectAccessible(page);
  await live.focus();
  // As the keys of a radio button would.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  expect(new URL(page.url()).pathname).toBe(screen(operator, '/operator/top-ups'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === screen(operator, '/operator/top-ups', 'live'));
  await page.getByText('Rapid Delivery').first().waitFor();
  await focusIn(page, page.getByRole('list', { name: 'Mode' }).getByRole('link', { name: 'Live', exact: true }));
  // The page of one thing, which the other mode may not have, leads to its list.
  await page.goto(screen(operator, `/operator/accounts/${operator.holderId}`));
  await page.getByRole('list', { name: 'Mode' }).getByRole('link', { name: /^Live/ }).click();
  await page.waitForURL((url) => url.pathname === screen(operator, '/operator/accounts', 'live'));
});

it('a screen’s very name leads to it, also once an account that has the word is found', async () => {
  const page = await openPage('/operator/accounts', 'live');
  await page.getByRole('link', { name: 'Harbour Bookshop' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search for an ID, a reference').fill('books');
  const option = (name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });
  await option(/^Harbour Bookshop/).waitFor();
  const marked = page.getByRole('dialog').locator('[data-combobox-selected]');
  expect(await marked.allInnerTexts()).toEqual(['Books']);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/operator\/books$/);
});

it('what is marked in the search stays marked when more is found above it', async () => {
  const page = await openPage('/operator/accounts', 'live');
  await page.getByRole('link', { name: 'Harbour Bookshop' }).waitFor();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/operator/search?*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Search for an ID, a reference').fill('book');
  const marked = dialog.locator('[data-combobox-selected]');
  await expect.poll(() => marked.allInnerTexts()).toEqual(['Books']);
  answer();
  await dialog.getByRole('option', { name: /^Harbour Bookshop/ }).waitFor();
  expect(await marked.allInnerTexts()).toEqual(['Books']);
});

it('a verification leaves the focus where it was begun, and says what it found', async () => {
  const page = await openPage('/operator/books', 'live');
  const button = page.getByRole('button', { name: 'Verify now' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /^Full verification/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: /^Full verification/ }).press('Enter');
  await focusIn(page, button);
  await page.getByText('The verification will start in a moment').waitFor();
  const { db, pool } = dashboard.server;
  const { rows } = await pool.query('select id from verification_runs order by id desc limit 1');
  await verificationRunJob(db, () => {})({ runId: String(rows[0].id) });
  await page
    .getByRole('status')
    .filter({ hasText: /The books balance.*checks/ })
    .waitFor({ state: 'attached' });
  await focusIn(page, button);
});

it('crediting says whose top-up it is and what is missing, confirming that top-up what has arrived, and Enter alone does neither', async () => {
  const page = await openPage('', 'live');
  const row = page.locator('[data-item]', { hasText: 'Incoming transfer to review' });
  await row.waitFor();
  // By its amount and the bank's text, for who hears it.
  expect(await row.getAttribute('aria-label')).toMatch(/^Incoming transfer to review, EUR.2,485\.00, RF/);
  expect(await row.getByRole('button').first().getAttribute('aria-label')).toMatch(
    /: Incoming transfer to review, EUR.2,485\.00/,
  );
  const dialog = page.getByRole('dialog');
  await row.focus();
  await page.keyboard.press('Enter');
  await dialog
    .getByText(/Rapid Delivery’s top-up of EUR.2,500\.00, and is EUR.15\.00 less\. Crediting it closes that top-up/)
    .waitFor();
  await focusIn(page, dialog.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[data-item]', { hasText: 'Top-up to confirm' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText(/A transfer of EUR.2,485\.00 with this reference has arrived/).waitFor();
  await focusIn(page, dialog.getByRole('button', { name: 'Cancel' }));
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const { rows } = await dashboard.server.pool.query('select status from top_ups');
  expect(rows).toEqual([{ status: 'pending' }]);
});

it('an account is decided below what it is decided by, with a word about it, and the way back leads where one came from', async () => {
  const page = await openPage('', 'live');
  await page
    .locator('[data-item]', { hasText: 'Account to review' })
    .getByRole('link', { name: /^Review/ })
    .click();
  const approve = page.getByRole('button', { name: 'Approve' });
  const details = page.getByRole('region', { name: 'Business' });
  await details.waitFor();
  const [above, below] = [await details.boundingBox(), await approve.boundingBox()];
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  await expectAccessible(page);
  await approve.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Harbour Bookshop approved: it can take real money').waitFor();
  await page.getByRole('link', { name: 'Back to exceptions' }).click();
  await page.waitForURL((url) => url.pathname === screen(operator, '', 'live'));
  // Nothing is left in test mode, which says what is in live mode.
  await page.goto(screen(operator));
  await page.getByRole('heading', { name: 'All clear' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '2 exceptions wait in live mode' }).click();
  await page.waitForURL((url) => url.pathname === screen(operator, '', 'live'));
});

it('the audit log says of which mode an entry is', async () => {
  const page = await openPage('/operator/audit', 'live');
  const imported = page.getByRole('row').filter({ hasText: 'Imported a bank statement' });
  await imported.getByText('Live', { exact: true }).waitFor();
  await expectAccessible(page);
});

it('on a phone the drawer of the other screens can be closed by name', async () => {
  const page = await openPage('', 'live', phone);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('the eye of a password says what it does', async () => {
  const page = await dashboard.newPage(desktop);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await page.getByRole('button', { name: 'Hide the password' }).waitFor();
});
