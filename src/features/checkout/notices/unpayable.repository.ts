/** All SQL of payments that customers opened and could not pay. */

import { bool } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { command, query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import type { HolderStatus } from '../../../core/access/roles.ts';
import type { Payment } from '../../payments/payment.ts';

export type UnpayableReason = 'not_approved' | 'suspended' | 'no_card_payments';

export async function findHolderStatus(db: Database | Tx, holderId: bigint): Promise<HolderStatus | undefined> {
  const row = await db.selectFrom('holders').select('status').where('id', '=', holderId).executeTakeFirst();
  return row?.status;
}

export async function isReported(db: Database, { holderId, id }: Pick<Payment, 'holderId' | 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('unpayablePayments')
    .select('paymentId')
    .where('holderId', '=', holderId)
    .where('paymentId', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the payment was reported before. */
export async function insertUnpayable(tx: Tx, payment: Payment, reason: UnpayableReason, at: Date): Promise<boolean> {
  const inserted = await command`
    insert into unpayable_payments (holder_id, payment_id, mode, reason, reported_at)
    values (${payment.holderId}, ${payment.id}, ${payment.mode}, ${reason}, ${at})
    on conflict (holder_id, payment_id) do nothing`.execute(tx);
  return inserted === 1;
}

/** Whether another payment of the book was reported for this reason since then. */
export async function wasReportedSince(
  tx: Tx,
  payment: Payment,
  reason: UnpayableReason,
  since: Date,
): Promise<boolean> {
  const row = await query({ reported: bool })`
    select exists (
      select from unpayable_payments
      where holder_id = ${payment.holderId} and mode = ${payment.mode} and reason = ${reason}
        and reported_at > ${since} and payment_id <> ${payment.id}
    ) as reported`.executeTakeFirst(tx);
  return row?.reported === true;
}
