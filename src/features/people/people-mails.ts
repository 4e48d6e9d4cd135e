/** The mails to people. Pure. A token appears only in a link; a name typed by a stranger is never quoted. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { confirmPath, liftPath, signInPath } from './addresses.ts';
import { resetAddress } from './reset-link.ts';

const notYou = 'If this was not you, someone else may know your password: choose a new one now.';

export const confirmMail = (publicUrl: string, recipient: string, token: string): Mail =>
  writeMail({
    recipient,
    subject: 'Confirm your email address',
    before: ['Someone, hopefully you, signed up with this address. Confirm it to open your account.'],
    link: { label: 'Confirm this address', address: `${publicUrl}${confirmPath}/${token}` },
    after: [
      'The link works for 24 hours and asks for the password you chose. If you did not sign up, you can ignore this email: no account is created without the link.',
    ],
  });

export const alreadySignedUpMail = (publicUrl: string, recipient: string): Mail =>
  writeMail({
    recipient,
    subject: 'You already have an account',
    before: [
      'Someone, hopefully you, tried to sign up with this address. It already has an account, so nothing was changed. Sign in, or choose a new password if you forgot yours.',
    ],
    link: { label: 'Sign in', address: `${publicUrl}${signInPath}` },
    after: ['If it was not you, you can ignore this email.'],
  });

export const resetMail = (publicUrl: string, recipient: string, token: string): Mail =>
  writeMail({
    recipient,
    subject: 'Choose a new password',
    before: ['Someone, hopefully you, asked for a new password for this address.'],
    link: { label: 'Choose a new password', address: resetAddress(publicUrl, token) },
    after: [
      'The link works once, for one hour. If it was not you, you can ignore this email: your password stays as it is.',
    ],
  });

export const choosePasswordMail = (publicUrl: string, recipient: string, token: string, hours: number): Mail =>
  writeMail({
    recipient,
    subject: 'Choose your password',
    before: [`The operator of ${new URL(publicUrl).host} opened an account for this address.`],
    link: { label: 'Choose a password', address: resetAddress(publicUrl, token) },
    after: [`The link works once, for ${hours} hours. Without a password nobody can sign in to the account.`],
  });

export const liftMail = (publicUrl: string, recipient: string, token: string): Mail =>
  writeMail({
    recipient,
    subject: 'Sign in again after too many attempts',
    before: [
      'Someone, hopefully you, asked to sign in with this address after too many failed attempts. The link unlocks sign-in in the browser that opens it.',
    ],
    link: { label: 'Unlock sign-in', address: `${publicUrl}${liftPath}/${token}` },
    after: [
      'The link works once, for 15 minutes. You still need your password, and your code if you use one. If it was not you, you can ignore this email.',
    ],
  });

const notice = (recipient: string, subject: string, ...before: string[]): Mail =>
  writeMail({ recipient, subject, before: [...before, notYou] });

export const passwordChangedMail = (recipient: string): Mail =>
  notice(recipient, 'Your password was changed', 'Your password was changed, and your other sessions were ended.');

/** @param codesFrom when it may be used for what needs a fresh code; null at once. */
export const secondFactorOnMail = (recipient: string, codesFrom: Date | null): Mail =>
  notice(
    recipient,
    'Two-step sign-in is on',
    'From now on, signing in takes a code from your authenticator app after the password. Your other sessions were ended.',
    ...(codesFrom === null
      ? []
      : [
          'For the next 24 hours it cannot be used for actions that need a code, such as requesting payouts or creating keys. Everything else works as before.',
        ]),
  );

export const secondFactorOffMail = (recipient: string): Mail =>
  notice(recipient, 'Two-step sign-in is off', 'From now on, your password alone is enough to sign in.');

export const recoveryCodeUsedMail = (recipient: string): Mail =>
  notice(
    recipient,
    'A recovery code was used',
    'One of your recovery codes was used in place of your authenticator. That code no longer works.',
  );

export const codesGuessedMail = (recipient: string): Mail =>
  notice(
    recipient,
    'Someone is trying to guess your sign-in codes',
    'Someone entered your password and then several wrong codes, from a browser that you have not used before. They could not sign in.',
  );

export const recoveryCodesRenewedMail = (recipient: string): Mail =>
  notice(recipient, 'New recovery codes', 'New recovery codes were created. The earlier ones no longer work.');
