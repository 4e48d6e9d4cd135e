/** Divides an amount in proportion to weights, to the last minor unit. The parts must always add up to the total. */
import assert from 'node:assert/strict';
import { sumOf } from './compare.ts';

/**
 * Parts of `total` in proportion to `weights`, by the largest remainder method: each part is its exact share rounded
 * down, and the remaining units go one each to the largest remainders, the lowest index first among equals. It divides
 * what one party returns among its own splits (docs/ledger.md, "Refunds in proportion"); a refund in proportion is
 * divided by `nextByQuota`. All in minor units of one currency, 0 or more.
 * A weight of 0 gets 0, and a larger weight never gets less than a smaller one. If all weights are 0, `total` must be 0
 * too; anything else, like a negative value, is a bug in the caller.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  assert(total >= 0n && weights.every((weight) => weight >= 0n), 'totals and weights are 0 or more');
  const sum = sumOf(weights);
  if (total === 0n) return weights.map(() => 0n);
  assert(sum > 0n, 'an amount above 0 needs a weight above 0');

  const parts = weights.map((weight) => (total * weight) / sum);
  const left = Number(total - sumOf(parts));
  const remainders = weights.map((weight, index) => ({ index, remainder: (total * weight) % sum }));
  // The sort is stable, so among equal remainders the lowest index stays first. There are always fewer units left than
  // remainders above 0.
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0));
  for (const { index } of remainders.slice(0, left)) parts[index] = (parts[index] as bigint) + 1n;
  return parts;
}
