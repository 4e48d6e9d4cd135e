import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, jsonDecimal, parseMerchantAmount, parsePartnerAmount, toMinorUnits } from './amount.ts';
import { type Currency, type Exponent, findCurrency } from './currency.ts';

const currencyOf = (code: string): Currency => {
  const currency = findCurrency(code);
  if (currency === undefined) throw new Error(`no currency ${code}`);
  return currency;
};
const exponents = fc.constantFrom<Exponent>(0, 2, 3);
const codeOf: Record<Exponent, string> = { 0: 'JPY', 2: 'USD', 3: 'KWD' };

describe('parseMerchantAmount', () => {
  it.each<[unknown, string, bigint]>([
    ['10', 'USD', 1000n],
    ['10.5', 'USD', 1050n],
    ['10.50', 'USD', 1050n],
    ['0.01', 'USD', 1n],
    ['0.1', 'USD', 10n],
    ['007.50', 'USD', 750n],
    ['999999999999.99', 'USD', 99999999999999n],
    ['500', 'JPY', 500n],
    ['500.0', 'JPY', 500n],
    ['500.00', 'JPY', 500n],
    ['1.25', 'KWD', 1250n],
    ['1.250', 'KWD', 1250n],
    ['1.255', 'KWD', 1255n],
    [1.255, 'KWD', 1255n],
    ['1', 'KWD', 1000n],
    ['12.30', 'MGA', 1230n],
    [10, 'USD', 1000n],
    [10.5, 'USD', 1050n],
    [1.15, 'USD', 115n],
    [1.005e3, 'USD', 100500n],
    [4.35, 'USD', 435n],
    [0.29, 'USD', 29n],
    [999999999999.99, 'USD', 99999999999999n],
    [500, 'JPY', 500n],
  ])('reads %o %s', (input, code, minor) => {
    expect(parseMerchantAmount(input, currencyOf(code))).toEqual({ ok: true, minor });
  });

  it.each<[unknown, string, string]>([
    [undefined, 'USD', 'type'],
    [null, 'USD', 'type'],
    [true, 'USD', 'type'],
    [10n, 'USD', 'type'],
    [['10'], 'USD', 'type'],
    [{ valueOf: () => 10 }, 'USD', 'type'],
    ['', 'USD', 'syntax'],
    ['1e3', 'USD', 'syntax'],
    ['1E3', 'USD', 'syntax'],
    [' 10', 'USD', 'syntax'],
    ['10 ', 'USD', 'syntax'],
    ['10\n', 'USD', 'syntax'],
    ['10,00', 'USD', 'syntax'],
    ['1,000.00', 'USD', 'syntax'],
    ['10.', 'USD', 'syntax'],
    ['.5', 'USD', 'syntax'],
    ['.', 'USD', 'syntax'],
    ['1.2.3', 'USD', 'syntax'],
    ['+1', 'USD', 'syntax'],
    ['0x10', 'USD', 'syntax'],
    ['1_000', 'USD', 'syntax'],
    ['１０', 'USD', 'syntax'],
    ['١٠', 'USD', 'syntax'],
    ['10\u0000', 'USD', 'syntax'],
    ['NaN', 'USD', 'syntax'],
    [Number.NaN, 'USD', 'precision'],
    [Number.POSITIVE_INFINITY, 'USD', 'precision'],
    ['10.005', 'USD', 'decimals'],
    ['10.000', 'USD', 'decimals'],
    ['1.2550', 'KWD', 'decimals'],
    ['500.000', 'JPY', 'decimals'],
    ['500.50', 'JPY', 'decimals'],
    ['500.05', 'JPY', 'decimals'],
    [10.005, 'USD', 'decimals'],
    [1e-7, 'USD', 'decimals'],
    [0.1 + 0.2, 'USD', 'decimals'],
    [1.2555, 'KWD', 'decimals'],
    [500.5, 'JPY', 'decimals'],
    ['0', 'USD', 'zero'],
    ['0.00', 'USD', 'zero'],
    ['000', 'USD', 'zero'],
    [0, 'USD', 'zero'],
    [-0, 'USD', 'zero'],
    [-1, 'USD', 'zero'],
    ['1000000000000', 'USD', 'digits'],
    ['0000000000001', 'USD', 'digits'],
    [1e12, 'USD', 'digits'],
    [1e21, 'USD', 'digits'],
    [Number.MAX_VALUE, 'USD', 'digits'],
  ])('refuses %o %s: %s', (input, code, reason) => {
    expect(parseMerchantAmount(input, currencyOf(code))).toEqual({ ok: false, reason });
  });

  it.each<[unknown, boolean]>([
    ['1.250', true],
    [1.25, true],
    ['1.255', false],
    [1.255, false],
  ])('with 2 decimals at most, zeros excepted, %o KWD is accepted: %s', (input, ok) => {
    expect(parseMerchantAmount(input, currencyOf('KWD'), 2)).toEqual(
      ok ? { ok, minor: 1250n } : { ok, reason: 'decimals' },
    );
  });

  it('reads back whatever is printed, in every currency', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999n }), exponents, (minor, exponent) => {
        for (const minDecimals of [0, 2]) {
          const text = formatDecimal(minor, exponent, { minDecimals });
          expect(parseMerchantAmount(text, currencyOf(codeOf[exponent]))).toEqual({ ok: true, minor });
        }
      }),
    );
  });

  it('reads text and number alike, for every amount it allows', () => {
    const amounts = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(amounts, (minor) => {
        const text = formatDecimal(minor, 2);
        const parsed = { ok: true, minor };
        expect(parseMerchantAmount(text, currencyOf('USD'))).toEqual(parsed);
        expect(parseMerchantAmount(Number(text), currencyOf('USD'))).toEqual(parsed);
      }),
    );
  });

  it('never accepts text that is not digits with an optional point', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'0123456789.,+-eE x'), maxLength: 8 });
    fc.assert(
      fc.property(nearly, (text) => {
        if (parseMerchantAmount(text, currencyOf('USD')).ok) expect(text).toMatch(/^\d{1,12}(\.\d{1,2})?$/);
      }),
    );
  });

  it('judges a body full of digits in linear time', () => {
    const start = performance.now();
    expect(parseMerchantAmount(`${'0'.repeat(250_000)}x`, currencyOf('USD')).ok).toBe(false);
    expect(parseMerchantAmount(`0.${'0'.repeat(250_000)}1`, currencyOf('USD')).ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('parsePartnerAmount', () => {
  it.each<[number, string, 0n | 1n, bigint]>([
    [12.3, 'USD', 1n, 1230n],
    [0.01, 'USD', 1n, 1n],
    [1.15, 'USD', 1n, 115n],
    [1.0e7, 'USD', 1n, 1_000_000_000n],
    [0, 'USD', 0n, 0n],
    [-0, 'USD', 0n, 0n],
    [1.234, 'KWD', 1n, 1234n],
    [500, 'JPY', 1n, 500n],
    [999999999999.99, 'USD', 1n, 99999999999999n],
    [999999999999.999, 'KWD', 1n, 999999999999999n],
  ])('reads %o %s, at least %o', (input, code, min, minor) => {
    expect(parsePartnerAmount(input, currencyOf(code), { min })).toEqual({ ok: true, minor });
  });

  it.each<[unknown, string, 0n | 1n, string]>([
    ['12.30', 'USD', 1n, 'type'],
    [undefined, 'USD', 0n, 'type'],
    [null, 'USD', 0n, 'type'],
    [true, 'USD', 0n, 'type'],
    [12n, 'USD', 0n, 'type'],
    [Number.NaN, 'USD', 0n, 'precision'],
    [Number.NEGATIVE_INFINITY, 'USD', 0n, 'precision'],
    [1e12, 'USD', 0n, 'digits'],
    [-1e12, 'USD', 0n, 'digits'],
    [1e300, 'USD', 0n, 'digits'],
    [1e-7, 'USD', 0n, 'decimals'],
    [1.5e-7, 'USD', 0n, 'decimals'],
    [Number.MIN_VALUE, 'USD', 0n, 'decimals'],
    [10.005, 'USD', 0n, 'decimals'],
    [0.1 + 0.2, 'USD', 0n, 'decimals'],
    [0.5, 'JPY', 0n, 'decimals'],
    [1.2345, 'KWD', 0n, 'decimals'],
    [0, 'USD', 1n, 'zero'],
    [-0, 'USD', 1n, 'zero'],
    [-1, 'USD', 1n, 'zero'],
    [-0.01, 'USD', 0n, 'negative'],
  ])('refuses %o %s, at least %o: %s', (input, code, min, reason) => {
    expect(parsePartnerAmount(input, currencyOf(code), { min })).toEqual({ ok: false, reason });
  });

  it('reads back every amount it allows', () => {
    const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999n });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 999n }), exponents, (whole, part, exponent) => {
        const scale = 10n ** BigInt(exponent);
        const minor = whole * scale + (part % scale);
        const value = JSON.parse(formatDecimal(minor, exponent));
        expect(parsePartnerAmount(value, currencyOf(codeOf[exponent]), { min: 0n })).toEqual({ ok: true, minor });
      }),
    );
  });
});

describe('formatDecimal', () => {
  it.each<[bigint, Exponent, number | undefined, string]>([
    [1230n, 2, undefined, '12.30'],
    [0n, 2, undefined, '0.00'],
    [5n, 2, undefined, '0.05'],
    [-5n, 2, undefined, '-0.05'],
    [-1230n, 2, undefined, '-12.30'],
    [500n, 0, undefined, '500'],
    [0n, 0, undefined, '0'],
    [-7n, 0, undefined, '-7'],
    [1234n, 3, undefined, '1.234'],
    [500n, 0, 2, '500.00'],
    [1230n, 2, 2, '12.30'],
    [1234n, 3, 2, '1.234'],
    [10n ** 18n, 2, undefined, '10000000000000000.00'],
  ])('%o with exponent %i', (minor, exponent, minDecimals, text) => {
    expect(formatDecimal(minor, exponent, minDecimals === undefined ? {} : { minDecimals })).toBe(text);
  });

  it('is undone by toMinorUnits', () => {
    fc.assert(
      fc.property(fc.bigInt(), exponents, fc.nat(5), (minor, exponent, minDecimals) => {
        expect(toMinorUnits(formatDecimal(minor, exponent, { minDecimals }), exponent)).toBe(minor);
      }),
    );
  });

  it.each<[string, Exponent]>([
    ['1.5', 0],
    ['1.001', 2],
    ['--1', 2],
    ['+1', 2],
    ['-', 2],
    ['1e3', 2],
    ['', 2],
  ])('toMinorUnits refuses %o with exponent %i', (text, exponent) => {
    expect(toMinorUnits(text, exponent)).toBeUndefined();
  });
});

describe('money in JSON', () => {
  it.each<[bigint, Exponent, string]>([
    [1230n, 2, '12.3'],
    [1200n, 2, '12'],
    [10000n, 2, '100'],
    [0n, 2, '0'],
    [-5n, 2, '-0.05'],
    [100n, 0, '100'],
    [20010n, 3, '20.01'],
    [1000n, 3, '1'],
    [10n ** 18n + 1n, 2, '10000000000000000.01'],
    [-(10n ** 18n), 0, '-1000000000000000000'],
  ])('jsonDecimal writes %o with exponent %i as %s', (minor, exponent, text) => {
    expect(JSON.stringify({ a: [jsonDecimal(minor, exponent)] })).toBe(`{"a":[${text}]}`);
  });

  it('jsonDecimal is exact at any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), exponents, (minor, exponent) => {
        expect(toMinorUnits(JSON.stringify(jsonDecimal(minor, exponent)), exponent)).toBe(minor);
      }),
    );
  });
});
