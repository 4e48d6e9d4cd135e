/** Statement lines with the transfers they are, or could be. Reads only. */
import type { Database } from '../database/pool.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import type { ListedLine } from './imports.repository.ts';
import { findNamedTransfers, type NamedTransfer, type TransferKey } from './named-transfers.repository.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';

/** `named`: every transfer that the lines mention. */
export type LinesInFull = { lines: (ListedLine & Candidates)[]; named: ReadonlyMap<string, NamedTransfer> };

const nothing: Candidates = { named: false, candidates: [], returns: null };

/** @param lines of this source. */
export async function readLines(db: Database, outside: Outside, lines: readonly ListedLine[]): Promise<LinesInFull> {
  const open = lines.filter(({ transferId }) => transferId === null);
  const candidatesOf = open.length === 0 ? () => nothing : await findCandidates(db, outside, open);
  const full = lines.map((line) => ({ ...line, ...(line.transferId === null ? candidatesOf(line) : nothing) }));
  const keys = [...matchedKeys(lines), ...full.flatMap(({ candidates }) => candidates)];
  return { lines: full, named: await findNamedTransfers(db, keys) };
}

export const matchedKeys = (lines: readonly StoredLine[]): TransferKey[] =>
  lines.flatMap(({ transferHolderId: holderId, transferId: id }) =>
    holderId === null || id === null ? [] : [{ holderId, id }],
  );
