/**
 * Brings both states of an order to what its succeeded refunds say, forwards after a success and backwards after a
 * failure (docs/contract/partner.md, "Order states"). Open refunds do not count, because they may still fail. Must only
 * run with the order's row locked.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { sumOf } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { linkTypesOf } from '../orders/assign-split.ts';
import { type Order, shareOf } from '../orders/order.ts';
import { isSettled } from '../orders/order-state.ts';
import {
  markPaymentRestored,
  markRefunded,
  markReleased,
  markReversed,
  markSettlementRestored,
  markVoid,
} from '../orders/order-transitions.ts';
import { isChargebackResolved } from '../orders/reversible.ts';
import { addShares } from '../orders/taken-shares.ts';
import { unassignedSplits } from '../orders/unassigned-splits.ts';
import { holdCharged } from './hold-charged.ts';
import { listOrderRefunds, type OrderRefund } from './order-refunds.repository.ts';

/** @param order as stored, with its refund totals and what was charged back. */
export async function followRefunds(actor: Actor, tx: Tx, order: Order, at: Date): Promise<void> {
  const refunds = await listOrderRefunds(tx, order.holderId, [order.id]);
  const followed = await followPayment(actor, tx, order, refunds, at);
  if (isSettled(followed.settlementStatus)) await followReversals(actor, tx, followed, refunds, at);
  else await followReductions(actor, tx, followed, at);
}

async function followPayment(
  actor: Actor,
  tx: Tx,
  order: Order,
  refunds: readonly OrderRefund[],
  at: Date,
): Promise<Order> {
  const from = order.paymentStatus;
  const returned = sumOf(refunds.filter((one) => one.kind === 'refund' && hasSucceeded(one)).map((one) => one.amount));
  if (returned === 0n) return from === 'paid' ? order : markPaymentRestored(actor, tx, order, 'paid', at);
  const to = returned === order.totalAmount ? 'refunded' : 'partially_refunded';
  if (from === to) return order;
  if (from === 'refunded' && to === 'partially_refunded') return markPaymentRestored(actor, tx, order, to, at);
  return markRefunded(actor, tx, order, to, at);
}

/** A settled order: what its refunds have reversed, of what it credited. */
async function followReversals(
  actor: Actor,
  tx: Tx,
  order: Order,
  refunds: readonly OrderRefund[],
  at: Date,
): Promise<void> {
  const none: readonly bigint[] = [];
  const creditedBack = refunds.reduce((sum, one) => addShares(sum, one.creditedBack ?? none), none);
  const reversed = refunds
    .filter((one) => hasSucceeded(one) && !one.beforeSettlement)
    .reduce((sum, one) => addShares(sum, one.taken), none);
  const from = order.settlementStatus;
  if (reversed.length === 0) {
    if (from !== 'settled') await markSettlementRestored(actor, tx, order, 'settled', at);
    return;
  }
  const whole = order.splits.every(
    (split, line) => shareOf(split) + (creditedBack[line] ?? 0n) === (reversed[line] ?? 0n),
  );
  const to = whole ? 'reversed' : 'partially_reversed';
  if (from === to) return;
  if (from === 'reversed' && to === 'partially_reversed') await markSettlementRestored(actor, tx, order, to, at);
  else await markReversed(actor, tx, order, to, at);
}

/**
 * An order that has not settled: void when nothing is left to settle, on hold for unassigned shares above 0 only, and as
 * charged back until its parties have given what the customer's bank took.
 */
async function followReductions(actor: Actor, tx: Tx, order: Order, at: Date): Promise<void> {
  if (order.openRefunds > 0) return;
  const from = order.settlementStatus;
  const left = order.splits.some((split) => shareOf(split) > 0n);
  const isVoid = !left && (order.paymentStatus === 'refunded' || order.reversalAmount > 0n);
  if (isVoid && from !== 'void') await markVoid(actor, tx, order, at);
  else if (!isVoid && from === 'void') {
    const back = await markSettlementRestored(actor, tx, order, 'unsettled', at);
    if (!isChargebackResolved(order)) await holdCharged(actor, tx, back, at);
  } else if (from === 'on_hold' && order.holdReason === 'charged_back') {
    if (isChargebackResolved(order)) await markReleased(actor, tx, order, at);
  } else if (from === 'on_hold' && order.holdReason === 'unassigned_split') {
    if (unassignedSplits(order, await linkTypesOf(tx, order)).length === 0) await markReleased(actor, tx, order, at);
  }
  // The order may settle again at its place in the queue, or those queued behind it may be covered now.
  await enqueueSettlement(tx, order);
}

const hasSucceeded = (refund: OrderRefund): boolean => refund.status === 'succeeded';
