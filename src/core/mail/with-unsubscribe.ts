/**
 * Completes a mail when it is sent or shown: its links get the service's origin, and under it stands the link that switches such
 * mails off, which is never stored.
 */
import type { Database } from '../../base/database/pool.ts';
import { languageFrom } from '../../base/languages/languages.ts';
import { findCustomTexts } from '../wording/custom-texts.repository.ts';
import { isMailKind } from './kinds.ts';
import { type OutgoingMail, withFootLink, withOrigin } from './mail.ts';
import type { StoredMail } from './mails.repository.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';
import { wordsIn } from './words.ts';

export async function withUnsubscribe(
  db: Database,
  stored: StoredMail,
  links: UnsubscribeLinks,
): Promise<OutgoingMail> {
  const mail = withOrigin(stored, links.origin);
  const { kind, personId } = mail;
  if (kind === null || personId === null || !isMailKind(kind)) return mail;
  const address = await links.addressOf({ personId, kind });
  const language = languageFrom(mail.language);
  const { t } = wordsIn(language, await findCustomTexts(db, language));
  return { ...withFootLink(mail, t('mail.unsubscribe'), address), unsubscribe: address };
}
