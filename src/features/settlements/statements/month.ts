/**
 * A month in a time zone, from its first midnight to the next month's, as instants. Pure. Must never add hours to find
 * a boundary: days are not always 24 hours long.
 */
import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';

/** `[from, to)`, with the month's name. */
export type Month = { month: string; timeZone: string; from: Date; to: Date };

const monthPattern = /^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$/;
/** An IANA zone or UTC. An offset alone is not accepted: it does not say when daylight saving begins. */
const zonePattern = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

type MonthProblem = 'month' | 'time_zone';

/** @returns the month, or every problem found. */
export function readMonth(
  month: string,
  timeZone: string,
): { ok: true; month: Month } | { ok: false; problems: MonthProblem[] } {
  const problems: MonthProblem[] = [];
  if (!monthPattern.test(month)) problems.push('month');
  if (!zonePattern.test(timeZone) || !isKnownZone(timeZone)) problems.push('time_zone');
  if (problems.length > 0) return { ok: false, problems };
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const from = first.toZonedDateTime(timeZone);
  const to = first.add({ months: 1 }).toZonedDateTime(timeZone);
  const read = { month, timeZone, from: new Date(from.epochMilliseconds), to: new Date(to.epochMilliseconds) };
  return { ok: true, month: read };
}

/** A zone and until when it was the book's; null: it still is. */
export type HeldZone = { timeZone: string; until: Date | null };

/**
 * A month of a book that has changed its zone (docs/ledger.md, "Months of statements"). A month begins at the midnight of
 * the first zone in which that midnight had passed while the zone was the book's, so a boundary that has passed stays.
 * @param zones oldest first; the last one is the book's now.
 * @returns the month, in the zone that set its end.
 */
export function monthOfZones(month: string, zones: readonly HeldZone[]): Month {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const end = boundaryOf(first.add({ months: 1 }), zones);
  return { month, timeZone: end.timeZone, from: boundaryOf(first, zones).at, to: end.at };
}

function boundaryOf(day: Temporal.PlainDate, zones: readonly HeldZone[]): { at: Date; timeZone: string } {
  for (const { timeZone, until } of zones) {
    const at = new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
    if (until === null || at <= until) return { at, timeZone };
  }
  assert.fail('the zone of now has no end');
}

/** The month before the one of an instant, in UTC. */
export function monthBefore(at: Date): Pick<Month, 'from' | 'to'> {
  const utc = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('UTC');
  const end = utc.toPlainDate().with({ day: 1 });
  const first = end.subtract({ months: 1 });
  const midnight = (date: Temporal.PlainDate): Date => new Date(date.toZonedDateTime('UTC').epochMilliseconds);
  return { from: midnight(first), to: midnight(end) };
}

function isKnownZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Instants as local times with their offset, so that they stay exact: `2031-03-01T13:00:00+01:00`. Made once for many of them:
 * looking up an offset costs more than the rest of the text, and it holds until the zone's next change.
 */
export function zonedTexts(timeZone: string): (at: Date) => string {
  let known = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, shiftMs: 0, offset: '' };
  return (at) => {
    const ms = at.getTime();
    if (ms < known.from || ms >= known.to) known = offsetAt(ms, timeZone);
    return `${new Date(ms + known.shiftMs).toISOString().slice(0, 19)}${known.offset}`;
  };
}

/** The offset at an instant and until the zone's next change. */
function offsetAt(ms: number, timeZone: string) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  return {
    from: ms,
    to: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    shiftMs: zoned.offsetNanoseconds / 1_000_000,
    offset: zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' }).slice(19),
  };
}
