/**
 * Dates and times as banks write them, with numbers or names of months. Pure. Must never guess an order: whether
 * `03/04/2031` is in March or April is for all values of a file to show, or for a person to say.
 */
import { monthOf } from './month-names.ts';

export const dateOrders = ['DMY', 'MDY', 'YMD'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A text that looks like a date: the day in each order that its form leaves open, if there is such a day. */
type DateText = { days: Partial<Record<DateOrder, string | undefined>>; time: string | undefined };

const textLengthMax = 60;
const timePart =
  '(?<hour>[0-9]{1,2})[:.h](?<minute>[0-9]{2})(?:[:.](?<second>[0-9]{2})(?:[.,][0-9]+)?)?\\s*(?<half>[ap]\\.?m\\.?)?';
const zonePart = '(?:\\s*(?:Z|UTC|GMT|CES?T|[+-][0-9]{2}:?[0-9]{2})(?:\\[[\\w/]+\\])?)?';
const timeOnly = new RegExp(`^${timePart}${zonePart}$`, 'i');
const compactTime = /^(?<hour>[0-9]{2})(?<minute>[0-9]{2})(?<second>[0-9]{2})?$/;
const timeFirst = new RegExp(`^(?<time>${timePart}),?\\s+(?<day>\\S.*)$`, 'i');
const weekday = '(?:\\p{L}{2,10}[.,]*\\s+)?';
const numeric =
  /^(?<a>[0-9]{1,4})(?<mark>[.\-/#]|\s)\s?(?<b>[0-9]{1,2})\k<mark>\s?(?<c>[0-9]{1,4})(?![0-9])\.?(?<rest>.*)$/u;
const compact = /^(?<digits>[0-9]{8}|[0-9]{6})(?:[T ](?<rest>[0-9:.]+.*))?$/;
const dayFirst = new RegExp(
  `^${weekday}(?<a>[0-9]{1,4})(?:st|nd|rd|th)?[\\s.\\-/]*(?:de |of )?(?<name>\\p{L}{3,14})\\.?(?: de | del )?[\\s.,\\-/]*(?<c>[0-9]{2,4})(?![0-9])(?<rest>.*)$`,
  'u',
);
const monthFirst = new RegExp(
  `^${weekday}(?<name>\\p{L}{3,14})\\.?\\s*(?<b>[0-9]{1,2})(?:st|nd|rd|th)?,?\\s+(?<c>[0-9]{4})(?<rest>.*)$`,
  'u',
);

/** Undefined for what does not look like a date. A day that does not exist is an undefined one. */
export function splitDate(text: string): DateText | undefined {
  const trimmed = text.trim();
  if (trimmed.length < 6 || trimmed.length > textLengthMax || !/[0-9]/.test(trimmed)) return undefined;
  const early = timeFirst.exec(trimmed)?.groups;
  if (early?.day !== undefined) {
    const read = splitDate(early.day);
    return read && { ...read, time: readTime(early.time ?? '') };
  }
  return splitCompact(trimmed) ?? splitNumeric(trimmed) ?? splitNamed(trimmed);
}

function splitCompact(text: string): DateText | undefined {
  const { digits, rest } = compact.exec(text)?.groups ?? {};
  if (digits === undefined) return undefined;
  const at = (start: number, end: number) => digits.slice(start, end);
  if (digits.length === 6) {
    const [a, b, c] = [at(0, 2), at(2, 4), at(4, 6)];
    const short = { DMY: dayOf(c, b, a), YMD: dayOf(a, b, c) };
    return short.DMY === undefined && short.YMD === undefined ? undefined : withTime(short, rest);
  }
  const days = {
    YMD: dayOf(at(0, 4), at(4, 6), at(6, 8)),
    DMY: dayOf(at(4, 8), at(2, 4), at(0, 2)),
    MDY: dayOf(at(4, 8), at(0, 2), at(2, 4)),
  };
  // Years are of this century: hardly any eight digits are a date in two orders, and most are none.
  const possible = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== undefined));
  return Object.keys(possible).length > 0 ? withTime(possible, rest) : undefined;
}

function splitNumeric(text: string): DateText | undefined {
  const { a, b, c, mark, rest } = numeric.exec(text)?.groups ?? {};
  if (a === undefined || b === undefined || c === undefined) return undefined;
  if (a.length >= 3) return c.length > 2 ? undefined : withTime({ YMD: dayOf(a, b, c) }, rest);
  // Nowhere does a month come first before a point.
  if (mark === '.') return withTime({ DMY: dayOf(c, b, a) }, rest);
  const days = { DMY: dayOf(c, b, a), MDY: dayOf(c, a, b) };
  return withTime(a.length === 2 && c.length === 2 ? { ...days, YMD: dayOf(a, b, c) } : days, rest);
}

function splitNamed(text: string): DateText | undefined {
  const first = dayFirst.exec(text)?.groups;
  const month = first?.name === undefined ? undefined : monthOf(first.name);
  if (first?.a !== undefined && first.c !== undefined && month !== undefined) {
    const day = first.a.length > 2 ? dayOf(first.a, month, first.c) : dayOf(first.c, month, first.a);
    return withTime({ DMY: day, MDY: day, YMD: day }, first.rest);
  }
  const { name, b, c, rest } = monthFirst.exec(text)?.groups ?? {};
  const named = name === undefined ? undefined : monthOf(name);
  if (b === undefined || c === undefined || named === undefined) return undefined;
  const day = dayOf(c, named, b);
  return withTime({ DMY: day, MDY: day, YMD: day }, rest);
}

function withTime(days: DateText['days'], rest = ''): DateText | undefined {
  const after = rest.replace(/^[T\s,/]+/, '').trim();
  if (after === '') return { days, time: undefined };
  // A time must be parted from its date.
  if (!/^[T\s,/]/.test(rest) && !/^[0-9:.]+/.test(after)) return undefined;
  return timeOnly.test(after) || compactTime.test(after) ? { days, time: readTime(after) } : undefined;
}

/** `14:05:00`, or undefined. Midnight is what banks write who know no time. */
export function readTime(text: string): string | undefined {
  const trimmed = text.trim();
  const { hour, minute, second = '00', half } = (timeOnly.exec(trimmed) ?? compactTime.exec(trimmed))?.groups ?? {};
  if (hour === undefined || minute === undefined) return undefined;
  const isAfternoon = half !== undefined && /^p/i.test(half);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const read = `${String(hours).padStart(2, '0')}:${minute}:${second}`;
  return read === '00:00:00' ? undefined : read;
}

export const looksLikeTime = (text: string): boolean => timeOnly.test(text.trim());

/** `2031-03-01`, or undefined when the text is no date in this order, or no day of the calendar from 1990 to 2099. */
export function readDate(text: string, order: DateOrder): { day: string; time: string | undefined } | undefined {
  const read = splitDate(text);
  // What its form decides, such as a year of four digits at the beginning, needs no order.
  const open = read && (Object.keys(read.days) as DateOrder[]);
  const day = read && open && (open.length === 1 && open[0] !== undefined ? read.days[open[0]] : read.days[order]);
  return day === undefined ? undefined : { day, time: read?.time };
}

const yearMin = 1990;
const yearMax = 2099;

function dayOf(yearText: string, monthText: string | number, dayText: string): string | undefined {
  if (yearText.length !== 4 && yearText.length !== 2) return undefined;
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const [month, day] = [Number(monthText), Number(dayText)];
  if (year < yearMin || year > yearMax || month < 1 || month > 12 || day < 1) return undefined;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
