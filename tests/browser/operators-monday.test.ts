/** An operator's Monday in a real browser: thirteen exceptions of eleven kinds, all made by what people do, closed from the desk by keyboard alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { personActor } from '../../src/core/access/actor.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { chooseTransfer } from '../../src/features/bank-transfers/choose-transfer.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { debtToService } from '../../src/features/debts/find-debt.ts';
import { setWriteOffLimit } from '../../src/features/debts/second-person.ts';
import { settleDebt } from '../../src/features/debts/settle-debt.ts';
import { requestApproval } from '../../src/features/holders/request-approval.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { applyCharge, startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { returnLateCapture } from '../../src/features/payments/return-late-capture.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout, returnPayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { requestReset } from '../../src/features/people/reset-second-factor.ts';
import { createProviders } from '../../src/features/providers/providers.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { requestReversal, reverseTopUp } from '../../src/features/wallets/reverse-top-up.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { createScriptedProvider, taken } from '../fixtures/payments.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { job, memberOf, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { describeBusiness, makeCompany, makeHolder } from '../support/holders.ts';
import { expectAccessible } from './axe.ts';
import { desktop } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let operator: Member;

const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(dashboard.db, work);
const at = () => dashboard.server.clock.now(serviceHolderId, 'live');

/** What people did over the weekend. */
beforeAll(async () => {
  dashboard = await openDashboard();
  operator = await dashboard.newMember('service');
  const { personId } = await dashboard.newMember('service');
  const colleague = personActor(
    { personId, sessionId: 'a-session', mode: 'live', freshAt: new Date() },
    { holderId: serviceHolderId, holderKind: 'service', holderStatus: 'active', role: 'administrator' },
  );
  const { db, server } = dashboard;
  const { clock } = server;
  const company = { holderId: await makeCompany(db), mode: 'live' } as const;
  const shop = { holderId: await makeHolder(db, 'merchant', 'Corner Shop'), mode: 'live' } as const;

  const account = { accountHolder: 'Sluice Payments GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const rest = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
  await run((tx) => saveBankDetails(tx, { currency: 'EUR', ...account, ...rest, changedAt: new Date() }));

  const topUp = async (amount: bigint): Promise<string> => {
    const asked = { amount, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    return (await run((tx) => requestTopUp(memberOf(company), tx, clock, company, asked))).id;
  };
  const credited = async (amount: bigint): Promise<string> => {
    const id = await topUp(amount);
    await run((tx) => confirmTopUp(shell, tx, clock, id));
    return id;
  };
  await topUp(1_100n);
  await topUp(1_200n);
  const twice = await credited(1_300n);
  await run((tx) =>
    requestReversal(colleague, tx, at(), twice, { amount: 1_300n, reason: 'Sent twice', lineId: null }),
  );

  // Payouts to a new bank account wait.
  const lastWeek = { now: () => new Date(at().getTime() - 7 * 86_400_000) };
  // What was paid out of a top-up that the bank took back is owed.
  const spent = await credited(9_000n);
  const bank = await run((tx) => addBankAccount(shell, tx, lastWeek, company.holderId, bankForm()));
  const payOut = async (amount: bigint): Promise<string> => {
    const asked = { ownerHolderId: company.holderId, book: company, account: ledgerAccount.clearing };
    const request = { ...asked, amount, currency: 'EUR', bankAccountId: bank.id };
    return (await run((tx) => requestPayout(memberOf(company), tx, clock, request))).id;
  };
  const toSend = await payOut(1_500n);
  await run((tx) => approvePayout(shell, tx, clock, toSend));
  const cameBack = await payOut(1_600n);
  await run((tx) => approvePayout(shell, tx, clock, cameBack));
  await run((tx) => sendPayout(shell, tx, clock, cameBack));
  await payOut(1_700n);
  await payOut(1_800n);
  await run((tx) => reverseTopUp(shell, tx, clock, spent, { amount: undefined, reason: 'The bank recalled it' }));
  await run((tx) => returnPayout(shell, tx, clock, cameBack, { to: 'failed', reason: 'Account closed' }));
  const limit = { currency: 'EUR', amount: 0n, reason: 'Agreed by the board' };
  await run((tx) => setWriteOffLimit(colleague, tx, clock, serviceHolderId, limit));
  await run(async (tx) => {
    const debt = await debtToService(tx, company, 'EUR');
    await settleDebt(colleague, tx, clock, debt, { kind: 'written_off', amount: 100n, reason: 'They have closed' });
  });

  const lost = await dashboard.newMember('customer');
  await server.pool.query('update people set second_factor = true where id = $1', [lost.personId]);
  await run((tx) => requestReset(colleague, tx, lost.email, 'Phone stolen'));

  const newcomer = await makeCompany(db, { status: 'pending' });
  await describeBusiness(db, newcomer);
  const owner = memberOf({ holderId: newcomer, mode: 'test' }, { holderStatus: 'pending' });
  await run((tx) => requestApproval(owner, tx, newcomer, new Date()));

  const provider = createScriptedProvider();
  provider.says.refund = async () => ({ kind: 'failed', reason: 'charge_disputed' });
  const payDeps = { ...server.payDeps, providers: createProviders({ test: provider, live: [provider] }) };
  const payment = async (amount: bigint) => {
    const draft = { amount, currency: 'EUR', returnUrl: 'https://shop.example/thanks', cancelUrl: null, custom: null };
    const creator = createPaymentCreator({ db, clock });
    const { id } = await creator.create(shopKey(shop), shop, 'api', { ...draft, webhookUrl: null, orderId: null });
    return { ...shop, id };
  };
  const late = await payment(2_100n);
  const start = { provider: 'simulator', method: 'card', cardLastFour: null, payerName: 'Ada', browser: null } as const;
  const { attemptId } = await run((tx) => startAttempt(tx, payDeps, late, start));
  const attempt = { holderId: shop.holderId, attemptId };
  await run((tx) => applyCharge(job, tx, payDeps, attempt, taken(900n)));
  await returnLateCapture(job, payDeps, attempt);

  await run((tx) => setTransferOffer(shell, tx, { holderId: null, isOffered: true, daysToPay: 7 }));
  const byBank = await payment(2_200n);
  const by = { email: null, language: 'en', browser: null };
  const { reference } = await run((tx) => chooseTransfer(payer, tx, { clock }, byBank, by));
  const from = { counterpartyName: 'Erika Müller', counterpartyAccount: 'DE02120300000000202051' };
  const lines = statementOf([
    { amount: 2_200n, text: `Thanks ${reference}`, ...from },
    { amount: 3_300n, text: 'For Anna', ...from },
  ]);
  await importStatement(shell, { db, clock }, { source: 'bank', mode: 'live' }, lines);
  const request = { refundRef: 'r', amount: 2_200n, reason: null };
  await run((tx) => requestRefund(shopKey(shop), tx, payDeps, byBank, request));
});
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

/** By what the row says: the key that opens how it is closed, where that is not the proposed fix, and what is typed there. */
const others: Record<string, { key: string; reason?: string }> = {
  'Returned payout': { key: 'd' },
  'Account to review': { key: 'x', reason: 'No such company' },
  'Incoming transfer to review': { key: 'x', reason: 'Meant for somebody else' },
  '18.00': { key: 'x', reason: 'The account is closed' },
};

/** In the order in which they come, oldest first; a payout that is approved waits to be sent. */
const kinds = [
  ...['Top-up to confirm', 'Top-up to confirm', 'Top-up reversal to approve', 'Payout to send', 'Payout to approve'],
  ...['Payout to approve', 'Returned payout', 'Write-off to approve', 'Two-step reset to approve', 'Account to review'],
  ...['Late capture not returned', 'Incoming transfer to review', 'Refund to send', 'Payout to send'],
];

it('closes them all', async () => {
  const page = await dashboard.newPage(desktop, operator);
  const { pool } = dashboard.server;
  await pool.query('update people set second_factor = true where id = $1', [operator.personId]);
  await pool.query('update sessions set second_factor_at = now() where person_id = $1', [operator.personId]);
  await page.goto(screen(operator, '', 'live'));
  await page.locator('[data-item]').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('j');
  for (const kind of kinds) {
    const row = page.locator('[data-item]:focus', { hasText: kind });
    await row.waitFor();
    const words = await row.innerText();
    const [, other] = Object.entries(others).find(([text]) => words.includes(text)) ?? [];
    const { key = 'Enter', reason } = other ?? {};
    await page.keyboard.press(key);
    // A field, or the button that cancels: the key that opened it, pressed once more, sends nothing unread.
    await page.getByRole('dialog').locator('form :focus').waitFor();
    expect(await page.locator('[type=submit]:focus').count()).toBe(0);
    await expectAccessible(page, '[role=dialog]');
    if (reason !== undefined) await page.keyboard.type(reason);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.locator('[data-item]').allInnerTexts()).not.toContain(words);
  }
  await page.getByRole('heading', { name: 'All clear' }).waitFor();
});
