/**
 * Returns captures that a payment could no longer accept (docs/contract/merchant.md, "Payment states"). A late capture
 * is listed until the provider has returned it: one that it refuses stays `refused` until the operator has it tried
 * again. Must never call the provider inside a transaction.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { RefundResult } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import { type AttemptKey, findAttempt } from './attempts.repository.ts';
import { bothModes, publishPayment } from './capture-payment.ts';
import { findLateCapture, type LateCapture, setLateCapture } from './late-captures.repository.ts';
import { lockPayment } from './payments.repository.ts';

type Deps = { db: Database; clock: Clock; providers: Providers };

const checkAgainMs = 60_000;

/** Enqueues the job that asks the provider to return a late capture. */
export function enqueueReturn(tx: Tx, { holderId, attemptId }: AttemptKey): Promise<void> {
  return enqueue(tx, {
    name: 'return_late_capture',
    payload: { holderId: String(holderId), attemptId },
    key: `return_late_capture:${attemptId}`,
  });
}

const refundPrefix = 'late_';

/**
 * The refund's id at the provider. A repeated request has the same id, so that it refunds once; after a refusal, which
 * moved nothing, the next one has another.
 */
const refundIdOf = ({ attemptId, refusals }: LateCapture): string =>
  `${refundPrefix}${attemptId}${refusals === 0 ? '' : `.${refusals}`}`;

/** The attempt that a refund at the provider returns, if it is one of a late capture. */
export function attemptOfRefund(refundId: string): AttemptKey | undefined {
  if (!refundId.startsWith(refundPrefix)) return undefined;
  const attemptId = refundId.slice(refundPrefix.length).replace(/\.[0-9]+$/, '');
  const holderId = holderOfPublicId('att', attemptId);
  return holderId === undefined ? undefined : { holderId, attemptId };
}

/**
 * Asks the provider to return a late capture, or what became of it, and keeps the result. Safe to repeat: a refund that
 * ended well may fail later, so one that was returned is looked at again when the provider says so.
 */
export async function returnLateCapture(actor: Actor, deps: Deps, key: AttemptKey): Promise<void> {
  authorize(actor, 'payments.follow_up', bothModes(key));
  const late = await findLateCapture(deps.db, key);
  const attempt = await findAttempt(deps.db, key.holderId, key.attemptId);
  if (late === undefined || late.status === 'refused') return;
  if (attempt === undefined || attempt.provider === 'wallet') return;
  const provider = deps.providers.named(attempt.provider);
  const { amount, currency } = late;
  const { id: attemptId, providerRef } = attempt;
  const asked = async (): Promise<RefundResult> => {
    if (provider === undefined) throw new AppError('unavailable');
    return provider.refund({ refundId: refundIdOf(late), attemptId, providerRef, amount, currency });
  };
  const result = await asked().catch(async (error: unknown) => {
    // After an error it is postponed, so that one failing return does not block the others.
    await inTransaction(deps.db, (tx) => applyReturn(actor, tx, deps, late, { kind: 'pending' }), key);
    throw error;
  });
  await inTransaction(deps.db, (tx) => applyReturn(actor, tx, deps, late, result), key);
}

/** @param asked the row that the provider was asked about: an answer to an earlier request changes nothing. */
async function applyReturn(
  actor: Actor,
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  asked: LateCapture,
  result: RefundResult,
): Promise<void> {
  const payment = await lockPayment(tx, asked.holderId, asked.paymentId);
  const late = await findLateCapture(tx, asked);
  if (payment === undefined || late === undefined) return;
  if (late.status === 'refused' || late.refusals !== asked.refusals) return;
  const at = clock.now(late.holderId, late.mode);
  const { attemptId: attempt, refusals } = late;
  switch (result.kind) {
    case 'pending': {
      const dueAt = new Date(at.getTime() + checkAgainMs);
      if (late.status === 'pending') await setLateCapture(tx, late, { to: 'pending', dueAt }, at);
      return;
    }
    case 'succeeded':
      if (late.status === 'returned') return;
      await setLateCapture(tx, late, { to: 'returned' }, at);
      // It was published when the money was accepted, and again only after a refusal.
      if (refusals > 0) await publishPayment({ actor, tx, at }, payment, 'late_capture.returned', { attempt });
      return;
    case 'failed': {
      const failure = result.reason;
      await setLateCapture(tx, late, { to: 'refused', failure, refusals: refusals + 1 }, at);
      await publishPayment({ actor, tx, at }, payment, 'late_capture.refused', { attempt, reason: failure });
    }
  }
}

const noLateCapture = 'No late capture has this attempt.';

/**
 * Has a refused late capture requested from the provider once more, as another refund.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` for one that was not refused.
 */
export async function retryLateCapture(actor: Actor, tx: Tx, clock: Clock, attemptId: string): Promise<LateCapture> {
  const holderId = holderOfPublicId('att', attemptId);
  const known = holderId === undefined ? undefined : await findLateCapture(tx, { holderId, attemptId });
  authorize(actor, 'late_captures.retry', known, noLateCapture);
  if (known === undefined) throw new AppError('not_found', { message: noLateCapture });
  await lockPayment(tx, known.holderId, known.paymentId);
  const late = await findLateCapture(tx, known);
  if (late?.status !== 'refused') {
    throw new AppError('invalid_state', { message: `The late capture is ${late?.status}.` });
  }
  const at = clock.now(late.holderId, late.mode);

  await setLateCapture(tx, late, { to: 'pending', dueAt: new Date(at.getTime() + checkAgainMs) }, at);
  await enqueueReturn(tx, late);
  await appendAudit(actor, tx, {
    action: 'late_captures.retry',
    holderId: late.holderId,
    mode: late.mode,
    object: { kind: 'late_capture', id: attemptId },
    before: { status: 'refused', failure: late.failure },
    after: { status: 'pending' },
  });
  return late;
}
