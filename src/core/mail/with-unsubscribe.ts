/** Puts the link that switches such mails off under a mail. Only when it is sent or shown: the link is never stored. */
import type { Database } from '../../base/database/pool.ts';
import { languageFrom } from '../../base/languages/languages.ts';
import { findCustomTexts } from '../wording/custom-texts.repository.ts';
import { isMailKind } from './kinds.ts';
import { type OutgoingMail, withFootLink } from './mail.ts';
import type { StoredMail } from './mails.repository.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';
import { wordsIn } from './words.ts';

export async function withUnsubscribe(db: Database, mail: StoredMail, links: UnsubscribeLinks): Promise<OutgoingMail> {
  const { kind, personId } = mail;
  if (kind === null || personId === null || !isMailKind(kind)) return mail;
  const address = await links.addressOf({ personId, kind });
  const language = languageFrom(mail.language);
  const { t } = wordsIn(language, await findCustomTexts(db, language));
  return { ...withFootLink(mail, t('mail.unsubscribe'), address), unsubscribe: address };
}
