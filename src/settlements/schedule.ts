/**
 * When a company settles by itself (docs/ledger.md, "Which orders settle"): pure. A schedule is a local time on certain
 * days of a time zone. Zone arithmetic is the library's; what to do when the clocks change is decided here.
 */
import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';

export type Schedule = {
  every: 'day' | 'week' | 'month';
  /** Days of the week (1 is Monday), or of the month; empty when it is every day. */
  days: readonly number[];
  /** `HH:MM`, local. */
  time: string;
};

/** What a company that decided nothing has. */
export const defaultSchedule: Schedule = { every: 'day', days: [], time: '02:00' };

/** Every month has a day that a schedule names or a last one that stands in for it. */
const daysAheadMax = 63;
const namePattern = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** A zone's name as IANA writes it, or undefined when there is none. An offset (`+02:00`) is no zone. */
export function readTimeZone(name: string): string | undefined {
  if (!namePattern.test(name)) return undefined;
  try {
    return Temporal.PlainDateTime.from('2000-01-01T00:00').toZonedDateTime(name).timeZoneId;
  } catch {
    return undefined;
  }
}

/**
 * The first run after an instant. A local time that the clocks skip runs at the first instant after the gap, one that
 * comes twice runs the first time only; the 31st of a shorter month is its last day.
 */
export function nextRun(schedule: Schedule, timeZone: string, after: Date): Date {
  const afterMs = after.getTime();
  const time = Temporal.PlainTime.from(schedule.time);
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone).toPlainDate();
  // From yesterday on: where a whole day is skipped, its run comes on the next.
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
  // Skipped: `first` is before the gap, by as much as the gap is long.
  const afterGap = first.getTimeZoneTransition('next');
  assert(afterGap !== null, 'a gap ends with a transition');
  return afterGap.epochMilliseconds;
}
