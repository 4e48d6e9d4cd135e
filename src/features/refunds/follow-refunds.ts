/**
 * Brings both states of an order to what its succeeded refunds say, forwards after a success and backwards after a
 * failure (docs/contract/partner.md, "Order states"). Open refunds do not count, because they may still fail. Must only
 * run with the order's row locked.
 */

import { sumOf } from '../../base/money/compare.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { linkTypesOf } from '../orders/assign-split.ts';
import { type Order, paidTotal, shareOf, splitAt } from '../orders/order.ts';
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
import { unassignedSplits } from '../orders/unassigned-splits.ts';
import { holdCharged } from './hold-charged.ts';
import { listOrderRefunds, type OrderRefund } from './order-refunds.repository.ts';

/** @param order as stored, with its refund totals and what was charged back. */
export async function followRefunds(work: UnitOfWork, order: Order): Promise<void> {
  const refunds = await listOrderRefunds(work.tx, order.holderId, [order.id]);
  const followed = await followPayment(work, order, refunds);
  if (isSettled(followed.settlementStatus)) await followReversals(work, followed, refunds);
  else await followReductions(work, followed);
}

async function followPayment(work: UnitOfWork, order: Order, refunds: readonly OrderRefund[]): Promise<Order> {
  const from = order.paymentStatus;
  const returned = sumOf(refunds.filter((one) => one.kind === 'refund' && hasSucceeded(one)).map((one) => one.amount));
  if (returned === 0n) return from === 'paid' ? order : markPaymentRestored(work, order, 'paid');
  const to = returned === paidTotal(order) ? 'refunded' : 'partially_refunded';
  if (from === to) return order;
  if (from === 'refunded' && to === 'partially_refunded') return markPaymentRestored(work, order, to);
  return markRefunded(work, order, to);
}

/** A settled order: what its refunds have reversed, of what it credited. */
async function followReversals(work: UnitOfWork, order: Order, refunds: readonly OrderRefund[]): Promise<void> {
  const reversing = refunds.filter((one) => hasSucceeded(one) && !one.beforeSettlement);
  const parts = order.splits.map((split, line) => ({
    credited: shareOf(split) + sumOf(refunds.map((one) => splitAt(one, line).creditedBack ?? 0n)),
    reversed: sumOf(reversing.map((one) => splitAt(one, line).amount)),
  }));
  const from = order.settlementStatus;
  if (parts.every(({ reversed }) => reversed === 0n)) {
    if (from !== 'settled') await markSettlementRestored(work, order, 'settled');
    return;
  }
  const whole = parts.every(({ credited, reversed }) => credited === reversed);
  const to = whole ? 'reversed' : 'partially_reversed';
  if (from === to) return;
  if (from === 'reversed' && to === 'partially_reversed') await markSettlementRestored(work, order, to);
  else await markReversed(work, order, to);
}

/**
 * An order that has not settled: void when nothing is left to settle, on hold for unassigned shares above 0 only, and as
 * charged back until its parties have given what the customer's bank took.
 */
async function followReductions(work: UnitOfWork, order: Order): Promise<void> {
  if (order.openRefunds > 0) return;
  const from = order.settlementStatus;
  const left = order.splits.some((split) => shareOf(split) > 0n);
  const isVoid = !left && (order.paymentStatus === 'refunded' || order.reversalAmount > 0n);
  if (isVoid && from !== 'void') await markVoid(work, order);
  else if (!isVoid && from === 'void') {
    const back = await markSettlementRestored(work, order, 'unsettled');
    if (!isChargebackResolved(order)) await holdCharged(work, back);
  } else if (from === 'on_hold' && order.holdReason === 'charged_back') {
    if (isChargebackResolved(order)) await markReleased(work, order);
  } else if (from === 'on_hold' && order.holdReason === 'unassigned_split') {
    if (unassignedSplits(order, await linkTypesOf(work.tx, order)).length === 0) await markReleased(work, order);
  }
  // The order may settle again at its place in the queue, or those queued behind it may be covered now.
  await enqueueSettlement(work.tx, order);
}

const hasSucceeded = (refund: OrderRefund): boolean => refund.status === 'succeeded';
