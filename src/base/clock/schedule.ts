/**
 * What recurs at a local time on certain days in a time zone, such as settlements and payouts (docs/ledger.md, "Which orders
 * settle"). Pure. The library does the zone arithmetic; the rules for daylight saving changes are defined here.
 */
import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';

export type Schedule = {
  every: 'day' | 'week' | 'month';
  /** Days of the week (1 is Monday) or of the month; empty for every day. */
  days: readonly number[];
  /** `HH:MM`, local. */
  time: string;
};

/** As the APIs name them; their numbers in a schedule begin at 1. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Longer than any gap between two runs: every month has a matching day, or a last day in its place. */
const daysAheadMax = 63;

/**
 * The first run after an instant. A local time skipped by a clock change runs at the first instant after the gap; one
 * that occurs twice runs the first time only. The 31st is the last day of a shorter month.
 */
export function nextRun(schedule: Schedule, timeZone: string, after: Date): Date {
  const afterMs = after.getTime();
  const time = Temporal.PlainTime.from(schedule.time);
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone).toPlainDate();
  // Start from yesterday: when a zone skips a whole day, that day's run falls on the next.
  for (let ahead = -1; ahead <= daysAheadMax; ahead += 1) {
    const date = today.add({ days: ahead });
    if (!isRunDay(schedule, date)) continue;
    const runMs = instantOf(date, time, timeZone);
    if (runMs > afterMs) return new Date(runMs);
  }
  assert.fail('a schedule has a day in every two months');
}

function isRunDay({ every, days }: Schedule, date: Temporal.PlainDate): boolean {
  if (every === 'day') return true;
  if (every === 'week') return days.includes(date.dayOfWeek);
  return days.includes(date.day) || (date.day === date.daysInMonth && days.some((day) => day > date.day));
}

function instantOf(date: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): number {
  const local = date.toPlainDateTime(time);
  const first = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (first.toPlainDateTime().equals(local)) return first.epochMilliseconds;
  // Skipped: `first` is before the gap, by the length of the gap.
  const afterGap = first.getTimeZoneTransition('next');
  assert(afterGap !== null, 'a gap ends with a transition');
  return afterGap.epochMilliseconds;
}
