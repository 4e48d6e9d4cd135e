/** CSV cells: RFC 4180, every field quoted, and no cell that a spreadsheet would run as a formula. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCell, csvRows } from './csv.ts';

describe('a text that a spreadsheet would run gets an apostrophe, any other is as it was', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
    [' =1', `"' =1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['＝1+1', `"'＝1+1"`],
    ["-1+cmd|' /C calc'!A0", `"'-1+cmd|' /C calc'!A0"`],
    ['+HYPERLINK(A1)', `"'+HYPERLINK(A1)"`],
    ['-"a"', `"'-""a"""`],
    ['+1,5', `"'+1,5"`],
    ['＋1', `"'＋1"`],
    ["'quoted", `"''quoted"`],
    // Refs and numbers.
    ['-5', '"-5"'],
    ['-ref', '"-ref"'],
    ['+A/7', '"+A/7"'],
    ['+49 30', '"+49 30"'],
    ['-', '"-"'],
    ['-Łódź-7', '"-Łódź-7"'],
    ['Bolt, "Bistro"', '"Bolt, ""Bistro"""'],
    ['two\nlines', '"two\nlines"'],
    ['Łódź 🍕', '"Łódź 🍕"'],
    ['a=b', '"a=b"'],
    ['', '""'],
  ])('%j', (text, csv) => {
    expect(csvRows([[text]])).toBe(`${csv}\r\n`);
  });

  it('whatever it is, and without one leading apostrophe it reads back as it was', () => {
    const near = fc.string({ unit: fc.constantFrom(...'=+-@\'"\t\r\n ;,(|!aA1＝＋') });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), near, (first, second) => {
        const [cells] = parse(csvRows([[first, second]]), { relax_column_count: false }) as string[][];
        expect(cells?.map((cell) => cell.replace(/^'/, ''))).toEqual([first, second]);
        for (const cell of cells ?? []) {
          expect(cell).not.toMatch(/^[\s]*[=@＝＠＋－]/);
          if (/^\s*[+-]/.test(cell)) expect(cell).not.toMatch(/["'(|!=]/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('an amount is a plain decimal, below zero too', () => {
  const row = [amountCell(-1_230n, 'EUR'), amountCell(500n, 'JPY'), amountCell(-5n, 'KWD'), 12n, null];
  expect(csvRows([row])).toBe('"-12.30","500","-0.005","12",""\r\n');
  expect(csvRows([[amountCell(-(10n ** 18n), 'EUR')]])).toBe('"-10000000000000000.00"\r\n');
});

it('no rows are no text', () => {
  expect(csvRows([])).toBe('');
});
