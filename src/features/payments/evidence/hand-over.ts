/** The operator says that the provider has the evidence: of a provider that takes none by API. */
import type { Clock } from '../../../base/clock/clock.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import type { PersonActor } from '../../../core/access/actor.ts';
import { appendAudit } from '../../../core/access/audit-log.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { publishPayment } from '../capture-payment.ts';
import { lockOrderOf, lockPayment } from '../payments.repository.ts';
import { lockAlone, updateEvidence } from './evidence.repository.ts';
import { findDisputeOf } from './holder-disputes.repository.ts';
import { type InBook, noDispute } from './prepare-evidence.ts';

/** Said again, it is the same. @throws AppError `forbidden`; `not_found`; `invalid_state` of evidence that does not wait for it. */
export async function handOverEvidence(actor: PersonActor, tx: Tx, clock: Clock, of: InBook): Promise<void> {
  const { book, disputeId } = of;
  const { holderId } = book;
  const dispute = await findDisputeOf(tx, book, disputeId);
  authorize(actor, 'disputes.hand_over', dispute && book, noDispute().message);
  if (dispute === undefined) throw noDispute();
  await lockOrderOf(tx, holderId, dispute.paymentId);
  const payment = await lockPayment(tx, holderId, dispute.paymentId);
  const key = { holderId, disputeId };
  const evidence = await lockAlone(tx, key);
  if (payment === undefined) throw noDispute();
  if (evidence?.state === 'submitted' && evidence.handedOverBy !== null) return;
  if (evidence?.state !== 'waiting') {
    throw new AppError('invalid_state', { message: 'No evidence of this dispute waits to be handed over.' });
  }

  const at = clock.now(holderId, book.mode);
  await updateEvidence(tx, key, { state: 'submitted', deliveredAt: at, handedOverBy: actor.personId }, at);
  await publishPayment({ actor, tx, at }, payment, 'dispute_evidence.submitted', { dispute: disputeId });
  const object = { kind: 'dispute', id: disputeId };
  await appendAudit(actor, tx, {
    action: 'disputes.hand_over',
    ...book,
    object,
    after: { provider: dispute.provider },
  });
}
