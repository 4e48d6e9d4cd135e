/** The differences between the books and the statements of one source, and the totals of both. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import {
  listUnmatchedTransfers,
  type OpenOutsideTransfer,
  type OutsideTotal,
  sumOutside,
} from './outside-transfers.repository.ts';
import { type AccountBalance, type AccountGap, readBalances } from './read-gaps.ts';
import { type Days, listUnmatchedLines, type Outside, type StoredLine } from './reconciliation.repository.ts';

export const rowsMax = 10_000;

export type Report = {
  /** What statements lack between them. */
  gaps: AccountGap[];
  balances: AccountBalance[];
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

/** The bank's last balances in one currency beside the books, and what explains the difference. Minor units. */
export type BankDifference = {
  currency: string;
  /** The last day that the statements of every account cover. */
  on: string;
  balance: bigint;
  books: bigint;
  /** Of the books less the bank; the following come to it. */
  difference: bigint;
  openTransfers: bigint;
  openLines: bigint;
  /** What was there before the first statement. */
  before: bigint;
  missing: bigint;
  /** Lines that a person has to decide, and those that no statement with a balance has. */
  other: bigint;
};

/** Pure. */
export function compareBank({
  totals,
  balances,
  gaps,
}: Pick<Report, 'totals' | 'balances' | 'gaps'>): BankDifference[] {
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
  return totals.flatMap(({ currency, books, unmatchedTransfersAmount: openTransfers, unmatchedLinesAmount }) => {
    const own = balances.filter((one) => one.currency === currency);
    const on = own.map((one) => one.on).sort()[0];
    if (on === undefined) return [];
    const balance = sum(own.map(({ amount }) => amount));
    const missing = -sum(gaps.filter((one) => one.currency === currency).map(({ amount }) => amount));
    const [before, openLines] = [-sum(own.map((one) => one.before)), -unmatchedLinesAmount];
    const difference = books - balance;
    const other = difference - openTransfers - openLines - before - missing;
    return [{ currency, on, balance, books, difference, openTransfers, openLines, before, missing, other }];
  });
}

export async function makeReport(db: Database, outside: Outside, days: Days, limit = rowsMax): Promise<Report> {
  const lines = await listUnmatchedLines(db, outside, days, limit + 1);
  const transfers = await listUnmatchedTransfers(db, outside, days, limit + 1);
  const shown = lines.slice(0, limit);
  const candidatesOf = await findCandidates(db, outside, shown);
  return {
    ...(await readBalances(db, outside)),
    totals: await compareTotals(db, outside),
    lines: shown.map((line) => ({ ...line, ...candidatesOf(line) })),
    transfers: transfers.slice(0, limit),
    complete: lines.length <= limit && transfers.length <= limit,
  };
}
