/** Reading cells: amounts, dates and whole lines. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Currency, findCurrency } from '../../base/money/currency.ts';
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
    const facts = { lineNumber: 7, bookedOn: '2031-03-01', currency: 'EUR', amount: 100n, reference: 'a b' };
    const line = { ...facts, bookedTime: undefined, direction: 'read', bankId: undefined };
    expect(read({})).toEqual({ ok: true, line });
  });

  it('has the time after its date, except the midnight of banks that know none, and the id of the bank', () => {
    const columns = { ...format.columns, id: 'i' };
    const factsOf = (date: string, id = '') => {
      const one = read({ date, id }, { columns });
      return one.ok && one.line ? [one.line.bookedTime, one.line.bankId] : one;
    };
    expect(factsOf('2031-03-01T09:05:07Z', ' B-1\n')).toEqual(['09:05:07', 'B-1']);
    expect(factsOf('2031-03-01 9:05')).toEqual(['09:05:00', undefined]);
    for (const date of ['2031-03-01T00:00:00', '2031-03-01 25:00', '2031-03-01 noon']) {
      expect(factsOf(date)).toEqual([undefined, undefined]);
    }
    expect(read({ id: 'x'.repeat(101) }, { columns })).toEqual({
      ok: false,
      problems: ['Line 7, column "i": the ID has more than 100 characters.'],
    });
  });

  it.each<[sign: string, amount: string, expected: bigint | 'unknown' | 'refused']>([
    ['Af', '71.00', -7_100n],
    ['Bij', '71.00', 7_100n],
    ['S', '71.00', -7_100n],
    ['H', '71.00', 7_100n],
    ['D', '71.00', -7_100n],
    ['K', '71.00', 7_100n],
    ['C', '71.00', 7_100n],
    ['DR.', '71.00', -7_100n],
    ['cr', '71.00', 7_100n],
    ['Debit', '71.00', -7_100n],
    ['CRDT', '71.00', 7_100n],
    ['-', '71.00', -7_100n],
    ['+', '71.00', 7_100n],
    ['Paid out', '71.00', -7_100n],
    // The amount has the sign as well.
    ['Debit', '-71.00', -7_100n],
    ['Credit', '-71.00', 'unknown'],
    // Words of the operator come first.
    ['uit de kas', '71.00', -7_100n],
    ['Ma', '71.00', -7_100n],
    ['naar kas', '71.00', 7_100n],
    ['', '71.00', 'refused'],
    ['Storno', '71.00', 'refused'],
  ])('with a sign of %j and %s is %s', (sign, amount, expected) => {
    const columns = { ...format.columns, sign: 's' };
    const words = { outgoing: ['Uit de kas', 'ma'], incoming: ['Naar kas'] };
    const one = read({ sign, amount }, { columns, words });
    if (expected === 'refused') {
      const problem = `Line 7, column "s": "${sign}" is not known to mean that money came in or went out.`;
      expect(one).toEqual({ ok: false, problems: [problem] });
    } else if (expected === 'unknown') {
      expect(one).toMatchObject({ line: { amount: 7_100n, direction: 'unknown' } });
    } else expect(one).toMatchObject({ line: { amount: expected, direction: 'read' } });
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
