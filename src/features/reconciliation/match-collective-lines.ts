/**
 * Matches, after the lines that are one transfer, those that are several, and those from which the bank's file itself says that
 * a charge was taken: the charge is booked with them. The rules are in collective.ts.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { bookLines } from './book-line.ts';
import { type CollectiveLine, type CollectiveMatch, decideCollective, type Explanation } from './collective.ts';
import { textOf } from './match-lines.ts';
import { couldName, explainLines } from './name-parts.ts';
import {
  type CollectableLine,
  findDetails,
  insertMatches,
  listOpenLines,
  type Outside,
} from './reconciliation.repository.ts';

const linesPage = 5_000;
/** Of lines and of the payments in them; they are held at once. */
const textsPage = 10_000;

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
  const details = await findDetails(
    tx,
    chunk.flatMap(({ id, payments }) => (payments > 0 ? [id] : [])),
  );
  const full = chunk.map((line) => ({ ...line, details: details.get(line.id) ?? null }));
  const explained = await explainLines(tx, outside, full);
  // The texts of the payments were needed to name them only.
  return explained.map(({ line, explanations }) => ({ line: { ...line, details: null }, explanations }));
}

const sizeOf = ({ payments }: CollectableLine): number => 1 + payments;

function chunksOf(lines: readonly CollectableLine[]): CollectableLine[][] {
  const chunks: CollectableLine[][] = [];
  let room = 0;
  for (const line of lines) {
    if (chunks.length === 0 || room < sizeOf(line)) {
      chunks.push([]);
      room = textsPage;
    }
    chunks.at(-1)?.push(line);
    room -= sizeOf(line);
  }
  return chunks;
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
