/** Schema of a company's settlement schedule in answers. */
import { type Static, Type } from 'typebox';
import { weekdays } from '../../base/clock/schedule.ts';
import { Count, NullableInstant, recordOf, Text } from '../../base/schemas/parts.ts';
import { daysMax } from './schedule-settings.ts';

const Time = Type.String({
  pattern: '^[0-2][0-9]:[0-5][0-9]$',
  description: 'Of day, in the time zone',
  examples: ['02:00'],
});

const ScheduleAnswer = Type.Object(
  {
    every: Type.Enum(['day', 'week', 'month']),
    days: Type.Optional(
      Type.Array(Type.Union([Type.Enum([...weekdays]), Type.Integer({ minimum: 1, maximum: 31 })]), {
        minItems: 1,
        maxItems: daysMax,
        description: 'Weekdays of a weekly schedule, days of the month of a monthly one',
      }),
    ),
    time: Time,
    next_run_at: NullableInstant,
  },
  { title: 'Schedule' },
);
export type PresentedSchedule = Static<typeof ScheduleAnswer>;

export const SettlementScheduleAnswer = Type.Object(
  {
    time_zone: Text('Europe/Athens'),
    hold_seconds: Count,
    settle_only_paid: Type.Boolean(),
    paused: Type.Boolean(),
    schedule: ScheduleAnswer,
    currencies: recordOf(ScheduleAnswer, 'By currency code'),
  },
  { title: 'SettlementSchedule' },
);
export type PresentedSettlementSchedule = Static<typeof SettlementScheduleAnswer>;
