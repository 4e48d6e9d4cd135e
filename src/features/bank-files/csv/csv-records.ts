/**
 * The records of a CSV text as a stream, within bounds, each with the line on which it begins. Knows cells only.
 */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { Unreadable } from '../unreadable.ts';
import type { CsvMapping } from './csv-mapping.ts';

export type CsvRecord = { lineNumber: number; cells: string[] };
export type CsvDialect = Pick<CsvMapping, 'delimiter' | 'quote' | 'escape'>;
export type CsvText = AsyncIterable<string> | Iterable<string>;

const recordLengthMax = 64 * 1_024;
/** A few milliseconds' work for the parser, which takes a piece as a whole. */
const pieceLength = 16 * 1_024;

/** Ends the reading; its message is a sentence for the operator. */
export class CsvUnreadable extends Unreadable {
  /** The quotes are to blame: read as characters like any other, the file may be sound. */
  readonly isQuote: boolean;
  constructor(message: string, lineNumber?: number, isQuote = false) {
    super(message, lineNumber);
    this.isQuote = isQuote;
  }
}

/** Without the lines whose cells are all empty. @throws CsvUnreadable */
export async function* readRecords(
  text: CsvText,
  { delimiter, quote, ...dialect }: CsvDialect,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    delimiter,
    quote: quote ?? false,
    escape: dialect.escape === 'backslash' ? '\\' : (quote ?? '"'),
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordLengthMax,
  });
  // Errors of both reach the reader of the parser, and who stops reading closes the text.
  pipeline(Readable.from(inPieces(text), { objectMode: true, highWaterMark: 1 }), parser, () => {});
  try {
    for await (const one of parser) {
      const { record, info } = one as { record: string[]; info: Info };
      if (record.every((cell) => cell.trim() === '')) continue;
      // The parser counts the lines up to the record's end.
      const within = record.reduce((lines, cell) => lines + (cell.split('\n').length - 1), 0);
      yield { lineNumber: info.lines - within, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(error as CsvError & { lines: number }, delimiter);
  }
}

/** With `\n` at the end of each line, whether the file has `\r\n`, `\r\r\n` or `\r`. */
async function* inPieces(text: CsvText): AsyncGenerator<string> {
  let carried = '';
  let endsWithReturn: boolean | undefined;
  for await (const chunk of text) {
    for (let start = 0; start < chunk.length; start += pieceLength) {
      let piece = carried + chunk.slice(start, start + pieceLength);
      // A pair may be split between two pieces.
      carried = /\r{1,2}$/.exec(piece)?.[0] ?? '';
      piece = piece.slice(0, piece.length - carried.length).replaceAll(/\r{1,2}\n/g, '\n');
      if (endsWithReturn === undefined && /[\r\n]/.test(piece)) endsWithReturn = !piece.includes('\n');
      yield endsWithReturn === true ? piece.replaceAll('\r', '\n') : piece;
    }
  }
  if (carried !== '') yield '\n';
}

const messages: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed. Close it, or remove it.',
  CSV_INVALID_CLOSING_QUOTE: 'Something follows a closing quote. Double the quotes within the cell.',
  INVALID_OPENING_QUOTE: 'There is a quote within a cell that does not begin with one. Put the cell in quotes.',
  CSV_MAX_RECORD_SIZE: `The line has more than ${recordLengthMax} characters. Is a quote missing, or is this no CSV?`,
};
const ofQuotes = ['CSV_QUOTE_NOT_CLOSED', 'CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE'];

/** Shortens the parser's own messages, which may quote the file at length. */
function unreadable({ code, lines }: CsvError & { lines: number }, delimiter: string): CsvUnreadable {
  const message = messages[code] ?? `The line is not CSV with "${delimiter}" between its cells.`;
  return new CsvUnreadable(message, lines, ofQuotes.includes(code));
}
