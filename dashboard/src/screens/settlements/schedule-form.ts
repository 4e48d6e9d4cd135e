/** The schedule as a form holds it, and as the API takes it. */
import type { SettlementSchedule } from '../../api/types.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const units = ['second', 'minute', 'hour', 'day'] as const;
type Unit = (typeof units)[number];

const secondsOf: Record<Unit, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** How often, and at which time of the day. */
export type RhythmValues = {
  every: 'day' | 'week' | 'month';
  weekdays: string[];
  monthDays: string[];
  time: string;
};

export type ScheduleValues = RhythmValues & {
  timeZone: string;
  hold: number | string;
  unit: Unit;
  onlyPaid: boolean;
};

/** The longest waiting period that the service takes. */
export const holdDaysMax = 365;

/** The largest unit in which a time is a whole number. */
const unitOf = (seconds: number): Unit =>
  units.findLast((unit) => seconds > 0 && seconds % secondsOf[unit] === 0) ?? 'hour';

export function valuesOf({ schedule, time_zone, hold_seconds, settle_only_paid }: SettlementSchedule): ScheduleValues {
  const unit = unitOf(hold_seconds);
  return {
    ...rhythmOf(schedule),
    timeZone: time_zone,
    hold: hold_seconds / secondsOf[unit],
    unit,
    onlyPaid: settle_only_paid,
  };
}

type Day = NonNullable<SettlementSchedule['schedule']['days']>[number];

/** Without the time of the next run, which the service works out. */
export type Rhythm = Omit<SettlementSchedule['schedule'], 'next_run_at'>;

export const changeOf = (values: ScheduleValues) => ({
  time_zone: values.timeZone,
  hold_seconds: Number(values.hold) * secondsOf[values.unit],
  settle_only_paid: values.onlyPaid,
  schedule: rhythmChangeOf(values),
});

export function rhythmOf({ every, days: given = [], time }: Rhythm): RhythmValues {
  const days = given.map(String);
  return {
    every,
    weekdays: every === 'week' ? days : ['monday'],
    monthDays: every === 'month' ? days : ['1'],
    time,
  };
}

export const rhythmChangeOf = ({ every, weekdays: days, monthDays, time }: RhythmValues): Rhythm => ({
  every,
  time,
  ...(every === 'week' ? { days: days as Day[] } : {}),
  ...(every === 'month' ? { days: monthDays.map(Number) as Day[] } : {}),
});

/** The form's field that a field of the request belongs to. */
export function formField(field: string, every: ScheduleValues['every']): string {
  if (field.startsWith('schedule.days')) return every === 'week' ? 'weekdays' : 'monthDays';
  const names: Record<string, string> = {
    'schedule.time': 'time',
    'schedule.every': 'every',
    time_zone: 'timeZone',
    hold_seconds: 'hold',
    settle_only_paid: 'onlyPaid',
  };
  return names[field] ?? field;
}
