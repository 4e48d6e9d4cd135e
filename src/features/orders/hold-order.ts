/**
 * Puts an order on hold by hand: it does not settle, and does not block others, until it is released
 * (docs/contract/partner.md, "Hold, release and assign"). Never moves money.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from './order.ts';
import { settlementOrigins } from './order-state.ts';
import { markHeldFor, markOnHold } from './order-transitions.ts';
import { findOrder, lockOrder } from './orders.repository.ts';

/**
 * Does nothing when the order is on hold by hand already. An order on hold for another reason then stays on hold until
 * it is released, even after its splits are assigned.
 * @param note the caller's reason; it is included in the event.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` when the order has settled, or is void. Nothing is written
 * then.
 */
export async function holdOrder(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  partnerOrderRef: string,
  note: string | undefined,
): Promise<Order> {
  authorize(actor, 'orders.hold', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  if (order.settlementStatus === 'on_hold' && order.holdReason === 'by_hand') return order;
  if (order.settlementStatus !== 'on_hold' && !settlementOrigins('on_hold').includes(order.settlementStatus)) {
    throw new AppError('invalid_state', { message: `The order's settlement_status is ${order.settlementStatus}.` });
  }

  const work = { actor, tx, at: clock.now(book.holderId, book.mode) };
  if (order.settlementStatus === 'on_hold') await markHeldFor(work, order, 'by_hand', note);
  else await markOnHold(work, book, [order], 'by_hand', note);
  await appendAudit(actor, tx, {
    action: 'orders.hold',
    ...book,
    object: { kind: 'order', id: String(order.id) },
    after: { order: partnerOrderRef, reason: note ?? null },
  });
  // Orders queued behind this one may be covered now.
  if (order.settlementStatus === 'awaiting_funds') await enqueueSettlement(tx, order);
  return (await findOrder(tx, book, partnerOrderRef)) as Order;
}
