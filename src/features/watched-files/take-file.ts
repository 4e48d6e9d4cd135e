/**
 * Takes up one file of a bank: a statement is imported, a report on a payment file is read. A file that can't be is
 * refused with the reason; what went wrong on this side is thrown, and the file is tried again. A file that was taken up
 * before, by a process that died before it could put it away, changes nothing.
 */
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { CsvAnswers } from '../bank-files/csv/csv-mapping.ts';
import { headBytes } from '../bank-files/detect.ts';
import { hashBytes } from '../bank-files/hash-bytes.ts';
import { looksLikePain002 } from '../bank-files/pain002.ts';
import { takeReport } from '../payout-files/take-report.ts';
import { askAboutCsv, sayQuestion } from '../reconciliation/ask-about-csv.ts';
import { sayImport } from '../reconciliation/import-sentences.ts';
import { importStatement } from '../reconciliation/import-statement.ts';
import { accountOf } from '../reconciliation/own-account.ts';
import { readUnderstood } from '../reconciliation/read-bank-file.ts';
import { findImport, type Outside } from '../reconciliation/reconciliation.repository.ts';
import { understandWithProfile } from '../statement-files/statement-profiles.ts';
import type { Folder } from './place.ts';

/** Of a report on payments, which is read whole. */
const reportBytesMax = 16 * 1_024 * 1_024;

type Deps = Parameters<typeof understandWithProfile>[0] & { db: Database; clock: Clock };

/** What whoever watches says of every file. */
export type Expected = Outside & {
  /** For files that name no account; empty: none. */
  account: string;
  answers: CsvAnswers;
};

/** `sentences`: what was done, or why nothing was. */
export type Taken = { folder: Folder; hash: string; sentences: string[] };

/** @param name of the file where it arrived. @param path where it can be read. */
export async function takeFile(
  actor: Actor,
  deps: Deps,
  expected: Expected,
  { name, path }: { name: string; path: string },
): Promise<Taken> {
  const contents = await hashBytes(createReadStream(path));
  const hash = contents.toString('hex');
  try {
    const isReport = expected.source === 'bank' && looksLikePain002(await headOf(path));
    const taken = await (isReport
      ? takePaymentReport(actor, deps, expected, path)
      : takeStatement(actor, deps, expected, { name, path }));
    return { hash, ...taken };
  } catch (error) {
    if (!(error instanceof AppError) || !isOfFile(error)) throw error;
    const before = error.code === 'invalid_state' ? await findImport(deps.db, expected, contents) : undefined;
    const sentences = error.details.length > 0 ? error.details.map(({ message }) => message) : [error.message];
    return { hash, folder: before === undefined ? 'failed' : 'done', sentences };
  }
}

/** Whether the file is what the error is about. */
const isOfFile = ({ code }: AppError): boolean => code === 'validation_failed' || code === 'invalid_state';

type Outcome = Omit<Taken, 'hash'>;

async function takeStatement(
  actor: Actor,
  { liveProviders, db, clock }: Deps,
  { account, answers, ...outside }: Expected,
  { name, path }: { name: string; path: string },
): Promise<Outcome> {
  const open = () => createReadStream(path);
  const { understood, profile, provider } = await understandWithProfile(
    { db, liveProviders },
    { ...outside, account, answers, withoutProfile: false },
    open,
  );
  const report = provider === undefined ? [] : [`Read as a report of ${provider}.`];
  const readBy = profile === undefined ? report : [`Read by the profile "${profile.name}".`];
  // Of the direction too: an answer that is kept reads every later file, and a person's answer for each line does not.
  const asked = understood.is === 'csv' ? askAboutCsv(understood.csv) : [];
  if (asked.length > 0) {
    return { folder: 'failed', sentences: [...readBy, ...asked.map(sayQuestion), howToAnswer(outside, name, profile)] };
  }
  const read = await readUnderstood(open, understood);
  if (!read.ok) return { folder: 'failed', sentences: [...readBy, ...read.problems.map(({ message }) => message)] };
  const { statement } = read;
  const said = account === '' ? (profile?.account ?? '') : account;
  const file = { ...statement, account: await accountOf(db, outside, statement.account, said), fileName: name };
  const result = await importStatement(actor, { db, clock }, outside, file);
  return { folder: 'done', sentences: [...readBy, ...sayImport(statement, result, { dryRun: false })] };
}

/** What a person answers once, in which the answers are kept for the next files. */
function howToAnswer({ source, mode }: Outside, name: string, profile: { name: string } | undefined): string {
  const kept = shellQuoted(profile?.name ?? '<name>');
  const because =
    profile === undefined ? 'No profile fits this file.' : `The profile "${profile.name}" does not say it.`;
  const command = `sluice reconcile import --source ${source} --mode ${mode} --file ${shellQuoted(name)} --save-profile ${kept}`;
  return `${because} Answer it once on a terminal, and keep the answers as a profile: ${command}. Files with these columns are then imported by themselves.`;
}

const shellQuoted = (text: string): string => (/^[\w<>./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

async function takePaymentReport(actor: Actor, deps: Deps, { mode }: Expected, path: string): Promise<Outcome> {
  const text = await readFile(path);
  if (text.length > reportBytesMax) {
    return { folder: 'failed', sentences: [`The report is larger than ${reportBytesMax} bytes.`] };
  }
  const { file, sent, failed, rejectedReturns, questions } = await takeReport(actor, deps, mode, text.toString());
  return {
    folder: 'done',
    sentences: [
      `The bank's report on payment file ${file.id}: ${sent} sent, ${failed.length} failed.`,
      ...failed.map(({ payoutId, reason }) => `${payoutId}: failed. ${reason}.`),
      ...rejectedReturns.map(({ returnId, reason }) => `${returnId}: not sent back. ${reason}.`),
      ...questions.map(({ paymentId, message }) => `${paymentId}: ${message}`),
    ],
  };
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
