/**
 * Ends a top-up whose money has not arrived: canceled by its holder, refused by the operator, or expired. It posts
 * nothing, and money that arrives all the same can still be credited (`confirmTopUp`).
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { mailExpired, mailRefused } from './mail-top-up.ts';
import { presentTopUp } from './present-wallets.ts';
import { noTopUp } from './top-up.ts';
import { listExpiredTopUps, lockTopUp, setTopUpEnded, type TopUp } from './top-ups.repository.ts';

const batchMax = 100;

/** A second cancellation changes nothing. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function cancelTopUp(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<TopUp> {
  const topUp = await locked(tx, id);
  authorize(actor, 'top_ups.cancel', topUp, noTopUp);
  if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
  if (topUp.status === 'cancelled') return topUp;
  refuseUnlessPending(topUp);

  return end({ actor, tx, at: clock.now(topUp.holderId, topUp.mode) }, topUp, 'cancelled', null);
}

/** @param reason its holder reads it. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function refuseTopUp(actor: Actor, tx: Tx, clock: Clock, id: string, reason: string): Promise<TopUp> {
  const topUp = await locked(tx, id);
  authorize(actor, 'top_ups.refuse', topUp, noTopUp);
  if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
  refuseUnlessPending(topUp);

  const refused = await end({ actor, tx, at: clock.now(topUp.holderId, topUp.mode) }, topUp, 'refused', reason);
  await appendAudit(actor, tx, {
    action: 'top_ups.refuse',
    holderId: topUp.holderId,
    mode: topUp.mode,
    object: { kind: 'top_up', id },
    before: { status: topUp.status },
    after: { status: refused.status, reason },
  });
  await mailRefused(tx, refused);
  return refused;
}

/** @returns how many expired. @throws AppError `forbidden`. */
export async function expireTopUps(actor: Actor, { db, clock }: { db: Database; clock: Clock }): Promise<number> {
  authorize(actor, 'top_ups.expire', { holderId: serviceHolderId, mode: null });
  let count = 0;
  for (;;) {
    const { seen, ended } = await inTransaction(db, (tx) => expireBatch(actor, tx, clock));
    count += ended;
    if (seen < batchMax) return count;
  }
}

async function expireBatch(actor: Actor, tx: Tx, clock: Clock): Promise<{ seen: number; ended: number }> {
  const due = await listExpiredTopUps(tx, clock.now(0n, 'live'), batchMax);
  let ended = 0;
  for (const { holderId, id } of due) {
    const topUp = await lockTopUp(tx, holderId, id);
    // Its money arrived, or somebody else ended it, just before.
    if (topUp?.status !== 'pending') continue;
    await mailExpired(tx, await end({ actor, tx, at: clock.now(holderId, topUp.mode) }, topUp, 'expired', null));
    ended += 1;
  }
  return { seen: due.length, ended };
}

function locked(tx: Tx, id: string): Promise<TopUp | undefined> {
  const holderId = holderOfPublicId('top', id);
  return holderId === undefined ? Promise.resolve(undefined) : lockTopUp(tx, holderId, id);
}

const wordOf = { succeeded: 'received', cancelled: 'cancelled', expired: 'expired', refused: 'refused' } as const;

function refuseUnlessPending({ status }: TopUp): void {
  if (status !== 'pending') throw new AppError('invalid_state', { message: `The top-up was ${wordOf[status]}.` });
}

async function end(
  work: UnitOfWork,
  topUp: TopUp,
  status: 'cancelled' | 'expired' | 'refused',
  reason: string | null,
): Promise<TopUp> {
  const { tx, at } = work;
  await setTopUpEnded(tx, topUp, status, reason, at);
  const ended: TopUp = { ...topUp, status, reason, endedAt: at };
  const event = { type: `top_up.${status}` as const, subject: subjectOf.topUp(topUp.id), data: presentTopUp(ended) };
  await appendEvents(work, topUp, [event]);
  return ended;
}
