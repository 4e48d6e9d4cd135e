/**
 * Sign-in: a password, then a code when the person has a second factor. Until the code is accepted there is no session,
 * only a challenge that lasts ten minutes and five codes. A code works once.
 */
import { APIError } from 'better-auth';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { setCodePassed } from './account-sessions.repository.ts';
import { boundPersonOf, inOwnSession } from './account-sessions.ts';
import { headersOf, type Visit } from './auth.ts';
import { readCookie } from './browser-marks.ts';
import { checkCode } from './check-code.ts';
import { findEmail, setSecondFactorPassed } from './people.repository.ts';
import { anyAccount } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { Person, Throttled } from './person.ts';
import { challengeCookie } from './sessions.ts';
import { signedIn } from './signed-in.ts';
import { tryPassword } from './try-password.ts';

/** `cookies` are whole `Set-Cookie` values. `second_factor`: the password was right, a code is needed. */
export type SignIn =
  | ({ ok: true; cookies: string[] } & Person)
  | { ok: false; reason: 'second_factor'; cookies: string[] }
  | { ok: false; reason: 'wrong' }
  | Throttled;

/** `expired`: the challenge has expired; sign in again. */
type SecondFactorStep =
  | ({ ok: true; cookies: string[] } & Person)
  | { ok: false; reason: 'wrong' | 'expired' }
  | Throttled;

export type SignIns = {
  /** Takes the same time and gives the same answer for an unknown account, an unconfirmed one and a wrong password. */
  signIn(visit: Visit, credentials: { email: string; password: string }): Promise<SignIn>;
  /** The person who has given the right password and must now give a code. */
  challengeOf(cookie: string | undefined): Promise<string | undefined>;
  /** @param code from the authenticator, or a recovery code. */
  passSecondFactor(visit: Visit, code: string): Promise<SecondFactorStep>;
};

const emailLengthMax = 254;
/** In the library's format: other cookie values may be text that no query accepts. */
const challengeIdentifier = /^2fa-[\w-]+$/;

export function createSignIns(deps: PeopleDeps): SignIns {
  const { auth } = deps;

  async function signIn(visit: Visit, { email, password }: { email: string; password: string }): Promise<SignIn> {
    authorize(visit, 'account.sign_in', anyAccount);
    if (email.length > emailLengthMax) return { ok: false, reason: 'wrong' };
    try {
      const check = () =>
        auth.api.signInEmail({
          body: { email, password, rememberMe: false },
          // Without the old cookies, so that no earlier session counts.
          headers: headersOf({ ...visit, cookie: undefined }),
          returnHeaders: true,
        });
      const tried = await tryPassword(deps, email, visit, check);
      if (!tried.ok) return tried;
      const { headers, response } = tried.value;
      const cookies = headers.getSetCookie();
      if ('twoFactorRedirect' in response) return { ok: false, reason: 'second_factor', cookies };
      return await signedIn(deps, { user: response.user, cookies }, visit);
    } catch (error) {
      if (error instanceof APIError && error.statusCode < 500) return { ok: false, reason: 'wrong' };
      throw error;
    }
  }

  async function challengeOf(cookie: string | undefined): Promise<string | undefined> {
    const context = await auth.$context;
    const value = readCookie(cookie, context.createAuthCookie(challengeCookie).name);
    // The library checks the signature before it accepts a code; here it only selects whose attempts to count.
    const identifier = value === undefined ? undefined : safeDecode(value).split('.', 1)[0];
    if (identifier === undefined || !challengeIdentifier.test(identifier)) return undefined;
    const challenge = await context.internalAdapter.findVerificationValue(identifier);
    return challenge !== null && challenge.expiresAt.getTime() > Date.now() ? challenge.value : undefined;
  }

  return {
    signIn,
    challengeOf,
    async passSecondFactor(visit, code) {
      authorize(visit, 'account.sign_in', anyAccount);
      const personId = await challengeOf(visit.cookie);
      if (personId === undefined) return passInBound(deps, visit, code);
      const email = await findEmail(deps.db, personId);
      if (email === undefined) return { ok: false, reason: 'expired' };
      const cookie = await challengeCookiesOnly(deps, visit.cookie);
      const check = await checkCode(deps, { personId, email }, code, visit, cookie);
      if (!check.ok) return check;
      const { user, cookies, sessionToken } = check;
      return signedIn(deps, { user, cookies, notePassed: (tx) => setSecondFactorPassed(tx, sessionToken) }, visit);
    },
  };
}

/** In a session that a provider opened: its cookie is there already, and opens nothing until the code was right. */
async function passInBound(deps: PeopleDeps, visit: Visit, code: string): Promise<SecondFactorStep> {
  const bound = await boundPersonOf(deps, visit.cookie);
  if (!bound?.awaitsCode) return { ok: false, reason: 'expired' };
  const { personId, name, email, sessionId } = bound.person;
  const check = await inOwnSession(deps, personId, visit, (cookie) =>
    checkCode(deps, { personId, email }, code, visit, cookie),
  );
  if (!check.ok) return check;
  await inTransaction(deps.db, (tx) => setCodePassed(tx, sessionId));
  return { ok: true, cookies: [], personId, name, email };
}

/** Keeps only the challenge's cookies, so that another session of the browser is not used instead. */
async function challengeCookiesOnly({ auth }: PeopleDeps, cookie: string | undefined): Promise<string> {
  const { createAuthCookie, authCookies } = await auth.$context;
  const names = [createAuthCookie(challengeCookie).name, authCookies.dontRememberToken.name];
  return names.map((name) => `${name}=${readCookie(cookie, name) ?? ''}`).join('; ');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
