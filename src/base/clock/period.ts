/**
 * The period that a chart shows, cut into days, weeks or months, and the one before it, cut alike. Pure. Days are those of a
 * time zone, so lengths are counted in the calendar and never in hours.
 */
import { Temporal } from 'temporal-polyfill';
import type { Day } from './days.ts';

export const periodNames = ['7d', '30d', '90d', '12m'] as const;
type PeriodName = (typeof periodNames)[number];
/** Days of the calendar, both included. */
export type DayRange = { from: string; to: string };

export const units = ['day', 'week', 'month'] as const;
type Unit = (typeof units)[number];

/** `from` and `to` are its first and its last day; `[since, until)` is the same as instants. */
export type Span = DayRange & { since: Date; until: Date };
export type Bucket = Span & { previous: Span };
export type Period = Span & { unit: Unit; previous: Span; buckets: Bucket[] };

/** Two years. */
export const periodDaysMax = 731;
const dayUnitDaysMax = 31;
const weekUnitDaysMax = 184;
const daysPerWeek = 7;
const monthsPerYear = 12;
const daysOf: Record<Exclude<PeriodName, '12m'>, number> = { '7d': 7, '30d': 30, '90d': 90 };

/** The last days or months, today included. */
export function lastPeriod(name: PeriodName, now: Date, timeZone: string): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const end = today.add({ days: 1 });
  if (name !== '12m') return cut(end.subtract({ days: daysOf[name] }), end, timeZone, undefined);
  // This month and the eleven before it; before that the same part of the year before.
  const start = today.with({ day: 1 }).subtract({ months: monthsPerYear - 1 });
  return cut(start, end, timeZone, { months: monthsPerYear });
}

/** `order`: the last day is before the first. `days`: it is no day, or they are more than `periodDaysMax`. */
type RangeProblem = 'from' | 'to' | 'order' | 'days';

/** @param over how many days more than usual it may have. */
export function customPeriod({ from, to }: DayRange, timeZone: string, over = 0): Period | RangeProblem {
  const [first, last] = [dateOf(from), dateOf(to)];
  if (first === undefined) return 'from';
  if (last === undefined) return 'to';
  if (Temporal.PlainDate.compare(first, last) > 0) return 'order';
  const end = last.add({ days: 1 });
  return daysBetween(first, end) > periodDaysMax + over ? 'days' : cut(first, end, timeZone, undefined);
}

/** Every day of the period before and of this one, oldest first. Where months are compared, days may lie between them. */
export function daysOfPeriod({ previous, to }: Period, timeZone: string): Day[] {
  const first = Temporal.PlainDate.from(previous.from);
  const count = daysBetween(first, Temporal.PlainDate.from(to)) + 1;
  const dates = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }));
  const starts = dates.map((date) => startOf(date, timeZone));
  return dates.slice(0, count).map((date, index) => ({
    day: date.toString(),
    from: starts[index] as Date,
    to: starts[index + 1] as Date,
  }));
}

export const partUnits = ['hour', ...units] as const;
export type PartUnit = (typeof partUnits)[number];

/** How long a period cut into these may be, in days, so that it has a bounded number of parts. */
export const partDaysMax: Record<PartUnit, number> = { hour: 7, day: 184, week: periodDaysMax, month: periodDaysMax };

/** A period alone, in its parts; an hour has the days that it is on. */
export type CutPeriod = Span & { unit: PartUnit; parts: Span[] };

/**
 * @param unit by default what suits the length. @param over as of `customPeriod`.
 * @returns `unit` when the period is too long for it.
 */
export function cutPeriod(
  range: DayRange,
  timeZone: string,
  unit?: PartUnit,
  over = 0,
): CutPeriod | RangeProblem | 'unit' {
  const whole = customPeriod(range, timeZone, over);
  if (typeof whole === 'string') return whole;
  const [start, end] = [Temporal.PlainDate.from(range.from), Temporal.PlainDate.from(range.to).add({ days: 1 })];
  const days = daysBetween(start, end);
  const chosen = unit ?? unitOf(days);
  if (days > partDaysMax[chosen] + over) return 'unit';
  const span: Span = { from: whole.from, to: whole.to, since: whole.since, until: whole.until };
  if (chosen === 'hour') return { ...span, unit: chosen, parts: hoursOf(span, timeZone) };
  const edges = edgesOf(start, end, chosen);
  const parts = edges.slice(1).map((after, place) => spanBetween(edges[place] as Temporal.PlainDate, after, timeZone));
  return { ...span, unit: chosen, parts };
}

const msPerHour = 3_600_000;

/** From the beginning of the first day: a day that the clocks go back on has 25. The last one ends where the period does. */
function hoursOf({ since, until }: Span, timeZone: string): Span[] {
  const count = Math.ceil((until.getTime() - since.getTime()) / msPerHour);
  return Array.from({ length: count }, (_, place) => {
    const at = since.getTime() + place * msPerHour;
    const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
    return { from: day, to: day, since: new Date(at), until: new Date(Math.min(at + msPerHour, until.getTime())) };
  });
}

export const comparisons = ['previous', 'year', 'none', 'custom'] as const;

/** The days before, as many; or the same days a year before, the 28th for a 29 February. */
export function daysBefore({ from, to }: DayRange, how: 'previous' | 'year'): DayRange {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const back = how === 'year' ? { years: 1 } : { days: daysBetween(first, last) + 1 };
  return { from: first.subtract(back).toString(), to: last.subtract(back).toString() };
}

const firstYear = 2000;
const lastYear = 9998;

function dateOf(text: string): Temporal.PlainDate | undefined {
  try {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' });
    // PostgreSQL and the offsets of a time zone reach further; a page of figures does not.
    return date.year >= firstYear && date.year <= lastYear ? date : undefined;
  } catch {
    return undefined;
  }
}

type Back = { months: number } | { days: number };

/** @param back how far back the period before begins; its own length without one. */
function cut(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  timeZone: string,
  back: Back = { days: daysBetween(start, end) },
): Period {
  const spanOf = (first: Temporal.PlainDate, after: Temporal.PlainDate) => spanBetween(first, after, timeZone);
  const unit = 'months' in back ? 'month' : unitOf(daysBetween(start, end));
  const edges = edgesOf(start, end, unit);
  const pairs = edges.slice(1).map((after, place) => [edges[place] as Temporal.PlainDate, after] as const);
  return {
    unit,
    ...spanOf(start, end),
    previous: spanOf(start.subtract(back), end.subtract(back)),
    buckets: pairs.map(([first, after]) => ({
      ...spanOf(first, after),
      previous: spanOf(first.subtract(back), after.subtract(back)),
    })),
  };
}

const spanBetween = (first: Temporal.PlainDate, after: Temporal.PlainDate, timeZone: string): Span => ({
  from: first.toString(),
  to: after.subtract({ days: 1 }).toString(),
  since: startOf(first, timeZone),
  until: startOf(after, timeZone),
});

const unitOf = (days: number): Unit => (days <= dayUnitDaysMax ? 'day' : days <= weekUnitDaysMax ? 'week' : 'month');

/** Weeks end with the period, so that the last one is whole; months are those of the calendar. */
function edgesOf(start: Temporal.PlainDate, end: Temporal.PlainDate, unit: Unit): Temporal.PlainDate[] {
  const edges = [end];
  for (;;) {
    const [edge] = edges as [Temporal.PlainDate];
    const before = edgeBefore(edge, unit);
    if (Temporal.PlainDate.compare(before, start) <= 0) return [start, ...edges];
    edges.unshift(before);
  }
}

function edgeBefore(edge: Temporal.PlainDate, unit: Unit): Temporal.PlainDate {
  if (unit === 'day') return edge.subtract({ days: 1 });
  if (unit === 'week') return edge.subtract({ days: daysPerWeek });
  return edge.subtract({ days: 1 }).with({ day: 1 });
}

const daysBetween = (first: Temporal.PlainDate, after: Temporal.PlainDate): number =>
  first.until(after, { largestUnit: 'days' }).days;

const startOf = (date: Temporal.PlainDate, timeZone: string): Date =>
  new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
