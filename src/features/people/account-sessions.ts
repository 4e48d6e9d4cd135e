/**
 * Sessions that an account's own OpenID Connect provider opened. Whoever runs the provider could open one as any member, so
 * each is bound to that account and nothing else of the person. They have a cookie and a kind of token of their own, which the
 * sign-in library can't take for one of its sessions.
 */
import { randomBase62 } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { isLanguage } from '../../base/languages/languages.ts';
import { hashOfToken, newToken } from '../../core/access/link-token.ts';
import { notifyPerson } from '../../core/events/events.repository.ts';
import {
  type BoundSession,
  deleteBoundSession,
  findBoundSession,
  insertBoundSession,
} from './account-sessions.repository.ts';
import { type CookieNames, headersOf, sessionSeconds, type Visit } from './auth.ts';
import { readCookie } from './browser-marks.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { SessionPerson } from './person.ts';
import { freshCodesFrom } from './second-factor-policy.ts';

const idBytes = 24;

export type AccountSessions = {
  /**
   * Begins one in the caller's transaction, which has checked that the person is a member.
   * @returns `Set-Cookie` values; they replace any other session of the browser.
   */
  beginAccountSession(tx: Tx, visit: Visit, of: { personId: string; providerId: string }): Promise<string[]>;
};

const storedToken = (token: string): string => `provider:${hashOfToken(token).toString('base64url')}`;

/** The token in the cookie as it is stored; undefined without the cookie. */
function storedTokenOf(names: CookieNames, cookie: string | undefined): string | undefined {
  const given = readCookie(cookie, names.account);
  return given === undefined || given === '' ? undefined : storedToken(given);
}

export const hasAccountCookie = (names: CookieNames, cookie: string | undefined): boolean =>
  readCookie(cookie, names.account) !== undefined;

/** @param seconds undefined: until the browser is closed. */
const cookieOf = (names: CookieNames, name: string, value: string, seconds?: number): string =>
  `${name}=${value}; ${seconds === undefined ? '' : `Max-Age=${seconds}; `}Path=/; HttpOnly; SameSite=Lax${names.secure ? '; Secure' : ''}`;

export const clearedCookie = (names: CookieNames, name: string): string => cookieOf(names, name, '', 0);

export function createAccountSessions({ cookieNames }: PeopleDeps): AccountSessions {
  return {
    async beginAccountSession(tx, visit, { personId, providerId }) {
      const token = newToken();
      await insertBoundSession(tx, {
        id: randomBase62(idBytes),
        token: storedToken(token),
        personId,
        providerId,
        address: visit.address,
        userAgent: visit.userAgent ?? null,
        seconds: sessionSeconds,
      });
      const others = [cookieNames.session, cookieNames.challenge, cookieNames.endsWithBrowser];
      return [
        cookieOf(cookieNames, cookieNames.account, token),
        ...others.map((name) => clearedCookie(cookieNames, name)),
      ];
    },
  };
}

/** `awaitsCode`: the provider alone does not do, and the code of the person's second factor was not given yet. */
type BoundPerson = { person: SessionPerson; awaitsCode: boolean };

/** The person of a session that a provider opened, if the cookie has one. */
export async function boundPersonOf(
  { db, cookieNames }: Pick<PeopleDeps, 'db' | 'cookieNames'>,
  cookie: string | undefined,
): Promise<BoundPerson | undefined> {
  const token = storedTokenOf(cookieNames, cookie);
  const session = token === undefined ? undefined : await findBoundSession(db, token);
  if (session === undefined) return undefined;
  const { isSecondFactor, codeAt } = session;
  const ownFactor = session.hasFactor;
  return { person: presentBound(session), awaitsCode: ownFactor && !isSecondFactor && codeAt === null };
}

function presentBound(session: BoundSession): SessionPerson {
  const { personId, name, email, sessionId, isSecondFactor, codeAt, passkeyAt, providerAt } = session;
  const ownFactor = session.hasFactor;
  const times = {
    accountCreatedAt: session.accountCreatedAt,
    turnedOnAt: ownFactor ? (session.factorAt ?? new Date(0)) : null,
    firstTurnedOnAt: session.factorFirstAt,
  };
  const codesFrom = freshCodesFrom(times, new Date());
  const { providerId, issuer, holderId, holderName } = session;
  return {
    personId,
    name,
    email,
    language: isLanguage(session.language) ? session.language : null,
    secondFactor: ownFactor || isSecondFactor,
    ownFactor,
    codesFrom,
    sessionId,
    freshAt: latest(ownFactor && codesFrom === null ? codeAt : null, passkeyAt, isSecondFactor ? providerAt : null),
    account: { holderId, holderName, providerId, issuer, isSecondFactor },
  };
}

export const latest = (...times: (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((last, time) => (time && (last === null || time > last) ? time : last), null);

/** Ends the session that a provider opened, if the cookie has one. */
export async function endBoundSession({ db, cookieNames }: PeopleDeps, cookie: string | undefined): Promise<void> {
  const token = storedTokenOf(cookieNames, cookie);
  const session = token === undefined ? undefined : await findBoundSession(db, token);
  if (token === undefined) return;
  await deleteBoundSession(db, token);
  if (session !== undefined) await notifyPerson(db, session.personId);
}

/**
 * Lets the library check a password or a code of a person in a session that it does not know: in a session of its own, which
 * nobody is given and which ends at once.
 */
export async function inOwnSession<T>(
  { auth }: PeopleDeps,
  personId: string,
  visit: Visit,
  work: (cookie: string) => Promise<T>,
): Promise<T> {
  const { headers, response } = await auth.api.beginSession({
    body: { personId },
    headers: headersOf({ ...visit, cookie: undefined }),
    returnHeaders: true,
  });
  try {
    return await work(
      headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; '),
    );
  } finally {
    const { internalAdapter } = await auth.$context;
    await internalAdapter.deleteSession(response.token);
  }
}
