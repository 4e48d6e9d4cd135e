/** What the service takes from a payment (docs/ledger.md, "Payment fees"). */
import { min } from './purse.ts';

/** In 1/10,000 of the amount, and in minor units. */
export type FeeRule = { basisPoints: bigint; fixed: bigint };

/** The nearest whole unit, upwards from a half, and the fixed part; at most all of the amount. */
export function feeOf(amount: bigint, { basisPoints, fixed }: FeeRule): bigint {
  const exact = amount * basisPoints;
  const down = exact / 10_000n;
  const isNearerUp = exact - down * 10_000n >= 5_000n;
  return min(amount, (isNearerUp ? down + 1n : down) + fixed);
}
