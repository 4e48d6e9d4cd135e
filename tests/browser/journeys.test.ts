/**
 * The people whom Sluice is for, each from the beginning to the end in a real browser: a shop's developer and the
 * operator by keyboard alone, a platform's developer at a desk, a restaurant and a customer on a phone.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { acceptInvitation } from '../../src/features/links/answer-invitation.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { statementFileJobs } from '../../src/features/statement-files/statement-files.jobs.ts';
import { verificationRunJob } from '../../src/features/verification/verification-run.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { makeBankDay } from '../fixtures/bank-day.ts';
import { sent } from '../fixtures/console.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm, iban } from '../fixtures/payouts.ts';
import { deliverMails, linkToken, mailsTo } from '../fixtures/people.ts';
import { memberOf, shell, shopKey, signedIn } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { drainJobs } from '../support/drain-jobs.ts';
import { describeBusiness, makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { desktop, phone } from './browser.ts';
import { openDashboard, password, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

const pool = () => dashboard.server.database.pool;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const secretField = (page: Page) => page.getByLabel('Password', { exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor();
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const within = (page: Page): string => new URL(page.url()).pathname;

type Styles = { getComputedStyle(of: unknown): { outlineStyle: string } };
type Focusable = { matches(selector: string): boolean };

/** Reaches it with the Tab key alone, or within a menu with the arrows. */
async function tabTo(target: Locator, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const page = target.page();
  for (let steps = 0; steps < 100; steps += 1) {
    const isThere = await target.evaluateAll((found) =>
      found.some((element) => (element as unknown as Focusable).matches(':focus')),
    );
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached with ${key}`);
}

async function pressKey(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

async function mailedConfirmation(email: string): Promise<string> {
  await deliverMails(pool(), dashboard.server.people);
  return `/confirm/${await linkToken(pool(), email)}`;
}

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(email);
  await secretField(page).fill(password);
  await button(page, 'Create account').click();
  await heading(page, 'Check your email');
  await page.goto(await mailedConfirmation(email));
  await secretField(page).fill(password);
  await button(page, 'Confirm and sign in').click();
}

/** What the pasted command does: a token, then a payment with it. @returns the path of the hosted page. */
async function runCommand(command: string, secret: string): Promise<string> {
  const [first = '', second = ''] = command.replace('YOUR_CLIENT_SECRET', secret).split('\n  | ');
  const body = (text: string) => /-d '([^']*)'/.exec(text)?.[1] as string;
  const headers = { 'content-type': 'application/json' };
  const base = `${dashboard.origin}/pay/api/v1`;
  const answer = await fetch(`${base}/authentication/token`, { method: 'POST', headers, body: body(first) });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const authorized = { ...headers, authorization: `Bearer ${data.access_token}` };
  const made = await fetch(`${base}/payment/create`, { method: 'POST', headers: authorized, body: body(second) });
  return new URL(((await made.json()) as { data: { payment_url: string } }).data.payment_url).pathname;
}

it('a shop’s developer, by keyboard alone: from signing up to a paid test payment and its trace', async () => {
  const email = 'ada@shop.example';
  const page = await dashboard.newPage(desktop);
  await page.goto('/');
  await pressKey(link(page, 'Create an account'));
  await heading(page, 'Create an account');
  await typeInto(field(page, 'Name'), 'Ada Lovelace');
  await typeInto(field(page, 'Email'), email);
  await typeInto(secretField(page), password);
  await page.keyboard.press('Enter');
  await heading(page, 'Check your email');
  await page.goto(await mailedConfirmation(email));
  await typeInto(secretField(page), password);
  await page.keyboard.press('Enter');
  await pressKey(button(page, /^Take payments for a shop/));
  await typeInto(field(page, 'Name of the shop'), 'Corner Bakery');
  await page.keyboard.press('Enter');

  await heading(page, 'Get started');
  await pressKey(button(page, 'Create test key'));
  await pressKey(inDialog(page, 'Create key'));
  await heading(page, 'Save your new key');
  const secret = await page.getByRole('region', { name: 'Client secret' }).innerText();
  await pressKey(button(page, 'I have saved the secret'));
  await page.getByText('1 of 5 done').waitFor();
  const path = await runCommand(await page.getByRole('region', { name: 'command' }).innerText(), secret);
  await page.getByText('2 of 5 done').waitFor();

  // The service of the tests does not know at which port it is reached.
  const address = await link(page, 'Open the payment page').getAttribute('href');
  expect(new URL(address as string).pathname).toBe(path);
  const checkout = await page.context().newPage();
  await checkout.goto(path);
  await typeInto(checkout.getByLabel('Card number'), '4242424242424242');
  await typeInto(checkout.getByLabel('Expiry date'), '1239');
  await typeInto(checkout.getByLabel('Security code'), '123');
  await checkout.keyboard.press('Enter');
  await heading(checkout, 'Payment successful');
  await checkout.close();

  await page.getByText('3 of 5 done').waitFor();
  await link(page, 'Go to webhooks').waitFor();
  await pressKey(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Payments' }));
  await heading(page, 'Payments');
  await pressKey(page.locator(`main a[href*="${path.split('/').at(-1)}"]`));
  await heading(page, 'Summary');
  await page.getByRole('row', { name: /Customer payment.*Card payments.*Wallet/ }).waitFor();
});

it('a platform’s developer, at a desk: from signing up to a settlement, its statement and the test clock', async () => {
  const page = await dashboard.newPage(desktop);
  await page.goto('/sign-up');
  await signUp(page, 'Ben Bitdiddle', 'ben@platform.example');
  await button(page, /^Run a delivery platform/).click();
  await field(page, 'Name of the platform').fill('Quick Bites');
  await button(page, 'Create platform').click();
  await heading(page, 'Get started');
  const base = within(page);

  await page.goto(`${base}/developers/keys`);
  await button(page, 'Create key').click();
  await inDialog(page, 'Create key').click();
  await heading(page, 'Save your new key');
  const pair = {
    clientId: await page.getByRole('region', { name: 'Client ID' }).innerText(),
    clientSecret: await page.getByRole('region', { name: 'Client secret', exact: true }).innerText(),
  };
  await button(page, 'I have saved the secret').click();

  await page.goto(`${base}/links`);
  await inviteAndAccept(page, 'Merchant', 'Taverna');
  await inviteAndAccept(page, 'Courier', 'Rider');
  await page.reload();
  const taverna = await linkIdOf(page, 'Taverna');
  const rider = await linkIdOf(page, 'Rider');

  const api = createPartnerClient(dashboard.server.app, pair);
  await sent(
    api.post('/orders', {
      partner_order_ref: 'order-1',
      payment_source: 'card',
      total_amount: 30,
      currency: 'EUR',
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: taverna, amount: 22 },
        { beneficiary_type: 'courier', beneficiary_ref: rider, amount: 5.5 },
        { beneficiary_type: 'partner', amount: 2.5 },
      ],
    }),
  );
  await page.goto(`${base}/wallets`);
  await button(page, 'Top up').first().click();
  await page.getByRole('dialog').getByLabel('Amount').fill('30');
  await inDialog(page, 'Top up').click();
  await page.getByText('Clearing was topped up with').waitFor();

  await page.goto(`${base}/settlements`);
  await link(page, 'Preview and settle').click();
  await button(page, 'Settle now').click();
  await heading(page, 'Credited to');
  const totals = await page.getByRole('region', { name: 'Credited to' }).innerText();
  expect(totals.replace(/\s+/g, ' ')).toMatch(/Taverna 1 EUR.?22\.00/);
  expect(totals.replace(/\s+/g, ' ')).toMatch(/Rider 1 EUR.?5\.50/);
  const opening = page.context().waitForEvent('page');
  await link(page, 'Print statement').click();
  await (await opening).getByText('Taverna').first().waitFor();

  await page.goto(`${base}/developers/test-clock`);
  await page.getByRole('slider').press('ArrowRight');
  await button(page, 'Move the clock').click();
  await page.getByText('2 days', { exact: true }).waitFor();
});

/** Invites from the screen of links; the invited person accepts. */
async function inviteAndAccept(page: Page, type: 'Merchant' | 'Courier', name: string): Promise<void> {
  const { email, personId } = await dashboard.newMember('customer');
  await button(page, 'Invite payee').first().click();
  await page.getByRole('dialog').getByText(type, { exact: true }).click();
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await inDialog(page, 'Send invitation').click();
  await page.getByText(`The invitation was sent to ${email}`).waitFor();
  await page.getByRole('region', { name: 'Invitations' }).getByText(email).waitFor();
  const { db, server, origin } = dashboard;
  const deps = { db, clock: server.clock, publicUrl: origin, now: () => new Date() };
  const token = (await invitationPath(email)).split('/').at(-1) as string;
  const accepted = await acceptInvitation(signedIn(personId), deps, token, { holderId: undefined, name });
  expect(accepted.ok).toBe(true);
}

async function invitationPath(email: string): Promise<string> {
  const text = (await mailsTo(pool(), email)).at(-1)?.text ?? '';
  return /\/invitations\/[0-9A-Za-z]+/.exec(text)?.[0] as string;
}

/** As one reads it beside the button that copies it. */
async function linkIdOf(page: Page, name: string): Promise<number> {
  const copy = page.getByRole('button', { name: `Copy Link ID ${name}` });
  return Number(await copy.locator('xpath=preceding-sibling::code').innerText());
}

it('a restaurant, on a phone: from the invitation to its earnings, a payout and the statement', async () => {
  const company = await makeCompany(dashboard.db, { name: 'Bolt Bistro' });
  const partner = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, company));
  const email = 'carla@taverna.example';
  await sent(partner.post('/invitations', { email, type: 'merchant', name: 'Taverna' }));
  const page = await dashboard.newPage(phone);
  await page.goto(await invitationPath(email));
  await page.getByRole('heading', { name: 'Bolt Bistro wants to pay you through Sluice' }).waitFor();
  await link(page, 'Create an account').click();
  await signUp(page, 'Carla Cook', email);
  await button(page, 'Accept invitation').click();
  await heading(page, 'You’re connected');
  await link(page, 'Go to your earnings').click();
  await heading(page, 'Earnings');
  const base = within(page).replace(/\/earnings$/, '');

  const [{ id }] = (await partner.get('/beneficiaries')).json().data;
  await sent(partner.post('/wallets/topups', { amount: 100, currency: 'EUR' }));
  const order = (ref: string) => ({
    partner_order_ref: ref,
    payment_source: 'card',
    total_amount: 21,
    currency: 'EUR',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: id, amount: 20 },
      { beneficiary_type: 'partner', amount: 1 },
    ],
  });
  await sent(partner.post('/orders', order('first')));
  await sent(partner.post('/settlements'));
  await sent(partner.post('/orders', order('second')));
  await sent(partner.post('/orders/second/refunds', { refund_ref: 'cold', amount: 4.2 }));
  await page.reload();
  await page.getByText('EUR 20.00').first().waitFor();
  await page.getByText('Upcoming', { exact: true }).last().click();
  await page.getByText('Reduced by EUR 4.00 for a refund').waitFor();

  await page.goto(`${base}/payouts/new`);
  await page.getByText('First, add the bank account to send the money to.').waitFor();
  await page.getByLabel('Account holder').fill('Taverna GmbH');
  await page.getByLabel('IBAN').fill(iban);
  await page.getByLabel('Your password').fill(password);
  await button(page, 'Add bank account').click();
  await page.getByLabel('Amount (EUR)').fill('12.50');
  await button(page, 'Review payout').click();
  await heading(page, 'Confirm your payout');
  await button(page, 'Request payout').click();
  await page.getByText('Waiting for approval').waitFor();

  await page.goto(`${base}/companies`);
  const downloading = page.waitForEvent('download');
  await link(page, 'Export CSV: statement from Bolt Bistro').click();
  expect((await downloading).suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}-merchant-\d+-test\.csv$/);
});

it('a customer, on a phone: from a payment page to a wallet, its top-up, a payment and the receipt', async () => {
  const { db, server } = dashboard;
  const shop = { holderId: await makeHolder(db, 'merchant', 'Corner Books'), mode: 'test' } as const;
  const terms = { amount: 1_250n, currency: 'EUR', returnUrl: null, cancelUrl: null, custom: null };
  const draft = { ...terms, description: 'A used atlas', webhookUrl: null, orderId: null };
  const newPayment = async () => {
    const creator = createPaymentCreator({ db, clock: server.clock });
    const { id } = await inTransaction(db, (tx) => creator.createLink(shopKey(shop), tx, shop, draft));
    return `/pay/api/v1/user/authentication/form/${id}`;
  };
  const page = await dashboard.newPage(phone);
  await page.goto(await newPayment());
  await page.getByText('Corner Books').first().waitFor();
  await page.getByText('EUR 12.50').first().waitFor();
  await page.getByText('A used atlas').first().waitFor();
  await button(page, 'Cancel payment').click();
  await heading(page, 'Payment canceled');

  await page.goto('/sign-up');
  await signUp(page, 'Dora Diaz', 'dora@example.com');
  await button(page, /^Pay from a wallet/).click();
  await button(page, 'Create wallet').click();
  await heading(page, 'Wallet');
  const base = within(page).replace(/\/live$/, '/test');
  await page.goto(`${base}/top-up`);
  await page.getByLabel('Amount', { exact: true }).fill('25.50');
  await page.getByLabel('Currency').fill('EUR');
  await button(page, 'Use 4242 4242 4242 4242').click();
  await button(page, 'Top up').click();
  await page.getByText('EUR 25.50', { exact: true }).first().waitFor();

  await page.goto(await newPayment());
  await page.getByText('EUR 25.50').first().waitFor();
  await button(page, 'Pay EUR 12.50').click();
  await heading(page, 'Payment successful');
  await page.goto(base);
  await page.getByText('EUR 13.00', { exact: true }).first().waitFor();
  await page.getByText('Payments', { exact: true }).click();
  await page.getByText('Corner Books').click();
  await heading(page, 'Receipt');
  await page.getByText('EUR 12.50').waitFor();
});

it('the operator, by keyboard alone: from the desk through an approval, a top-up and a payout to the books', async () => {
  const { db, server } = dashboard;
  const newcomer = await makeCompany(db, { name: 'Newcomer', status: 'pending' });
  await describeBusiness(db, newcomer);
  const { personId } = await dashboard.newMember('company', { holderId: newcomer });
  await pool().query(
    `insert into approval_requests (holder_id, status, requested_by, requested_at) values ($1, 'waiting', $2, now())`,
    [newcomer, personId],
  );
  const company = await makeCompany(db, { name: 'Old Friends' });
  await inTransaction(db, async (tx) => {
    const live = { holderId: company, mode: 'live' } as const;
    const asked = { amount: 55_000n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    await requestTopUp(memberOf(live), tx, server.clock, live, asked);
    const book = { holderId: company, mode: 'test' } as const;
    const { id: bankAccountId } = await addBankAccount(shell, tx, server.clock, company, bankForm());
    await bringIn(tx, accountAt({ ...book, currency: 'EUR' }, 'commission'), 9_000n, server.clock.now(company, 'test'));
    const terms = { account: ledgerAccount.commission, amount: 4_200n, currency: 'EUR', bankAccountId };
    await requestPayout(memberOf(book), tx, server.clock, { ownerHolderId: company, book, ...terms });
  });
  const member = await dashboard.newMember('service');
  const page = await dashboard.newPage(desktop, member);
  await pool().query('update people set second_factor = true where id = $1', [member.personId]);
  await pool().query('update sessions set second_factor_at = now() where person_id = $1', [member.personId]);
  const main = page.getByRole('main');
  const screens = page.getByRole('navigation', { name: 'Menu' });

  await page.goto(screen(member, '', 'live'));
  await pressKey(main.getByRole('link', { name: /Newcomer/ }));
  await pressKey(button(page, 'Approve'));
  await pressKey(inDialog(page, 'Approve'));
  await page.getByText('Active', { exact: true }).waitFor();

  await pressKey(screens.getByRole('link', { name: /^Exceptions/ }));
  const topUp = main.getByRole('button', { name: /^Confirm: Top-up to confirm, Old Friends/ });
  await pressKey(topUp);
  await pressKey(button(page, /^Confirm EUR/));
  await topUp.waitFor({ state: 'detached' });

  await page.goto(screen(member));
  await pressKey(screens.getByRole('link', { name: 'Payouts' }));
  await pressKey(link(page, 'Old Friends'));
  await pressKey(button(page, 'Approve'));
  await pressKey(inDialog(page, 'Approve'));
  await page.getByText(/ approved the EUR.* payout$/).waitFor();

  await pressKey(screens.getByRole('link', { name: 'Books' }));
  await pressKey(button(page, 'Verify now'));
  await tabTo(page.getByRole('menuitem', { name: /Full verification/ }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('The verification will start in a moment').waitFor();
  const { rows } = await pool().query('select id from verification_runs order by id desc limit 1');
  await verificationRunJob(db, () => {})({ runId: String(rows[0].id) });
  await heading(page, 'The books balance');
});

/** Presses and clicks, which are counted: working through a statement must not take more of them than it does. */
function countedHands(page: Page) {
  const hands = { keys: 0, clicks: 0 };
  return {
    hands,
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) {
        hands.keys += 1;
        await page.keyboard.press(key);
      }
    },
    async click(target: Locator): Promise<void> {
      hands.clicks += 1;
      await target.click();
    },
  };
}

it('the operator’s day at the bank: three files, forty lines, and the month is closed', async () => {
  const { db, server } = dashboard;
  const day = await makeBankDay({ db, clock: server.clock });
  const member = await dashboard.newMember('service');
  const page = await dashboard.newPage(desktop, member);
  await pool().query('update people set second_factor = true where id = $1', [member.personId]);
  await pool().query('update sessions set second_factor_at = now() where person_id = $1', [member.personId]);
  const { hands, press, click } = countedHands(page);
  const read = async (file: Locator, what: string) => {
    await file.getByRole('status').filter({ hasText: what }).waitFor();
    expect(
      await drainJobs(server.database, statementFileJobs({ db, clock: server.clock, liveProviders: () => [] })),
    ).toEqual([]);
  };

  await page.goto(screen(member, '/operator/reconciliation/import'));
  hands.clicks += 1;
  await page
    .locator('input[type=file]')
    .setInputFiles(day.files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));
  for (const { name, entries } of day.files) {
    const file = page.getByRole('region', { name });
    await read(file, 'Reading');
    if (name.endsWith('.csv')) {
      await click(file.getByLabel('3 February 2025: the day comes first'));
      await click(file.getByRole('button', { name: 'Continue' }));
      await read(file, 'Reading');
    }
    await click(file.getByRole('button', { name: `Import ${entries} entries` }));
    await read(file, 'Importing');
    await file.getByText('Already imported').waitFor();
  }
  await click(page.getByRole('link', { name: 'Show lines' }).last());
  await click(button(page, 'Show all statements'));
  await page.getByText('from somebody').waitFor();

  const lines = page.getByRole('list', { name: 'Lines' }).locator('> li');
  /** Moves to the line, and presses the key. */
  const on = async (text: string, key: string): Promise<Locator> => {
    const line = lines.filter({ hasText: text }).first();
    await line.waitFor();
    // When a line has gone, the next one has the focus.
    if (hands.keys > 0) await page.locator('[data-item]:focus').waitFor();
    const isThere = () => line.evaluate((element) => (element as unknown as Focusable).matches(':focus'));
    for (let steps = 0; !(await isThere()); steps += 1) {
      if (steps === 20) throw new Error(`${text} is not reached`);
      await press('j');
    }
    // Whoever moves by keys sees where they are.
    expect(
      await line.evaluate((element) => (globalThis as unknown as Styles).getComputedStyle(element).outlineStyle),
    ).toBe('solid');
    await press(key);
    return line;
  };
  await lines.first().waitFor();
  const isBookedAs = async (text: string, kind: string | undefined, reason?: string) => {
    const line = await on(text, 'b');
    const dialog = page.getByRole('dialog');
    await dialog.locator(':focus').waitFor();
    if (kind !== undefined) await click(dialog.getByRole('radio', { name: kind }));
    if (reason !== undefined) {
      await click(dialog.getByRole('textbox', { name: 'Reason' }));
      await page.keyboard.type(reason);
      await click(dialog.getByRole('button', { name: 'Book' }));
    } else await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await line.waitFor({ state: 'detached' });
  };

  const collective = await on('Sammelauftrag', 'm');
  const picker = page.getByRole('dialog');
  for (const amount of ['31.00', '42.00']) {
    await click(picker.getByRole('listitem').filter({ hasText: amount }).getByRole('checkbox').first());
  }
  await click(picker.getByRole('button', { name: 'Match', exact: true }));
  await picker.waitFor({ state: 'detached' });
  await collective.waitFor({ state: 'detached' });
  await isBookedAs('Entgelt für Buchungen', undefined);
  await isBookedAs('Dauerauftrag', 'Set aside', 'Rent of another company');
  await isBookedAs('from somebody', 'Set aside', 'Nobody knows the sender');
  await isBookedAs('Entgelt Kontoführung', undefined);
  const twin = lines.filter({ hasText: 'Standing order 0815' });
  await click(twin.getByRole('button', { name: 'Same transfer' }));
  await twin.waitFor({ state: 'detached' });
  await isBookedAs('Interest', 'Bank interest');
  await heading(page, 'Every line is matched');

  await click(page.getByRole('link', { name: 'Report', exact: true }));
  const month = page.getByRole('row').filter({ hasText: 'February 2025' });
  await month.getByText('Open', { exact: true }).waitFor();
  expect(await month.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['40', '0']));
  await click(month.getByRole('button', { name: 'Close month' }));
  await month.getByText('Closed').waitFor();
  expect(hands).toEqual({ keys: 10, clicks: 21 });
});
