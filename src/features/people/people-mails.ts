/** The mails to people. Pure. A token appears only in a link; a name typed by a stranger is never quoted. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { confirmPath, liftPath, signInPath } from './addresses.ts';
import { resetAddress } from './reset-link.ts';

type Linked = { publicUrl: string; token: string };

export const confirmMail = (words: Words, { publicUrl, token }: Linked): Mail =>
  writeMail(words, {
    subject: words.t('account.confirm.subject'),
    before: [words.t('account.confirm.text')],
    link: { label: words.t('account.confirm.link'), address: `${publicUrl}${confirmPath}/${token}` },
    after: [words.t('account.confirm.after')],
  });

export const alreadySignedUpMail = (words: Words, publicUrl: string): Mail =>
  writeMail(words, {
    subject: words.t('account.exists.subject'),
    before: [words.t('account.exists.text')],
    link: { label: words.t('account.exists.link'), address: `${publicUrl}${signInPath}` },
    after: [words.t('account.exists.after')],
  });

export const resetMail = (words: Words, { publicUrl, token }: Linked): Mail =>
  writeMail(words, {
    subject: words.t('account.reset.subject'),
    before: [words.t('account.reset.text')],
    link: { label: words.t('account.reset.link'), address: resetAddress(publicUrl, token) },
    after: [words.t('account.reset.after')],
  });

/** @param facts.hours for which the link works. */
export const choosePasswordMail = (words: Words, { publicUrl, token, hours }: Linked & { hours: number }): Mail =>
  writeMail(words, {
    subject: words.t('account.opened.subject'),
    before: [words.t('account.opened.text', { host: new URL(publicUrl).host })],
    link: { label: words.t('account.opened.link'), address: resetAddress(publicUrl, token) },
    after: [words.t('account.opened.after', { hours })],
  });

export const liftMail = (words: Words, { publicUrl, token }: Linked): Mail =>
  writeMail(words, {
    subject: words.t('account.unlock.subject'),
    before: [words.t('account.unlock.text')],
    link: { label: words.t('account.unlock.link'), address: `${publicUrl}${liftPath}/${token}` },
    after: [words.t('account.unlock.after')],
  });

const notice = (words: Words, subject: string, ...before: string[]): Mail =>
  writeMail(words, { subject, before: [...before, words.t('account.notYou')] });

export const passwordChangedMail = (words: Words): Mail =>
  notice(words, words.t('account.passwordChanged.subject'), words.t('account.passwordChanged.text'));

/** @param codesFrom when it may be used for what needs a fresh code; null at once. */
export const secondFactorOnMail = (words: Words, codesFrom: Date | null): Mail =>
  notice(
    words,
    words.t('account.twoStepOn.subject'),
    words.t('account.twoStepOn.text'),
    ...(codesFrom === null ? [] : [words.t('account.twoStepOn.wait')]),
  );

export const secondFactorOffMail = (words: Words): Mail =>
  notice(words, words.t('account.twoStepOff.subject'), words.t('account.twoStepOff.text'));

export const recoveryCodeUsedMail = (words: Words): Mail =>
  notice(words, words.t('account.recoveryUsed.subject'), words.t('account.recoveryUsed.text'));

export const codesGuessedMail = (words: Words): Mail =>
  notice(words, words.t('account.codesGuessed.subject'), words.t('account.codesGuessed.text'));

/** @param freshFrom when it may be used for what needs a fresh code; null at once. */
export const passkeyAddedMail = (words: Words, freshFrom: Date | null): Mail =>
  notice(
    words,
    words.t('account.passkeyAdded.subject'),
    words.t('account.passkeyAdded.text'),
    ...(freshFrom === null ? [] : [words.t('account.passkeyAdded.wait')]),
  );

export const passkeyRemovedMail = (words: Words): Mail =>
  notice(words, words.t('account.passkeyRemoved.subject'), words.t('account.passkeyRemoved.text'));

export const recoveryCodesRenewedMail = (words: Words): Mail =>
  notice(words, words.t('account.recoveryRenewed.subject'), words.t('account.recoveryRenewed.text'));
