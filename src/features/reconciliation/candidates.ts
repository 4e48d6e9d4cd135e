/** The transfers that could be the other side of unmatched lines. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type JudgedReturn, judgeReturns, referencesIn } from './judge-return.ts';
import { judgeTakeBack } from './judge-take-back.ts';
import { moneyOf, type OpenTransfer } from './match-lines.ts';
import { nameTransfers, openTransfers } from './name-transfers.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';
import { findNamedPayouts, type NamedPayout } from './returned-payouts.repository.ts';
import { findTakeable, findTakeablePayments, type Takeable } from './taken-back.repository.ts';

const candidatesMax = 5;

export type Candidates = {
  /** The line's reference names each candidate; otherwise only the amounts agree. */
  named: boolean;
  /** At most five. */
  candidates: TransferKey[];
  /** The payout that the line names, and whether the bank returned it with this line. */
  returns: JudgedReturn<NamedPayout> | null;
  /** The credit that the line takes back: a top-up, or a payment by bank transfer. */
  takesBack: Takeable | null;
};

export const noCandidates: Candidates = { named: false, candidates: [], returns: null, takesBack: null };

/** @param all lines of this source that match nothing; one that is undecided could be anything. */
export async function findCandidates(
  db: Database,
  outside: Outside,
  all: readonly StoredLine[],
): Promise<(line: StoredLine) => Candidates> {
  const lines = all.filter(isMatchable);
  const byAmount = new Map<string, OpenTransfer[]>();
  const named = await nameTransfers(lines, openTransfers(db, outside, lines), (page) => keepFirst(byAmount, page));
  const foundFor = new Map(named.map(({ line, found }) => [line.id, found]));
  const returned = await findReturned(db, outside, lines);
  const taken = await findTakenBack(db, outside, lines);
  return (line) => {
    if (!isMatchable(line)) return noCandidates;
    const found = foundFor.get(line.id) ?? [];
    const shown = found.length > 0 ? found : (byAmount.get(moneyOf(line)) ?? []);
    const candidates = shown.slice(0, candidatesMax).map(({ holderId, id }) => ({ holderId, id }));
    const [returns, takesBack] = [returned.get(line.id) ?? null, taken.get(line.id) ?? null];
    return { named: found.length > 0, candidates, returns, takesBack };
  };
}

/** Nobody has to say first which way its money went, or whether an earlier statement has it. */
export const isMatchable = ({ direction, duplicate }: Pick<StoredLine, 'direction' | 'duplicate'>): boolean =>
  direction !== 'unknown' && (duplicate === null || duplicate === 'other');

function keepFirst(byAmount: Map<string, OpenTransfer[]>, page: readonly OpenTransfer[]): void {
  for (const transfer of page) {
    const kept = byAmount.get(moneyOf(transfer));
    if (kept === undefined) byAmount.set(moneyOf(transfer), [transfer]);
    else if (kept.length < candidatesMax) kept.push(transfer);
  }
}

/** The payout that each line of a bank names. */
async function findReturned(
  db: Database,
  { mode, source }: Outside,
  lines: readonly StoredLine[],
): Promise<Map<bigint, JudgedReturn<NamedPayout>>> {
  const credits = source === 'bank' ? lines.filter(({ amount }) => amount > 0n) : [];
  return judgeReturns(credits, await findNamedPayouts(db, mode, credits.flatMap(referencesIn)));
}

/** The credit that each line of money that went out takes back. */
export async function findTakenBack(
  db: Database | Tx,
  outside: Outside,
  lines: readonly StoredLine[],
): Promise<Map<bigint, Takeable | null>> {
  const debits = lines.filter(({ amount }) => amount < 0n);
  const credits = [...(await findTakeable(db, outside, debits)), ...(await findTakeablePayments(db, outside, debits))];
  const found = Map.groupBy(credits, ({ lineId }) => lineId);
  return new Map(debits.map((line) => [line.id, judgeTakeBack(line, found.get(line.id) ?? [])]));
}
