/**
 * Signing in with a passkey. The device has verified the person, so it stands for password and code: the session counts
 * as fresh, unless the passkey still waits like a new second factor (`second-factor-policy.ts`).
 */
import { inTransaction } from '../../base/database/transaction.ts';
import type { AttemptDecision } from '../../core/access/attempt-limits.ts';
import { authorize } from '../../core/access/authorize.ts';
import { headersOf, type Visit } from './auth.ts';
import {
  type AuthenticationResponseJSON,
  askForAny,
  type PublicKeyCredentialRequestOptionsJSON,
  readUse,
  takeAnswered,
} from './passkey-ceremony.ts';
import { lockPasskey, setPasskeyPassed, setPasskeyUsed } from './passkeys.repository.ts';
import { anyAccount, recordSecondFactorPassed, themselves } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { Person, Throttled } from './person.ts';
import type { Sessions } from './sessions.ts';
import { signedIn } from './signed-in.ts';

/** `expired`: the challenge is unknown, used or too old. `wrong`: anything else, whatever it is. */
type Refused = { ok: false; reason: 'expired' | 'wrong' } | Throttled;

export type PasskeySignIns = {
  /** What the browser finds a passkey by. The same for everyone. */
  askForPasskey(visit: Visit): Promise<{ ok: true; options: PublicKeyCredentialRequestOptionsJSON } | Throttled>;
  signInWithPasskey(
    visit: Visit,
    response: AuthenticationResponseJSON,
  ): Promise<({ ok: true; cookies: string[] } & Person) | Refused>;
  /** In a session under way, for the acts that need a fresh code. `new`: the passkey still waits. */
  passAgainWithPasskey(
    visit: Visit,
    response: AuthenticationResponseJSON,
  ): Promise<{ ok: true } | { ok: false; reason: 'signed_out' | 'new' } | Refused>;
};

export function createPasskeySignIns(deps: PeopleDeps, sessions: Sessions): PasskeySignIns {
  const { auth, db, attempts } = deps;
  return {
    async askForPasskey(visit) {
      authorize(visit, 'account.sign_in', anyAccount);
      const decision = await attempts.passkeyAsked(visit);
      return decision.ok ? { ok: true, options: await askForAny(deps) } : throttledBy(decision);
    },
    async signInWithPasskey(visit, response) {
      authorize(visit, 'account.sign_in', anyAccount);
      const used = await usePasskey(deps, visit, response);
      if (!used.ok) return used;
      const { personId, isFresh } = used;
      const begun = await auth.api.beginSession({
        body: { personId },
        // Without the old cookies, so that no earlier session counts.
        headers: headersOf({ ...visit, cookie: undefined }),
        returnHeaders: true,
      });
      const { user, token } = begun.response;
      const cookies = begun.headers.getSetCookie();
      if (!isFresh) return signedIn(deps, { user, cookies }, visit);
      return signedIn(deps, { user, cookies, notePassed: (tx) => setPasskeyPassed(tx, { token }) }, visit);
    },
    async passAgainWithPasskey(visit, response) {
      const person = await sessions.callerOf(visit.cookie);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      authorize(themselves(person, visit), 'account.pass_second_factor', { personId: person.personId });
      const used = await usePasskey(deps, visit, response, person.personId);
      if (!used.ok) return used;
      if (!used.isFresh) return { ok: false, reason: 'new' };

      await inTransaction(db, async (tx) => {
        await setPasskeyPassed(tx, { id: person.sessionId });
        await recordSecondFactorPassed(tx, person, visit);
      });
      return { ok: true };
    },
  };
}

type Used = { ok: true; personId: string; isFresh: boolean };

/** Counts the attempt, uses up the challenge, then checks the answer. @param owner whose passkey it has to be. */
async function usePasskey(
  deps: PeopleDeps,
  visit: Visit,
  response: AuthenticationResponseJSON,
  owner?: string,
): Promise<Used | Refused> {
  const decision = await deps.attempts.passkeyUsed(visit);
  if (!decision.ok) return throttledBy(decision);
  const expectedChallenge = await takeAnswered(deps, response);
  if (expectedChallenge === undefined) return { ok: false, reason: 'expired' };
  return inTransaction(deps.db, async (tx): Promise<Used | Refused> => {
    const passkey = await lockPasskey(tx, response.id);
    if (passkey === undefined || (owner ?? passkey.personId) !== passkey.personId)
      return { ok: false, reason: 'wrong' };
    const counter = await readUse(deps, response, { expectedChallenge, passkey });
    if (counter === undefined) return { ok: false, reason: 'wrong' };
    await setPasskeyUsed(tx, passkey.id, counter);
    return { ok: true, personId: passkey.personId, isFresh: passkey.isFresh };
  });
}

const throttledBy = ({ retryAfterSeconds }: AttemptDecision & { ok: false }): Throttled => ({
  ok: false,
  reason: 'throttled',
  retryAfterSeconds,
});
