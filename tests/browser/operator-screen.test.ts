/** The operator in a real browser: payouts approved by keyboard alone, and every screen in its states. */
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { newSealKey, readSealKeys } from '../../src/core/seals/seal-keys.ts';
import { insertFailedRun, insertMadeRun } from '../../src/features/backups/backup-runs.repository.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { cancelPayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { judgeProof } from '../../src/features/verification/judge-proof.ts';
import { keepResult } from '../../src/features/verification/past-books.repository.ts';
import { pastBooksJob } from '../../src/features/verification/past-books.ts';
import { verificationRunJob } from '../../src/features/verification/verification-run.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { bringIn, makeHolderOwe } from '../fixtures/money.ts';
import { bankForm, otherIban } from '../fixtures/payouts.ts';
import { memberOf, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { describeBusiness, makeCompany, makeHolder } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { exported } from './exported.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let company: bigint;
/** The second one on file. */
let bankAccountId: string;
let owner: Member;

beforeAll(async () => {
  dashboard = await openDashboard({ sealKeys: readSealKeys(newSealKey()) });
  owner = await dashboard.newMember('company');
  company = owner.holderId;
  for (const name of ['Taverna GmbH', 'Taverna Neu GmbH']) {
    const form = bankForm(name.includes('Neu') ? { accountName: name, iban: otherIban } : { accountName: name });
    const added = await run((tx) => addBankAccount(shell, tx, dashboard.server.clock, company, form));
    bankAccountId = added.id;
  }
  for (const mode of ['test', 'live'] as const) {
    const to = accountAt({ holderId: company, mode, currency: 'EUR' }, 'commission');
    await run((tx) => bringIn(tx, to, 1_000_000n, dashboard.server.clock.now(company, mode), 'bank'));
  }
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db, { byHand: ['holders'] });
  await dashboard.close();
});

const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(dashboard.db, work);

const askPayout = (amount: bigint, mode: Mode) =>
  run((tx) =>
    requestPayout(memberOf({ holderId: company, mode }), tx, dashboard.server.clock, {
      ownerHolderId: company,
      book: { holderId: company, mode },
      account: ledgerAccount.commission,
      amount,
      currency: 'EUR',
      bankAccountId,
    }),
  );

/** A page of an operator whose second factor was passed just now, or so many minutes ago. */
async function operatorPage(
  options: BrowserContextOptions,
  { role = 'administrator', minutesAgo = 0 }: { role?: Role; minutesAgo?: number } = {},
): Promise<{ page: Page; member: Member }> {
  const member = await dashboard.newMember('service', { role });
  const page = await dashboard.newPage(options, member);
  const { pool } = dashboard.server;
  await pool.query('update people set second_factor = true where id = $1', [member.personId]);
  const passed = 'update sessions set second_factor_at = now() - make_interval(mins => $1) where person_id = $2';
  await pool.query(passed, [minutesAgo, member.personId]);
  return { page, member };
}

it('payouts are approved by keyboard alone, sent, paid, and returned after that', async () => {
  for (const amount of [10_000n, 20_000n, 30_000n]) await askPayout(amount, 'test');
  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, '/operator/payouts'));
  await page.getByRole('link', { name: 'Bolt Bistro' }).first().waitFor();
  const totals = page.getByRole('table', { name: 'Totals' });
  await totals.waitFor();
  expect((await totals.innerText()).replace(/\s+/g, ' ')).toBe('To approve EUR 600.00');
  await expectAccessible(page);

  for (const key of ['j', 'x', 'j', 'x', 'a']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Approve 2 payouts?' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  // Enter alone would cancel: the dialog is read first.
  await page.keyboard.press('Control+Enter');
  await page.getByText('2 payouts approved').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Approve the payout of Bolt Bistro' }).press('Enter');
  await page.getByRole('dialog', { name: 'Approve this payout?' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'No payouts to approve' }).waitFor();

  await page.getByText('To send', { exact: true }).click();
  await page.getByRole('button', { name: 'Bank file (CSV)' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Bank file (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('payouts-test.csv');
  await createPaymentFile(page, member);
  for (const [tab, act] of [
    ['To send', 'Mark as sent'],
    ['Sent', 'Mark as completed'],
  ] as const) {
    await page.getByText(tab, { exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: act }).click();
    await page.getByRole('dialog').getByRole('button', { name: act }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  await page.getByText('Completed', { exact: true }).first().click();
  await page.locator('[data-row]').first().waitFor();
  // There is nothing to look at any more.
  await page.getByRole('columnheader', { name: 'Review' }).waitFor({ state: 'detached' });
  await page.locator('[data-row]').first().click();
  await page.getByRole('heading', { name: /^EUR.\d+\.\d\d payout to Bolt Bistro$/ }).waitFor();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByText(/ marked the EUR.* payout as completed$/).waitFor();
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
  await page.getByRole('button', { name: 'Record as returned' }).click();
  await page.getByLabel('Reason').fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('dialog').getByRole('button', { name: 'Record as returned' }).click();
  await page.getByText('must not contain an account number').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.getByLabel('Reason').fill('Account closed');
  await page.getByRole('dialog').getByRole('button', { name: 'Record as returned' }).click();
  await page.getByText(/ recorded that the bank returned the EUR.* payout$/).waitFor();
  await page.getByText('Failed', { exact: true }).first().waitFor();
  const failed = page.getByRole('alert').filter({ hasText: 'Returned by the bank: Account closed' });
  await failed.getByText('went back to the commission balance of Bolt Bistro').waitFor();
  // A page doesn't link to itself.
  expect(await page.getByRole('region', { name: 'History' }).getByRole('link').count()).toBe(0);
  await expectAccessible(page);
  await expectReturnToBeFlagged(page, member);
}, 120_000);

/** The page of a payout that came back names the next one to its account, and is where someone says that it was dealt with. */
async function expectReturnToBeDealtWith(page: Page): Promise<void> {
  await page.reload();
  const same = page
    .getByRole('alert')
    .filter({ hasText: /A payout of EUR.50\.00 to the same account waits for approval/ });
  await same.getByText('The bank says the account is closed').waitFor();
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
  await same.getByRole('link', { name: 'Open payout' }).click();
  await page.getByRole('heading', { name: /^EUR.50\.00 payout to Bolt Bistro$/ }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /^Actions for EUR.* payout to Bolt Bistro$/ }).click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await page.getByText('Assigned to you').waitFor();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByRole('dialog', { name: 'Mark this as done?' }).getByRole('button', { name: 'Mark as done' }).click();
  await page.getByText('Marked as done').waitFor();
  expect(await page.getByRole('button', { name: 'Mark as done' }).count()).toBe(0);
  await expectAccessible(page);
}

/** The next payout to the account that the last one came back from says so before it is approved, on a phone too. */
async function expectReturnToBeFlagged(page: Page, member: Member): Promise<void> {
  const next = await askPayout(5_000n, 'test');
  await expectReturnToBeDealtWith(page);
  await page.goto(screen(member, '/operator/payouts'));
  await page.getByRole('row').filter({ hasText: 'Last payout returned: account closed' }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize(phone.viewport);
  const list = page.getByRole('region', { name: 'Payouts' });
  await list.getByText('Last payout returned: account closed').waitFor();
  // The choice above says the state of all.
  expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('requested');
  expect(await list.getByText('Requested', { exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
  await list.getByRole('button', { name: 'Approve the payout of Bolt Bistro' }).click();
  await page.getByRole('dialog', { name: 'Approve this payout?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize(desktop.viewport);
  await run((tx) =>
    cancelPayout(memberOf({ holderId: company, mode: 'test' }), tx, dashboard.server.clock, company, next.id),
  );
}

/** Of all that are to be sent; the bank's report on it can't be read. */
async function createPaymentFile(page: Page, member: Member): Promise<void> {
  await page.getByRole('button', { name: 'Create payment file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create payment file' });
  await dialog.getByLabel('Format').selectOption('csv');
  await dialog
    .getByLabel('Execution date')
    .fill(dashboard.server.clock.now(company, 'test').toISOString().slice(0, 10));
  await expectAccessible(page, '[role=dialog]');
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Create payment file' }).click();
  expect((await file).suggestedFilename()).toMatch(/^payouts-test-pf\w+\.csv$/);
  await page.getByText('Payment file with 3 payments created').waitFor();

  await page.goto(screen(member, '/operator/payout-files'));
  await page.getByText('No answer yet').waitFor();
  await expectAccessible(page);
  const report = { name: 'report.xml', mimeType: 'application/xml', buffer: Buffer.from('<Document/>') };
  await page.locator('input[type=file]').setInputFiles(report);
  await page.getByRole('dialog', { name: 'What the bank said' }).getByText('not a payment status report').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.goto(screen(member, '/operator/payouts?status=approved'));
}

describe('each on one device', () => {
  it('the desk says what waits, and why a payout has to wait longer', async () => {
    const options = desktop;
    await askPayout(4_200n, 'live');
    const request = { amount: 55_000n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const book = { holderId: company, mode: 'live' } as const;
    await run((tx) => requestTopUp(memberOf(book), tx, dashboard.server.clock, book, request));
    const { page, member } = await operatorPage(options);
    await page.goto(screen(member, '', 'live'));
    const approve = page.getByRole('button', { name: /^Approve: Payout to approve/ }).first();
    await approve.waitFor();
    await expectAccessible(page);
    await approve.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Bank account changed').waitFor();
    await dialog.getByText(/Can be approved in 4[78] h/).waitFor();
    await expectAccessible(page, '[role=dialog]');

    await page.goto(screen(member, '/operator/payouts', 'live'));
    await page
      .getByText(/Can be approved in 4[78] h/)
      .first()
      .waitFor();
    await expectAccessible(page);

    await page.goto(screen(member, '/operator/top-ups', 'live'));
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    const file = await exported(page);
    expect([file.name, file.lines.length]).toEqual(['top-ups.csv', 1]);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('dialog', { name: 'Has this money arrived?' }).waitFor();
    await expectAccessible(page, '[role=dialog]');
    await page.getByRole('button', { name: /^Confirm EUR/ }).click();
    await page.getByRole('heading', { name: 'No top-ups to confirm' }).waitFor();
    await expectAccessible(page);
  });
});

it('an account is approved, refused, suspended and resumed, and its limit set', async () => {
  const pending = await makeCompany(dashboard.db, { name: 'Newcomer', status: 'pending' });
  await describeBusiness(dashboard.db, pending);
  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, '/operator/accounts?status=pending'));
  await page.getByText('Newcomer').click();
  await page.getByRole('heading', { name: 'Newcomer' }).waitFor();
  const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
  // What the decision is made by comes first, and what is empty is left out.
  expect((await headings())[0]).toBe('Business');
  for (const empty of ['Balances', 'Links']) expect(await headings()).not.toContain(empty);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expectAccessible(page, '[role=dialog]');
  await page.getByLabel('Reason').fill('The imprint is missing.');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByText(/ declined the request of .* to go live$/).waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Orders per minute').fill('120');
  await page.getByLabel('Reason').fill('A larger city');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Set the order limit').waitFor();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByLabel('Reason').fill('Fraud');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Suspended', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Lift suspension' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  const { rows } = await dashboard.server.pool.query('select status from holders where id = $1', [pending]);
  expect(rows).toEqual([{ status: 'active' }]);
});

it('a closed account is reopened, and a person who asked for it is deleted', async () => {
  const owner = await dashboard.newMember('merchant');
  await dashboard.server.pool.query(
    `update holders set status = 'closed', closed_from = 'active', closed_at = now() where id = $1`,
    [owner.holderId],
  );
  const leaver = await dashboard.newMember('customer');
  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, `/operator/accounts/${owner.holderId}`));
  await page.getByText('Closed', { exact: true }).waitFor();
  await page.getByText(/^Closed on .*\d{4}/).waitFor();
  expect(await page.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByLabel('Reason').fill('Closed by mistake');
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByText(/^Closed on/).waitFor({ state: 'detached' });

  await page.goto(screen(member, '/operator/accounts'));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(owner.email);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('A merchant has no other owner.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
  await dialog.getByLabel('Email address').fill(leaver.email);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('The account A customer will be closed').waitFor();
  await dialog.getByLabel('Reason').fill('Letter of 3 March');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Erase personal data' }).click();
  await page.getByText('The personal data was erased').waitFor();
  const { rows } = await dashboard.server.pool.query('select 1 from people where id = $1', [leaver.personId]);
  expect(rows).toEqual([]);
});

it('a shop sees what it owes and repays a part; the operator records a repayment and writes off the rest', async () => {
  const owner = await dashboard.newMember('merchant');
  const wallet = accountAt({ holderId: owner.holderId, mode: 'test', currency: 'EUR' }, 'wallet');
  await run((tx) => makeHolderOwe(tx, wallet, 5_000n, dashboard.server.clock.now(owner.holderId, 'test')));
  const shop = await dashboard.newPage(phone, owner);
  await shop.goto(screen(owner, ''));
  await shop.getByText(/^You owe EUR.50\.00$/).waitFor();
  await expectAccessible(shop);

  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, `/operator/accounts/${owner.holderId}`));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Record repayment' }).click();
  await dialog.getByLabel('Amount (EUR)').fill('20');
  await dialog.getByLabel('Reason').fill('Paid in cash');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Record repayment' }).click();
  await page.getByText(/^EUR.20\.00 repaid$/).waitFor();
  await page.getByRole('button', { name: 'Write off' }).click();
  await dialog.getByLabel('Amount (EUR)').fill('10');
  await dialog.getByLabel('Reason').fill('Too little to pursue');
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await page.getByText(/^EUR.10\.00 written off$/).waitFor();
  await page.getByRole('link', { name: 'View all payouts' }).waitFor();
  await page.getByLabel('New note').fill('Pays by the end of May');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Pays by the end of May' }).waitFor();
  await expectAccessible(page);

  await shop.reload();
  await shop.getByText(/^You owe EUR.20\.00$/).waitFor();
  await shop.getByRole('button', { name: 'Repay by bank transfer' }).click();
  await shop.getByText('You owe').waitFor({ state: 'detached' });
});

it('the proof of the books is run, and what a check found is open', async () => {
  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, '/operator/books'));
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByRole('menuitem', { name: /Full verification/ }).click();
  await page.getByText('The verification will start in a moment').waitFor();
  const { pool, db } = dashboard.server;
  const { rows } = await pool.query('select id from verification_runs order by id desc limit 1');
  await verificationRunJob(db, () => {})({ runId: String(rows[0].id) });
  await page.getByRole('heading', { name: 'The books balance' }).waitFor();
  await page
    .getByText(/^[\d,]+ rows? in [\d,]+ ms$/)
    .first()
    .waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download proof' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sluice-proof-\d{4}-\d\d-\d\d\.json$/);
  expect(judgeProof(await readFile(await download.path()), undefined)).toMatchObject({ problems: [] });

  await pool.query(`
    insert into ledger_verifications
      (kind, ok, started_at, finished_at, checks, transfer_mark, transaction_mark)
    select 'full', false, now() - interval '340 milliseconds', now(),
      checks || '[{"name": "a rule", "count": 12, "offences": [{"row": "order 7", "problem": "is short"}]}]',
      transfer_mark, transaction_mark
    from ledger_verifications order by id desc limit 1`);
  await page.reload();
  await page.getByRole('heading', { name: 'The books don’t balance' }).waitFor();
  // What failed is open, and what passed is one line for each group until it is opened.
  await page.getByText('is short').waitFor();
  await page.getByText('0.4 s', { exact: true }).first().waitFor();
  await page.getByText('and 11 more').waitFor();
  await page.getByText('0 of 1 passed').waitFor();
  const group = page.getByRole('button', { name: /^Balances and transfers[\s\S]*(\d+) of \1 passed$/ });
  expect(await page.getByText('Every book balances, and so does all money in transit').isVisible()).toBe(false);
  await group.click();
  await page.getByText('Every book balances, and so does all money in transit').waitFor();
  await expectAccessible(page);
});

it('an administrator publishes the proof of the books, and a stranger reads it on a phone', async () => {
  const { page, member } = await operatorPage(desktop);
  await runVerification(dashboard.db, { full: true });
  await page.goto(screen(member, '/operator/books'));
  await page.getByRole('button', { name: 'Publish the proof' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish the proof of the books?' });
  await dialog.getByRole('button', { name: 'Publish the proof' }).press('Enter');
  const link = page.getByRole('link', { name: /\/proof$/ });
  await link.waitFor();
  // It fails where there is no image.
  await page.getByRole('img', { name: 'Proof of the books' }).evaluate('(image) => image.decode()');
  await page.getByText(/<a href=".*\/proof"><img src=".*\/proof\/badge\.svg"/).waitFor();
  await expectAccessible(page);

  const stranger = await dashboard.newPage(phone);
  await stranger.goto(new URL('/proof', page.url()).href);
  await stranger.getByRole('heading', { name: 'The books balance' }).waitFor();
  await stranger
    .getByRole('row', { name: /Passed$/ })
    .first()
    .waitFor();
  await expectAccessible(stranger);
  await stranger.setViewportSize({ width: 320, height: 640 });
  expect(await stranger.evaluate('document.documentElement.scrollWidth')).toBe(320);
  const [download] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('link', { name: 'Download the signed proof' }).click(),
  ]);
  expect(judgeProof(await readFile(await download.path()), undefined)).toMatchObject({ problems: [] });

  await page.getByRole('button', { name: 'Stop publishing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop publishing' }).click();
  await page.getByRole('button', { name: 'Publish the proof' }).waitFor();
  await stranger.reload();
  await stranger.getByRole('heading', { name: 'The books balance' }).waitFor({ state: 'detached' });
});

it('the books as of a past day are derived by keyboard, and shown with the seal that covers them', async () => {
  const { page, member } = await operatorPage(phone);
  const { pool, db } = dashboard.server;
  await runVerification(db, { full: false });
  await pool.query('delete from past_books');
  await page.goto(screen(member, '/operator/books'));
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByText('Nobody has derived the books as of this day yet.').waitFor();
  await page.getByRole('button', { name: 'Derive balances' }).press('Enter');
  await page.getByText('Reading all transfers up to this day…').waitFor();
  // As if its job had failed.
  await pool.query(`update past_books set requested_at = requested_at - interval '61 minutes'`);
  await page.getByText('This did not finish within an hour. Derive the balances again.').waitFor();
  await page.getByRole('button', { name: 'Derive balances' }).press('Enter');
  await page.getByText('Reading all transfers up to this day…').waitFor();
  await pastBooksJob(db)({ day });
  await page.getByText('There were no transfers in this mode.').waitFor();
  await expectAccessible(page);

  const seal = {
    number: 7,
    sealedAt: `${day}T23:59:00.000Z`,
    hash: '3f'.repeat(32),
    compared: 12,
    count: 0,
    offences: [],
  };
  const balances = ['test', 'live'].flatMap((mode) => [
    { mode, currency: 'EUR', kind: 'commission', balance: '123450' },
    { mode, currency: 'EUR', kind: 'outside', balance: '-123450' },
  ]);
  const keep = (of: object) => keepResult(db, day, { transfers: 12, balances, unsealed: 3, seal, ...of } as never);
  await keep({});
  await page.reload();
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByText('12 sealed transfers are unchanged, up to seal 7.').waitFor();
  await page.getByText('3 transfers are not sealed yet.').waitFor();
  await page.getByRole('row', { name: /^Banks and providers −EUR.1,234\.50$/ }).waitFor();
  await expectAccessible(page);

  await keep({ seal: { ...seal, count: 1, offences: [{ row: 'transfer 58', problem: 'is gone' }] } });
  await page.reload();
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByText('1 difference from what was sealed, up to seal 7').waitFor();
  await page.getByText('is gone').waitFor();
  await expectAccessible(page);
});

it('health, late captures and the audit log are shown', async () => {
  const { page, member } = await operatorPage(desktop);
  for (const [path, heading] of [
    ['health', 'Versions'],
    ['late-captures', 'No late captures to return'],
    ['audit', 'Audit log'],
  ]) {
    await page.goto(screen(member, `/operator/${path}`));
    await page.getByRole('heading', { name: heading as string }).waitFor();
    await expectAccessible(page);
  }
  // Entries stand under their day, which no row repeats.
  const heading = page.locator('th[scope=colgroup]').first();
  expect(await heading.innerText()).toMatch(/^\w+day\b/);
  expect(await page.getByRole('row').nth(2).locator('time').innerText()).toMatch(/^\d{1,2}:\d{2}$/);
  await page.getByRole('searchbox', { name: 'Search by person, ID or request' }).fill('nobody at all');
  await page.getByRole('heading', { name: 'No entries match' }).waitFor();
  const { page: handset } = await operatorPage(phone);
  const asked = handset.waitForRequest(/\/operator\/audit-log\?/);
  await handset.goto(screen(member, '/operator/audit'));
  expect((await asked).url()).toContain('limit=25');
});

it('health says when the last backup was made, and why one failed after it', async () => {
  const { page, member } = await operatorPage(phone);
  const backups = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Backups' }) });
  await page.goto(screen(member, '/operator/health'));
  await backups.getByText('No backups').waitFor();
  const summary = page.getByRole('alert').filter({ hasText: 'attention' });
  expect(await summary.innerText()).toContain('Backups');
  const old = new Date(Date.now() - 37 * 3_600_000);
  const earlier = {
    startedAt: old,
    finishedAt: old,
    place: '/backups/sluice',
    name: '20310301T023000Z',
    bytes: 4_200_000,
  };
  await insertMadeRun(dashboard.db, earlier);
  await page.reload();
  await backups.getByText('Older than 36 hours').waitFor();
  const run = { startedAt: new Date('2031-03-05T02:30:00Z'), finishedAt: new Date('2031-03-05T02:30:09Z') };
  await insertMadeRun(dashboard.db, { ...run, place: '/backups/sluice', name: '20310305T023000Z', bytes: 4_200_000 });
  await page.reload();
  await backups.getByText('Up to date').waitFor();
  expect(await page.getByRole('alert').innerText()).not.toContain('Backups');
  expect(await backups.innerText()).toMatch(/5\sMar\s2031[\s\S]*\/backups\/sluice$/);
  await expectAccessible(page);
  for (const error of ['The disk is full.', 'The bucket does not answer.']) {
    await insertFailedRun(dashboard.db, { ...run, place: '/backups/sluice', error });
  }
  await page.reload();
  await backups.getByText('The last 2 failed').waitFor();
  expect(await backups.innerText()).toMatch(/The bucket does not answer\.\s+5\sMar\s2031/);
  await expectAccessible(page);
});

it('what a provider charges is set, and the margin of the month is what it leaves of the fees', async () => {
  const { db, server } = dashboard;
  const shop = await makeHolder(db, 'merchant', 'Corner Shop');
  await makeFee(db, { holderId: shop, basisPoints: 290 });
  const book = { holderId: shop, mode: 'test' } as const;
  const { id } = await createPaymentCreator({ db, clock: server.clock }).create(shopKey(book), book, 'api', {
    amount: 10_000n,
    currency: 'CHF',
    returnUrl: 'https://shop.test/thanks',
    cancelUrl: null,
    custom: null,
    webhookUrl: null,
    orderId: null,
  });
  await payByCard(simulatedPayDeps(db, server.clock), { holderId: shop, id });
  const { page, member } = await operatorPage(phone);
  await page.goto(screen(member, '/operator/margins'));
  await page.getByText(/ no provider cost/).waitFor();
  // Of no payment is a cost known.
  expect(await page.getByRole('region', { name: 'By currency' }).innerText()).toContain('–');
  await page.getByRole('alert').getByRole('button', { name: 'Set cost' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a provider cost' });
  await dialog.getByLabel('Provider').selectOption('simulator');
  await dialog.getByLabel('Fixed fee').fill('0.25');
  await dialog.getByLabel('Rate (%)').fill('1.4');
  await dialog.getByLabel('Applies from').fill('2020-01-01T00:00');
  await dialog.getByLabel('Reason').fill('Its price list');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose a currency for the fixed fee.').waitFor();
  await dialog.getByLabel('Currency').fill('CHF');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1.4% + CHF 0.25').waitFor();
  // 2.90 less 1.40 and 0.25.
  await page.getByText('+CHF 1.25').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End the cost of Simulator: All payments in CHF' }).click();
  const end = page.getByRole('dialog', { name: 'End the cost: Simulator: All payments in CHF' });
  await end.getByLabel('Reason').fill('Another price list');
  await end.getByRole('button', { name: 'End' }).click();
  await page.getByText('No costs are set.').waitFor();
});

it('a second factor that is not fresh is asked for, and without it nothing is done', async () => {
  await askPayout(700n, 'test');
  const { page, member } = await operatorPage(desktop, { minutesAgo: 11 });
  await page.goto(screen(member, '/operator/payouts'));
  await page.locator('[data-row]').first().waitFor();
  for (const key of ['j', 'a']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Approve this payout?' }).getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText('This needs a code').waitFor();
  await expectAccessible(page, '[role=dialog]');
});

it('a lost second factor is reset by two administrators, and called off', async () => {
  const { db, server } = dashboard;
  const lost = await dashboard.newMember('customer');
  await server.pool.query('update people set second_factor = true where id = $1', [lost.personId]);
  const asking = await operatorPage(phone);
  const agreeing = await operatorPage(desktop);
  await asking.page.goto(screen(asking.member, '/operator/second-factors'));
  await asking.page.getByRole('heading', { name: 'No pending resets' }).waitFor();
  await asking.page.getByRole('button', { name: 'Request reset' }).click();
  const dialog = asking.page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill('nobody@example.com');
  await dialog.getByLabel('Reason').fill('Phone stolen; called back');
  await dialog.getByRole('button', { name: 'Request reset' }).click();
  await expect.poll(() => dialog.getByLabel('Email address').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Email address').fill(lost.email);
  await dialog.getByRole('button', { name: 'Request reset' }).click();
  await asking.page.getByText('Needs a second administrator').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await asking.page.getByRole('button', { name: 'Agree' }).count()).toBe(0);
  await expectAccessible(asking.page);

  const { page, member } = agreeing;
  await page.goto(screen(member, '/operator/second-factors'));
  await page.getByText('Phone stolen; called back').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Agree' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).click();
  await page.getByText('Agreed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel reset' }).click();
  await page.getByRole('heading', { name: 'No pending resets' }).waitFor();
  expect(await db.selectFrom('secondFactorResets').selectAll().execute()).toEqual([]);
});

it('who may only look is offered nothing to do, and nobody else gets to these screens', async () => {
  const { page, member } = await operatorPage(desktop, { role: 'viewer' });
  await page.goto(screen(member, '/operator/payouts'));
  await page.locator('[data-row]').first().waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.goto(screen(member, '/operator/reconciliation/import'));
  await page.getByRole('heading', { name: 'Your role doesn’t allow this' }).waitFor();
  await expectAccessible(page);
  const stranger = await dashboard.newPage(desktop, owner);
  await stranger.goto(screen(owner, '/operator/payouts'));
  await stranger.getByRole('heading', { name: 'This page isn’t available in this account' }).waitFor();
  await stranger.goto(screen(owner, '/settings/audit'));
  await stranger
    .getByText(/^Requested the EUR.\d+\.\d\d payout$/)
    .first()
    .waitFor();
  await expectAccessible(stranger);
  const approved = stranger.getByRole('row', { name: /The operator Approved the EUR/ }).first();
  // From the noun on.
  expect(await approved.getByRole('link', { name: /^EUR.\d+\.\d\d payout$/ }).getAttribute('href')).toMatch(
    /\/traces\/payout[^/]+$/,
  );
  await stranger.getByRole('combobox', { name: 'Item' }).click();
  await stranger.getByRole('option', { name: 'Payees' }).click();
  await stranger.waitForURL(/object_kind=link/);
  await stranger.goto(screen(owner, `/settings/audit?actor_id=${owner.personId}`));
  await stranger.getByRole('heading', { name: 'Audit log' }).waitFor();
  await expect.poll(() => stranger.getByText(/^The operator/).count()).toBe(0);
});
