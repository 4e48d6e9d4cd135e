/**
 * Finds the open lines of the bank that name an acquirer's payout, of whatever amount. Every open line is read once, a page
 * at a time, for all payouts together. Reads only.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { listOpenBankLines, type ReceivedLine } from './acquirer-payouts.repository.ts';

const linesPage = 5_000;
const beginningLength = 3;

/** @returns for each reference that a line names in any case, the first such line. @param pageLines lowered by tests. */
export async function findNamingLines(
  db: Database,
  mode: Mode,
  references: readonly string[],
  pageLines = linesPage,
): Promise<Map<string, ReceivedLine>> {
  const found = new Map<string, ReceivedLine>();
  const wanted = [...new Set(references)].map((reference) => ({ reference, text: reference.toLowerCase() }));
  const length = Math.min(beginningLength, ...wanted.map(({ text }) => text.length));
  const byBeginning = Map.groupBy(wanted, ({ text }) => text.slice(0, length));
  const othersTurn = takeTurns();
  let after = 0n;
  while (found.size < wanted.length) {
    const lines = await listOpenBankLines(db, mode, after, pageLines);
    for (const { reference: lineText, ...line } of lines) {
      const lower = lineText.toLowerCase();
      for (let start = 0; start + length <= lower.length; start += 1) {
        for (const { reference, text } of byBeginning.get(lower.slice(start, start + length)) ?? []) {
          if (!found.has(reference) && lower.startsWith(text, start)) found.set(reference, line);
        }
      }
      await othersTurn();
    }
    if (lines.length < pageLines) break;
    after = (lines.at(-1) as ReceivedLine).lineId;
  }
  return found;
}
