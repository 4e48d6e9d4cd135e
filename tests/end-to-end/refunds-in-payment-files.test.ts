/** Refunds of payments by bank transfer in payment files: each leaves once, and the bank's word ends it or not. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import { accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { type Check, everything } from '../../src/core/ledger/checks/check.ts';
import { checks, findOffences } from '../../src/core/ledger/checks.repository.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { createPayoutFile, type PayoutFileRequest } from '../../src/features/payout-files/create-payout-file.ts';
import { giveUpPayoutFile } from '../../src/features/payout-files/give-up-payout-file.ts';
import { findContent, listFileLines } from '../../src/features/payout-files/payout-files.repository.ts';
import { sendPayoutFile } from '../../src/features/payout-files/send-payout-file.ts';
import { takeReport } from '../../src/features/payout-files/take-report.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { findRefund, type Refund } from '../../src/features/refunds/refunds.repository.ts';
import { type BankOutcome, settleBankRefund } from '../../src/features/refunds/settle-bank-refund.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { createBrowser, createTestCheckout, type TestCheckout } from '../fixtures/checkout.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { hold } from '../support/lock-waits.ts';

const live = { mode: 'live', source: 'bank' } as const;
const erika = { counterpartyName: 'Erika Müller', counterpartyAccount: 'DE02120300000000202051' };
let checkout: TestCheckout;
let shop: bigint;

beforeAll(async () => {
  checkout = await createTestCheckout();
  shop = await checkout.makeHolder('merchant', 'Corner Shop');
  await run((tx) => setTransferOffer(shell, tx, { holderId: null, isOffered: true, daysToPay: undefined }));
  const account = { accountHolder: 'Sluice Payments GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const rest = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
  await run((tx) => saveBankDetails(tx, { currency: 'EUR', ...account, ...rest, changedAt: new Date() }));
});
afterAll(async () => {
  await expectBooksToHold(checkout.db);
  await checkout.close();
});
/** What earlier tests left to send is out of the way. */
beforeEach(async () => {
  const { rows } = await checkout.pool.query<{ id: string }>(`select id from refunds where status = 'pending'`);
  for (const { id } of rows) await settle({ id }, { kind: 'succeeded' });
});

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(checkout.db, work);
const deps = () => ({ db: checkout.db, clock: checkout.payDeps.clock });
type Line = Parameters<typeof statementOf>[0][number];
const arrive = (...lines: Line[]) => importStatement(shell, deps(), live, statementOf(lines));
const wallet = () =>
  findBalance(checkout.db, accountIn({ holderId: shop, mode: 'live', currency: 'EUR' }, ledgerAccount.wallet));

/** Of a payment that a bank transfer from this sender has paid. */
async function refunded(amount: bigint, sender: Partial<Line> = erika, of = amount): Promise<Refund> {
  const payment = await checkout.makePayment(shop, { mode: 'live', amount });
  const browser = createBrowser(checkout.app);
  await browser.open(payment.path);
  await browser.submit(`${payment.path}/pay`, { method: 'bank_transfer', transfer_email: '' });
  const { rows } = await checkout.pool.query<{ reference: string }>(
    'select reference from payment_transfers where payment_id = $1',
    [payment.id],
  );
  expect(await arrive({ amount, text: rows[0]?.reference as string, ...sender })).toMatchObject({ paid: 1 });
  const key = shopKey({ holderId: shop, mode: 'live' });
  const { refund } = await run((tx) =>
    requestRefund(key, tx, checkout.payDeps, payment, { refundRef: 'r', amount: of, reason: null }),
  );
  return refund;
}

type Named = { id: string };
const settle = ({ id }: Named, outcome: BankOutcome) =>
  run((tx) => settleBankRefund(shell, tx, checkout.payDeps.clock, 'live', id, outcome));
const make = (changes: Partial<PayoutFileRequest> = {}) =>
  run((tx) => {
    const { clock } = checkout.payDeps;
    const executionDay = clock.now().toISOString().slice(0, 10);
    const all = { payoutIds: undefined, againReason: undefined, mode: 'live', currency: 'EUR' } as const;
    return createPayoutFile(shell, tx, clock, { format: 'pain.001.001.09', executionDay, ...all, ...changes });
  });
const giveUp = ({ id }: Named) =>
  run((tx) => giveUpPayoutFile(shell, tx, checkout.payDeps.clock, { mode: 'live', id, reason: 'Never uploaded' }));
const stateOf = async ({ holderId, id }: Refund) => {
  const { status, failure } = (await findRefund(checkout.db, holderId, id)) as Refund;
  return [status, failure];
};
const bankName = ({ id }: Named) => id.replace('_', '');
const take = (message: string, group: string, payments = '') =>
  takeReport(
    shell,
    deps(),
    'live',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId>${group === '' ? '' : `<GrpSts>${group}</GrpSts>`}</OrgnlGrpInfAndSts>${payments === '' ? '' : `<OrgnlPmtInfAndSts>${payments}</OrgnlPmtInfAndSts>`}</CstmrPmtStsRpt></Document>`,
  );
const onRefund = (refund: Named, status: string, code: string) =>
  `<TxInfAndSts><OrgnlEndToEndId>${bankName(refund)}</OrgnlEndToEndId><TxSts>${status}</TxSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf></TxInfAndSts>`;
const outcomeOf = async (file: Named, { id }: Named) =>
  (await listFileLines(checkout.db, file.id, { limit: 9 })).find(({ paymentId }) => paymentId === id)?.outcome;

/** What has failed here, and a payment file would still pay. */
const misfiled = async () => {
  const check = checks.find(({ name }) => name.endsWith('is in no payment file that the bank may execute')) as Check;
  return (await findOffences(checkout.db, check, everything, 9)).offences;
};
/** As if the file had not been given up. */
const revive = (file: Named, refund: Named, isLiving: boolean) =>
  checkout.pool.query(
    'update payout_file_lines set superseded_by = case when not $3 then file_id end where file_id = $1 and payout_id = $2',
    [file.id, refund.id, isLiving],
  );

describe('a refund', () => {
  it('leaves to whom the statement named, once, and has succeeded with the line that names it', async () => {
    const refund = await refunded(5_000n, erika, 1_201n);
    const file = await make();
    expect(file).toMatchObject({ payouts: 1, returns: 0, refunds: 1, controlSum: 1_201n });
    const content = ((await findContent(checkout.db, file.id)) as Buffer).toString();
    for (const text of [
      `<EndToEndId>${bankName(refund)}</EndToEndId>`,
      '<Nm>Erika Muller</Nm>',
      '<IBAN>DE02120300000000202051</IBAN>',
      '<InstdAmt Ccy="EUR">12.01</InstdAmt>',
      `<Ustrd>Refund ${bankName(refund)} Corner Shop</Ustrd>`,
    ])
      expect(content).toContain(text);
    await expect(make()).rejects.toMatchObject({ code: 'invalid_state', message: /No approved payout in EUR waits/ });
    await expect(make({ refundIds: [refund.id] })).rejects.toMatchObject({
      message: `${refund.id} is in the file ${file.id} already.`,
    });
    expect(await sendPayoutFile(shell, deps(), 'live', file.id)).toBe(0);
    expect(await take(file.messageId, 'ACSP')).toMatchObject({ changed: 1, questions: [], rejectedRefunds: [] });
    expect([await stateOf(refund), await outcomeOf(file, refund)]).toEqual([['pending', null], 'accepted']);
    const again = await make({ refundIds: [refund.id], againReason: 'The bank lost it' });
    expect(await arrive({ amount: -1_201n, text: 'SEPA', endToEndId: bankName(refund) })).toMatchObject({ matched: 1 });
    expect(await stateOf(refund)).toEqual(['succeeded', null]);
    const message = 'A statement shows it as sent, or a person recorded that, and the bank now rejects it.';
    expect((await take(again.messageId, 'RJCT')).questions).toEqual([{ paymentId: refund.id, message }]);
    await expect(giveUp(again)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(make({ refundIds: [refund.id], againReason: 'x' })).rejects.toMatchObject({
      message: `${refund.id} was sent.`,
    });
  });

  it('that the bank rejects has failed with its reason, and the shop has its money again, once', async () => {
    const before = await wallet();
    const [one, other] = [await refunded(3_002n), await refunded(3_003n)];
    const file = await make();
    expect((await wallet()) - before).toBe(0n);
    const said = [file.messageId, 'ACCP', onRefund(one, 'RJCT', 'AC04')] as const;
    const reason = 'The account is closed (AC04)';
    expect(await take(...said)).toMatchObject({
      ...{ changed: 2, failed: [], questions: [], rejectedRefunds: [{ refundId: one.id, reason }] },
    });
    expect([await stateOf(one), await stateOf(other)]).toEqual([
      ['failed', reason],
      ['pending', null],
    ]);
    expect((await wallet()) - before).toBe(3_002n);
    expect(await take(...said)).toMatchObject({ changed: 0, rejectedRefunds: [] });
    expect((await wallet()) - before).toBe(3_002n);
    expect((await take(file.messageId, '', onRefund(one, 'ACSC', ''))).questions).toMatchObject([
      { paymentId: one.id },
    ]);
    await expect(make({ refundIds: [one.id], againReason: 'x' })).rejects.toMatchObject({
      message: `${one.id} has failed.`,
    });
    const { rows } = await checkout.pool.query<{ type: string }>(
      `select type from events where data ->> 'refund_id' = $1 or data -> 'refund' ->> 'refund_id' = $1 order by appended`,
      [one.id],
    );
    expect(rows.at(-1)?.type).toBe('refund.failed');
  });

  it('in a file can’t be said to have failed until the file is given up; that it was sent can', async () => {
    const [one, other] = [await refunded(3_004n), await refunded(3_005n)];
    const file = await make();
    const failed = { kind: 'failed', reason: 'He moved' } as const;
    await expect(settle(one, failed)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `The refund is in the payment file ${file.id}. Give up the file first, if your bank will not execute it.`,
    });
    await giveUp(file);
    expect((await settle(one, failed)).status).toBe('failed');
    expect(await misfiled()).toEqual([]);
    await revive(file, one, true);
    const problem = `is failed, and the payment file ${file.id} has it`;
    expect(await misfiled()).toEqual([{ row: `refund ${one.id} (holder ${shop})`, problem }]);
    await revive(file, one, false);
    const next = await make();
    expect(next).toMatchObject({ refunds: 1, controlSum: 3_005n });
    expect((await settle(other, { kind: 'succeeded' })).status).toBe('succeeded');
    await expect(giveUp(next)).rejects.toMatchObject({ message: `${other.id} was sent.` });
    // The bank has sent it, and it comes back.
    expect((await settle(other, failed)).status).toBe('failed');
    expect(await misfiled()).toEqual([]);
  });

  it('whose payer the statement does not name is left to be sent by hand', async () => {
    const nameless = await refunded(3_006n, { counterpartyName: 'Erika', counterpartyAccount: undefined });
    const known = await refunded(3_007n);
    expect(await make()).toMatchObject({ refunds: 1, controlSum: 3_007n });
    await expect(make({ refundIds: [nameless.id] })).rejects.toMatchObject({
      message: `${nameless.id} can't be in a file: the statement names no name and IBAN of who paid.`,
    });
    await settle(known, { kind: 'succeeded' });
  });

  it('is found by its id, in its mode and currency', async () => {
    const one = await refunded(3_008n);
    for (const refundIds of [['ref_1'], [one.id, 'ref_1'], ['po_1']]) {
      await expect(make({ refundIds })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(make({ refundIds: [one.id], mode: 'test' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(make({ refundIds: [one.id], currency: 'CHF', format: 'csv' })).rejects.toMatchObject({
      message: `${one.id} is in EUR: a file has one currency.`,
    } as object);
    expect(await make({ refundIds: [one.id, one.id], format: 'csv' })).toMatchObject({ payouts: 1, refunds: 1 });
  });

  it('of a file that the bank books as one line has succeeded with it', async () => {
    const [one, other] = [await refunded(3_009n), await refunded(3_010n)];
    const file = await make();
    expect(await arrive({ amount: -6_018n, text: file.messageId })).toMatchObject({ matched: 0 });
    expect(await arrive({ amount: -6_019n, text: `SAMMLER ${file.messageId.toUpperCase()}` })).toMatchObject({
      matched: 1,
    });
    expect([await stateOf(one), await stateOf(other)]).toEqual([
      ['succeeded', null],
      ['succeeded', null],
    ]);
  });

  it('said to have failed while a file with it is being made: the file waits, or it can’t', async () => {
    const one = await refunded(3_011n);
    const failed = { kind: 'failed', reason: 'He moved' } as const;
    const making = await hold(checkout.db, checkout.pool, (tx) =>
      createPayoutFile(shell, tx, checkout.payDeps.clock, {
        ...{ mode: 'live', currency: 'EUR', format: 'csv', payoutIds: undefined, againReason: undefined },
        executionDay: checkout.payDeps.clock.now().toISOString().slice(0, 10),
      }),
    );
    const settling = settle(one, failed);
    settling.catch(() => {});
    await making.awaitedBy(settling);
    await making.commit();
    await expect(settling).rejects.toMatchObject({ code: 'invalid_state' });

    const other = await refunded(3_012n);
    const ending = await hold(checkout.db, checkout.pool, (tx) =>
      settleBankRefund(shell, tx, checkout.payDeps.clock, 'live', other.id, failed),
    );
    const filing = make({ refundIds: [other.id] });
    filing.catch(() => {});
    await ending.awaitedBy(filing);
    await ending.commit();
    await expect(filing).rejects.toMatchObject({ message: `${other.id} has failed.` });
  });
});
