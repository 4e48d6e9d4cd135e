/**
 * Sign-up: a person exists only once their address is confirmed. Registering writes the same rows for any address; see
 * `requested-mails.ts`. The link alone creates no account: it also needs the chosen password, so that no one confirms a
 * stranger's sign-up by mistake.
 */

import { violatedConstraint } from '../../base/database/database-error.ts';
import { randomBase62 } from '../../base/database/public-id.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken } from '../../core/access/link-token.ts';
import { isLongerThan } from '../../core/http/text.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { isEmail } from '../../core/mail/address.ts';
import { passwordLengthMax, passwordLengthMin, type Visit } from './auth.ts';
import { findSignUp, insertPerson, insertSignUp, type SignUp, takeSignUp } from './people.repository.ts';
import { anyAccount } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { Person, Throttled } from './person.ts';
import { confirmationSeconds } from './requested-mails.ts';
import type { SignIn, SignIns } from './sign-in.ts';
import { hashCounted, tryPassword } from './try-password.ts';

type Account = { name: string; email: string; password: string };
export type AccountField = keyof Account;

type Registration = { ok: true } | { ok: false; reason: 'invalid'; fields: AccountField[] } | Throttled;

/** `expired`: the link is unknown, used or too old. `taken`: the address was confirmed by another sign-up meanwhile. */
type Confirmation = SignIn | { ok: false; reason: 'expired' | 'taken' };

export type SignUps = {
  /**
   * Answers the same for an address in use, whose owner gets a notice instead.
   * @param account.wallet false: confirming opens no wallet; the person chooses afterwards what they need.
   */
  register(visit: Visit, account: Account & { wallet?: boolean }): Promise<Registration>;
  isConfirmationOpen(token: string): Promise<boolean>;
  /** Creates the person and signs them in. */
  confirm(visit: Visit, token: string, password: string): Promise<Confirmation>;
  /**
   * Creates a person without confirmation, for the operator and the demo. Signs no one in.
   * @throws Error when the address is in use or the account is invalid.
   */
  signUp(actor: Actor, account: Account & { emailVerified: boolean }): Promise<Person>;
};

const idBytes = 16;

export { isEmail };
export const nameLengthMax = 100;
export const isPasswordLength = (text: string): boolean =>
  text.length >= passwordLengthMin && text.length <= passwordLengthMax;

export const isName = (text: string): boolean => text !== '' && !isLongerThan(text, nameLengthMax);

function problemsOf({ name, email, password }: Account): AccountField[] {
  const fields: AccountField[] = [];
  if (!isName(name)) fields.push('name');
  if (!isEmail(email)) fields.push('email');
  if (!isPasswordLength(password)) fields.push('password');
  return fields;
}

const tidy = <T extends Account>(account: T): T => ({
  ...account,
  name: account.name.trim(),
  email: normalEmail(account.email),
});

export function createSignUps(deps: PeopleDeps, signIns: SignIns): SignUps {
  const { auth, db, attempts } = deps;
  const hash = async (password: string): Promise<string> => (await auth.$context).password.hash(password);

  return {
    async register(visit, given) {
      authorize(visit, 'account.sign_up', anyAccount);
      const { name, email, password } = tidy(given);
      const fields = problemsOf({ name, email, password });
      if (fields.length > 0) return { ok: false, reason: 'invalid', fields };
      const decision = await attempts.signUp(email, visit);
      const hashed = await hashCounted(deps, email, visit, { decision, work: () => hash(password) });
      if (!hashed.ok) return hashed;
      const signUp = {
        id: randomBase62(idBytes),
        email,
        name,
        passwordHash: hashed.value,
        opensWallet: given.wallet ?? true,
        language: visit.language ?? null,
      };

      await inTransaction(db, async (tx) => {
        await insertSignUp(tx, signUp, confirmationSeconds);
        const payload = { kind: 'sign_up', id: signUp.id } as const;
        await enqueue(tx, { name: 'people_mail', payload, key: `people_mail:${signUp.id}` });
      });
      return { ok: true };
    },
    isConfirmationOpen: async (token) => (await findSignUp(db, hashOfToken(token))) !== undefined,
    async confirm(visit, token, password) {
      authorize(visit, 'account.confirm_address', anyAccount);
      const signUp = await findSignUp(db, hashOfToken(token));
      if (signUp === undefined) return { ok: false, reason: 'expired' };
      const { password: hasher } = await auth.$context;
      const isRight = () => hasher.verify({ hash: signUp.passwordHash, password });
      const tried = await tryPassword(deps, signUp.email, visit, isRight);
      if (!tried.ok) return tried;
      if (!tried.value) return { ok: false, reason: 'wrong' };
      const made = await makePerson(deps, signUp);
      if (made !== 'made') return { ok: false, reason: made };
      return signIns.signIn(visit, { email: signUp.email, password });
    },
    async signUp(actor, given) {
      authorize(actor, 'account.sign_up', anyAccount);
      const { name, email, password, emailVerified } = tidy(given);
      const fields = problemsOf({ name, email, password });
      if (fields.length > 0) throw new Error(`not an account: ${fields.join(', ')}`);
      const person = { id: randomBase62(idBytes), name, email, emailVerified, passwordHash: await hash(password) };
      await inTransaction(db, (tx) => insertPerson(tx, person));
      return { personId: person.id, name, email };
    },
  };
}

/** Creates a person, with a wallet if the sign-up asked for one, in one transaction. */
async function makePerson(deps: PeopleDeps, signUp: SignUp): Promise<'made' | 'expired' | 'taken'> {
  const { db, onConfirmed } = deps;
  const { email, name, passwordHash, language } = signUp;
  const personId = randomBase62(idBytes);
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await takeSignUp(tx, signUp))) return 'expired';
      await insertPerson(tx, { id: personId, name, email, emailVerified: true, passwordHash, language });
      if (signUp.opensWallet) await onConfirmed(tx, { personId, name, email });
      return 'made';
    });
  } catch (error) {
    if (violatedConstraint(error) === 'people_email_key') return 'taken';
    throw error;
  }
}
