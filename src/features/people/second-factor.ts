/**
 * A person's second factor: authenticator codes, and recovery codes in case it is lost. Turned on by a first right
 * code; turned off or renewed with password and code. It may have to wait before it counts as fresh
 * (`second-factor-policy.ts`). The secret and the recovery codes are shown once
 * and never stored in readable form.
 */
import assert from 'node:assert/strict';
import { APIError } from 'better-auth';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import type { Words } from '../../core/mail/words.ts';
import { setCodePassed } from './account-sessions.repository.ts';
import { inOwnSession } from './account-sessions.ts';
import { headersOf, type Visit } from './auth.ts';
import { checkCode } from './check-code.ts';
import { setSecondFactorPassedIn, setSecondFactorSince } from './people.repository.ts';
import { recordSecondFactor, recordSecondFactorPassed, type SecondFactorChange, themselves } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import { recoveryCodesRenewedMail, secondFactorOffMail, secondFactorOnMail } from './people-mails.ts';
import type { SessionPerson, Throttled } from './person.ts';
import type { Sessions } from './sessions.ts';
import { tryPassword } from './try-password.ts';

/** `wrong`: the password or the code. `unfit`: already on, or not on. */
export type SecondFactorRefusal = { ok: false; reason: 'wrong' | 'unfit' | 'signed_out' } | Throttled;

/** `new`: the second factor still waits, so passing it opens nothing yet. */
type PassedAgain = { ok: true } | { ok: false; reason: 'new' } | SecondFactorRefusal;

/** `recoveryCodes`: shown once. */
type Confirmed = { ok: true; cookies: string[]; recoveryCodes: string[] };

type Enrolment =
  | {
      ok: true;
      /** An `otpauth:` link that opens an authenticator. */
      uri: string;
      /** The secret as text, for typing. */
      secret: string;
      recoveryCodes: string[];
    }
  | SecondFactorRefusal;

export type SecondFactors = {
  /** Creates a secret; the second factor is not on yet. Calling it again replaces the secret. */
  beginSecondFactor(visit: Visit, password: string): Promise<Enrolment>;
  /** Turns it on and ends the person's other sessions. */
  confirmSecondFactor(visit: Visit, code: string): Promise<Confirmed | SecondFactorRefusal>;
  /** Passes the second factor again in a session under way, for the acts that need a fresh one. */
  passAgain(visit: Visit, code: string): Promise<PassedAgain>;
  endSecondFactor(visit: Visit, proof: Proof): Promise<{ ok: true; cookies: string[] } | SecondFactorRefusal>;
  /**
   * Re-authenticates the person before an action that a stolen session must not allow: the password, and a code when
   * the second factor is on.
   */
  proveAgain(visit: Visit, proof: Proof): Promise<{ ok: true } | SecondFactorRefusal>;
  /** The password alone, once more. */
  provePassword(visit: Visit, password: string): Promise<{ ok: true } | SecondFactorRefusal>;
  /** Replaces the old recovery codes. */
  renewRecoveryCodes(visit: Visit, proof: Proof): Promise<{ ok: true; recoveryCodes: string[] } | SecondFactorRefusal>;
};

type Proof = { password: string; code: string };

export function createSecondFactors(deps: PeopleDeps, sessions: Sessions): SecondFactors {
  const shared = createProofs(deps, sessions);
  return {
    ...setUp(deps, sessions, shared),
    ...changes(deps, shared),
    ...proofs(deps, sessions, shared),
  };
}

type Proofs = ReturnType<typeof createProofs>;

/** Who is asking, and whether they gave their password and code. */
function createProofs(deps: PeopleDeps, sessions: Sessions) {
  const { auth, db } = deps;

  async function personOf(visit: Visit, on: boolean): Promise<SessionPerson | SecondFactorRefusal> {
    const person = await sessions.ownSessionOf(visit.cookie);
    if (person === undefined) return { ok: false, reason: 'signed_out' };
    authorize(themselves(person, visit), 'account.change_second_factor', { personId: person.personId });
    return person.secondFactor === on ? person : { ok: false, reason: 'unfit' };
  }

  /** The password first, because checking a code uses it up. */
  async function prove(
    person: SessionPerson,
    visit: Visit,
    { password, code }: Proof,
  ): Promise<SecondFactorRefusal | undefined> {
    const refused = await checkPassword(person, visit, password);
    if (refused !== undefined) return refused;
    const check = await checkCode(deps, person, code, visit);
    if (check.ok) return undefined;
    return check.reason === 'expired' ? { ok: false, reason: 'wrong' } : (check as SecondFactorRefusal);
  }

  async function checkPassword(
    person: SessionPerson,
    visit: Visit,
    password: string,
  ): Promise<SecondFactorRefusal | undefined> {
    try {
      const verify = () => auth.api.verifyPassword({ body: { password }, headers: headersOf(visit) });
      const tried = await tryPassword(deps, person.email, visit, verify);
      return tried.ok ? undefined : tried;
    } catch (error) {
      if (error instanceof APIError && error.statusCode < 500) return { ok: false, reason: 'wrong' };
      throw error;
    }
  }

  /**
   * The library changes the second factor on a connection of its own. Entry and mail are committed just before, so that
   * no change can be without them; should the change then fail, they say more than happened, never less.
   */
  function record(
    person: SessionPerson,
    visit: Visit,
    change: SecondFactorChange,
    write: (words: Words) => Mail,
  ): Promise<void> {
    return inTransaction(db, async (tx) => {
      await recordSecondFactor(tx, person, visit, change);
      if (change !== 'codes_renewed') await setSecondFactorSince(tx, person.personId, change === 'on');
      await queueMail(tx, await findReader(tx, person.email), write);
    });
  }

  return { personOf, prove, checkPassword, record };
}

function setUp(
  deps: PeopleDeps,
  sessions: Sessions,
  { personOf, checkPassword, record }: Proofs,
): Pick<SecondFactors, 'beginSecondFactor' | 'confirmSecondFactor'> {
  const { auth, db, secondFactorEntry } = deps;
  return {
    async beginSecondFactor(visit, password) {
      const person = await personOf(visit, false);
      if ('ok' in person) return person;
      const refused = await checkPassword(person, visit, password);
      if (refused !== undefined) return refused;
      const made = await auth.api.enableTwoFactor({ body: { password }, headers: headersOf(visit) });
      assert('totpURI' in made, 'the second factor is an authenticator');
      const secret = new URL(made.totpURI).searchParams.get('secret') ?? '';
      return { ok: true, uri: made.totpURI, secret, recoveryCodes: made.backupCodes };
    },
    async confirmSecondFactor(visit, code) {
      const person = await personOf(visit, false);
      if ('ok' in person) return person;
      if (!/^[0-9]{6}$/.test(code.replaceAll(/\s/g, ''))) return { ok: false, reason: 'wrong' };
      const entry = () => record(person, visit, 'on', (words) => secondFactorOnMail(words, person.codesFrom));
      const check = await secondFactorEntry.run(entry, () => checkCode(deps, person, code, visit));
      if (!check.ok)
        return check.reason === 'expired' ? { ok: false, reason: 'unfit' } : (check as SecondFactorRefusal);
      // The library has replaced the session.
      const cookie = cookieHeader(check.cookies);
      const renewed = person.codesFrom === null ? await sessions.sessionOf(cookie) : undefined;
      if (renewed !== undefined) await setSecondFactorPassedIn(db, renewed.sessionId);
      await sessions.endOtherSessions({ ...visit, cookie });
      const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: person.personId } });
      return { ok: true, cookies: check.cookies, recoveryCodes: backupCodes };
    },
  };
}

function changes(
  { auth, secondFactorEntry }: PeopleDeps,
  { personOf, prove, record }: Proofs,
): Pick<SecondFactors, 'endSecondFactor' | 'renewRecoveryCodes'> {
  return {
    async endSecondFactor(visit, proof) {
      const person = await personOf(visit, true);
      if ('ok' in person) return person;
      const refused = await prove(person, visit, proof);
      if (refused !== undefined) return refused;
      const entry = () => record(person, visit, 'off', secondFactorOffMail);
      const { headers } = await secondFactorEntry.run(entry, () =>
        auth.api.disableTwoFactor({
          body: { password: proof.password },
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      return { ok: true, cookies: headers.getSetCookie() };
    },
    async renewRecoveryCodes(visit, proof) {
      const person = await personOf(visit, true);
      if ('ok' in person) return person;
      const refused = await prove(person, visit, proof);
      if (refused !== undefined) return refused;
      await record(person, visit, 'codes_renewed', recoveryCodesRenewedMail);
      const { backupCodes } = await auth.api.generateBackupCodes({
        body: { password: proof.password },
        headers: headersOf(visit),
      });
      return { ok: true, recoveryCodes: backupCodes };
    },
  };
}

function proofs(
  deps: PeopleDeps,
  sessions: Sessions,
  { prove, checkPassword }: Proofs,
): Pick<SecondFactors, 'passAgain' | 'proveAgain' | 'provePassword'> {
  const { db } = deps;
  return {
    async passAgain(visit, code) {
      const person = await sessions.callerOf(visit.cookie);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      authorize(themselves(person, visit), 'account.pass_second_factor', { personId: person.personId });
      if (!person.ownFactor) return { ok: false, reason: 'unfit' };
      if (person.codesFrom !== null) return { ok: false, reason: 'new' };
      const check = await checkIn(deps, person, visit, (cookie) => checkCode(deps, person, code, visit, cookie));
      if (!check.ok)
        return check.reason === 'expired' ? { ok: false, reason: 'wrong' } : (check as SecondFactorRefusal);

      await inTransaction(db, async (tx) => {
        await setCodePassed(tx, person.sessionId);
        await recordSecondFactorPassed(tx, person, visit);
      });
      return { ok: true };
    },
    async proveAgain(visit, proof) {
      const person = await sessions.ownSessionOf(visit.cookie);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      authorize(themselves(person, visit), 'account.read', { personId: person.personId });
      const refused = person.secondFactor
        ? await prove(person, visit, proof)
        : await checkPassword(person, visit, proof.password);
      return refused ?? { ok: true };
    },
    async provePassword(visit, password) {
      const person = await sessions.callerOf(visit.cookie);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      const refused = await checkIn(deps, person, visit, (cookie) =>
        checkPassword(person, { ...visit, cookie }, password),
      );
      return refused ?? { ok: true };
    },
  };
}

/** In the session under way, or where the library does not know it, in one of its own. */
const checkIn = <T>(
  deps: PeopleDeps,
  person: SessionPerson,
  visit: Visit,
  check: (cookie: string | undefined) => Promise<T>,
): Promise<T> => (person.account === null ? check(visit.cookie) : inOwnSession(deps, person.personId, visit, check));

/** Turns `Set-Cookie` values into the `Cookie` header a browser would send. */
const cookieHeader = (cookies: readonly string[]): string =>
  cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
