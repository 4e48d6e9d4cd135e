/**
 * The company confirms that it has the customer's money: `pending → paid`, or that it had it before it refunded a part
 * (docs/contract/partner.md, "Confirm or cancel an order").
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from './order.ts';
import { markConfirmed, markPaid } from './order-transitions.ts';
import { findOrder, lockOrder } from './orders.repository.ts';

/** @throws AppError `forbidden`; `not_found`; `invalid_state` for source `service`, or when the order is confirmed or at its end. */
export async function confirmPayment(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  partnerOrderRef: string,
): Promise<Order> {
  authorize(actor, 'orders.confirm', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  if (order.paymentSource === 'service') {
    throw new AppError('invalid_state', { message: 'An order with source service is paid at its checkout only.' });
  }
  if (order.paidAt !== null || order.paymentStatus === 'cancelled' || order.settlementStatus === 'void') {
    throw new AppError('invalid_state', { message: `The order's payment_status is ${order.paymentStatus}.` });
  }

  const mark = order.paymentStatus === 'pending' ? markPaid : markConfirmed;
  await mark({ actor, tx, at: clock.now(book.holderId, book.mode) }, order);
  return (await findOrder(tx, book, partnerOrderRef)) as Order;
}
