/**
 * Reports a payment that a customer opened and could not pay to the people of its shop: an event once per payment, and
 * at most one mail a day for one reason, so that a busy shop is not flooded.
 */

import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import { inTransaction } from '../../../base/database/transaction.ts';
import type { Actor } from '../../../core/access/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { HolderStatus } from '../../../core/access/roles.ts';
import { queueNotice } from '../../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../../holders/addresses.ts';
import { findHolderName, lockHolder } from '../../holders/holders.repository.ts';
import { publishPayment } from '../../payments/capture-payment.ts';
import type { Payment } from '../../payments/payment.ts';
import {
  findHolderStatus,
  insertUnpayable,
  isReported,
  type UnpayableReason,
  wasReportedSince,
} from './unpayable.repository.ts';
import { unpayableMail } from './unpayable-mail.ts';

const mailEveryMs = 24 * 3_600_000;

type Deps = { db: Database; clock: Clock; publicUrl: string };

/** Undefined: it can be paid in every way that the service has. */
function unpayableReason(
  status: HolderStatus | undefined,
  mode: Payment['mode'],
  hasCard: boolean,
): UnpayableReason | undefined {
  if (status === 'pending' && mode === 'live') return 'not_approved';
  if (status !== 'active' && status !== 'pending') return 'suspended';
  return hasCard ? undefined : 'no_card_payments';
}

/**
 * @param hasCard whether cards are taken in the payment's mode.
 * @returns whether the payment can be paid at all: without cards it still can, from a wallet.
 */
export async function reportUnlessPayable(
  actor: Actor,
  { db, clock, publicUrl }: Deps,
  payment: Payment,
  hasCard: boolean,
): Promise<boolean> {
  authorize(actor, 'payments.show', payment);
  const status = await findHolderStatus(db, payment.holderId);
  // Its people closed it themselves: there is nothing to tell them.
  if (status === 'closed') return false;
  const reason = unpayableReason(status, payment.mode, hasCard);
  if (reason === undefined) return true;
  const payable = reason === 'no_card_payments';
  if (await isReported(db, payment)) return payable;
  const at = clock.now(payment.holderId, payment.mode);

  await inTransaction(
    db,
    async (tx) => {
      // If two payments are opened at once, only one sends the mail.
      await lockHolder(tx, payment.holderId);
      if (!(await insertUnpayable(tx, payment, reason, at))) return;
      await publishPayment({ actor, tx, at }, payment, 'payment.blocked', { reason });
      if (await wasReportedSince(tx, payment, reason, new Date(at.getTime() - mailEveryMs))) return;
      const name = await findHolderName(tx, payment.holderId);
      const facts = { name, payment, reason, publicUrl };
      for (const reader of await listReadersThatMay(tx, payment.holderId, 'payments.refund'))
        await queueNotice(tx, 'payments', reader, (words) => unpayableMail(words, facts));
    },
    payment,
  );
  return payable;
}
