/** Statement lines with the transfers they are, or could be. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Candidates, findCandidates, noCandidates } from './candidates.ts';
import { findTwins, type ListedLine, type Twin } from './imports.repository.ts';
import { findRejectedReturns, findReturnsOf, type LineReturn } from './line-returns.repository.ts';
import { findNamedTransfers, type NamedTransfer, type TransferKey } from './named-transfers.repository.ts';
import { findMatches, type Outside, type StoredLine, type StoredMatch } from './reconciliation.repository.ts';

/** With the transfers that explain it. */
export type MatchedLine = StoredLine & { matches: StoredMatch[] };

/** `twins`: the lines of earlier statements that a line may be. `sentBack`: its money goes back to its sender. `rejected`: the bank did not send it back. */
export type FullLine = ListedLine &
  Candidates & {
    matches: StoredMatch[];
    twins: Twin[];
    sentBack: LineReturn | undefined;
    rejected: LineReturn | undefined;
  };

/** `named`: every transfer that the lines mention. */
type LinesInFull = { lines: FullLine[]; named: ReadonlyMap<string, NamedTransfer> };

/** @param lines of this source. */
export async function readLines(db: Database, outside: Outside, lines: readonly ListedLine[]): Promise<LinesInFull> {
  const open = lines.filter(isOpenLine);
  const candidatesOf = open.length === 0 ? () => noCandidates : await findCandidates(db, outside, open);
  const twins = await findTwins(
    db,
    lines.flatMap(({ id, duplicate }) => (duplicate === null ? [] : [id])),
  );
  const returns = await findReturnsOf(
    db,
    lines.map(({ id }) => id),
  );
  const rejected = await findRejectedReturns(
    db,
    lines.map(({ id }) => id),
  );
  const full = (await withMatches(db, lines)).map((line) => ({
    ...line,
    ...(isOpenLine(line) ? candidatesOf(line) : noCandidates),
    twins: twins.get(line.id) ?? [],
    sentBack: returns.get(line.id),
    rejected: returns.has(line.id) ? undefined : rejected.get(line.id),
  }));
  const keys = [...matchedKeys(full), ...full.flatMap(({ candidates }) => candidates)];
  return { lines: full, named: await findNamedTransfers(db, keys) };
}

export async function withMatches<Line extends StoredLine>(
  db: Database | Tx,
  lines: readonly Line[],
): Promise<(Line & MatchedLine)[]> {
  const matches = await findMatches(
    db,
    lines.map(({ id }) => id),
  );
  return lines.map((line) => ({ ...line, matches: matches.get(line.id) ?? [] }));
}

export const isOpenLine = ({ amount, matchedAmount }: StoredLine): boolean => matchedAmount !== amount;

export const matchedKeys = (lines: readonly MatchedLine[]): TransferKey[] => lines.flatMap(({ matches }) => matches);
