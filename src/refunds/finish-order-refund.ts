/**
 * Ends a refund of an order. When it failed, everything it took from the parties is given back; when it succeeded or
 * failed, both states of the order follow. Must only run with the order's row locked.
 */

import assert from 'node:assert/strict';
import type { Actor } from '../access/actor.ts';
import type { Tx } from '../database/transaction.ts';
import { enqueueSettlement } from '../jobs/enqueue-settlement.ts';
import { ledgerAccount } from '../ledger/accounts.ts';
import { recoverDebts } from '../ledger/recover-debts.ts';
import { subjectOf } from '../ledger/subject.ts';
import { linkTypesOf } from '../orders/assign-split.ts';
import type { Order } from '../orders/order.ts';
import { isSettled } from '../orders/order-state.ts';
import { lockOrderById, setRefundTotals } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
import { addShares, negated } from '../orders/taken-shares.ts';
import { lacksLink } from '../orders/unassigned-splits.ts';
import { followRefunds } from './follow-refunds.ts';
import { publishOrderRefund } from './order-refund-events.ts';
import {
  deferRestitution,
  findByPaymentRefund,
  type OrderRefund,
  type Restitution,
  setOrderRefundStatus,
} from './order-refunds.repository.ts';
import type { Refund } from './refunds.repository.ts';
import { reportWaitingRestitution } from './report-waiting-refund.ts';
import { restoreShares } from './restore-shares.ts';

/** The refund's row must be `succeeded` already. */
export async function finishOrderRefund(
  actor: Actor,
  tx: Tx,
  order: Order,
  refund: OrderRefund,
  at: Date,
): Promise<void> {
  const finished: Order = { ...order, openRefunds: order.openRefunds - 1, updatedAt: at };
  await setRefundTotals(tx, order, finished, at);
  await publishOrderRefund(actor, tx, order, { ...refund, status: 'succeeded', updatedAt: at }, at);
  await followRefunds(actor, tx, finished, at);
}

/** A payment's refund has ended; if it belongs to an order's refund, that one ends with it. */
export async function followPaymentRefund(actor: Actor, tx: Tx, ended: Refund, at: Date): Promise<void> {
  const refund = await findByPaymentRefund(tx, ended.holderId, ended.id);
  if (refund === undefined || refund.status === ended.status) return;
  const order = await lockOrderById(tx, refund, refund.orderId);
  assert(order, 'a refund has its order');
  if (ended.status === 'succeeded') {
    await setOrderRefundStatus(tx, refund, 'succeeded', at);
    await finishOrderRefund(actor, tx, order, refund, at);
  } else if (ended.status === 'failed') {
    await failOrderRefund(actor, tx, order, refund, ended.failure, at);
  }
}

/**
 * `pending | awaiting_funds | succeeded → failed`: the customer keeps nothing of it, and the parties get back what it
 * took. What clearing cannot pay them yet waits.
 */
export async function failOrderRefund(
  actor: Actor,
  tx: Tx,
  order: Order,
  refund: OrderRefund,
  failure: string | null,
  at: Date,
): Promise<void> {
  const wasOpen = refund.status !== 'succeeded';
  const creditedBack =
    refund.beforeSettlement && isSettled(order.settlementStatus) ? await creditableOf(tx, order, refund) : null;
  const isFailed = await setOrderRefundStatus(tx, refund, 'failed', at, { failure, creditedBack });
  assert(isFailed, `refund ${refund.id} is ${refund.status}`);
  const failed = { ...refund, status: 'failed', failure, creditedBack, updatedAt: at } as const;

  const waits = await giveBack(tx, order, failed, at);
  const restored: Order = {
    ...order,
    ...withoutShares(order, failed),
    refundedAmount: order.refundedAmount - refund.amount,
    openRefunds: order.openRefunds - (wasOpen ? 1 : 0),
    updatedAt: at,
  };
  await setRefundTotals(tx, order, restored, at);
  await publishOrderRefund(
    actor,
    tx,
    restored,
    { ...failed, restitution: waits === undefined ? null : 'awaiting_funds' },
    at,
  );
  if (waits !== undefined) await reportWaitingRestitution(actor, tx, restored, failed, waits, at);
  await followRefunds(actor, tx, restored, at);
  await enqueueSettlement(tx, order);
}

/**
 * What can be credited to the splits of an order that settled with its splits reduced. A share without a link has no
 * payee any more: it stays reduced, and its money in clearing.
 */
async function creditableOf(tx: Tx, order: Order, refund: OrderRefund): Promise<bigint[]> {
  const links = await linkTypesOf(tx, order);
  return order.splits.map((split, line) =>
    !order.isShadow && lacksLink(split, links) ? 0n : (refund.taken[line] ?? 0n),
  );
}

/** The order's totals by split once the refund took nothing. */
function withoutShares(order: Order, failed: OrderRefund): Pick<Order, 'reduced' | 'reversed'> {
  const { reduced, reversed } = order;
  if (failed.creditedBack !== null) return { reduced, reversed: addShares(reversed, negated(failed.creditedBack)) };
  const back = negated(failed.taken);
  return failed.beforeSettlement
    ? { reduced: addShares(reduced, back), reversed }
    : { reduced, reversed: addShares(reversed, back) };
}

/** @returns what clearing cannot pay yet, stored as waiting. */
async function giveBack(tx: Tx, order: Order, failed: OrderRefund, at: Date): Promise<Restitution | undefined> {
  const subject = subjectOf.orderRefund(failed.id);
  const clearing = accountOf(order, ledgerAccount.clearing);
  // Nobody was credited yet: the splits alone are restored.
  const isRestored = failed.beforeSettlement && failed.creditedBack === null;
  const { credited, waits } = isRestored ? nothingPosted : await restoreShares(tx, order, failed, subject, at);
  if (waits !== undefined) await deferRestitution(tx, failed, waits);
  await recoverDebts(tx, [...credited, clearing], subject, at);
  return waits;
}

const nothingPosted = { credited: [], waits: undefined };
