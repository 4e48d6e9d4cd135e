/** What is missing between statements: named, whatever the order of the imports, and gone with the statement. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement } from '../../../tests/fixtures/bank-statements.ts';
import { createReconciliationWorld, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { readBalances, sayGap } from './read-gaps.ts';
import { compareBank, makeReport } from './report.ts';
import { sumLinesBetween } from './statement-balances.repository.ts';
import { endsOf, findBreaks, gapBetween, type StatementPeriod } from './statement-balances.ts';

/** `1-3 0>10`: from 1 to 3 March, from 0 to 10. */
const period = (text: string): StatementPeriod => {
  const [, first = '', last = '', opening = '', closing = ''] = /^(\d+)-(\d+) (-?\d+)>(-?\d+)$/.exec(text) ?? [];
  const day = (of: string) => `2031-03-${of.padStart(2, '0')}`;
  const [firstOn, lastOn] = [day(first), day(last)];
  return { currency: 'EUR', firstOn, lastOn, opening: BigInt(opening), closing: BigInt(closing) };
};

it.each<[string, string[], string[]]>([
  ['one', ['1-3 0>10'], []],
  ['each begins with what the one before it ends with', ['1-3 0>10', '4-6 10>5', '20-21 5>7'], []],
  ['in another order', ['20-21 5>7', '1-3 0>10', '4-6 10>5'], []],
  ['one is missing', ['1-3 0>10', '7-8 5>7'], ['3..7']],
  ['one is missing, in another order', ['7-8 5>7', '1-3 0>10'], ['3..7']],
  ['two of a day', ['1-3 0>10', '3-3 10>20', '4-5 20>21'], []],
  ['the second of them is missing', ['1-3 0>10', '4-5 20>21'], ['3..4']],
  ['one is in another', ['1-9 0>10', '3-4 5>6', '10-11 10>12'], []],
  ['one is in another with which it begins', ['1-4 0>6', '1-9 0>10', '10-11 10>12'], []],
  ['one is in another with which it ends', ['1-9 0>10', '9-9 7>10', '10-11 10>12'], []],
  ['one in another begins with what that ends with', ['1-9 0>10', '5-5 10>12', '10-11 10>12'], []],
  ['overlap', ['1-5 0>10', '4-9 7>12'], ['5..4']],
  ['after a gap it goes on from there', ['1-1 0>1', '3-3 5>6', '4-4 6>7', '9-9 0>1'], ['1..3', '4..9']],
])('of statements: %s', (_name, texts, expected) => {
  const breaks = findBreaks(texts.map(period));
  expect(
    breaks.map(({ first, second }) => `${Number(first.lastOn.slice(8))}..${Number(second.firstOn.slice(8))}`),
  ).toEqual(expected);
});

it.each<[string, [string, string], [both: bigint, before: bigint, between: bigint, open?: bigint], bigint | undefined]>(
  [
    ['lines between them explain it', ['1-3 0>10', '7-8 5>7'], [99n, 99n, -5n], undefined],
    ['and lines of their own days', ['1-3 0>10', '7-8 5>7'], [99n, 5n, 99n], undefined],
    ['they overlap, and have every line', ['1-5 0>10', '4-9 7>12'], [12n, 7n, 0n], undefined],
    ['a person has to decide about the line', ['1-3 0>10', '7-8 5>7'], [99n, 99n, 0n, -5n], undefined],
    ['a part is explained', ['1-3 0>10', '7-8 5>7'], [99n, 99n, -2n], -3n],
    ['and about another one, which explains nothing', ['1-3 0>10', '7-8 5>7'], [99n, 99n, -5n, 3n], undefined],
    ['a part of a day is missing', ['1-5 2>10', '5-9 17>22'], [12n, 10n, 0n], 8n],
    ['a part of the days of both is missing', ['1-5 2>10', '4-9 17>22'], [9n, 6n, 0n], 11n],
    ['the days between them are missing', ['1-5 2>10', '6-9 17>22'], [99n, 99n, 0n], 7n],
  ],
)('between two of them: %s', (_name, [first, second], [both, before, between, open = 0n], amount) => {
  const sum = (decided: bigint) => ({ decided, all: decided + open });
  const sums = { both: sum(both), before: sum(before), between: sum(between) };
  expect(gapBetween({ first: period(first), second: period(second) }, sums)?.amount).toBe(amount);
});

it.each<[string, string[], [first: string, last: string]]>([
  ['one', ['1-3 0>10'], ['0', '10']],
  ['the days', ['4-6 10>5', '1-3 0>10', '7-9 5>7'], ['0', '7']],
  ['the days, although one is missing', ['7-9 5>7', '1-3 0>10'], ['0', '7']],
  ['of a day, what goes on from the other', ['3-3 10>12', '3-3 0>10'], ['0', '12']],
  ['of its last day, what goes on from a longer one', ['3-3 10>12', '1-3 0>10'], ['0', '12']],
  ['of its first day, what a longer one goes on from', ['1-3 10>12', '1-1 0>10'], ['0', '12']],
  ['of a day without a movement', ['3-3 10>10', '3-3 0>10', '3-3 10>10'], ['0', '10']],
  ['the same twice', ['1-3 0>10', '1-3 0>10'], ['0', '10']],
  ['a day that ends as it began', ['3-3 0>10', '3-3 10>0'], ['0', '0']],
])('begin and end with: %s', (_name, texts, ends) => {
  const { first, last } = endsOf(texts.map(period));
  expect([String(first.opening), String(last.closing)]).toEqual(ends);
});

it.each([
  [{ amount: 5n }, 'Between 2031-03-03 and 2031-03-07, 0.05 EUR that came in is missing on account DE89: '],
  [{ amount: -5n }, 'Between 2031-03-03 and 2031-03-07, 0.05 EUR that went out is missing on account DE89: '],
  [{ account: '' }, 'Between 2031-03-03 and 2031-03-07, 0.05 EUR that came in is missing: '],
  [{ before: '2031-03-03' }, 'On 2031-03-03, 0.05 EUR that came in is missing on account DE89: '],
])('in words: %o', (changes, said) => {
  const gap = { account: 'DE89', currency: 'EUR', after: '2031-03-03', before: '2031-03-07', amount: 5n };
  expect(sayGap({ ...gap, ...changes })).toBe(`${said}import the statement of these days.`);
});

it('the last balances beside the books, and what explains the difference', () => {
  const total = (currency: string, books: bigint, unmatchedTransfersAmount: bigint, unmatchedLinesAmount: bigint) => ({
    ...{ currency, books, unmatchedTransfersAmount, unmatchedLinesAmount },
    ...{ statements: 0n, difference: 0n, undecidedLines: 0n, unmatchedLines: 0n, unmatchedTransfers: 0n },
  });
  const balance = (account: string, currency: string, on: string, amount: bigint, before: bigint) => ({
    ...{ account, currency, on, amount, before },
  });
  const gap = (currency: string, amount: bigint) => ({
    ...{ account: '1', currency, after: '2031-03-01', before: '2031-03-03', amount },
  });
  const compared = compareBank({
    totals: [total('EUR', 1_000n, 30n, 50n), total('USD', 7n, 0n, 0n), total('CHF', 5n, 0n, 0n)],
    balances: [
      balance('1', 'EUR', '2031-03-09', 600n, 100n),
      balance('2', 'EUR', '2031-03-07', 500n, 20n),
      balance('2', 'USD', '2031-03-08', 7n, 0n),
    ],
    gaps: [gap('EUR', 9n), gap('EUR', -2n), gap('USD', 4n)],
  });
  // 1,000 less 1,100 is -100: 30 - 50 - 120 - 7, and 47 that nothing explains.
  expect(compared).toEqual([
    {
      ...{ currency: 'EUR', on: '2031-03-07', balance: 1_100n, books: 1_000n, difference: -100n },
      ...{ openTransfers: 30n, openLines: -50n, before: -120n, missing: -7n, other: 47n },
    },
    {
      ...{ currency: 'USD', on: '2031-03-08', balance: 7n, books: 7n, difference: 0n },
      ...{ openTransfers: 0n, openLines: 0n, before: 0n, missing: -4n, other: 4n },
    },
  ]);
});

let world: ReconciliationWorld;
beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

const account = 'DE89370400440532013000';
const on = (day: string, ...amounts: bigint[]): Movement[] =>
  amounts.map((amount, at) => ({
    ...{ amount, bookedOn: day, valueOn: day, reverses: false, endToEndId: `E-${day}-${at}` },
    ...{ name: 'Erika Beispiel', account: 'DE02120300000000202051', text: `of ${day} no ${at}` },
  }));

describe('of an account', () => {
  it('the gap is named until its statement is there, in whatever format and order', async () => {
    const statement = (day: string, opening: bigint, ...amounts: bigint[]) => ({
      ...{ account, number: day, opening, on: day, movements: on(day, ...amounts) },
    });
    const last = await world.importFile(asCamt053(statement('2031-03-07', 22_000n, 500n), '08'));
    expect(last.gaps).toEqual([]);
    const first = await world.importFile(
      asMt940({ ...statement('2031-03-03', 0n, 4_000n, 6_000n), account: '0532013000' }),
    );
    expect(first.gaps.map(sayGap)).toEqual([
      'Between 2031-03-03 and 2031-03-07, 120.00 EUR that came in is missing on account DE89370400440532013000: import the statement of these days.',
    ]);
    const { gaps, balances, totals } = await makeReport(
      world.db,
      { source: 'bank', mode: 'test' },
      { from: undefined, to: undefined },
    );
    expect(gaps).toEqual(first.gaps);
    expect(balances).toEqual([{ account, currency: 'EUR', on: '2031-03-07', amount: 22_500n, before: 0n }]);
    expect(totals[0]).toMatchObject({ currency: 'EUR', statements: 10_500n });
    // Also by a file that says no balances.
    const read = await world.import(
      'date,amount,currency,text\n2031-03-05,70.00,EUR,a\n2031-03-06,50.00,EUR,b\n',
      {},
      { account },
    );
    expect(read.gaps).toEqual([]);
    expect(await readBalances(world.db, { source: 'card', mode: 'test' })).toEqual({ gaps: [], balances: [] });
    await expectBooksToHold(world.db);
  });

  it('has every name under which its statements were imported, and no others', async () => {
    const live = { mode: 'live' } as const;
    const outside = { source: 'bank', mode: 'live' } as const;
    const other = 'DE02120300000000202051';
    const statement = (of: string, day: string, opening: bigint, ...amounts: bigint[]) =>
      asMt940({ account: of, number: day, opening, on: day, movements: on(day, ...amounts) });
    // Of an account without a name, then with its number, then with a part of it.
    await world.import('date,amount,currency,text\n2031-03-02,40.00,EUR,of 2031-03-02\n', live);
    await world.pool.query(
      `insert into statement_balances select id, 1, 'EUR', '2031-03-02', '2031-03-02', 0, 4000 from statement_imports where mode = 'live'`,
    );
    expect((await readBalances(world.db, outside)).balances).toMatchObject([{ account: '', amount: 4_000n }]);
    expect((await world.importFile(statement(account, '2031-03-04', 9_000n, 1_000n), '', live)).gaps).toMatchObject([
      { account, after: '2031-03-02', before: '2031-03-04', amount: 5_000n },
    ]);
    const last = statement('0532013000', '2031-03-06', 10_000n, 1_000n);
    expect((await world.importFile(last, '0532013000', live)).gaps).toMatchObject([
      { account: '0532013000', amount: 5_000n },
    ]);
    expect((await readBalances(world.db, outside)).balances).toMatchObject([
      { account: '0532013000', on: '2031-03-06', amount: 11_000n, before: 0n },
    ]);
    // By now the one without a name may be of either account.
    await world.importFile(statement(other, '2031-03-04', 0n, 100n), other, live);
    expect((await world.importFile(statement(other, '2031-03-08', 500n, 100n), other, live)).gaps).toMatchObject([
      { account: other, amount: 400n },
    ]);
    // What another account lacks is not said of a file of this one.
    const next = statement('0532013000', '2031-03-07', 11_000n, 1_000n);
    expect((await world.importFile(next, '0532013000', live)).gaps).toEqual([]);
    expect((await readBalances(world.db, outside)).balances.map((one) => [one.account, one.before])).toEqual([
      ['', 0n],
      ['0532013000', 9_000n],
      [other, 0n],
    ]);
    await expectBooksToHold(world.db);
  });

  it('lines count on their days, if they are of the account, its currency, source and mode', async () => {
    const [a, b] = ['ACQ-000001', 'ACQ-000002'];
    const plant = async (of: { account: string; mode?: string; source?: string }, ...lines: string[]) => {
      const { account: name, mode = 'test', source = 'card' } = of;
      await world.pool.query(
        `with i as (insert into statement_imports (mode, source, account, file_name, file_hash, imported_at)
           values ($1, $2, $3, 'x', sha256($4::bytea), now()) returning id)
         insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount,
           reference, direction, duplicate)
         select id, $1, $2, n, sha256('x'), make_date(2031, 3, l[1]::int), l[3], l[2]::int, '',
           case l[4] when 'unknown' then 'unknown' else 'read' end, case when l[4] in ('same', 'possible') then l[4] end
         from i, unnest($5::text[]) with ordinality t (line, n), string_to_array(line, ' ') l`,
        [mode, source, name, `${mode} ${source} ${name}`, lines],
      );
    };
    await plant(
      { account: a },
      ...['2 1 EUR', '3 2 EUR', '5 4 EUR', '6 8 EUR', '7 16 EUR possible', '8 32 EUR', '10 64 EUR', '11 128 EUR'],
      ...['6 256 EUR same', '6 512 EUR unknown', '6 1024 USD'],
    );
    await plant({ account: b }, '6 2048 EUR');
    await plant({ account: a, mode: 'live' }, '6 4096 EUR');
    await plant({ account: a, source: 'onlinewallet' }, '6 8192 EUR');
    const neighbors = (first: string, second: string) => ({ first: period(first), second: period(second) });
    const asked = [neighbors('3-5 0>1', '8-10 5>6'), neighbors('2-2 0>1', '11-11 5>6')];
    expect(await sumLinesBetween(world.db, { source: 'card', mode: 'test' }, [a], asked)).toEqual([
      {
        both: { decided: 110n, all: 126n },
        before: { decided: 14n, all: 30n },
        between: { decided: 8n, all: 24n },
      },
      {
        both: { decided: 239n, all: 255n },
        before: { decided: 111n, all: 127n },
        between: { decided: 110n, all: 126n },
      },
    ]);
    await expectBooksToHold(world.db);
  });
});
