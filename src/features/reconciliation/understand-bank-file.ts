/**
 * Finds out how a bank's file is to be read, whatever its format: camt, MT940 or CSV, alone or in a zip. Must never guess:
 * what the file leaves open is a question, which only a person answers.
 */
import { createHash } from 'node:crypto';
import type { CsvAnswers, CsvMapping } from '../bank-files/csv/csv-mapping.ts';
import type { NamedColumns } from '../bank-files/csv/named-columns.ts';
import { readCsv } from '../bank-files/csv/read-csv.ts';
import { type CsvQuestion, type UnderstoodCsv, understandCsv } from '../bank-files/csv/understand-csv.ts';
import { openStatementFile } from '../bank-files/open-statement-file.ts';
import type { FileEntry, FileProblem, StatementPart } from '../bank-files/statement-file.ts';
import { textAsWritten } from './entry-line.ts';

/** Opens the file at its beginning, each time it is called. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

export type ReadableFile = {
  /** `camt.053`, `MT940`, `CSV`. */
  format: string;
  /** Of files whose lines are compared by their texts. */
  layout: string;
  read(): AsyncGenerator<StatementPart>;
  /** The text of a line, where it is not all that the file says of it. */
  textOf?: (entry: FileEntry) => string;
  /** Columns that could say which lines went out. If there are any, every line is of an unknown direction. */
  signColumns: string[];
};

export type UnderstoodFile =
  | { is: 'refused'; problems: FileProblem[] }
  /** `file` is undefined while a question is open without whose answer nothing can be read. */
  | { is: 'csv'; csv: UnderstoodCsv; file: ReadableFile | undefined }
  | { is: 'statement'; file: ReadableFile };

/** @param given what a person says of a CSV that does not say it. @param named the only columns of it that are read. */
export async function understandBankFile(
  open: OpenBytes,
  given: CsvAnswers,
  named?: NamedColumns,
): Promise<UnderstoodFile> {
  const opened = await openStatementFile(open);
  if (opened.is === 'refused') return { is: 'refused', problems: [opened.problem] };
  if (opened.is === 'statement') {
    const { format, parts } = opened;
    return { is: 'statement', file: { format, layout: format, read: parts, signColumns: [] } };
  }
  const csv = await understandCsv(opened.text, given, named);
  if (!csv.ok) return { is: 'refused', problems: csv.problems };
  const { mapping } = csv;
  if (mapping === undefined) return { is: 'csv', csv, file: undefined };
  const read = (isAsWritten: boolean) => () => readCsv(opened.text(), mapping, { isAsWritten });
  const ofCsv = { format: 'CSV', signColumns: signColumnsOf(csv, mapping) };
  if (named !== undefined) {
    const layout = layoutOf([named.date, named.reference]);
    return { is: 'csv', csv, file: { ...ofCsv, layout, read: read(true), textOf: textAsWritten } };
  }
  const { columns, header, texts } = mapping;
  const layout = layoutOf([header, texts, columns.date, columns.name, columns.end_to_end_id]);
  return { is: 'csv', csv, file: { ...ofCsv, layout, read: read(false) } };
}

/** @param columns those that make a line what it is. */
const layoutOf = (columns: unknown): string =>
  `CSV ${createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 16)}`;

/** Reads a file as it was understood before. @param mapping of a CSV. */
export async function reopenBankFile(
  open: OpenBytes,
  mapping: CsvMapping | undefined,
): Promise<Pick<ReadableFile, 'read'> | { problems: FileProblem[] }> {
  const opened = await openStatementFile(open);
  if (opened.is === 'refused') return { problems: [opened.problem] };
  if (opened.is === 'statement') return { read: opened.parts };
  if (mapping === undefined) throw new Error('a CSV is read by its mapping');
  return { read: () => readCsv(opened.text(), mapping) };
}

/** @param names of the columns as written. */
export const columnName = (names: readonly string[], column: number): string => names[column] || `column ${column + 1}`;

/** Of direction, every line may be left undecided. */
export const isOptional = ({ kind }: CsvQuestion): boolean => kind === 'direction';

function signColumnsOf({ questions, names }: UnderstoodCsv, { columns }: CsvMapping): string[] {
  const question = questions.find((one) => one.kind === 'direction');
  if (question === undefined) return [];
  const named = question.answers.flatMap(({ change }) => change.columns?.sign ?? []);
  const asked = named.length > 0 ? named : [columns.amount ?? columns.debit ?? columns.credit ?? 0];
  return [...new Set(asked)].map((column) => columnName(names, column));
}
