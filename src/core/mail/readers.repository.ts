/** Who gets a mail, and the language they read it in. */
import type { Tx } from '../../base/database/transaction.ts';
import { isLanguage, type Language, languageFrom } from '../../base/languages/languages.ts';

export type Reader = { email: string; language: Language };

/**
 * In the language of the person with this address, once they have confirmed it; otherwise in English.
 * @param wanted in place of theirs.
 */
export async function findReader(tx: Tx, email: string, wanted?: string | null): Promise<Reader> {
  if (isLanguage(wanted)) return { email, language: wanted };
  const person = await tx
    .selectFrom('people')
    .select('language')
    .where('email', '=', email)
    .where('emailVerified', '=', true)
    .executeTakeFirst();
  return { email, language: languageFrom(person?.language) };
}

/** Companies and operators have their screens in English, and mails about them too. */
export const inEnglish = (email: string): Reader => ({ email, language: 'en' });
