/**
 * SQL of holding, releasing and assigning. holderId comes first in every condition; the caller must have locked the
 * rows.
 */
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Split } from './order.ts';
import { splitsJson } from './order-row.ts';

/** Locks the orders with these refs until the transaction ends, in id order as a settlement does. */
export async function lockOrders(tx: Tx, { holderId, mode }: Book, partnerOrderRefs: readonly string[]): Promise<void> {
  await command`
    select from orders
    where holder_id = ${holderId} and mode = ${mode} and partner_order_ref = any(${partnerOrderRefs}::text[])
    order by id for update`.execute(tx);
}

/** @returns false when the order has settled or is void. */
export async function setSplits(
  tx: Tx,
  { holderId }: Book,
  orderId: bigint,
  splits: readonly Split[],
  at: Date,
): Promise<boolean> {
  const changed = await command`
    update orders set splits = ${splitsJson(splits)}::jsonb, updated_at = ${at}
    where holder_id = ${holderId} and id = ${orderId}
      and settlement_status in ('unsettled', 'awaiting_funds', 'on_hold')`.execute(tx);
  return changed === 1;
}

/** @returns false when the order is not on hold. */
export async function setHoldReason(
  tx: Tx,
  { holderId }: Book,
  orderId: bigint,
  holdReason: string,
  at: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('orders')
    .set({ holdReason, updatedAt: at })
    .where('holderId', '=', holderId)
    .where('id', '=', orderId)
    .where('settlementStatus', '=', 'on_hold')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
