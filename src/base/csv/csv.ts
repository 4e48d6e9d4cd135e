/**
 * Every CSV the service writes (docs/contract/common.md, "CSV"): RFC 4180, UTF-8, every field quoted, and no text that
 * a spreadsheet would run. Nothing else may write CSV.
 */
import { type Options, stringify } from 'csv-stringify/sync';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';

/** An amount, which may begin with a minus. A class, so that no text can pass for one. */
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

/** What a formula begins with, in a spreadsheet that passes over leading spaces; in full width too. */
const formula = /^[\s\p{Cf}]*[=＝@＠]/u;
/** A sign begins a formula too, but one of these characters alone calls no function and starts no program. */
const signed = /^[\s\p{Cf}]*[+\-＋－]/u;
const harmless = /^[+-][\p{L}\p{M}\p{N} ._:#/+-]*$/u;

/**
 * Text as it is, or with an apostrophe in front when a spreadsheet could run it. Refs such as `-1001` or `+A/7` stay as they
 * are. Text that begins with an apostrophe gets one too, so that taking one away always gives back the text.
 */
function textCell(text: string): string {
  const isUnsafe = formula.test(text) || (signed.test(text) && !harmless.test(text));
  return isUnsafe || text.startsWith("'") ? `'${text}` : text;
}

const options: Options = {
  record_delimiter: '\r\n',
  quoted: true,
  quoted_empty: true,
  cast: {
    string: (text) => textCell(text),
    bigint: (value) => String(value),
    object: (cell) => (cell as unknown as Amount).text,
  },
};

export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? '' : stringify(rows as Cell[][], options);
