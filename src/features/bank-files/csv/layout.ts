/**
 * How a CSV is built, found in its beginning: delimiter, quotes, what stands before the header, the header, and how many
 * cells a line has. Pure. Looks for dates and amounts, never at the name of the file.
 */
import { findCurrency } from '../../../base/money/currency.ts';
import { takeTurns } from '../turns.ts';
import { decimalMarks, readShape, splitAmount } from './amount-text.ts';
import { type CsvMapping, columnsMax, foldHeader, headerLinesMax, linesBeforeMax } from './csv-mapping.ts';
import { type CsvDialect, type CsvRecord, CsvUnreadable, readRecords } from './csv-records.ts';
import { splitDate } from './date-text.ts';
import { readHeaderName } from './header-words.ts';
import { hasColumns, type NamedColumns } from './named-columns.ts';
import { isSignHeader } from './sign-words.ts';

export type CsvLayout = CsvDialect &
  Pick<CsvMapping, 'lines_before' | 'header_lines' | 'header' | 'width'> & {
    /** The names of the columns as written; empty without a header. */
    names: string[];
    before: CsvRecord[];
    /** The first line with cells, as written. */
    first: readonly string[];
    /** Where its entries have dates; empty if there are none. */
    dates: number[];
  };

const recordsMax = 200;

/** A record with what each of its cells could be, which is looked up often. */
type HeadRecord = CsvRecord & { kinds: Kind[] };
const delimiters = [',', ';', '\t', '|'];

/** @param given what a person has said of it. @param columns that its header has. @throws CsvUnreadable */
export async function findLayout(
  head: string,
  given: Partial<CsvDialect & Pick<CsvMapping, 'lines_before' | 'header_lines'>>,
  columns?: NamedColumns,
): Promise<CsvLayout> {
  const named = /^\ufeff?sep=(.)\r?(\n|$)/i.exec(head)?.[1];
  const tried = given.delimiter ?? named;
  let unread: CsvUnreadable | undefined;
  let best: { dialect: CsvDialect; records: HeadRecord[]; score: number } | undefined;
  for (const delimiter of tried === undefined ? delimiters : [tried]) {
    const quote = given.quote === undefined ? (usesApostrophes(head, delimiter) ? "'" : '"') : given.quote;
    const isOpen = given.quote === undefined;
    const { dialect, records, failed } = await readHead(
      head,
      { delimiter, quote, escape: given.escape ?? 'quote' },
      isOpen,
    );
    if (records.length === 0 && failed !== undefined) unread ??= failed;
    const score = namedAt(records, columns) === undefined ? scoreOf(records) : Number.POSITIVE_INFINITY;
    if (best === undefined || score > best.score) best = { dialect, records, score };
  }
  if (best === undefined || best.records.length === 0) throw unread ?? new CsvUnreadable('The file is empty.');
  const { dialect, records } = best;
  const at = namedAt(records, columns);
  // With the right delimiter it may not have been readable at all.
  if (columns !== undefined && at === undefined && unread !== undefined) throw unread;
  // Lines of more cells than the header has are not read as if the names were still right.
  return { ...dialect, ...(at === undefined ? findHeader(records, given) : layoutOf(records, at, at + 1, 0)) };
}

/** Which record has these columns. */
function namedAt(records: readonly CsvRecord[], columns: NamedColumns | undefined): number | undefined {
  const at = columns === undefined ? -1 : records.findIndex(({ cells }) => hasColumns(cells, columns));
  return at === -1 ? undefined : at;
}

type Head = { dialect: CsvDialect; records: HeadRecord[]; failed?: CsvUnreadable };

/** @param isOpen nobody has said how its quotes are meant. */
async function readHead(head: string, dialect: CsvDialect, isOpen: boolean): Promise<Head> {
  const othersTurn = takeTurns();
  const records: HeadRecord[] = [];
  try {
    for await (const record of readRecords([head], dialect)) {
      records.push({ ...record, kinds: record.cells.slice(0, columnsMax).map(kindOf) });
      await othersTurn();
      if (records.length >= recordsMax) break;
    }
  } catch (error) {
    if (!(error instanceof CsvUnreadable)) throw error;
    const { delimiter } = dialect;
    if (!isOpen || !error.isQuote) return { dialect, records, failed: error };
    // The head may end within a cell. Where no cell begins with a quote, quotes are characters like any other.
    const usesQuotes = head.split(/[\r\n]+/).some((line) => `${delimiter}${line}`.includes(`${delimiter}"`));
    if (!usesQuotes) return readHead(head, { ...dialect, quote: null }, false);
    if (dialect.escape === 'quote' && head.includes('\\"'))
      return readHead(head, { ...dialect, escape: 'backslash' }, true);
    return { dialect, records, failed: error };
  }
  return { dialect, records };
}

/** Nearly all cells of the first lines stand between apostrophes. */
function usesApostrophes(head: string, delimiter: string): boolean {
  const cells = head
    .split(/[\r\n]+/)
    .slice(0, 20)
    .flatMap((line) => line.split(delimiter))
    .filter((cell) => cell.trim() !== '');
  return cells.length > 3 && cells.filter((cell) => /^'.*'$/s.test(cell.trim())).length > cells.length * 0.6;
}

type Kind = 'date' | 'amount' | 'number' | 'account' | 'currency' | 'text' | 'empty';

function isAmount(cell: string): boolean {
  const parts = splitAmount(cell);
  return parts !== undefined && decimalMarks.some((mark) => readShape(parts, mark) !== undefined);
}

export const looksLikeIban = (cell: string): boolean =>
  /^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$/.test(cell.replaceAll(' ', ''));

function kindOf(cell: string): Kind {
  const text = cell.trim();
  if (text === '') return 'empty';
  if (/^[0-9]{6}$/.test(text)) return 'number';
  if (splitDate(text) !== undefined && !/^[0-9]+$/.test(text)) return 'date';
  if (/^(19|20)[0-9]{6}$/.test(text) && Object.values(splitDate(text)?.days ?? {}).some((day) => day)) return 'date';
  if (isAmount(text)) return /[.,][0-9]{1,3}\D*$/.test(text) ? 'amount' : 'number';
  if (looksLikeIban(text)) return 'account';
  return findCurrency(text) === undefined ? 'text' : 'currency';
}

const weights: Record<Kind, number> = { date: 2, amount: 2, number: 0.25, account: 1, currency: 1, text: 0, empty: 0 };

/** How much of it is dates, amounts and known names: most with the right delimiter. */
function scoreOf(records: readonly HeadRecord[]): number {
  let score = 0;
  for (const { cells, kinds } of records) {
    if (cells.length < 2) continue;
    if (kinds.includes('date') || kinds.includes('amount'))
      score += kinds.reduce((sum, kind) => sum + weights[kind], 0);
  }
  return score + Math.max(0, ...records.slice(0, linesBeforeMax).map((record) => namesIn(record) * 2));
}

const isNamed = (cell: string): boolean => readHeaderName(cell).roles.length > 0 || isSignHeader(cell);

/** How many cells are names of columns; 0 for a line with a date or an amount. */
function namesIn({ cells, kinds }: Pick<HeadRecord, 'cells' | 'kinds'>): number {
  if (kinds.some((kind) => kind === 'date' || kind === 'amount' || kind === 'account')) return 0;
  return cells.filter(isNamed).length;
}

/** Cells without the empty ones at the end. */
export function trimmed(cells: readonly string[]): readonly string[] {
  let length = cells.length;
  while (length > 0 && cells[length - 1]?.trim() === '') length -= 1;
  return cells.slice(0, length);
}

/** Has a date and, elsewhere, an amount. */
function isEntry({ kinds }: HeadRecord): boolean {
  return kinds.includes('date') && (kinds.includes('amount') || kinds.includes('number'));
}

type Found = Omit<CsvLayout, keyof CsvDialect>;

function findHeader(records: readonly HeadRecord[], given: { lines_before?: number; header_lines?: number }): Found {
  const entries = records.map((record, at) => ({ record, at })).filter(({ record }) => isEntry(record));
  const width = commonWidth(entries.map(({ record }) => record.cells.length));
  const firstEntry = entries.find(({ record }) => record.cells.length === width)?.at ?? records.length;
  if (given.lines_before !== undefined || given.header_lines !== undefined) {
    const before = given.lines_before ?? 0;
    return layoutOf(records, before, before + (given.header_lines ?? 1), width);
  }
  const at = headerAt(records, firstEntry, entries.length === 0);
  if (at === undefined) return layoutOf(records, firstEntry, firstEntry, width);
  const [first, after] = widened(records, at, firstEntry);
  return layoutOf(records, first, after, width);
}

function commonWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].sort(([one, a], [other, b]) => b - a || other - one)[0]?.[0] ?? 0;
}

const namesMin = 2;
const sureNamesMin = 4;

/** The line with the most known names; without them the last line before the entries that has words alone. */
function headerAt(records: readonly HeadRecord[], firstEntry: number, isEmpty: boolean): number | undefined {
  let best: { at: number; names: number } | undefined;
  for (const [at, record] of records.slice(0, firstEntry).entries()) {
    const { cells } = record;
    const names = namesIn(record);
    // A line such as `Kontonummer;123;Währung;EUR` has names too, but as many other cells.
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (names >= namesMin && (names * 3 >= filled || names > sureNamesMin) && names >= (best?.names ?? 0))
      best = { at, names };
  }
  if (best !== undefined && (!isEmpty || best.names > namesMin)) return best.at;
  const last = records[firstEntry - 1];
  const entry = records[firstEntry];
  if (last === undefined || entry === undefined || isEmpty) return undefined;
  const named = trimmed(last.cells);
  const isWords =
    named.length > 1 && named.every((cell) => kindOf(cell) === 'text' || cell === '') && !/[0-9]/.test(named.join(''));
  return isWords && Math.abs(last.cells.length - entry.cells.length) <= 1 ? firstEntry - 1 : undefined;
}

/** A header of several lines: from the first to the one after the last. */
function widened(records: readonly HeadRecord[], at: number, firstEntry: number): [number, number] {
  const width = records[at]?.cells.length;
  const isPart = (record: HeadRecord | undefined): boolean =>
    record !== undefined &&
    record.cells.length === width &&
    record.kinds.every((kind) => kind === 'text' || kind === 'empty' || kind === 'currency') &&
    !/[0-9]{3}/.test(record.cells.join(' '));
  const joined = (from: number, to: number) =>
    Array.from({ length: width ?? 0 }, (_, column) =>
      records
        .slice(from, to)
        .map(({ cells }) => cells[column]?.trim() ?? '')
        .join(' ')
        .trim(),
    );
  const namesOf = (from: number, to: number) => namesIn({ cells: joined(from, to), kinds: [] });
  const names = namesOf(at, at + 1);
  let after = at + 1;
  while (
    after < firstEntry &&
    after - at < headerLinesMax &&
    isPart(records[after]) &&
    namesOf(at, after + 1) >= names
  ) {
    after += 1;
  }
  let first = at;
  const isBetter = (from: number) => namesOf(from, after) > namesOf(from + 1, after);
  while (first > 0 && after - first < headerLinesMax && isPart(records[first - 1]) && isBetter(first - 1)) first -= 1;
  return [first, after];
}

function layoutOf(records: readonly HeadRecord[], first: number, after: number, entryWidth: number): Found {
  const lines = records.slice(first, after).map(({ cells }) => cells);
  const width = Math.max(entryWidth, ...lines.map((cells) => trimmed(cells).length), 1);
  if (width > columnsMax) throw new CsvUnreadable(`The lines have more than ${columnsMax} cells.`);
  if (first > linesBeforeMax) {
    throw new CsvUnreadable(
      `No header and no entry is in the first ${linesBeforeMax} lines. Is this a bank's statement?`,
    );
  }
  return {
    lines_before: first,
    header_lines: after - first,
    header: foldHeader(lines),
    names: Array.from({ length: lines.length === 0 ? 0 : width }, (_, at) =>
      lines
        .map((cells) => (cells[at] ?? '').trim())
        .filter((cell) => cell !== '')
        .join(' '),
    ),
    width,
    before: records.slice(0, first),
    first: records[0]?.cells ?? [],
    dates: datesIn(records.slice(after)),
  };
}

/** The positions that have a date in many of the lines that have one. */
function datesIn(records: readonly HeadRecord[]): number[] {
  const counts = new Map<number, number>();
  const entries = records.filter(isEntry);
  for (const { kinds } of entries) {
    for (const [at, kind] of kinds.entries()) if (kind === 'date') counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count * 3 >= entries.length).map(([at]) => at);
}
