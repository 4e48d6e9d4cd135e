/**
 * Statements as CSV (RFC 4180, UTF-8), page by page. A text cell that a spreadsheet would run as a formula gets a
 * leading apostrophe; amounts are plain decimals and stay numbers.
 */
import { type Options, stringify } from 'csv-stringify/sync';
import { formatDecimal } from '../../money/amount.ts';
import { exponentOf } from '../../money/currency.ts';

/** An amount, which may begin with a minus. A class, so that no text cell can skip the escaping. */
class Amount {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Cell = string | bigint | null | Amount;

/** Minor units as a cell. */
export const amountCell = (minor: bigint, currency: string): Amount =>
  new Amount(formatDecimal(minor, exponentOf(currency)));

const options: Options = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  // Quotes cells with any line break, not only the record delimiter.
  quoted_match: /[\r\n]/,
  cast: {
    object: (cell) => ({ value: (cell as unknown as Amount).text, escape_formulas: false }),
  },
};

export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? '' : stringify(rows as Cell[][], options);
