import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCurrency } from '../../../base/money/currency.ts';
import type { AmountLimit } from '../provider.ts';
import { fromStripeAmount, stripeLimits, toStripeAmount } from './amounts.ts';

describe('an amount as Stripe counts it (docs.stripe.com/currencies)', () => {
  it.each([
    ['EUR', 1_250n, 1_250],
    ['USD', 1n, 1],
    ['JPY', 500n, 500],
    ['KRW', 1n, 1],
    ['ISK', 5n, 500],
    ['UGX', 5n, 500],
    ['MGA', 500n, 5],
    ['HUF', 1_045n, 1_045],
    ['KWD', 1_230n, 1_230],
    ['EUR', 99_999_999_999_999n, 99_999_999_999_999],
  ])('%s %s is %s', (currency, minor, amount) => {
    expect(toStripeAmount(minor, currency)).toBe(amount);
    expect(fromStripeAmount(amount, currency)).toBe(minor);
  });

  it.each([
    ['KWD', 1_234n],
    ['BHD', 1n],
    ['MGA', 550n],
  ])('%s %s can’t be charged exactly', (currency, minor) => expect(toStripeAmount(minor, currency)).toBeUndefined());

  it('every amount it takes comes back as it was', () => {
    const currencies = ['EUR', 'JPY', 'ISK', 'UGX', 'MGA', 'KWD', 'TND', 'XPF', 'CLP'];
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.bigInt(1n, 10n ** 13n), (currency, minor) => {
        expect(findCurrency(currency)).toBeDefined();
        const amount = toStripeAmount(minor, currency);
        if (amount !== undefined) expect(fromStripeAmount(amount, currency)).toBe(minor);
      }),
    );
  });

  it.each([
    ['a fraction', 1.5, 'EUR'],
    ['less than nothing', -1, 'EUR'],
    ['more than a number holds exactly', 2 ** 53, 'EUR'],
    ['a fraction of a króna', 550, 'ISK'],
  ])('never takes %s for an amount', (_name, amount, currency) => {
    expect(() => fromStripeAmount(amount, currency)).toThrow();
  });

  it.each<[string, bigint, AmountLimit['kind'] | undefined, bigint?]>([
    ['EUR', 50n, undefined],
    ['EUR', 49n, 'min', 50n],
    ['JPY', 49n, 'min', 50n],
    ['HUF', 17_499n, 'min', 17_500n],
    ['KWD', 10n, undefined],
    ['KWD', 5n, 'step', 10n],
    ['KWD', 1_255n, 'step', 10n],
    ['MGA', 550n, 'step', 100n],
    ['MGA', 500n, undefined],
    ['UGX', 1n, undefined],
    ['EUR', 99_999_999n, undefined],
    ['EUR', 100_000_000n, 'max', 99_999_999n],
    ['ISK', 1_000_000n, 'max', 999_999n],
    ['MGA', 9_999_999_900n, undefined],
    ['MGA', 9_999_999_901n, 'max', 9_999_999_900n],
    ['KWD', 99_999_990n, undefined],
    ['KWD', 99_999_999n, 'step', 10n],
    ['KWD', 100_000_000n, 'max', 99_999_990n],
    ['IDR', 100_000_000n, undefined],
  ])('%s %s breaks: %s', (currency, minor, kind, amount) => {
    expect(stripeLimits.charge('card', minor, currency)).toEqual(kind && { kind, amount });
    if (kind === undefined) expect(toStripeAmount(minor, currency)).toBeDefined();
  });

  it('a refund has no minimum, and the same steps', () => {
    expect([stripeLimits.refund(1n, 'EUR'), stripeLimits.refund(10n, 'KWD')]).toEqual([undefined, undefined]);
    expect(stripeLimits.refund(5n, 'KWD')).toEqual({ kind: 'step', amount: 10n });
    expect(stripeLimits.refund(150n, 'MGA')).toEqual({ kind: 'step', amount: 100n });
  });

  it('never makes a number that is not exact', () => expect(() => toStripeAmount(2n ** 53n, 'EUR')).toThrow());
});
