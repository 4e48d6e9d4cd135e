/**
 * Ends a refund of an order. When it failed, everything it took from the parties is given back; when it succeeded or
 * failed, both states of the order follow. Must only run with the order's row locked.
 */

import assert from 'node:assert/strict';
import type { Tx } from '../../base/database/transaction.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type AccountRef, ledgerAccount } from '../../core/ledger/accounts.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { type Subject, subjectOf } from '../../core/ledger/subject.ts';
import { linkTypesOf } from '../orders/assign-split.ts';
import { type Order, splitAt, withTotals } from '../orders/order.ts';
import { isSettled } from '../orders/order-state.ts';
import { lockOrderById, setRefundTotals } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
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
import { chargeFeeAgain } from './refunded-fees.ts';
import type { Refund } from './refunds.repository.ts';
import { reportWaitingRestitution } from './report-waiting-refund.ts';
import { restoreShares } from './restore-shares.ts';

/** The refund's row must be `succeeded` already. */
export async function finishOrderRefund(work: UnitOfWork, order: Order, refund: OrderRefund): Promise<void> {
  const { tx, at } = work;
  const finished: Order = { ...order, openRefunds: order.openRefunds - 1, updatedAt: at };
  await setRefundTotals(tx, order, finished, at);
  await publishOrderRefund(work, order, { ...refund, status: 'succeeded', updatedAt: at });
  await followRefunds(work, finished);
}

/** A payment's refund has ended; if it belongs to an order's refund, that one ends with it. */
export async function followPaymentRefund(work: UnitOfWork, ended: Refund): Promise<void> {
  const { tx, at } = work;
  const refund = await findByPaymentRefund(tx, ended.holderId, ended.id);
  if (refund === undefined || refund.status === ended.status) return;
  const order = await lockOrderById(tx, refund, refund.orderId);
  assert(order, 'a refund has its order');
  if (ended.status === 'succeeded') {
    await setOrderRefundStatus(tx, refund, 'succeeded', at);
    await finishOrderRefund(work, order, refund);
  } else if (ended.status === 'failed') {
    await failOrderRefunds(work, order, [refund], ended.failure);
  }
}

/**
 * `pending | awaiting_funds | succeeded → failed`: the customer keeps nothing of them, and the parties get back what they
 * took. What clearing cannot pay them yet waits, and comes before the debts that the returned money would pay.
 * @param order with what is charged back now, which is written with its totals.
 */
export async function failOrderRefunds(
  work: UnitOfWork,
  order: Order,
  refunds: readonly OrderRefund[],
  failure: string | null,
): Promise<void> {
  const { tx, at } = work;
  const fails: { failed: FailedRefund; before: Order; after: Order }[] = [];
  let restored: Order = { ...order, updatedAt: at };
  for (const refund of refunds) {
    const before = restored;
    const failed = await markFailed(work, order, refund, failure);
    restored = withoutRefund(before, refund, failed);
    fails.push({ failed, before, after: restored });
  }
  // Before any debt is recovered, because it decides what clearing is reserved for.
  await setRefundTotals(tx, order, restored, at);
  const credits: { credited: readonly AccountRef[]; subject: Subject }[] = [];
  for (const { failed, before, after } of fails) {
    const { credited, waits } = await giveBack(work, before, failed);
    credits.push({ credited, subject: subjectOf.orderRefund(failed.id) });
    const published = { ...failed, restitution: waits === undefined ? null : ('awaiting_funds' as const) };
    await publishOrderRefund(work, after, published);
    if (waits !== undefined) await reportWaitingRestitution(work, after, failed, waits);
  }
  const clearing = accountOf(order, ledgerAccount.clearing);
  for (const { credited, subject } of credits) await recoverDebts(tx, [...credited, clearing], subject, at);
  for (const { failed, before, after } of fails) {
    await chargeFeeAgain(work, before, after, subjectOf.orderRefund(failed.id));
  }
  await followRefunds(work, restored);
  await enqueueSettlement(tx, order);
}

type FailedRefund = OrderRefund & { status: 'failed' };

async function markFailed(
  { tx, at }: UnitOfWork,
  order: Order,
  refund: OrderRefund,
  failure: string | null,
): Promise<FailedRefund> {
  const isCredited = refund.beforeSettlement && isSettled(order.settlementStatus);
  const credited = isCredited ? await withCreditedBack(tx, order, refund) : undefined;
  const creditedBack = credited?.map((split) => split.creditedBack) ?? null;
  const isFailed = await setOrderRefundStatus(tx, refund, 'failed', at, { failure, creditedBack });
  assert(isFailed, `refund ${refund.id} is ${refund.status}`);
  return { ...refund, status: 'failed', failure, splits: credited ?? refund.splits, updatedAt: at };
}

/** The order's totals once the refund returned and took nothing. */
function withoutRefund(order: Order, { kind, amount, status }: OrderRefund, failed: FailedRefund): Order {
  return {
    ...order,
    splits: withoutShares(order, failed),
    refundedAmount: order.refundedAmount - (kind === 'refund' ? amount : 0n),
    reversalAmount: order.reversalAmount - (kind === 'reversal' ? amount : 0n),
    openRefunds: order.openRefunds - (status === 'succeeded' ? 0 : 1),
  };
}

/**
 * What can be credited to the splits of an order that settled with its splits reduced. A share without a link has no
 * payee any more: it stays reduced, and its money in clearing.
 */
async function withCreditedBack(tx: Tx, order: Order, { splits }: OrderRefund) {
  const links = await linkTypesOf(tx, order);
  return splits.map((split) => {
    const isLeft = !order.isShadow && lacksLink(splitAt(order, split.line), links);
    return { ...split, creditedBack: isLeft ? 0n : split.amount };
  });
}

/** The order's splits once the refund took nothing. */
function withoutShares({ splits }: Order, failed: OrderRefund): Order['splits'] {
  const back = failed.splits.map(({ line, amount, creditedBack }) => ({ line, amount: -(creditedBack ?? amount) }));
  return withTotals(splits, failed.beforeSettlement && !isCreditedBack(failed) ? 'reduced' : 'reversed', back);
}

const isCreditedBack = ({ splits }: OrderRefund): boolean => splits.some(({ creditedBack }) => creditedBack !== null);

/** @returns the real accounts that were credited, and what clearing cannot pay yet, stored as waiting. */
async function giveBack(
  work: UnitOfWork,
  order: Order,
  failed: OrderRefund,
): Promise<{ credited: readonly AccountRef[]; waits: Restitution | undefined }> {
  // Nobody was credited yet: the splits alone are restored.
  if (failed.beforeSettlement && !isCreditedBack(failed)) return { credited: [], waits: undefined };
  const given = await restoreShares(work, order, failed, subjectOf.orderRefund(failed.id));
  if (given.waits !== undefined) await deferRestitution(work.tx, failed, given.waits);
  return given;
}
