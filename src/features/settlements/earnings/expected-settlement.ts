/**
 * When a share of an order that has not settled is expected to be credited, and what it waits for (docs/ledger.md, "Which
 * orders settle"). An estimate for the payee. Pure.
 */

import { nextRun } from '../../../base/clock/schedule.ts';
import type { SettlementSettings } from '../schedule-settings.ts';
import type { WaitingShare } from './earnings.repository.ts';

/** `run`: the next settlement. `funds`: the company has too little in clearing. */
export const waitsFor = ['run', 'funds', 'release', 'payment', 'refund', 'resumption'] as const;

export type Expected = { waitsFor: (typeof waitsFor)[number]; at: Date | null };

/** The company's settings, and the next due times of its schedules by currency. */
export type CompanySchedule = { settings: SettlementSettings; dues: ReadonlyMap<string, Date>; everyCurrency: string };

const msPerSecond = 1_000;

export function expectedSettlement(share: WaitingShare, schedule: CompanySchedule, now: Date): Expected {
  const { settings } = schedule;
  if (share.status === 'on_hold') return { waitsFor: 'release', at: null };
  if (share.refundOpen) return { waitsFor: 'refund', at: null };
  if (settings.settleOnlyPaid && !share.paid) return { waitsFor: 'payment', at: null };
  if (share.status === 'awaiting_funds') return { waitsFor: 'funds', at: null };
  if (settings.paused) return { waitsFor: 'resumption', at: null };
  return { waitsFor: 'run', at: nextRunFor(share, schedule, now) };
}

/** The first scheduled run at which the order's hold time has passed. */
function nextRunFor(share: WaitingShare, { settings, dues, everyCurrency }: CompanySchedule, now: Date): Date {
  const own = settings.currencies.get(share.currency);
  const schedule = own ?? settings.schedule;
  const next =
    dues.get(own === undefined ? everyCurrency : share.currency) ?? nextRun(schedule, settings.timeZone, now);
  const holdMs = share.ofService ? 0 : settings.holdSeconds * msPerSecond;
  const eligibleAt = new Date(share.createdAt.getTime() + holdMs);
  return eligibleAt <= next ? next : nextRun(schedule, settings.timeZone, eligibleAt);
}
