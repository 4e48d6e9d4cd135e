/**
 * Releases an order on hold: the next settlement includes it, oldest first (docs/contract/partner.md, "Hold, release
 * and assign").
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { linkTypesOf } from './assign-split.ts';
import type { Order } from './order.ts';
import { markReleased } from './order-transitions.ts';
import { findOrder, lockOrder } from './orders.repository.ts';
import { unassignedSplits } from './unassigned-splits.ts';

/**
 * Does nothing when the order is `unsettled` or `awaiting_funds` already.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` when the order has settled, is void, or has an unassigned
 * share. Nothing is written then.
 */
export async function releaseOrder(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  partnerOrderRef: string,
): Promise<Order> {
  authorize(actor, 'orders.release', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  if (order.settlementStatus === 'unsettled' || order.settlementStatus === 'awaiting_funds') return order;
  if (order.settlementStatus !== 'on_hold') {
    throw new AppError('invalid_state', { message: `The order's settlement_status is ${order.settlementStatus}.` });
  }
  const unassigned = unassignedSplits(order, await linkTypesOf(tx, order));
  if (unassigned.length > 0) {
    const named = unassigned.map((place) => `splits[${place}]`).join(', ');
    throw new AppError('invalid_state', { message: `The order has an unassigned split: ${named}.` });
  }

  await markReleased({ actor, tx, at: clock.now(book.holderId, book.mode) }, order);
  return (await findOrder(tx, book, partnerOrderRef)) as Order;
}
