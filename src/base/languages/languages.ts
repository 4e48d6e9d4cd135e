/**
 * The languages of pages, mails and statements, and how one is chosen: the reader's own choice, then `Accept-Language`,
 * then English. Pure.
 */

/** Each by its own name, in the order of the switch. */
export const languageNames = Object.freeze({
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  tr: 'Türkçe',
} as const);

export type Language = keyof typeof languageNames;

export const languages = Object.freeze(Object.keys(languageNames)) as readonly Language[];

/** How amounts and dates are written. Digits are Latin in Arabic too, as on the card and in the shop's own prices. */
const locales: Readonly<Record<Language, string>> = Object.freeze({
  en: 'en',
  ar: 'ar-u-nu-latn',
  de: 'de',
  el: 'el',
  es: 'es',
  fr: 'fr',
  it: 'it',
  nl: 'nl',
  pt: 'pt-PT',
  tr: 'tr',
});

export const localeOf = (language: Language): string => locales[language];

/** The `lang` attribute of a page. */
export const htmlLanguageOf = (language: Language): string => (language === 'pt' ? 'pt-PT' : language);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(languageNames, text);

/** Of what is stored. @param stored null: not known. */
export const languageFrom = (stored: string | null | undefined): Language => (isLanguage(stored) ? stored : 'en');

/** Longer headers are cut: no browser sends that many languages. */
const headerLengthMax = 512;

/** @param chosen what the reader picked before, if anything. */
export function pickLanguage(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  const wishes = (acceptLanguage ?? '')
    .slice(0, headerLengthMax)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(one)?.[1]).find(Boolean);
      return {
        language: tag.trim().toLowerCase().split('-', 1)[0],
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    // The sort is stable, so equal wishes keep the reader's order.
    .sort((a, b) => b.quality - a.quality);
  return wishes.map(({ language }) => language).find(isLanguage) ?? 'en';
}
