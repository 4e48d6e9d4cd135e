/** The last days of a book in a time zone, as instants. Pure. Must never add hours: days are not always 24 hours long. */
import { Temporal } from 'temporal-polyfill';

/** `[from, to)`; `day` is its date. */
export type Day = { day: string; from: Date; to: Date };

/** @returns the last `count` days, today included, oldest first. */
export function lastDays(now: Date, timeZone: string, count: number): Day[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return Array.from({ length: count }, (_, index) => {
    const date = today.subtract({ days: count - 1 - index });
    return { day: date.toString(), from: startOf(date, timeZone), to: startOf(date.add({ days: 1 }), timeZone) };
  });
}

const startOf = (date: Temporal.PlainDate, timeZone: string): Date =>
  new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
