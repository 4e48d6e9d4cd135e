/** Payment fees as the dashboard shows and reads them. */
import { expect, it } from 'vitest';
import type { PaymentFeeRule } from '../../dashboard/src/api/types.ts';
import { effective, readBasisPoints, typedRate } from '../../dashboard/src/screens/fees/fee-rules.ts';

const rule = (own: boolean, method: PaymentFeeRule['method'], currency: string | null): PaymentFeeRule => ({
  own,
  method,
  currency,
  fee: { basis_points: 1, fixed: 0 },
  effective_from: '2031-03-01T00:00:00.000Z',
});

it('a rule is shown only if some payment still falls under it', () => {
  const [cardEur, eur, card, all] = [
    rule(true, 'card', 'EUR'),
    rule(true, null, 'EUR'),
    rule(false, 'card', null),
    rule(false, null, null),
  ];
  expect(effective([cardEur, eur, card, all])).toEqual([cardEur, eur, card, all]);
  expect(effective([cardEur, eur, rule(false, 'card', 'EUR'), rule(false, null, 'EUR'), card])).toEqual([
    cardEur,
    eur,
    card,
  ]);
  const everything = rule(true, null, null);
  expect(effective([cardEur, everything, rule(false, 'wallet', 'USD'), card, all])).toEqual([cardEur, everything]);
});

it.each<[typed: string, basisPoints: number | undefined]>([
  ['2.75', 275],
  [' 2,9 ', 290],
  ['0.01', 1],
  ['100', 10_000],
  ['', 0],
  ['0', 0],
  ['2.755', undefined],
  ['100.01', undefined],
  ['-1', undefined],
  ['2 %', undefined],
])('a rate of %j percent is %s basis points', (typed, basisPoints) => {
  expect(readBasisPoints(typed)).toBe(basisPoints);
  if (basisPoints !== undefined) expect(readBasisPoints(typedRate(basisPoints))).toBe(basisPoints);
});
