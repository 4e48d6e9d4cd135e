/**
 * Matches the open lines of a source with the books, page by page, so that neither the lines nor the transfers are ever held
 * as a whole: those that are one transfer first, then the collective ones. Those that wait for a top-up are left out: they get the transfer that confirming it posts.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { matchCollectiveLines } from './match-collective-lines.ts';
import { decideMatches, keyOf, moneyOf, type NamedBy, wholeOf } from './match-lines.ts';
import { nameTransfers, openTransfers } from './name-transfers.ts';
import { type ExpectedLine, findExpectedLines } from './receive-transfers.ts';
import { type CollectableLine, insertMatches, listOpenLines, type Outside } from './reconciliation.repository.ts';

const linesPage = 5_000;

type OpenMatching = {
  matched: number;
  ambiguous: number;
  /** The lines whose money a top-up waits for. */
  expected: ExpectedLine[];
  /** The lines that name a payment at the checkout, by id. */
  naming: bigint[];
};

/** The caller has locked the source. @param linesMax lowered by tests. */
export async function matchOpenLines(tx: Tx, outside: Outside, at: Date, linesMax = linesPage): Promise<OpenMatching> {
  const matching: OpenMatching = { matched: 0, ambiguous: 0, expected: [], naming: [] };
  // The next page may have more lines with the last amount of this one, and they may name the same transfers.
  let undecided: NamedBy[] = [];
  const doubted = new Set<string>();
  let after: CollectableLine | undefined;
  for (;;) {
    const page = await listOpenLines(tx, outside, after, linesMax);
    after = page.at(-1);
    const { expected, naming } = await findExpectedLines(tx, outside, page);
    matching.expected.push(...expected);
    matching.naming.push(...naming);
    const waiting = new Set(expected.map(({ id }) => id));
    const lines = page.filter(({ id }) => !waiting.has(id));
    const named = await nameTransfers(lines, openTransfers(tx, outside, lines));
    undecided.push(...named.filter(({ found }) => found.length > 0));

    const isLast = page.length < linesMax || after === undefined;
    const last = after === undefined || isLast ? undefined : moneyOf(after);
    const { matches, doubts } = decideMatches(undecided.filter(({ line }) => moneyOf(line) !== last));
    undecided = undecided.filter(({ line }) => moneyOf(line) === last);
    await insertMatches(tx, outside, matches.map(wholeOf), false, at);
    matching.matched += matches.length;
    matching.ambiguous += doubts.length;
    for (const one of doubts.flatMap(({ candidates }) => candidates)) doubted.add(keyOf(one));
    if (isLast) break;
  }
  const leftOut = { lines: new Set(matching.expected.map(({ id }) => id)), transfers: doubted };
  matching.matched += await matchCollectiveLines(tx, outside, at, leftOut, linesMax);
  return matching;
}
