/** The differences between the books and the statements of one source, and the totals of both. Reads only. */
import type { Database } from '../database/pool.ts';
import { type LineDoubt, matchLines, type OpenTransfer } from './match-lines.ts';
import {
  type Days,
  listOpenTransfers,
  listUnmatchedLines,
  listUnmatchedTransfers,
  type Outside,
  type OutsideTotal,
  type OutsideTransfer,
  type StoredLine,
  sumOutside,
} from './reconciliation.repository.ts';
import { listReturnablePayouts } from './returned-payouts.repository.ts';

export const rowsMax = 10_000;
const candidatesMax = 5;

export type TransferKey = { holderId: bigint; id: bigint };

export type Report = {
  totals: (OutsideTotal & { difference: bigint })[];
  /** `named`: the line's reference names each candidate; otherwise only the amounts agree. At most five are shown. */
  lines: (StoredLine & {
    named: boolean;
    candidates: TransferKey[];
    /** The id of the payout that the bank returned with this line, and that the books still count as paid. */
    returns: string | null;
  })[];
  transfers: OutsideTransfer[];
  /** False when there are more rows than the report shows; the totals include all of them. */
  complete: boolean;
};

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

export async function makeReport(db: Database, outside: Outside, days: Days, limit = rowsMax): Promise<Report> {
  const lines = await listUnmatchedLines(db, outside, days, limit + 1);
  const transfers = await listUnmatchedTransfers(db, outside, days, limit + 1);
  const totals = await sumOutside(db, outside);
  const shown = lines.slice(0, limit);
  const open = await listOpenTransfers(db, outside, shown);
  const { matches, doubts } = matchLines(shown, open);
  const named = new Map<bigint, readonly OpenTransfer[]>([
    ...doubts.map(({ lineId, candidates }: LineDoubt): [bigint, OpenTransfer[]] => [lineId, candidates]),
    ...matches.map(({ lineId, transfer }): [bigint, OpenTransfer[]] => [lineId, [transfer]]),
  ]);
  const returned = await findReturned(db, outside, shown);
  const byAmount = Map.groupBy(open, ({ currency, amount }) => `${currency}/${amount}`);
  return {
    totals: totals.map((total) => ({ ...total, difference: total.books - total.statements })),
    lines: shown.map((line) => {
      const candidates = named.get(line.id) ?? byAmount.get(`${line.currency}/${line.amount}`) ?? [];
      const keys = candidates.slice(0, candidatesMax).map(({ holderId, id }) => ({ holderId, id }));
      return { ...line, named: named.has(line.id), candidates: keys, returns: returned.get(line.id) ?? null };
    }),
    transfers: transfers.slice(0, limit),
    complete: lines.length <= limit && transfers.length <= limit,
  };
}
