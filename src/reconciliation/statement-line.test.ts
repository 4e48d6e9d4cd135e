/** Reading cells: amounts, dates and whole lines. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Currency, findCurrency } from '../money/currency.ts';
import {
  type ColumnRole,
  datePattern,
  readAmount,
  readDate,
  readLine,
  type StatementFormat,
} from './statement-line.ts';

const currency = (code: string) => findCurrency(code) as Currency;

describe('an amount is an exact decimal in the notation that was named', () => {
  it.each<[string, 'point' | 'comma', string, bigint | undefined]>([
    ['12.30', 'point', 'EUR', 1_230n],
    ['-12.3', 'point', 'EUR', -1_230n],
    ['+12', 'point', 'EUR', 1_200n],
    ['12.30-', 'point', 'EUR', -1_230n],
    ['\u221212.30', 'point', 'EUR', -1_230n],
    ['1,234,567.89', 'point', 'EUR', 123_456_789n],
    ["1'234.50", 'point', 'CHF', 123_450n],
    ['1.234.567,89', 'comma', 'EUR', 123_456_789n],
    ['1 234,50', 'comma', 'EUR', 123_450n],
    ['1\u00a0234,50', 'comma', 'EUR', 123_450n],
    ['1.234', 'comma', 'EUR', 123_400n],
    ['1,234', 'point', 'EUR', 123_400n],
    ['1.234', 'point', 'KWD', 1_234n],
    ['500', 'point', 'JPY', 500n],
    ['500.00', 'point', 'JPY', 500n],
    ['0,00', 'comma', 'EUR', 0n],
    ['1.234', 'point', 'EUR', undefined],
    ['12,30', 'point', 'EUR', undefined],
    ['12.30', 'comma', 'EUR', undefined],
    ['1,23,456.00', 'point', 'EUR', undefined],
    ['500.50', 'point', 'JPY', undefined],
    ['-12-', 'point', 'EUR', undefined],
    ['1e3', 'point', 'EUR', undefined],
    ['', 'point', 'EUR', undefined],
    ['.5', 'point', 'EUR', undefined],
    ['5.', 'point', 'EUR', undefined],
    ['12 EUR', 'point', 'EUR', undefined],
    ['١٢', 'point', 'EUR', undefined],
    ['9999999999999999', 'point', 'EUR', undefined],
  ])('%j with a %s in %s is %s', (text, mark, code, minor) => {
    expect(readAmount(text, mark, currency(code))).toBe(minor);
  });

  it('reads back whatever a bank writes', () => {
    const range = { min: -(10n ** 15n), max: 10n ** 15n };
    fc.assert(
      fc.property(fc.bigInt(range), fc.boolean(), (minor, grouped) => {
        const [whole = '', fraction] = [
          String((minor < 0n ? -minor : minor) / 100n),
          String((minor < 0n ? -minor : minor) % 100n),
        ];
        const shown = grouped ? whole.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, '.') : whole;
        const text = `${minor < 0n ? '-' : ''}${shown},${(fraction ?? '').padStart(2, '0')}`;
        expect(readAmount(text, 'comma', currency('EUR'))).toBe(minor);
      }),
    );
  });
});

describe('a date is in the named format and in the calendar', () => {
  it.each([
    ['2031-03-01', 'YYYY-MM-DD', '2031-03-01'],
    ['2031-03-01T10:00:00Z', 'YYYY-MM-DD', '2031-03-01'],
    ['01.03.2031', 'DD.MM.YYYY', '2031-03-01'],
    ['1.3.2031', 'DD.MM.YYYY', '2031-03-01'],
    ['01.03.31', 'DD.MM.YY', '2031-03-01'],
    ['03/01/2031', 'MM/DD/YYYY', '2031-03-01'],
    ['20310301', 'YYYYMMDD', '2031-03-01'],
    ['29.02.2032', 'DD.MM.YYYY', '2032-02-29'],
    ['29.02.2031', 'DD.MM.YYYY', undefined],
    ['2031-13-01', 'YYYY-MM-DD', undefined],
    ['01-03-2031', 'DD.MM.YYYY', undefined],
    ['01x03x2031', 'DD.MM.YYYY', undefined],
    ['', 'YYYY-MM-DD', undefined],
  ])('%j as %s is %j', (text, format, day) => {
    expect(readDate(text, datePattern(format) as RegExp)).toBe(day);
  });

  it.each(['', 'YYYY', 'DD.MM', 'DD.MM.YYYY HH', 'DD.DD.YYYY', 'dd.mm.yyyy', 'YYYY-MM-DDT'])(
    '%j is no format',
    (format) => {
      expect(datePattern(format)).toBeUndefined();
    },
  );
});

describe('a line', () => {
  const format: StatementFormat = {
    columns: { date: 'd', amount: 'a', currency: 'c', reference: 'r' },
    decimal: 'point',
    delimiter: ',',
    dateFormat: 'YYYY-MM-DD',
    encoding: 'utf-8',
    currency: undefined,
  };
  const read = (cells: Partial<Record<ColumnRole, string>>, changes: Partial<StatementFormat> = {}) => {
    const own = { ...format, ...changes };
    const all = { date: '2031-03-01', amount: '1', currency: 'EUR', reference: ' a\tb\n ', ...cells };
    return readLine(7, (role) => all[role as keyof typeof all] ?? '', own, datePattern(own.dateFormat) as RegExp);
  };

  it('is its cells, the text without control characters', () => {
    const line = { lineNumber: 7, bookedOn: '2031-03-01', currency: 'EUR', amount: 100n, reference: 'a b' };
    expect(read({})).toEqual({ ok: true, line });
  });

  it('that moved nothing is none', () => {
    expect(read({ amount: '0.00' })).toEqual({ ok: true, line: undefined });
  });

  it('tells everything that is wrong with it', () => {
    expect(read({ date: 'x', amount: '1,5', reference: 'x'.repeat(2_001) })).toEqual({
      ok: false,
      problems: [
        'Line 7, column "d": "x" is not a date like YYYY-MM-DD.',
        'Line 7, column "r": the reference has more than 2000 characters.',
        'Line 7, column "a": "1,5" is not an amount in EUR with a decimal point.',
      ],
    });
    expect(read({ currency: 'eur' })).toEqual({
      ok: false,
      problems: ['Line 7, column "c": "eur" is not a currency (uppercase ISO 4217).'],
    });
  });

  it.each<[Record<string, string>, bigint | string]>([
    [{ credit: '5', debit: '' }, 500n],
    [{ credit: '', debit: '5' }, -500n],
    [{ credit: '', debit: '-5' }, -500n],
    [{ credit: '5', debit: '0' }, 500n],
    [{ credit: '0', debit: '5' }, -500n],
    [{ credit: '', debit: '' }, 'Line 7, columns "k" and "s": there is neither a credit nor a debit.'],
    [{ credit: '5', debit: '5' }, 'Line 7, columns "k" and "s": there is both a credit and a debit.'],
    [{ credit: 'x', debit: '' }, 'Line 7, column "k": "x" is not an amount in EUR with a decimal point.'],
  ])('with %j is %s', (cells, expected) => {
    const columns = { date: 'd', credit: 'k', debit: 's', currency: 'c', reference: 'r' };
    const result = read({ amount: 'unused', ...cells }, { columns });
    expect(result.ok ? result.line?.amount : result.problems[0]).toBe(expected);
  });
});
