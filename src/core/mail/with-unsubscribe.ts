/** Puts the link that switches such mails off under a mail. Only when it is sent or shown: the link is never stored. */
import { languageFrom } from '../../base/languages/languages.ts';
import { isMailKind } from './kinds.ts';
import { type OutgoingMail, withFootLink } from './mail.ts';
import type { StoredMail } from './mails.repository.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';
import { wordsIn } from './words.ts';

export async function withUnsubscribe(mail: StoredMail, links: UnsubscribeLinks): Promise<OutgoingMail> {
  const { kind, personId } = mail;
  if (kind === null || personId === null || !isMailKind(kind)) return mail;
  const address = await links.addressOf({ personId, kind });
  return {
    ...withFootLink(mail, wordsIn(languageFrom(mail.language)).t('mail.unsubscribe'), address),
    unsubscribe: address,
  };
}
