/**
 * Sign-in and sessions. The library behind it stays behind it: nobody else imports it or knows its cookies. Must never
 * tell whether an account exists, nor log an address, a password or a session. Sessions keep the real clock.
 */
import { hkdfSync } from 'node:crypto';
import { APIError, betterAuth } from 'better-auth';
import type pg from 'pg';
import { sessionsTable, tables } from './people-tables.ts';

const purposeOfKey = 'sluice/people/v1';
export const passwordLengthMin = 8;
export const passwordLengthMax = 128;
/** Carries the client's address to the library; it only comes from us, never from a request's own headers. */
const addressHeader = 'x-sluice-client-address';

export type Person = { personId: string; name: string; email: string };

/** Where a request comes from: its cookies, and what is kept beside a session so that a person can tell it again. */
export type Visit = { cookie: string | undefined; address: string; userAgent: string | undefined };

/** `cookies` are whole `Set-Cookie` values. */
export type SignIn = ({ ok: true; cookies: string[] } & Person) | { ok: false };

export type People = {
  /**
   * Makes an account; signs nobody in.
   * @throws Error when the address is taken or the password has another length than 8 to 128 characters.
   */
  signUp(account: { name: string; email: string; password: string; emailVerified: boolean }): Promise<Person>;
  /** Replaces a person's password and ends their sessions. */
  setPassword(personId: string, password: string): Promise<void>;
  /** Takes the same time, and says the same, whether the account or only the password is wrong. */
  signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignIn>;
  /** The person whose session a `Cookie` header carries. */
  sessionOf(cookie: string | undefined): Promise<Person | undefined>;
  /** Ends the session. @returns the `Set-Cookie` values that clear it in the browser. */
  signOut(cookie: string | undefined): Promise<string[]>;
};

export type PeopleOptions = { pool: pg.Pool; publicUrl: string; secret: string; secure: boolean };

export function createPeople(options: PeopleOptions): People {
  const auth = createAuth(options);
  return {
    async signUp({ name, email, password, emailVerified }) {
      const { user, token } = await auth.api.signUpEmail({ body: { name, email, password } });
      const { internalAdapter } = await auth.$context;
      if (token !== null) await internalAdapter.deleteSession(token);
      if (emailVerified) await internalAdapter.updateUser(user.id, { emailVerified: true });
      return { personId: user.id, name: user.name, email: user.email };
    },
    async setPassword(personId, password) {
      const { internalAdapter, password: hasher } = await auth.$context;
      await internalAdapter.updatePassword(personId, await hasher.hash(password));
      await internalAdapter.deleteUserSessions(personId);
    },
    async signIn({ email, password }, visit) {
      try {
        const { headers, response } = await auth.api.signInEmail({
          body: { email, password, rememberMe: false },
          headers: headersOf(visit),
          returnHeaders: true,
        });
        const { id, name, email: address } = response.user;
        return { ok: true, cookies: headers.getSetCookie(), personId: id, name, email: address };
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) return { ok: false };
        throw error;
      }
    },
    async sessionOf(cookie) {
      if (cookie === undefined) return undefined;
      const session = await auth.api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: true },
      });
      return session ? { personId: session.user.id, name: session.user.name, email: session.user.email } : undefined;
    },
    async signOut(cookie) {
      const { headers } = await auth.api.signOut({
        headers: new Headers({ cookie: cookie ?? '' }),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
  };
}

/**
 * Its own limit on attempts counts only what comes through its own HTTP handler, which we do not serve: the routes that
 * ask for a password limit attempts themselves.
 */
function createAuth({ pool, publicUrl, secret, secure }: PeopleOptions) {
  return betterAuth({
    appName: 'Sluice',
    baseURL: publicUrl,
    secret: Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32)).toString('base64url'),
    database: pool,
    ...tables,
    session: { ...sessionsTable, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      // Without it, a taken address is answered as if an account had been made.
      autoSignIn: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its lines may carry e-mail addresses; what fails reaches the log through the error it throws.
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'sluice',
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
  });
}

function headersOf({ cookie, address, userAgent }: Visit): Headers {
  const headers = new Headers({ [addressHeader]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}
