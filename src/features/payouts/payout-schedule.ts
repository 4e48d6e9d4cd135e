/**
 * When an account is paid out by itself, and how much of it (docs/contract/partner.md, "Automatic payouts"). Pure. Amounts are
 * minor units.
 */
import { nextRun, type Schedule } from '../../base/clock/schedule.ts';
import { greatest, least } from '../../base/money/compare.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { DrawnColumns } from './payout.ts';
import type { PayoutRule } from './payouts.repository.ts';

export const payoutIntervals = ['never', 'day', 'week', 'month'] as const;
type PayoutInterval = (typeof payoutIntervals)[number];

/** In the morning, after the settlements of the night. */
export const payoutTime = '06:00';

export type PayoutTerms = {
  every: PayoutInterval;
  /** Of the week (1 is Monday) or the month, whose last day stands for those it does not have; null otherwise. */
  day: number | null;
  timeZone: string;
  /** The least that is paid out. */
  minimum: bigint;
  /** What stays in the account. */
  keep: bigint;
  /** Null: the only one on file that accepts the currency. */
  bankAccountId: string | null;
};

/** `requested`: a payout was. `nothing`: there was not enough. `refused`: as a request by hand would have been. */
export const attemptOutcomes = ['requested', 'nothing', 'refused'] as const;

export type Attempt = {
  triedAt: Date;
  triedFor: Date;
  outcome: (typeof attemptOutcomes)[number];
  reason: string | null;
};

export type PayoutSchedule = Book &
  DrawnColumns &
  PayoutTerms & {
    id: string;
    ownerHolderId: bigint;
    currency: string;
    /** The person; null for a key pair. */
    setBy: string | null;
    setAt: Date;
    /** Null: never. */
    dueAt: Date | null;
    last: Attempt | null;
  };

type Timing = Pick<PayoutTerms, 'every' | 'day' | 'timeZone'>;

/** @returns null for `never`. */
export function nextPayoutAt({ every, day, timeZone }: Timing, after: Date): Date | null {
  if (every === 'never') return null;
  const schedule: Schedule = { every, days: day === null ? [] : [day], time: payoutTime };
  return nextRun(schedule, timeZone, after);
}

type Limits = Pick<PayoutTerms, 'minimum' | 'keep'> & {
  rule: Pick<PayoutRule, 'minimum'>;
  /** Of what the payee may request within 24 hours; null: there is no limit. */
  limitLeft: bigint | null;
};

/** How much a payout takes from what is spendable: all but what stays, as far as the limit goes. */
export function automaticAmount(
  spendable: bigint,
  { minimum, keep, rule, limitLeft }: Limits,
): { ok: true; amount: bigint } | { ok: false; lacks: 'funds' | 'limit'; needed: bigint } {
  const needed = greatest(minimum, rule.minimum);
  const free = spendable - keep;
  if (free < needed) return { ok: false, lacks: 'funds', needed };
  const amount = limitLeft === null ? free : least(free, limitLeft);
  return amount < needed ? { ok: false, lacks: 'limit', needed } : { ok: true, amount };
}
