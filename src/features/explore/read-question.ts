/** Reads what is asked for, as an address holds it. Pure. */
import {
  type CutPeriod,
  type comparisons,
  cutPeriod,
  type DayRange,
  daysBefore,
  lastPeriod,
  type PartUnit,
  partDaysMax,
  periodDaysMax,
  type periodNames,
} from '../../base/clock/period.ts';

type PeriodRequest = {
  period?: (typeof periodNames)[number];
  from?: string;
  to?: string;
  unit?: PartUnit;
  compare?: (typeof comparisons)[number];
  compare_from?: string;
  compare_to?: string;
};

type Periods = { period: CutPeriod; compared: CutPeriod | null };
type Problem = { field: string; message: string };

const words = {
  from: 'must be a day of the calendar',
  to: 'must be a day of the calendar',
  order: 'must not be before the first day',
  days: `must be less than ${periodDaysMax} days after the first`,
} as const;

/** The same days a year before may have a 29 February more. */
const leapDay = 1;

/** @returns the field that is wrong, and why. */
export function readPeriods(request: PeriodRequest, now: Date, timeZone: string): Periods | Problem {
  const { period: name = '30d', from, to, unit } = request;
  if (from === undefined && to !== undefined) return { field: 'from', message: 'must be given with to' };
  if (from !== undefined && to === undefined) return { field: 'to', message: 'must be given with from' };
  const isNamed = from === undefined || to === undefined;
  const range = isNamed ? lastPeriod(name, now, timeZone) : { from, to };
  const period = cut(range, timeZone, unit, 'from', 'to');
  if ('field' in period) return period;
  const compared = readCompared(request, range, isNamed && name === '12m', timeZone, period.unit);
  return compared !== null && 'field' in compared ? compared : { period, compared };
}

function readCompared(
  { compare = 'previous', compare_from: from, compare_to: to }: PeriodRequest,
  range: DayRange,
  isYear: boolean,
  timeZone: string,
  unit: PartUnit,
): CutPeriod | Problem | null {
  if (compare === 'none') return null;
  if (compare === 'custom') {
    if (from === undefined) return { field: 'compare_from', message: 'must be given' };
    if (to === undefined) return { field: 'compare_to', message: 'must be given' };
    return cut({ from, to }, timeZone, unit, 'compare_from', 'compare_to');
  }
  // Twelve months are compared with those of the year before, whatever they are called.
  const how = isYear ? 'year' : compare;
  return cut(daysBefore(range, how), timeZone, unit, 'from', 'to', leapDay);
}

function cut(
  range: DayRange,
  timeZone: string,
  unit: PartUnit | undefined,
  from: string,
  to: string,
  over = 0,
): CutPeriod | Problem {
  const period = cutPeriod(range, timeZone, unit, over);
  if (typeof period !== 'string') return period;
  if (period === 'unit') {
    const chosen = unit as PartUnit;
    return { field: 'unit', message: `is possible for at most ${partDaysMax[chosen]} days by ${chosen}` };
  }
  return { field: period === 'from' ? from : to, message: words[period] };
}
