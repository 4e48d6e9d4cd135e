/** Arithmetic on amounts by split, as an order stores them: an empty list means all zeros. Pure. */

/** @returns `amounts + change` by split; minor units. */
export function addShares(amounts: readonly bigint[], change: readonly bigint[]): bigint[] {
  const length = Math.max(amounts.length, change.length);
  const sums = Array.from({ length }, (_, line) => (amounts[line] ?? 0n) + (change[line] ?? 0n));
  return sums.every((sum) => sum === 0n) ? [] : sums;
}

export const negated = (amounts: readonly bigint[]): bigint[] => amounts.map((amount) => -amount);
