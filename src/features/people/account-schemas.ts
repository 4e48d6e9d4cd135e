/** Schemas of what a visitor and a person send and get about an account. Lengths that are a rule are checked by it. */
import { Type } from 'typebox';
import { languages } from '../../base/languages/languages.ts';

/** No password manager makes longer values. */
const textLengthMax = 512;

const text = (example: string, description?: string) =>
  Type.String({
    format: 'text',
    maxLength: textLengthMax,
    examples: [example],
    ...(description === undefined ? {} : { description }),
  });

export const NameField = text('Ada Lovelace', '1 to 100 characters');
export const EmailField = text('ada@example.org');
export const PasswordField = text('correct horse battery', 'A new password has 8 to 128 characters');
const CodeField = text('492039', 'Of the authenticator, or a recovery code');
export const TokenField = text('7Gk2Qm7ZxW1Jc9TbVh3Rd', 'The last part of the address in the email');

export const LanguageName = Type.Enum([...languages], {
  title: 'Language',
  description: 'Of pages and emails',
  examples: ['el'],
});

export const EmailBody = Type.Object({ email: EmailField });
export const CodeBody = Type.Object({ code: CodeField });
/** What is asked for again before the second factor is turned off or its recovery codes are replaced. */
export const ProofBody = Type.Object({ password: PasswordField, code: CodeField });
/** The same, of someone who may have no second factor; without one, the code is not read. */
export const LooseProofBody = Type.Object({ password: PasswordField, code: Type.Optional(CodeField) });

export const SignInStep = Type.Object(
  { state: Type.Enum(['signed_in', 'second_factor'], { description: '`second_factor`: a code is also required' }) },
  { title: 'SignInStep', description: 'How far a sign-in has come' },
);

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each replaces one code of the authenticator. Shown only in this response',
      examples: [['acde-3479-fhjk']],
    }),
  },
  { title: 'RecoveryCodes' },
);
