import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocation.ts';

const amounts = fc.oneof(fc.bigInt({ min: 0n, max: 30n }), fc.bigInt({ min: 0n, max: 10n ** 18n }));
const weightLists = fc.array(amounts, { minLength: 1, maxLength: 30 }).filter((weights) => sumOf(weights) > 0n);
const sumOf = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);
const at = (values: readonly bigint[], index: number) => values[index] as bigint;

describe('allocate', () => {
  it.each<[bigint, bigint[], bigint[]]>([
    [100n, [1n, 1n], [50n, 50n]],
    [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    [101n, [1n, 1n, 1n], [34n, 34n, 33n]],
    [1n, [1n, 1n, 1n], [1n, 0n, 0n]],
    [5n, [3n, 7n], [2n, 3n]],
    [10n, [1n, 2n, 4n], [1n, 3n, 6n]],
    [100n, [0n, 1n, 0n], [0n, 100n, 0n]],
    [2n, [0n, 1n, 1n, 1n], [0n, 1n, 1n, 0n]],
    [0n, [3n, 4n], [0n, 0n]],
    [0n, [0n, 0n], [0n, 0n]],
    [0n, [], []],
    [7n, [7n], [7n]],
    [10n ** 18n, [1n, 2n], [333333333333333333n, 666666666666666667n]],
  ])('%o over %o is %o', (total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts);
  });

  it.each<[bigint, bigint[]]>([
    [1n, []],
    [1n, [0n, 0n]],
    [-1n, [1n]],
    [1n, [2n, -1n]],
  ])('asserts on %o over %o', (total, weights) => {
    expect(() => allocate(total, weights)).toThrow(Error);
  });

  it('adds up, and is within one unit of the exact share', () => {
    fc.assert(
      fc.property(amounts, weightLists, (total, weights) => {
        const parts = allocate(total, weights);
        const sum = sumOf(weights);
        expect(sumOf(parts)).toBe(total);
        parts.forEach((part, index) => {
          const error = part * sum - total * at(weights, index);
          expect(error > -sum && error < sum).toBe(true);
        });
      }),
    );
  });

  it('gives nothing for a weight of 0, and never less for a larger weight', () => {
    fc.assert(
      fc.property(amounts, weightLists, (total, weights) => {
        const parts = allocate(total, weights);
        const byWeight = weights.map((weight, index) => ({ weight, part: at(parts, index) }));
        for (const { weight, part } of byWeight) if (weight === 0n) expect(part).toBe(0n);
        for (const a of byWeight) {
          for (const b of byWeight) if (a.weight > b.weight) expect(a.part >= b.part).toBe(true);
        }
      }),
    );
  });

  it('gives the units left over to the lowest index among equal weights', () => {
    fc.assert(
      fc.property(amounts, weightLists, (total, weights) => {
        const parts = allocate(total, weights);
        weights.forEach((weight, index) => {
          const next = weights.indexOf(weight, index + 1);
          if (next < 0) return;
          const ahead = at(parts, index) - at(parts, next);
          expect(ahead === 0n || ahead === 1n).toBe(true);
        });
      }),
    );
  });

  it('gives the same parts to the same weights in another order, ties aside', () => {
    const shuffled = weightLists.chain((weights) =>
      fc.tuple(fc.constant(weights), fc.shuffledSubarray([...weights.keys()], { minLength: weights.length })),
    );
    fc.assert(
      fc.property(amounts, shuffled, (total, [weights, order]) => {
        const sum = sumOf(weights);
        const remainders = weights.map((weight) => (total * weight) % sum);
        const parts = allocate(total, weights);
        const permuted = allocate(
          total,
          order.map((index) => at(weights, index)),
        );
        order.forEach((from, to) => {
          const isTied = remainders.filter((remainder) => remainder === remainders[from]).length > 1;
          if (!isTied) expect(at(permuted, to)).toBe(at(parts, from));
        });
        const sorted = (values: bigint[]) => values.map((value) => value.toString()).sort();
        if (new Set(weights).size === 1) expect(sorted(permuted)).toEqual(sorted(parts));
      }),
    );
  });

  it('gives back weights that add up to the total unchanged', () => {
    fc.assert(
      fc.property(weightLists, (weights) => {
        expect(allocate(sumOf(weights), weights)).toEqual(weights);
      }),
    );
  });
});
