/**
 * Divides an amount in proportion to weights, to the last minor unit. It must never create or lose one: the parts
 * always add up to the whole.
 */
import assert from 'node:assert/strict';

/**
 * Parts of `total` in proportion to `weights`, by largest remainder: each part is its exact share rounded down, and the
 * units left over go one each to the largest remainders, of equal ones to the lowest index (docs/contract.md, "Money":
 * no unit is rounded away). All in minor units of one currency, 0 or more.
 * A weight of 0 gets 0, and a larger weight never gets less than a smaller one. When all weights are 0 there is nobody
 * to give to: a total of 0 is divided into zeros, and any other total is the caller's mistake, as is anything negative.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  assert(total >= 0n && weights.every((weight) => weight >= 0n), 'totals and weights are 0 or more');
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (total === 0n) return weights.map(() => 0n);
  assert(sum > 0n, 'an amount is allocated to somebody');

  const parts = weights.map((weight) => (total * weight) / sum);
  const left = Number(total - parts.reduce((a, b) => a + b, 0n));
  const remainders = weights.map((weight, index) => ({ index, remainder: (total * weight) % sum }));
  // A stable sort: of equal remainders the lowest index stays first. Fewer units are left than remainders above 0.
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0));
  for (const { index } of remainders.slice(0, left)) parts[index] = (parts[index] as bigint) + 1n;
  return parts;
}
