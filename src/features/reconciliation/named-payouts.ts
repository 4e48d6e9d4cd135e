/**
 * Finds the open lines of the bank that name an acquirer's payout, of whatever amount. Every open line is read once, a page
 * at a time, for all payouts together. Reads only.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { listOpenBankLines, type ReceivedLine } from './acquirer-payouts.repository.ts';
import { createReferenceFinder } from './text-references.ts';

const linesPage = 5_000;
/** Acquirers choose their references. */
const lengthMin = 1;

/** @returns for each reference that a line names, as a match would, the first such line. @param pageLines lowered by tests. */
export async function findNamingLines(
  db: Database,
  mode: Mode,
  references: readonly string[],
  pageLines = linesPage,
): Promise<Map<string, ReceivedLine>> {
  const found = new Map<string, ReceivedLine>();
  const wanted = new Set(references);
  const finder = createReferenceFinder<string>(lengthMin);
  for (const reference of wanted) finder.add(reference, reference);
  const othersTurn = takeTurns();
  let after = 0n;
  while (found.size < wanted.size) {
    const lines = await listOpenBankLines(db, mode, after, pageLines);
    for (const { reference: text, ...line } of lines) {
      for (const reference of finder.find(text)) if (!found.has(reference)) found.set(reference, line);
      await othersTurn();
    }
    if (lines.length < pageLines) break;
    after = (lines.at(-1) as ReceivedLine).lineId;
  }
  return found;
}
