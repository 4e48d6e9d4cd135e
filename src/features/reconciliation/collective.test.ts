/** Which lines are several transfers, or transfers less a charge, by themselves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CollectiveLine,
  chargeOf,
  decideCollective,
  explain,
  type FiledTransfers,
  type Named,
} from './collective.ts';
import { keyOf, type OpenTransfer } from './match-lines.ts';

const transfer = (id: number, amount: bigint, currency = 'EUR'): OpenTransfer => ({
  holderId: 2n,
  id: BigInt(id),
  references: [],
  amount,
  currency,
});
type Payments = [amount: string | null, found: OpenTransfer[]][];
const line = (amount: bigint, more: { id?: bigint; charges?: bigint; payments?: Payments; count?: number } = {}) => {
  const { id = 1n, charges = null, payments = [], count = payments.length } = more;
  const of = payments.map(([of]) => ({ amount: of, endToEndId: null, name: null, account: null, text: '' }));
  const details = payments.length === 0 ? null : { count, payments: of };
  const stated: CollectiveLine = { id, currency: 'EUR', amount, reference: '', endToEndId: null, charges, details };
  return { stated, payments };
};
const namesOf = ({ payments }: ReturnType<typeof line>, own: OpenTransfer[]): Named => ({
  own: new Set(own),
  payments: payments.map(([, found]) => new Set(found)),
});
type Case = { line: ReturnType<typeof line>; own?: OpenTransfer[]; files?: FiledTransfers[]; doubted?: OpenTransfer[] };
/** `line: transfers, charge`. */
const matched = (...cases: Case[]): string[] => {
  const explained = cases.map((one) => ({
    line: one.line.stated,
    explanations: explain(one.line.stated, namesOf(one.line, one.own ?? []), one.files ?? []),
  }));
  const doubted = new Set(cases.flatMap((one) => one.doubted ?? []).map(keyOf));
  return decideCollective(explained, doubted).map(
    (one) => `${one.line.id}: ${one.transfers.map(({ id }) => id).join('+')}, ${one.charge}`,
  );
};

const [a, b, c] = [transfer(1, -100n), transfer(2, -250n), transfer(3, -400n)];
const file = (...transfers: OpenTransfer[]): FiledTransfers => ({ fileId: 'pf_1', transfers });

describe('by itself', () => {
  it.each<[string, Case, string[]]>([
    ['several references in a text', { line: line(-350n), own: [a, b] }, ['1: 1+2, 0']],
    [
      'each payment, of its amount',
      {
        line: line(-350n, {
          payments: [
            ['-100', [a]],
            ['-250', [b]],
          ],
        }),
      },
      ['1: 1+2, 0'],
    ],
    [
      'each payment, its amount unsaid',
      {
        line: line(-350n, {
          payments: [
            [null, [a]],
            [null, [b]],
          ],
        }),
      },
      ['1: 1+2, 0'],
    ],
    [
      'each payment, read before a person said that the line went out',
      {
        line: line(-350n, {
          payments: [
            ['100', [a]],
            ['250', [b]],
          ],
        }),
      },
      ['1: 1+2, 0'],
    ],
    ['a payment file', { line: line(-750n), files: [file(a, b, c)] }, ['1: 1+2+3, 0']],
    ['its batch first', { line: line(-350n), files: [file(a, b), file(a, b, c)] }, ['1: 1+2, 0']],
    [
      'a payment file of which the line lists only the first payments',
      { line: line(-750n, { payments: [['-100', [a]]], count: 3 }), files: [file(a, b, c)] },
      ['1: 1+2+3, 0'],
    ],
    ['one less the charge that the bank states', { line: line(-115n, { charges: 15n }), own: [a] }, ['1: 1, -15']],
    ['several less a charge', { line: line(-365n, { charges: 15n }), own: [a, b] }, ['1: 1+2, -15']],
    ['money in less a charge', { line: line(85n, { charges: 15n }), own: [transfer(4, 100n)] }, ['1: 4, -15']],
    ['to the unit, although a charge is stated', { line: line(-100n, { charges: 15n }), own: [a] }, ['1: 1, 0']],
  ])('%s', (_, one, expected) => {
    expect(matched(one)).toEqual(expected);
  });
});

describe('left to a person', () => {
  it.each<[string, ...Case[]]>([
    ['a unit too much', { line: line(-351n), own: [a, b] }],
    ['a difference that no bank stated', { line: line(-115n), own: [a] }],
    ['another charge than the stated one', { line: line(-115n, { charges: 14n }), own: [a] }],
    ['a charge the wrong way', { line: line(-85n, { charges: 15n }), own: [a] }],
    [
      'a payment that is nothing of ours',
      {
        line: line(-350n, {
          payments: [
            ['-100', [a]],
            ['-250', []],
          ],
        }),
        own: [b],
      },
    ],
    [
      'a payment of another amount',
      {
        line: line(-350n, {
          payments: [
            ['-250', [a]],
            ['-100', [b]],
          ],
        }),
      },
    ],
    [
      'a payment that could be two',
      {
        line: line(-350n, {
          payments: [
            ['-100', [a, b]],
            ['-250', [b]],
          ],
        }),
      },
    ],
    [
      'two payments of one transfer',
      {
        line: line(-100n, {
          payments: [
            [null, [a]],
            [null, [a]],
          ],
        }),
      },
    ],
    [
      'payments that the line does not list',
      {
        line: line(-350n, {
          payments: [
            [null, [a]],
            [null, [b]],
          ],
          count: 3,
        }),
      },
    ],
    ['a text that names more than the payments', { line: line(-350n, { payments: [[null, [a]]] }), own: [b] }],
    ['a file that is not booked as a whole', { line: line(-350n), files: [file(a, b, c)] }],
    ['a part that could be another line', { line: line(-350n), own: [a, b], doubted: [b] }],
    [
      'two lines that want one part',
      { line: line(-350n), own: [a, b] },
      { line: line(-500n, { id: 2n }), own: [a, c] },
    ],
    ['nothing named', { line: line(-350n) }],
    ['nothing named, all of which the bank kept', { line: line(-15n, { charges: 15n }) }],
  ])('%s', (_, ...cases) => {
    expect(matched(...cases)).toEqual([]);
  });

  it('what went the other way, or is in another currency, is no part of a file', () => {
    expect(matched({ line: line(-100n), files: [file(a, transfer(5, 100n), transfer(6, -100n, 'USD'))] })).toEqual([
      '1: 1, 0',
    ]);
  });
});

it('says by what it names them, without a file of which nothing is open', () => {
  const by = (one: ReturnType<typeof line>, own: OpenTransfer[], ...files: FiledTransfers[]) =>
    explain(one.stated, namesOf(one, own), files).map((explanation) => explanation.by);
  expect(by(line(-100n), [a], file(b), file())).toEqual(['file', 'references']);
  expect(by(line(-100n, { payments: [[null, [a]]] }), [], file(transfer(5, 100n)))).toEqual(['payments']);
  expect(by(line(-100n), [])).toEqual([]);
});

it('what is matched and what is booked always come to the line, and no transfer is in two', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 50n }), { minLength: 1, maxLength: 4 });
  const charges = fc.option(fc.bigInt({ min: 1n, max: 5n }));
  const one = fc.record({ amounts, charges, off: fc.bigInt({ min: -1n, max: 1n }), shared: fc.boolean() });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (drawn) => {
      const own = drawn.map(({ amounts }, at) => amounts.map((amount, part) => transfer(at * 10 + part, -amount)));
      const cases = drawn.map(({ charges: kept, off, shared }, at) => {
        const transfers = [
          ...(own[at] as OpenTransfer[]),
          ...(shared && own[0] !== own[at] ? (own[0] ?? []).slice(0, 1) : []),
        ];
        const amount = transfers.reduce((sum, { amount }) => sum + amount, off) - (kept ?? 0n);
        const { stated } = line(amount < 0n ? amount : -1n, {
          id: BigInt(at),
          ...(kept === null ? {} : { charges: kept }),
        });
        return { line: stated, explanations: explain(stated, { own: new Set(transfers), payments: [] }, []) };
      });
      const matches = decideCollective(cases, new Set());
      const used = matches.flatMap(({ transfers }) => transfers.map(keyOf));
      expect(new Set(used).size).toBe(used.length);
      for (const { line, transfers, charge } of matches) {
        expect(transfers.reduce((sum, { amount }) => sum + amount, charge)).toBe(line.amount);
        expect([0n, -(line.charges ?? 0n)]).toContain(charge);
        expect(charge).toBe(chargeOf(line, transfers));
      }
    }),
  );
});
