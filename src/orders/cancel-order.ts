/** A pending order is called off: its payment is cancelled and it will never settle (contract.md §4). */
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Book } from '../ledger/accounts.ts';
import type { PaymentDeps } from '../payments/capture-payment.ts';
import { markCancelled, markVoid } from './change-orders.ts';
import type { Order } from './order.ts';
import { settlementOrigins } from './order-state.ts';
import { findOrder, lockOrder } from './orders.repository.ts';
import { cancelPaymentLink } from './payment-link.ts';

/** @throws AppError `not_found`; `invalid_state` when the order is not pending, or has settled. */
export async function cancelOrder(tx: Tx, deps: PaymentDeps, book: Book, partnerOrderRef: string): Promise<Order> {
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  if (order.paymentStatus !== 'pending') {
    throw new AppError('invalid_state', { message: `The order's payment_status is ${order.paymentStatus}.` });
  }
  if (!settlementOrigins('void').includes(order.settlementStatus)) {
    throw new AppError('invalid_state', { message: `The order's settlement_status is ${order.settlementStatus}.` });
  }

  const at = deps.clock.now(book.holderId, book.mode);
  await cancelPaymentLink(tx, deps, book, order);
  await markCancelled(tx, order, at);
  await markVoid(tx, order, at);
  return (await findOrder(tx, book, partnerOrderRef)) as Order;
}
