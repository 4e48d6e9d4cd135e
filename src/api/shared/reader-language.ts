/** Finds the language of a request, from the reader's choice kept in a cookie or from the browser's wishes. Pure. */
import { type Language, pickLanguage } from '../../base/languages/languages.ts';

export const languageCookie = 'sluice_language';

type Headers = { cookie?: string | undefined; 'accept-language'?: string | undefined };

export function languageOf(headers: Headers): Language {
  const [, chosen] = /(?:^|;\s*)sluice_language=([a-z]{2})\s*(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  return pickLanguage(chosen, headers['accept-language']);
}
