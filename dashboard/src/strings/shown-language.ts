/**
 * The language that is shown: that of the page, but English in the accounts whose screens are not translated. The
 * direction of the page follows.
 */
import { directionOf, type Language, pageLanguage, pageTag } from './languages.ts';

let shown: Language = pageLanguage;
const listeners = new Set<() => void>();

export const shownLanguage = (): Language => shown;

export function onShownLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function show(language: Language): void {
  if (shown === language) return;
  shown = language;
  const page = document.documentElement;
  page.lang = language === pageLanguage ? pageTag : language;
  page.dir = directionOf(language);
  for (const listener of listeners) listener();
}
