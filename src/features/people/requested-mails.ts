/**
 * Mails that a browser asks for by an address: the link of a sign-up, a new password, a lifted limit. Asking writes the
 * same rows for any address, and a job decides later which mail to send, if any, so neither the answer nor its timing
 * reveals whether an account exists.
 */

import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { languageFrom } from '../../base/languages/languages.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import type { AttemptDecision } from '../../core/access/attempt-limits.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken, newToken } from '../../core/access/link-token.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { JobPayloads } from '../../core/jobs/declare-jobs.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { isEmail } from '../../core/mail/address.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import type { Visit } from './auth.ts';
import {
  dropSignUp,
  findConfirmedPerson,
  insertLift,
  isConfirmed,
  lockLatestSignUp,
  lockUnmailedSignUp,
  type SignUp,
  setSignUpToken,
} from './people.repository.ts';
import { anyAccount } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import { alreadySignedUpMail, confirmMail, liftMail } from './people-mails.ts';
import type { Throttled } from './person.ts';

/** `invalid`: this is no email address. */
export type MailRequest = { ok: true } | { ok: false; reason: 'invalid' } | Throttled;

export type RequestedMails = {
  /** Mails the link of a sign-up again, if there is one to confirm. */
  resendConfirmation(visit: Visit, email: string): Promise<MailRequest>;
  /** Mails a link for a new password, if there is an account. */
  requestReset(visit: Visit, email: string): Promise<MailRequest>;
  /** Mails a link that lifts the limit on passwords for the browser that opens it, if there is an account. */
  requestLift(visit: Visit, email: string): Promise<MailRequest>;
  /** The job behind these mails and that of sign-up. */
  deliver(payload: JobPayloads['people_mail']): Promise<void>;
};

type Kind = 'resend' | 'reset' | 'lift';

export const confirmationSeconds = 86_400;
const liftSeconds = 900;

export function createRequestedMails(deps: PeopleDeps): RequestedMails {
  const { auth, db, attempts } = deps;

  async function request(
    visit: Visit,
    given: string,
    {
      action,
      kind,
      limit,
    }: { action: Action; kind: Kind; limit: (email: string, visit: Visit) => Promise<AttemptDecision> },
  ): Promise<MailRequest> {
    authorize(visit, action, anyAccount);
    const email = normalEmail(given);
    if (!isEmail(email)) return { ok: false, reason: 'invalid' };
    const decision = await limit(email, visit);
    if (!decision.ok) return { ok: false, reason: 'throttled', retryAfterSeconds: decision.retryAfterSeconds };

    const job = { name: 'people_mail', payload: { kind, email }, key: `people_mail:${kind}:${email}` } as const;
    await inTransaction(db, (tx) => enqueue(tx, job));
    return { ok: true };
  }

  return {
    resendConfirmation: (visit, email) =>
      request(visit, email, { action: 'account.sign_up', kind: 'resend', limit: attempts.resend }),
    requestReset: (visit, email) =>
      request(visit, email, { action: 'account.reset_password', kind: 'reset', limit: attempts.reset }),
    requestLift: (visit, email) =>
      request(visit, email, { action: 'account.sign_in', kind: 'lift', limit: attempts.lift }),
    async deliver(mail) {
      if (mail.kind === 'sign_up') {
        await inTransaction(db, async (tx) => mailSignUp(deps, tx, await lockUnmailedSignUp(tx, mail.id)));
        return;
      }
      const { kind, email } = mail;
      if (!isEmail(email)) return;
      if (kind === 'resend')
        await inTransaction(db, async (tx) => mailSignUp(deps, tx, await lockLatestSignUp(tx, email)));
      if (kind === 'reset') await auth.api.requestPasswordReset({ body: { email } });
      if (kind === 'lift') await inTransaction(db, (tx) => mailLift(deps, tx, email));
    },
  };
}

async function mailSignUp({ publicUrl }: PeopleDeps, tx: Tx, signUp: SignUp | undefined): Promise<void> {
  if (signUp === undefined) return;
  if (await isConfirmed(tx, signUp.email)) {
    await dropSignUp(tx, signUp.id);
    await queueMail(tx, await findReader(tx, signUp.email), (words) => alreadySignedUpMail(words, publicUrl));
    return;
  }
  const token = newToken();
  await setSignUpToken(tx, signUp.id, hashOfToken(token), confirmationSeconds);
  const reader = { email: signUp.email, language: languageFrom(signUp.language) };
  await queueMail(tx, reader, (words) => confirmMail(words, { publicUrl, token }));
}

/** Earlier links keep working: a stranger who asks too must not end the owner's. */
async function mailLift({ publicUrl }: PeopleDeps, tx: Tx, email: string): Promise<void> {
  const personId = await findConfirmedPerson(tx, email);
  if (personId === undefined) return;
  const token = newToken();
  await insertLift(tx, { personId, tokenHash: hashOfToken(token), seconds: liftSeconds });
  await queueMail(tx, await findReader(tx, email), (words) => liftMail(words, { publicUrl, token }));
}
