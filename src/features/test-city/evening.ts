/** When an evening takes place, and how far it may be played. Pure. */
import { Temporal } from 'temporal-polyfill';
import { eveningMinutes } from './plan-evening.ts';
import type { Evening } from './test-city.repository.ts';

const friday = 5;
const daysPerWeek = 7;
const opening = Temporal.PlainTime.from('17:00');
const msPerMinute = 60_000;

/** The first Friday at 17:00 that is not before `now`. */
export function nextFridayEvening(now: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const days = (friday - local.dayOfWeek + daysPerWeek) % daysPerWeek;
  const startOn = (date: Temporal.PlainDate): Date =>
    new Date(date.toZonedDateTime({ timeZone, plainTime: opening }).epochMilliseconds);
  const date = local.toPlainDate().add({ days });
  const start = startOn(date);
  return start >= now ? start : startOn(date.add({ days: daysPerWeek }));
}

export const instantOfMinute = ({ startsAt }: Pick<Evening, 'startsAt'>, minute: number): Date =>
  new Date(startsAt.getTime() + minute * msPerMinute);

/** Whether the last move is still under way. */
export const isPlaying = ({ endedAt, playUntil, playedUntil }: Evening): boolean =>
  endedAt === null && (playedUntil === null || playedUntil < playUntil);

export const endOf = (evening: Pick<Evening, 'startsAt'>): Date => instantOfMinute(evening, eveningMinutes);
