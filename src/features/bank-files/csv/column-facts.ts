/**
 * What the cells of a column could be, counted over a whole file in little memory: dates and in which orders, amounts and
 * in which notations, codes, words. Pure. Decides nothing.
 */
import { findCurrency } from '../../../base/money/currency.ts';
import { type AmountShape, type DecimalMark, readShape, splitAmount } from './amount-text.ts';
import { type DateOrder, dateOrders, looksLikeTime, splitDate } from './date-text.ts';
import { knownStatus } from './known-words.ts';
import { looksLikeIban } from './layout.ts';
import { knownDirection } from './sign-words.ts';

export type ColumnFacts = {
  filled: number;
  /** Cells that look like a date, and those of them whose order is open. */
  dates: number;
  openDates: number;
  /** Open ones that are a day of the calendar in this order. */
  orders: Record<DateOrder, number>;
  openExample: string | undefined;
  times: number;
  amounts: number;
  /** With decimals, whichever mark is theirs. */
  fractions: number;
  /** Amounts that can be read with this mark only. */
  only: Record<DecimalMark, number>;
  /** Amounts that have another value with the other mark. */
  differing: number;
  differingExample: string | undefined;
  /** Of those, the ones that would have three decimals that count. */
  thirds: Record<DecimalMark, number>;
  negatives: number;
  positives: number;
  marks: { in: number; out: number; none: number };
  /** The currencies in cells of amounts. */
  inCells: Set<string>;
  currencies: number;
  ibans: number;
  /** Words for a direction, and for a status. */
  signs: number;
  statuses: number;
  texts: number;
  /** The different cells, as long as they are few and short. */
  values: Map<string, number> | undefined;
  /** The same for two columns whose cells are all equal. */
  hash: number;
};

const valuesMax = 12;
const valueLengthMax = 40;
/** After so many rows it is no longer looked for what a column hardly has. */
const surveyRows = 500;

export function emptyFacts(): ColumnFacts {
  return {
    ...{ filled: 0, dates: 0, openDates: 0, orders: { DMY: 0, MDY: 0, YMD: 0 }, openExample: undefined, times: 0 },
    ...{ amounts: 0, fractions: 0, only: { point: 0, comma: 0 }, differing: 0, differingExample: undefined },
    ...{ thirds: { point: 0, comma: 0 }, negatives: 0, positives: 0, marks: { in: 0, out: 0, none: 0 } },
    ...{ inCells: new Set(), currencies: 0, ibans: 0, signs: 0, statuses: 0, texts: 0, values: new Map(), hash: 0 },
  };
}

/** @param rows how many rows were seen before. */
export function addCell(facts: ColumnFacts, cell: string, rows: number): void {
  const text = cell.trim();
  facts.hash = hashed(facts.hash, text);
  if (text === '') return;
  facts.filled += 1;
  const mayBe = (count: number) => rows < surveyRows || count * 4 > facts.filled;
  if (mayBe(facts.dates)) addDate(facts, text);
  if (mayBe(facts.amounts)) addAmount(facts, text);
  if (mayBe(facts.times) && looksLikeTime(text)) facts.times += 1;
  if (mayBe(facts.currencies) && findCurrency(text.toUpperCase()) !== undefined) facts.currencies += 1;
  if (mayBe(facts.ibans) && looksLikeIban(text)) facts.ibans += 1;
  if (mayBe(facts.texts) && /\p{L}{2}/u.test(text)) facts.texts += 1;
  const isNew = facts.values !== undefined && countValue(facts, text);
  if (!isNew && facts.values === undefined && !mayBe(facts.signs)) return;
  if (text.length > valueLengthMax) return;
  if (knownDirection(text) !== undefined) facts.signs += 1;
  if (knownStatus(text) !== undefined) facts.statuses += 1;
}

function countValue(facts: ColumnFacts, text: string): boolean {
  const count = facts.values?.get(text);
  if (count === undefined && (text.length > valueLengthMax || (facts.values?.size ?? 0) >= valuesMax)) {
    facts.values = undefined;
    return false;
  }
  facts.values?.set(text, (count ?? 0) + 1);
  return true;
}

function addDate(facts: ColumnFacts, text: string): void {
  const read = splitDate(text);
  if (read === undefined) return;
  facts.dates += 1;
  const days = dateOrders.flatMap((order) => (read.days[order] === undefined ? [] : [read.days[order]]));
  // One possible order, or the same day in each.
  if (Object.keys(read.days).length < 2 || (days.length > 1 && new Set(days).size === 1)) return;
  facts.openDates += 1;
  facts.openExample ??= days.length > 1 ? text : undefined;
  for (const order of dateOrders) if (read.days[order] !== undefined) facts.orders[order] += 1;
}

function addAmount(facts: ColumnFacts, text: string): void {
  const parts = splitAmount(text);
  if (parts === undefined) return;
  const [point, comma] = [readShape(parts, 'point'), readShape(parts, 'comma')];
  if (point === undefined && comma === undefined) return;
  facts.amounts += 1;
  if (parts.currency !== undefined) facts.inCells.add(parts.currency);
  if (/[.,]/.test(parts.body)) facts.fractions += 1;
  if (point === undefined) facts.only.comma += 1;
  else if (comma === undefined) facts.only.point += 1;
  else if (point.decimal !== comma.decimal) addDiffering(facts, text, point.decimal, comma.decimal);
  if (/[1-9]/.test(parts.body)) addSign(facts, parts);
}

function addDiffering(facts: ColumnFacts, text: string, point: string, comma: string): void {
  facts.differing += 1;
  facts.differingExample ??= text;
  if (/\.[0-9]{2}[1-9]$/.test(point)) facts.thirds.point += 1;
  if (/\.[0-9]{2}[1-9]$/.test(comma)) facts.thirds.comma += 1;
}

function addSign(facts: ColumnFacts, { isNegative, mark }: AmountShape): void {
  if (isNegative) facts.negatives += 1;
  else facts.positives += 1;
  facts.marks[mark ?? 'none'] += 1;
}

function hashed(seed: number, text: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ 0x0a, 0x01000193);
}
