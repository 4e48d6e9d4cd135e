/**
 * Keeps the lines that no earlier statement has, and marks those that may be repeated. The rules
 * are in overlap.ts. Nothing that may be a movement of its own is dropped.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { alignDay, findRepeatedDays } from './overlap.ts';
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

/** The caller has locked the source and stored all lines. @returns the numbers of the lines that are known, in order. */
export async function keepNewLines(tx: Tx, file: NewImport): Promise<number[]> {
  const repeated = file.hasIds ? await removeKnownIds(tx, file) : [];
  const days = await listSharedDays(tx, file);
  const whole = findRepeatedDays(days);
  repeated.push(...(await removeRepeated(tx, file, [...whole])));
  for (const [at, { day, common }] of days.entries()) {
    if (whole.has(day) || common === 0) continue;
    const isBeside = [days[at - 1], days[at + 1]].some((one) => one !== undefined && whole.has(one.day));
    repeated.push(...(await decideDay(tx, file, day, isBeside)));
  }
  await doubtHalfEqual(tx, file);
  return repeated.sort((a, b) => a - b);
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
