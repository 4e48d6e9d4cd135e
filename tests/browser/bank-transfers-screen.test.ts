/** Payments by bank transfer, as the operator ends them in a real browser: refunds in a payment file, and a recall. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { chooseTransfer } from '../../src/features/bank-transfers/choose-transfer.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder } from '../support/holders.ts';
import { simulatedPayDeps } from '../support/pay-by-card.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let shop: bigint;

beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeHolder(dashboard.db, 'merchant', 'Corner Shop');
  await run((tx) => setTransferOffer(shell, tx, { holderId: null, isOffered: true, daysToPay: 7 }));
  const account = { accountHolder: 'Sluice Payments GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const rest = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
  await run((tx) => saveBankDetails(tx, { currency: 'EUR', ...account, ...rest, changedAt: new Date() }));
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(dashboard.db, work);
type Line = Parameters<typeof statementOf>[0][number];
const arrive = (line: Line) => {
  const { db, server } = dashboard;
  return importStatement(shell, { db, clock: server.clock }, { source: 'bank', mode: 'live' }, statementOf([line]));
};

/** A payment of real money that a bank transfer has paid. */
async function paid(amount: bigint) {
  const { db, server } = dashboard;
  const book = { holderId: shop, mode: 'live' } as const;
  const { clock } = server;
  const draft = { amount, currency: 'EUR', returnUrl: 'https://shop.example/thanks', cancelUrl: null, custom: null };
  const creator = createPaymentCreator({ db, clock });
  const { id } = await creator.create(shopKey(book), book, 'api', { ...draft, webhookUrl: null, orderId: null });
  const key = { holderId: shop, id };
  const by = { email: null, language: 'en', browser: null };
  const { reference } = await run((tx) => chooseTransfer(payer, tx, { clock }, key, by));
  const erika = { counterpartyName: 'Erika Müller', counterpartyAccount: 'DE02120300000000202051' };
  expect(await arrive({ amount, text: `Thanks ${reference}`, ...erika })).toMatchObject({ paid: 1 });
  return { ...key, mode: 'live' as const, reference };
}

async function refunded(amount: bigint): Promise<string> {
  const payment = await paid(amount);
  const deps = simulatedPayDeps(dashboard.db, dashboard.server.clock);
  const request = { refundRef: 'r', amount, reason: null };
  return (await run((tx) => requestRefund(shopKey(payment), tx, deps, payment, request))).refund.id;
}

/** A page of an administrator whose second factor was passed just now. */
async function operatorPage(options: typeof desktop | typeof phone, path: string): Promise<Page> {
  const member = await dashboard.newMember('service');
  const page = await dashboard.newPage(options, member);
  const { pool } = dashboard.server;
  await pool.query('update people set second_factor = true where id = $1', [member.personId]);
  await pool.query('update sessions set second_factor_at = now() where person_id = $1', [member.personId]);
  await page.goto(screen(member, path, 'live'));
  return page;
}

const stateOf = async (id: string) =>
  (await dashboard.server.pool.query('select status, failure from refunds where id = $1', [id])).rows[0];

it('a refund leaves by a payment file, and fails when the bank’s report says so', async () => {
  const id = await refunded(4_200n);
  const page = await operatorPage(desktop, '/operator/transfers');
  const refund = page.getByRole('region', { name: 'Refunds to send' });
  await refund.getByText('Erika Müller').waitFor();
  await refund.getByRole('button', { name: 'Can’t be paid' }).waitFor();
  await expectAccessible(page);

  await page.goto(page.url().replace('/transfers', '/payouts'));
  await page.getByText('To send', { exact: true }).click();
  await page.getByRole('button', { name: 'Create payment file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create payment file' });
  const today = dashboard.server.clock.now(1n, 'live').toISOString().slice(0, 10);
  await dialog.getByLabel('Execution date').fill(today);
  await dialog.getByLabel('Currency').fill('EUR');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Create payment file' }).click();
  const name = (await download).suggestedFilename();
  await page.getByText('Payment file with 1 payment created').waitFor();

  await page.goto(page.url().replace(/\/payouts.*/, '/payout-files'));
  await page.getByText('1 refund', { exact: true }).waitFor();
  // It has no payout to mark as sent.
  expect(await page.getByRole('button', { name: 'Mark as sent' }).count()).toBe(0);
  await expectAccessible(page);
  const table = page.getByRole('table');
  const widths = () =>
    table.evaluate((list) => {
      const { scrollWidth, parentElement } = list as unknown as {
        scrollWidth: number;
        parentElement: { clientWidth: number };
      };
      return [scrollWidth, parentElement.clientWidth];
    });
  const [needed = 0, given = 0] = await widths();
  expect(needed).toBeLessThanOrEqual(given);
  await page.setViewportSize(phone.viewport);
  await page.getByRole('table').waitFor({ state: 'detached' });
  await page.getByText('1 refund', { exact: true }).waitFor();
  await page.setViewportSize(desktop.viewport);
  const message = /payouts-live-(.*)\.xml/.exec(name)?.[1] as string;
  await page.goto(page.url().replace('/payout-files', '/transfers'));
  await refund.getByText('In payment file').waitFor();
  expect(await refund.getByRole('button', { name: 'Can’t be paid' }).count()).toBe(0);

  await page.goto(page.url().replace('/transfers', '/payout-files'));
  const report = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
  const file = { name: 'report.xml', mimeType: 'text/xml', buffer: Buffer.from(report) };
  await page.locator('input[type=file]').setInputFiles([file]);
  const said = page.getByRole('dialog', { name: 'What the bank said' });
  await said.getByText('Refunds that failed: the money went back to the account').waitFor();
  await said.getByText('The account is closed (AC04)').waitFor();
  await said.getByText(id).waitFor();
  await expectAccessible(page, '[role=dialog]');
  expect(await stateOf(id)).toEqual({ status: 'failed', failure: 'The account is closed (AC04)' });
});

it('a payment that the bank took back is taken from the shop with its line, on a phone', async () => {
  const { reference } = await paid(3_300n);
  await arrive({ amount: -3_300n, text: `Recall ${reference}`, bookedOn: '2031-03-04' });
  const page = await operatorPage(phone, '/operator/reconciliation');
  const line = page.getByRole('listitem').filter({ hasText: `Recall ${reference}` });
  await line.getByRole('button', { name: 'Take back' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Corner Shop').first().waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Payment taken back').waitFor();
  await line.waitFor({ state: 'detached' });
  const { rows } = await dashboard.server.pool.query('select status, reason from disputes');
  expect(rows).toEqual([{ status: 'lost', reason: 'recalled' }]);

  // It was another line: undone with its match.
  await page.goto(page.url().replace(/\/reconciliation.*/, `/reconciliation?status=matched`));
  await line.getByRole('button', { name: 'Undo match' }).first().click();
  await dialog.getByText('The money that the line took goes back').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Undo match' }).click();
  await line.waitFor({ state: 'detached' });
  const { rows: undone } = await dashboard.server.pool.query('select status from disputes');
  expect(undone).toEqual([{ status: 'won' }]);
});
