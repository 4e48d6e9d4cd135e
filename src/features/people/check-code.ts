/**
 * Checks the code of a second factor: an authenticator's, which works once, or a recovery code. Each is counted before it
 * is tried.
 */
import assert from 'node:assert/strict';
import { APIError } from 'better-auth';
import { inTransaction } from '../../base/database/transaction.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import { headersOf, type Visit } from './auth.ts';
import { factorUser } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import { codesGuessedMail, recoveryCodeUsedMail } from './people-mails.ts';
import type { Person, Throttled } from './person.ts';
import { tidyRecoveryCode } from './recovery-codes.ts';
import { stopReset } from './reset-second-factor.ts';

export type LibraryUser = { id: string; name: string; email: string };

type CodeCheck =
  | { ok: true; user: LibraryUser; cookies: string[]; sessionToken: string }
  | { ok: false; reason: 'wrong' | 'expired' }
  | Throttled;

/** Longer than a code is valid: its 30 seconds and those before and after. */
const codeLifeMs = 120_000;

/** @param cookie the library's cookies: of a challenge or of a session. */
export async function checkCode(
  deps: PeopleDeps,
  person: Pick<Person, 'personId' | 'email'>,
  text: string,
  visit: Visit,
  cookie = visit.cookie,
): Promise<CodeCheck> {
  const { auth, db } = deps;
  const code = text.replaceAll(/\s/g, '');
  const isTotp = /^[0-9]{6}$/.test(code);
  const refused = await countAttempt(deps, person, isTotp, visit);
  if (refused !== undefined) return refused;
  if (isTotp && !(await isFirstUse(deps, person.personId, code))) return { ok: false, reason: 'wrong' };
  try {
    const headersIn = headersOf({ ...visit, cookie });
    const { headers, response } = isTotp
      ? await auth.api.verifyTOTP({ body: { code }, headers: headersIn, returnHeaders: true })
      : await auth.api.verifyBackupCode({
          body: { code: tidyRecoveryCode(code) },
          headers: headersIn,
          returnHeaders: true,
        });
    const user = response.user as LibraryUser;
    await inTransaction(db, async (tx) => {
      await stopReset(factorUser(user.id, visit), tx);
      if (!isTotp) await queueMail(tx, await findReader(tx, user.email), recoveryCodeUsedMail);
    });
    const { token: sessionToken } = response;
    assert(sessionToken, 'a right code has a session');
    return { ok: true, user, cookies: headers.getSetCookie(), sessionToken };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    const isWrong = error.body?.code === 'INVALID_CODE' || error.body?.code === 'INVALID_BACKUP_CODE';
    return { ok: false, reason: isWrong ? 'wrong' : 'expired' };
  }
}

/** Whoever gets here knows the password, so the owner is told when the guesses of strange browsers reach their limit. */
async function countAttempt(
  { attempts, db }: PeopleDeps,
  person: Pick<Person, 'personId' | 'email'>,
  isTotp: boolean,
  visit: Visit,
): Promise<Throttled | undefined> {
  const { personId, email } = person;
  const decision = isTotp
    ? await attempts.code(person, visit)
    : { ...(await attempts.recoveryCode(personId, visit)), isOwn: true };
  if (decision.ok) return undefined;
  if (!decision.isOwn && (await attempts.codeAlert(personId))) {
    await inTransaction(db, async (tx) => queueMail(tx, await findReader(tx, email), codesGuessedMail));
  }
  return { ok: false, reason: 'throttled', retryAfterSeconds: decision.retryAfterSeconds };
}

/** Marks a code as used before it is checked, so that it never works twice. */
async function isFirstUse({ auth }: PeopleDeps, personId: string, code: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context;
  return internalAdapter.reserveVerificationValue({
    identifier: `used-code:${personId}:${code}`,
    value: 'used',
    expiresAt: new Date(Date.now() + codeLifeMs),
  });
}
