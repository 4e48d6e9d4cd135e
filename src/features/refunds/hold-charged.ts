/** Holds of charged-back orders (docs/ledger.md, "Charged-back orders"). Must only run with the order's row locked. */

import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Order } from '../orders/order.ts';
import { markHeldFor, markOnHold } from '../orders/order-transitions.ts';

/**
 * Puts an order on hold of whose payment money is missing, unless it has settled. One that is on hold by hand stays so:
 * no dispute that is won releases it.
 */
export async function holdCharged(actor: Actor, tx: Tx, order: Order, at: Date): Promise<void> {
  const { settlementStatus: status, holdReason } = order;
  if (status === 'unsettled' || status === 'awaiting_funds') {
    await markOnHold(actor, tx, order, [order], 'charged_back', at);
  } else if (status === 'on_hold' && holdReason !== 'by_hand' && holdReason !== 'charged_back') {
    await markHeldFor(actor, tx, order, 'charged_back', at);
  }
}
