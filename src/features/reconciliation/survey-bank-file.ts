/**
 * Reads a whole file for what it comes to: of which account and days it is, how many entries, their sums and balances, and
 * what is wrong with it. Holds nothing of the file but that and its first lines.
 */
import type { FileBalance, FileEntry, FileProblem, StatementPart } from '../bank-files/statement-file.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { lineOf } from './entry-line.ts';
import type { StatementPeriod } from './statement-balances.ts';
import type { StatementLine } from './statement-line.ts';
import { createPeriods } from './statement-periods.ts';
import type { ReadableFile } from './understand-bank-file.ts';

const entriesMax = 200_000;
const problemsMax = 10;
const linesShown = 3;
const namesMax = 20;
const currenciesMax = 20;

/** Of the booked entries of one currency, in minor units. `undirected`: of entries of an unknown direction. */
type CurrencySum = { currency: string; entries: number; in: bigint; out: bigint; undirected: bigint };

export type FileFacts = {
  /** As the bank writes it, without spaces. */
  account: string | undefined;
  /** The days of the booked entries. */
  days: { first: string; last: string } | undefined;
  /** Booked ones. Only these are imported. */
  entries: number;
  /** Entries that are not booked yet. */
  pending: number;
  /** Entries that moved no money. */
  empty: number;
  sums: CurrencySum[];
  /** Before the first entry of the file, and after the last. */
  opening: FileBalance | undefined;
  closing: FileBalance | undefined;
  /** Files of a zip that were not read. */
  skipped: string[];
  /** The first lines as they will be imported. */
  first: StatementLine[];
  problems: FileProblem[];
};

/** Their balances are those before and after all of their entries; others may be of another moment. */
const wholeFormats = ['camt.053', 'MT940'];

/** What it takes to read a file again. */
type Readable = Pick<ReadableFile, 'format' | 'read' | 'textOf'>;

export async function surveyBankFile({ format, read, textOf }: Readable): Promise<FileFacts> {
  const facts: FileFacts = {
    ...{ account: undefined, days: undefined, entries: 0, pending: 0, empty: 0, sums: [] },
    ...{ opening: undefined, closing: undefined, skipped: [], first: [], problems: [] },
  };
  const sums = new Map<string, CurrencySum>();
  const balances = createBalanceCheck();
  const isWhole = wholeFormats.includes(format);
  const othersTurn = takeTurns();
  let hasUnread = false;
  for await (const part of read()) {
    hasUnread ||= part.kind === 'problem' && part.isEnd !== true;
    const problem = look(part, facts, sums, textOf) ?? (isWhole ? balances.take(part) : undefined);
    if (problem !== undefined) facts.problems.push(problem);
    if (facts.problems.length >= problemsMax || facts.entries > entriesMax) break;
    await othersTurn();
  }
  const misfit = isWhole ? balances.finish() : undefined;
  if (misfit !== undefined) facts.problems.push(misfit);
  if (hasUnread) facts.problems.push({ lineNumber: undefined, message: adviceOn(format) });
  if (facts.entries === 0 && facts.problems.length === 0) facts.problems.push(nothingIn(facts));
  return { ...facts, sums: [...sums.values()] };
}

/** What to do about lines that can't be read. */
const adviceOn = (format: string): string =>
  format === 'CSV'
    ? 'Correct these lines, or download the file again.'
    : 'Download the file again, or in another format. If it says the same, ask your bank about these lines.';

function nothingIn({ pending, empty }: FileFacts): FileProblem {
  const message =
    pending > 0
      ? `The file has only entries that are not booked yet (${pending}). Import the statement of the booked ones.`
      : empty > 0
        ? `The file has only entries that moved no money on the account (${empty}). Import the statement of the booked ones.`
        : 'The file has no entries. Choose a period with entries at your bank.';
  return { lineNumber: undefined, message };
}

/** Notes what a part says. */
function look(
  part: StatementPart,
  facts: FileFacts,
  sums: Map<string, CurrencySum>,
  textOf: Readable['textOf'],
): FileProblem | undefined {
  switch (part.kind) {
    case 'problem':
      return part.problem;
    case 'statement':
      return ofOneAccount(part.statement.account, facts);
    case 'skipped':
      if (facts.skipped.length < namesMax) facts.skipped.push(part.name);
      return undefined;
    case 'balance':
      if (part.balance.which === 'opening') facts.opening ??= part.balance;
      else facts.closing = part.balance;
      return undefined;
    case 'entry':
      if (part.entry.status === 'booked' && facts.first.length < linesShown) {
        facts.first.push(lineOf(part.entry, part.entry.lineNumber, textOf));
      }
      return count(part.entry, facts, sums);
  }
}

function ofOneAccount(account: string | undefined, facts: FileFacts): FileProblem | undefined {
  facts.account ??= account;
  if (account === undefined || account === facts.account) return undefined;
  const message = `The file is of two accounts, ${facts.account} and ${account}. Download a statement for each.`;
  return { lineNumber: undefined, message };
}

function count(entry: FileEntry, facts: FileFacts, sums: Map<string, CurrencySum>): FileProblem | undefined {
  if (entry.status === 'pending') facts.pending += 1;
  if (entry.status === 'information') facts.empty += 1;
  if (entry.status !== 'booked') return undefined;
  facts.entries += 1;
  if (facts.entries > entriesMax) {
    return { lineNumber: undefined, message: `The file has more than ${entriesMax} entries. Split it.` };
  }
  const { bookedOn, currency, amount, direction, lineNumber } = entry;
  const { first, last } = facts.days ?? { first: bookedOn, last: bookedOn };
  facts.days = { first: bookedOn < first ? bookedOn : first, last: bookedOn > last ? bookedOn : last };
  const sum = sums.get(currency) ?? { currency, entries: 0, in: 0n, out: 0n, undirected: 0n };
  if (!sums.has(currency)) {
    if (sums.size === currenciesMax) {
      return { lineNumber, message: `The file has more than ${currenciesMax} currencies. Download one for each.` };
    }
    sums.set(currency, sum);
  }
  sum.entries += 1;
  if (direction === 'unknown') sum.undirected += amount;
  else if (amount > 0n) sum.in += amount;
  else sum.out -= amount;
  return undefined;
}

/** A statement's balances must fit its entries, where it gives both and the direction of every entry. */
function createBalanceCheck() {
  let opening: FileBalance | undefined;
  let closing: FileBalance | undefined;
  let sum = 0n;
  let isKnown = true;

  /** Of the statement that ends here. */
  function finish(): FileProblem | undefined {
    const misfit = opening !== undefined && closing !== undefined && isKnown && opening.amount + sum !== closing.amount;
    const lineNumber = closing?.lineNumber;
    opening = undefined;
    closing = undefined;
    sum = 0n;
    isKnown = true;
    const message = 'the entries do not come to the closing balance. The file is incomplete: download it again.';
    return misfit ? { lineNumber, message } : undefined;
  }

  return {
    finish,
    take(part: StatementPart): FileProblem | undefined {
      if (part.kind === 'statement') return finish();
      if (part.kind === 'entry' && part.entry.status === 'booked') {
        sum += part.entry.amount;
        isKnown &&= part.entry.direction === 'read';
      }
      // Both may stand before the entries.
      if (part.kind === 'balance' && part.balance.which === 'opening') opening ??= part.balance;
      if (part.kind === 'balance' && part.balance.which === 'closing') closing = part.balance;
      return undefined;
    },
  };
}

/**
 * @param take gets the booked entries as lines, in order, at most `linesMax` at a time.
 * @returns the balances of its statements, where they are those of all of their entries.
 */
export async function eachLines(
  { format, read, textOf }: Readable,
  linesMax: number,
  take: (lines: StatementLine[]) => Promise<void>,
): Promise<StatementPeriod[]> {
  const isWhole = wholeFormats.includes(format);
  const periods = createPeriods(isWhole);
  let lines: StatementLine[] = [];
  let last = 0;
  for await (const part of read()) {
    if (isWhole || format === 'CSV') periods.take(part);
    if (part.kind !== 'entry' || part.entry.status !== 'booked') continue;
    // Entries of one line of XML, and of several files of a zip, are numbered on.
    last = Math.max(last + 1, part.entry.lineNumber);
    lines.push(lineOf(part.entry, last, textOf));
    if (lines.length < linesMax) continue;
    await take(lines);
    lines = [];
  }
  if (lines.length > 0) await take(lines);
  return periods.finish();
}
