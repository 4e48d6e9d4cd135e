/**
 * People's accounts: sign-up, sign-in with a second factor, sessions, passwords. Hides the sign-in library. Must never
 * reveal whether an account exists, nor log an address, a password, a code or a session. Everything here uses the real
 * clock, and counts attempts itself, so that no caller can skip it.
 */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { createDatabase } from '../../base/database/pool.ts';
import { notifyPerson } from '../../core/events/events.repository.ts';
import { type AccountSessions, createAccountSessions } from './account-sessions.ts';
import { type Attempts, createAttempts, type NewWindow } from './attempts.ts';
import { type Auth, cookieNamesOf, createAuth } from './auth.ts';
import { createBrowserMarks } from './browser-marks.ts';
import { createHashQueue, type HashQueue } from './hash-queue.ts';
import { createLimitLifts, type LimitLifts } from './limit-lifts.ts';
import { type AccountOpenings, createAccountOpenings } from './open-account.ts';
import { createPasskeySignIns, type PasskeySignIns } from './passkey-sign-in.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { purgeOld } from './people.repository.ts';
import type { OnConfirmed, PeopleDeps } from './people-deps.ts';
import { createRequestedMails, type RequestedMails } from './requested-mails.ts';
import { resealSecondFactors } from './reseal.ts';
import { createSecondFactors, type SecondFactors } from './second-factor.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignIns, type SignIns } from './sign-in.ts';
import { createSignUps, type SignUps } from './sign-up.ts';

export type { Visit } from './auth.ts';
export type { Person, SessionPerson, Throttled } from './person.ts';

export type People = SignUps &
  SignIns &
  RequestedMails &
  LimitLifts &
  Passwords &
  Sessions &
  SecondFactors &
  Passkeys &
  PasskeySignIns &
  AccountSessions &
  Pick<Attempts, 'providerAsked' | 'providerUsed'> &
  AccountOpenings & {
    /** Deletes expired links, challenges and sessions. */
    purgeOld(): Promise<void>;
    /** After a change of SLUICE_SECRET: re-encrypts second factors, while the previous secret is still configured. */
    reseal(): Promise<void>;
  };

export type PeopleOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /**
   * The current secret first, then previous ones that can still decrypt stored data. Sessions end when the secret
   * changes.
   */
  secrets: readonly [string, ...string[]];
  newWindow: NewWindow;
  /** Default: a queue of this service's own. */
  hashes?: HashQueue;
  onConfirmed: OnConfirmed;
};

export function createPeople(options: PeopleOptions): People {
  const { pool, publicUrl, secrets, newWindow, onConfirmed, hashes = createHashQueue() } = options;
  const secure = publicUrl.startsWith('https:');
  const db = createDatabase(pool);
  const secondFactorEntry = new AsyncLocalStorage<() => Promise<void>>();
  const auth: Auth = createAuth({
    pool,
    publicUrl,
    secrets,
    secure,
    hashes,
    mailReset: (person, token) => passwords.mailReset(person, token),
    beforeSecondFactor: async () => {
      const append = secondFactorEntry.getStore();
      assert(append, 'a second factor is changed with its entry only');
      await append();
    },
    afterReset: (personId) => passwords.afterReset(personId),
    afterSession: (personId) => notifyPerson(db, personId),
  });
  const marks = createBrowserMarks({ secret: secrets[0], secure });
  const attempts = createAttempts({ newWindow, marks });
  const deps: PeopleDeps = {
    auth,
    cookieNames: cookieNamesOf(secure),
    db,
    attempts,
    hashes,
    marks,
    secondFactorEntry,
    publicUrl,
    onConfirmed,
  };
  const sessions = createSessions(deps);
  const signIns = createSignIns(deps);
  const passwords = createPasswords(deps, sessions);
  const factors = createSecondFactors(deps, sessions);
  return {
    ...sessions,
    ...signIns,
    ...passwords,
    ...createRequestedMails(deps),
    ...createLimitLifts(deps),
    ...createSignUps(deps, signIns),
    ...factors,
    ...createPasskeys(deps, { sessions, factors }),
    ...createPasskeySignIns(deps, sessions),
    ...createAccountSessions(deps),
    providerAsked: attempts.providerAsked,
    providerUsed: attempts.providerUsed,
    ...createAccountOpenings(deps),
    purgeOld: () => purgeOld(db),
    reseal: () => resealSecondFactors(db, auth, secrets[0]),
  };
}
