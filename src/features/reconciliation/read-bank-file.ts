/**
 * Reads a file as its bank gave it, at once: twice, to see that all of it is sound and of one account, and again to import
 * it. What the file leaves open is a problem that says how to answer it.
 */
import { AppError } from '../../base/errors/app-error.ts';
import { type CsvAnswers, joinAnswers } from '../bank-files/csv/csv-mapping.ts';
import { type DateOrder, dateOrders } from '../bank-files/csv/date-text.ts';
import { type NamedColumns, problemsOfColumns } from '../bank-files/csv/named-columns.ts';
import { hashBytes } from '../bank-files/hash-bytes.ts';
import type { FileProblem } from '../bank-files/statement-file.ts';
import { type AskedQuestion, askAboutCsv, sayQuestion } from './ask-about-csv.ts';
import type { StatementPeriod } from './statement-balances.ts';
import type { StatementLine } from './statement-line.ts';
import { eachLines, surveyBankFile } from './survey-bank-file.ts';
import { type OpenBytes, type ReadableFile, type UnderstoodFile, understandBankFile } from './understand-bank-file.ts';

export type ReadStatement = {
  /** SHA-256 of the file's bytes. */
  fileHash: Buffer;
  /** The same for files in which a movement has the same text. Undefined: the format stands for it. */
  layout?: string | undefined;
  /** The number of lines without a movement of money. */
  empty: number;
  /**
   * The columns that could say which lines went out, where no amount does and nobody said that none of them is it. If
   * there are any, every line is of an unknown direction.
   */
  signColumns: string[];
  /**
   * Reads the file again. @param take gets the lines that move money, in order, at most `linesMax` at a time.
   * @returns the balances of its statements, where it gives them.
   * @throws AppError `invalid_state` when the file is another one by now; whatever `take` throws.
   */
  eachLines(linesMax: number, take: (lines: StatementLine[]) => Promise<void>): Promise<readonly StatementPeriod[]>;
};

export type BankStatement = ReadStatement & {
  /** `camt.053`, `MT940`, `CSV`. Undefined where a person named the columns of a CSV: so earlier versions kept it. */
  format: string | undefined;
  /** As the bank writes it, without spaces. */
  account: string | undefined;
  /** Entries that are not booked yet: they are not imported. */
  pending: number;
};

/** `field`: of a request, which answers it. */
type BankFileProblem = { field: 'text' | 'currency' | 'decimal' | 'date_format' | 'columns'; message: string };
type Result = { ok: true; statement: BankStatement } | { ok: false; problems: BankFileProblem[] };

/** @param given what a person says of a CSV that does not say it. @param named the only columns of it that are read. */
export async function readBankFile(open: OpenBytes, given: CsvAnswers = {}, named?: NamedColumns): Promise<Result> {
  const problems = named === undefined ? [] : problemsOfColumns(named, given);
  if (problems.length > 0) return { ok: false, problems: problems.map((message) => ({ field: 'columns', message })) };
  return readUnderstood(open, await understandBankFile(open, given, named), named !== undefined);
}

/** @param isNamed a person named its columns. */
export async function readUnderstood(open: OpenBytes, understood: UnderstoodFile, isNamed = false): Promise<Result> {
  if (understood.is === 'refused') return refused(understood.problems);
  if (understood.is === 'csv') {
    const asked = askAboutCsv(understood.csv).filter(({ isRequired }) => isRequired);
    if (asked.length > 0) return { ok: false, problems: asked.map(problemOf) };
  }
  const file = understood.file as ReadableFile;
  const { account, pending, empty, problems } = await surveyBankFile(file);
  if (problems.length > 0) return refused(problems);
  const fileHash = await hashBytes(open());
  const { layout, signColumns } = file;
  const format = isNamed && understood.is === 'csv' ? undefined : file.format;
  return {
    ok: true,
    statement: {
      ...{ fileHash, format, layout, account, pending, empty, signColumns },
      async eachLines(linesMax, take) {
        const periods = await eachLines(file, linesMax, take);
        if (!(await hashBytes(open())).equals(fileHash)) {
          throw new AppError('invalid_state', { message: 'The file changed while it was read. Nothing was imported.' });
        }
        return periods;
      },
    },
  };
}

const refused = (problems: readonly FileProblem[]): Result => ({
  ok: false,
  problems: problems.map((one) => ({ field: 'text', message: sentenceOf(one) })),
});

const sentenceOf = ({ lineNumber, message }: FileProblem): string =>
  lineNumber === undefined ? message : `Line ${lineNumber}: ${message}`;

const fields = { currency: 'currency', decimal: 'decimal', date_order: 'date_format' } as const;

const problemOf = (question: AskedQuestion): BankFileProblem => ({
  field: question.kind in fields ? fields[question.kind as keyof typeof fields] : 'columns',
  message: sayQuestion(question),
});

const unsound = (field: string, message: string): AppError =>
  new AppError('validation_failed', { message, details: [{ field, message }] });

/** What a request or a command line says of a CSV. @throws AppError `validation_failed` of a date format or a delimiter. */
export function answersOf(said: {
  currency?: string | undefined;
  decimal?: 'point' | 'comma' | undefined;
  dateFormat?: string | undefined;
  delimiter?: string | undefined;
  signed?: boolean | undefined;
  incoming?: string[] | undefined;
  outgoing?: string[] | undefined;
}): CsvAnswers {
  const answers: CsvAnswers[] = [];
  if (said.currency !== undefined) answers.push({ currency: said.currency });
  if (said.decimal !== undefined) answers.push({ decimal: said.decimal });
  if (said.delimiter !== undefined) answers.push({ delimiter: delimiterOf(said.delimiter) });
  if (said.dateFormat !== undefined) answers.push({ date_order: orderOf(said.dateFormat) });
  if (said.signed === true) answers.push({ amounts: 'signed', columns: { sign: null } });
  const { incoming = [], outgoing = [] } = said;
  if (incoming.length + outgoing.length > 0) answers.push({ sign_words: { incoming, outgoing } });
  return answers.reduce(joinAnswers, {});
}

function delimiterOf(text: string): string {
  if (text.length !== 1 || /["\r\n]/.test(text)) throw unsound('delimiter', 'The delimiter must be one character.');
  return text;
}

/** `DD.MM.YYYY` is day, month and year. */
function orderOf(format: string): DateOrder {
  const letters = format.toUpperCase().replaceAll(/[^YMD]/g, '');
  const order = dateOrders.find((one) => one === letters.replaceAll(/(.)\1+/g, '$1'));
  if (order === undefined) throw unsound('date_format', `"${format}" is not a date format such as DD.MM.YYYY.`);
  return order;
}
