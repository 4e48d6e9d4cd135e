/**
 * The amounts, days and texts of a bank's file, as every reader takes them. Pure. Must never round, and never take a day
 * that does not exist for another one.
 */
import { toMinorUnits } from '../../base/money/amount.ts';
import { findCurrency } from '../../base/money/currency.ts';

/** A value, or what is wrong with it: `has more decimals than EUR has`. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; problem: string };

const wholeDigitsMax = 15;
const shownLengthMax = 40;
const yearMin = 1990;
const yearMax = 2100;

const refused = (problem: string): { ok: false; problem: string } => ({ ok: false, problem });

/** A part of the file as a message may show it. */
export const shown = (text: string): string =>
  `"${text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text}"`.replaceAll(/\p{Cc}/gu, ' ');

/**
 * Minor units of an amount without a sign. @param mark the decimal mark of the format. @param currency any text that
 * should be a currency.
 */
export function readMoney(text: string, mark: '.' | ',', currency: string): Read<bigint> {
  const known = findCurrency(currency);
  if (known === undefined) return refused(`has ${shown(currency)} as its currency, which is not one of ISO 4217`);
  const [whole = '', fraction = '', ...more] = text.trim().split(mark);
  if (more.length > 0 || !/^[0-9]*$/.test(whole + fraction) || whole + fraction === '') {
    return refused(`has ${shown(text)} as its amount, which is not a number`);
  }
  const digits = whole.replace(/^0+(?=.)/, '') || '0';
  if (digits.length > wholeDigitsMax) return refused(`has more than ${wholeDigitsMax} digits in its amount`);
  const minor = toMinorUnits(fraction === '' ? digits : `${digits}.${fraction}`, known.exponent);
  if (minor === undefined) return refused(`has more decimals in its amount, ${shown(text)}, than ${known.code} has`);
  return { ok: true, value: minor };
}

/** `2031-03-01` of its parts. */
export function readDay(year: number, month: number, day: number): Read<string> {
  const two = (part: number): string => String(part).padStart(2, '0');
  const written = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const time = Date.UTC(year, month - 1, day);
  // A month or day that overflows comes back as another one.
  if (!new Date(time).toISOString().startsWith(written) && year >= yearMin) {
    return refused(`has the date ${written}, which does not exist`);
  }
  if (year < yearMin || year > yearMax) return refused(`has a date in the year ${written.slice(0, 4)}`);
  return { ok: true, value: written };
}

/** The number of days in a month. */
export const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** One line, without control characters and without runs of spaces. */
export const squeeze = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** What banks write where there is no reference. */
const nothing = new Set(['', 'NOTPROVIDED', 'NONREF', 'NONE', 'N/A']);

/** A reference, unless it says that there is none. */
export function readReference(text: string | undefined): string | undefined {
  const reference = squeeze(text ?? '');
  return nothing.has(reference.replaceAll(' ', '').toUpperCase()) ? undefined : reference;
}

/** An account's number without spaces. */
export function readAccount(text: string | undefined): string | undefined {
  const account = (text ?? '').replaceAll(/\s/g, '');
  return nothing.has(account.toUpperCase()) || /^0+$/.test(account) ? undefined : account;
}

/** Whether it looks like an IBAN. Its check digits are not looked at: an account is only shown and compared. */
export const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text);

/** Texts in their order, without empty ones and repeats. */
export const distinct = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.map((text) => squeeze(text ?? '')).filter((text) => text !== '')),
];

/** The first text that says something. */
export const firstOf = (...texts: readonly (string | undefined)[]): string | undefined => distinct(texts)[0];
