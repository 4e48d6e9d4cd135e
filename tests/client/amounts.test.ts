/**
 * Amounts in the dashboard: read, filled in and shown with the decimals of their currency, and never added up across
 * currencies.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codesWith } from '../../src/base/money/currency.ts';
import { readDashboard } from '../support/dashboard-sources.ts';

const ui = (file: string) =>
  import(/* @vite-ignore */ new URL(join('../../dashboard/src/ui', file), import.meta.url).href);
const { decimalsOf } = await ui('currency-decimals.ts');
const { parseAmount, parsePositive, readAmount, readAmountOrZero, typedAmount } = await ui('decimal.ts');
const { axisMoneyFormat, moneyFormat, withMinus } = await ui('money-format.ts');
const { busiestOf, sumIn, sumsOf } = await ui('sums.ts');

const currencies = ([0, 2, 3] as const).flatMap((exponent) => codesWith(exponent).map((code) => ({ code, exponent })));

it('each currency has the decimals that the service counts', () => {
  expect(currencies.filter(({ code, exponent }) => decimalsOf(code) !== exponent)).toEqual([]);
  expect([decimalsOf(' kwd '), decimalsOf('jpy'), decimalsOf('')]).toEqual([3, 0, 2]);
});

describe('what is typed', () => {
  it.each([
    ['25', 'EUR', 25_000n],
    ['25.5', 'EUR', 25_500n],
    ['25,50', 'EUR', 25_500n],
    ['25.500', 'EUR', 25_500n],
    ['25.505', 'EUR', 'decimals'],
    ['1.234', 'KWD', 1_234n],
    ['0.001', 'KWD', 1n],
    ['1.234', 'kwd', 1_234n],
    ['1.2345', 'KWD', 'syntax'],
    ['1250', 'JPY', 1_250_000n],
    ['1250.0', 'JPY', 1_250_000n],
    ['1250.5', 'JPY', 'decimals'],
    ['0.01', 'JPY', 'decimals'],
    ['10.50', 'HUF', 10_500n],
    ['0', 'EUR', 0n],
    ['', 'EUR', 'syntax'],
    ['-1', 'EUR', 'syntax'],
    ['1e3', 'EUR', 'syntax'],
    ['1.', 'EUR', 'syntax'],
    ['1 000', 'EUR', 'syntax'],
    ['1234567890123', 'EUR', 'syntax'],
  ])('%j %s is %s', (typed, currency, parsed) => {
    expect(parseAmount(typed, currency)).toBe(parsed);
    expect(parsePositive(typed, currency)).toBe(parsed === 0n ? 'syntax' : parsed);
    const amount = typeof parsed === 'bigint' ? Number(parsed) / 1000 : undefined;
    expect(readAmountOrZero(typed, currency)).toBe(amount);
    expect(readAmount(typed, currency)).toBe(amount === 0 ? undefined : amount);
  });

  it.each([
    [12.5, 'EUR', '12.50'],
    [1250, 'EUR', '1250.00'],
    [12.5, 'KWD', '12.500'],
    [0.001, 'KWD', '0.001'],
    [1250, 'JPY', '1250'],
    [10.5, 'HUF', '10.50'],
  ])('is filled in for %s %s as %s', (amount, currency, typed) => {
    expect(typedAmount(amount, currency)).toBe(typed);
  });

  it('is what was filled in, in every currency', () => {
    const amounts = currencies.flatMap(({ code, exponent }) =>
      [1, 7, 999, 100_000_000_019].map((minor) => ({ code, amount: minor / 10 ** exponent })),
    );
    expect(amounts.filter(({ code, amount }) => readAmount(typedAmount(amount, code), code) !== amount)).toEqual([]);
  });
});

describe('what is shown', () => {
  const shown = (amount: number, currency: string, signed = false): string =>
    new Intl.NumberFormat('en', moneyFormat(currency, signed)).format(amount).replace(/\u00a0/, ' ');

  it.each([
    [12.5, 'EUR', 'EUR 12.50'],
    [12.5, 'KWD', 'KWD 12.500'],
    [1250, 'JPY', 'JPY 1,250'],
    [10.5, 'HUF', 'HUF 10.50'],
    [0.05, 'IDR', 'IDR 0.05'],
    [-3, 'USD', '-USD 3.00'],
  ])('of %s %s is %s', (amount, currency, text) => {
    expect(shown(amount, currency)).toBe(text);
  });

  it.each([
    [280, 'EUR', 'EUR 280'],
    [0, 'KWD', 'KWD 0'],
    [2.5, 'EUR', 'EUR 2.50'],
    [70, 'JPY', 'JPY 70'],
  ])('on an axis, %s %s is %s', (amount, currency, text) => {
    const axis = new Intl.NumberFormat('en', axisMoneyFormat(currency, amount)).format(amount);
    expect(axis.replace(/\u00a0/, ' ')).toBe(text);
  });

  it('has a minus sign, and no hyphen, in every locale', () => {
    const locales = ['en', 'de', 'ar', 'fr', 'es', 'pt', 'it', 'nl', 'el', 'tr', 'sv'];
    const negative = locales.map((locale) =>
      withMinus(new Intl.NumberFormat(locale, moneyFormat('EUR')).format(-1_234.5)),
    );
    expect(negative.filter((text) => text.includes('-') || !text.includes('\u2212'))).toEqual([]);
  });

  it('is never rounded, in any currency', () => {
    const smallest = currencies.map(({ code, exponent }) => ({ code, amount: 1 / 10 ** exponent }));
    expect(smallest.filter(({ code, amount }) => !shown(amount, code).endsWith(String(amount)))).toEqual([]);
    expect([shown(5, 'EUR', true), shown(0, 'EUR', true)]).toEqual(['+EUR 5.00', 'EUR 0.00']);
  });
});

describe('sums', () => {
  const rows = [
    { currency: 'EUR', amount: 0.1 },
    { currency: 'KWD', amount: 1.234 },
    { currency: 'EUR', amount: 0.2 },
    { currency: 'JPY', amount: 500 },
    { currency: 'KWD', amount: 0.001 },
  ];
  const of = ({ amount }: { amount: number }) => amount;

  it('are exact, one for each currency', () => {
    expect(sumsOf(rows, of)).toEqual([
      { currency: 'EUR', amount: 0.3 },
      { currency: 'KWD', amount: 1.235 },
      { currency: 'JPY', amount: 500 },
    ]);
    expect(sumsOf([], of)).toEqual([]);
    expect(['EUR', 'KWD', 'USD'].map((currency) => sumIn(rows, currency, of))).toEqual([0.3, 1.235, 0]);
  });

  it('begin with the currency that has the most, counted and not added up', () => {
    expect(busiestOf(rows, () => 1)).toBe('EUR');
    expect(busiestOf([], () => 1)).toBeUndefined();
  });
});

describe('no screen', () => {
  const screens = readDashboard();

  it('adds up amounts by itself', () => {
    const allowed = [
      'ui/sums.ts',
      // Sums within one payment or one order.
      'screens/payments/payment-summary.tsx',
      'screens/orders/broken-splits.ts',
    ];
    const adds = /\+ thousandthsOf\(|\+ Number\(|\+= |(sum|whole|total) \+ \w+\.(amount|left|volume|fee)/;
    const found = screens
      .filter(({ path, code }) => !allowed.includes(path) && adds.test(code))
      .map(({ path }) => path);
    // They add up lengths and characters.
    expect(found).toEqual(['app/keep-typed.ts']);
  });

  it('writes or reads an amount by itself', () => {
    const writes = screens.filter(({ code }) => /style: 'currency'|currencyDisplay/.test(code)).map(({ path }) => path);
    expect(writes).toEqual(['ui/money-format.ts']);
    const reads = screens.filter(({ code }) => /parseFloat|toFixed/.test(code)).map(({ path }) => path);
    expect(reads).toEqual([]);
    const fields = screens.filter(({ code }) => code.includes('inputMode="decimal"'));
    expect(fields.length).toBeGreaterThan(8);
    expect(fields.filter(({ code }) => !code.includes('useAmountProblem()')).map(({ path }) => path)).toEqual([]);
  });
});
