/**
 * Matches, after the lines that are one transfer, those that are several, and those from which the bank's file itself says that
 * a charge was taken: the charge is booked with them. The rules are in collective.ts.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { bookLines } from './book-line.ts';
import { type CollectiveLine, type CollectiveMatch, decideCollective, type Explanation } from './collective.ts';
import { chunksOf, withDetails } from './line-details.ts';
import { textOf } from './match-lines.ts';
import { couldName, explainLines } from './name-parts.ts';
import { type CollectableLine, insertMatches, listOpenLines, type Outside } from './reconciliation.repository.ts';

const linesPage = 5_000;

/** Lines that something else is known of, and keys of transfers that could be several lines. */
type LeftOut = { lines: ReadonlySet<bigint>; transfers: ReadonlySet<string> };

/** The caller has locked the source. @param linesMax lowered by tests. @returns the number of lines that were matched. */
export async function matchCollectiveLines(
  tx: Tx,
  outside: Outside,
  at: Date,
  leftOut: LeftOut,
  linesMax = linesPage,
): Promise<number> {
  const explained: Explained[] = [];
  // All open transfers are read for each of these, so that few lines are not worth it.
  let waiting: CollectableLine[] = [];
  let after: CollectableLine | undefined;
  for (;;) {
    const page = await listOpenLines(tx, outside, after, linesMax);
    waiting.push(...page.filter((line) => !leftOut.lines.has(line.id) && isCollectable(line)));
    after = page.at(-1);
    const isLast = page.length < linesMax || after === undefined;
    const chunks = chunksOf(waiting);
    waiting = isLast ? [] : (chunks.pop() ?? []);
    for (const chunk of chunks) explained.push(...(await explainChunk(tx, outside, chunk)));
    if (isLast) break;
  }
  const matches = decideCollective(explained, leftOut.transfers);
  await matchAll(tx, outside, matches, at);
  return matches.length;
}

const isCollectable = (line: CollectableLine): boolean =>
  line.payments > 0 || line.charges !== null || couldName(textOf(line));

type Explained = { line: CollectiveLine; explanations: Explanation[] };

async function explainChunk(tx: Tx, outside: Outside, chunk: readonly CollectableLine[]): Promise<Explained[]> {
  const explained = await explainLines(tx, outside, await withDetails(tx, chunk));
  // The texts of the payments were needed to name them only.
  return explained.map(({ line, explanations }) => ({ line: { ...line, details: null }, explanations }));
}

async function matchAll(tx: Tx, outside: Outside, matches: readonly CollectiveMatch[], at: Date): Promise<void> {
  const charged = matches.flatMap(({ line, charge }) =>
    charge === 0n
      ? []
      : [{ lineId: line.id, currency: line.currency, amount: charge, kind: 'bank_charge' as const, reason: null }],
  );
  const booked = await bookLines(tx, outside, charged, at);
  const parts = matches.flatMap(({ line: { id: lineId }, transfers, charge }) => {
    const charged = booked.get(lineId);
    return [
      ...transfers.map((transfer) => ({ lineId, transfer, amount: transfer.amount })),
      ...(charged === undefined ? [] : [{ lineId, transfer: charged, amount: charge }]),
    ];
  });
  await insertMatches(tx, outside, parts, false, at);
}
