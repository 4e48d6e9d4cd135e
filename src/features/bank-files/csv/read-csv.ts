/**
 * Reads a bank's CSV as its mapping says, as a stream and within bounds. What it can't read is a problem with its line;
 * lines that are no entries are counted. Must never guess: a file that differs from its mapping is refused.
 */

import { findCurrency } from '../../../base/money/currency.ts';
import { shown } from '../file-values.ts';
import type { FileEntry, StatementPart } from '../statement-file.ts';
import { takeTurns } from '../turns.ts';
import { Unreadable } from '../unreadable.ts';
import { minorUnits } from './amount-text.ts';
import { type CsvMapping, foldHeader, linesBeforeMax } from './csv-mapping.ts';
import { type CsvRecord, type CsvText, CsvUnreadable, readRecords } from './csv-records.ts';
import { balanceIn, type NamedBalance, readPreamble } from './preamble.ts';
import { createRowReader, type ReadRow, type RowReader } from './read-row.ts';
import { rowsMax } from './survey.ts';

/** What became of the lines of a file. */
export type CsvSummary = {
  entries: number;
  /** Pending lines, with or without a date. */
  pending: number;
  /** Lines of what was declined or canceled. */
  void: number;
  /** Lines with an amount of 0. */
  empty: number;
  /** Balances, totals and other lines around the entries. */
  aside: number;
};

const problemsMax = 10;
/** Lines that could be a footer, until an entry after them says that they are not. */
const heldMax = 20;

/** `isAsWritten`: see `createRowReader`. `rowsLimit`: lowered by tests. */
type Options = { isAsWritten?: boolean; rowsLimit?: number | undefined };

export async function* readCsv(
  text: CsvText,
  mapping: CsvMapping,
  options: Options = {},
): AsyncGenerator<StatementPart, CsvSummary> {
  const reading = new Reading(mapping, options);
  const othersTurn = takeTurns();
  try {
    for await (const record of readRecords(text, mapping)) {
      yield* reading.take(record);
      await othersTurn();
    }
    yield* reading.end();
  } catch (error) {
    // The text itself may end in one, where its bytes have no meaning.
    if (!(error instanceof Unreadable)) throw error;
    yield { kind: 'problem', problem: { lineNumber: error.lineNumber, message: error.message }, isEnd: true };
  }
  return reading.summary;
}

type Entry = Extract<ReadRow, { kind: 'entry' }>;
type Bad = Extract<ReadRow, { kind: 'bad' }>;

class Reading {
  readonly summary: CsvSummary = { entries: 0, pending: 0, void: 0, empty: 0, aside: 0 };
  readonly #mapping: CsvMapping;
  readonly #rowsLimit: number;
  readonly #isAsWritten: boolean;
  #before: CsvRecord[] = [];
  #reader: RowReader | undefined;
  #account: string | undefined;
  #currency: string | undefined;
  #balances: NamedBalance[] = [];
  /** The last entry, whose text may go on. */
  #waiting: FileEntry | undefined;
  /** A text went on, and another entry followed. */
  #hasFolded = false;
  #held: { record: CsvRecord; bad: Bad }[] = [];
  #first: Entry | undefined;
  #last: Entry | undefined;
  /** Undefined once the entries are of several accounts or currencies, whose balances are not told apart. */
  #isOne = true;
  #days: { first: string; last: string } | undefined;
  #rows = 0;
  #problems = 0;

  constructor(mapping: CsvMapping, { rowsLimit = rowsMax, isAsWritten = false }: Options) {
    this.#mapping = mapping;
    this.#rowsLimit = rowsLimit;
    this.#isAsWritten = isAsWritten;
  }

  *take(record: CsvRecord): Generator<StatementPart> {
    if (this.#reader === undefined) {
      yield* this.#begin(record);
      return;
    }
    this.#rows += 1;
    if (this.#rows > this.#rowsLimit)
      throw new CsvUnreadable(`The file has more than ${this.#rowsLimit} lines. Split it.`);
    const row = this.#reader(record.lineNumber, record.cells);
    if (row.kind === 'bad') yield* this.#bad(record, row);
    else if (row.kind === 'entry') yield* this.#entry(row);
    else {
      yield* this.#give(this.#takeFolded());
      this.summary[row.kind] += 1;
      if (row.kind === 'empty') yield { kind: 'entry', entry: row.entry };
    }
  }

  /** The entry before, with the rest of its text, and what follows that and is no entry. */
  *#release(): Generator<StatementPart> {
    const folded = this.#takeFolded();
    this.#hasFolded ||= folded.length > 0;
    yield* this.#give(folded);
    for (const { record, bad } of this.#held.splice(0)) yield* this.#problem(record.lineNumber, bad.problems);
  }

  #takeFolded(): string[] {
    const end = this.#held.findIndex(({ bad }) => bad.texts === undefined);
    return this.#held.splice(0, end === -1 ? this.#held.length : end).flatMap(({ bad }) => bad.texts ?? []);
  }

  *#give(rest: readonly string[]): Generator<StatementPart> {
    const entry = this.#waiting;
    this.#waiting = undefined;
    if (entry !== undefined) yield { kind: 'entry', entry: { ...entry, texts: [...entry.texts, ...rest] } };
  }

  /** Up to the header, or to the first entry of a file without one. */
  *#begin(record: CsvRecord): Generator<StatementPart> {
    const { header, header_lines: headerLines, lines_before: linesBefore } = this.#mapping;
    if (header.length === 0) {
      if (this.#before.length < linesBefore + headerLines) {
        this.#before.push(record);
        return;
      }
      yield* this.#opened([], this.#before);
      yield* this.take(record);
      return;
    }
    this.#before.push(record);
    const lines = this.#before.slice(-headerLines).map(({ cells }) => cells);
    if (sameNames(foldHeader(lines), header)) {
      const names = Array.from({ length: this.#mapping.width }, (_, at) =>
        lines
          .map((cells) => cells[at]?.trim() ?? '')
          .filter(Boolean)
          .join(' '),
      );
      yield* this.#opened(names, this.#before.slice(0, -headerLines));
    } else if (this.#before.length > linesBeforeMax + headerLines) throw this.#otherColumns();
  }

  #otherColumns(): CsvUnreadable {
    const known = this.#mapping.header
      .filter((name) => name !== '')
      .slice(0, 10)
      .map(shown);
    return new CsvUnreadable(
      `The file has no line with the columns ${known.join(', ')}. Read it without this profile.`,
    );
  }

  *#opened(names: string[], before: CsvRecord[]): Generator<StatementPart> {
    const { decimal, date_order: order, currency, columns } = this.#mapping;
    const found = readPreamble(before, decimal, order);
    if (
      currency !== null &&
      found.currency !== undefined &&
      found.currency !== currency &&
      columns.currency === undefined
    ) {
      throw new CsvUnreadable(
        `The file says that it is in ${found.currency}, not in ${currency}. Read it without this profile.`,
      );
    }
    this.#currency = columns.currency === undefined ? (currency ?? found.currency) : undefined;
    this.#reader = createRowReader(this.#mapping, names, this.#currency, this.#isAsWritten);
    this.#account = found.account;
    this.#balances = found.balances;
    this.#before = [];
    if (columns.own_account === undefined) yield this.#head();
  }

  #head = (): StatementPart => ({
    kind: 'statement',
    statement: { account: this.#account, currency: this.#currency, number: undefined },
  });

  *#entry(row: Entry): Generator<StatementPart> {
    yield* this.#release();
    if (
      this.#mapping.columns.own_account !== undefined &&
      (this.#first === undefined || (row.ownAccount ?? this.#account) !== this.#account)
    ) {
      this.#isOne &&= this.#first === undefined;
      this.#account = row.ownAccount ?? this.#account;
      yield this.#head();
    }
    this.summary[row.entry.status === 'pending' ? 'pending' : 'entries'] += 1;
    if (row.entry.status === 'booked') {
      this.#isOne &&= this.#first === undefined || row.entry.currency === this.#first.entry.currency;
      this.#first ??= row;
      this.#last = row;
      const day = row.entry.bookedOn;
      const { first, last } = this.#days ?? { first: day, last: day };
      this.#days = { first: day < first ? day : first, last: day > last ? day : last };
    }
    this.#waiting = row.entry;
  }

  *#bad(record: CsvRecord, bad: Bad): Generator<StatementPart> {
    if (!bad.isAside) {
      yield* this.#release();
      yield* this.#problem(record.lineNumber, bad.problems);
      return;
    }
    const hasBegun = this.#first !== undefined || this.summary.pending > 0;
    if (hasBegun && this.#held.length < heldMax) this.#held.push({ record, bad });
    else if (hasBegun) yield* this.#problem(record.lineNumber, bad.problems);
    else this.#aside(record);
  }

  #aside(record: CsvRecord): void {
    this.summary.aside += 1;
    const parts = record.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const balance = balanceIn(record, parts, this.#mapping.decimal, this.#mapping.date_order);
    if (balance !== undefined) this.#balances.push(balance);
  }

  *#problem(lineNumber: number, messages: readonly string[]): Generator<StatementPart> {
    for (const message of messages) {
      if (this.#problems >= problemsMax) throw new CsvUnreadable('There may be more.');
      this.#problems += 1;
      yield { kind: 'problem', problem: { lineNumber, message } };
    }
  }

  *end(): Generator<StatementPart> {
    if (this.#reader === undefined) {
      if (this.#mapping.header.length > 0 && this.#before.length > 0) throw this.#otherColumns();
      throw new CsvUnreadable(this.#before.length === 0 ? 'The file is empty.' : 'The file has no entries.');
    }
    // A footer looks the same: only a file that has folded texts ends in one.
    yield* this.#give(this.#hasFolded ? this.#takeFolded() : []);
    for (const { record } of this.#held) this.#aside(record);
    if (this.#isOne && this.#problems === 0) yield* this.#allBalances();
  }

  /** Named ones, or what the running balance says before the first and after the last entry. */
  *#allBalances(): Generator<StatementPart> {
    const code = this.#first?.entry.currency ?? this.#currency;
    const currency = findCurrency(code);
    if (currency === undefined) return;
    const running = this.#running();
    for (const which of ['opening', 'closing'] as const) {
      const named = this.#balances.filter((one) => one.which === which);
      const [one] = named;
      const on = one?.on ?? (which === 'opening' ? this.#days?.first : this.#days?.last);
      const amount = one === undefined || named.length > 1 ? undefined : minorUnits(one.amount, currency);
      if (amount !== undefined && on !== undefined && one !== undefined) {
        yield { kind: 'balance', balance: { lineNumber: one.lineNumber, which, on, currency: currency.code, amount } };
      } else if (named.length === 0 && running !== undefined && on !== undefined) {
        yield { kind: 'balance', balance: { ...running[which], which, on, currency: currency.code } };
      }
    }
  }

  #running(): Record<'opening' | 'closing', { lineNumber: number; amount: bigint }> | undefined {
    const order = this.#mapping.balance_order;
    const [oldest, newest] = order === 'oldest_first' ? [this.#first, this.#last] : [this.#last, this.#first];
    if (order === null || oldest?.balance === undefined || newest?.balance === undefined) return undefined;
    return {
      opening: { lineNumber: oldest.entry.lineNumber, amount: oldest.balance - oldest.entry.amount },
      closing: { lineNumber: newest.entry.lineNumber, amount: newest.balance },
    };
  }
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at]);
