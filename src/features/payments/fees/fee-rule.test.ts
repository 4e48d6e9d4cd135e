import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FeeMethod,
  type FeeRule,
  feeOf,
  keptRule,
  ruleFor,
  rulesInForce,
  rulesToCome,
  rulesToKeep,
} from './fee-rule.ts';

const day = (date: number): Date => new Date(Date.UTC(2031, 2, date));

const rule = (id: bigint, changes: Partial<FeeRule> = {}): FeeRule => ({
  id,
  holderId: null,
  method: null,
  currency: null,
  fee: { basisPoints: Number(id), fixed: 0n },
  effectiveFrom: day(1),
  ...changes,
});

describe('what a fee comes to', () => {
  it.each<[amount: bigint, basisPoints: number, fixed: bigint, fee: bigint]>([
    [10_000n, 250, 0n, 250n],
    [1_000n, 290, 30n, 59n],
    // Half a unit is rounded up, less is rounded down.
    [150n, 100, 0n, 2n],
    [149n, 100, 0n, 1n],
    [1n, 4_999, 0n, 0n],
    [1n, 5_000, 0n, 1n],
    // Currencies of 0 and 3 decimals: minor units are all it knows.
    [1_250n, 140, 40n, 58n],
    [12_345n, 175, 100n, 316n],
    [0n, 0, 0n, 0n],
    // Never more than the amount.
    [20n, 290, 30n, 20n],
    [1_234n, 10_000, 1n, 1_234n],
    [10n ** 15n, 10_000, 0n, 10n ** 15n],
  ])('of %s at %s basis points and %s: %s', (amount, basisPoints, fixed, fee) =>
    expect(feeOf(amount, { basisPoints, fixed })).toBe(fee),
  );

  it('is the exact share to half a unit, and never more than the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 15n),
        fc.integer({ min: 0, max: 10_000 }),
        fc.bigInt(0n, 10n ** 6n),
        (amount, basisPoints, fixed) => {
          const fee = feeOf(amount, { basisPoints, fixed });
          expect(fee >= 0n && fee <= amount).toBe(true);
          if (fee === amount) return;
          const twice = 2n * ((fee - fixed) * 10_000n - amount * BigInt(basisPoints));
          expect(twice > -10_000n && twice <= 10_000n).toBe(true);
        },
      ),
    );
  });
});

describe('the rule that applies', () => {
  const everyScope = [
    rule(1n),
    rule(2n, { currency: 'EUR' }),
    rule(3n, { method: 'card' }),
    rule(4n, { method: 'card', currency: 'EUR' }),
    rule(5n, { holderId: 7n }),
    rule(6n, { holderId: 7n, currency: 'EUR' }),
    rule(7n, { holderId: 7n, method: 'card' }),
    rule(8n, { holderId: 7n, method: 'card', currency: 'EUR' }),
  ];

  it.each<[without: bigint[], method: FeeMethod, currency: string, winner: bigint | undefined]>([
    [[], 'card', 'EUR', 8n],
    [[8n], 'card', 'EUR', 7n],
    [[8n, 7n], 'card', 'EUR', 6n],
    [[8n, 7n, 6n], 'card', 'EUR', 5n],
    [[8n, 7n, 6n, 5n], 'card', 'EUR', 4n],
    [[8n, 7n, 6n, 5n, 4n], 'card', 'EUR', 3n],
    [[8n, 7n, 6n, 5n, 4n, 3n], 'card', 'EUR', 2n],
    [[8n, 7n, 6n, 5n, 4n, 3n, 2n], 'card', 'EUR', 1n],
    [[8n, 7n, 6n, 5n, 4n, 3n, 2n, 1n], 'card', 'EUR', undefined],
    [[], 'wallet', 'EUR', 6n],
    [[], 'card', 'USD', 7n],
    [[], 'onlinewallet', 'USD', 5n],
  ])('without %s, by %s in %s: %s', (without, method, currency, winner) => {
    const rules = everyScope.filter(({ id }) => !without.includes(id)).reverse();
    expect(ruleFor(rulesInForce(rules, day(1)), method, currency)?.id).toBe(winner);
  });

  it('is the latest of its scope that has begun; one without a fee leaves the more general one', () => {
    const history = [
      rule(1n),
      rule(2n, { holderId: 7n, effectiveFrom: day(2) }),
      rule(3n, { holderId: 7n, effectiveFrom: day(9) }),
      rule(4n, { holderId: 7n, effectiveFrom: day(5) }),
      rule(5n, { holderId: 7n, effectiveFrom: day(12), fee: null }),
      rule(6n, { holderId: 7n, effectiveFrom: day(9) }),
    ];
    const on = (date: number) => ruleFor(rulesInForce(history, day(date)), 'card', 'EUR')?.id;
    expect([1, 2, 4, 5, 8, 9, 11, 12].map(on)).toEqual([1n, 2n, 2n, 4n, 4n, 6n, 6n, 1n]);
    expect(rulesToCome(history, day(5)).map(({ id }) => id)).toEqual([3n, 6n, 5n]);
  });
});

it('a payment keeps a rule for each method, and none at all when it is free', () => {
  const rules = [rule(1n, { method: 'card' }), rule(2n, { method: 'wallet', currency: 'EUR' })];
  const kept = rulesToKeep(rules, 'EUR', day(1));
  expect(kept).toEqual([1n, 0n, 2n, 0n]);
  expect((['card', 'onlinewallet', 'wallet'] as const).map((method) => keptRule(kept, method))).toEqual([
    1n,
    undefined,
    2n,
  ]);
  expect(rulesToKeep(rules, 'EUR', day(0))).toBeNull();
  expect(keptRule(null, 'card')).toBeUndefined();
  // One from before there were bank transfers.
  expect(keptRule([1n, 0n, 2n], 'bank_transfer')).toBeUndefined();
});
