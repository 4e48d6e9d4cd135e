/** Puts the link that switches such mails off under a mail. Only when it is sent or shown: the link is never stored. */
import { isMailKind } from './kinds.ts';
import { type OutgoingMail, withFootLink } from './mail.ts';
import type { StoredMail } from './mails.repository.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export async function withUnsubscribe(mail: StoredMail, links: UnsubscribeLinks): Promise<OutgoingMail> {
  const { kind, personId } = mail;
  if (kind === null || personId === null || !isMailKind(kind)) return mail;
  const address = await links.addressOf({ personId, kind });
  return { ...withFootLink(mail, 'Unsubscribe from emails like this', address), unsubscribe: address };
}
