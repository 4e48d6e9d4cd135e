/** When an account is paid out by itself, and how much of it (docs/contract/partner.md, "Automatic payouts"). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { automaticAmount, nextPayoutAt, type PayoutTerms } from './payout-schedule.ts';

type Timing = Pick<PayoutTerms, 'every' | 'day' | 'timeZone'>;

function dues(timing: Timing, after: string, count: number): string[] {
  const found: string[] = [];
  for (let at = new Date(after); found.length < count; found.push(at.toISOString().slice(0, 16))) {
    at = nextPayoutAt(timing, at) as Date;
  }
  return found;
}

describe('the days of a schedule', () => {
  it.each<[what: string, every: PayoutTerms['every'], day: number | null, zone: string, after: string, due: string[]]>([
    ['daily', 'day', null, 'UTC', '2031-03-01T06:00:00Z', ['2031-03-02T06:00', '2031-03-03T06:00']],
    ['weekly', 'week', 5, 'UTC', '2031-02-27T12:00:00Z', ['2031-02-28T06:00', '2031-03-07T06:00']],
    [
      'the 31st, or the last day of the month',
      'month',
      31,
      'UTC',
      '2031-01-31T05:00:00Z',
      ['2031-01-31T06:00', '2031-02-28T06:00', '2031-03-31T06:00', '2031-04-30T06:00'],
    ],
    ['the 29th of February in a leap year', 'month', 30, 'UTC', '2032-02-01T00:00:00Z', ['2032-02-29T06:00']],
    // Clocks go forward on 30 March 2031 and back on 26 October.
    [
      'daily over spring',
      'day',
      null,
      'Europe/Berlin',
      '2031-03-29T06:00:00Z',
      ['2031-03-30T04:00', '2031-03-31T04:00'],
    ],
    [
      'daily over autumn',
      'day',
      null,
      'Europe/Berlin',
      '2031-10-25T06:00:00Z',
      ['2031-10-26T05:00', '2031-10-27T05:00'],
    ],
    [
      'weekly over spring',
      'week',
      7,
      'Europe/Berlin',
      '2031-03-22T12:00:00Z',
      ['2031-03-23T05:00', '2031-03-30T04:00'],
    ],
    ['in a zone far west', 'month', 1, 'Pacific/Honolulu', '2031-01-31T12:00:00Z', ['2031-02-01T16:00']],
    [
      'in a zone far east',
      'month',
      1,
      'Pacific/Kiritimati',
      '2031-01-31T12:00:00Z',
      ['2031-01-31T16:00', '2031-02-28T16:00'],
    ],
  ])('%s', (_what, every, day, timeZone, after, due) => {
    expect(dues({ every, day, timeZone }, after, due.length)).toEqual(due);
  });

  it('never', () => {
    expect(nextPayoutAt({ every: 'never', day: null, timeZone: 'UTC' }, new Date())).toBeNull();
  });
});

type Given = { minimum?: bigint; keep?: bigint; least?: bigint; limitLeft?: bigint | null };

const planned = (spendable: bigint, { minimum = 0n, keep = 0n, least = 1n, limitLeft = null }: Given) =>
  automaticAmount(spendable, { minimum, keep, rule: { minimum: least }, limitLeft });

describe('the amount', () => {
  it.each<[what: string, spendable: bigint, given: Given, amount: bigint | string]>([
    ['all of it', 500n, {}, 500n],
    ['all but what stays', 500n, { keep: 100n }, 400n],
    ['exactly the minimum', 500n, { keep: 100n, minimum: 400n }, 400n],
    ['nothing below the minimum', 499n, { keep: 100n, minimum: 400n }, 'funds'],
    ['nothing below the minimum of the currency', 500n, { minimum: 10n, least: 501n }, 'funds'],
    ['nothing of nothing', 0n, {}, 'funds'],
    ['nothing of less than nothing', -5n, {}, 'funds'],
    ['nothing of what stays', 100n, { keep: 100n }, 'funds'],
    ['as far as the limit goes', 500n, { limitLeft: 300n }, 300n],
    ['nothing if the limit leaves less than the minimum', 500n, { minimum: 301n, limitLeft: 300n }, 'limit'],
    ['nothing if the limit is used up', 500n, { limitLeft: 0n }, 'limit'],
  ])('%s', (_what, spendable, given, amount) => {
    const result = planned(spendable, given);
    expect(result.ok ? result.amount : result.lacks).toBe(amount);
  });

  it('over any history leaves what stays, and is never below the minimum', () => {
    const money = (max: bigint) => fc.bigInt({ min: 0n, max });
    const step = fc.record({
      income: money(1_000n),
      spent: money(800n),
      due: fc.boolean(),
      limitLeft: fc.option(money(500n)),
    });
    const terms = fc.record({ minimum: money(300n), keep: money(600n), least: fc.bigInt({ min: 1n, max: 300n }) });
    fc.assert(
      fc.property(terms, fc.array(step), (of, steps) => {
        let balance = 0n;
        for (const { income, spent, due, limitLeft } of steps) {
          balance += income;
          if (spent <= balance) balance -= spent;
          const result = due ? planned(balance, { ...of, limitLeft }) : undefined;
          if (!result?.ok) continue;
          balance -= result.amount;
          expect(balance >= of.keep).toBe(true);
          expect(result.amount >= of.minimum && result.amount >= of.least).toBe(true);
          expect(limitLeft === null || result.amount <= limitLeft).toBe(true);
        }
      }),
    );
  });
});
