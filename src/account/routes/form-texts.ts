/** The messages beside form fields that need correction. */
import { passwordLengthMax, passwordLengthMin } from '../../people/people.ts';
import { type AccountField, nameLengthMax } from '../../people/sign-up.ts';

export const passwordLengthText = `A password has ${passwordLengthMin} to ${passwordLengthMax} characters.`;
export const nameText = `Enter a name of at most ${nameLengthMax} characters.`;

export const emailText = 'Enter an e-mail address, such as ada@example.com.';

const texts: Record<AccountField, string> = {
  name: nameText,
  email: emailText,
  password: passwordLengthText,
};

export const accountFieldErrors = (fields: readonly AccountField[]): Partial<Record<AccountField, string>> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]));
