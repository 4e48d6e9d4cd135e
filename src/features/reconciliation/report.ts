/** The differences between the books and the statements of one source, and the totals of both. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import {
  listUnmatchedTransfers,
  type OpenOutsideTransfer,
  type OutsideTotal,
  sumOutside,
} from './outside-transfers.repository.ts';
import { type Days, listUnmatchedLines, type Outside, type StoredLine } from './reconciliation.repository.ts';

export const rowsMax = 10_000;

export type Report = {
  totals: OutsideDifference[];
  lines: (StoredLine & Candidates)[];
  transfers: OpenOutsideTransfer[];
  /** False when there are more rows than the report shows; the totals include all of them. */
  complete: boolean;
};

export type OutsideDifference = OutsideTotal & { difference: bigint };

/** Both sides of a source in each currency. */
export async function compareTotals(db: Database, outside: Outside): Promise<OutsideDifference[]> {
  const totals = await sumOutside(db, outside);
  return totals.map((total) => ({ ...total, difference: total.books - total.statements }));
}

export async function makeReport(db: Database, outside: Outside, days: Days, limit = rowsMax): Promise<Report> {
  const lines = await listUnmatchedLines(db, outside, days, limit + 1);
  const transfers = await listUnmatchedTransfers(db, outside, days, limit + 1);
  const shown = lines.slice(0, limit);
  const candidatesOf = await findCandidates(db, outside, shown);
  return {
    totals: await compareTotals(db, outside),
    lines: shown.map((line) => ({ ...line, ...candidatesOf(line) })),
    transfers: transfers.slice(0, limit),
    complete: lines.length <= limit && transfers.length <= limit,
  };
}
