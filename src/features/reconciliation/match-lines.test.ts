/** Which lines match which transfers, and which are left to a person. */
import { describe, expect, it } from 'vitest';
import { createFinder, decideMatches, type OpenLine, type OpenTransfer } from './match-lines.ts';
import { nameTransfers } from './name-transfers.ts';

const pay = 'pay_2abcdefghijKLMNOPQRSTuv';
const top = 'top_2ABCDEFGHIJklmnopqrstUV';

const line = (id: number, reference: string, amount = 1_000n, currency = 'EUR'): OpenLine => ({
  id: BigInt(id),
  reference,
  endToEndId: null,
  amount,
  currency,
});
const transfer = (id: number, references: string[], amount = 1_000n, currency = 'EUR'): OpenTransfer => ({
  holderId: 2n,
  id: BigInt(id),
  references,
  amount,
  currency,
});
/** Finds the transfers that each line names, all on one page, and decides. */
const matchLines = (lines: OpenLine[], transfers: OpenTransfer[]) => {
  const finder = createFinder();
  for (const one of transfers) finder.add(one);
  return decideMatches(lines.map((one) => ({ line: one, found: finder.find(one) })));
};
/** `line=transfer` for matches, `line?candidates` for ambiguous lines. */
const told = (lines: OpenLine[], transfers: OpenTransfer[]): string[] => {
  const { matches, doubts } = matchLines(lines, transfers);
  return [
    ...matches.map((match) => `${match.lineId}=${match.transfer.id}`),
    ...doubts.map((doubt) => `${doubt.lineId}?${doubt.candidates.map((one) => one.id).join('+')}`),
  ].sort();
};

describe('a line matches the one transfer it names', () => {
  it.each<[string, OpenLine[], OpenTransfer[], string[]]>([
    ['its id stands in the text', [line(1, `SEPA ${pay} thanks`)], [transfer(1, [pay])], ['1=1']],
    ['glued to other words', [line(1, `EREF+${pay}MREF+1`)], [transfer(1, [pay])], ['1=1']],
    [
      'upper case, without its underscore',
      [line(1, `EREF ${pay.replace('_', ' ').toUpperCase()}`)],
      [transfer(1, [pay])],
      ['1=1'],
    ],
    ['broken by the bank', [line(1, `${pay.slice(0, 12)} ${pay.slice(12)}`)], [transfer(1, [pay])], ['1=1']],
    ...[' ', '\n', '-', '- ', ' -\r\n', '/', '. '].map((mark): [string, OpenLine[], OpenTransfer[], string[]] => [
      `broken after each few characters by ${JSON.stringify(mark)}`,
      [line(1, `EREF: ${(pay.match(/.{1,5}/g) ?? []).join(mark)} SVWZ`)],
      [transfer(1, [pay])],
      ['1=1'],
    ]),
    [
      'in capitals, cut after 27 characters behind its label',
      [line(1, `EREF+${pay.replace('_', '')}`.toUpperCase().replace(/.{27}/, '$& '))],
      [transfer(1, [pay])],
      ['1=1'],
    ],
    [
      'a creditor reference, as people copy it',
      [line(1, 'rf71 kxqm ptbd, thanks')],
      [transfer(1, ['RF71KXQMPTBD'])],
      ['1=1'],
    ],
    ['one at the end', [line(1, 'REF RF71KXQMPTBD')], [transfer(1, ['RF71KXQMPTBD'])], ['1=1']],
    [
      'one of 16 letters within other words',
      [line(1, 'xABCDEFGH-12345678y')],
      [transfer(1, ['ABCDEFGH12345678'])],
      ['1=1'],
    ],
    ['not one of 15', [line(1, 'xABCDEFGH-1234567y')], [transfer(1, ['ABCDEFGH1234567'])], []],
    ['one within other words', [line(1, 'REF.RF71-KXQM-PTBDX')], [transfer(1, ['RF71KXQMPTBD'])], ['1=1']],
    [
      'its end-to-end id, where the text was cut',
      [{ ...line(1, 'a long text'), endToEndId: pay.replace('_', '').toUpperCase() }],
      [transfer(1, [pay])],
      ['1=1'],
    ],
    [
      'any of its names',
      [line(1, 'charge py_3Nabcdefghijkl_mn')],
      [transfer(1, [pay, 'py_3Nabcdefghijkl_mn'])],
      ['1=1'],
    ],
    ['several, each its own', [line(1, pay), line(2, top)], [transfer(1, [top]), transfer(2, [pay])], ['1=2', '2=1']],
    ['money that went out', [line(1, pay, -500n)], [transfer(1, [pay]), transfer(2, [pay], -500n)], ['1=2']],
    ['a short reference as a word of its own', [line(1, 'Payout A-12.')], [transfer(1, ['A-12'])], ['1=1']],
    ['a short one of several words', [line(1, 'ACME payout  march/31')], [transfer(1, ['Payout March 31'])], ['1=1']],
    ['only when the currency agrees', [line(1, pay, 1_000n, 'USD')], [transfer(1, [pay])], []],
    ['only when the amount agrees', [line(1, pay, 999n)], [transfer(1, [pay])], []],
    ['only when the direction agrees', [line(1, pay, -1_000n)], [transfer(1, [pay])], []],
    ['not by the amount alone', [line(1, 'thanks')], [transfer(1, [pay])], []],
    [
      'not by a creditor reference with a digit changed',
      [line(1, 'RF72 KXQM PTBD')],
      [transfer(1, ['RF71KXQMPTBD'])],
      [],
    ],
    ['not by a part of an id', [line(1, pay.slice(0, -1))], [transfer(1, [pay])], []],
    ['not by a short reference within a word', [line(1, 'DA-123')], [transfer(1, ['A-12'])], []],
    ['not by a short one cut in two', [line(1, 'A 1 2')], [transfer(1, ['A-12'])], []],
    ['not by one that is hardly a name', [line(1, 'order 42')], [transfer(1, ['42', ''])], []],
    ['nothing', [], [], []],
  ])('%s', (_name, lines, transfers, expected) => {
    expect(told(lines, transfers)).toEqual(expected);
  });
});

it('page by page the same is found', async () => {
  const lines = [line(1, pay), line(2, `${pay} ${top}`), line(3, 'A-12'), line(4, top, 5n), line(5, 'nothing')];
  const transfers = [transfer(1, [pay]), transfer(2, [top]), transfer(3, ['A-12']), transfer(4, [top], 5n)];
  async function* pages() {
    for (const one of transfers) yield [one];
  }
  const named = await nameTransfers(lines, pages());
  expect(named.map(({ line: { id }, found }) => [Number(id), found.map((one) => Number(one.id))])).toEqual([
    [1, [1]],
    [2, [1, 2]],
    [3, [3]],
    [4, [4]],
    [5, []],
  ]);
  expect(decideMatches(named)).toEqual(matchLines(lines, transfers));
});

describe('what is not clear is left to a person', () => {
  it.each<[string, OpenLine[], OpenTransfer[], string[]]>([
    ['two lines name one transfer', [line(1, pay), line(2, pay)], [transfer(1, [pay])], ['1?1', '2?1']],
    ['one line names two transfers', [line(1, `${pay} ${top}`)], [transfer(1, [pay]), transfer(2, [top])], ['1?1+2']],
    ['two transfers of one name', [line(1, pay)], [transfer(1, [pay]), transfer(2, [pay])], ['1?1+2']],
    [
      'a doubt spoils what it touches',
      [line(1, pay), line(2, `${pay} ${top}`)],
      [transfer(1, [pay]), transfer(2, [top])],
      ['1?1', '2?1+2'],
    ],
    [
      'and nothing else',
      [line(1, pay), line(2, pay), line(3, top)],
      [transfer(1, [pay]), transfer(2, [top])],
      ['1?1', '2?1', '3=2'],
    ],
  ])('%s', (_name, lines, transfers, expected) => {
    expect(told(lines, transfers)).toEqual(expected);
  });
});

it('a transfer is matched at most once, and so is a line, whatever comes in whichever order', () => {
  const names = Array.from({ length: 40 }, (_, index) => `pay_2${String(index).padStart(22, 'x')}`);
  const lines = names.flatMap((name, index) =>
    index % 3 === 0 ? [line(index, name), line(100 + index, name)] : [line(index, name)],
  );
  const transfers = names.map((name, index) => transfer(index, [name]));
  const { matches } = matchLines(lines.toReversed(), transfers);
  expect(matches).toHaveLength(names.filter((_, index) => index % 3 !== 0).length);
  expect(new Set(matches.map((match) => match.transfer)).size).toBe(matches.length);
  expect(new Set(matches.map((match) => match.lineId)).size).toBe(matches.length);
});
