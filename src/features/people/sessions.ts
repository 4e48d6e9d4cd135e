/** Sessions of signed-in people: whose they are, listing and ending them. Must never return a session's token. */
import { isLanguage } from '../../base/languages/languages.ts';
import { authorize } from '../../core/access/authorize.ts';
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
};

export type Sessions = {
  /** What identifies the session in a `Cookie` header, found or not; '' without one. It may not leave the service. */
  sessionMark(cookie: string | undefined): string;
  /** The person whose session a `Cookie` header carries. */
  sessionOf(cookie: string | undefined): Promise<SessionPerson | undefined>;
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

export function createSessions({ auth, cookieNames }: PeopleDeps): Sessions {
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
    return { personId: id, name, email, language, secondFactor, codesFrom, sessionId: session.session.id, freshAt };
  }

  /** @returns whether the visit carries a session at all. */
  async function mayEnd(visit: Visit): Promise<boolean> {
    const person = await sessionOf(visit.cookie);
    if (person === undefined) return false;
    authorize(themselves(person, visit), 'account.end_session', { personId: person.personId });
    return true;
  }

  return {
    sessionMark: (cookie) => readCookie(cookie, cookieNames.session) ?? '',
    sessionOf,
    async signOut(visit) {
      await mayEnd(visit);
      const { headers } = await auth.api.signOut({
        headers: new Headers({ cookie: visit.cookie ?? '' }),
        returnHeaders: true,
      });
      return [...headers.getSetCookie(), await clearedChallenge(auth)];
    },
    async sessionsOf(visit) {
      const sessions = await listOf(auth, visit);
      return sessions.map(({ id, current, ipAddress, userAgent, createdAt }) => ({
        id,
        current,
        address: ipAddress ?? '',
        userAgent: userAgent ?? '',
        createdAt,
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

const latest = (...times: (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((last, time) => (time && (last === null || time > last) ? time : last), null);

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
