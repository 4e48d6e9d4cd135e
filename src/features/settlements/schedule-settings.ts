/**
 * The settlement settings of a company's book, and how a request to change them is read. Pure. A request reports every invalid
 * field, not only the first; a field left out keeps its value.
 */

import { type Schedule, weekdays } from '../../base/clock/schedule.ts';
import { readTimeZone } from '../../base/clock/time-zone.ts';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { findCurrency } from '../../base/money/currency.ts';

export type SettlementSettings = {
  timeZone: string;
  holdSeconds: number;
  settleOnlyPaid: boolean;
  /** Stops runs by schedule and for arriving money. `POST /settlements` still settles. */
  paused: boolean;
  schedule: Schedule;
  /** Currencies with a schedule of their own. */
  currencies: ReadonlyMap<string, Schedule>;
};

/** The fields a request may change. `currencies` replaces the whole list. */
export type SettingsChange = Partial<SettlementSettings>;

const holdSecondsMax = 31_536_000;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;
const dayOfMonthMax = 31;
/** Days that one schedule may name: each day of the longest month. */
export const daysMax = dayOfMonthMax;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export function readSettings(
  body: Fields,
): { ok: true; change: SettingsChange } | { ok: false; details: ErrorDetail[] } {
  const details: ErrorDetail[] = [];
  const change: SettingsChange = {};
  const wrong = (field: string, message: string): void => {
    details.push({ field, message });
  };

  if (present(body.time_zone)) {
    const zone = typeof body.time_zone === 'string' ? readTimeZone(body.time_zone) : undefined;
    if (zone === undefined) wrong('time_zone', 'must be a time zone of the IANA database, such as Europe/Athens');
    else change.timeZone = zone;
  }
  if (present(body.hold_seconds)) {
    const seconds = body.hold_seconds;
    if (Number.isInteger(seconds) && (seconds as number) >= 0 && (seconds as number) <= holdSecondsMax) {
      change.holdSeconds = seconds as number;
    } else wrong('hold_seconds', `must be a whole number from 0 to ${holdSecondsMax}`);
  }
  if (present(body.settle_only_paid)) {
    if (isBoolean(body.settle_only_paid)) change.settleOnlyPaid = body.settle_only_paid;
    else wrong('settle_only_paid', 'must be boolean');
  }
  if (present(body.paused)) {
    if (isBoolean(body.paused)) change.paused = body.paused;
    else wrong('paused', 'must be boolean');
  }
  if (present(body.schedule)) change.schedule = readSchedule(body.schedule, 'schedule', wrong);
  if (present(body.currencies)) change.currencies = readCurrencies(body.currencies, wrong);
  return details.length === 0 ? { ok: true, change } : { ok: false, details };
}

const present = (value: unknown): boolean => value !== undefined && value !== null;

type Wrong = (field: string, message: string) => void;

function readCurrencies(value: unknown, wrong: Wrong): ReadonlyMap<string, Schedule> {
  const schedules = new Map<string, Schedule>();
  if (!isObject(value)) {
    wrong('currencies', 'must be an object of currencies with their schedules');
    return schedules;
  }
  for (const [code, schedule] of Object.entries(value)) {
    if (schedule === null) continue;
    if (findCurrency(code) === undefined) {
      wrong(`currencies.${code}`, 'must be an uppercase ISO 4217 code that is accepted here');
    } else schedules.set(code, readSchedule(schedule, `currencies.${code}`, wrong));
  }
  return schedules;
}

function readSchedule(value: unknown, field: string, wrong: Wrong): Schedule {
  const schedule: Schedule = { every: 'day', days: [], time: '' };
  if (!isObject(value)) {
    wrong(field, 'must be an object with every, days and time');
    return schedule;
  }
  const { every, days, time } = value;
  if (typeof time === 'string' && timePattern.test(time)) schedule.time = time;
  else wrong(`${field}.time`, 'must be a local time from 00:00 to 23:59');
  if (every !== 'day' && every !== 'week' && every !== 'month') {
    wrong(`${field}.every`, 'must be one of day, week, month');
    return schedule;
  }
  schedule.every = every;
  if (every !== 'day') schedule.days = readDays(days, every, `${field}.days`, wrong);
  else if (present(days)) wrong(`${field}.days`, 'is for every week or month only');
  return schedule;
}

function readDays(value: unknown, every: 'week' | 'month', field: string, wrong: Wrong): number[] {
  if (!Array.isArray(value) || value.length === 0) {
    const kind = every === 'week' ? `weekdays (${weekdays.join(', ')})` : `days from 1 to ${dayOfMonthMax}`;
    wrong(field, `must be a list of ${kind}`);
    return [];
  }
  if (value.length > daysMax) {
    wrong(field, `must have at most ${daysMax} items`);
    return [];
  }
  const days = value.map((day) => (every === 'week' ? numberOfWeekday(day) : dayOfMonth(day)));
  days.forEach((day, index) => {
    if (day === undefined) {
      wrong(
        `${field}[${index}]`,
        every === 'week' ? `must be one of ${weekdays.join(', ')}` : `must be a day from 1 to ${dayOfMonthMax}`,
      );
    } else if (days.indexOf(day) < index) wrong(`${field}[${index}]`, 'is there already');
  });
  return days.filter((day) => day !== undefined).sort((a, b) => a - b);
}

const numberOfWeekday = (day: unknown): number | undefined => {
  const index = weekdays.indexOf(day as (typeof weekdays)[number]);
  return index === -1 ? undefined : index + 1;
};

const dayOfMonth = (day: unknown): number | undefined =>
  Number.isInteger(day) && (day as number) >= 1 && (day as number) <= dayOfMonthMax ? (day as number) : undefined;
