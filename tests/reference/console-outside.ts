/**
 * Operations of the operator on money that came from outside and that nothing explains: bank transfers to decide, lines of
 * a statement matched by hand, payments that providers took too late, and disputes.
 */
import { inTransaction } from '../../src/base/database/transaction.ts';
import { formatDecimal } from '../../src/base/money/amount.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { chooseTransfer } from '../../src/features/bank-transfers/choose-transfer.ts';
import { applyCharge, startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { returnLateCapture } from '../../src/features/payments/return-late-capture.ts';
import { createProviders } from '../../src/features/providers/providers.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { importStatementFile } from '../../src/features/statement-files/import-statement-file.ts';
import { readStatementFile } from '../../src/features/statement-files/read-statement-file.ts';
import type { ConsoleWorld } from '../fixtures/console.ts';
import { makeHolderOwe } from '../fixtures/money.ts';
import { createScriptedProvider, taken } from '../fixtures/payments.ts';
import { csvOf, type Row, readNamed } from '../fixtures/reconciliation.ts';
import { job, operator, payer, shopKey } from '../support/actors.ts';
import { accountAt } from '../support/ledger-names.ts';
import type { Sent } from './scenario.ts';

type Recipient = { holder: { name: string } };
type Listed = { [name: string]: unknown }[];
type Candidate = { transfer_id: number; holder: { holder_id: number } };
type OpenLine = { line_id: number; candidates: { transfers: Candidate[] } };
/** Sends a request as an administrator of the service, or as an owner of the shop. @returns the data of the answer. */
export type ShowOf = (id: string, sent: Sent, mode: Mode) => Promise<unknown>;

export async function playOutsideMoney(world: ConsoleWorld, show: ShowOf, showOfShop: ShowOf): Promise<void> {
  const { db, pool, own, merchant, account } = world;
  await decideTransfers();
  await refundByTransfer();
  await matchLine();
  await returnPayout();
  await sendBack();
  await decideLines();
  await uploadFile();
  await closeMonth();
  await ruleLines();
  await returnLate();
  await readDispute();

  async function imported(mode: Mode, rows: readonly Row[]): Promise<void> {
    await importedText(mode, csvOf(rows));
  }

  async function importedText(mode: Mode, text: string): Promise<void> {
    const read = await readNamed(text);
    const file = { ...read, account: 'DE89 3704', fileName: 'statement.csv' };
    await importStatement(operator('administrator', mode), { db, clock: world.clock }, { source: 'bank', mode }, file);
  }

  async function decideTransfers(): Promise<void> {
    await imported('live', [
      ['310.00', 'Clearing for November'],
      ['45.00', 'For my daughter'],
    ]);
    const waiting = (await show('operatorListTransfers', {}, 'live')) as Listed;
    const named = (text: string) => ({ id: Number(waiting.find((one) => one.text === text)?.line_id) });
    const query = { currency: 'EUR', text: String(own.holderId) };
    const [to] = (await show('operatorListRecipients', { query }, 'live')) as Recipient[];
    const body = { holder_id: Number(own.holderId), holder_name: to?.holder.name, finding: 'unknown' };
    const credit = { path: named('Clearing for November'), body };
    await show('operatorCreditTransfer', credit, 'live');
    const back = { path: named('For my daughter'), body: { reason: 'Sent by another person' } };
    await show('operatorReturnTransfer', back, 'live');
  }

  async function refundByTransfer(): Promise<void> {
    const offer = { holder_id: Number(merchant), offered: true, days_to_pay: 7 };
    await show('operatorSetTransferOffer', { body: offer }, 'live');
    await show('operatorListTransferOffers', {}, 'live');
    const payment = { holderId: merchant, id: await world.newPayment('live', false) };
    const { payDeps } = account.server;
    const ada = { email: null, language: 'en', browser: null };
    const { reference } = await inTransaction(db, (tx) => chooseTransfer(payer, tx, payDeps, payment, ada));
    await imported('live', [['5.00', reference]]);
    const asked = { refundRef: 'refund-7', amount: undefined, reason: null };
    const shop = { holderId: merchant, mode: 'live' } as const;
    const { refund } = await inTransaction(db, (tx) => requestRefund(shopKey(shop), tx, payDeps, payment, asked));
    await show('operatorListBankRefunds', {}, 'live');
    await show('operatorSettleBankRefund', { path: { id: refund.id }, body: { outcome: 'sent' } }, 'live');
    const recalled = { holderId: merchant, id: await world.newPayment('live', false) };
    const { reference: second } = await inTransaction(db, (tx) => chooseTransfer(payer, tx, payDeps, recalled, ada));
    await imported('live', [['5.00', second]]);
    await imported('live', [['-5.00', `Recall ${second}`]]);
    const query = { source: 'bank', search: 'Recall' };
    const [line] = (await show('operatorListStatementLines', { query }, 'live')) as OpenLine[];
    const body = { payment_id: recalled.id };
    await show('operatorTakeBackPaymentByLine', { path: { id: Number(line?.line_id) }, body }, 'live');
  }

  async function matchLine(): Promise<void> {
    await imported('test', [['10000.00', 'First payment']]);
    const query = { source: 'bank', search: 'First payment' };
    const [line] = (await show('operatorListStatementLines', { query }, 'test')) as OpenLine[];
    const [transfer] = line?.candidates.transfers ?? [];
    const key = { holder_id: Number(transfer?.holder.holder_id), transfer_id: Number(transfer?.transfer_id) };
    const body = { transfers: [key] };
    const sent = { path: { id: Number(line?.line_id) }, body };
    await show('operatorListLineSuggestions', { path: sent.path }, 'test');
    await show('operatorMatchLine', sent, 'test');
    await show('operatorUnmatchLine', sent, 'test');
  }

  /** The bank kept something of it, and its file does not say so. */
  async function returnPayout(): Promise<void> {
    const id = await world.newApprovedPayout();
    const { rows } = await pool.query('select amount - fee - 50 as amount from payouts where id = $1', [id]);
    await imported('test', [[formatDecimal(rows[0].amount, 2), `RETURN ${id} AC04`]]);
    const query = { source: 'bank', search: id };
    const [line] = (await show('operatorListStatementLines', { query }, 'test')) as OpenLine[];
    const body = { payout_id: id, difference: 'bank_charge' };
    await show('operatorReturnPayoutByLine', { path: { id: Number(line?.line_id) }, body }, 'test');
  }

  async function sendBack(): Promise<void> {
    await imported('test', [['77.00', 'For another company']]);
    const query = { source: 'bank', search: 'For another company' };
    const [line] = (await show('operatorListStatementLines', { query }, 'test')) as OpenLine[];
    const path = { id: Number(line?.line_id) };
    const body = { reason: 'Sent by another person', name: 'Erika Beispiel', account: 'DE02120300000000202051' };
    await show('operatorReturnLine', { path, body }, 'test');
    await show('operatorCancelLineReturn', { path }, 'test');
  }

  /** Two lines booked in the same way suggest a rule, which is made and ended. */
  async function ruleLines(): Promise<void> {
    await imported('test', [
      ['-7.77', 'Account fee of March'],
      ['-7.80', 'Account fee of April'],
    ]);
    const query = { source: 'bank', search: 'Account fee' };
    const lines = (await show('operatorListStatementLines', { query }, 'test')) as OpenLine[];
    for (const { line_id: id } of lines) {
      await show('operatorMatchLine', { path: { id }, body: { transfers: [], difference: 'bank_charge' } }, 'test');
    }
    await show('operatorSuggestBookingRules', { query: { source: 'bank' } }, 'test');
    const body = {
      source: 'bank',
      text: 'Account fee',
      currency: 'EUR',
      direction: 'out',
      amount_max: 20,
      kind: 'bank_charge',
    };
    const rule = (await show('operatorAddBookingRule', { body }, 'test')) as { rule_id: number };
    await imported('test', [['-7.90', 'Account fee of May']]);
    await show('operatorListBookingRules', { query: { source: 'bank' } }, 'test');
    await show('operatorEndBookingRule', { path: { id: rule.rule_id } }, 'test');
  }

  /** A file with its sign in a column that was not mapped, and another that may have one of its lines again. */
  async function decideLines(): Promise<void> {
    const lineOf = async (search: string) => {
      const query = { source: 'bank', search };
      const [line] = (await show('operatorListStatementLines', { query }, 'test')) as OpenLine[];
      return { id: Number(line?.line_id) };
    };
    await importedText('test', 'date,amount,currency,text,Kant\n2031-03-01,71.00,EUR,Rent of March,Af\n');
    await show('operatorSetLineDirection', { path: await lineOf('Rent of March'), body: { direction: 'out' } }, 'test');
    await imported('test', [['12.00', 'Cash deposit']]);
    await imported('test', [
      ['12.00', 'Cash deposit'],
      ['3.00', 'Later'],
    ]);
    await show('operatorDecideLineDuplicate', { path: await lineOf('Cash deposit'), body: { same: false } }, 'test');
  }

  /** A file in pieces, with a question, and the profile that the answer makes. */
  async function uploadFile(): Promise<void> {
    const bytes = 'Date;Amount;Text\n2031-03-13;-71,50;Rent\n2031-03-14;12,50;Invoice 7\n';
    const size = Buffer.byteLength(bytes);
    const body = { source: 'bank', file_name: 'bank.csv', size };
    const begun = (await show('operatorBeginStatementFile', { body }, 'test')) as { file_id: number };
    const path = { id: begun.file_id };
    const work = async (jobOf: (key: { id: bigint; revision: number }) => Promise<void>) => {
      const { rows } = await pool.query('select revision from statement_files where id = $1', [path.id]);
      await jobOf({ id: BigInt(path.id), revision: rows[0].revision });
    };
    const reading = (key: { id: bigint; revision: number }) => readStatementFile({ db, liveProviders: () => [] }, key);
    await show('operatorUploadStatementFile', { path, query: { offset: 0 }, bytes }, 'test');
    await work(reading);
    await show('operatorGetStatementFile', { path }, 'test');
    await show('operatorReadStatementFile', { path, body: { answers: { currency: 'EUR' } } }, 'test');
    await work(reading);
    await show('operatorImportStatementFile', { path, body: { profile_name: 'My bank' } }, 'test');
    await work((key) => importStatementFile({ db, clock: world.clock }, key));
    const query = { source: 'bank' };
    const [profile] = (await show('operatorListStatementProfiles', { query }, 'test')) as { profile_id: number }[];
    const named = { id: Number(profile?.profile_id) };
    await show('operatorRenameStatementProfile', { path: named, body: { name: 'Bank, March' } }, 'test');
    await show('operatorDeleteStatementProfile', { path: named }, 'test');
    await show('operatorDeleteStatementFile', { path }, 'test');
  }

  async function closeMonth(): Promise<void> {
    const path = { month: '2001-01' };
    await show('operatorListStatementMonths', { query: { source: 'bank' } }, 'test');
    await show('operatorCloseStatementMonth', { path, body: { source: 'bank' } }, 'test');
    const body = { source: 'bank', reason: 'The bank corrected an entry' };
    await show('operatorReopenStatementMonth', { path, body }, 'test');
  }

  /** The provider took another amount than was asked for, and refuses to return it. */
  async function returnLate(): Promise<void> {
    const payment = { holderId: merchant, id: await world.newPayment('test', false) };
    const { payDeps } = account.server;
    const payer = { cardLastFour: '4242', payerName: 'Ada', payerEmail: null, payerLanguage: null, browser: null };
    const { attemptId } = await inTransaction(db, (tx) =>
      startAttempt(tx, payDeps, payment, { provider: 'simulator', method: 'card', ...payer }),
    );
    const attempt = { holderId: merchant, attemptId };
    await inTransaction(db, (tx) => applyCharge(job, tx, payDeps, attempt, taken(400n)));
    const provider = createScriptedProvider();
    provider.says.refund = async () => ({ kind: 'failed', reason: 'charge_disputed' });
    const providers = createProviders({ test: provider, live: [] });
    await returnLateCapture(job, { ...payDeps, db, providers }, attempt);
    await show('operatorRetryLateCapture', { path: { id: attemptId } }, 'test');
  }

  async function readDispute(): Promise<void> {
    const wallet = accountAt({ holderId: merchant, mode: 'test', currency: 'EUR' }, 'wallet');
    await inTransaction(db, (tx) => makeHolderOwe(tx, wallet, 4_200n, world.clock.now(merchant, 'test')));
    const { rows } = await pool.query(
      `update disputes set status = 'needs_response', reason = 'product_not_received',
         evidence_due_at = now() + interval '3 days'
       where holder_id = $1 and mode = 'test' returning id`,
      [merchant],
    );
    const dispute = { path: { id: rows[0].id as string } };
    await answerDispute(dispute);
    await show('operatorGetDispute', dispute, 'test');
    await show('operatorCheckDispute', dispute, 'test');
  }

  async function answerDispute(dispute: { path: { id: string } }): Promise<void> {
    const ofFile = { path: { ...dispute.path, purpose: 'shipping_documentation' } };
    const texts = { explanation: 'It was delivered on 3 March.', shipping_carrier: 'DHL' };
    const bytes = '%PDF-1.7\nDelivered on 3 March\n%%EOF\n';
    await showOfShop('consoleSaveEvidence', { ...dispute, body: texts }, 'test');
    await showOfShop('consoleUploadEvidenceFile', { ...ofFile, query: { name: 'delivery.pdf' }, bytes }, 'test');
    await showOfShop('consoleGetEvidenceFile', ofFile, 'test');
    const another = { path: { ...dispute.path, purpose: 'other' } };
    await showOfShop('consoleDeleteEvidenceFile', another, 'test');
    await showOfShop('consoleSubmitEvidence', dispute, 'test');
    await showOfShop('consoleGetDispute', dispute, 'test');
    await show('operatorGetDisputeFile', ofFile, 'test');
    await show('operatorGetDisputeEvidence', dispute, 'test');
    // As of a provider that takes no evidence by API.
    await pool.query(`update dispute_evidence set state = 'waiting' where dispute_id = $1`, [dispute.path.id]);
    await show('operatorHandOverEvidence', dispute, 'test');
  }
}
