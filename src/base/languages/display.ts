/** Amounts and times in the reader's language. Pure. An amount is always written with its currency's code. */
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import { directionOf, type Language, localeOf } from './languages.ts';

export type ShownMoney = {
  /** For sentences. */
  text: string;
  number: string;
  currency: string;
  currencyFirst: boolean;
};

/** Keeps an amount or an address together, left to right, within a sentence of either direction. */
const isolated = (text: string, language: Language): string =>
  directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;

const between = '\u00a0';

/** @param minor minor units. */
export function showMoney(minor: bigint, currency: string, language: Language): ShownMoney {
  const decimals = exponentOf(currency);
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // A text is formatted exactly, a number would be rounded to a double.
  const parts = format.formatToParts(formatDecimal(minor, decimals) as `${number}`);
  const number = parts
    .filter(({ type }) => ['minusSign', 'integer', 'group', 'decimal', 'fraction'].includes(type))
    .map(({ value }) => value)
    .join('');
  const place = (wanted: string): number => parts.findIndex(({ type }) => type === wanted);
  const currencyFirst = directionOf(language) === 'ltr' && place('currency') < place('integer');
  const text = currencyFirst ? `${currency}${between}${number}` : `${number}${between}${currency}`;
  return { text: isolated(text, language), number, currency, currencyFirst };
}

/** A host, an address or an id within a sentence. */
export const showLatin = isolated;

/** A name or a reason, as someone typed it: it keeps the direction of its own first letter. */
export const showName = (text: string, language: Language): string =>
  directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text;

/** Such as `November 21, 2026 at 9:05 AM UTC`: the reader's zone is unknown without a script. */
export const showTime = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(at)
    .concat(' UTC');

/** `5 minutes`. */
export const showMinutes = (minutes: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);

/** `7 days`. */
export const showDays = (days: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
