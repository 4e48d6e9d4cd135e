/**
 * What becomes of a charge and its refunds by the time that has passed since, by card (docs/test-cards.md, "What each card
 * does"). Pure: the simulator stores when something began, and derives from it how it stands. Times in milliseconds.
 */
import { exponentOf } from '../../../base/money/currency.ts';
import type { Dispute, DisputeStatus, RefundResult } from '../provider.ts';
import type { TestCardBehavior } from './test-cards.ts';

const minuteMs = 60_000;

const disputedAfterMs = minuteMs;
/** After the payment, as every time here. */
const evidenceEndsAfterMs = 7 * 24 * 60 * minuteMs;
const refundChangesAfterMs = 10 * minuteMs;

const awayForMs = minuteMs;

/** When a charge that is still open completes by itself, after it began. */
export const completesAfterMs: Partial<Record<TestCardBehavior, number>> = {
  completes_later: 5_000,
  captured_late: 10 * minuteMs,
};

/** In whole units of the payment's currency: charged with each withdrawal, returned with each return. */
const disputeFeeUnits = 15n;

type Step = { afterMs: number; withdrawals: number; returns: number; status: DisputeStatus };
type Course = { reason: string; steps: readonly Step[] };

const step = (afterMs: number, withdrawals: number, returns: number, status: DisputeStatus): Step => ({
  afterMs,
  withdrawals,
  returns,
  status,
});

const opened = step(disputedAfterMs, 1, 0, 'needs_response');
const won = step(10 * minuteMs, 1, 1, 'won');

/** A dispute without evidence is decided by its card. An inquiry withdraws nothing. */
const courses: Partial<Record<TestCardBehavior, Course>> = {
  dispute_lost: {
    reason: 'fraudulent',
    steps: [opened, step(evidenceEndsAfterMs, 1, 0, 'lost')],
  },
  dispute_won: { reason: 'product_not_received', steps: [opened, won] },
  dispute_lost_again: {
    reason: 'product_unacceptable',
    steps: [opened, won, step(20 * minuteMs, 2, 1, 'lost')],
  },
  inquiry: { reason: 'general', steps: [step(disputedAfterMs, 0, 0, 'needs_response')] },
};

/** How the words of evidence decide a dispute; `other` leaves it to the card. */
type EvidenceVerdict = 'winning' | 'losing' | 'other';

/** The words that Stripe knows for the same, alone in the explanation. */
const decidingWords: Readonly<Record<string, EvidenceVerdict>> = {
  winning_evidence: 'winning',
  losing_evidence: 'losing',
};
const decidedAfterMs = 10 * minuteMs;

export const verdictOf = (explanation: string | undefined): EvidenceVerdict =>
  decidingWords[explanation?.trim() ?? ''] ?? 'other';

export type SentEvidence = { verdict: EvidenceVerdict; at: Date };

/** When something happened, by which card, and what was sent against its dispute. */
type Since = { behavior: TestCardBehavior | null; at: Date; evidence?: SentEvidence | null };

/** Whether the provider answers nothing about a charge. */
export const isAway = ({ behavior, at }: Since, now: Date): boolean =>
  behavior === 'unreachable' && now.getTime() - at.getTime() < awayForMs;

const courseOf = (behavior: TestCardBehavior | null): Course | undefined =>
  behavior === null ? undefined : courses[behavior];

/** With evidence, the bank looks at it from then on, and decides by it if its words do. */
function stepsOf({ behavior, at, evidence }: Since): readonly Step[] {
  const steps = courseOf(behavior)?.steps ?? [];
  if (evidence === undefined || evidence === null) return steps;
  const sentMs = evidence.at.getTime() - at.getTime();
  const before = steps.filter(({ afterMs }) => afterMs <= sentMs);
  const { withdrawals = 0, returns = 0 } = before.at(-1) ?? {};
  const reviewed = step(sentMs, withdrawals, returns, 'under_review');
  const decidedMs = sentMs + decidedAfterMs;
  switch (evidence.verdict) {
    case 'winning':
      return [...before, reviewed, step(decidedMs, withdrawals, withdrawals, 'won')];
    case 'losing':
      return [...before, reviewed, step(decidedMs, withdrawals, returns, 'lost')];
    case 'other':
      return [...before, reviewed, ...steps.filter(({ afterMs }) => afterMs > sentMs)];
  }
}

/** Whether what is reported of its charges is about a dispute. */
export const isDisputed = (behavior: TestCardBehavior | null): boolean => courseOf(behavior) !== undefined;

/** From when on a charge is disputed; undefined for a card that never is. Refunds of before are no part of it. */
export function disputedFrom({ behavior, at }: Since): Date | undefined {
  const first = courseOf(behavior)?.steps[0];
  return first && new Date(at.getTime() + first.afterMs);
}

type Standing = Pick<Dispute, 'withdrawals' | 'returns' | 'fee' | 'standing'>;

/** How the dispute of a charge stands; undefined while no money was withdrawn. @param since the charge began. */
export function disputeAt(since: Since, currency: string, now: Date): Standing | undefined {
  const course = courseOf(since.behavior);
  const passedMs = now.getTime() - since.at.getTime();
  const reached = stepsOf(since)
    .filter(({ afterMs }) => afterMs <= passedMs)
    .at(-1);
  if (course === undefined || reached === undefined || reached.withdrawals === 0) return undefined;
  const { withdrawals, returns, status } = reached;
  const fee = disputeFeeUnits * 10n ** BigInt(exponentOf(currency));
  const dueAt = new Date(since.at.getTime() + evidenceEndsAfterMs);
  return {
    withdrawals,
    returns,
    fee: { currency, charged: fee * BigInt(withdrawals), returned: fee * BigInt(returns) },
    standing: { status, reason: course.reason, evidenceDueAt: status === 'needs_response' ? dueAt : null },
  };
}

/** @param since the refund was made. */
export function refundAt({ behavior, at }: Since, now: Date): RefundResult {
  const hasChanged = now.getTime() - at.getTime() >= refundChangesAfterMs;
  switch (behavior) {
    case 'refund_refused':
      return { kind: 'failed', reason: 'refused' };
    case 'refund_pending':
      return hasChanged ? { kind: 'succeeded' } : { kind: 'pending' };
    case 'refund_fails_later':
      return hasChanged ? { kind: 'failed', reason: 'expired_or_canceled_card' } : { kind: 'succeeded' };
    default:
      return { kind: 'succeeded' };
  }
}

/**
 * When a charge next changes without anybody asking; null when it never does.
 * @param endsAt when the confirmation is abandoned that it waits for.
 */
export function nextChargeNotice(since: Since, endsAt: Date | null, now: Date): Date | null {
  const { behavior, at } = since;
  const completesMs = behavior === null ? undefined : completesAfterMs[behavior];
  const endsMs = endsAt === null ? undefined : endsAt.getTime() - at.getTime();
  const disputedMs = stepsOf(since).map(({ afterMs }) => afterMs);
  const changes = [completesMs, endsMs, ...disputedMs].filter((afterMs) => afterMs !== undefined);
  return firstAfter(changes, at, now);
}

/** Likewise of a refund. */
export function nextRefundNotice({ behavior, at }: Since, now: Date): Date | null {
  const changes = behavior === 'refund_pending' || behavior === 'refund_fails_later' ? [refundChangesAfterMs] : [];
  return firstAfter(changes, at, now);
}

function firstAfter(changesMs: readonly number[], at: Date, now: Date): Date | null {
  const next = changesMs.map((afterMs) => at.getTime() + afterMs).find((changesAt) => changesAt > now.getTime());
  return next === undefined ? null : new Date(next);
}
