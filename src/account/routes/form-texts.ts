/** The messages beside form fields that need correction. */
import { accountFieldTexts } from '../../people/account-texts.ts';
import type { AccountField } from '../../people/sign-up.ts';

export const { name: nameText, email: emailText, password: passwordLengthText } = accountFieldTexts;

export const accountFieldErrors = (fields: readonly AccountField[]): Partial<Record<AccountField, string>> =>
  Object.fromEntries(fields.map((field) => [field, accountFieldTexts[field]]));
