/** A file of payouts for the bank: its rules and its content. Pure. */
import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { isBic } from '../bank-files/bank-codes.ts';
import { creditorReferenceOf } from '../bank-files/creditor-reference.ts';
import {
  type BankParty,
  batchesOf,
  type CreditTransferFile,
  lacksAddress,
  pain001Versions,
  transferProblem,
  writePain001,
} from '../bank-files/pain001.ts';
import { bankReference } from '../bank-files/references.ts';
import type { BankAccount } from '../payouts/bank-account.ts';
import { exportCsv } from '../payouts/export-payouts.ts';
import type { Payout } from '../payouts/payout.ts';
import { netOf } from '../payouts/payout-postings.ts';
import type { BankDetails } from '../wallets/bank-details.ts';

export const payoutFileFormats = [...pain001Versions, 'csv'] as const;
export type PayoutFileFormat = (typeof payoutFileFormats)[number];

/** In one file. */
export const payoutsMax = 10_000;
const problemsMax = 20;

type FiledPayout = { payout: Payout; bankAccount: BankAccount };
/** Money that goes back to whom the bank named as its sender: of a line, or of a payment that is refunded. */
export type FiledBack = {
  id: string;
  /** Minor units. */
  amount: bigint;
  name: string;
  iban: string;
  /** What its sender reads. */
  text: string;
  createdAt: Date;
};

/** What a payment in a file is for. */
export type FiledKind = 'payout' | 'return' | 'refund';
const filedKinds: Partial<Record<string, FiledKind>> = { po: 'payout', lr: 'return', ref: 'refund' };
/** Of whatever is no id: that of a payout. */
export const filedKindOf = (paymentId: string): FiledKind => filedKinds[paymentId.split('_', 1)[0] ?? ''] ?? 'payout';

export type PayoutFileDraft = {
  id: string;
  mode: Mode;
  format: PayoutFileFormat;
  currency: string;
  /** `2031-03-05`. */
  executionDay: string;
  createdAt: Date;
  /** Undefined in a CSV. */
  debtor: BankParty | undefined;
  /** In the order in which they were requested. */
  payouts: readonly FiledPayout[];
  /** Returns, then refunds; after the payouts. */
  back: readonly FiledBack[];
};

/** What the bank is to pay, whatever for. */
type Payment = {
  id: string;
  amount: bigint;
  creditor: BankParty;
  text: string;
  creditorReference: string | null;
  /** Null: money that goes back to its sender. */
  bankAccountId: string | null;
};

type FiledLine = {
  /** Of a payout, a return or a refund. */
  paymentId: string;
  line: number;
  batchId: string;
  reference: string;
  /** Minor units. */
  amount: bigint;
  bankAccountId: string | null;
};

/** What the operator should know of a payment in the file. */
type FileNote = { paymentId: string; message: string };

export type MadeFile = { content: Buffer; sha256: Buffer; messageId: string; lines: FiledLine[]; notes: FileNote[] };

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const byteOrderMark = '\uFEFF';

/** @returns the file, or what keeps payouts from being in it: each names its payout. */
export function makePayoutFile(
  draft: PayoutFileDraft,
): { ok: true; file: MadeFile } | { ok: false; problems: ErrorDetail[] } {
  const payments = [...draft.payouts.map(paymentOf), ...draft.back.map(backOf)];
  const transfers = transferFileOf(draft, payments);
  const problems = draft.debtor === undefined ? [] : problemsOf(payments, transfers);
  if (problems.length > 0) return { ok: false, problems };
  const { format } = draft;
  const content = Buffer.from(format === 'csv' ? byteOrderMark + csvOf(draft) : [...writePain001(transfers)].join(''));
  const byReference = new Map(payments.map((one) => [bankReference(one.id), one]));
  const lines = (
    format === 'csv' ? [{ id: transfers.messageId, transfers: transfers.transfers }] : batchesOf(transfers)
  )
    .flatMap((batch) => batch.transfers.map((transfer) => ({ transfer, batchId: batch.id })))
    .map(({ transfer: { reference, amount }, batchId }, index) => {
      const { id: paymentId, bankAccountId } = byReference.get(reference) as Payment;
      return { paymentId, line: index + 1, batchId, reference, amount, bankAccountId };
    });
  const sha256 = createHash('sha256').update(content).digest();
  const notes = format === 'csv' ? [] : notesOf(payments, transfers);
  return { ok: true, file: { content, sha256, messageId: transfers.messageId, lines, notes } };
}

function transferFileOf(draft: PayoutFileDraft, payments: readonly Payment[]): CreditTransferFile {
  const { id, mode, format, createdAt, executionDay, currency } = draft;
  return {
    version: format === 'csv' ? 'pain.001.001.09' : format,
    messageId: bankReference(id),
    createdAt,
    executionDay,
    currency,
    debtor: draft.debtor ?? nobody,
    transfers: payments.map(({ id: paymentId, amount, creditor, text, creditorReference }) => ({
      ...{ reference: bankReference(paymentId), amount, creditor, text, creditorReference },
    })),
    isTest: mode === 'test',
  };
}

const paymentOf = ({ payout, bankAccount }: FiledPayout): Payment => ({
  id: payout.id,
  amount: netOf(payout),
  creditor: payeeOf(bankAccount),
  text: `Payout ${bankReference(payout.id)} ${payout.reference ?? ''}`,
  creditorReference: creditorReferenceOf(payout.reference ?? '') ?? null,
  bankAccountId: payout.bankAccountId,
});

const backOf = ({ id, amount, name, iban, text }: FiledBack): Payment => ({
  id,
  amount,
  creditor: { ...nobody, name, iban },
  text,
  creditorReference: null,
  bankAccountId: null,
});

const csvOf = ({ mode, currency, payouts, back }: PayoutFileDraft): string =>
  exportCsv([
    ...payouts,
    ...back.map(({ id, amount, name, iban, createdAt }) => ({
      ...{ id, mode, status: 'ordered', amount, currency, createdAt },
      bankAccount: { ...nobody, accountName: name, iban, country: iban.slice(0, 2) },
    })),
  ]);

const nobody: BankParty = {
  name: '',
  iban: null,
  accountNumber: null,
  bankCode: null,
  bankCountry: null,
  address: null,
};

function problemsOf(payments: readonly Payment[], file: CreditTransferFile): ErrorDetail[] {
  return file.transfers
    .map((transfer, index) => ({ of: payments[index] as Payment, problem: transferProblem(file, transfer) }))
    .filter(({ problem }) => problem !== undefined)
    .slice(0, problemsMax)
    .map(({ of: { id }, problem }) => ({
      field: `${filedKindOf(id)}_ids`,
      message: `${id}: ${problem}`,
    }));
}

/** Banks that take payments without the payee's address are many, so that the file is made, and says whose it lacks. */
const notesOf = (payments: readonly Payment[], file: CreditTransferFile): FileNote[] =>
  file.transfers.flatMap((transfer, index) => {
    const { id: paymentId } = payments[index] as Payment;
    if (!lacksAddress(file, transfer)) return [];
    const { name, address } = transfer.creditor;
    const what = address === null ? 'has no address' : 'has an address whose town has no letter that banks accept';
    return [
      {
        paymentId,
        message: `The bank account of ${name} ${what}: the bank may ask for it, or refuse the payment.`,
      },
    ];
  });

const payeeOf = ({ accountName, iban, accountNumber, bankCode, country, address }: BankAccount): BankParty => ({
  name: accountName,
  iban,
  accountNumber,
  bankCode,
  bankCountry: country,
  address,
});

const onlyTown = { street: null, buildingNumber: null, postCode: null };

/** The account that payouts are paid from. @returns undefined when it has no number that a file can name. */
export function debtorOf(details: BankDetails): BankParty | undefined {
  const { accountHolder, iban, accountNumber, bic, bankCode, town, country } = details;
  if (iban === null && accountNumber === null) return undefined;
  return {
    name: accountHolder,
    iban,
    accountNumber: iban === null ? accountNumber : null,
    bankCode: bic !== null && isBic(bic) ? bic : bankCode,
    bankCountry: iban?.slice(0, 2) ?? country,
    address: town === null || country === null ? null : { ...onlyTown, town, country },
  };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const daysAheadMax = 365;

/** Why a file can't be executed on this day, or undefined. Yesterday is still today somewhere. */
export function unfitDay(executionDay: string, now: Date): string | undefined {
  const day = readDay(executionDay);
  if (day === undefined) return 'must be a day such as 2031-03-05';
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10));
  const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(one, other) < 0;
  if (isBefore(day, today.subtract({ days: 1 }))) return 'must not be in the past';
  return isBefore(today.add({ days: daysAheadMax }), day) ? 'must be within a year' : undefined;
}

function readDay(text: string): Temporal.PlainDate | undefined {
  try {
    return dayPattern.test(text) ? Temporal.PlainDate.from(text, { overflow: 'reject' }) : undefined;
  } catch {
    return undefined;
  }
}

/** Where a file has come to, by what the bank said of its payments. */
export const payoutFileStatuses = [
  'created',
  'pending',
  'accepted',
  'partly_rejected',
  'rejected',
  'replaced',
  'given_up',
] as const;
type PayoutFileStatus = (typeof payoutFileStatuses)[number];

/** `payouts`: its payments, returns and refunds among them. */
type FileCounts = { payouts: number; accepted: number; rejected: number; reported: number; replaced: number };

export function fileStatus(file: FileCounts & { givenUpAt: Date | null }): PayoutFileStatus {
  const { payouts, accepted, rejected, reported, replaced } = file;
  if (file.givenUpAt !== null) return 'given_up';
  if (replaced === payouts) return 'replaced';
  if (rejected > 0) return rejected === payouts ? 'rejected' : 'partly_rejected';
  if (accepted === payouts) return 'accepted';
  return reported > 0 ? 'pending' : 'created';
}
