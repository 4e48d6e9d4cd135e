/**
 * Who a person is: sign-up, sign-in with a second factor, sessions, passwords. The library behind it stays behind it.
 * Must never tell whether an account exists, nor log an address, a password, a code or a session. Everything here
 * keeps the real clock, and counts attempts itself: a caller cannot forget to.
 */
import type pg from 'pg';
import { createDatabase } from '../database/pool.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { type AttemptWindows, createAttempts } from './attempts.ts';
import { type Auth, createAuth } from './auth.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { forgetOld } from './people.repository.ts';
import { resetMail } from './people-mails.ts';
import { resealSecondFactors } from './reseal.ts';
import { createSecondFactors, type SecondFactors } from './second-factor.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignIns, type SignIns } from './sign-in.ts';
import { createSignUps, type SignUps } from './sign-up.ts';

export { passwordLengthMax, passwordLengthMin, type Visit } from './auth.ts';
export type { SecondFactorStep, SignIn } from './sign-in.ts';

export type Person = { personId: string; name: string; email: string };

/** The person of a session; their second factor, if they have one, was passed. */
export type SessionPerson = Person & {
  secondFactor: boolean;
  sessionId: string;
  /** When the second factor was last passed in this session: as it began; null without one. */
  freshAt: Date | null;
};

/** Refused because of too many attempts: by anyone, right or wrong. */
export type Throttled = { ok: false; reason: 'throttled'; retryAfterSeconds: number };

export type People = SignUps &
  SignIns &
  Passwords &
  Sessions &
  SecondFactors & {
    /** Deletes links, challenges and sessions whose time is over. */
    forgetOld(): Promise<void>;
    /** After a change of SLUICE_SECRET: seals second factors anew, while the previous secret is still known. */
    reseal(): Promise<void>;
  };

export type PeopleOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /** The present secret first, then those still accepted for what is encrypted at rest; sessions end with a change. */
  secrets: readonly [string, ...string[]];
  secure: boolean;
  windows: AttemptWindows;
  /** Runs in the transaction that makes a confirmed sign-up a person. */
  onConfirmed: (tx: Tx, person: Person) => Promise<void>;
};

/** What the use cases of this folder work with. */
export type PeopleDeps = {
  auth: Auth;
  db: ReturnType<typeof createDatabase>;
  attempts: ReturnType<typeof createAttempts>;
  publicUrl: string;
  onConfirmed: PeopleOptions['onConfirmed'];
};

export function createPeople(options: PeopleOptions): People {
  const { pool, publicUrl, secrets, secure, windows, onConfirmed } = options;
  const db = createDatabase(pool);
  const auth: Auth = createAuth({
    pool,
    publicUrl,
    secrets,
    secure,
    mailReset: (email, token) => inTransaction(db, (tx) => queueMail(tx, resetMail(publicUrl, email, token))),
    afterReset: (personId) => passwords.afterReset(personId),
  });
  const attempts = createAttempts({ windows, secret: secrets[0], secure });
  const deps: PeopleDeps = { auth, db, attempts, publicUrl, onConfirmed };
  const sessions = createSessions(deps);
  const signIns = createSignIns(deps);
  const passwords = createPasswords(deps, sessions);
  return {
    ...sessions,
    ...signIns,
    ...passwords,
    ...createSignUps(deps, signIns),
    ...createSecondFactors(deps, sessions),
    forgetOld: () => forgetOld(db),
    reseal: () => resealSecondFactors(db, auth, secrets[0]),
  };
}
