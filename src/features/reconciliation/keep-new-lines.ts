/**
 * Keeps the lines that no earlier statement has, and marks those that may be repeated. The rules are in overlap.ts and, for
 * statements in other formats, in across-formats.ts. Nothing that may be a movement of its own is dropped.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { takeTurns } from '../bank-files/turns.ts';
import {
  addFacts,
  type ComparedRow,
  countStrangers,
  hasStrangers,
  keepLikeness,
  keepRepeats,
  listCompared,
} from './across-formats.repository.ts';
import { type Pair, pairLines } from './across-formats.ts';
import { type LinePair, LinePairs } from './line-pairs.ts';
import { alignDay, createSharedDays, findRepeatedDays, type SharedDay } from './overlap.ts';
import {
  doubtHalfEqual,
  doubtLines,
  listDay,
  listSharedDays,
  type NewImport,
  removeKnownIds,
  removeLines,
  removeRepeated,
} from './overlaps.repository.ts';

/** `repeated`: the numbers of the lines that are known, in order. `completed`: how many of these know more now. */
export type Kept = { repeated: number[]; completed: number };

/** The caller has locked the source and stored all lines. */
export async function keepNewLines(tx: Tx, file: NewImport): Promise<Kept> {
  // Lists in a list: a file may repeat more lines than a call takes arguments.
  const repeated = [file.hasIds ? await removeKnownIds(tx, file) : []];
  const own = await listSharedDays(tx, file);
  const { pairs, days } = await pairStrangers(tx, file, own);
  const whole = findRepeatedDays(days);
  repeated.push(await removeRepeated(tx, file, [...whole]));
  for (const { day, common } of own) {
    if (whole.has(day) || common === 0) continue;
    const at = days.findIndex((one) => one.day === day);
    const isBeside = [days[at - 1], days[at + 1]].some((one) => one !== undefined && whole.has(one.day));
    repeated.push(await decideDay(tx, file, day, isBeside));
  }
  await doubtHalfEqual(tx, file);
  const { lineNumbers, completed } = await decidePairs(tx, file, pairs, whole);
  repeated.push(lineNumbers);
  // Sorted as numbers, which takes a fraction of what comparing each two of 200,000 takes.
  return { repeated: [...Int32Array.from(repeated.flat()).sort()], completed };
}

async function decideDay(tx: Tx, file: NewImport, day: string, isBesideRepeated: boolean): Promise<number[]> {
  const lines = await listDay(tx, file, day);
  const othersTurn = takeTurns();
  const verdicts = alignDay(lines.file, lines.stored, isBesideRepeated);
  await othersTurn();
  const those = (verdict: 'repeated' | 'possible') => lines.file.filter((_, at) => verdicts[at] === verdict);
  const repeated = those('repeated');
  await removeLines(
    tx,
    repeated.map(({ id }) => id),
  );
  await doubtLines(
    tx,
    those('possible').map(({ id }) => id),
  );
  return repeated.map(({ lineNumber }) => lineNumber);
}

/** As many lines of either side as are held at a time. */
const partLines = 10_000;

/** The lines that statements in other formats may have, each with one of these; and every day with stored lines. */
async function pairStrangers(
  tx: Tx,
  file: NewImport,
  own: readonly SharedDay[],
): Promise<{ pairs: LinePairs; days: SharedDay[] }> {
  const pairs = new LinePairs();
  if (!(await hasStrangers(tx, file))) return { pairs, days: [...own] };
  const counts = await countStrangers(tx, file);
  const most = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const parts = Math.ceil((most + 1) / partLines);
  const othersTurn = takeTurns();
  const days = createSharedDays(own, counts);
  for (let part = 0; part < parts; part += 1) {
    const rows = await listCompared(tx, file, { part, parts });
    for (const ofMoney of Map.groupBy(rows, ({ money }) => money).values()) {
      const found = pairLines(
        ofMoney.filter(({ isFresh }) => isFresh),
        ofMoney.filter(({ isFresh }) => !isFresh),
      );
      for (const { file: line, stored, agreement, isBlurred } of found) {
        const { lineNumber, money } = line as ComparedRow;
        const day = stored.bookedOn;
        pairs.add({
          id: line.id,
          lineNumber,
          lineId: stored.id,
          day,
          certainty: certaintyOf({ agreement, isBlurred }),
        });
        const weight = agreement === 'open' || isBlurred ? 0 : stored.time !== '' && stored.time === line.time ? 2 : 1;
        days.add({ day, key: `${money} ${stored.text}`, weight });
      }
      await othersTurn();
    }
  }
  return { pairs, days: days.finish() };
}

/** What an id proves is known, and what is alike on a day of which the file repeats everything. */
const certaintyOf = ({ agreement, isBlurred }: Pick<Pair, 'agreement' | 'isBlurred'>): LinePair['certainty'] =>
  agreement === 'proved' ? 'known' : agreement === 'alike' && !isBlurred ? 'knownOnRepeatedDay' : 'open';

/** As many pairs as are written at a time. */
const pairsMax = 2_000;

/** About what is not known, a person decides. */
async function decidePairs(
  tx: Tx,
  file: NewImport,
  pairs: LinePairs,
  whole: ReadonlySet<string>,
): Promise<{ lineNumbers: number[]; completed: number }> {
  const isKnown = ({ certainty, day }: LinePair): boolean =>
    certainty === 'known' || (certainty === 'knownOnRepeatedDay' && whole.has(day));
  const lineNumbers: number[] = [];
  let completed = 0;
  for (const chunk of pairs.chunks(pairsMax)) {
    const known = chunk.filter(isKnown);
    await keepRepeats(tx, known);
    completed += await addFacts(tx, file, known);
    await removeLines(
      tx,
      known.map(({ id }) => id),
    );
    await keepLikeness(
      tx,
      chunk.filter((pair) => !isKnown(pair)),
    );
    for (const { lineNumber } of known) lineNumbers.push(lineNumber);
  }
  return { lineNumbers, completed };
}
