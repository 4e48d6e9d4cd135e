/** Figures of a period beside those of the one before. */
import { describe, expect, it } from 'vitest';
import { customPeriod, type Period } from '../../../base/clock/period.ts';
import { changePercent, compare, type Moved } from './compare.ts';

const { buckets } = customPeriod({ from: '2031-03-03', to: '2031-03-04' }, 'UTC') as Period;
const asked = { names: ['count', 'amount'] as const, count: 'count', amount: 'amount' } as const;
const at = (day: string, currency: string, count: bigint, amount: bigint): Moved<'count' | 'amount'> => ({
  since: new Date(`${day}T00:00Z`),
  currency,
  figures: { count, amount },
});
const names = (moved: Moved<'count' | 'amount'>[], known: string[] = []) =>
  compare(buckets, moved, known, asked).map(({ currency }) => currency);

describe('a period and the one before', () => {
  it('are added up by part, by currency, and leave out what is in neither', () => {
    const rows = compare(
      buckets,
      [
        at('2031-02-28', 'EUR', 9n, 900n),
        at('2031-03-01', 'EUR', 1n, 100n),
        at('2031-03-02', 'EUR', 2n, 200n),
        at('2031-03-03', 'EUR', 3n, 300n),
        at('2031-03-03', 'EUR', 1n, 50n),
        at('2031-03-04', 'JPY', 4n, 400n),
        at('2031-03-05', 'EUR', 9n, 900n),
      ],
      ['KWD'],
      asked,
    );
    const zero = { count: 0n, amount: 0n };
    expect(rows).toEqual([
      {
        currency: 'JPY',
        now: { count: 4n, amount: 400n },
        previous: zero,
        parts: [
          { now: zero, previous: zero },
          { now: { count: 4n, amount: 400n }, previous: zero },
        ],
      },
      {
        currency: 'EUR',
        now: { count: 4n, amount: 350n },
        previous: { count: 3n, amount: 300n },
        parts: [
          { now: { count: 4n, amount: 350n }, previous: { count: 1n, amount: 100n } },
          { now: zero, previous: { count: 2n, amount: 200n } },
        ],
      },
      {
        currency: 'KWD',
        now: zero,
        previous: zero,
        parts: [
          { now: zero, previous: zero },
          { now: zero, previous: zero },
        ],
      },
    ]);
  });

  it('with nothing in them have no rows, or empty ones', () => {
    expect(names([])).toEqual([]);
    expect(names([], ['USD', 'EUR'])).toEqual(['EUR', 'USD']);
  });
});

it('ranks currencies by how much moved, then by amounts in their own decimals, then by what moved before', () => {
  const day = '2031-03-03';
  expect(names([at(day, 'EUR', 1n, 900_000n), at(day, 'USD', 2n, 1n)])).toEqual(['USD', 'EUR']);
  // 6 yen, 5.00 euros and 5.500 dinars.
  const even = [at(day, 'EUR', 1n, 500n), at(day, 'KWD', 1n, 5_500n), at(day, 'JPY', 1n, 6n)];
  expect(names(even)).toEqual(['JPY', 'KWD', 'EUR']);
  expect(names([at('2031-03-01', 'USD', 1n, 1n)], ['EUR'])).toEqual(['USD', 'EUR']);
});

it.each([
  [150n, 100n, 50],
  [50n, 100n, -50],
  [100n, 100n, 0],
  [0n, 100n, -100],
  [100n, 0n, null],
  [0n, 0n, null],
  [50n, -100n, null],
  [-50n, 100n, -150],
  [1_001n, 1_000n, 0.1],
  [2_001n, 2_000n, 0.1],
  [1_999n, 2_000n, -0.1],
  [10_004n, 10_000n, 0],
  [9_007_199_254_740_993_000n, 9_007_199_254_740_993n, 99_900],
])('from %i before to %i now', (now, before, percent) => expect(changePercent(now, before)).toBe(percent));
