/** CSV cells: RFC 4180, and no cell that a spreadsheet would run as a formula. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCell, csvRows } from './csv.ts';

describe('a text cell is never a formula', () => {
  it.each([
    ['=1+1', "'=1+1\r\n"],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"\r\n`],
    ['+49 30', "'+49 30\r\n"],
    ['-ref', "'-ref\r\n"],
    ['@SUM(A1)', "'@SUM(A1)\r\n"],
    ['\t=1', "'\t=1\r\n"],
    ['＝1+1', "'＝1+1\r\n"],
    ['Bolt, "Bistro"', '"Bolt, ""Bistro"""\r\n'],
    ['two\nlines', '"two\nlines"\r\n'],
    ['Łódź 🍕', 'Łódź 🍕\r\n'],
    ['a=b', 'a=b\r\n'],
    ['', '\r\n'],
  ])('%j', (text, csv) => {
    expect(csvRows([[text]])).toBe(csv);
  });

  it('whatever it is, and it reads back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }), (first, second) => {
        const [cells] = parse(csvRows([[first, second]]), { relax_column_count: false }) as string[][];
        for (const [index, text] of [first, second].entries()) {
          const cell = cells?.[index] ?? '';
          expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
          expect([text, `'${text}`]).toContain(cell);
        }
      }),
    );
  });
});

it('an amount is a plain decimal, below zero too', () => {
  const row = [amountCell(-1_230n, 'EUR'), amountCell(500n, 'JPY'), amountCell(-5n, 'KWD'), 12n, null];
  expect(csvRows([row])).toBe('-12.30,500,-0.005,12,\r\n');
  expect(csvRows([[amountCell(-(10n ** 18n), 'EUR')]])).toBe('-10000000000000000.00\r\n');
});

it('no rows are no text', () => {
  expect(csvRows([])).toBe('');
});
