/** What a shop took and gave back, by day and currency. Pure; minor units. */

export type DaySum = {
  day: string;
  currency: string;
  payments: bigint;
  volume: bigint;
  /** Less what refunds returned of them. */
  fees: bigint;
  refunded: bigint;
};

type Row = { day: string; currency: string; amount: string; fees: string };
type PaidRow = Row & { payments: bigint };

export const netOf = ({ volume, fees, refunded }: DaySum): bigint => volume - fees - refunded;

/** One sum for each day and currency with payments or refunds, oldest day first. */
export function sumsOf(paid: readonly PaidRow[], refunded: readonly Row[]): DaySum[] {
  const sums = new Map<string, DaySum>();
  const sumOf = ({ day, currency }: Row): DaySum => {
    const key = `${day} ${currency}`;
    const sum = sums.get(key) ?? { day, currency, payments: 0n, volume: 0n, fees: 0n, refunded: 0n };
    sums.set(key, sum);
    return sum;
  };
  for (const row of paid) {
    const sum = sumOf(row);
    sum.payments += row.payments;
    sum.volume += BigInt(row.amount);
    sum.fees += BigInt(row.fees);
  }
  for (const row of refunded) {
    const sum = sumOf(row);
    sum.refunded += BigInt(row.amount);
    sum.fees -= BigInt(row.fees);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
