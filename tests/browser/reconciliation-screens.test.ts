/** Statements and disputes of the operator in a real browser: a file becomes matched lines, and a dispute its facts. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { setPaymentFee } from '../../src/features/payments/fees/set-payment-fee.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { statementFileJobs } from '../../src/features/statement-files/statement-files.jobs.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { asCamt053 } from '../fixtures/bank-statements.ts';
import { idleProvider } from '../fixtures/idle-provider.ts';
import { makeHolderOwe } from '../fixtures/money.ts';
import { csvOf, readNamed } from '../fixtures/reconciliation.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { drainJobs } from '../support/drain-jobs.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let topUpIds: string[];
let disputeId: string;
/** Owes after a chargeback. */
let debtorId: bigint;

beforeAll(async () => {
  const mollie = idleProvider('mollie', { methods: ['card', 'onlinewallet'] });
  dashboard = await openDashboard({ providers: [idleProvider('stripe'), mollie] });
  const { clock } = dashboard.server;
  const book = { holderId: await makeCompany(dashboard.db), mode: 'test' } as const;
  const terms = { amount: 1_250n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  topUpIds = [];
  for (let n = 0; n < 2; n += 1) {
    topUpIds.push((await run((tx) => requestTopUp(shell, tx, clock, book, terms))).id);
  }
  const shop = await makeHolder(dashboard.db, 'merchant');
  debtorId = shop;
  const wallet = accountAt({ holderId: shop, mode: 'test', currency: 'EUR' }, 'wallet');
  await run((tx) => makeHolderOwe(tx, wallet, 4_200n, clock.now(shop, 'test')));
  await dashboard.server.pool.query(
    `update disputes set status = 'needs_response', reason = 'product_not_received',
       evidence_due_at = now() + interval '3 days'`,
  );
  disputeId = (await dashboard.server.pool.query('select id from disputes')).rows[0].id;
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await dashboard.close();
});

const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(dashboard.db, work);

async function operatorPage(
  options: BrowserContextOptions,
  role: Role = 'administrator',
): Promise<{ page: Page; member: Member }> {
  const member = await dashboard.newMember('service', { role });
  const page = await dashboard.newPage(options, member);
  await dashboard.server.pool.query('update people set second_factor = true where id = $1', [member.personId]);
  return { page, member };
}

const passSecondFactor = ({ personId }: Member) =>
  dashboard.server.pool.query('update sessions set second_factor_at = now() where person_id = $1', [personId]);

const nameOf = async ({ personId }: Member): Promise<string> =>
  (await dashboard.server.pool.query('select name from people where id = $1', [personId])).rows[0].name;

const fileOf = (text: string) => ({ name: 'umsatz.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

/** Does what the screen waits for. */
async function readFiles(file: Locator, what = 'Reading'): Promise<void> {
  await file.getByRole('status').filter({ hasText: what }).waitFor();
  const { db, server } = dashboard;
  expect(
    await drainJobs(server.database, statementFileJobs({ db, clock: server.clock, liveProviders: () => [] })),
  ).toEqual([]);
}

it('a statement is asked about, imported, matched by hand and taken back, on a phone', async () => {
  const { page, member } = await operatorPage(phone);
  await page.goto(screen(member, '/operator/reconciliation'));
  await page.getByRole('heading', { name: 'Every line is matched' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Import statement' }).click();
  await page.getByRole('heading', { name: 'Import statements' }).waitFor();
  // A phone has nothing to drop.
  await page.getByText('Bank statement files').waitFor();
  expect(await page.getByText('Drop statements here').count()).toBe(0);

  const rows = [`12,50;SEPA ${topUpIds[0]}`, '12,50;Gutschrift Müller', '-7,77;Kontoführung'];
  const text = `Buchungstag;Betrag;Verwendungszweck\n${rows.map((row) => `01/03/2031;${row}\n`).join('')}`;
  const file = page.locator('input[type=file]');
  await file.setInputFiles([fileOf('%PDF-1.7'), { ...fileOf(text), name: 'umsatz-2.csv' }]);
  const first = page.getByRole('region', { name: 'umsatz.csv', exact: true });
  await readFiles(first);
  await first.getByText('The file is a PDF. Download the statement as camt.053, MT940 or CSV.').waitFor();
  await expectAccessible(page);

  const second = page.getByRole('region', { name: 'umsatz-2.csv' });
  await readFiles(second);
  await second.getByRole('radiogroup', { name: 'Which day is "01/03/2031"?' }).waitFor();
  await expectAccessible(page);
  await second.getByLabel('1 March 2031: the day comes first').check();
  await second.getByLabel('The file names no currency. Which one is it in?').fill('eur');
  await second.getByRole('button', { name: 'Continue' }).click();
  await readFiles(second);
  await second.getByRole('cell', { name: 'Gutschrift Müller' }).or(second.getByText('Gutschrift Müller')).waitFor();
  await expectAccessible(page);
  await second.getByLabel('Remember how this file is read as').fill('My bank');
  await second.getByRole('button', { name: 'Import 3 entries' }).click();
  await readFiles(second, 'Importing');
  await page.getByRole('region', { name: 'Profiles' }).getByText('My bank').waitFor();
  await expectAccessible(page);
  await second.getByRole('link', { name: 'Show lines' }).click();

  const line = page.getByRole('listitem').filter({ hasText: 'Gutschrift Müller' });
  await line.getByText('Same amount, no reference').waitFor();
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Add a note' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Asked Ms Müller');
  await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click();
  await line.getByText('Asked Ms Müller').waitFor();
  await line.getByRole('button', { name: 'Choose transfers' }).click();
  const picking = page.getByRole('dialog');
  await picking.getByText('Nothing chosen').waitFor();
  expect(await picking.getByRole('button', { name: 'Match', exact: true }).isDisabled()).toBe(true);
  await picking.getByRole('checkbox').first().check();
  await picking.getByText('1 transfer chosen').waitFor();
  await expectAccessible(page);
  await picking.getByRole('button', { name: 'Match', exact: true }).click();
  await line.waitFor({ state: 'detached' });

  // On a phone whose lines and which of them are chosen behind one button.
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Matched');
  await expectAccessible(page);
  await line.getByText('Matched manually').waitFor();
  await line.getByRole('button', { name: 'Undo match' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo match' }).click();
  await line.waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Open');
  await page.getByText('2 open lines').waitFor();
  await page.getByText(/^Net .EUR.4\.73$/).waitFor();
  const charge = page.getByRole('listitem').filter({ hasText: 'Kontoführung' });
  await charge.getByRole('button', { name: 'Book as…' }).click();
  const booking = page.getByRole('dialog');
  await booking.getByRole('radio', { name: 'Bank charge' }).and(page.locator(':checked')).waitFor();
  await expectAccessible(page);
  await booking.getByRole('radio', { name: 'Set aside' }).check();
  await booking.getByRole('button', { name: 'Book' }).click();
  await booking.getByText('Say why it is set aside.').waitFor();
  await booking.getByRole('radio', { name: 'Bank charge' }).check();
  await booking.getByRole('button', { name: 'Book' }).click();
  await charge.waitFor({ state: 'detached' });
  const { rows: lines } = await dashboard.server.pool.query(
    `select reference, matched_amount = amount as matched, exists (
       select from statement_matches where line_id = l.id and by_hand) as by_hand, rules_off
     from statement_lines l order by line_number`,
  );
  expect(lines.map(({ reference, ...state }) => [reference.slice(0, 4), ...Object.values(state)])).toEqual([
    ['SEPA', true, false, false],
    ['Guts', false, false, false],
    ['Kont', true, true, false],
  ]);
  await expectBooksToHold(dashboard.db);
});

it('a person says which way the money of a line went, and that a line came before', async () => {
  const bank = async (fileName: string, text: string) => {
    const read = await readNamed(text);
    const { db, server } = dashboard;
    const file = { ...read, account: 'DE89', fileName };
    await importStatement(shell, { db, clock: server.clock }, { source: 'bank', mode: 'test' }, file);
  };
  await bank('sign.csv', 'date,Kant,amount,currency,text\n2031-05-01,Af,71.00,EUR,Insurance\n');
  await bank(
    'morning.csv',
    csvOf(
      [
        ['-33.00', 'Rent'],
        ['-2.00', 'Stamps'],
      ],
      '2031-06-01',
    ),
  );
  await bank(
    'evening.csv',
    csvOf(
      [
        ['-33.00', 'Rent'],
        ['-3.00', 'Coffee'],
      ],
      '2031-06-01',
    ),
  );
  const { page, member } = await operatorPage(phone);
  await page.goto(screen(member, '/operator/reconciliation'));
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await line('Insurance').getByRole('button', { name: 'Money in' }).waitFor();
  const twin = line('An earlier statement has a line like this.');
  await twin.getByText('morning.csv, line 2').waitFor();
  await expectAccessible(page);
  await line('Insurance').getByRole('button', { name: 'Money out' }).click();
  await line('Insurance').getByText('Set manually: money out').waitFor();
  await twin.getByRole('button', { name: 'Same transfer' }).click();
  await twin.waitFor({ state: 'detached' });
  const { rows } = await dashboard.server.pool.query(
    `select reference, amount::int, direction, duplicate from statement_lines
     where reference = 'Insurance' or duplicate is not null order by reference`,
  );
  expect(rows).toEqual([
    { reference: 'Insurance', amount: -7_100, direction: 'out', duplicate: null },
    { reference: 'Rent', amount: -3_300, direction: 'read', duplicate: 'same' },
  ]);

  await bank('recall.csv', csvOf([['-12.50', `Recall ${topUpIds[0]}`]], '2031-06-02'));
  await passSecondFactor(member);
  await page.reload();
  const recall = line('Recall top_');
  await recall.getByText(/^Takes back the top-up of EUR.12\.50 of /).waitFor();
  await recall.getByRole('button', { name: 'Reverse top-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse this top-up?' });
  await dialog.getByText(/^The balance of EUR.25\.00 covers all of it: EUR.12\.50 will be deducted\.$/).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Reason').fill('Recalled by the bank');
  await dialog.getByRole('button', { name: /^Reverse EUR/ }).click();
  await recall.waitFor({ state: 'detached' });
  await expectBooksToHold(dashboard.db);
});

it('statements, acquirers’ payouts and the report are shown, and a payout is recorded', async () => {
  const { page, member } = await operatorPage({ ...desktop, colorScheme: 'dark' });
  const base = '/operator/reconciliation';
  await page.goto(screen(member, `${base}/acquirer-payouts`));
  await page.getByRole('heading', { name: 'No acquirer payouts yet' }).waitFor();
  await page.getByRole('button', { name: 'Record payout' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Record an acquirer payout' });
  await dialog.getByLabel('Reference').fill('STL-7');
  await dialog.getByLabel('Settled amount').fill('100');
  await dialog.getByLabel('Fee').fill('100');
  await dialog.getByLabel('Currency').fill('eur');
  await dialog.getByRole('button', { name: 'Record payout' }).click();
  await dialog.getByText('This must be 0 or more, and less than the amount.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Fee').fill('1.40');
  await dialog.getByRole('button', { name: 'Record payout' }).click();
  await page.getByText('Not received yet').waitFor();
  await expectAccessible(page);
  for (const [path, text] of [
    ['statements', 'umsatz-2.csv'],
    ['report', 'Transfers not on a statement'],
  ]) {
    await page.goto(screen(member, `${base}/${path}`));
    await page.getByText(text as string).waitFor();
    await expectAccessible(page);
  }
  // A month is closed where nothing of it is open.
  const months = await page.getByRole('group', { name: 'Open and closed months' }).getByRole('row').allInnerTexts();
  const [, ...shown] = months.map((row) => row.split('\t').map((cell) => cell.trim()));
  expect(shown.map(([, , open]) => open)).toContainEqual(expect.stringMatching(/^[1-9]/));
  expect(shown.map((cells) => cells.includes('Close month'))).toEqual(shown.map(([, , open]) => open === '0'));
  expect(shown.map((cells) => cells.some((cell) => /^Review \d+ lines?$/.test(cell)))).toEqual(
    shown.map(([, , open]) => open !== '0'),
  );
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
  await page
    .getByRole('link', { name: /^Review \d+ lines?$/ })
    .first()
    .click();
  await page.getByRole('list', { name: 'Lines' }).waitFor();
  await page.goto(screen(member, `${base}/rules`));
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('dialog', { name: 'Add rule' }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(screen(member, `${base}/statements`));
  await page
    .getByText(/^3 lines · \d matched$/)
    .first()
    .waitFor();
  await page.getByText(/^\d+ statements?$/).waitFor();
  await expectBooksToHold(dashboard.db);
});

it('a dispute is opened from the inbox, with what was taken from whom', async () => {
  const { page, member } = await operatorPage(phone);
  await page.goto(screen(member));
  await page.getByRole('link', { name: /^Disputes to answer\s*1\s*Respond by/ }).click();
  await page.getByText('Needs response', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByText('Needs response', { exact: true }).click();
  await page.getByRole('heading', { name: /disputed at/ }).waitFor();
  await page.getByText('Dispute: advanced by the service').first().waitFor();
  await page.getByText('Not delivered').waitFor();
  const banner = page.getByRole('alert').filter({ hasText: 'must respond by' });
  await banner.getByText('Without evidence, the money is lost.').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Next steps');
  await page.getByRole('link', { name: 'Follow the money', exact: true }).click();
  await page.getByRole('heading', { name: /^Follow the money: dispute /, level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Back to dispute' }).click();
  await page.getByRole('heading', { name: /disputed at/ }).waitFor();
  // No tooltip of what lies under the last tap.
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check with provider' }).click();
  await page.getByText('Asking the provider.').waitFor();
});

it('who may only look is offered nothing to do', async () => {
  const { page, member } = await operatorPage(desktop, 'viewer');
  await page.goto(screen(member, '/operator/reconciliation'));
  await page.getByText('Gutschrift Müller').waitFor();
  for (const name of ['Import statement', 'Match again', 'Match', 'Add a note']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await page.goto(screen(member, `/operator/disputes/${disputeId}`));
  await page.getByText('Not delivered').waitFor();
  expect(await page.getByRole('button', { name: 'Check with provider' }).count()).toBe(0);
});

it('a payout rule is changed, and four eyes is switched on by one of two administrators', async () => {
  await dashboard.newMember('service');
  const { page, member } = await operatorPage(phone);
  await passSecondFactor(member);
  const own = { method: null, currency: null, fee: { basisPoints: 140, fixed: 0n }, effectiveFrom: null };
  await run((tx) => setPaymentFee(shell, tx, { ...own, holderId: debtorId }, 'Agreed'));
  await page.goto(screen(member, '/operator/limits'));
  await page.getByText('Payouts are free and have no limit.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Currency').fill('eur');
  await dialog.getByLabel('Fee').fill('2');
  await dialog.getByLabel('Minimum').fill('2');
  await dialog.getByLabel('Reason').fill('Agreed with the bank');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('must be more than the fee').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Minimum').fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Reason: Agreed with the bank').waitFor();

  const fees = page.getByRole('region', { name: 'Payment fees' });
  await fees.getByText('Payments are free, except for accounts with fees of their own.').waitFor();
  await fees.getByText(/^1 account has fees of its own: /).waitFor();
  expect(await fees.getByRole('link').getAttribute('href')).toBe(screen(member, `/operator/accounts/${debtorId}`));
  await fees.getByRole('button', { name: 'Set fee' }).click();
  await dialog.getByLabel('Payment method').selectOption('Card');
  await dialog.getByLabel('Rate (%)').fill('2.755');
  await dialog.getByLabel('Fixed fee').fill('0.25');
  await dialog.getByLabel('Reason').fill('Agreed with the acquirer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a rate from 0 to 100 with at most two decimals.').waitFor();
  await dialog.getByText('Choose a currency for the fixed fee.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Rate (%)').fill('2.75');
  await dialog.getByLabel('Currency').fill('chf');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await fees.getByText('Card payments in CHF').waitFor();
  await fees.getByText('2.75% + CHF 0.25').waitFor();
  await fees.getByRole('button', { name: 'End the fee for Card payments in CHF' }).click();
  await dialog.getByLabel('Applies from').fill('2099-01-01T00:00');
  await dialog.getByLabel('Reason').fill('Only until then');
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await fees.getByText(/: Card payments in CHF, this fee ends$/).waitFor();

  const providers = page.getByRole('region', { name: 'Payment providers' });
  await providers.getByText('No order is set: they are asked as listed here.').waitFor();
  await providers.getByRole('button', { name: 'Set order' }).click();
  await dialog.getByLabel('Currency').fill('chf');
  await dialog.getByLabel('Reason').fill('Cheaper there');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one provider.').waitFor();
  await dialog.getByLabel('Providers').press('ArrowDown');
  for (const name of ['Mollie', 'Stripe']) await page.getByRole('option', { name }).click();
  await dialog.getByLabel('Reason').focus();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await providers.getByText('All payments in CHF').waitFor();
  await providers.getByText('Mollie, then Stripe').waitFor();
  await expectAccessible(page);
  await providers.getByRole('button', { name: 'End the order for All payments in CHF' }).click();
  await dialog.getByLabel('Reason').fill('Not any more');
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await providers.getByText('No order is set: they are asked as listed here.').waitFor();

  // What applies without a limit is said, and follows four eyes.
  const alone = 'one person alone can write off any amount and reverse any top-up.';
  await page.getByText(`No limit is set: ${alone}`).waitFor();
  await page.getByText('Off: one person alone can move money.').waitFor();
  await page.getByRole('button', { name: 'Set limit' }).click();
  await dialog.getByLabel('Currency').fill('eur');
  await dialog.getByLabel('Amount').fill('0');
  await dialog.getByLabel('Reason').fill('Agreed by the board');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Set by ${await nameOf(member)}`).waitFor();
  await page.getByText(`In other currencies, ${alone}`).waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText(/^In other currencies, four-eyes approval asks for a second person/).waitFor();
  await page.getByRole('button', { name: 'Ask to turn off' }).click();
  await dialog.getByRole('button', { name: 'Ask to turn off' }).click();
  await page.getByText('You asked to turn it off.').waitFor();
  expect(await page.getByRole('button', { name: 'Agree and turn off' }).count()).toBe(0);
  await expectAccessible(page);
});

it('a write-off takes two people: requested, found at the desk, and approved or declined', async () => {
  const { page, member } = await operatorPage(desktop);
  const colleague = await operatorPage(desktop);
  for (const one of [member, colleague.member]) await passSecondFactor(one);
  const account = screen(member, `/operator/accounts/${debtorId}`);
  const dialog = page.getByRole('dialog');
  const request = async (amount: string) => {
    await page.getByRole('button', { name: 'Write off' }).click();
    await dialog.getByLabel('Amount (EUR)').fill(amount);
    await dialog.getByLabel('Reason').fill('The shop has closed');
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await page.getByText(`Write-off of EUR ${amount} requested`).waitFor();
  };
  await page.goto(account);
  await request('12.00');
  await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  await expectAccessible(page);

  await colleague.page.goto(screen(colleague.member));
  const approve = colleague.page.getByRole('button', { name: /^Approve: Write-off to approve/ });
  await approve.waitFor();
  await expectAccessible(colleague.page);
  await approve.click();
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await approve.waitFor({ state: 'detached' });
  await colleague.page.goto(account);
  await colleague.page.getByText('EUR 12.00 written off').waitFor();

  await page.goto(account);
  await request('5.00');
  await colleague.page.goto(account);
  await colleague.page.getByRole('button', { name: 'Decline' }).click();
  await colleague.page.getByText('Write-off of EUR 5.00 declined').waitFor();
  await expectBooksToHold(dashboard.db);
});

it('a camt.053 file needs no columns: it is read as what it is, and of one account', async () => {
  const { page, member } = await operatorPage(desktop);
  await page.goto(screen(member, '/operator/reconciliation/import'));
  const movement = {
    bookedOn: '2031-03-04',
    valueOn: '2031-03-05',
    reverses: false,
    account: 'DE02120300000000202051',
  };
  const written = {
    account: 'DE89370400440532013000',
    number: '12',
    opening: 0n,
    on: '2031-03-04',
    movements: [
      { ...movement, amount: 4_200n, name: 'Erika Beispiel', endToEndId: 'E-1', text: 'Camt line' },
      { ...movement, amount: 300n, name: 'Max Muster', endToEndId: 'E-2', text: 'Wages' },
    ],
  };
  const file = page.locator('input[type=file]');
  const second = '<TxDtls><RmtInf><Ustrd>Bonus</Ustrd></RmtInf></TxDtls>';
  const xml = asCamt053(written, '08').replace('<TxDtls><Refs><EndToEndId>E-2', `${second}$&`);
  const fileOf = (text: string) => ({ name: 'march.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
  await file.setInputFiles([fileOf(xml.replace('>42.00<', '>42.0.0<')), fileOf(xml)]);
  const broken = page.getByRole('region', { name: 'march.xml', exact: true });
  const sound = page.getByRole('region', { name: 'march.xml (2)', exact: true });
  await readFiles(broken);
  await broken
    .getByRole('alert')
    .getByText(/^Line \d+: /)
    .first()
    .waitFor();
  await readFiles(sound);
  await sound.getByText('Read as camt.053, account DE89370400440532013000').waitFor();
  await sound.getByRole('cell', { name: /Camt line/ }).waitFor();
  await expectAccessible(page);

  // Closed in between, and opened again.
  await page.reload();
  const unfinished = page.getByRole('region', { name: 'Not imported yet' });
  await unfinished.getByText('march.xml').waitFor();
  await expectAccessible(page);
  await unfinished.getByRole('button', { name: 'Continue' }).click();
  await unfinished.waitFor({ state: 'detached' });
  const continued = page.getByRole('region', { name: 'march.xml', exact: true });
  await continued.getByRole('button', { name: 'Import 2 entries' }).click();
  await readFiles(continued, 'Importing');
  await continued.getByRole('link', { name: 'Show lines' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Camt line' });
  await line.getByText('Erika Beispiel', { exact: true }).waitFor();
  await line.getByText('value date 5 Mar 2031').waitFor();
  await page.getByRole('button', { name: '2 payments' }).click();
  await page
    .getByRole('dialog')
    .getByRole('cell', { name: /^Max Muster/ })
    .waitFor();
  await expectAccessible(page, '[role=dialog]');

  await page.goto(screen(member, '/operator/reconciliation/report'));
  const balance = page.getByRole('list', { name: 'Bank balance' });
  await balance.getByText('Missing statements').waitFor();
  await page.getByRole('cell', { name: 'March 2031' }).waitFor();
  const widths = () =>
    balance.evaluate((list) => {
      const { scrollWidth, clientWidth } = list as unknown as { scrollWidth: number; clientWidth: number };
      return [scrollWidth, clientWidth];
    });
  for (const viewport of [desktop.viewport, phone.viewport]) {
    await page.setViewportSize(viewport);
    const [needed = 0, given = 0] = await widths();
    expect(needed).toBeLessThanOrEqual(given);
  }
  await expectBooksToHold(dashboard.db);
});

it('a transfer that names nobody is credited to an account found by name, after it is shown', async () => {
  const company = await makeHolder(dashboard.db, 'company', 'Lindqvist Deliveries');
  const customer = await makeHolder(dashboard.db, 'customer', 'Jonas Lindqvist');
  const { page, member } = await operatorPage({ ...desktop, colorScheme: 'dark' });
  const { pool } = dashboard.server;
  await pool.query('update sessions set second_factor_at = now() where person_id = $1', [member.personId]);
  await page.goto(screen(member, '/operator/transfers'));
  const credit = page.getByRole('row').filter({ hasText: 'Gutschrift Müller' }).getByRole('button', { name: 'Match' });
  await credit.click();
  // A top-up of this amount is in the books already; it is of someone else.
  await page.getByRole('dialog').getByRole('button', { name: 'Credit another account' }).click();
  const dialog = page.getByRole('dialog', { name: /^Credit EUR.12\.50\?$/ });
  const account = dialog.getByLabel('Account to credit');
  await account.fill('nobody of this name');
  await dialog.getByText('No company or customer that can be credited matches').waitFor();
  await account.fill('lindqvist');
  await dialog.getByRole('option', { name: 'Lindqvist Deliveries' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  // The first is chosen already; the next one is the company.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const shown = async (): Promise<string[]> =>
    (await dialog.locator('dd').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
  await dialog.getByText('Balance now').waitFor();
  expect(await shown()).toEqual([
    'Lindqvist Deliveries',
    'Company',
    String(company),
    'Clearing (EUR)',
    'EUR 0.00',
    'EUR 12.50',
  ]);
  await dialog.getByText('This can’t be undone.').waitFor();
  await expectAccessible(page, '[role=dialog]');

  // Whatever is typed afterwards takes the choice back.
  await account.fill(String(customer));
  expect(await dialog.getByRole('button', { name: /^Credit EUR.12\.50$/ }).isDisabled()).toBe(true);
  await dialog.getByRole('option', { name: 'Jonas Lindqvist' }).click();
  expect((await shown()).slice(0, 4)).toEqual(['Jonas Lindqvist', 'Personal wallet', String(customer), 'Wallet (EUR)']);
  await pool.query(`update holders set name = 'Jonas Berg' where id = $1`, [customer]);
  const confirm = dialog.getByRole('button', { name: /^Credit EUR.12\.50$/ });
  await confirm.click();
  await dialog.getByText('is called "Jonas Berg", not "Jonas Lindqvist". Nothing was credited.').waitFor();
  await pool.query(`update holders set name = 'Jonas Lindqvist' where id = $1`, [customer]);
  await confirm.click();
  await page.getByText(/^EUR.12\.50 credited to Jonas Lindqvist: Wallet$/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(screen(member, '/operator/reconciliation?status=matched'));
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Gutschrift Müller' })
    .getByText('Top-up · Jonas Lindqvist · Wallet')
    .waitFor();
  await page.goto(screen(member, '/operator/audit'));
  const entry = page
    .getByRole('row')
    .filter({ hasText: /Confirmed the EUR.12\.50 top-up/ })
    .first();
  expect(await entry.textContent()).toMatch(/EUR.12\.50.*Wallet.*Jonas Lindqvist/);
  await page.goto(screen(member, '/operator/audit?action=reconciliation.match'));
  await page
    .getByText(/^Matched with transfer \d+ of account \d+$/)
    .first()
    .waitFor();
  await expectBooksToHold(dashboard.db);
});

it('each live provider has statements of its own', async () => {
  const { page, member } = await operatorPage(desktop);
  const live = screen(member, '/operator/reconciliation').replace('/test/', '/live/');
  await page.goto(live);
  const sources = page.getByRole('radiogroup', { name: 'Source' });
  await sources.getByText('Mollie').click();
  await page.waitForURL(/source=mollie/);
  for (const name of ['Bank', 'Stripe', 'Online wallet']) await sources.getByText(name).waitFor();
  await page.goto(screen(member, '/operator/reconciliation'));
  await sources.getByText('Card acquirer').waitFor();
  expect(await sources.getByText('Mollie').count()).toBe(0);
});
