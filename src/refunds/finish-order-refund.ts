/**
 * Ends a refund of an order. On success both states of the order follow; when the provider refused it, everything taken
 * from the parties is posted back. Must only run with the order's row locked.
 */
import assert from 'node:assert/strict';
import type { Tx } from '../database/transaction.ts';
import { appendEvents } from '../events/append-events.ts';
import { enqueueSettlement } from '../jobs/enqueue-settlement.ts';
import { ledgerAccount } from '../ledger/accounts.ts';
import { recoverDebts } from '../ledger/recover-debts.ts';
import { subjectOf } from '../ledger/subject.ts';
import type { JsonDecimal } from '../money/amount.ts';
import { type Order, shareOf } from '../orders/order.ts';
import { isSettled } from '../orders/order-state.ts';
import { markRefunded, markReversed, markVoid } from '../orders/order-transitions.ts';
import { lockOrderById, setRefundTotals } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
import { addShares, negated, sumShares } from '../orders/taken-shares.ts';
import {
  findByPaymentRefund,
  listOrderRefunds,
  type OrderRefund,
  setOrderRefundStatus,
} from './order-refunds.repository.ts';
import { presentOrderRefund } from './present-order-refund.ts';
import type { Refund } from './refunds.repository.ts';
import { restoreShares } from './restore-shares.ts';

/** The refund's row must be `succeeded` already. */
export async function finishOrderRefund(tx: Tx, order: Order, refund: OrderRefund, at: Date): Promise<void> {
  const openRefunds = order.openRefunds - 1;
  await setRefundTotals(tx, order, { ...order, openRefunds }, at);
  await publishOrderRefund(tx, order, { ...refund, status: 'succeeded', updatedAt: at }, at);
  const succeeded = (await listOrderRefunds(tx, order.holderId, [order.id])).filter(
    (one) => one.status === 'succeeded',
  );
  const gone = sumShares(succeeded.map((one) => one.amount));
  const payment = gone === order.totalAmount ? 'refunded' : 'partially_refunded';
  const taken: Order = { ...order, openRefunds, updatedAt: at };
  const refunded = taken.paymentStatus === payment ? taken : await markRefunded(tx, taken, payment, at);
  if (isSettled(refunded.settlementStatus)) await followReversal(tx, refunded, succeeded, at);
  else if (openRefunds === 0) {
    if (nothingLeft(refunded) && payment === 'refunded') await markVoid(tx, refunded, at);
    // The order may settle again at its place in the queue, or those queued behind it may be covered now.
    await enqueueSettlement(tx, order);
  }
}

const nothingLeft = (order: Order): boolean => order.splits.every((_, line) => shareOf(order, line) === 0n);

/** Only succeeded refunds count, because an open one may still fail and be posted back. */
async function followReversal(tx: Tx, order: Order, succeeded: readonly OrderRefund[], at: Date): Promise<void> {
  const reversed = succeeded
    .filter((one) => !one.beforeSettlement)
    .reduce((shares, one) => addShares(shares, one.taken), [] as bigint[]);
  if (reversed.length === 0) return;
  const whole = order.splits.every((_, line) => shareOf(order, line) === (reversed[line] ?? 0n));
  const to = whole ? 'reversed' : 'partially_reversed';
  if (order.settlementStatus !== to) await markReversed(tx, order, to, at);
}

/** A payment's refund has ended; if it belongs to an order's refund, that one ends with it. */
export async function followPaymentRefund(tx: Tx, ended: Refund, at: Date): Promise<void> {
  const refund = await findByPaymentRefund(tx, ended.holderId, ended.id);
  if (refund?.status !== 'pending') return;
  const order = await lockOrderById(tx, refund, refund.orderId);
  assert(order, 'a refund has its order');
  if (ended.status === 'succeeded') {
    await setOrderRefundStatus(tx, refund, 'succeeded', at);
    await finishOrderRefund(tx, order, refund, at);
  } else if (ended.status === 'failed') {
    await setOrderRefundStatus(tx, refund, 'failed', at, { failure: ended.failure });
    await giveBack(tx, order, refund, at);
    await publishOrderRefund(tx, order, { ...refund, status: 'failed', failure: ended.failure, updatedAt: at }, at);
  }
}

async function giveBack(tx: Tx, order: Order, refund: OrderRefund, at: Date): Promise<void> {
  const back = negated(refund.taken);
  const facts = { refundedAmount: order.refundedAmount - refund.amount, openRefunds: order.openRefunds - 1 };
  if (refund.beforeSettlement) {
    await recoverDebts(tx, [accountOf(order, ledgerAccount.clearing)], subjectOf.orderRefund(refund.id), at);
    await setRefundTotals(tx, order, { ...order, ...facts, reduced: addShares(order.reduced, back) }, at);
  } else {
    const subject = subjectOf.orderRefund(refund.id);
    const credited = await restoreShares(tx, order, refund.taken, subject, at);
    await recoverDebts(tx, [...credited, accountOf(order, ledgerAccount.clearing)], subject, at);
    await setRefundTotals(tx, order, { ...order, ...facts, reversed: addShares(order.reversed, back) }, at);
  }
  await enqueueSettlement(tx, order);
}

/** Appends `order_refund.created`, `.succeeded` or `.failed`, by status. @param refund after the change. */
export function publishOrderRefund(
  tx: Tx,
  order: Order,
  refund: OrderRefund & { status: Exclude<OrderRefund['status'], 'awaiting_funds'> },
  at: Date,
): Promise<void> {
  const type = `order_refund.${refund.status === 'pending' ? 'created' : refund.status}` as const;
  return appendEvents(tx, order, [{ type, subject: subjectOf.order(order.id), data: eventData(order, refund) }], at);
}

/** Appends `order_refund.deferred`. `missing`: how much clearing is short of all waiting refunds. */
export function publishDeferredRefund(
  tx: Tx,
  order: Order,
  refund: OrderRefund,
  missing: JsonDecimal,
  at: Date,
): Promise<void> {
  const data = { ...eventData(order, refund), missing_amount: missing };
  return appendEvents(tx, order, [{ type: 'order_refund.deferred', subject: subjectOf.order(order.id), data }], at);
}

const eventData = (order: Order, refund: OrderRefund) => ({
  order_id: Number(order.id),
  partner_order_ref: order.partnerOrderRef,
  ...presentOrderRefund(refund, order),
});
