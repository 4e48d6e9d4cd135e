/**
 * Cancels a pending or authorized order: its payment is canceled or voided, and its settlement becomes void or is reversed
 * (docs/contract/partner.md, "Confirm or cancel an order").
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { PaymentDeps } from '../payments/capture-payment.ts';
import { type Order, shareOf, withTotals } from './order.ts';
import { markCanceled, markReversed, markVoid } from './order-transitions.ts';
import { findOrder, lockOrder, setRefundTotals } from './orders.repository.ts';
import { accountOf } from './payees.ts';
import { cancelPaymentLink } from './payment-link.ts';
import { reverseShares } from './reverse-shares.ts';

/**
 * @throws AppError `forbidden`; `not_found`; `invalid_state` when the order is neither pending nor authorized, or an attempt or a capture
 *   is under way.
 */
export async function cancelOrder(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  book: Book,
  partnerOrderRef: string,
): Promise<Order> {
  authorize(actor, 'orders.cancel', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  if (order.paymentStatus !== 'pending' && order.paymentStatus !== 'authorized') {
    throw new AppError('invalid_state', { message: `The order's payment_status is ${order.paymentStatus}.` });
  }

  const work = { actor, tx, at: deps.clock.now(book.holderId, book.mode) };
  await cancelPaymentLink(actor, tx, deps, book, order);
  const canceled = await markCanceled(work, order);
  if (order.settlementStatus === 'settled') await reverse(work, canceled);
  else await markVoid(work, canceled);
  // Orders queued behind this one may be covered now.
  if (order.settlementStatus === 'awaiting_funds') await enqueueSettlement(tx, order);
  return (await findOrder(tx, book, partnerOrderRef)) as Order;
}

/** A settled order that is canceled: every share is reversed. */
async function reverse(work: UnitOfWork, order: Order): Promise<void> {
  const { tx, at } = work;
  const taken = order.splits.map((split, line) => ({ line, amount: shareOf(split) }));
  const subject = subjectOf.order(order.id);
  const { clearingGrew } = await reverseShares(work, order, taken, subject);
  await setRefundTotals(tx, order, { ...order, splits: withTotals(order.splits, 'reversed', taken) }, at);
  await markReversed(work, order, 'reversed');
  if (!clearingGrew) return;
  await recoverDebts(tx, [accountOf(order, ledgerAccount.clearing)], subject, at);
  await enqueueSettlement(tx, order);
}
