import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followCredit } from './first-in-first-out.ts';

const cases: [string, amount: bigint, balance: bigint, debits: bigint[], portions: bigint[]][] = [
  ['nothing left yet', 10n, 10n, [], []],
  ['all of the account was paid out', 10n, 30n, [30n], [10n]],
  ['older money leaves first', 10n, 30n, [20n], []],
  ['the rest of older money, then some of it', 10n, 30n, [25n], [5n]],
  ['two payouts share it', 10n, 10n, [4n, 9n], [4n, 6n]],
  ['a later payout has none of it', 10n, 10n, [10n, 7n], [10n]],
];

describe('a credit leaves its account', () => {
  it.each(cases)('%s', (_, amount, balance, debits, portions) => {
    const left = followCredit(
      amount,
      balance,
      debits.map((of) => ({ amount: of })),
    );
    expect(left.map((portion) => portion.amount)).toEqual(portions);
  });

  it('goes on from what had left before', () =>
    expect(followCredit(10n, 30n, [{ amount: 5n }], 22n)).toEqual([{ of: { amount: 5n }, amount: 5n }]));
});

const positive = fc.bigInt(1n, 1_000n);

it('every credit of an account leaves it once: what left is what all credits say of it', () => {
  fc.assert(
    fc.property(fc.array(positive, { minLength: 1 }), fc.array(positive), (credits, wanted) => {
      const total = credits.reduce((sum, credit) => sum + credit, 0n);
      const debits: { amount: bigint }[] = [];
      let left = 0n;
      for (const amount of wanted) {
        if (left + amount > total) break;
        left += amount;
        debits.push({ amount });
      }
      let balance = 0n;
      const portions = credits.flatMap((amount) => {
        balance += amount;
        return followCredit(amount, balance, debits);
      });
      for (const debit of debits) {
        const own = portions.filter(({ of }) => of === debit);
        expect(own.reduce((sum, portion) => sum + portion.amount, 0n)).toBe(debit.amount);
      }
    }),
  );
});
