/**
 * The sign-in library, set up for us. Nobody outside this folder imports it or knows its cookies. It is called as
 * functions only: its own HTTP handler, its own limits and its own log are off.
 */
import { createHash, hkdfSync } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import type pg from 'pg';
import { secondFactorTable, sessionsTable, tables, verificationsTable } from './people-tables.ts';

const purposeOfKey = 'sluice/people/v1';
export const passwordLengthMin = 8;
export const passwordLengthMax = 128;
/** A session ends with the browser, and after a day at the latest. */
const sessionSeconds = 86_400;
const resetSeconds = 3_600;
/** How long the second factor may take after the first. */
const challengeSeconds = 600;
/** Wrong codes in a row, over all challenges, after which the second factor rests; kept in the database. */
const codeFailuresMax = 10;
const codeRestSeconds = 900;
/** Carries the client's address to the library; it only comes from us, never from a request's own headers. */
const addressHeader = 'x-sluice-client-address';

/** Where a request comes from: its cookies, and what is kept beside a session so that a person can tell it again. */
export type Visit = { cookie: string | undefined; address: string; userAgent: string | undefined };

export type AuthOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /** The present secret first, then those still accepted, for what is encrypted at rest. */
  secrets: readonly [string, ...string[]];
  secure: boolean;
  /** Queues the mail with the link of a new password. */
  mailReset: (email: string, token: string) => Promise<void>;
  /** A password was set through the link. */
  afterReset: (personId: string) => Promise<void>;
};

export type Auth = ReturnType<typeof createAuth>;

const keyOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32)).toString('base64url');

/** A number that is the same for the same secret, wherever it stands in the list. */
export const versionOf = (secret: string): number =>
  createHash('sha256').update(keyOf(secret)).digest().readUInt32BE(0);

export function createAuth({ pool, publicUrl, secrets, secure, mailReset, afterReset }: AuthOptions) {
  return betterAuth({
    appName: 'Sluice',
    baseURL: publicUrl,
    secrets: secrets.map((secret) => ({ version: versionOf(secret), value: keyOf(secret) })),
    database: pool,
    ...tables,
    // What stands in the database opens nothing.
    verification: { ...verificationsTable, storeIdentifier: 'hashed' },
    session: { ...sessionsTable, expiresIn: sessionSeconds, freshAge: 0, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => mailReset(user.email, token),
      onPasswordReset: ({ user }) => afterReset(user.id),
    },
    plugins: [
      twoFactor({
        ...secondFactorTable,
        twoFactorCookieMaxAge: challengeSeconds,
        accountLockout: { maxFailedAttempts: codeFailuresMax, durationSeconds: codeRestSeconds },
      }),
    ],
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

export function headersOf({ cookie, address, userAgent }: Visit): Headers {
  const headers = new Headers({ [addressHeader]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}
