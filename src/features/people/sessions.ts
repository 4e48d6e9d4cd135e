/** Sessions of signed-in people: whose they are, listing and ending them. Must never return a session's token. */
import { AppError } from '../../base/errors/app-error.ts';
import { isLanguage } from '../../base/languages/languages.ts';
import { authorize } from '../../core/access/authorize.ts';
import { listSessionAccounts } from './account-sessions.repository.ts';
import { boundPersonOf, clearedCookie, endBoundSession, latest } from './account-sessions.ts';
import { headersOf, type Visit } from './auth.ts';
import { readCookie } from './browser-marks.ts';
import { themselves } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { SessionPerson } from './person.ts';
import { freshCodesFrom } from './second-factor-policy.ts';

export type SessionFacts = {
  id: string;
  /** The session that makes the request. */
  current: boolean;
  address: string;
  userAgent: string;
  createdAt: Date;
  /** Null: it opens all that is the person's. */
  account: { name: string; issuer: string } | null;
};

export type Sessions = {
  /** What identifies the session in a `Cookie` header, found or not; '' without one. It may not leave the service. */
  sessionMark(cookie: string | undefined): string;
  /** The person whose own session a `Cookie` header carries. One that a provider opened is none. */
  sessionOf(cookie: string | undefined): Promise<SessionPerson | undefined>;
  /**
   * As `sessionOf`, for acts on what is the person's own.
   * @throws AppError `single_sign_on_session` in a session that a provider opened.
   */
  ownSessionOf(cookie: string | undefined): Promise<SessionPerson | undefined>;
  /** The person of a session of either kind. The caller must keep one that a provider opened to its account. */
  callerOf(cookie: string | undefined): Promise<SessionPerson | undefined>;
  /**
   * Ends the session and any sign-in waiting for its second factor. @returns the `Set-Cookie` values that clear both.
   */
  signOut(visit: Visit): Promise<string[]>;
  /** A person's sessions, newest first; none when the cookie has no session. */
  sessionsOf(visit: Visit): Promise<SessionFacts[]>;
  /** Ends one of the person's own sessions. @returns false for an unknown one and anyone else's. */
  endSession(visit: Visit, id: string): Promise<boolean>;
  endOtherSessions(visit: Visit): Promise<void>;
};

type Readers = Pick<Sessions, 'sessionOf' | 'ownSessionOf' | 'callerOf'>;

/** Whose session a cookie carries. */
function createReaders(deps: PeopleDeps): Readers {
  const { auth } = deps;
  async function sessionOf(cookie: string | undefined): Promise<SessionPerson | undefined> {
    if (cookie === undefined) return undefined;
    const session = await auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: true },
    });
    if (session === null) return undefined;
    const { id, name, email, createdAt, twoFactorEnabled, secondFactorAt, secondFactorFirstAt } = session.user;
    const language = isLanguage(session.user.language) ? session.user.language : null;
    const secondFactor = twoFactorEnabled === true;
    const times = {
      accountCreatedAt: createdAt,
      turnedOnAt: secondFactor ? (secondFactorAt ?? new Date(0)) : null,
      firstTurnedOnAt: secondFactorFirstAt ?? null,
    };
    const codesFrom = freshCodesFrom(times, new Date());
    const { secondFactorAt: codeAt, passkeyAt } = session.session;
    const freshAt = latest(secondFactor && codesFrom === null ? codeAt : null, passkeyAt);
    const sessionId = session.session.id;
    const own = { secondFactor, ownFactor: secondFactor, codesFrom, sessionId, freshAt, account: null };
    return { personId: id, name, email, language, ...own };
  }

  async function callerOf(cookie: string | undefined): Promise<SessionPerson | undefined> {
    const bound = await boundPersonOf(deps, cookie);
    if (bound !== undefined) return bound.awaitsCode ? undefined : bound.person;
    return sessionOf(cookie);
  }

  async function ownSessionOf(cookie: string | undefined): Promise<SessionPerson | undefined> {
    if ((await boundPersonOf(deps, cookie)) !== undefined) throw new AppError('single_sign_on_session');
    return sessionOf(cookie);
  }

  return { sessionOf, ownSessionOf, callerOf };
}

export function createSessions(deps: PeopleDeps): Sessions {
  const { auth, db, cookieNames } = deps;
  const readers = createReaders(deps);
  const { ownSessionOf, callerOf } = readers;

  /** @returns whether the visit carries a session at all. */
  async function mayEnd(visit: Visit): Promise<boolean> {
    const person = await ownSessionOf(visit.cookie);
    if (person === undefined) return false;
    authorize(themselves(person, visit), 'account.end_session', { personId: person.personId });
    return true;
  }

  return {
    sessionMark: (cookie) => readCookie(cookie, cookieNames.account) || (readCookie(cookie, cookieNames.session) ?? ''),
    ...readers,
    async signOut(visit) {
      const person = await callerOf(visit.cookie);
      if (person !== undefined)
        authorize(themselves(person, visit), 'account.end_session', { personId: person.personId });
      await endBoundSession(deps, visit.cookie);
      const { headers } = await auth.api.signOut({
        headers: new Headers({ cookie: visit.cookie ?? '' }),
        returnHeaders: true,
      });
      return [...headers.getSetCookie(), await clearedChallenge(auth), clearedCookie(cookieNames, cookieNames.account)];
    },
    async sessionsOf(visit) {
      const person = await ownSessionOf(visit.cookie);
      if (person === undefined) return [];
      const [sessions, accounts] = await Promise.all([listOf(auth, visit), listSessionAccounts(db, person.personId)]);
      const opened = new Map(accounts.map(({ sessionId, holderName: name, issuer }) => [sessionId, { name, issuer }]));
      return sessions.map(({ id, current, ipAddress, userAgent, createdAt }) => ({
        id,
        current,
        address: ipAddress ?? '',
        userAgent: userAgent ?? '',
        createdAt,
        account: opened.get(id) ?? null,
      }));
    },
    async endSession(visit, id) {
      if (!(await mayEnd(visit))) return false;
      const session = (await listOf(auth, visit)).find((one) => one.id === id);
      if (session === undefined) return false;
      await auth.api.revokeSession({ body: { token: session.token }, headers: headersOf(visit) });
      return true;
    },
    async endOtherSessions(visit) {
      if (await mayEnd(visit)) await auth.api.revokeOtherSessions({ headers: headersOf(visit) });
    },
  };
}

/** Newest first; none when the visit has no session. */
async function listOf(auth: PeopleDeps['auth'], visit: Visit) {
  const headers = headersOf(visit);
  const current = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (current === null) return [];
  const all = await auth.api.listSessions({ headers });
  return all
    .map((session) => ({ ...session, current: session.id === current.session.id }))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** The library's name of the cookie that a right password sets when a code must follow. */
export const challengeCookie = 'two_factor';

async function clearedChallenge(auth: PeopleDeps['auth']): Promise<string> {
  const { createAuthCookie } = await auth.$context;
  const { name, attributes } = createAuthCookie(challengeCookie);
  return `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${attributes.secure ? '; Secure' : ''}`;
}
