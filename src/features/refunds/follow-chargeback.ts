/**
 * What a chargeback means to the order that the payment was for (docs/ledger.md, "Charged-back orders"): an order that
 * has not settled goes on hold, and is released when all of the money is back. Money that is back undoes reversals, the
 * newest first, as far as they exceed what stays charged back. Must only run with the order's row locked.
 */
import assert from 'node:assert/strict';
import type { Tx } from '../../base/database/transaction.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import type { Order } from '../orders/order.ts';
import { markReleased } from '../orders/order-transitions.ts';
import { lockOrderById, setChargedBack } from '../orders/orders.repository.ts';
import { isChargebackResolved } from '../orders/reversible.ts';
import type { Payment } from '../payments/payment.ts';
import { failOrderRefunds } from './finish-order-refund.ts';
import { holdCharged } from './hold-charged.ts';
import { listOrderRefunds, type OrderRefund } from './order-refunds.repository.ts';

/** @param payment after the change. */
export async function followChargeback(work: UnitOfWork, payment: Payment): Promise<void> {
  const { tx, at } = work;
  assert(payment.orderId !== null, 'the payment is for an order');
  const order = await lockOrderById(tx, payment, payment.orderId);
  assert(order, 'a payment has its order');
  const charged: Order = { ...order, chargedBackAmount: payment.chargedBackAmount, updatedAt: at };
  if (charged.chargedBackAmount > order.chargedBackAmount) {
    await setChargedBack(tx, order, charged.chargedBackAmount, at);
    if (!isChargebackResolved(charged)) await holdCharged(work, charged);
    return;
  }
  const left = await withoutExceeding(work, charged);
  // Also while a refund is open, which keeps the order from settling but not on hold.
  if (left.holdReason === 'charged_back' && isChargebackResolved(left)) await markReleased(work, left);
}

/** @returns the order as stored, without the reversals that exceed what stays charged back. */
async function withoutExceeding(work: UnitOfWork, charged: Order): Promise<Order> {
  const { tx, at } = work;
  if (charged.reversalAmount <= charged.chargedBackAmount) {
    await setChargedBack(tx, charged, charged.chargedBackAmount, at);
    return charged;
  }
  await failOrderRefunds(work, charged, await listExceeding(tx, charged), 'dispute_won');
  return (await lockOrderById(tx, charged, charged.id)) as Order;
}

/** The newest reversals, as many as must be undone until the others are no more than what stays charged back. */
async function listExceeding(tx: Tx, order: Order): Promise<OrderRefund[]> {
  const refunds = await listOrderRefunds(tx, order.holderId, [order.id]);
  const newestFirst = refunds.filter(({ kind, status }) => kind === 'reversal' && status === 'succeeded').reverse();
  let excess = order.reversalAmount - order.chargedBackAmount;
  return newestFirst.filter(({ amount }) => {
    const exceeds = excess > 0n;
    excess -= amount;
    return exceeds;
  });
}
