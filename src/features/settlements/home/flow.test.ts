/** What moved through clearing, in words; and the days it moved on. */
import { describe, expect, it } from 'vitest';
import { lastDays } from '../../../base/clock/days.ts';
import { type ClearingSum, flowsOf, partOf } from './flow.ts';

type Case = [cameIn: boolean, code: ClearingSum['code'], kind: ClearingSum['kind'], part: string];

it.each<Case>([
  [true, 'top_up', 'outside', 'top_ups'],
  [true, 'payment', 'outside', 'payments'],
  [true, 'payment', 'transit', 'payments'],
  [true, 'late_capture', 'outside', 'payments'],
  [false, 'late_capture_return', 'outside', 'refunds'],
  [false, 'settlement', 'earnings', 'merchants'],
  [false, 'claim', 'earnings', 'merchants'],
  [false, 'settlement', 'commission', 'commission'],
  [true, 'commission_to_clearing', 'commission', 'commission'],
  [true, 'reversal', 'commission', 'taken_back'],
  [true, 'reversal', 'earnings', 'taken_back'],
  [true, 'debt_recovery', 'earnings', 'taken_back'],
  [true, 'cash_netting', 'earnings', 'cash'],
  [false, 'debt_recovery', 'transit', 'debt'],
  [false, 'refund', 'outside', 'refunds'],
  [false, 'refund', 'transit', 'refunds'],
  [true, 'refund_failed', 'outside', 'refunds'],
  [false, 'chargeback', 'outside', 'disputes'],
  [true, 'chargeback_reversed', 'outside', 'disputes'],
  [false, 'payout', 'payouts_pending', 'payouts'],
  [true, 'payout_returned', 'payouts_pending', 'payouts'],
  [false, 'payment_fee', 'fees', 'fees'],
])('came in: %s, %s with %s is %s', (cameIn, code, kind, part) => {
  expect(partOf({ cameIn, code, kind, linkType: kind === 'earnings' ? 'merchant' : null })).toBe(part);
});

it('a courier is told from a restaurant', () => {
  expect(partOf({ cameIn: false, code: 'settlement', kind: 'earnings', linkType: 'courier' })).toBe('couriers');
});

it('a flow adds up: what there was and came in is what went out and is left', () => {
  const sum = (cameIn: boolean, code: ClearingSum['code'], kind: ClearingSum['kind'], amount: bigint): ClearingSum => ({
    currency: 'EUR',
    cameIn,
    code,
    kind,
    amount,
    linkType: kind === 'earnings' ? 'merchant' : null,
  });
  const sums = [
    sum(true, 'top_up', 'outside', 100n),
    sum(false, 'settlement', 'earnings', 70n),
    sum(false, 'settlement', 'earnings', 5n),
    sum(true, 'reversal', 'earnings', 7n),
  ];
  expect(
    flowsOf(
      sums,
      new Map([
        ['EUR', 42n],
        ['USD', 1n],
      ]),
    ),
  ).toEqual([
    {
      currency: 'EUR',
      opening: 10n,
      closing: 42n,
      moves: [
        { direction: 'in', part: 'top_ups', amount: 100n },
        { direction: 'out', part: 'merchants', amount: 75n },
        { direction: 'in', part: 'taken_back', amount: 7n },
      ],
    },
    { currency: 'USD', opening: 1n, closing: 1n, moves: [] },
  ]);
});

describe('the last days', () => {
  it('end today, in the time zone', () => {
    const days = lastDays(new Date('2031-03-01T23:30:00Z'), 'Europe/Athens', 2);
    expect(days.map(({ day }) => day)).toEqual(['2031-03-01', '2031-03-02']);
    expect(days[1]?.from.toISOString()).toBe('2031-03-01T22:00:00.000Z');
  });

  it('are an hour shorter when the clocks go forward, and leave no gap', () => {
    const [before, shorter, after] = lastDays(new Date('2031-03-31T12:00:00Z'), 'Europe/Athens', 3);
    expect(shorter?.day).toBe('2031-03-30');
    expect(before?.to).toEqual(shorter?.from);
    expect(shorter?.to).toEqual(after?.from);
    expect((shorter as { to: Date }).to.getTime() - (shorter as { from: Date }).from.getTime()).toBe(23 * 3_600_000);
  });
});
