/**
 * The languages of the dashboard and the one that its page came in: the service chooses it, by the reader's choice in a
 * cookie or by the browser's wishes. Screens of companies and operators are in English whatever it is.
 */
import { type Catalog, translate } from './known.ts';

/** Each by its own name. */
export const languageNames = {
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
} as const;

export type Language = keyof typeof languageNames;

/** Of a select. */
export const languageOptions = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** Compiled by the build, each a file of its own. */
const catalogs: Record<Exclude<Language, 'en'>, () => Promise<{ strings: object }>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  el: () => import('./el.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pt: () => import('./pt.ts'),
  tr: () => import('./tr.ts'),
};

export const isLanguage = (text: string): text is Language => Object.hasOwn(languageNames, text);

/** The `lang` that the page came with, such as `pt-PT`. Without a page where the routes alone are read, as the build does. */
export const pageTag = globalThis.document?.documentElement.lang ?? 'en';

const [ofPage = ''] = pageTag.split('-', 1);

/** Of the page. */
export const pageLanguage: Language = isLanguage(ofPage) ? ofPage : 'en';

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** Without a translation, because the network failed, the page is in English. */
export async function loadTranslation(): Promise<void> {
  if (pageLanguage === 'en') return;
  const catalog = await catalogs[pageLanguage]().catch(() => undefined);
  if (catalog !== undefined) translate(catalog.strings as Catalog);
}

const cookie = 'sluice_language';
const keptSeconds = 365 * 24 * 3_600;

/** Whether pages of this browser are to come in a language. */
export const isOpenedIn = (language: Language): boolean => document.cookie.includes(`${cookie}=${language}`);

/** Opens the page anew in another language. @returns whether it can: not where cookies are refused. */
export function openIn(language: Language): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${cookie}=${language}; path=/; max-age=${keptSeconds}; samesite=lax`;
  if (!isOpenedIn(language)) return false;
  location.reload();
  return true;
}
