/**
 * Configures the sign-in library. Must be the only folder that imports it or knows its cookies. It is called as
 * functions; its HTTP handler, rate limits and log are off.
 */
import { createHash, hkdfSync } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins';
import type pg from 'pg';
import type { Language } from '../../base/languages/languages.ts';
import type { PayerActor, VisitorActor } from '../../core/access/actor.ts';
import { sessionBeginnings } from './begin-session.ts';
import type { HashQueue } from './hash-queue.ts';
import { createLibraryFaults } from './library-faults.ts';
import { secondFactorTable, sessionsTable, tables, verificationsTable } from './people-tables.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

const purposeOfKey = 'sluice/people/v1';
export const passwordLengthMin = 8;
export const passwordLengthMax = 128;
/** A session ends with the browser, and after a day at the latest. */
export const sessionSeconds = 86_400;
const resetSeconds = 3_600;
/** How long after the password the second factor may be given. */
const challengeSeconds = 600;
/** Passes the client's address to the library; set by us, never taken from a request's own headers. */
const addressHeader = 'x-sluice-client-address';

/**
 * A browser: an actor who is nobody yet, and the cookies by which this folder alone finds out who it is. Address and
 * user agent are the details by which a person recognizes a session.
 */
export type Visit = (VisitorActor | PayerActor) & {
  address: string;
  cookie: string | undefined;
  userAgent: string | undefined;
  /** In which the visitor reads. */
  language?: Language;
};

type AuthOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /** The current secret first, then previous ones that can still decrypt stored data. */
  secrets: readonly [string, ...string[]];
  secure: boolean;
  hashes: HashQueue;
  /** Enqueues the mail with a password reset link, which has just been made. */
  mailReset: (person: { personId: string; email: string }, token: string) => Promise<void>;
  /** Runs before a person's second factor is turned on or off; when it fails, so does the change. */
  beforeSecondFactor: () => Promise<void>;
  /** Runs after a session was ended. */
  afterSession: (personId: string) => Promise<void>;
  /** Runs after a password was set through a reset link. */
  afterReset: (personId: string) => Promise<void>;
};

export type CookieNames = ReturnType<typeof cookieNamesOf>;

/** `__Host-`: set by this very host over https, for all of its paths, so that no subdomain can put one in its place. */
export function cookieNamesOf(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}sluice_session`,
    /** Cookie of a browser that gave the right password and still needs a code. */
    challenge: `${prefix}sluice_two_factor`,
    endsWithBrowser: `${prefix}sluice_session_only`,
    /** Of a session that an account's own provider opened. */
    account: `${prefix}sluice_account_session`,
    secure,
  };
}

/** Written by us: of a person, when it is turned on or off; of a session, when it is passed. */
const secondFactorAt = { type: 'date', required: false, input: false, fieldName: 'second_factor_at' } as const;

/** Written by us: when a passkey that counts like a fresh code was last used in the session. */
const passkeyAt = { ...secondFactorAt, fieldName: 'passkey_at' } as const;

/** When the person first turned a second factor on; kept when it is turned off. */
const secondFactorFirstAt = { ...secondFactorAt, fieldName: 'second_factor_first_at' } as const;

/** In which the person reads; null if not known. Written by us. */
const language = { type: 'string', required: false, input: false } as const;

export type Auth = ReturnType<typeof createAuth>;

const keyOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32)).toString('base64url');

/** Identifies a secret independently of its place in the list. */
export const versionOf = (secret: string): number =>
  createHash('sha256').update(keyOf(secret)).digest().readUInt32BE(0);

export function createAuth(options: AuthOptions) {
  const { pool, publicUrl, secrets, secure, hashes, mailReset, afterReset, afterSession, beforeSecondFactor } = options;
  const faults = createLibraryFaults(pool);
  const auth = betterAuth({
    appName: 'Sluice',
    baseURL: publicUrl,
    secrets: secrets.map((secret) => ({ version: versionOf(secret), value: keyOf(secret) })),
    database: faults.pool,
    ...tables,
    user: { ...tables.user, additionalFields: { secondFactorAt, secondFactorFirstAt, language } },
    // Hashed, so that a copy of the database contains no usable token.
    verification: { ...verificationsTable, storeIdentifier: 'hashed' },
    session: {
      ...sessionsTable,
      additionalFields: { secondFactorAt, passkeyAt },
      expiresIn: sessionSeconds,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password) => hashes.run(() => hashPassword(password)),
        verify: (given) => hashes.run(() => verifyPassword(given)),
      },
      requireEmailVerification: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => mailReset({ personId: user.id, email: user.email }, token),
      onPasswordReset: ({ user }) => afterReset(user.id),
    },
    databaseHooks: {
      session: { delete: { after: ({ userId }) => afterSession(userId) } },
      user: {
        update: {
          before: async (change) => {
            if ('twoFactorEnabled' in change) await beforeSecondFactor();
          },
        },
      },
    },
    plugins: [
      twoFactor({
        ...secondFactorTable,
        twoFactorCookieMaxAge: challengeSeconds,
        backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
        // It locks the owner out with the guesser: `attempts.ts` limits each browser for itself.
        accountLockout: { enabled: false },
      }),
      sessionBeginnings(),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its log lines may contain email addresses. Errors are logged where they are caught.
    logger: { disabled: true },
    advanced: { ...cookieOptions(secure), ipAddress: { ipAddressHeaders: [addressHeader] } },
  });
  return { ...auth, api: faults.watch(auth.api) };
}

function cookieOptions(secure: boolean) {
  const names = cookieNamesOf(secure);
  return {
    // The library's own way to secure cookies would put a weaker prefix before their names.
    useSecureCookies: false,
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
    cookies: {
      session_token: { name: names.session },
      two_factor: { name: names.challenge },
      dont_remember: { name: names.endsWithBrowser },
    },
  } satisfies BetterAuthOptions['advanced'];
}

export function headersOf({ cookie, address, userAgent }: Visit): Headers {
  const headers = new Headers({ [addressHeader]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}
