/** The one place where amounts are added up: exactly, and never those of different currencies. */
import { amountOf, thousandthsOf } from './decimal.ts';

/** @returns a sum for each currency, in the order in which they first appear. */
export function sumsOf<Row extends { currency: string }>(
  rows: readonly Row[],
  of: (row: Row) => number,
): { currency: string; amount: number }[] {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0n) + thousandthsOf(of(row)));
  return [...sums].map(([currency, sum]) => ({ currency, amount: amountOf(sum) }));
}

/** @returns the sum of the rows in this currency; 0 if there are none. */
export const sumIn = <Row extends { currency: string }>(
  rows: readonly Row[],
  currency: string,
  of: (row: Row) => number,
): number => sumsOf(rows, of).find((one) => one.currency === currency)?.amount ?? 0;

/** The currency with the most of what is counted, or undefined without rows. */
export function busiestOf<Row extends { currency: string }>(
  rows: readonly Row[],
  count: (row: Row) => number,
): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.currency, (counts.get(row.currency) ?? 0) + count(row));
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
