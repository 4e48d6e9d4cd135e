/**
 * In which language a person reads: pages follow the profile, also in another browser. Whoever chose another language
 * before signing in keeps it, and the profile follows.
 */
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../api/client.ts';
import type { Session } from '../api/types.ts';
import { isLanguage, isOpenedIn, type Language, openIn, pageLanguage } from '../strings/languages.ts';

const storageKey = 'sluice-language-chosen';

const keep = (language: Language) => apiOf().PATCH('/api/v1/profile', { body: { language } });

/** Emails follow too. @returns whether the page can follow. */
export const useChangeLanguage = () =>
  useMutation({
    mutationFn: async (language: Language) => {
      await keep(language);
      return openIn(language);
    },
  });

/** Before signing in. */
export function chooseAsVisitor(language: Language): void {
  try {
    sessionStorage.setItem(storageKey, language);
  } catch {
    // Storage is refused: the profile's language comes back after signing in.
  }
  openIn(language);
}

export function followLanguage({ person }: Session): void {
  const chosen = takeChosen();
  if (chosen !== undefined) void keep(chosen).catch(() => {});
  else if (person.language !== null && person.language !== pageLanguage && !isOpenedIn(person.language))
    openIn(person.language);
}

function takeChosen(): Language | undefined {
  try {
    const chosen = sessionStorage.getItem(storageKey) ?? '';
    sessionStorage.removeItem(storageKey);
    return isLanguage(chosen) ? chosen : undefined;
  } catch {
    return undefined;
  }
}
