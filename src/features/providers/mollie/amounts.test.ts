import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf } from '../../../base/money/currency.ts';
import type { AmountLimit, ProviderMethod } from '../provider.ts';
import { fromMollieAmount, mollieLimits, toMollieAmount } from './amounts.ts';

/** docs.mollie.com/docs/multicurrency: code, decimal places, by card, by PayPal. */
const documented: [string, number, boolean, boolean][] = [
  ['AED', 2, true, false],
  ['AUD', 2, true, true],
  ['BRL', 2, false, true],
  ['CAD', 2, true, true],
  ['CHF', 2, true, true],
  ['CZK', 2, true, true],
  ['DKK', 2, true, true],
  ['EUR', 2, true, true],
  ['GBP', 2, true, true],
  ['HKD', 2, true, true],
  ['HUF', 2, true, true],
  ['ILS', 2, true, true],
  ['ISK', 0, true, false],
  ['JPY', 0, true, true],
  ['MXN', 2, false, true],
  ['MYR', 2, false, true],
  ['NOK', 2, true, true],
  ['NZD', 2, true, true],
  ['PHP', 2, true, true],
  ['PLN', 2, true, true],
  ['RON', 2, true, false],
  ['SEK', 2, true, true],
  ['SGD', 2, true, true],
  ['THB', 2, false, true],
  ['TWD', 2, false, true],
  ['USD', 2, true, true],
  ['ZAR', 2, true, false],
];

describe('an amount as Mollie writes it', () => {
  it.each(documented)('%s has %s decimals there as here', (currency, decimals) => {
    expect(exponentOf(currency)).toBe(decimals);
    expect(toMollieAmount(1_234n, currency)?.value.split('.')[1]?.length ?? 0).toBe(decimals);
  });

  it.each([
    ['EUR', 1_250n, '12.50'],
    ['EUR', 1n, '0.01'],
    ['JPY', 500n, '500'],
    ['ISK', 5n, '5'],
    ['HUF', 104_500n, '1045.00'],
    ['EUR', 99_999_999_999_999n, '999999999999.99'],
  ])('%s %s is %s', (currency, minor, value) => {
    expect(toMollieAmount(minor, currency)).toEqual({ currency, value });
    expect(fromMollieAmount({ currency, value })).toEqual({ currency, amount: minor });
  });

  it('every amount comes back as it was', () => {
    const currencies = documented.map(([currency]) => currency);
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.bigInt(1n, 10n ** 14n), (currency, amount) => {
        expect(fromMollieAmount(toMollieAmount(amount, currency)!)).toEqual({ amount, currency });
      }),
    );
  });

  it('of a currency it does not take is none', () => expect(toMollieAmount(100n, 'KWD')).toBeUndefined());

  it.each([
    ['a fraction of a cent', 'EUR', '12.505'],
    ['a fraction of a yen', 'JPY', '500.50'],
    ['nothing', 'EUR', '0.00'],
    ['less than nothing', 'EUR', '-1.00'],
    ['a number with an exponent', 'EUR', '1e3'],
    ['no number', 'EUR', ''],
    ['an unknown currency', 'XXX', '1.00'],
  ])('never takes %s for an amount', (_name, currency, value) => {
    expect(() => fromMollieAmount({ currency, value })).toThrow();
  });
});

describe('what can be charged and refunded', () => {
  it.each(documented)('%s: with %s decimals, by card: %s, by PayPal: %s', (currency, _decimals, byCard, byPayPal) => {
    const charged = (method: ProviderMethod) => mollieLimits.charge(method, 100n, currency);
    expect(charged('card')).toEqual(byCard ? undefined : { kind: 'currency' });
    expect(charged('onlinewallet')).toEqual(byPayPal ? undefined : { kind: 'currency' });
    expect(mollieLimits.refund(100n, currency)).toBeUndefined();
  });

  it.each<[ProviderMethod, string, bigint, AmountLimit | undefined]>([
    ['card', 'HUF', 150n, undefined],
    ['onlinewallet', 'HUF', 150n, { kind: 'step', amount: 100n }],
    ['onlinewallet', 'TWD', 99n, { kind: 'step', amount: 100n }],
    ['onlinewallet', 'EUR', 1n, undefined],
    ['card', 'KWD', 1_000n, { kind: 'currency' }],
    ['card', 'RUB', 1_000n, { kind: 'currency' }],
  ])('by %s, %s %s breaks: %o', (method, currency, amount, limit) => {
    expect(mollieLimits.charge(method, amount, currency)).toEqual(limit);
  });

  it.each<[string, bigint, AmountLimit | undefined]>([
    ['EUR', 1n, undefined],
    ['HUF', 150n, undefined],
    ['TWD', 150n, { kind: 'step', amount: 100n }],
    ['KWD', 1_000n, { kind: 'currency' }],
  ])('a refund of %s %s breaks: %o', (currency, amount, limit) => {
    expect(mollieLimits.refund(amount, currency)).toEqual(limit);
  });
});
