/** A time of each language and a few more may break before the time, and nowhere else. */
import { expect, it } from 'vitest';
import { unbrokenDate } from '../../dashboard/src/strings/unbroken-date.ts';

const locales = [
  'en-US',
  'en-GB',
  'ar',
  'ar-EG',
  'de',
  'el',
  'es',
  'fr',
  'it',
  'nl',
  'pt',
  'tr',
  'da',
  'fi',
  'ja',
  'sv',
];
const at = new Date('2031-03-09T01:05:09Z');

it.each(locales.flatMap((locale) => [[locale, 'short'] as const, [locale, 'medium'] as const]))(
  'in %s with a %s time it breaks once, before the hour',
  (locale, timeStyle) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' });
    const [, time = '', ...more] = unbrokenDate(format.format(at)).split(/[ \t\n]/);
    const hour = format.formatToParts(at).find(({ type }) => type === 'hour')?.value;
    expect(hour).toBeDefined();
    expect(time.startsWith(hour as string)).toBe(true);
    expect(more).toEqual([]);
  },
);

it.each(locales)('a day of %s stays on one line', (locale) => {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  expect(unbrokenDate(day)).not.toContain(' ');
});
