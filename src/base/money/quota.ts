/**
 * Hands out an amount bit by bit in proportion to fixed shares, by the quota method of Balinski and Young (docs/ledger.md,
 * "Refunds in proportion"). What was counted before is never taken back. Pure.
 */
import assert from 'node:assert/strict';
import { greatest, sumOf } from './compare.ts';

type Line = { index: number; share: bigint; counted: bigint };

/**
 * The units that each share is given so that all together have `target`: as if one at a time, each to the share that is
 * below its exact part of the target and has the smallest `(counted + 1) / share`, the lowest index first among equals.
 * When earlier calls counted more than `target` already, nobody is given anything.
 * @param shares 0 or more, in minor units. @param counted what earlier calls gave and still counts, by share.
 * @param target at most the sum of the shares.
 */
export function nextByQuota(shares: readonly bigint[], counted: readonly bigint[], target: bigint): bigint[] {
  const sum = sumOf(shares);
  assert(target >= 0n && target <= sum, 'the target is a part of the shares');
  const before = shares.map((_, index) => counted[index] ?? 0n);
  const units = target - sumOf(before);
  if (units <= 0n) return shares.map(() => 0n);

  /** What each share has counted once everything up to `level` of `sum` is handed out. */
  const at = (level: bigint): bigint[] =>
    shares.map((share, index) => greatest((share * level) / sum, before[index] as bigint));
  const given = (level: bigint): bigint => sumOf(at(level)) - sumOf(before);

  const level = lastLevel(target, (one) => given(one) <= units);
  const after = at(level);
  // From one level to the next no share gains more than one unit, and none may exceed its exact part rounded up.
  const next = shares
    .map((share, index): Line => ({ index, share, counted: after[index] as bigint }))
    .filter(({ share, counted: has }) => has * sum < share * target)
    .sort(byNextUnit);
  for (const { index } of next.slice(0, Number(units - given(level)))) after[index] = (after[index] as bigint) + 1n;
  return after.map((has, index) => has - (before[index] as bigint));
}

/** The highest level from 0 to `most` that holds; every level below one that holds does too, and 0 holds. */
function lastLevel(most: bigint, holds: (level: bigint) => boolean): bigint {
  if (holds(most)) return most;
  let [low, high] = [0n, most];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** `(counted + 1) / share`, smallest first. The sort is stable, so among equals the lowest index stays first. */
function byNextUnit(a: Line, b: Line): number {
  const [ofA, ofB] = [(a.counted + 1n) * b.share, (b.counted + 1n) * a.share];
  return ofA < ofB ? -1 : ofA > ofB ? 1 : 0;
}
