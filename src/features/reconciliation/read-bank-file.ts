/**
 * Reads a file as its bank gave it, at once: twice, to see that all of it is sound and of one account, and again to import
 * it. What the file leaves open is a problem that says how to answer it.
 */
import { AppError } from '../../base/errors/app-error.ts';
import { type CsvAnswers, joinAnswers } from '../bank-files/csv/csv-mapping.ts';
import { hashBytes } from '../bank-files/hash-bytes.ts';
import type { FileProblem } from '../bank-files/statement-file.ts';
import { type AskedQuestion, askAboutCsv } from './ask-about-csv.ts';
import type { ReadStatement } from './read-statement.ts';
import { eachLines, surveyBankFile } from './survey-bank-file.ts';
import { type OpenBytes, type ReadableFile, understandBankFile } from './understand-bank-file.ts';

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

/** @param given what a person says of a CSV that does not say it. */
export async function readBankFile(open: OpenBytes, given: CsvAnswers = {}): Promise<Result> {
  const understood = await understandBankFile(open, given);
  if (understood.is === 'refused') return refused(understood.problems);
  if (understood.is === 'csv') {
    const asked = askAboutCsv(understood.csv).filter(({ isRequired }) => isRequired);
    if (asked.length > 0) return { ok: false, problems: asked.map(problemOf) };
  }
  const file = understood.file as ReadableFile;
  const { account, pending, empty, problems } = await surveyBankFile(file);
  if (problems.length > 0) return refused(problems);
  const fileHash = await hashBytes(open());
  const { format, layout, signColumns } = file;
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

function problemOf({ kind, text, answers }: AskedQuestion): BankFileProblem {
  const field = kind in fields ? fields[kind as keyof typeof fields] : 'columns';
  const choices = answers.map((answer) => answer.text);
  return { field, message: choices.length === 0 ? text : `${text} (${choices.join('; ')})` };
}

/** What the request says of a file whose columns it does not name. */
export function answersOf(said: {
  currency?: string | undefined;
  decimal?: 'point' | 'comma' | undefined;
  dateFormat?: string | undefined;
  signed?: boolean | undefined;
  incoming?: string[] | undefined;
  outgoing?: string[] | undefined;
}): CsvAnswers {
  const answers: CsvAnswers[] = [];
  if (said.currency !== undefined) answers.push({ currency: said.currency });
  if (said.decimal !== undefined) answers.push({ decimal: said.decimal });
  if (said.signed === true) answers.push({ amounts: 'signed' });
  const { incoming = [], outgoing = [] } = said;
  if (incoming.length + outgoing.length > 0) answers.push({ sign_words: { incoming, outgoing } });
  const order = said.dateFormat
    ?.toUpperCase()
    .replaceAll(/[^YMD]/g, '')
    .replaceAll(/(.)\1+/g, '$1');
  if (order === 'DMY' || order === 'MDY' || order === 'YMD') answers.push({ date_order: order });
  return answers.reduce(joinAnswers, {});
}
