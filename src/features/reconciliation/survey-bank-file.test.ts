/** What a file comes to, which a person sees before it is imported, and its lines. */
import { describe, expect, it } from 'vitest';
import { partOf } from '../../../tests/support/statement-parts.ts';
import type { StatementPart } from '../bank-files/statement-file.ts';
import { eachLines, surveyBankFile } from './survey-bank-file.ts';

const reading = (format: string, parts: readonly (string | StatementPart)[]) => ({
  format,
  async *read() {
    for (const [at, part] of parts.entries()) yield typeof part === 'string' ? partOf(part, at + 1) : part;
  },
});
const survey = (parts: readonly (string | StatementPart)[], format = 'camt.053') =>
  surveyBankFile(reading(format, parts));
const problem = (message: string): StatementPart => ({ kind: 'problem', problem: { lineNumber: 7, message } });
const skipped = (name: string): StatementPart => ({ kind: 'skipped', name });
const noted = async (parts: readonly (string | StatementPart)[], format?: string) =>
  (await survey(parts, format)).problems.map(
    ({ lineNumber, message }) => `${lineNumber ?? ''} ${message.split(/[.:]/)[0]}`,
  );

it('the days, sums and balances of its booked entries, and the first of them', async () => {
  const entries = [
    'e 3 10',
    'e 9 5 pending',
    'e 5 -4',
    'e 2 7 unknown',
    'e 9 0 information',
    'e 4 1 USD',
    'e 4 -1 USD',
  ];
  const facts = await survey(['| DE89', 'o 1 100', 'o 2 99', 'c 5 1', ...entries, 'c 6 2', skipped('letter.pdf')]);
  expect(facts).toMatchObject({
    ...{ account: 'DE89', days: { first: '2031-03-02', last: '2031-03-05' }, entries: 5, pending: 1, empty: 1 },
    ...{ opening: { amount: 100n }, closing: { amount: 2n }, skipped: ['letter.pdf'], problems: [] },
    sums: [
      { currency: 'EUR', entries: 3, in: 10n, out: 4n, undirected: 7n },
      { currency: 'USD', entries: 2, in: 1n, out: 1n, undirected: 0n },
    ],
  });
  expect(facts.first.map(({ bookedOn, amount, lineNumber }) => [bookedOn, amount, lineNumber])).toEqual([
    ['2031-03-03', 10n, 5],
    ['2031-03-05', -4n, 7],
    ['2031-03-02', 7n, 8],
  ]);
});

describe('what is wrong with it', () => {
  it.each<[string, (string | StatementPart)[], string[]]>([
    ['nothing', ['| DE89', 'o 1 0', 'e 2 5', 'c 2 5', '| DE89', 'e 3 1'], []],
    ['two accounts', ['| DE89', 'e 2 5', '| DE88', '|'], [' The file is of two accounts, DE89 and DE88']],
    [
      'a closing balance that its entries miss',
      ['o 1 0', 'e 2 5', 'c 2 6'],
      ['3 the entries do not come to the closing balance'],
    ],
    [
      'one of the first statement',
      ['o 1 0', 'e 2 5', 'c 2 6', '|', 'o 2 6', 'c 2 6'],
      ['3 the entries do not come to the closing balance'],
    ],
    ['not balances of statements each of which fits', ['o 1 0', 'e 2 5', 'c 2 5', '|', 'o 2 9', 'e 2 1', 'c 2 10'], []],
    ['not one balance alone', ['o 1 0', 'e 2 5', '|', 'e 2 5', 'c 2 1'], []],
    ['not balances before its entries', ['o 1 0', 'c 2 5', 'e 2 5'], []],
    ['not an opening balance of each page', ['o 1 0', 'e 2 5', 'c 2 5', 'o 2 5', 'e 2 1', 'c 2 6'], []],
    ['not entries of an unknown direction', ['o 1 0', 'e 2 5 unknown', 'c 2 6'], []],
    ['not entries that are not booked', ['o 1 0', 'e 2 5', 'e 2 9 pending', 'c 2 5'], []],
    ['no entries', ['| DE89', 'o 1 0', 'c 1 0'], [' The file has no entries']],
    [
      'only pending ones',
      ['e 2 5 pending', 'e 2 0 information'],
      [' The file has only entries that are not booked yet (1)'],
    ],
    ['only empty ones', ['e 2 0 information'], [' The file has only entries that moved no money on the account (1)']],
    [
      'an entry that can’t be read',
      ['e 2 5', problem('Bad.')],
      ['7 Bad', ' Download the file again, or in another format'],
    ],
    [
      'and then not that there are none',
      [problem('Bad.')],
      ['7 Bad', ' Download the file again, or in another format'],
    ],
    ['its end', ['e 2 5', { ...problem('Cut off.'), isEnd: true } as StatementPart], ['7 Cut off']],
  ])('%s', async (_name, parts, expected) => {
    expect(await noted(parts)).toEqual(expected);
  });

  it('of a format whose balances are of another moment, these say nothing', async () => {
    for (const format of ['CSV', 'camt.052']) expect(await noted(['o 1 0', 'e 2 5', 'c 2 6'], format)).toEqual([]);
    expect(await noted(['o 1 0', 'e 2 5', 'c 2 6'], 'MT940')).toHaveLength(1);
    expect(await noted([problem('Bad.')], 'CSV')).toEqual([
      '7 Bad',
      ' Correct these lines, or download the file again',
    ]);
  });

  it('is not said without an end, and neither are names of skipped files', async () => {
    const many = Array.from({ length: 25 }, (_, at) => at);
    expect(await noted(many.map(() => problem('Bad.')))).toHaveLength(11);
    expect((await survey(['e 2 5', ...many.map((at) => skipped(`${at}.pdf`))])).skipped).toHaveLength(20);
    const currency = (at: number) => `AA${String.fromCharCode(65 + at)}`;
    const currencies = many.map((at) => `e 2 1 ${currency(at)}`);
    expect(await noted([...currencies.slice(0, 20), `e 2 1 ${currency(3)}`])).toEqual([]);
    expect((await noted(currencies))[0]).toBe('21 The file has more than 20 currencies');
  });
});

it('its lines come in parts, numbered on, with the balances of whole statements', async () => {
  const lines = async (format: string, parts: string[]) => {
    const taken: number[][] = [];
    const periods = await eachLines(reading(format, parts), 2, async (some) => {
      taken.push(some.map(({ lineNumber }) => lineNumber));
    });
    return [taken, periods.map(({ opening, closing }) => [opening, closing])];
  };
  const parts = ['o 1 0', 'e 2 1', 'e 2 9 pending', 'e 2 1', 'e 2 1', 'c 2 3'];
  expect(await lines('camt.053', parts)).toEqual([[[2, 4], [5]], [[0n, 3n]]]);
  expect(await lines('camt.053', parts.slice(0, 4))).toEqual([[[2, 4]], [[0n, 2n]]]);
  expect(await lines('CSV', parts)).toEqual([[[2, 4], [5]], [[0n, 3n]]]);
  expect(await lines('CSV', parts.slice(0, 4))).toEqual([[[2, 4]], []]);
  expect(await lines('camt.052', parts)).toEqual([[[2, 4], [5]], []]);
  const sameLine = {
    format: 'camt.053',
    read: async function* () {
      for (const part of parts) yield partOf(part, 7);
    },
  };
  const numbers: number[] = [];
  await eachLines(sameLine, 9, async (some) => void numbers.push(...some.map(({ lineNumber }) => lineNumber)));
  expect(numbers).toEqual([7, 8, 9]);
});
