/**
 * A month in a time zone, from its first midnight to the next month's, as instants. Pure. Must never add hours to find
 * a boundary: days are not always 24 hours long.
 */
import { Temporal } from 'temporal-polyfill';

/** `[from, to)`, with the month's name. */
export type Month = { month: string; timeZone: string; from: Date; to: Date };

const monthPattern = /^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$/;
/** An IANA zone or UTC. An offset alone is not accepted: it does not say when daylight saving begins. */
const zonePattern = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

export type MonthProblem = 'month' | 'time_zone';

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

function isKnownZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const zonedOf = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

/** An instant as local time with its offset, so that it stays exact: `2031-03-01T13:00:00+01:00`. */
export const zonedText = (at: Date, timeZone: string): string =>
  zonedOf(at, timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** An instant as local time for readers: `2031-03-01 13:00`. */
export const readableText = (at: Date, timeZone: string): string =>
  zonedOf(at, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
