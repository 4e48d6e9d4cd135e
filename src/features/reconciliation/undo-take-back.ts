/**
 * Undoes that a line took the money of a payment by bank transfer back, with its match (docs/ledger.md, "Payments by bank transfer"):
 * the payee has it again, as after a dispute that was won. Only what is not undone yet, and all that the line took from the payee.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { findLastPerson } from '../../core/access/audit-log.repository.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireSecondPerson } from '../../core/access/four-eyes.ts';
import { findTransfers } from '../../core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { type Attempt, findSucceeded } from '../payments/attempts.repository.ts';
import { postChargeback } from '../payments/chargeback.ts';
import { findRecallsOf, type PostedDispute } from '../payments/disputes.repository.ts';
import { isOfLine, undoneRecallOf } from '../payments/recall.ts';
import { followChargeback } from '../refunds/follow-chargeback.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import type { StoredLine } from './reconciliation.repository.ts';

const ownDecision = 'Four-eyes approval is on: another person has to undo what you took back.';

type Recall = { dispute: PostedDispute; transfers: readonly TransferKey[] };

/**
 * What these matches of a line took from a payee. The line's source is locked.
 * @throws AppError `forbidden`, also by four eyes for who took it back; `second_factor_required`.
 */
export async function findUndoable(
  actor: Actor,
  tx: Tx,
  line: StoredLine,
  undone: readonly TransferKey[],
): Promise<Recall | undefined> {
  // A line takes back one payment at a time.
  const dispute = (await findRecallsOf(tx, undone)).find(({ id }) => isOfLine(line.id, id));
  if (dispute === undefined) return undefined;
  authorize(actor, 'top_ups.reverse', { holderId: serviceHolderId, mode: line.mode });
  const object = { kind: 'payment', id: dispute.paymentId };
  const taker = await findLastPerson(tx, { action: 'top_ups.reverse', holderId: dispute.holderId, object });
  await requireSecondPerson(actor, tx, [taker], ownDecision);
  const posted = await findTransfers(tx, dispute, subjectOf.dispute(dispute.id));
  return { dispute, transfers: posted.map(({ id }) => ({ holderId: dispute.holderId, id })) };
}

/** The caller has checked that it may be undone, and undoes the matches. */
export async function undoTakeBack(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  line: StoredLine,
  { dispute }: Recall,
): Promise<void> {
  const { holderId, mode, paymentId, amount, currency } = dispute;
  const attempt = (await findSucceeded(tx, { holderId, id: paymentId })) as Attempt;
  const undone = undoneRecallOf(dispute, attempt.id);
  await postChargeback(actor, tx, { clock, onChargeback: followChargeback }, holderId, undone);
  await appendAudit(actor, tx, {
    action: 'reconciliation.unmatch',
    ...{ holderId, mode, object: { kind: 'payment', id: paymentId } },
    before: { amount, currency, line: String(line.id) },
    after: null,
  });
}
