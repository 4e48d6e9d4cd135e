/** Which balances of a file are kept, and of which days: those that fit its entries. */
import { describe, expect, it } from 'vitest';
import { partOf } from '../../../tests/support/statement-parts.ts';
import { createPeriods } from './statement-periods.ts';

/** `1-3 0>10`: from 1 to 3 March, from 0 to 10. */
function periodsOf(isWhole: boolean, texts: readonly string[]): string[] {
  const periods = createPeriods(isWhole);
  for (const text of texts) periods.take(partOf(text));
  return periods
    .finish()
    .map(({ currency, firstOn, lastOn, opening, closing }) =>
      `${Number(firstOn.slice(8))}-${Number(lastOn.slice(8))} ${opening}>${closing} ${currency === 'EUR' ? '' : currency}`.trim(),
    );
}

describe('a statement', () => {
  it.each<[string, string[], string[]]>([
    ['with both balances', ['o 1 0', 'e 2 30', 'e 3 -20', 'c 3 10'], ['2-3 0>10']],
    ['that begins overdrawn', ['o 1 -50', 'e 2 30', 'c 2 -20'], ['2-2 -50>-20']],
    ['whose balances do not fit its entries', ['o 1 0', 'e 2 30', 'c 2 31'], []],
    ['with the opening balance alone', ['o 1 5', 'e 2 30'], ['2-2 5>35']],
    ['with the closing balance alone', ['e 2 30', 'c 2 35'], ['2-2 5>35']],
    ['without balances', ['e 2 30'], []],
    ['without entries', ['o 1 5', 'c 3 5'], ['1-3 5>5']],
    ['without entries, of one balance', ['c 3 5'], ['3-3 5>5']],
    ['of the days of its entries, in any order', ['o 1 0', 'e 3 1', 'e 4 1', 'e 2 1', 'c 3 3'], ['2-4 0>3']],
    ['until the day of its closing balance', ['o 1 0', 'e 2 1', 'c 9 1'], ['2-9 0>1']],
    [
      'from the first opening balance to the last closing one',
      ['o 1 0', 'c 2 7', 'o 2 7', 'e 2 9', 'c 3 9'],
      ['2-3 0>9'],
    ],
    [
      'with entries that are not booked',
      ['o 1 0', 'e 9 5 pending', 'e 2 1', 'e 9 7 information', 'c 2 1'],
      ['2-2 0>1'],
    ],
    ['with an entry of an unknown direction', ['o 1 0', 'e 2 1 unknown', 'e 2 1', 'c 2 2'], []],
    ['with entries of two currencies', ['o 1 0', 'e 2 1', 'e 2 1 USD', 'c 2 2'], []],
    ['with entries of another currency than its balance', ['o 1 0', 'e 2 1 USD', 'c 2 1'], []],
    ['with balances of two currencies', ['o 1 0', 'e 2 1', 'c 2 1 USD'], []],
    ['in another currency', ['o 1 0 JPY', 'e 2 1 JPY', 'c 2 1 JPY'], ['2-2 0>1 JPY']],
  ])('%s', (_name, texts, expected) => {
    expect(periodsOf(true, texts)).toEqual(expected);
  });

  it('needs both balances where there may be entries beside it', () => {
    expect(periodsOf(false, ['o 1 5', 'e 2 30'])).toEqual([]);
    expect(periodsOf(false, ['e 2 30', 'c 2 35'])).toEqual([]);
    expect(periodsOf(false, ['o 1 5', 'e 2 30', 'c 2 35'])).toEqual(['2-2 5>35']);
  });
});

describe('several statements of a file', () => {
  const [first, second] = [
    ['|', 'o 1 0', 'e 2 10', 'c 3 10'],
    ['|', 'o 4 10', 'e 5 -3', 'c 6 7'],
  ];
  it.each<[string, string[][], string[]]>([
    ['are one where they follow each other', [first, second], ['2-6 0>7']],
    ['are one where both have entries of a day', [first, ['|', 'o 3 10', 'e 3 1', 'c 3 11']], ['2-3 0>11']],
    ['are two where something is between them', [first, ['|', 'o 4 11', 'e 5 1', 'c 5 12']], ['2-3 0>10', '5-5 11>12']],
    ['are two in the wrong order', [second, ['|', 'o 1 7', 'e 4 1', 'c 4 8']], ['5-6 10>7', '4-4 7>8']],
    [
      'are two in two currencies',
      [first, ['|', 'o 4 10 USD', 'e 5 1 USD', 'c 5 11 USD']],
      ['2-3 0>10', '5-5 10>11 USD'],
    ],
    ['count only where their balances fit', [['|', 'o 1 0', 'e 2 10 unknown', 'c 3 10'], second], ['5-6 10>7']],
  ])('%s', (_name, statements, expected) => {
    expect(periodsOf(true, statements.flat())).toEqual(expected);
  });

  it('are kept up to a thousand, and one that goes on the last of them', () => {
    const apart = Array.from({ length: 1_001 }, (_, at) => ['|', `o 1 ${at * 2}`, 'e 2 1', `c 2 ${at * 2 + 1}`]).flat();
    const kept = periodsOf(true, apart);
    expect([kept.length, kept.at(-1)]).toEqual([1_000, '2-2 1998>1999']);
    const goesOn = periodsOf(true, [...apart.slice(0, 4_000), '|', 'o 2 1999', 'e 3 1', 'c 3 2000']);
    expect([goesOn.length, goesOn.at(-1)]).toEqual([1_000, '2-3 1998>2000']);
  });
});
