/** The words of mails in a reader's language, with amounts and times as it writes them. Pure. */
import { showMoney } from '../../base/languages/display.ts';
import { type Language, localeOf } from '../../base/languages/languages.ts';
import { createMessages, type Translate, type Translations } from '../../base/languages/messages.ts';
import { shownMoney } from '../../base/money/shown-money.ts';
import { type CustomTexts, noTexts } from '../wording/custom-texts.ts';
import { en, type MailString } from './strings/en.ts';
import { translations } from './strings/index.ts';

export type Words = {
  language: Language;
  /** The operator's own texts in it. */
  custom: CustomTexts;
  t: Translate<MailString>;
  /** @param minor minor units. */
  money(minor: bigint, currency: string): string;
  /** In UTC: the reader's zone is not known. In English `2030-12-31`, as in the dashboard. */
  day(at: Date): string;
  /** In UTC: `09:05`. */
  clock(at: Date): string;
  /** `December 2030`. @param at any instant of the month, in UTC. */
  month(at: Date): string;
};

/** @param others than English. */
export function createWords(others: Translations<MailString>): (language: Language, custom?: CustomTexts) => Words {
  const messages = createMessages(en, others);
  const made = new Map<Language, Words>();
  return (language, custom = noTexts) => {
    const words = made.get(language) ?? wordsOf(language, messages(language));
    made.set(language, words);
    return custom === noTexts ? words : { ...words, custom, t: messages(language, custom.mails) };
  };
}

export const wordsIn = createWords(translations);

function wordsOf(language: Language, t: Translate<MailString>): Words {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' });
    return (at: Date): string => made.format(at);
  };
  const [day, clock] = [format({ dateStyle: 'long' }), format({ timeStyle: 'short' })];
  const isEnglish = language === 'en';
  return {
    language,
    custom: noTexts,
    t,
    money: (minor, currency) => (isEnglish ? shownMoney(minor, currency) : showMoney(minor, currency, language).text),
    day: (at) => (isEnglish ? at.toISOString().slice(0, 10) : day(at)),
    clock: (at) => (isEnglish ? at.toISOString().slice(11, 16) : clock(at)),
    month: format({ month: 'long', year: 'numeric' }),
  };
}
