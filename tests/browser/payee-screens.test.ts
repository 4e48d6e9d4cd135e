/**
 * A courier in a real browser: from earnings to a bank account to a payout and back; and a customer's wallet and its
 * top-up. Each state is judged by axe.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { changeBranding } from '../../src/features/holders/branding/change-branding.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout, returnPayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import type { CheckPayee } from '../../src/features/payouts/payee-check.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { sent } from '../fixtures/console.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm, iban, otherIban } from '../fixtures/payouts.ts';
import { memberOf, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { judge } from './axe.ts';
import { atDesk, desktop, onPhone, phone } from './browser.ts';
import { loseAnswers, type Member, openDashboard, password, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let api: PartnerClient;
let company: bigint;

beforeAll(async () => {
  // The bank knows one payee under another name.
  const checkPayee: CheckPayee = async ({ accountName }) =>
    accountName === 'Jo Ryder' ? { result: 'close_match', name: 'Josephine Ryder' } : { result: 'match', name: null };
  dashboard = await openDashboard({ checkPayee });
  const { db, server } = dashboard;
  company = await makeCompany(db);
  api = createPartnerClient(server.app, await makeKey(db, company));
  await inTransaction(db, (tx) => setRule(tx, 'EUR', { minimum: 100n, fee: 50n, dailyLimit: null }));
  await sent(api.post('/wallets/topups', { amount: 1_000, currency: 'EUR' }));
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

/** An endpoint of theirs that has taken nothing for an hour. */
/** A courier of the company, who has earned this much. @returns them, and their link. */
async function newCourier(earned = 0): Promise<{ courier: Member; link: number }> {
  const courier = await dashboard.newMember('courier');
  const { holderId } = courier;
  const link = await inTransaction(dashboard.db, (tx) =>
    insertLink(tx, company, { holderId, type: 'courier', name: 'Ada' }),
  );
  if (earned > 0) {
    await record(Number(link), earned);
    await sent(api.post('/settlements'));
  }
  return { courier, link: Number(link) };
}

async function record(link: number, share: number): Promise<string> {
  const ref = `order-${randomUUID().slice(0, 8)}`;
  await sent(
    api.post('/orders', {
      partner_order_ref: ref,
      payment_source: 'card',
      total_amount: share + 1,
      currency: 'EUR',
      splits: [
        { beneficiary_type: 'courier', beneficiary_ref: link, amount: share },
        { beneficiary_type: 'partner', amount: 1 },
      ],
    }),
  );
  return ref;
}

const refund = (ref: string, amount: number) =>
  sent(api.post(`/orders/${ref}/refunds`, { refund_ref: randomUUID(), amount }));

/** On which sides of their cells the amounts stand, written from right to left as in Arabic. */
const sidesOfAmounts = `document.documentElement.dir = 'rtl';
  [...new Set([...document.querySelectorAll('tbody tr:not(.day) td.money')].map((cell) => {
    const value = document.createRange();
    value.selectNodeContents(cell);
    const { left, right } = value.getBoundingClientRect();
    const box = cell.getBoundingClientRect();
    return left - box.left < box.right - right ? 'left' : 'right';
  }))]`;

describe('each on one device', () => {
  it('a courier sees what came, what comes, and why', async () => {
    const [, options] = atDesk;
    const { courier, link } = await newCourier();
    const page = await dashboard.newPage(options, courier);
    await page.goto(screen(courier));
    await page.getByRole('heading', { name: 'No earnings yet' }).waitFor();
    await judge(page, 'earnings-empty');
    // A courier is shown their own work: nothing of developers.
    const entries = await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').allInnerTexts();
    expect(entries).toEqual(['Earnings', 'Platforms', 'Payouts', 'Members', 'Account', 'Audit log']);
    await page.goto(screen(courier, '/webhooks'));
    await page.getByRole('heading', { name: 'This page isn’t available in this account' }).waitFor();
    await page.goto('/profile');
    await page.getByRole('switch', { name: 'Payouts' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Webhooks' }).count()).toBe(0);
    await page.goto(screen(courier));

    const settled = await record(link, 20);
    await sent(api.post('/settlements'));
    await refund(settled, 4.2);
    const waiting = await record(link, 7);
    await refund(waiting, 2);
    const held = await record(link, 3);
    await sent(api.post(`/orders/${held}/hold`, { reason: 'checked' }));
    await page.reload();
    await page.getByText('EUR 16.00').first().waitFor();
    await page.getByText(`Order ${settled} was refunded; your share was reversed`).waitFor();
    await judge(page, 'earnings');

    await page.getByText('Upcoming', { exact: true }).last().click();
    await page.getByText('Reduced by EUR 1.75 for a refund').waitFor();
    await page.getByText('Put on hold by the platform').waitFor();
    await judge(page, 'upcoming');
    await page.goto(screen(courier, '/companies'));
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV: statement from Bolt Bistro' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}-courier-\d+-test\.csv$/);
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'View statement from Bolt Bistro' }).click();
    const statement = await opening;
    await statement.getByText(settled).first().waitFor();
    await judge(statement, 'statement');
    await expectToFitSmallPhone(statement);
    await statement.setViewportSize({ width: 390, height: 844 });
    // The rows are there once their days are opened.
    for (const day of await statement.getByRole('checkbox').all()) await day.check();
    expect(await statement.evaluate(sidesOfAmounts)).toEqual(['left']);
    await statement.evaluate("window.print = () => { document.title = 'printed'; }");
    await statement.getByRole('button', { name: 'Print' }).click();
    expect(await statement.title()).toBe('printed');
    await statement.evaluate("document.documentElement.dir = 'ltr'");
    await judge(statement, 'statement');
    await judge(page, 'companies');
  });

  it('a courier without a bank account adds one on the way to a payout', async () => {
    const [, options] = onPhone;
    const { courier } = await newCourier(16);
    const page = await dashboard.newPage(options, courier);
    await page.goto(screen(courier));
    await page.getByRole('link', { name: 'Request payout' }).click();
    await page.getByText('First, add the bank account to send the money to.').waitFor();
    await page.getByLabel('IBAN').fill('DE00370400440532013000');
    await page.getByLabel('Your password').fill('guessed it');
    await page.getByRole('button', { name: 'Add bank account' }).click();
    await page.getByText('This isn’t a valid IBAN.').waitFor();
    await judge(page, 'bank-invalid');
    await page.getByLabel('IBAN').fill('TR33 0006');
    await page.getByLabel('Town').waitFor();
    await page.getByLabel('IBAN').fill(iban);
    await page.getByLabel('Town').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add bank account' }).click();
    await page.getByText('This is not your password.').waitFor();
    expect(await page.getByLabel('IBAN').inputValue()).toBe(iban);
    await page.getByLabel('Account holder’s name').fill('Jo Ryder');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Add bank account' }).click();
    await page.getByText('The bank account was added. The bank knows this account as Josephine Ryder.').waitFor();

    await page.getByLabel('Amount (EUR)').fill('1600');
    await page.getByRole('button', { name: 'Review payout' }).click();
    await page.getByText('This is more than the EUR 16.00 you can pay out.').waitFor();
    await judge(page, 'payout-form');
    await page.getByLabel('Amount (EUR)').fill('10,50');
    await page.getByRole('button', { name: 'Review payout' }).click();
    await page.getByRole('heading', { name: 'Confirm your payout' }).waitFor();
    await page.getByText('EUR 10.00').waitFor();
    await judge(page, 'payout-confirm');
    const restore = await loseAnswers(page, '**/api/v1/payouts');
    await page.getByRole('button', { name: 'Request payout' }).dblclick();
    await page.getByText('The service can’t be reached').waitFor();
    await restore();
    // Whoever looks at the form again still means the same payout.
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Review payout' }).click();
    await page.getByRole('button', { name: 'Request payout' }).click();
    await page.getByText('so nothing was done twice.').waitFor();
    await page.getByText('Waiting for approval').waitFor();
    await page.getByText('EUR 5.50').waitFor();
    expect(await page.getByText('Waiting for approval').count()).toBe(1);
  });

  it('a courier cancels a payout and removes the bank account', async () => {
    const [, options] = atDesk;
    const { courier, link } = await newCourier(16);
    await inTransaction(dashboard.db, async (tx) => {
      const { holderId } = courier;
      const { clock } = dashboard.server;
      await addBankAccount(shell, tx, clock, holderId, bankForm());
      const request = (amount: bigint) =>
        requestPayout(memberOf({ holderId, mode: 'test' }), tx, clock, {
          ownerHolderId: holderId,
          book: { holderId: company, mode: 'test' },
          account: ledgerAccount.earnings(BigInt(link)),
          amount,
          currency: 'EUR',
          bankAccountId: undefined,
        });
      const { id } = await request(200n);
      await approvePayout(shell, tx, clock, id);
      await sendPayout(shell, tx, clock, id);
      await returnPayout(shell, tx, clock, id, { to: 'failed', reason: 'Account closed' });
      await request(1_050n);
    });
    const page = await dashboard.newPage(options, courier);
    // What needs them is said where they arrive.
    await page.goto(screen(courier));
    const notice = page.getByRole('alert').filter({ hasText: /^Payout of EUR.2\.00 failed/ });
    await notice.getByText('Reason: Account closed.').waitFor();
    await notice.getByText('The money is back in your balance.').waitFor();
    await judge(page, 'earnings-failed-payout');
    await notice.getByRole('link', { name: 'Add a different bank account' }).click();
    await page.getByRole('heading', { name: 'Bank accounts', level: 1 }).waitFor();
    await page.goto(screen(courier, '/payouts'));
    await page.getByText('Waiting for approval').waitFor();
    await judge(page, 'payouts');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Keep in the account').fill('2');
    await judge(page, 'payout-schedule');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Next payout Friday.*about EUR.3\.50$/).waitFor();
    await judge(page, 'payouts-automatic');
    await page.getByRole('button', { name: 'Cancel payout' }).click();
    await page.getByText('EUR 10.50 goes back to your balance and is not sent to •••• 3000.').waitFor();
    await judge(page, 'payout-cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payout' }).click();
    await page.getByText('The money is back in your balance', { exact: true }).waitFor();
    await page.getByText('EUR 16.00').first().waitFor();

    await page.getByRole('link', { name: 'Bank accounts' }).click();
    await page.getByRole('heading', { name: 'Bank accounts', level: 1 }).waitFor();
    await page.getByText('•••• 3000').waitFor();
    await judge(page, 'bank-accounts');
    await page.getByRole('button', { name: /3000$/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Remove bank account' }).click();
    await page.getByRole('heading', { name: 'No bank account yet' }).waitFor();
    await judge(page, 'bank-empty');
  });

  it('a customer tops up their wallet and pays out of it', async () => {
    const [, options] = onPhone;
    const customer = await dashboard.newMember('customer');
    const page = await dashboard.newPage(options, customer);
    await page.goto(screen(customer));
    await page.getByRole('heading', { name: 'Your wallet is empty' }).waitFor();
    await judge(page, 'wallet-empty');
    await page.getByRole('link', { name: 'Top up' }).click();
    await page.getByLabel('Amount', { exact: true }).fill('25.50');
    await page.getByLabel('Currency').fill('EUR');
    await page.getByRole('button', { name: 'Use 4000 0000 0000 0002' }).click();
    await page.getByRole('button', { name: 'Top up' }).click();
    await page.getByText('The card was declined.').waitFor();
    await judge(page, 'top-up-declined');
    await page.getByRole('button', { name: 'Use 4242 4242 4242 4242' }).click();
    await page.getByRole('button', { name: 'Top up' }).dblclick();
    await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor();
    await page.getByText('EUR 25.50', { exact: true }).first().waitFor();
    await judge(page, 'wallet');
    // Closing is in the account's settings, not on its home.
    expect(await page.getByText('Close this account').count()).toBe(0);
    await page.getByRole('link', { name: 'Account' }).last().click();
    await page.getByRole('heading', { name: 'Close this account' }).waitFor();
    await page.getByText('Pay out your balance first.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('link', { name: 'Change: Password' }).waitFor();
    await judge(page, 'account');
    await page.goto(screen(customer));
    await page.getByText('Payments', { exact: true }).click();
    await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
    await judge(page, 'wallet-payments');

    const { db, server } = dashboard;
    const shop = { holderId: await makeHolder(db, 'merchant', 'Corner Books'), mode: 'test' } as const;
    const branding = { support_email: 'help@books.example', terms_url: 'https://books.example/terms' };
    await inTransaction(db, (tx) => changeBranding(memberOf(shop), tx, shop.holderId, branding, new Date()));
    const asked = { amount: 1_250n, currency: 'EUR', returnUrl: 'https://shop.example/ok', cancelUrl: null };
    const creator = createPaymentCreator({ db, clock: server.clock });
    const link = { ...asked, custom: null, webhookUrl: null, orderId: null, description: 'Two tickets' };
    const { id } = await inTransaction(db, (tx) => creator.createLink(shopKey(shop), tx, shop, link));
    const own = { name: 'Ada', email: null, customerHolderId: customer.holderId };
    await inTransaction(db, (tx) =>
      payFromCustomerWallet(payer, tx, server.payDeps, { holderId: shop.holderId, id }, own, null),
    );
    await page.reload();
    await page.getByText('Two tickets').waitFor();
    await page.getByText('Activity', { exact: true }).click();
    await page.getByText('Two tickets').waitFor();
    await page.getByRole('link', { name: 'Open receipt from Corner Books' }).click();
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    await page.getByText('EUR 12.50').waitFor();
    await page.getByText('Two tickets').waitFor();
    // The shop's own letters and words, as its branding promises.
    await page.getByText('Questions about this payment? Contact Corner Books.').waitFor();
    await page.getByRole('link', { name: 'help@books.example' }).waitFor();
    await page.getByRole('link', { name: 'Terms and conditions' }).waitFor();
    await page.getByText('Payments by Sluice').waitFor();
    await judge(page, 'receipt');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    type Window = { getComputedStyle(of: unknown): { color: string } };
    const ink = await page
      .getByText('Corner Books', { exact: true })
      .evaluate((element) => (globalThis as unknown as Window).getComputedStyle(element).color);
    expect(ink).toBe('rgb(11, 31, 42)');
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByText('Test mode: no real money was paid.').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    await page.getByRole('link', { name: /12\.50, follow the money$/ }).click();
    await page.getByRole('heading', { name: /^EUR.12\.50 to Corner Books$/, level: 1 }).waitFor();
    await page.getByText(/^You paid Corner Books EUR.12\.50 from your wallet\.$/).waitFor();
    const bar = page.getByRole('navigation', { name: 'Main screens' });
    await bar.getByRole('link', { name: 'Wallet' }).and(page.locator('[aria-current=page]')).waitFor();
    // Under the shop's name stands no other.
    const flow = page.getByRole('list', { name: 'Money flow' });
    expect(await flow.locator('li li').last().innerText()).toMatch(/^Corner Books\s+EUR.12\.50 Now here$/);
    expect(await page.getByText('Matches').isVisible()).toBe(false);
    await page.getByText('Checks on this chain').click();
    await page.getByText('Matches').waitFor();
    await judge(page, 'wallet-trace');
    await page.getByRole('link', { name: 'Back to receipt' }).click();
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    await page.goto(screen(customer, `/wallet/payments/${id}`));
    await page.getByRole('heading', { name: 'Payment not found', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: /^Back to/ }).count()).toBe(1);

    await page.goto(screen(customer, '/payouts/new'));
    await page.getByRole('heading', { name: 'Add your bank account', level: 1 }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('Any currency');

    await page.goto(screen(customer, '/top-up', 'live'));
    await page.getByRole('heading', { name: 'Bank transfers are not available yet' }).waitFor();
    await judge(page, 'top-up-live');
  });
});

it('a bank account is added for the person’s other accounts too where they say so, and an account is renamed', async () => {
  const { courier } = await newCourier();
  const { db, server } = dashboard;
  const other = await makeHolder(db, 'courier', 'Night Shift');
  await inTransaction(db, (tx) => insertMember(tx, other, courier.personId, 'owner'));
  const onFile = async () => {
    const { rows } = await server.pool.query<{ holder: string }>(
      'select holder_id::text as holder from bank_accounts where holder_id = any($1) order by holder_id',
      [[courier.holderId, other]],
    );
    return rows.map(({ holder }) => BigInt(holder));
  };
  const page = await dashboard.newPage(phone, courier);
  await page.goto(screen(courier, '/payouts/bank-accounts'));
  const add = async (also: boolean, number: string) => {
    await page.getByRole('button', { name: 'Add bank account' }).click();
    const dialog = page.getByRole('dialog');
    const alsoFor = dialog.getByLabel('Use it for my other accounts too');
    await dialog.getByText('It is also added for Night Shift.').waitFor();
    expect(await alsoFor.isChecked()).toBe(false);
    if (also) await alsoFor.check();
    await dialog.getByLabel('IBAN').fill(number);
    await dialog.getByLabel('Your password').fill(password);
    await judge(page, 'bank-also');
    await dialog.getByRole('button', { name: 'Add bank account' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await add(false, iban);
  expect(await onFile()).toEqual([courier.holderId]);
  await add(true, otherIban);
  expect(await onFile()).toEqual([courier.holderId, courier.holderId, other]);

  await page.goto(screen(courier, '/settings/account'));
  const name = page.getByRole('textbox', { name: 'Account name' });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await judge(page, 'rename');
  await name.fill('Ada on two wheels');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Switch account: Ada on two wheels' }).waitFor();
});

it('what a role may not do is not offered', async () => {
  const { courier } = await newCourier(5);
  const viewer = await dashboard.newMember('courier', { role: 'viewer', holderId: courier.holderId });
  const page = await dashboard.newPage(phone, viewer);
  await page.goto(screen(courier));
  await page.getByText('EUR 5.00').first().waitFor();
  expect(await page.getByRole('link', { name: 'Request payout' }).count()).toBe(0);
  await page.goto(screen(courier, '/payouts/bank-accounts'));
  await page.getByText('Only owners can add or remove bank accounts.').waitFor();
  expect(await page.getByRole('button', { name: 'Add bank account' }).count()).toBe(0);
  await page.goto(screen(courier, '/payouts/new'));
  await page.getByRole('heading', { name: 'Your role doesn’t allow this' }).waitFor();
});

it('a payout of real money asks for two-step sign-in first', async () => {
  const { courier, link } = await newCourier();
  const earnings = accountAt({ holderId: company, mode: 'live', currency: 'EUR' }, `earnings:${link}`);
  await inTransaction(dashboard.db, (tx) => bringIn(tx, earnings, 900n, new Date()));
  const page = await dashboard.newPage(phone, courier);
  await page.goto(screen(courier, '', 'live'));
  await page.getByRole('link', { name: 'Request payout' }).click();
  await page.getByText('Turn on two-step sign-in first').waitFor();
  await judge(page, 'payout-two-step');
});

it('a courier hands over the cash of orders, and the company confirms it', async () => {
  const { db, server } = dashboard;
  const own = await makeCompany(db);
  const partner = createPartnerClient(server.app, await makeKey(db, own));
  const [finance, courier] = [
    await dashboard.newMember('company', { holderId: own, role: 'finance' }),
    await dashboard.newMember('courier'),
  ];
  const { holderId } = courier;
  const link = await inTransaction(db, (tx) => insertLink(tx, own, { holderId, type: 'courier', name: 'Nikos' }));
  const desk = await dashboard.newPage(desktop, finance);
  await desk.goto(screen(finance, '/cash'));
  await desk.getByRole('heading', { name: 'Cash isn’t tracked yet' }).waitFor();
  await judge(desk, 'cash-off');
  await desk.getByRole('button', { name: 'Start tracking cash' }).click();
  await desk.getByText('This is for test mode only.').waitFor();
  await judge(desk, 'cash-start');
  await desk.getByRole('dialog').getByRole('button', { name: 'Start tracking cash' }).click();
  await desk.getByRole('heading', { name: 'No cash held' }).waitFor();
  await desk.getByRole('button', { name: 'Settings' }).click();
  await desk.getByRole('button', { name: 'Add a limit' }).click();
  await desk.getByLabel('Currency').fill('eur');
  await desk.getByLabel('Limit EUR', { exact: true }).fill('80');
  await desk.getByLabel('Days they may hold cash').fill('7');
  await judge(desk, 'cash-settings');
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByText('Settings saved').waitFor();

  await sent(partner.post('/wallets/topups', { amount: 200, currency: 'EUR' }));
  await sent(partner.post('/orders', cashOrder('cash-1', Number(link))));
  await sent(partner.post('/settlements'));
  const page = await dashboard.newPage(phone, courier);
  await page.goto(screen(courier));
  const card = page.getByRole('region', { name: 'Cash in hand · Bolt Bistro' });
  await card.getByText('EUR 88.10').waitFor();
  await card.getByText('Above limit').waitFor();
  await page.getByText('You kept this from Bolt Bistro’s cash').waitFor();
  await judge(page, 'own-cash');
  await card.getByRole('button', { name: 'Hand over cash to Bolt Bistro' }).click();
  expect(await page.getByLabel('Amount (EUR)').inputValue()).toBe('88.10');
  await page.getByLabel('Amount (EUR)').fill('88.11');
  await page.getByRole('button', { name: 'I handed it over' }).click();
  await page.getByText('This is more than the EUR 88.10 held.').waitFor();
  await page.getByLabel('Amount (EUR)').fill('50');
  await page.getByLabel('Note (optional)').fill('Friday, at the office');
  await judge(page, 'own-cash-dialog');
  await page.getByRole('button', { name: 'I handed it over' }).dblclick();
  await card.getByText('EUR 50.00 handed over, waiting for Bolt Bistro to confirm').waitFor();
  expect(await card.getByRole('button', { name: 'Withdraw' }).count()).toBe(1);
  expect(await card.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  await judge(page, 'own-cash-waiting');

  await desk.goto(screen(finance));
  await desk.getByRole('link', { name: '1 cash handover to confirm' }).click();
  await desk.getByText('Nikos says they handed over EUR 50.00').waitFor();
  const row = desk.getByRole('row', { name: /^Nikos/ });
  await row.getByText('EUR 88.10').waitFor();
  await row.getByText('Above limit').waitFor();
  await judge(desk, 'cash');
  await desk.keyboard.press('j');
  await desk.keyboard.press('c');
  await desk.getByText('EUR 50.00 confirmed').waitFor();
  await row.getByText('EUR 38.10').waitFor();
  await row.getByText('Above limit').waitFor({ state: 'detached' });
  await desk.getByText('Nikos says').waitFor({ state: 'detached' });

  // What the company records, the courier confirms.
  await row.getByRole('button', { name: 'Record cash of Nikos' }).click();
  expect(await desk.getByLabel('Amount (EUR)').inputValue()).toBe('38.10');
  await desk.getByLabel('Not handed over: a debt from now on').check();
  await desk.getByText(/^Nikos no longer holds EUR.38.10 in cash but owes it to you/).waitFor();
  await judge(desk, 'cash-record');
  await desk.getByLabel('Handed over to you').check();
  await desk.getByLabel('Amount (EUR)').fill('8');
  await desk.getByRole('button', { name: 'Record handover' }).click();
  await desk.getByText('EUR 8.00 recorded. Waiting for Nikos to confirm.').waitFor();
  expect(await desk.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
  await desk.getByRole('link', { name: 'Handovers' }).click();
  await desk
    .getByRole('row', { name: /EUR.50\.00/ })
    .getByText('Confirmed')
    .waitFor();
  await judge(desk, 'cash-handovers');

  await page.reload();
  await card.getByText('Bolt Bistro says you handed over EUR 8.00').waitFor();
  await judge(page, 'own-cash-said');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await card.getByText('EUR 30.10').waitFor();
  await card.getByRole('button', { name: 'Bank transfer of cash to Bolt Bistro' }).click();
  expect(await page.getByLabel('Amount (EUR)').inputValue()).toBe('30.10');
  await page.getByLabel('Amount (EUR)').fill('10');
  await judge(page, 'own-cash-transfer');
  await page.getByRole('button', { name: 'Send test money' }).click();
  await card.getByText('EUR 20.10').waitFor();
  await page.getByText('Cash', { exact: true }).last().click();
  await page.getByText('Handed over to Bolt Bistro').first().waitFor();
  await judge(page, 'own-cash-handovers');
  await page.goto(screen(courier, '/earnings'));
  await page.waitForURL(screen(courier));
  const small = await dashboard.newPage(phone, finance);
  await small.goto(screen(finance, '/cash'));
  await small.getByText('EUR 20.10').first().waitFor();
  await judge(small, 'cash');
  await small.goto(screen(finance, '/orders/cash-1'));
  await small.getByText('Collects the cash').waitFor();
  await small.getByText('Nikos, cash in hand').first().waitFor();
});

/** 88.10 for the company, 12 for the courier who collects the 100.10. */
const cashOrder = (ref: string, courier: number) => ({
  partner_order_ref: ref,
  payment_source: 'cod',
  total_amount: 100.1,
  currency: 'EUR',
  splits: [
    { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 12 },
    { beneficiary_type: 'partner', amount: 88.1 },
  ],
});
