/**
 * What a chargeback means to the order that the payment was for (docs/ledger.md, "Charged-back orders"): an order that
 * has not settled goes on hold, and is released when all of the money is back. Must only run with the order's row
 * locked.
 */
import assert from 'node:assert/strict';
import type { Actor } from '../access/actor.ts';
import type { Tx } from '../database/transaction.ts';
import type { Order } from '../orders/order.ts';
import { markHeldFor, markOnHold, markReleased } from '../orders/order-transitions.ts';
import { lockOrderById, setChargedBack } from '../orders/orders.repository.ts';
import type { Payment } from '../payments/payment.ts';

/** @param payment after the change. */
export async function followChargeback(actor: Actor, tx: Tx, payment: Payment, at: Date): Promise<void> {
  assert(payment.orderId !== null, 'the payment is for an order');
  const order = await lockOrderById(tx, payment, payment.orderId);
  assert(order, 'a payment has its order');
  const { chargedBackAmount } = payment;
  await setChargedBack(tx, order, chargedBackAmount, at);
  const charged: Order = { ...order, chargedBackAmount, updatedAt: at };
  if (chargedBackAmount > order.chargedBackAmount) await holdCharged(actor, tx, charged, at);
  else if (chargedBackAmount === 0n && order.holdReason === 'charged_back') await markReleased(actor, tx, charged, at);
}

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
