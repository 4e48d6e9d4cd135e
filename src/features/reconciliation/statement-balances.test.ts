/** What is missing between statements: named, whatever the order of the imports, and gone with the statement. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement } from '../../../tests/fixtures/bank-statements.ts';
import { createReconciliationWorld, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { readBalances, sayGap } from './read-gaps.ts';
import { makeReport } from './report.ts';
import { findBreaks, gapBetween, type StatementPeriod } from './statement-balances.ts';

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
  ['two of a day', ['1-3 0>10', '3-3 10>20', '4-5 20>21'], []],
  ['the second of them is missing', ['1-3 0>10', '4-5 20>21'], ['3..4']],
  ['one is in another', ['1-9 0>10', '3-4 5>6', '10-11 10>12'], []],
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
    ['a part of a day is missing', ['1-5 0>10', '5-9 17>22'], [15n, 10n, 0n], 7n],
  ],
)('between two of them: %s', (_name, [first, second], [both, before, between, open = 0n], amount) => {
  const sum = (decided: bigint) => ({ decided, all: decided + open });
  const sums = { both: sum(both), before: sum(before), between: sum(between) };
  expect(gapBetween({ first: period(first), second: period(second) }, sums)?.amount).toBe(amount);
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
});
