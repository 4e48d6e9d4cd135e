/**
 * Reads one line of a CSV as the mapping says. Pure. What can't be read for certain is a problem with a sentence that says
 * what to do; a line that is no entry (a total, a balance) is told apart by what it lacks.
 */
import { absolute } from '../../../base/money/compare.ts';
import { type Currency, findCurrency } from '../../../base/money/currency.ts';
import { shown } from '../file-values.ts';
import type { FileEntry } from '../statement-file.ts';
import { codeOf, minorUnits, readAmountText } from './amount-text.ts';
import type { CsvMapping, CsvRole } from './csv-mapping.ts';
import { readDate, readTime, splitDate } from './date-text.ts';
import { foldText } from './fold-text.ts';
import { balanceWord, isBalanceText, knownStatus, type LineStatus } from './known-words.ts';
import { trimmed } from './layout.ts';
import { directionOf } from './sign-words.ts';

export type ReadRow =
  | { kind: 'entry'; entry: FileEntry; balance: bigint | undefined; ownAccount: string | undefined }
  /** No money moved. */
  | { kind: 'empty'; entry: FileEntry }
  | { kind: 'void' | 'pending' }
  /** `isAside`: it may be a total, a balance or, with `texts`, more text of the entry before, instead of an entry. */
  | { kind: 'bad'; problems: string[]; isAside: boolean; texts?: string[] };

export type RowReader = (lineNumber: number, cells: readonly string[]) => ReadRow;

const textLengthMax = 2_000;
const bankIdLengthMax = 100;
const nameLengthMax = 500;
const accountLengthMax = 60;

const onOneLine = (cell: string): string => cell.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Without what spreadsheets put around a cell, and on one line. */
const clean = (cell: string): string => onOneLine(/^="(.*)"$/s.exec(cell.trim())?.[1] ?? cell);

/**
 * @param names of the columns as written. @param fileCurrency what the file says before its lines.
 * @param isAsWritten texts and times as versions before statement files read them, because lines are known by them: a text
 *   with what spreadsheets put around it, and no time with AM or PM.
 */
export function createRowReader(
  mapping: CsvMapping,
  names: readonly string[],
  fileCurrency: string | undefined,
  isAsWritten = false,
): RowReader {
  return (lineNumber, cells) => readRow(new Row(mapping, names, cells, isAsWritten), fileCurrency, lineNumber);
}

class Row {
  readonly mapping: CsvMapping;
  readonly cells: readonly string[];
  readonly problems: string[] = [];
  readonly isAsWritten: boolean;
  readonly #names: readonly string[];

  constructor(mapping: CsvMapping, names: readonly string[], cells: readonly string[], isAsWritten: boolean) {
    this.mapping = mapping;
    this.isAsWritten = isAsWritten;
    this.#names = names;
    this.cells = cells;
  }

  has(role: CsvRole): boolean {
    return this.mapping.columns[role] !== undefined;
  }

  cell(role: CsvRole): string {
    return clean(this.cells[this.mapping.columns[role] ?? -1] ?? '');
  }

  complain(role: CsvRole, what: string): undefined {
    const at = this.mapping.columns[role] ?? 0;
    const name = this.#names[at];
    this.problems.push(`${name === undefined || name === '' ? `Cell ${at + 1}` : `Column ${shown(name)}`}: ${what}`);
    return undefined;
  }
}

function readRow(row: Row, fileCurrency: string | undefined, lineNumber: number): ReadRow {
  const read = readMovement(row, fileCurrency, lineNumber);
  return read.kind === 'bad' && read.isAside && hasOnlyTexts(row) ? { ...read, texts: readTexts(row) } : read;
}

/** A bank that folds long texts writes the rest on lines of their own. A heading would stand in the first cell. */
const hasOnlyTexts = ({ mapping, cells }: Row): boolean =>
  cells[0]?.trim() === '' && cells.every((cell, at) => cell.trim() === '' || mapping.texts.includes(at));

function readMovement(row: Row, fileCurrency: string | undefined, lineNumber: number): ReadRow {
  const { mapping, cells } = row;
  const width = trimmed(cells).length;
  const needed = Math.max(...Object.values(mapping.columns), ...mapping.texts) + 1;
  if (width > mapping.width || cells.length < Math.min(needed, mapping.width)) {
    const message = `The line has ${cells.length} cells, not ${mapping.width}. Put a cell that holds a "${mapping.delimiter}" in quotes.`;
    return { kind: 'bad', problems: [message], isAside: isAside(row) };
  }
  const status = readStatus(row);
  const read = readDate(row.cell('date'), mapping.date_order);
  if (status === 'void') return { kind: 'void' };
  if (read === undefined && (status === 'pending' || knownStatus(row.cell('date')) === 'pending'))
    return { kind: 'pending' };
  if (isBalanceLine(row))
    return {
      kind: 'bad',
      problems: ['The line looks like a balance, and entries follow it. Remove it.'],
      isAside: true,
    };
  if (read === undefined)
    row.complain('date', `${shown(row.cell('date'))} is no date ${orderWords[mapping.date_order]}.`);
  const currency = readCurrency(row, fileCurrency);
  const moved = currency && readMoney(row, currency);
  const valueOn = readDay(row, 'value_date');
  const texts = readTexts(row);
  const bankId = row.cell('bank_id');
  if (bankId.length > bankIdLengthMax) row.complain('bank_id', `The ID has more than ${bankIdLengthMax} characters.`);
  if (row.problems.length > 0 || read === undefined || currency === undefined || moved === undefined) {
    return { kind: 'bad', problems: row.problems, isAside: isAside(row) };
  }
  const { balance, ...money } = moved;
  const isEmpty = money.amount === 0n;
  const entry: FileEntry = {
    ...{ lineNumber, status: isEmpty ? 'information' : (status ?? 'booked'), bookedOn: read.day },
    ...{ bookedTime: timeOf(row, read.time), valueOn },
    ...{ currency: currency.code, ...money, bankId: bankId || undefined, code: row.cell('code') || undefined },
    ...{ endToEndId: row.cell('end_to_end_id').slice(0, bankIdLengthMax) || undefined, texts },
    ...{ counterpartyName: row.cell('name').slice(0, nameLengthMax) || undefined },
    ...{ counterpartyAccount: row.cell('account').replaceAll(' ', '').slice(0, accountLengthMax) || undefined },
    ...{ returned: undefined, reverses: false, details: [] },
  };
  if (isEmpty) return { kind: 'empty', entry };
  return {
    kind: 'entry',
    entry,
    balance,
    ownAccount: row.cell('own_account').replaceAll(' ', '').slice(0, accountLengthMax) || undefined,
  };
}

const orderWords: Record<CsvMapping['date_order'], string> = {
  DMY: 'with day, month and year, of the years 1990 to 2099',
  MDY: 'with month, day and year, of the years 1990 to 2099',
  YMD: 'with year, month and day, of the years 1990 to 2099',
};

function timeOf(row: Row, afterDate: string | undefined): string | undefined {
  if (row.isAsWritten && /[ap]\.?m/i.test(row.cell('date'))) return undefined;
  return row.has('time') ? readTime(row.cell('time')) : afterDate;
}

function readStatus(row: Row): LineStatus | undefined {
  const word = row.cell('status');
  if (word === '') return 'booked';
  const { status_words: said } = row.mapping;
  const status = (['booked', 'pending', 'void'] as const).find((one) =>
    said[one].some((other) => foldText(other) === foldText(word)),
  );
  return (
    status ??
    knownStatus(word) ??
    row.complain('status', `${shown(word)} is not known as a status. Say whether such lines are booked.`)
  );
}

function readDay(row: Row, role: 'value_date'): string | undefined {
  const cell = row.cell(role);
  if (cell === '') return undefined;
  return (
    readDate(cell, row.mapping.date_order)?.day ??
    row.complain(role, `${shown(cell)} is no date ${orderWords[row.mapping.date_order]}.`)
  );
}

function readTexts(row: Row): string[] {
  const asRead = row.isAsWritten ? onOneLine : clean;
  const texts = row.mapping.texts.map((at) => asRead(row.cells[at] ?? '')).filter((text) => text !== '');
  if (texts.some(({ length }) => length > textLengthMax))
    row.problems.push(`A text has more than ${textLengthMax} characters.`);
  return texts;
}

function readCurrency(row: Row, fileCurrency: string | undefined): Currency | undefined {
  if (!row.has('currency')) {
    const currency = findCurrency(fileCurrency);
    if (currency === undefined) row.problems.push('The file names no currency. Say which one it is in.');
    return currency;
  }
  const cell = row.cell('currency');
  return (
    findCurrency(codeOf(cell)) ?? row.complain('currency', `${shown(cell)} is not a currency (ISO 4217, such as EUR).`)
  );
}

type Money = Pick<FileEntry, 'amount' | 'direction' | 'charges'> & { balance: bigint | undefined };
type Amount = { value: bigint; mark: 'in' | 'out' | undefined };

/** Undefined for an empty cell too. */
function amountIn(row: Row, role: CsvRole, currency: Currency): Amount | undefined {
  const cell = row.cell(role);
  if (cell === '') return undefined;
  const read = readAmountText(cell, row.mapping.decimal);
  if (read === undefined)
    return row.complain(
      role,
      `${shown(cell)} is not an amount with a decimal ${row.mapping.decimal} and at most 15 digits before it.`,
    );
  if (read.currency !== undefined && read.currency !== currency.code) {
    return row.complain(
      role,
      `${shown(cell)} is not in ${currency.code}. Amounts of several currencies need a column for the currency.`,
    );
  }
  const value = minorUnits(read, currency);
  return value === undefined
    ? row.complain(role, `${shown(cell)} has more decimals than ${currency.code} has.`)
    : { value, mark: read.mark };
}

function readMoney(row: Row, currency: Currency): Money | undefined {
  const moved = row.has('amount') ? readAmount(row, currency) : readSplit(row, currency);
  const charges = amountIn(row, 'charges', currency)?.value;
  const balance = amountIn(row, 'balance', currency)?.value;
  if (moved === undefined) return undefined;
  const kept = charges === undefined || charges === 0n ? undefined : absolute(charges);
  const isExtra = row.mapping.charges === 'extra' && kept !== undefined;
  if (isExtra && moved.direction === 'unknown')
    return row.complain(
      'charges',
      'Charges come off an amount whose direction is not known. Say first which lines went out.',
    );
  return { ...moved, amount: moved.amount - (isExtra ? kept : 0n), charges: kept, balance };
}

type Moved = Pick<FileEntry, 'amount' | 'direction'>;
const unknown = (amount: bigint): Moved => ({ amount: absolute(amount), direction: 'unknown' });
const known = (amount: bigint): Moved => ({ amount, direction: 'read' });

function readAmount(row: Row, currency: Currency): Moved | undefined {
  const { amounts, sign_words } = row.mapping;
  if (row.cell('amount') === '') return row.complain('amount', 'There is no amount.');
  const read = amountIn(row, 'amount', currency);
  if (read === undefined) return undefined;
  const { value, mark } = read;
  if (amounts === 'unknown') return unknown(value);
  if (row.has('sign')) {
    const direction = directionOf(row.cell('sign'), sign_words);
    if (direction === undefined && value !== 0n) {
      return row.complain(
        'sign',
        `${shown(row.cell('sign'))} is not known to mean that money came in or went out. Say which.`,
      );
    }
    // What a bank means by a minus that came in is for a person to say.
    if (value < 0n && direction === 'in') return unknown(value);
    return known(direction === 'out' && value > 0n ? -value : value);
  }
  if (amounts === 'unmarked_out') return known(mark === 'in' ? absolute(value) : -absolute(value));
  return known(amounts === 'inverted' ? -value : value);
}

/** Money in and money out in columns of their own, of which one is empty or 0. */
function readSplit(row: Row, currency: Currency): Moved | undefined {
  const roles = (['credit', 'debit'] as const).filter((role) => row.cell(role) !== '');
  const amounts = roles.map((role) => ({ role, value: amountIn(row, role, currency)?.value }));
  if (amounts.some(({ value }) => value === undefined)) return undefined;
  if (amounts.length === 0)
    return row.complain(row.has('credit') ? 'credit' : 'debit', 'There is neither money in nor money out.');
  const moved = amounts.filter(({ value }) => value !== 0n);
  if (moved.length > 1) return row.complain('credit', 'There is both money in and money out.');
  const [one] = moved;
  if (one?.value === undefined) return known(0n);
  if (row.mapping.amounts === 'unknown') return unknown(one.value);
  return known(one.role === 'debit' && row.mapping.debits === 'positive' ? -one.value : one.value);
}

/** A balance or a turnover that has a date and an amount like an entry, and nobody it is from or to. */
function isBalanceLine(row: Row): boolean {
  if (row.cell('name') !== '' || row.cell('account') !== '') return false;
  const texts = row.mapping.texts.map((at) => clean(row.cells[at] ?? '')).filter((text) => text !== '');
  return texts.some(isBalanceText);
}

/** Without a date, and with the words of a total, without an amount, or with hardly any cells. */
function isAside(row: Row): boolean {
  if (row.cells.some((cell, at) => splitDate(cell) !== undefined && at === row.mapping.columns.date)) return false;
  const filled = row.cells.filter((cell) => cell.trim() !== '');
  if (filled.some((cell) => balanceWord(cell) !== undefined || balanceWord(cell.split(':')[0] ?? '') !== undefined))
    return true;
  const roles = (['amount', 'credit', 'debit'] as const).filter((role) => row.has(role));
  const hasAmount = roles.some((role) => readAmountText(row.cell(role), row.mapping.decimal) !== undefined);
  return (
    !hasAmount &&
    !filled.some(
      (cell) =>
        splitDate(cell) !== undefined && readAmountText(cell, row.mapping.decimal) === undefined && filled.length > 3,
    )
  );
}
