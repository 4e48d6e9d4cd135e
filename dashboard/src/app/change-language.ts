/** Keeps in which language a person, or the visitor of this browser, reads. */
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../api/client.ts';
import { type Language, openIn } from '../strings/languages.ts';

/** Emails follow too. @returns whether the page can follow. */
export const useChangeLanguage = () =>
  useMutation({
    mutationFn: async (language: Language) => {
      await apiOf().PATCH('/api/v1/profile', { body: { language } });
      return openIn(language);
    },
  });
