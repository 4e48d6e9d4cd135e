/** Statement lines with the transfers they are, or could be. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import { findTwins, type ListedLine, type Twin } from './imports.repository.ts';
import { findNamedTransfers, type NamedTransfer, type TransferKey } from './named-transfers.repository.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';

/** `twins`: the lines of earlier statements that a line may be. */
export type FullLine = ListedLine & Candidates & { twins: Twin[] };

/** `named`: every transfer that the lines mention. */
type LinesInFull = { lines: FullLine[]; named: ReadonlyMap<string, NamedTransfer> };

const nothing: Candidates = { named: false, candidates: [], returns: null };

/** @param lines of this source. */
export async function readLines(db: Database, outside: Outside, lines: readonly ListedLine[]): Promise<LinesInFull> {
  const open = lines.filter(({ transferId }) => transferId === null);
  const candidatesOf = open.length === 0 ? () => nothing : await findCandidates(db, outside, open);
  const twins = await findTwins(
    db,
    lines.flatMap(({ id, duplicate }) => (duplicate === null ? [] : [id])),
  );
  const full = lines.map((line) => ({
    ...line,
    ...(line.transferId === null ? candidatesOf(line) : nothing),
    twins: twins.get(line.id) ?? [],
  }));
  const keys = [...matchedKeys(lines), ...full.flatMap(({ candidates }) => candidates)];
  return { lines: full, named: await findNamedTransfers(db, keys) };
}

export const matchedKeys = (lines: readonly StoredLine[]): TransferKey[] =>
  lines.flatMap(({ transferHolderId: holderId, transferId: id }) =>
    holderId === null || id === null ? [] : [{ holderId, id }],
  );
