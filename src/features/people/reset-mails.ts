/** The mails about resetting a lost second factor. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';

export const resetAskedMail = (recipient: string, email: string): Mail =>
  writeMail({
    recipient,
    subject: 'An administrator wants to reset two-step sign-in',
    before: [
      `An administrator asked to reset two-step sign-in for ${email}, because the authenticator was lost.`,
      'Make sure that it is really this person who is asking. Then agree or cancel under "Two-step resets" in the dashboard.',
    ],
  });

export const resetSoonMail = (recipient: string, at: Date): Mail =>
  writeMail({
    recipient,
    subject: 'Your two-step sign-in will be reset',
    before: [
      `The operator of this service will reset your two-step sign-in at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC, because your authenticator was reported lost. From then on your password alone is enough, until you set it up again.`,
      'If you did not ask for this, sign in with your authenticator or a recovery code before then: that stops the reset. Then change your password.',
    ],
  });

export const resetDoneMail = (recipient: string): Mail =>
  writeMail({
    recipient,
    subject: 'Your two-step sign-in was reset',
    before: [
      'Your authenticator and your recovery codes no longer work, and all your sessions were ended. Sign in with your password and set up two-step sign-in again.',
      'If you did not ask for this, change your password now and tell the operator of this service.',
    ],
  });
