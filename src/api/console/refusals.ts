/** Turns refusals of the use cases into errors that name the field to blame, so that a form can mark it. */
import { AppError } from '../../base/errors/app-error.ts';
import { accountFieldTexts, signInRefusedText, throttledText } from '../../features/people/account-texts.ts';
import type { Throttled } from '../../features/people/people.ts';
import type { MailRequest } from '../../features/people/requested-mails.ts';
import type { SecondFactorRefusal } from '../../features/people/second-factor.ts';
import type { AccountField } from '../../features/people/sign-up.ts';

/** @param nameOf the body's name of a field, where it differs. */
export const invalidFields = (fields: readonly AccountField[], nameOf: Partial<Record<AccountField, string>> = {}) =>
  new AppError('validation_failed', {
    details: fields.map((field) => ({ field: nameOf[field] ?? field, message: accountFieldTexts[field] })),
  });

export const throttled = ({ retryAfterSeconds }: Throttled): AppError =>
  new AppError('too_many_attempts', { message: throttledText(retryAfterSeconds), retryAfterSeconds });

export const signInRefused = (): AppError => new AppError('sign_in_refused', { message: signInRefusedText });

export const wrongPassword = (field: string, message = 'This is not your password.'): AppError =>
  new AppError('wrong_password', { message, details: [{ field, message }] });

export function wrongCode(): AppError {
  const message = 'This code is wrong or was already used. Wait for the next one and try again.';
  return new AppError('wrong_code', { message, details: [{ field: 'code', message }] });
}

/** Does not tell which of the two is wrong. */
export function wrongProof(): AppError {
  const message = 'The password or the code is wrong, or the code was already used.';
  return new AppError('wrong_password_or_code', {
    message,
    details: ['password', 'code'].map((field) => ({ field, message })),
  });
}

/** @throws AppError when the mail was refused. */
export function requireMailed(result: MailRequest): void {
  if (result.ok) return;
  throw result.reason === 'throttled' ? throttled(result) : invalidFields(['email']);
}

/** @param wrong the error for what was typed. @param unfit what is said when the second factor is on, or off, already. */
export function secondFactorError(refusal: SecondFactorRefusal, wrong: AppError, unfit: string): AppError {
  switch (refusal.reason) {
    case 'throttled':
      return throttled(refusal);
    case 'wrong':
      return wrong;
    case 'unfit':
      return new AppError('invalid_state', { message: unfit });
    case 'signed_out':
      return new AppError('signed_out');
  }
}
