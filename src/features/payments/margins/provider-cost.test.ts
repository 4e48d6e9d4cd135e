import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ProviderMethod, providerMethods } from '../../providers/provider.ts';
import { type CostPeriod, costPeriods, costsInForce, costsToCome, type ProviderCost } from './provider-cost.ts';

const day = (date: number): Date => new Date(Date.UTC(2031, 2, date));

const cost = (id: bigint, changes: Partial<ProviderCost> = {}): ProviderCost => ({
  id,
  provider: 'acme',
  method: null,
  currency: null,
  cost: { basisPoints: Number(id), fixed: 0n },
  effectiveFrom: day(1),
  ...changes,
});

/** As the report looks a payment up: the periods of its currency, and else the general ones. */
function found(periods: readonly CostPeriod[], provider: string, method: string, currency: string, at: Date) {
  const now = periods.filter(
    (one) =>
      one.provider === provider &&
      one.method === method &&
      one.startsAt <= at &&
      (one.endsAt === null || at < one.endsAt),
  );
  const [own, ...more] = now.filter((one) => one.currency === currency);
  const [general, ...others] = now.filter((one) => one.currency === null);
  expect([...more, ...others]).toEqual([]);
  return (own ?? general)?.basisPoints;
}

it.each<[method: ProviderMethod, currency: string, at: number, basisPoints: number | undefined]>([
  ['card', 'USD', 0, undefined],
  ['card', 'USD', 1, 1],
  ['card', 'EUR', 1, 1],
  ['card', 'EUR', 2, 2],
  ['onlinewallet', 'EUR', 2, 2],
  ['card', 'USD', 3, 3],
  // The method counts more than the currency.
  ['card', 'EUR', 3, 3],
  ['onlinewallet', 'EUR', 4, 2],
  ['card', 'EUR', 5, 2],
  ['card', 'USD', 5, 1],
  ['card', 'EUR', 6, 6],
])('by %s in %s on day %i: %s basis points', (method, currency, at, basisPoints) => {
  const costs = [
    cost(1n),
    cost(2n, { currency: 'EUR', effectiveFrom: day(2) }),
    cost(3n, { method: 'card', effectiveFrom: day(3) }),
    cost(4n, { method: 'card', effectiveFrom: day(5), cost: null }),
    cost(5n, { provider: 'other', currency: 'EUR' }),
    cost(6n, { method: 'card', currency: 'EUR', effectiveFrom: day(6) }),
  ];
  expect(found(costPeriods(costs), 'acme', method, currency, day(at))).toBe(basisPoints);
});

it('every provider has its own: one names a currency that the other does not', () => {
  const periods = costPeriods([cost(1n), cost(2n, { provider: 'other', currency: 'EUR' })]);
  expect(found(periods, 'acme', 'card', 'EUR', day(1))).toBe(1);
  expect(found(periods, 'other', 'card', 'EUR', day(1))).toBe(2);
  expect(found(periods, 'other', 'card', 'USD', day(1))).toBeUndefined();
});

it('at every time the most specific of the latest of each scope applies', () => {
  const pick = <T>(...of: T[]) => fc.constantFrom(...of);
  const scope = {
    provider: pick('acme', 'other'),
    method: pick(null, ...providerMethods),
    currency: pick(null, 'EUR', 'USD'),
  };
  const made = fc.record({ ...scope, from: fc.integer({ min: 1, max: 6 }), ends: fc.boolean() });
  const asked = fc.record({
    provider: scope.provider,
    method: pick(...providerMethods),
    currency: pick('EUR', 'USD', 'CHF'),
    at: fc.integer({ min: 0, max: 7 }),
  });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 12 }), asked, (all, { provider, method, currency, at }) => {
      const costs = all.map(({ from, ends, ...of }, n) =>
        cost(BigInt(n + 1), { ...of, effectiveFrom: day(from), ...(ends && { cost: null }) }),
      );
      const latestOf = (ofMethod: string | null, ofCurrency: string | null) =>
        costs
          .filter((one) => one.provider === provider && one.method === ofMethod && one.currency === ofCurrency)
          .filter(({ effectiveFrom }) => effectiveFrom <= day(at))
          .sort((a, b) => a.effectiveFrom.getTime() - b.effectiveFrom.getTime() || Number(a.id - b.id))
          .at(-1)?.cost;
      const expected =
        latestOf(method, currency) ?? latestOf(method, null) ?? latestOf(null, currency) ?? latestOf(null, null);
      expect(found(costPeriods(costs), provider, method, currency, day(at))).toBe(expected?.basisPoints);
    }),
  );
});

it('those in force and those to come are listed by provider', () => {
  const costs = [
    cost(1n),
    cost(2n, { provider: 'other' }),
    cost(3n, { effectiveFrom: day(5) }),
    cost(4n, { currency: 'EUR' }),
    cost(5n, { effectiveFrom: day(4), cost: null }),
  ];
  expect(costsInForce(costs, day(2)).map(({ id }) => id)).toEqual([4n, 1n, 2n]);
  expect(costsToCome(costs, day(2)).map(({ id }) => id)).toEqual([5n, 3n]);
  expect(costsInForce(costs, day(4)).map(({ id }) => id)).toEqual([4n, 2n]);
});
