/** `sluice payouts file`: payment files for the bank, through the same use cases as the API. */
import { readFile } from 'node:fs/promises';
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { createPayoutFile } from '../../features/payout-files/create-payout-file.ts';
import { giveUpPayoutFile } from '../../features/payout-files/give-up-payout-file.ts';
import {
  type FiledKind,
  filedKindOf,
  fileStatus,
  type PayoutFileFormat,
  payoutFileFormats,
} from '../../features/payout-files/payout-file.ts';
import {
  findContent,
  findPayoutFile,
  listPayoutFiles,
  type PayoutFile,
} from '../../features/payout-files/payout-files.repository.ts';
import { sendPayoutFile } from '../../features/payout-files/send-payout-file.ts';
import { takeReport } from '../../features/payout-files/take-report.ts';
import { complain, say, sayFile, sayJson, table } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

const listMax = 1_000;

const totalOf = ({ controlSum, currency }: PayoutFile): string =>
  `${formatDecimal(controlSum, exponentOf(currency))} ${currency}`;

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

function countOf({ payouts, returns, refunds }: PayoutFile): string {
  const back = [returns > 0 && counted(returns, 'return'), refunds > 0 && counted(refunds, 'refund')];
  return [counted(payouts - returns - refunds, 'payout'), ...back].filter(Boolean).join(', ');
}

type CreateOptions = { mode: Mode; currency: string; format: string; day: string; again?: string; markSent?: boolean };

const ofAll = { payoutIds: undefined };

/** Prints the file; what it is goes to the standard error. */
export async function createPayoutFileCommand(ids: string[], options: CreateOptions): Promise<void> {
  const { mode, currency, day: executionDay, again: againReason } = options;
  const format = readFormat(options.format);
  const ofKind = (kind: FiledKind) => ids.filter((id) => filedKindOf(id) === kind);
  const named = { payoutIds: ofKind('payout'), returnIds: ofKind('return'), refundIds: ofKind('refund') };
  await withClock(async (db, clock) => {
    const wanted = { mode, format, currency, executionDay, againReason, ...(ids.length === 0 ? ofAll : named) };
    const file = await inTransaction(db, (tx) => createPayoutFile(shellActor(), tx, clock, wanted));
    complain(`${file.id}: ${countOf(file)}, ${totalOf(file)}, on ${file.executionDay}.`);
    for (const { paymentId, message } of file.notes) complain(`${paymentId}: ${message}`);
    sayFile(((await findContent(db, file.id)) as Buffer).toString());
    if (options.markSent)
      complain(`Marked as sent: ${await sendPayoutFile(shellActor(), { db, clock }, mode, file.id)}.`);
  }).catch(sayDetails);
}

function readFormat(format: string): PayoutFileFormat {
  const known = payoutFileFormats.find((one) => one === format);
  if (known === undefined) throw new Error(`"${format}" is not a format. Use one of ${payoutFileFormats.join(', ')}.`);
  return known;
}

export async function listPayoutFilesCommand({ mode, json }: { mode: Mode; json?: boolean }): Promise<void> {
  authorize(shellActor(), 'payout_files.read', { holderId: serviceHolderId, mode });
  const files = await withDatabase((db) => listPayoutFiles(db, mode, { limit: listMax }));
  if (json) return sayJson(files.map((file) => ({ ...file, sha256: file.sha256.toString('hex') })));
  if (files.length === 0) return say('There are no payment files.');
  const rows = files.map((file) => [
    file.id,
    file.format,
    file.executionDay,
    String(file.payouts - file.returns - file.refunds),
    totalOf(file),
    fileStatus(file),
    file.createdAt.toISOString(),
  ]);
  say(table([['File', 'Format', 'Day', 'Payouts', 'Total', 'Status', 'Created'], ...rows]));
}

/** Prints a file as it was made. */
export async function printPayoutFileCommand(id: string, { mode }: { mode: Mode }): Promise<void> {
  authorize(shellActor(), 'payouts.export', { holderId: serviceHolderId, mode });
  const content = await withDatabase(async (db) => {
    if ((await findPayoutFile(db, mode, id)) === undefined) throw new Error(`No payment file has the ID ${id}.`);
    return findContent(db, id);
  });
  if (content === undefined) throw new Error('Bank data in this file was erased with a closed account.');
  sayFile(content.toString());
}

export async function giveUpPayoutFileCommand(id: string, options: { mode: Mode; reason: string }): Promise<void> {
  const asked = { id, ...options };
  await withClock((db, clock) => inTransaction(db, (tx) => giveUpPayoutFile(shellActor(), tx, clock, asked))).catch(
    sayDetails,
  );
  say(`The payment file ${id} was given up. Its payouts are approved, and in no file.`);
}

/** Sets exit code 1 when a person has to look at something. */
export async function takeReportCommand(path: string, { mode }: { mode: Mode }): Promise<void> {
  const text = await readFile(path, 'utf8');
  const taken = await withClock((db, clock) => takeReport(shellActor(), { db, clock }, mode, text)).catch(sayDetails);
  const { file, changed, sent, failed, rejectedReturns, rejectedRefunds, questions } = taken;
  say(`${file.id}: ${changed} changed, ${sent} sent, ${failed.length} failed.`);
  for (const { payoutId, reason } of failed) say(`${payoutId}: failed. ${reason}.`);
  for (const { returnId, lineId, reason } of rejectedReturns) {
    say(`${returnId}: not sent back. ${reason}. Line ${lineId} is open again.`);
  }
  for (const { refundId, reason } of rejectedRefunds) {
    say(`${refundId}: failed. ${reason}. The shop has the money again.`);
  }
  for (const { paymentId, message } of questions) complain(`${paymentId}: ${message}`);
  if (questions.length > 0) process.exitCode = 1;
}
