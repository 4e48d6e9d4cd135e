/**
 * Reads a statement's CSV as a stream, within bounds, and reports its problems line by line. Writes nothing and knows
 * no transfers.
 */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import {
  type ColumnRole,
  columnRoles,
  datePattern,
  readLine,
  type StatementFormat,
  type StatementLine,
} from './statement-line.ts';

export const fileBytesMax = 20 * 1_024 * 1_024;
const rowsMax = 200_000;
const recordBytesMax = 64 * 1_024;
const problemsMax = 10;

export type ReadStatement = {
  /** SHA-256 of the file's bytes. */
  fileHash: Buffer;
  lines: StatementLine[];
  /** The number of lines without a movement of money. */
  empty: number;
};

type Result = { ok: true; statement: ReadStatement } | { ok: false; problems: string[] };

/** Aborts the reading; its message is for the operator. */
class Unreadable extends Error {}

/** @param rowsLimit lowered by tests. */
export async function readStatement(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  format: StatementFormat,
  rowsLimit = rowsMax,
): Promise<Result> {
  const problems = formatProblems(format);
  const pattern = datePattern(format.dateFormat);
  if (problems.length > 0 || pattern === undefined) return { ok: false, problems };
  const hash = createHash('sha256');
  const lines: StatementLine[] = [];
  let empty = 0;
  const parser = parse({
    bom: true,
    delimiter: format.delimiter,
    info: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  });
  try {
    await pipeline(decoded(chunks, hash, format.encoding), parser, async (records: AsyncIterable<unknown>) => {
      let positions: Partial<Record<ColumnRole, number>> | undefined;
      let rows = 0;
      for await (const one of records) {
        const { record, info } = one as { record: string[]; info: Info };
        if (positions === undefined) {
          positions = findColumns(record, format);
          continue;
        }
        rows += 1;
        if (rows > rowsLimit) throw new Unreadable(`The file has more than ${rowsLimit} rows.`);
        const at = positions;
        const read = readLine(info.lines, (role) => record[at[role] ?? -1] ?? '', format, pattern);
        if (!read.ok) problems.push(...read.problems);
        else if (read.line === undefined) empty += 1;
        else lines.push(read.line);
        if (problems.length >= problemsMax) throw new Unreadable('There may be more.');
      }
      if (positions === undefined) throw new Unreadable('The file is empty.');
    });
  } catch (error) {
    problems.push(messageOf(error));
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, statement: { fileHash: hash.digest(), lines, empty } };
}

async function* decoded(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: { update(bytes: Buffer): unknown },
  encoding: StatementFormat['encoding'],
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  let carried = '';
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > fileBytesMax) throw new Unreadable(`The file is larger than ${fileBytesMax} bytes.`);
      hash.update(chunk);
      const text = carried + decoder.decode(chunk, { stream: true });
      // The parser counts a CRLF inside a cell as two lines, so it is normalized here. It may be split between two
      // chunks.
      carried = text.endsWith('\r') ? '\r' : '';
      yield text.slice(0, text.length - carried.length).replaceAll('\r\n', '\n');
    }
    yield carried + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Unreadable('The file is not UTF-8. If it is in an older encoding, say so with --encoding latin1.');
  }
}

function findColumns(header: readonly string[], format: StatementFormat): Partial<Record<ColumnRole, number>> {
  const names = header.map((name) => name.trim());
  const problems: string[] = [];
  const positions: Partial<Record<ColumnRole, number>> = {};
  for (const role of columnRoles) {
    const name = format.columns[role];
    if (name === undefined) continue;
    const count = names.filter((one) => one === name).length;
    if (count === 1) positions[role] = names.indexOf(name);
    else problems.push(count === 0 ? `there is no column "${name}"` : `there are ${count} columns "${name}"`);
  }
  if (problems.length === 0) return positions;
  const known = names.slice(0, problemsMax * 3).map((name) => `"${name.slice(0, 60)}"`);
  throw new Unreadable(`Line 1: ${problems.join(', ')}. The columns are ${known.join(', ')}.`);
}

/** The problems of the mapping itself, before the file is read. */
function formatProblems({ columns, currency, dateFormat, delimiter }: StatementFormat): string[] {
  const problems: string[] = [];
  for (const role of ['date', 'reference'] as const) {
    if (columns[role] === undefined) problems.push(`The mapping names no column for ${role}.`);
  }
  const split = columns.credit !== undefined || columns.debit !== undefined;
  if ((columns.amount === undefined) === !split) {
    problems.push('The mapping must name a column for amount, or for credit and debit.');
  }
  if ((columns.currency === undefined) === (currency === undefined)) {
    problems.push('Name a column for currency, or the currency of the whole file: one of the two.');
  }
  if (datePattern(dateFormat) === undefined) problems.push(`"${dateFormat}" is not a date format such as DD.MM.YYYY.`);
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) problems.push('The delimiter must be one character.');
  return problems;
}

const csvProblems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote',
  INVALID_OPENING_QUOTE: 'there is a quote within a cell that does not begin with one',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has another number of cells than the first line',
  CSV_MAX_RECORD_SIZE: `it has more than ${recordBytesMax} bytes`,
};

/** Shortens the parser's own messages, which may quote the file at length. */
function messageOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  if (!(error instanceof CsvError)) throw error;
  return `Line ${(error as CsvError & { lines: number }).lines}: ${csvProblems[error.code] ?? 'it is not CSV'}.`;
}
