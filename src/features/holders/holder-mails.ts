/** The mails about a holder's admission and suspension. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

/** To the operator, in English. */
export const approvalWaitsMail = (words: Words, name: string): Mail =>
  writeMail(words, {
    subject: `${name} requests live mode`,
    before: [
      `${name} has finished testing and requests live mode, to take real money.`,
      'Open the inbox in the dashboard to approve or decline the request.',
    ],
  });

export const approvedMail = (words: Words, name: string): Mail =>
  writeMail(words, {
    subject: words.t('live.approved.subject', { name }),
    before: [words.t('live.approved.text', { name }), words.t('live.approved.next')],
  });

export const refusedMail = (words: Words, name: string, reason: string): Mail =>
  writeMail(words, {
    subject: words.t('live.refused.subject', { name }),
    before: [words.t('live.refused.text', { name }), words.t('mail.because', { reason }), words.t('live.refused.next')],
  });

export const suspendedMail = (words: Words, name: string, reason: string): Mail =>
  writeMail(words, {
    subject: words.t('live.suspended.subject', { name }),
    before: [words.t('live.suspended.text', { name }), words.t('mail.because', { reason })],
  });

export const resumedMail = (words: Words, name: string): Mail =>
  writeMail(words, {
    subject: words.t('live.resumed.subject', { name }),
    before: [words.t('live.resumed.text', { name })],
  });
