/** What becomes of each card's charges and refunds, before and at the very instant that it does (docs/test-cards.md, "What each card does"). */
import { describe, expect, it } from 'vitest';
import { disputeAt, disputedFrom, nextChargeNotice, nextRefundNotice, refundAt, verdictOf } from './course.ts';
import { type TestCardBehavior, testCards } from './test-cards.ts';

const at = new Date('2031-03-01T12:00:00Z');
const minute = 60;
const day = 24 * 60 * minute;
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
const secondsTo = (instant: Date | null | undefined) => instant && (instant.getTime() - at.getTime()) / 1_000;

describe('a dispute', () => {
  it.each<[TestCardBehavior, seconds: number, expected: [withdrawals: number, returns: number, status: string] | null]>(
    [
      ['dispute_lost', minute - 1, null],
      ['dispute_lost', minute, [1, 0, 'needs_response']],
      ['dispute_lost', 7 * day - 1, [1, 0, 'needs_response']],
      ['dispute_lost', 7 * day, [1, 0, 'lost']],
      ['dispute_won', minute - 1, null],
      ['dispute_won', minute, [1, 0, 'needs_response']],
      ['dispute_won', 10 * minute - 1, [1, 0, 'needs_response']],
      ['dispute_won', 10 * minute, [1, 1, 'won']],
      ['dispute_won', 300 * day, [1, 1, 'won']],
      ['dispute_lost_again', minute - 1, null],
      ['dispute_lost_again', 10 * minute, [1, 1, 'won']],
      ['dispute_lost_again', 20 * minute - 1, [1, 1, 'won']],
      ['dispute_lost_again', 20 * minute, [2, 1, 'lost']],
      ['inquiry', 300 * day, null],
      ['succeeds', 300 * day, null],
      ['refund_fails_later', 300 * day, null],
    ],
  )('by %s, %i s after the payment: %o', (behavior, seconds, expected) => {
    const found = disputeAt({ behavior, at }, 'EUR', later(seconds));
    expect(found && [found.withdrawals, found.returns, found.standing?.status]).toEqual(expected ?? undefined);
  });

  it.each<[words: string | undefined, sent: number, seconds: number, expected: [number, number, string]]>([
    ['winning_evidence', 60 * minute, 60 * minute - 1, [1, 0, 'needs_response']],
    ['winning_evidence', 60 * minute, 60 * minute, [1, 0, 'under_review']],
    ['winning_evidence', 60 * minute, 70 * minute - 1, [1, 0, 'under_review']],
    ['winning_evidence', 60 * minute, 70 * minute, [1, 1, 'won']],
    ['winning_evidence', 60 * minute, 300 * day, [1, 1, 'won']],
    [' losing_evidence\n', 60 * minute, 70 * minute - 1, [1, 0, 'under_review']],
    [' losing_evidence\n', 60 * minute, 70 * minute, [1, 0, 'lost']],
    ['This is no winning_evidence', 60 * minute, 7 * day - 1, [1, 0, 'under_review']],
    [undefined, 60 * minute, 7 * day, [1, 0, 'lost']],
  ])('with the evidence %j after %i s, %i s after the payment: %o', (words, sent, seconds, expected) => {
    const evidence = { verdict: verdictOf(words), at: later(sent) };
    const found = disputeAt({ behavior: 'dispute_lost', at, evidence }, 'EUR', later(seconds));
    expect(found && [found.withdrawals, found.returns, found.standing?.status]).toEqual(expected);
  });

  it('with losing evidence is lost, whatever its card', () => {
    const evidence = { verdict: verdictOf('losing_evidence'), at: later(5 * minute) };
    const since = { behavior: 'dispute_won', at, evidence } as const;
    expect(disputeAt(since, 'EUR', later(300 * day))).toMatchObject({ returns: 0, standing: { status: 'lost' } });
    expect(secondsTo(nextChargeNotice(since, null, later(5 * minute)))).toBe(15 * minute);
    expect(nextChargeNotice(since, null, later(15 * minute))).toBe(null);
  });

  it('takes evidence for seven days, while it is not decided', () => {
    const dueAt = (seconds: number) =>
      secondsTo(disputeAt({ behavior: 'dispute_won', at }, 'EUR', later(seconds))?.standing?.evidenceDueAt);
    expect(dueAt(minute)).toBe(7 * day);
    expect(dueAt(10 * minute)).toBeNull();
  });

  it.each([
    ['EUR', 1_500n],
    ['JPY', 15n],
    ['KWD', 15_000n],
  ])('has a fee of 15 %s for each withdrawal, and returns it with the money', (currency, fee) => {
    const feeAt = (seconds: number) => disputeAt({ behavior: 'dispute_lost_again', at }, currency, later(seconds))?.fee;
    expect(feeAt(minute)).toEqual({ currency, charged: fee, returned: 0n });
    expect(feeAt(10 * minute)).toEqual({ currency, charged: fee, returned: fee });
    expect(feeAt(20 * minute)).toEqual({ currency, charged: 2n * fee, returned: fee });
  });

  it('of each card has the reason that its number is known for', () => {
    const reasonOf = (behavior: TestCardBehavior) => disputeAt({ behavior, at }, 'EUR', later(day))?.standing?.reason;
    expect(reasonOf('dispute_lost')).toBe('fraudulent');
    expect(reasonOf('dispute_won')).toBe('product_not_received');
    expect(reasonOf('dispute_lost_again')).toBe('product_unacceptable');
  });

  it('begins a minute after the payment, an inquiry too; for other cards never', () => {
    const disputed = testCards.filter(({ behavior }) => disputedFrom({ behavior, at }) !== undefined);
    expect(disputed.map(({ behavior }) => behavior)).toEqual([
      'dispute_lost',
      'dispute_won',
      'dispute_lost_again',
      'inquiry',
    ]);
    for (const { behavior } of disputed) expect(secondsTo(disputedFrom({ behavior, at }))).toBe(minute);
  });
});

describe('a refund', () => {
  it.each<[TestCardBehavior | null, seconds: number, kind: string]>([
    ['succeeds', 0, 'succeeded'],
    [null, 0, 'succeeded'],
    ['refund_pending', 0, 'pending'],
    ['refund_pending', 10 * minute - 1, 'pending'],
    ['refund_pending', 10 * minute, 'succeeded'],
    ['refund_fails_later', 0, 'succeeded'],
    ['refund_fails_later', 10 * minute - 1, 'succeeded'],
    ['refund_fails_later', 10 * minute, 'failed'],
    ['refund_refused', 0, 'failed'],
  ])('by %s, %i s later: %s', (behavior, seconds, kind) => {
    expect(refundAt({ behavior, at }, later(seconds)).kind).toBe(kind);
  });

  it('is reported when it changes, once', () => {
    for (const { behavior } of testCards) {
      const changes = behavior === 'refund_pending' || behavior === 'refund_fails_later';
      expect(secondsTo(nextRefundNotice({ behavior, at }, at))).toBe(changes ? 10 * minute : null);
      expect(nextRefundNotice({ behavior, at }, later(10 * minute))).toBeNull();
    }
  });
});

describe('a charge', () => {
  it.each<[TestCardBehavior, notices: number[]]>([
    ['succeeds', []],
    ['completes_later', [5]],
    ['captured_late', [10 * minute]],
    ['dispute_lost', [minute, 7 * day]],
    ['dispute_won', [minute, 10 * minute]],
    ['dispute_lost_again', [minute, 10 * minute, 20 * minute]],
    ['inquiry', [minute]],
    ['refund_fails_later', []],
  ])('by %s is reported after %o s', (behavior, notices) => {
    const reported: number[] = [];
    for (let now: Date | null = at; now !== null; ) {
      now = nextChargeNotice({ behavior, at }, null, now);
      if (now !== null) reported.push(secondsTo(now) as number);
    }
    expect(reported).toEqual(notices);
  });

  it('that waits for a confirmation is reported when its session ends', () => {
    const since = { behavior: 'needs_confirmation', at } as const;
    expect(nextChargeNotice(since, later(30 * minute), at)).toEqual(later(30 * minute));
    expect(nextChargeNotice(since, later(30 * minute), later(30 * minute))).toBeNull();
  });
});
