/** Asks the provider again how a dispute stands, when its notice may have been lost. What it says is posted by a job. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueueChargeback } from './chargeback.ts';
import { findDisputedPayment, findListedDispute } from './operator-disputes.repository.ts';
import { bankProvider } from './payment.ts';

const noDispute = 'No dispute has this id.';

/** @throws AppError `forbidden`; `not_found`; `invalid_state` for a payment that no provider took. */
export async function checkDispute(actor: Actor, tx: Tx, mode: Mode, id: string): Promise<void> {
  const dispute = await findListedDispute(tx, mode, id);
  authorize(actor, 'disputes.check', dispute && { holderId: dispute.holderId, mode }, noDispute);
  const payment = dispute && (await findDisputedPayment(tx, dispute.holderId, dispute.paymentId));
  if (payment === undefined) throw new AppError('not_found', { message: noDispute });
  if (payment.provider === 'wallet' || payment.provider === bankProvider) {
    throw new AppError('invalid_state', { message: 'No provider took this payment.' });
  }

  await enqueueChargeback(tx, payment.provider, id);
}
