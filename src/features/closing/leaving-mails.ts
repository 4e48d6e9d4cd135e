/** The mails about accounts that were closed, and to people whose own account was deleted. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

export const closedMail = (words: Words, name: string): Mail =>
  writeMail(words, {
    subject: words.t('closing.closed.subject', { name }),
    before: [
      words.t('closing.closed.text', { name }),
      words.t('closing.closed.year'),
      words.t('closing.closed.mistake'),
    ],
  });

export const reopenedMail = (words: Words, name: string, reason: string): Mail =>
  writeMail(words, {
    subject: words.t('closing.reopened.subject', { name }),
    before: [
      words.t('closing.reopened.text', { name }),
      words.t('mail.because', { reason }),
      words.t('closing.reopened.restore'),
    ],
  });

/** The last one. No copy of it is kept. */
export const erasedMail = (words: Words, by: 'person' | 'operator'): Mail =>
  writeMail(words, {
    subject: words.t('account.deleted.subject'),
    before: [
      words.t(by === 'person' ? 'account.deleted.byYou' : 'account.deleted.byOperator'),
      words.t('account.deleted.kept'),
      words.t('account.deleted.last'),
    ],
  });
