/** The mails about resetting a lost second factor. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

/** To the other administrators, in English. */
export const resetAskedMail = (words: Words, email: string): Mail =>
  writeMail(words, {
    subject: 'An administrator wants to reset two-step sign-in',
    before: [
      `An administrator asked to reset two-step sign-in for ${email}, because the authenticator was lost.`,
      'Make sure that it is really this person who is asking. Then agree or cancel under "Two-step resets" in the dashboard.',
    ],
  });

export const resetSoonMail = (words: Words, at: Date): Mail =>
  writeMail(words, {
    subject: words.t('account.twoStepResetSoon.subject'),
    before: [
      words.t('account.twoStepResetSoon.text', { day: words.day(at), clock: words.clock(at) }),
      words.t('account.twoStepResetSoon.stop'),
    ],
  });

export const resetDoneMail = (words: Words): Mail =>
  writeMail(words, {
    subject: words.t('account.twoStepReset.subject'),
    before: [words.t('account.twoStepReset.text'), words.t('account.twoStepReset.notYou')],
  });
