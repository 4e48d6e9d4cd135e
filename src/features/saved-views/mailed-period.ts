/**
 * When a view of Explore is mailed, and which days the mail is about: the day, week or month that has ended in the reader's time
 * zone. Pure. The rules for changes of the clock are those of every schedule (base/clock/schedule.ts).
 */
import { Temporal } from 'temporal-polyfill';
import type { DayRange } from '../../base/clock/period.ts';
import { nextRun, type Schedule } from '../../base/clock/schedule.ts';

export const mailedEvery = ['day', 'week', 'month'] as const;
export type MailedEvery = (typeof mailedEvery)[number];

/** A reader's morning. Weeks begin on Monday. */
const time = '07:00';
const scheduleOf = (every: MailedEvery): Schedule => ({ every, days: every === 'day' ? [] : [1], time });

export const nextMailAt = (every: MailedEvery, timeZone: string, after: Date): Date =>
  nextRun(scheduleOf(every), timeZone, after);

/** The last time that was due by now: what was missed before, while nothing ran, is not made up for. */
export function lastDue(every: MailedEvery, timeZone: string, dueAt: Date, now: Date): Date {
  let due = dueAt;
  for (let next = nextMailAt(every, timeZone, due); next <= now; next = nextMailAt(every, timeZone, due)) due = next;
  return due;
}

/** @param dueAt when the mail is due, which is in the day after the period. */
export function periodBefore(every: MailedEvery, timeZone: string, dueAt: Date): DayRange {
  const today = Temporal.Instant.fromEpochMilliseconds(dueAt.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const from = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 } }[every];
  return { from: today.subtract(from).toString(), to: today.subtract({ days: 1 }).toString() };
}

/** The query of a saved view, with these days in place of its own, and what they are compared with where it names days. */
export function queryFor(query: string, { from, to }: DayRange): string {
  const asked = new URLSearchParams(query);
  if (asked.get('compare') === 'custom') asked.delete('compare');
  for (const name of ['compare_from', 'compare_to', 'cursor']) asked.delete(name);
  asked.set('span', 'custom');
  asked.set('from', from);
  asked.set('to', to);
  asked.sort();
  return String(asked);
}
