/** What a form says beside a field to be corrected, and when it is refused: the same on the pages and in the API. */
import { passwordLengthMax, passwordLengthMin } from './auth.ts';
import { type AccountField, nameLengthMax } from './sign-up.ts';

export const accountFieldTexts: Readonly<Record<AccountField, string>> = {
  name: `Enter a name of at most ${nameLengthMax} characters.`,
  email: 'Enter an email address, such as ada@example.com.',
  password: `A password has ${passwordLengthMin} to ${passwordLengthMax} characters.`,
};

/** Must be the same whether or not there is an account. */
export const signInRefusedText =
  'The email address or the password is wrong, or the address is not confirmed yet. Check them and try again.';

export function throttledText(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
}
