/** Passwords and names of existing people: reset, changed, or set by the operator. Every password change is mailed. */
import { APIError } from 'better-auth';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Language } from '../../base/languages/languages.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { widestNetwork } from '../../core/access/client-network.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import { headersOf, type Visit } from './auth.ts';
import { endBegun, findEmail, keepOnlyReset, setEmailVerified, setLanguage } from './people.repository.ts';
import { anyAccount, themselves } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import { passwordChangedMail, resetMail } from './people-mails.ts';
import type { Throttled } from './person.ts';
import { resetIdentifier } from './reset-link.ts';
import type { Sessions } from './sessions.ts';
import { isName, isPasswordLength } from './sign-up.ts';
import { tryPassword } from './try-password.ts';

type PasswordReset = { ok: true } | { ok: false; reason: 'expired' | 'invalid' };

/** `wrong`: the current password. `invalid`: the new one is not 8 to 128 characters long. */
type PasswordChange =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'wrong' | 'invalid' | 'signed_out' }
  | Throttled;

export type Passwords = {
  isResetOpen(token: string): Promise<boolean>;
  /** A link works once, for an hour. Ends the person's sessions. */
  resetPassword(visit: Visit, token: string, password: string): Promise<PasswordReset>;
  /** Ends the person's other sessions. */
  changePassword(visit: Visit, passwords: { present: string; next: string }): Promise<PasswordChange>;
  /** @returns false for an empty or too long name, or a cookie without a session. */
  changeName(visit: Visit, name: string): Promise<boolean>;
  /** In which the person reads pages and mails. @returns false without a session. */
  changeLanguage(visit: Visit, language: Language): Promise<boolean>;
  /** Replaces a person's password and ends their sessions. */
  setPassword(actor: Actor, personId: string, password: string): Promise<void>;
};

type OwnPasswords = Passwords & {
  afterReset(personId: string): Promise<void>;
  mailReset(person: { personId: string; email: string }, token: string): Promise<void>;
};

export function createPasswords(deps: PeopleDeps, sessions: Sessions): OwnPasswords {
  return { ...createResets(deps), ...createChanges(deps, sessions) };
}

type Resets = Pick<OwnPasswords, 'isResetOpen' | 'resetPassword' | 'mailReset' | 'afterReset'>;

/** Links that reset a password. */
function createResets({ auth, db, hashes, publicUrl }: PeopleDeps): Resets {
  return {
    async isResetOpen(token) {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(resetIdentifier(token));
      return link !== null && link.expiresAt.getTime() > Date.now();
    },
    async resetPassword(visit, token, password) {
      authorize(visit, 'account.reset_password', anyAccount);
      if (!isPasswordLength(password)) return { ok: false, reason: 'invalid' };
      try {
        const caller = { network: widestNetwork(visit.address), isKnown: false };
        await hashes.as(caller, () => auth.api.resetPassword({ body: { token, newPassword: password } }));
        return { ok: true };
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) return { ok: false, reason: 'expired' };
        throw error;
      }
    },
    async mailReset({ personId, email }, token) {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(resetIdentifier(token));
      if (link === null) return;
      await inTransaction(db, async (tx) => {
        await keepOnlyReset(tx, personId, link.id);
        await queueMail(tx, await findReader(tx, email), (words) => resetMail(words, { publicUrl, token }));
      });
    },
    async afterReset(personId) {
      await inTransaction(db, (tx) => setEmailVerified(tx, personId));
      await afterChange(db, personId);
    },
  };
}

/** Changes by the person, and by the operator. */
function createChanges(deps: PeopleDeps, sessions: Sessions): Omit<OwnPasswords, keyof Resets> {
  const { auth, db } = deps;
  return {
    async changePassword(visit, { present, next }) {
      const person = await sessions.ownSessionOf(visit.cookie);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      authorize(themselves(person, visit), 'account.change', { personId: person.personId });
      if (!isPasswordLength(next)) return { ok: false, reason: 'invalid' };
      try {
        const change = () =>
          auth.api.changePassword({
            body: { currentPassword: present, newPassword: next, revokeOtherSessions: true },
            headers: headersOf(visit),
            returnHeaders: true,
          });
        const tried = await tryPassword(deps, person.email, visit, change);
        if (!tried.ok) return tried;
        await afterChange(db, person.personId);
        return { ok: true, cookies: tried.value.headers.getSetCookie() };
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) return { ok: false, reason: 'wrong' };
        throw error;
      }
    },
    async changeName(visit, given) {
      const name = given.trim();
      const person = await sessions.ownSessionOf(visit.cookie);
      if (!isName(name) || person === undefined) return false;
      authorize(themselves(person, visit), 'account.change', { personId: person.personId });
      await auth.api.updateUser({ body: { name }, headers: headersOf(visit) });
      return true;
    },
    async changeLanguage(visit, language) {
      const person = await sessions.ownSessionOf(visit.cookie);
      if (person === undefined) return false;
      authorize(themselves(person, visit), 'account.change', { personId: person.personId });
      await setLanguage(db, person.personId, language);
      return true;
    },
    async setPassword(actor, personId, password) {
      authorize(actor, 'account.reset_password', { personId });
      const { internalAdapter, password: hasher } = await auth.$context;
      await internalAdapter.updatePassword(personId, await hasher.hash(password));
      await internalAdapter.deleteUserSessions(personId);
      await endBegun(db, personId);
    },
  };
}

async function afterChange(db: Database, personId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await endBegun(tx, personId);
    const email = await findEmail(tx, personId);
    if (email !== undefined) await queueMail(tx, await findReader(tx, email), passwordChangedMail);
  });
}
