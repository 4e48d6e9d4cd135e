/**
 * A lost second factor (docs/operating.md, "A lost second factor"). Two administrators reset it, or the shell where
 * there are no two; it takes effect after 24 hours, and using the factor or a recovery code stops it. Everything here
 * uses the real clock.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor, PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader, inEnglish } from '../../core/mail/readers.repository.ts';
import { resetAskedMail, resetDoneMail, resetSoonMail } from './reset-mails.ts';
import {
  confirmReset,
  deleteReset,
  deleteSecondFactor,
  findPersonWithFactor,
  insertReset,
  listDeciders,
  lockReset,
  type SecondFactorReset,
} from './second-factor-resets.repository.ts';

const delayHours = 24;

/**
 * @param email of the person; the reason is for the other administrators and the audit log.
 * @returns the person's id.
 * @throws AppError `forbidden`, also about oneself; `validation_failed` for an address without a second factor;
 * `invalid_state` while one is under way, and where two people are needed or missing.
 */
export async function requestReset(actor: Actor, tx: Tx, email: string, reason: string): Promise<string> {
  authorizeReset(actor);
  const person = await findPersonWithFactor(tx, email.trim());
  if (person === undefined) {
    const message = 'does not belong to an account with two-step sign-in';
    throw new AppError('validation_failed', {
      message: `The address ${message}.`,
      details: [{ field: 'email', message }],
    });
  }
  refuseOneself(actor, person.id);
  const others = await listDeciders(tx, person.id);
  if (actor.kind === 'command' && others.length > 1) {
    throw refusal('Two administrators can reset it in the dashboard.');
  }
  if (actor.kind === 'person' && others.length < 2) {
    throw refusal('This takes two administrators. With only one, use the command line.');
  }
  if ((await lockReset(tx, person.id)) !== undefined) throw refusal('A reset is already pending.');

  const requestedBy = actor.kind === 'person' ? actor.personId : null;
  await insertReset(tx, { personId: person.id, reason, requestedBy }, delayHours);
  await record(actor, tx, person.id, { step: 'requested', reason });
  if (requestedBy === null) await announce(tx, person.id);
  for (const other of others) {
    if (other.id !== requestedBy)
      await queueMail(tx, inEnglish(other.email), (words) => resetAskedMail(words, person.email));
  }
  return person.id;
}

/** @throws AppError `forbidden`, also for who asked and about oneself; `not_found`; `invalid_state` once decided. */
export async function agreeToReset(actor: PersonActor, tx: Tx, personId: string): Promise<void> {
  const reset = await lockedReset(actor, tx, personId);
  if (reset.effectiveAt !== null) throw refusal('This was already decided.');
  if (reset.requestedBy === actor.personId) {
    throw new AppError('forbidden', { message: 'You asked for this. Another administrator has to agree.' });
  }

  await confirmReset(tx, personId, actor.personId, delayHours);
  await record(actor, tx, personId, { step: 'agreed', reason: null });
  await announce(tx, personId);
}

/** Declines or withdraws it, also after it was agreed to. @throws AppError `forbidden`, `not_found`. */
export async function cancelReset(actor: PersonActor, tx: Tx, personId: string): Promise<void> {
  await lockedReset(actor, tx, personId);

  await deleteReset(tx, personId);
  await record(actor, tx, personId, { step: 'canceled', reason: null });
}

/** The factor was used, so it is not lost. */
export async function stopReset(actor: PersonActor, tx: Tx): Promise<void> {
  const { personId } = actor;
  if ((await lockReset(tx, personId)) === undefined) return;

  await deleteReset(tx, personId);
  await appendAudit(actor, tx, {
    action: 'account.change_second_factor',
    holderId: null,
    mode: null,
    object: { kind: 'person', id: personId },
    after: { secondFactor: true, change: 'reset_stopped' },
  });
}

/** Does nothing before its time, and when it was stopped. */
export async function finishReset(actor: Actor, tx: Tx, personId: string): Promise<void> {
  authorizeReset(actor);
  const reset = await lockReset(tx, personId);
  if (reset === undefined || !reset.isDue) return;

  await deleteSecondFactor(tx, personId);
  await deleteReset(tx, personId);
  await record(actor, tx, personId, { step: 'done', reason: null });
  await queueMail(tx, await findReader(tx, reset.email), resetDoneMail);
}

const refusal = (message: string): AppError => new AppError('invalid_state', { message });

const authorizeReset = (actor: Actor): void =>
  authorize(actor, 'second_factors.reset', { holderId: serviceHolderId, mode: null });

function refuseOneself(actor: Actor, personId: string): void {
  if (actor.kind !== 'person' || actor.personId !== personId) return;
  throw new AppError('forbidden', { message: 'Other administrators have to decide about your own two-step sign-in.' });
}

async function lockedReset(actor: PersonActor, tx: Tx, personId: string): Promise<SecondFactorReset> {
  authorizeReset(actor);
  refuseOneself(actor, personId);
  const reset = await lockReset(tx, personId);
  if (reset === undefined) throw new AppError('not_found', { message: 'No two-step reset of this person is pending.' });
  return reset;
}

/** The person is told while there is time to stop it, and the job is queued for its end. */
async function announce(tx: Tx, personId: string): Promise<void> {
  const reset = await lockReset(tx, personId);
  if (reset === undefined || reset.effectiveAt === null) return;
  const { email, effectiveAt } = reset;
  await queueMail(tx, await findReader(tx, email), (words) => resetSoonMail(words, effectiveAt));
  const key = `reset_second_factor:${personId}`;
  await enqueue(tx, { name: 'reset_second_factor', payload: { personId }, key, runAt: effectiveAt });
}

const record = (actor: Actor, tx: Tx, personId: string, after: { step: string; reason: string | null }) =>
  appendAudit(actor, tx, {
    action: 'second_factors.reset',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'person', id: personId },
    after,
  });
