/** The quota method against its definition, unit by unit, and the properties that make it fit for refunds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextByQuota } from './quota.ts';

const sumOf = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);
const at = (values: readonly bigint[], index: number): bigint => values[index] ?? 0n;
const plus = (a: readonly bigint[], b: readonly bigint[]): bigint[] => a.map((value, index) => value + at(b, index));

/** The definition, word for word. */
function unitByUnit(shares: readonly bigint[], counted: readonly bigint[], target: bigint): bigint[] {
  const sum = sumOf(shares);
  const has = shares.map((_, index) => at(counted, index));
  const before = [...has];
  for (let units = target - sumOf(has); units > 0n; units -= 1n) {
    let best = -1;
    for (const [index, share] of shares.entries()) {
      if (at(has, index) * sum >= share * target) continue;
      if (best < 0 || (at(has, index) + 1n) * at(shares, best) < (at(has, best) + 1n) * share) best = index;
    }
    has[best] = at(has, best) + 1n;
  }
  return has.map((value, index) => value - at(before, index));
}

const share = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 12n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 400n }) },
);
const shareLists = fc.array(share, { minLength: 1, maxLength: 8 });
const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** Growing targets from 0 to the sum of the shares. */
const targetsOf = (shares: readonly bigint[], fractions: readonly number[]): bigint[] => {
  const sum = sumOf(shares);
  return [...fractions.map((fraction) => BigInt(Math.floor(fraction * Number(sum)))), sum].sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
};

describe('nextByQuota', () => {
  it.each<[why: string, shares: bigint[], counted: bigint[], target: bigint, given: bigint[]]>([
    ['exact parts', [80n, 10n, 10n], [], 90n, [72n, 9n, 9n]],
    [
      'the unit left over goes to the smallest next unit, not to the largest remainder',
      [700n, 200n, 100n],
      [],
      333n,
      [234n, 66n, 33n],
    ],
    ['equals: the lowest index', [1n, 1n, 1n], [], 1n, [1n, 0n, 0n]],
    ['equals after it: the next', [1n, 1n, 1n], [1n, 0n, 0n], 2n, [0n, 1n, 0n]],
    ['nobody beyond the exact part rounded up', [10n, 1n], [], 10n, [10n, 0n]],
    ['a share of 0 gets nothing', [0n, 3n], [], 3n, [0n, 3n]],
    ['no shares above 0', [0n, 0n], [], 0n, [0n, 0n]],
    ['nothing is taken back', [5n, 5n], [5n, 0n], 4n, [0n, 0n]],
    ['after a failure the gap is filled from those behind', [10n, 10n, 10n], [9n, 0n, 0n], 12n, [0n, 2n, 1n]],
  ])('%s', (_, shares, counted, target, given) => {
    expect(nextByQuota(shares, counted, target)).toEqual(given);
    expect(unitByUnit(shares, counted, target)).toEqual(given);
  });

  it('is what the definition gives unit by unit, whatever was counted before', () => {
    const anything = shareLists.chain((shares) =>
      fc.record({
        shares: fc.constant(shares),
        counted: fc.tuple(...shares.map((most) => fc.bigInt({ min: 0n, max: most }))),
        target: fc.bigInt({ min: 0n, max: sumOf(shares) }),
      }),
    );
    fc.assert(
      fc.property(anything, ({ shares, counted, target }) => {
        expect(nextByQuota(shares, counted, target)).toEqual(unitByUnit(shares, counted, target));
      }),
      { numRuns: 3_000 },
    );
  });

  it('in any steps without failures: each part is its exact one rounded down or up, and the last step takes everything', () => {
    fc.assert(
      fc.property(shareLists, steps, (shares, fractions) => {
        const sum = sumOf(shares);
        let counted = shares.map(() => 0n);
        for (const target of targetsOf(shares, fractions)) {
          const given = nextByQuota(shares, counted, target);
          if (given.some((units) => units < 0n)) throw new Error('something was taken back');
          counted = plus(counted, given);
          expect(sumOf(counted)).toBe(target);
          for (const [index, units] of counted.entries()) {
            const error = units * sum - at(shares, index) * target;
            if (sum > 0n && (error <= -sum || error >= sum)) throw new Error('a part is off by more than a unit');
          }
        }
        expect(counted).toEqual(shares);
      }),
      { numRuns: 1_000 },
    );
  });

  it('handles amounts that no loop over units could, also when failures left gaps', () => {
    const shares = Array.from({ length: 200 }, (_, index) => 10n ** 30n + BigInt(index) ** 9n);
    const sum = sumOf(shares);
    let counted: bigint[] = [];
    for (let part = 1n; part <= 10n; part += 1n) {
      counted = plus(nextByQuota(shares, counted, (sum * part) / 10n), counted);
      // The largest of what was counted fails again.
      if (part % 3n === 0n) counted = counted.map((units, index) => (index % 7 === 0 ? 0n : units));
    }
    expect(counted).toEqual(shares);
  });

  it.each<[bigint[], bigint]>([
    [[1n], 2n],
    [[1n], -1n],
  ])('asserts that the target is a part of the shares: %o, %s', (shares, target) => {
    expect(() => nextByQuota(shares, [], target)).toThrow('the target is a part of the shares');
  });
});
