/** The transfers that could be the other side of unmatched lines. Reads only. */
import type { Database } from '../database/pool.ts';
import { type LineDoubt, matchLines, type OpenTransfer } from './match-lines.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { listOpenTransfers } from './outside-transfers.repository.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';
import { listReturnablePayouts } from './returned-payouts.repository.ts';

const candidatesMax = 5;

export type Candidates = {
  /** The line's reference names each candidate; otherwise only the amounts agree. */
  named: boolean;
  /** At most five. */
  candidates: TransferKey[];
  /** The id of the payout that the bank returned with this line, and that the books still count as paid. */
  returns: string | null;
};

/** @param lines of this source that match nothing. */
export async function findCandidates(
  db: Database,
  outside: Outside,
  lines: readonly StoredLine[],
): Promise<(line: StoredLine) => Candidates> {
  const open = await listOpenTransfers(db, outside, lines);
  const { matches, doubts } = matchLines(lines, open);
  const named = new Map<bigint, readonly OpenTransfer[]>([
    ...doubts.map(({ lineId, candidates }: LineDoubt): [bigint, OpenTransfer[]] => [lineId, candidates]),
    ...matches.map(({ lineId, transfer }): [bigint, OpenTransfer[]] => [lineId, [transfer]]),
  ]);
  const returned = await findReturned(db, outside, lines);
  const byAmount = Map.groupBy(open, ({ currency, amount }) => `${currency}/${amount}`);
  return ({ id, currency, amount }) => {
    const found = named.get(id) ?? byAmount.get(`${currency}/${amount}`) ?? [];
    const candidates = found.slice(0, candidatesMax).map(({ holderId, id }) => ({ holderId, id }));
    return { named: named.has(id), candidates, returns: returned.get(id) ?? null };
  };
}

/** The payout that each line of a bank returns: the line names it and brings back what was sent. */
async function findReturned(
  db: Database,
  { mode, source }: Outside,
  lines: readonly StoredLine[],
): Promise<Map<bigint, string>> {
  const credits = source === 'bank' ? lines.filter(({ amount }) => amount > 0n) : [];
  const { matches } = matchLines(credits, await listReturnablePayouts(db, mode, credits));
  return new Map(matches.map(({ lineId, transfer }) => [lineId, transfer.references[0] as string]));
}
