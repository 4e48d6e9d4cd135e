/**
 * Reads a statement's CSV as a stream, within bounds, and reports its problems line by line. A file is read twice: to see
 * that all of it is sound, and again, a few lines at a time, to import it. Writes nothing and knows no transfers, and never
 * holds the whole of a file's lines.
 */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { AppError } from '../../base/errors/app-error.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { createSignFinder, type SignFinder } from './direction.ts';
import type { StatementPeriod } from './statement-balances.ts';
import {
  type ColumnRole,
  columnRoles,
  datePattern,
  readLine,
  type StatementFormat,
  type StatementLine,
  undirected,
} from './statement-line.ts';

export const fileBytesMax = 20 * 1_024 * 1_024;
const rowsMax = 200_000;
const recordBytesMax = 64 * 1_024;
const problemsMax = 10;
/** A few milliseconds' work for the parser, which takes a chunk as a whole. */
const pieceBytes = 16 * 1_024;

/** Opens the file at its beginning, each time it is called. */
type StatementFile = () => AsyncIterable<Buffer> | Iterable<Buffer>;

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

type Result = { ok: true; statement: ReadStatement } | { ok: false; problems: string[] };

/** Aborts the reading; its message is for the operator. */
class Unreadable extends Error {}

/** @param rowsLimit lowered by tests. */
export async function readStatement(
  file: StatementFile,
  format: StatementFormat,
  rowsLimit = rowsMax,
): Promise<Result> {
  const mapping = formatProblems(format);
  const pattern = datePattern(format.dateFormat);
  if (mapping.length > 0 || pattern === undefined) return { ok: false, problems: mapping };
  const read = (take: (line: StatementLine) => Promise<void> | void) =>
    readRows(file, format, pattern, rowsLimit, take);
  const { fileHash, empty, problems, signColumns } = await read(() => {});
  if (problems.length > 0) return { ok: false, problems };
  const isRead = signColumns.length === 0;
  return {
    ok: true,
    statement: {
      fileHash,
      layout: layoutOf([format.columns.date, format.columns.reference]),
      empty,
      signColumns,
      async eachLines(linesMax, take) {
        let lines: StatementLine[] = [];
        const again = await read(async (line) => {
          lines.push(isRead ? line : { ...line, ...undirected(line.amount) });
          if (lines.length < linesMax) return;
          await take(lines);
          lines = [];
        });
        if (!again.fileHash.equals(fileHash)) {
          throw new AppError('invalid_state', { message: 'The file changed while it was read. Nothing was imported.' });
        }
        if (lines.length > 0) await take(lines);
        return [];
      },
    },
  };
}

/** @param columns those that make a line what it is. */
export const layoutOf = (columns: unknown): string =>
  `CSV ${createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 16)}`;

type Rows = { fileHash: Buffer; empty: number; problems: string[]; signColumns: string[] };

async function readRows(
  file: StatementFile,
  format: StatementFormat,
  pattern: RegExp,
  rowsLimit: number,
  take: (line: StatementLine) => Promise<void> | void,
): Promise<Rows> {
  const hash = createHash('sha256');
  const problems: string[] = [];
  let empty = 0;
  let finder: SignFinder | undefined;
  const othersTurn = takeTurns();
  const parser = parse({
    bom: true,
    delimiter: format.delimiter,
    info: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  });
  try {
    await pipeline(decoded(file(), hash, format.encoding), parser, async (records: AsyncIterable<unknown>) => {
      let positions: Partial<Record<ColumnRole, number>> | undefined;
      let rows = 0;
      for await (const one of records) {
        const { record, info } = one as { record: string[]; info: Info };
        if (positions === undefined) {
          positions = findColumns(record, format);
          if (mayLackSigns(format)) finder = createSignFinder(record, new Set(Object.values(positions)));
          continue;
        }
        rows += 1;
        if (rows > rowsLimit) throw new Unreadable(`The file has more than ${rowsLimit} rows.`);
        const at = positions;
        const read = readLine(info.lines, (role) => record[at[role] ?? -1] ?? '', format, pattern);
        if (!read.ok) problems.push(...read.problems);
        else if (read.line === undefined) empty += 1;
        else {
          finder?.see(record, read.line.amount);
          await take(read.line);
        }
        if (problems.length >= problemsMax) throw new Unreadable('There may be more.');
        await othersTurn();
      }
      if (positions === undefined) throw new Unreadable('The file is empty.');
    });
  } catch (error) {
    problems.push(messageOf(error));
  }
  return { fileHash: hash.digest(), empty, problems, signColumns: finder?.suspects() ?? [] };
}

/** Two columns say by themselves which line went out. */
const mayLackSigns = ({ columns, signed }: StatementFormat): boolean =>
  columns.amount !== undefined && columns.sign === undefined && signed !== true;

async function* inPieces(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) yield chunk.subarray(start, start + pieceBytes);
  }
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
    for await (const piece of inPieces(chunks)) {
      bytes += piece.length;
      if (bytes > fileBytesMax) throw new Unreadable(`The file is larger than ${fileBytesMax} bytes.`);
      hash.update(piece);
      const text = carried + decoder.decode(piece, { stream: true });
      // The parser counts a CRLF inside a cell as two lines, so it is normalized here. It may be split between two
      // pieces.
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
function formatProblems({ columns, currency, dateFormat, delimiter, signed }: StatementFormat): string[] {
  const problems: string[] = [];
  for (const role of ['date', 'reference'] as const) {
    if (columns[role] === undefined) problems.push(`The mapping names no column for ${role}.`);
  }
  const split = columns.credit !== undefined || columns.debit !== undefined;
  if ((columns.amount === undefined) === !split) {
    problems.push('The mapping must name a column for amount, or for credit and debit.');
  }
  if (columns.sign !== undefined && (columns.amount === undefined || signed === true)) {
    problems.push('A column for sign goes with one for amount, and says which amounts went out.');
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
