/** A bank's or acquirer's file on its way to an import: what is kept of it, and its bounds. Types and rules only. */
import type { CsvMapping } from '../bank-files/csv/csv-mapping.ts';
import type { FileProblem } from '../bank-files/statement-file.ts';
import type { AskedQuestion } from '../reconciliation/ask-about-csv.ts';
import type { Outside } from '../reconciliation/reconciliation.repository.ts';
import type { StatementLine } from '../reconciliation/statement-line.ts';
import type { FileFacts } from '../reconciliation/survey-bank-file.ts';

export const fileBytesMax = 128 * 1_024 * 1_024;
/** Of a file that lies here, imported or not. */
export const keptDays = 7;

export const fileStates = ['uploading', 'reading', 'refused', 'asking', 'ready', 'importing', 'imported'] as const;
export type FileState = (typeof fileStates)[number];

/** The account of a file that names none of ours is asked for like anything else that it leaves open. */
export type FileQuestion = Omit<AskedQuestion, 'kind'> & { kind: AskedQuestion['kind'] | 'account' };

type AsText<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };
type FoundBalance = { on: string; currency: string; amount: string };
type FoundLine = Pick<StatementLine, 'lineNumber' | 'bookedOn' | 'currency' | 'direction' | 'reference'> & {
  amount: string;
  counterpartyName: string | null;
};

/** What was found in a file, as JSON; amounts in minor units. */
export type Found = {
  format: string;
  /** As the file names it. */
  named: string | null;
  /** What it is imported for; empty: there is only one. */
  account: string;
  questions: FileQuestion[];
  /** Of a CSV. */
  fingerprint: string | null;
  signColumns: string[];
  /** Of files whose lines are compared by their texts; empty while nothing can be read. */
  layout: string;
  /** Null while nothing can be read. */
  contents: FoundContents | null;
};

type FoundContents = Pick<FileFacts, 'entries' | 'pending' | 'empty' | 'skipped'> & {
  days: { first: string; last: string } | null;
  sums: AsText<FileFacts['sums'][number]>[];
  opening: FoundBalance | null;
  closing: FoundBalance | null;
  first: FoundLine[];
};

export type StatementFile = Outside & {
  id: bigint;
  fileName: string;
  /** Bytes. */
  size: bigint;
  received: bigint;
  state: FileState;
  createdAt: Date;
  sha256: Buffer | null;
  account: string;
  withoutProfile: boolean;
  profileName: string | null;
  found: Found | null;
  mapping: CsvMapping | null;
  profileId: bigint | null;
  problems: FileProblem[];
  importId: bigint | null;
  revision: number;
  progressDone: bigint;
  progressTotal: bigint;
  needsSecondFactor: boolean;
};

/** A problem as JSON keeps it. */
export const problemOf = (message: string): FileProblem => ({ lineNumber: undefined, message });

const textOf = (balance: FileFacts['opening']): FoundBalance | null =>
  balance === undefined ? null : { on: balance.on, currency: balance.currency, amount: String(balance.amount) };

export const contentsOf = (facts: FileFacts): FoundContents => ({
  ...{ entries: facts.entries, pending: facts.pending, empty: facts.empty, skipped: facts.skipped },
  days: facts.days ?? null,
  sums: facts.sums.map((sum) => ({
    ...sum,
    ...{ in: String(sum.in), out: String(sum.out), undirected: String(sum.undirected) },
  })),
  opening: textOf(facts.opening),
  closing: textOf(facts.closing),
  first: facts.first.map(({ lineNumber, bookedOn, currency, direction, reference, amount, facts: more }) => ({
    ...{ lineNumber, bookedOn, currency, direction, reference },
    amount: String(amount),
    counterpartyName: more?.counterpartyName ?? null,
  })),
});
