/** Which period a chart is asked for, and in which time zone. */
import { type Static, Type } from 'typebox';
import { customPeriod, lastPeriod, type Period, periodDaysMax, periodNames } from '../../../base/clock/period.ts';
import { readTimeZone } from '../../../base/clock/time-zone.ts';
import { invalidField } from '../../../base/errors/app-error.ts';
import { dayPattern } from '../../../base/schemas/parts.ts';

export const TimeZone = Type.Optional(
  Type.String({ maxLength: 64, default: 'UTC', description: 'Where a day begins', examples: ['Europe/Athens'] }),
);

const Day = (description: string) =>
  Type.Optional(Type.String({ pattern: dayPattern, description, examples: ['2031-03-01'] }));

export const PeriodQuery = Type.Object({
  period: Type.Optional(
    Type.Enum([...periodNames], {
      default: '30d',
      description: 'The last days, today included; `12m` is this month and the eleven before it',
    }),
  ),
  from: Day(`The first day, with \`to\`, instead of \`period\`; at most ${periodDaysMax} days`),
  to: Day('The last day'),
  time_zone: TimeZone,
});

/** @throws AppError `validation_failed` */
export function zoneOf({ time_zone: name = 'UTC' }: { time_zone?: string }): string {
  const zone = readTimeZone(name);
  if (zone !== undefined) return zone;
  throw invalidField('time_zone', 'must be a name of the time zone database, such as Europe/Paris');
}

const words = {
  from: 'must be a day of the calendar',
  to: 'must be a day of the calendar',
  order: 'must not be before from',
  days: `must be less than ${periodDaysMax} days after from`,
} as const;

/** @throws AppError `validation_failed` */
export function periodOf(query: Static<typeof PeriodQuery>, now: Date, timeZone: string): Period {
  const { period = '30d', from, to } = query;
  if (from === undefined && to === undefined) return lastPeriod(period, now, timeZone);
  if (from === undefined) throw invalidField('from', 'must be given with to');
  if (to === undefined) throw invalidField('to', 'must be given with from');
  const read = customPeriod({ from, to }, timeZone);
  if (typeof read !== 'string') return read;
  throw invalidField(read === 'from' ? 'from' : 'to', words[read]);
}
