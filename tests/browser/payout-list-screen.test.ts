/** The list of payouts in a real browser: narrowed by state and dates, with its totals, and as a file. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm, otherIban } from '../fixtures/payouts.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { accountAt } from '../support/ledger-names.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, password, screen, type TestDashboard } from './dashboard.ts';
import { exported } from './exported.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let owner: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  const { db, server } = dashboard;
  const { holderId } = owner;
  const book = { holderId, mode: 'test' } as const;
  const { clock } = server;
  const from = accountAt({ ...book, currency: 'EUR' }, 'clearing');
  await inTransaction(db, (tx) => bringIn(tx, from, 100_000n, clock.now(holderId, 'test'), 'bank'));
  const { id } = await inTransaction(db, (tx) => addBankAccount(shell, tx, clock, holderId, bankForm()));
  const asked = { ownerHolderId: holderId, book, account: ledgerAccount.clearing, bankAccountId: id, currency: 'EUR' };
  const request = (amount: bigint) =>
    inTransaction(db, (tx) => requestPayout(memberOf(book), tx, clock, { ...asked, amount }));
  await request(2_500n);
  const canceled = await request(1_000n);
  await inTransaction(db, (tx) => cancelPayout(memberOf(book), tx, clock, holderId, canceled.id));
});

/** Of an account of its own, so that the others' totals stay. */
async function newCompanyWithFailedPayout(): Promise<Member> {
  const member = await dashboard.newMember('company');
  const { db, server } = dashboard;
  const { clock } = server;
  const book = { holderId: member.holderId, mode: 'test' } as const;
  const inEuros = (name: 'clearing' | 'commission') => accountAt({ ...book, currency: 'EUR' }, name);
  await inTransaction(db, async (tx) => {
    const now = clock.now(member.holderId, 'test');
    await bringIn(tx, inEuros('clearing'), 100_000n, now, 'bank');
    await bringIn(tx, inEuros('commission'), 5_000n, now, 'bank');
    await addBankAccount(shell, tx, clock, member.holderId, bankForm());
  });
  await payOut(member, 'failed');
  return member;
}

/** EUR 10.50 of the commission. @param bankAccountId by default the only one. */
async function payOut(
  { holderId }: Member,
  end: 'completed' | 'failed' | 'requested',
  bankAccountId?: string,
): Promise<void> {
  const { db, server } = dashboard;
  const { clock } = server;
  const book = { holderId, mode: 'test' } as const;
  await inTransaction(db, async (tx) => {
    const { id } = await requestPayout(memberOf(book), tx, clock, {
      ...{ ownerHolderId: holderId, book, account: ledgerAccount.commission, currency: 'EUR' },
      ...{ amount: 1_050n, bankAccountId },
    });
    if (end === 'requested') return;
    await approvePayout(shell, tx, clock, id);
    await sendPayout(shell, tx, clock, id);
    if (end === 'completed') await completePayout(shell, tx, clock, id);
    else await returnPayout(shell, tx, clock, id, { to: 'failed', reason: 'Account closed' });
  });
}

afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

it.each([
  ['phone', phone],
  ['desk', desktop],
])('on a %s, is narrowed by state and dates, says what was found, and exports it', async (device, options) => {
  const page = await dashboard.newPage(options, owner);
  await page.goto(screen(owner, '/payouts'));
  await page.getByText('2 payouts', { exact: true }).waitFor();
  const totals = page.getByRole('table', { name: 'Totals' });
  if (device === 'phone') await expectToFitSmallPhone(page);
  // What was canceled is in no total.
  expect((await totals.innerText()).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')).toBe('In progress EUR 25.00');

  const choose = async (name: string, label: string) => {
    const choice = page.getByRole('combobox', { name, exact: true });
    if (device === 'phone') return choice.selectOption(label);
    await choice.click();
    await page.getByRole('option', { name: label, exact: true }).click();
  };
  await page.getByText(/^Expected by /).waitFor();
  const filters = page.getByRole('button', { name: 'Filters' });
  const visible = page.getByRole('combobox').filter({ visible: true });
  if (device === 'phone') {
    // Those that are not in use wait behind the button, which says how many are.
    expect(await visible.count()).toBe(0);
    await filters.click();
    await choose('Status', 'Requested');
    await page.getByRole('button', { name: 'Filters 1', exact: true }).click();
    expect(await visible.count()).toBe(1);
    await visible.getByText('Requested').waitFor({ state: 'attached' });
    await page.getByText('1 payout', { exact: true }).waitFor();
    await expectAccessible(page);
    await filters.click();
  } else {
    expect(await filters.count()).toBe(0);
    await choose('Status', 'Requested');
  }
  await page.getByText('1 payout', { exact: true }).waitFor();
  await choose('Any time', 'Today');
  await page.getByText(/^Days in /).waitFor();
  await page.getByText('1 payout', { exact: true }).waitFor();
  await expectAccessible(page);

  const { lines } = await exported(page);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"requested"');

  await choose('Any time', 'Last month');
  await page.getByRole('heading', { name: 'No payouts match' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('2 payouts', { exact: true }).waitFor();
});

it('a payout that failed says why and what to do, and is requested again from where there is money to pay out', async () => {
  const member = await newCompanyWithFailedPayout();
  const page = await dashboard.newPage(desktop, member);
  await page.goto(screen(member, '/payouts'));
  const notice = page.getByRole('alert').filter({ hasText: /^Payout of EUR.10\.50 failed/ });
  await notice.getByText(/^•••• 3000 · /).waitFor();
  await notice.getByText('Reason: Account closed.').waitFor();
  await notice.getByRole('link', { name: 'Add a different bank account' }).waitFor();
  // No correction of an account that is closed helps.
  expect(await page.getByText('Check the account number').count()).toBe(0);
  // What stands above the list is not said again in its row, nor where all payouts come from.
  const row = page.getByRole('row', { name: /Failed/ });
  expect(await row.getByText('Reason:').count()).toBe(0);
  await row.getByText('Account closed', { exact: true }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'From' }).count()).toBe(0);
  await expectAccessible(page);
  // On a phone its two accounts share a card, which says once that nothing is paid out by itself.
  const narrow = await dashboard.newPage(phone, member);
  await narrow.goto(screen(member, '/payouts'));
  await narrow.getByText('Automatic payouts: off').waitFor();
  await narrow.getByRole('button', { name: 'Set up: Automatic payouts' }).click();
  await narrow.getByRole('menuitem', { name: 'Commission · EUR' }).click();
  await narrow
    .getByRole('dialog')
    .getByText(/Commission/)
    .first()
    .waitFor();
  await expectAccessible(narrow);
  // It would go to the same account again.
  await row.getByRole('link', { name: 'Add a bank account' }).waitFor();
  expect(await page.getByRole('link', { name: 'Request again' }).count()).toBe(0);
  await page.goto(screen(member, '/payouts/new?currency=EUR&amount=%2210.50%22'));
  await page.getByRole('heading', { name: 'Request a payout' }).waitFor();
  // Not from clearing, which has more, and from which waiting orders settle.
  expect(await page.getByRole('combobox', { name: 'From', exact: true }).inputValue()).toMatch(/^Commission/);
  expect(await page.getByLabel('Amount (EUR)').inputValue()).toBe('10.50');
  const returned = /^Payout returned .*: account closed$/;
  const warning = page.getByRole('alert').filter({ hasText: /^Payout returned/ });
  await warning.getByText('so the payout would come back. Add another.').waitFor();
  await warning.getByRole('button', { name: 'Add another bank account' }).waitFor();
  // Nothing is promised of what would come back.
  expect(await page.getByText('Expected', { exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Review payout' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to payouts' }).click();
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Bank accounts' }).click();
  await page.getByText(returned).waitFor();
  await page.getByText('•••• 3000 · Germany').waitFor();
  await expectAccessible(page);
  // The old one is removed once there is another.
  await page.getByRole('button', { name: 'Replace account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN').fill(otherIban);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Add bank account' }).click();
  await page.getByRole('heading', { name: 'Remove •••• 3000?' }).waitFor();
  // What banks may ask for is said with what to do about it; not of the one that is to be removed.
  await page.getByText('Address missing').waitFor();
  await page.getByText('Add address', { exact: true }).waitFor();

  // The last payout to the old one arrived after all, and that to the newer one came back: the old one is the usual choice.
  const { rows } = await dashboard.server.pool.query(
    'select id from bank_accounts where holder_id = $1 order by created_at',
    [member.holderId],
  );
  const [old, newer] = rows.map(({ id }) => id as string);
  await payOut(member, 'completed', old);
  await payOut(member, 'failed', newer);
  await payOut(member, 'requested', newer);
  await page.goto(screen(member, '/payouts'));
  // What waits to be sent to the one that is closed now is promised for no day, and can be canceled.
  const waiting = page.getByRole('row').filter({ hasText: 'Waiting for approval' });
  await waiting.getByText('The bank closed this account: cancel this payout and add another account.').waitFor();
  expect(await page.getByText(/^Expected by /).count()).toBe(0);
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Cancel payout' }).waitFor();
  // Its own page says the same.
  await waiting.getByRole('link').click();
  await page.getByRole('heading', { name: /^Payout of / }).waitFor();
  await page.getByText('The bank closed this account: cancel this payout and add another account.').waitFor();
  expect(await page.getByText(/^Expected by /).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel payout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payout' }).click();
  await page.getByText('Canceled', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Cancel payout' }).count()).toBe(0);
  await page.goto(screen(member, '/payouts'));
  await page.getByRole('link', { name: 'Request again' }).first().click();
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  await to.waitFor();
  await expect.poll(() => to.inputValue()).toMatch(/^•••• 3000/);
  for (const text of ['Free', 'Expected']) await page.getByText(text, { exact: true }).waitFor();
  expect(await page.getByText(returned).count()).toBe(0);
  await to.click();
  await page.getByRole('option', { name: `•••• ${otherIban.slice(-4)}` }).click();
  await page.getByText(returned).waitFor();
  // One that is to be replaced needs no address.
  await page.goto(screen(member, '/payouts/bank-accounts'));
  await page.getByRole('button', { name: 'Replace account' }).waitFor();
  expect(await page.getByText('Address missing').count()).toBe(0);
});
