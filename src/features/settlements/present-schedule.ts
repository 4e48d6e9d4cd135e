/** Presents a company's settlement schedule for interface B, with each next run on the book's own clock. */
import { nextRun, type Schedule, weekdays } from '../../base/clock/schedule.ts';
import type { PresentedSchedule, PresentedSettlementSchedule } from './schedule-schemas.ts';
import type { SettlementSettings } from './schedule-settings.ts';
import { everyCurrency } from './schedules.repository.ts';

const presentOne = ({ every, days, time }: Schedule, nextRunAt: Date | null): PresentedSchedule => ({
  every,
  ...(every === 'day' ? {} : { days: every === 'week' ? days.flatMap((day) => weekdays[day - 1] ?? []) : [...days] }),
  time,
  next_run_at: nextRunAt?.toISOString() ?? null,
});

/** @param dues the stored due times. A book without stored ones is due by its schedule. */
export function presentSettings(
  settings: SettlementSettings,
  dues: ReadonlyMap<string, Date>,
  now: Date,
): PresentedSettlementSchedule {
  const next = (currency: string, schedule: Schedule): Date | null =>
    settings.paused ? null : (dues.get(currency) ?? nextRun(schedule, settings.timeZone, now));
  return {
    time_zone: settings.timeZone,
    hold_seconds: settings.holdSeconds,
    settle_only_paid: settings.settleOnlyPaid,
    paused: settings.paused,
    schedule: presentOne(settings.schedule, next(everyCurrency, settings.schedule)),
    currencies: Object.fromEntries(
      [...settings.currencies].map(([currency, schedule]) => [
        currency,
        presentOne(schedule, next(currency, schedule)),
      ]),
    ),
  };
}
