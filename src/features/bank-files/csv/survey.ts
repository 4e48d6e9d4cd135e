/**
 * One pass over a whole file for what its columns hold, and another for what its balances prove, in little memory and a
 * few milliseconds at a time. Decides nothing.
 */
import { takeTurns } from '../turns.ts';
import type { BalanceWitness, createWitness } from './balance-proof.ts';
import { addCell, type ColumnFacts, emptyFacts } from './column-facts.ts';
import { type CsvDialect, type CsvRecord, type CsvText, CsvUnreadable, readRecords } from './csv-records.ts';
import { readDate, splitDate } from './date-text.ts';
import { readHeaderName } from './header-words.ts';
import { isBalanceText } from './known-words.ts';
import { type CsvLayout, trimmed } from './layout.ts';

export const rowsMax = 200_000;
const idsMax = 20_000;
const samplesMax = 5;
/** Of what follows the entries, for balances. */
const afterMax = 20;

export type Survey = {
  facts: ColumnFacts[];
  rows: number;
  /** Columns named as ids whose cells come twice. */
  repeated: Set<number>;
  samples: CsvRecord[];
  after: CsvRecord[];
};

/** The lines after the header, each with whether it has a date and is no balance. */
async function* entriesOf(
  text: CsvText,
  layout: CsvLayout,
  dialect: CsvDialect,
): AsyncGenerator<{ record: CsvRecord; isEntry: boolean }> {
  const othersTurn = takeTurns();
  let skipped = layout.lines_before + layout.header_lines;
  for await (const record of readRecords(text, dialect)) {
    if (skipped > 0) {
      skipped -= 1;
      continue;
    }
    const hasDate = layout.dates.some((at) => splitDate(record.cells[at] ?? '') !== undefined);
    const isWide = trimmed(record.cells).length <= layout.width && record.cells.length * 2 > layout.width;
    yield { record, isEntry: hasDate && isWide && !record.cells.some(isBalanceText) };
    await othersTurn();
  }
}

/** @throws CsvUnreadable */
export async function surveyColumns(text: CsvText, layout: CsvLayout, dialect: CsvDialect): Promise<Survey> {
  const facts = Array.from({ length: layout.width }, emptyFacts);
  const ids = new Map<number, Set<string>>();
  for (const [at, name] of layout.names.entries()) {
    if (readHeaderName(name).roles.some(([role]) => role === 'bank_id')) ids.set(at, new Set());
  }
  const survey: Survey = { facts, rows: 0, repeated: new Set(), samples: [], after: [] };
  for await (const { record, isEntry } of entriesOf(text, layout, dialect)) {
    if (!isEntry) {
      survey.after = [...survey.after, record].slice(-afterMax);
      continue;
    }
    for (const [at, one] of facts.entries()) addCell(one, record.cells[at] ?? '', survey.rows);
    for (const [at, seen] of ids) {
      const id = (record.cells[at] ?? '').trim();
      if (seen.has(id)) survey.repeated.add(at);
      else if (seen.size < idsMax) seen.add(id);
    }
    survey.rows += 1;
    if (survey.samples.length < samplesMax) survey.samples.push(record);
    if (survey.rows > rowsMax) throw new CsvUnreadable(`The file has more than ${rowsMax} lines. Split it.`);
  }
  return survey;
}

type Order = NonNullable<Parameters<BalanceWitness['result']>[0]>;

/** Shows each entry to the witnesses, and says in which order the entries' dates are. */
export async function hearWitnesses(
  text: CsvText,
  layout: CsvLayout,
  dialect: CsvDialect,
  date: { at: number; order: Parameters<typeof readDate>[1] },
  witnesses: readonly Pick<ReturnType<typeof createWitness>, 'see'>[],
): Promise<Order | undefined> {
  let first: string | undefined;
  let last: string | undefined;
  for await (const { record, isEntry } of entriesOf(text, layout, dialect)) {
    if (!isEntry) continue;
    const day = readDate(record.cells[date.at] ?? '', date.order)?.day;
    first ??= day;
    last = day ?? last;
    for (const witness of witnesses) witness.see(record.lineNumber, record.cells);
  }
  if (first === undefined || last === undefined || first === last) return undefined;
  return first < last ? 'oldest_first' : 'newest_first';
}
