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

/** Longer than any transaction, which may end after the time that its rows carry. */
const overAfterMs = 3_600_000;

/**
 * Whether nothing can be added to a day any more. A test clock is never behind the real one, but it can jump past the end of
 * a day while a transaction of that day is under way.
 * @param realNow by the real clock, in test mode too.
 */
export const isOver = ({ to }: Day, realNow: Date): boolean => to.getTime() + overAfterMs <= realNow.getTime();
