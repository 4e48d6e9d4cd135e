/** Holds of charged-back orders (docs/ledger.md, "Charged-back orders"). Must only run with the order's row locked. */
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import type { Order } from '../orders/order.ts';
import { markHeldFor, markOnHold } from '../orders/order-transitions.ts';

/**
 * Puts an order on hold of whose payment money is missing, unless it has settled. One that is on hold by hand stays so:
 * no dispute that is won releases it.
 */
export async function holdCharged(work: UnitOfWork, order: Order): Promise<void> {
  const { settlementStatus: status, holdReason } = order;
  if (status === 'unsettled' || status === 'awaiting_funds') {
    await markOnHold(work, order, [order], 'charged_back');
  } else if (status === 'on_hold' && holdReason !== 'by_hand' && holdReason !== 'charged_back') {
    await markHeldFor(work, order, 'charged_back');
  }
}
