/**
 * Reads a file as its bank gave it, whatever its format: camt, MT940 or CSV, alone or in a zip. It is read twice, as a mapped
 * CSV is (read-statement.ts): to see that all of it is sound and of one account, and again to import it. Must never guess:
 * what the file leaves open is a problem that says how to answer it.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { type CsvAnswers, type CsvMapping, joinAnswers } from '../bank-files/csv/csv-mapping.ts';
import { readCsv } from '../bank-files/csv/read-csv.ts';
import { type CsvQuestion, understandCsv } from '../bank-files/csv/understand-csv.ts';
import { openStatementFile } from '../bank-files/open-statement-file.ts';
import type { FileBalance, FileProblem, StatementPart } from '../bank-files/statement-file.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { lineOf } from './entry-line.ts';
import { layoutOf, type ReadStatement } from './read-statement.ts';
import type { StatementLine } from './statement-line.ts';

/** Opens the file at its beginning, each time it is called. */
type Open = () => AsyncIterable<Uint8Array>;

type BankStatement = ReadStatement & {
  /** `camt.053`, `MT940`, `CSV`. */
  format: string;
  /** As the bank writes it, without spaces. */
  account: string | undefined;
  /** Entries that are not booked yet: they are not imported. */
  pending: number;
};

/** `field`: of a request, which answers it. */
type BankFileProblem = { field: 'text' | 'currency' | 'decimal' | 'date_format' | 'columns'; message: string };
type Result = { ok: true; statement: BankStatement } | { ok: false; problems: BankFileProblem[] };

const entriesMax = 200_000;
const problemsMax = 10;

type Parts = {
  format: string;
  layout: string;
  read(): AsyncGenerator<StatementPart>;
  /** Columns that could say which lines went out. */
  signColumns: string[];
};

/** @param given what a person says of a CSV that does not say it. */
export async function readBankFile(open: Open, given: CsvAnswers = {}): Promise<Result> {
  const opened = await openParts(open, given);
  if ('problems' in opened) return { ok: false, problems: opened.problems };
  const seen = await survey(opened);
  if (seen.problems.length > 0) {
    return { ok: false, problems: seen.problems.map((one) => ({ field: 'text', message: sentenceOf(one) })) };
  }
  const fileHash = await hashOf(open);
  const { format, layout, signColumns, read } = opened;
  const { account, pending, empty } = seen;
  return {
    ok: true,
    statement: {
      ...{ fileHash, format, layout, account, pending, empty, signColumns },
      async eachLines(linesMax, take) {
        await takeLines(read(), linesMax, take);
        if (!(await hashOf(open)).equals(fileHash)) {
          throw new AppError('invalid_state', { message: 'The file changed while it was read. Nothing was imported.' });
        }
      },
    },
  };
}

async function hashOf(open: Open): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of open()) hash.update(piece);
  return hash.digest();
}

const sentenceOf = ({ lineNumber, message }: FileProblem): string =>
  lineNumber === undefined ? message : `Line ${lineNumber}: ${message}`;

async function openParts(open: Open, given: CsvAnswers): Promise<Parts | { problems: BankFileProblem[] }> {
  const file = await openStatementFile(open);
  if (file.is === 'refused') return { problems: [{ field: 'text', message: sentenceOf(file.problem) }] };
  if (file.is === 'statement') return { format: file.format, layout: file.format, read: file.parts, signColumns: [] };
  const first = await understandCsv(file.text, given);
  if (!first.ok) return { problems: first.problems.map((one) => ({ field: 'text', message: sentenceOf(one) })) };
  const { mapping, questions, names } = first;
  const nameOf = (column: number): string => names[column] ?? `column ${column + 1}`;
  const undecided = questions.filter((one) => one.kind !== 'direction');
  if (mapping === undefined || undecided.length > 0) return { problems: undecided.map((one) => askedFor(one, nameOf)) };
  const signs = signColumnsOf(questions, mapping, nameOf);
  const { columns, header, texts } = mapping;
  const layout = layoutOf([header, texts, columns.date, columns.name, columns.end_to_end_id]);
  return { format: 'CSV', layout, read: () => readCsv(file.text(), mapping), signColumns: signs };
}

/** Without an answer nothing can be read; of direction, every line is undecided. */
type Undecided = Exclude<CsvQuestion, { kind: 'direction' }>;

function signColumnsOf(
  questions: readonly CsvQuestion[],
  { columns }: CsvMapping,
  nameOf: (column: number) => string,
): string[] {
  const question = questions.find((one) => one.kind === 'direction');
  if (question === undefined) return [];
  const named = question.answers.flatMap(({ change }) => change.columns?.sign ?? []);
  const asked = named.length > 0 ? named : [columns.amount ?? 0];
  return [...new Set(asked)].map(nameOf);
}

function askedFor(question: Undecided, nameOf: (column: number) => string): BankFileProblem {
  switch (question.kind) {
    case 'currency':
      return { field: 'currency', message: 'The file names no currency. Say which one it is in.' };
    case 'decimal': {
      const message = `"${question.example}" can be read in two ways. Say whether the decimal mark is a point or a comma.`;
      return { field: 'decimal', message };
    }
    case 'date_order': {
      const message = `"${question.example}" can be read in two ways. Say whether the day or the month comes first.`;
      return { field: 'date_format', message };
    }
    case 'columns': {
      const found = question.answers.map(({ column }) => `"${nameOf(column)}"`).join(' or ');
      const what = question.role.replaceAll('_', ' ');
      return {
        field: 'columns',
        message: `Which column is the ${what} is not certain${found === '' ? '' : `: ${found}`}. Name the columns.`,
      };
    }
    case 'sign_words':
    case 'status': {
      const words = question.words.map((word) => `"${word}"`).join(', ');
      return {
        field: 'columns',
        message: `What ${words} means in ${nameOf(question.column)} is not known. Name the columns.`,
      };
    }
    case 'charges':
      return { field: 'columns', message: 'Whether the charges are in the amount is not certain. Name the columns.' };
  }
}

/** Their balances are those before and after all of their entries; others may be of another moment. */
const wholeFormats = ['camt.053', 'MT940'];

type Seen = { account: string | undefined; pending: number; empty: number; problems: FileProblem[] };

/** Reads all of it, and holds nothing but what it comes to. */
async function survey({ format, read }: Parts): Promise<Seen> {
  const seen: Seen = { account: undefined, pending: 0, empty: 0, problems: [] };
  const sums = createBalanceCheck();
  const isWhole = wholeFormats.includes(format);
  const othersTurn = takeTurns();
  let booked = 0;
  for await (const part of read()) {
    const problem = look(part, seen) ?? (isWhole ? sums.take(part) : undefined);
    if (problem !== undefined) seen.problems.push(problem);
    if (part.kind === 'entry' && part.entry.status === 'booked') booked += 1;
    if (booked > entriesMax) {
      seen.problems.push({ lineNumber: undefined, message: `The file has more than ${entriesMax} entries. Split it.` });
    }
    if (seen.problems.length >= problemsMax || booked > entriesMax) break;
    await othersTurn();
  }
  const misfit = isWhole ? sums.finish() : undefined;
  if (misfit !== undefined) seen.problems.push(misfit);
  if (booked === 0 && seen.problems.length === 0) {
    const message =
      seen.pending > 0
        ? `The file has only entries that are not booked yet (${seen.pending}). Import the statement of the booked ones.`
        : 'The file has no entries. Choose a period with entries at your bank.';
    seen.problems.push({ lineNumber: undefined, message });
  }
  return seen;
}

/** Notes what a part says, and refuses a second account. */
function look(part: StatementPart, seen: Seen): FileProblem | undefined {
  if (part.kind === 'problem') return part.problem;
  if (part.kind === 'entry') {
    if (part.entry.status === 'pending') seen.pending += 1;
    if (part.entry.status === 'information') seen.empty += 1;
  }
  if (part.kind !== 'statement') return undefined;
  const { account } = part.statement;
  if (account === undefined || account === seen.account) return undefined;
  if (seen.account === undefined) {
    seen.account = account;
    return undefined;
  }
  const message = `The file is of two accounts, ${seen.account} and ${account}. Download a statement for each.`;
  return { lineNumber: undefined, message };
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

async function takeLines(
  parts: AsyncIterable<StatementPart>,
  linesMax: number,
  take: (lines: StatementLine[]) => Promise<void>,
): Promise<void> {
  let lines: StatementLine[] = [];
  let last = 0;
  for await (const part of parts) {
    if (part.kind !== 'entry' || part.entry.status !== 'booked') continue;
    // Entries of one line of XML, and of several files of a zip, are numbered on.
    last = Math.max(last + 1, part.entry.lineNumber);
    lines.push(lineOf(part.entry, last));
    if (lines.length < linesMax) continue;
    await take(lines);
    lines = [];
  }
  if (lines.length > 0) await take(lines);
}

/** What the request says of a file whose columns it does not name. */
export function answersOf(said: {
  currency?: string | undefined;
  decimal?: 'point' | 'comma' | undefined;
  dateFormat?: string | undefined;
  signed?: boolean | undefined;
}): CsvAnswers {
  const answers: CsvAnswers[] = [];
  if (said.currency !== undefined) answers.push({ currency: said.currency });
  if (said.decimal !== undefined) answers.push({ decimal: said.decimal });
  if (said.signed === true) answers.push({ amounts: 'signed' });
  const order = said.dateFormat
    ?.toUpperCase()
    .replaceAll(/[^YMD]/g, '')
    .replaceAll(/(.)\1+/g, '$1');
  if (order === 'DMY' || order === 'MDY' || order === 'YMD') answers.push({ date_order: order });
  return answers.reduce(joinAnswers, {});
}
