/**
 * Pays what waits for clearing, oldest first, as soon as clearing covers it: refunds, and what failed refunds owe the
 * parties of their orders (docs/ledger.md, "Waiting refunds"). Safe to run at any time and concurrently: each is paid in
 * its own transaction with its order locked.
 */

import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { balanceOf, openAndLockAccounts } from '../../core/ledger/post.ts';
import type { Order } from '../orders/order.ts';
import { lockOrderById } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { type Payment, refundableAmount } from '../payments/payment.ts';
import { failOrderRefunds, finishOrderRefund } from './finish-order-refund.ts';
import {
  findOrderRefund,
  listOldestWaiting,
  listUnpayable,
  type OrderRefund,
  setOrderRefundStatus,
} from './order-refunds.repository.ts';
import { findPaidPayment, requestPaymentRefund } from './refund-order.ts';
import { payRestitution } from './restitution.ts';

type Deps = Pick<PayDeps, 'db' | 'clock'>;

/** Pays what waits in a book in every currency, as far as clearing goes. */
export async function payWaitingRefunds(actor: Actor, deps: Deps, book: Book): Promise<void> {
  authorize(actor, 'payments.follow_up', book);
  // Wherever they wait: until they fail, clearing is reserved for them, and commission answers for it.
  for (const refund of await listUnpayable(deps.db, book)) {
    await inTransaction(deps.db, (tx) => failUnpayable(actor, tx, deps, refund), book);
  }
  const short = new Set<string>();
  for (;;) {
    const oldest = (await listOldestWaiting(deps.db, book)).filter(({ currency }) => !short.has(currency));
    if (oldest.length === 0) return;
    for (const refund of oldest) {
      const paid = await inTransaction(deps.db, (tx) => payOldest(actor, tx, deps, refund), book);
      if (!paid) short.add(refund.currency);
    }
  }
}

/** @returns false when clearing does not cover it. */
async function payOldest(
  actor: Actor,
  tx: Tx,
  { clock }: Deps,
  { holderId, mode, id, orderId }: OrderRefund,
): Promise<boolean> {
  const order = await lockOrderById(tx, { holderId, mode }, orderId);
  const refund = await findOrderRefund(tx, holderId, id);
  if (order === undefined || refund === undefined) return true;
  const work = { actor, tx, at: clock.now(holderId, mode) };
  if (refund.restitution === 'awaiting_funds') return payOldestRestitution(work, order, refund);
  if (refund.status === 'awaiting_funds') return payOldestRefund(work, order, refund);
  // Paid by another process in the meantime.
  return true;
}

async function failUnpayable(
  actor: Actor,
  tx: Tx,
  { clock }: Deps,
  { holderId, mode, id, orderId }: OrderRefund,
): Promise<void> {
  const order = await lockOrderById(tx, { holderId, mode }, orderId);
  const refund = await findOrderRefund(tx, holderId, id);
  if (order === undefined || refund?.status !== 'awaiting_funds') return;
  if (isPayable(await findPaidPayment(tx, order), refund)) return;
  await failOrderRefunds({ actor, tx, at: clock.now(holderId, mode) }, order, [refund], 'charged_back');
}

/** Whether enough is left of the payment that the order was paid with. */
const isPayable = (paidBy: Payment | undefined, { amount }: OrderRefund): boolean =>
  paidBy === undefined || amount <= refundableAmount(paidBy);

async function payOldestRestitution(work: UnitOfWork, order: Order, refund: OrderRefund): Promise<boolean> {
  if (!(await isCovered(work.tx, order, refund.restitutionAmount))) return false;

  await payRestitution(work, order, refund);
  return true;
}

async function payOldestRefund(work: UnitOfWork, order: Order, refund: OrderRefund): Promise<boolean> {
  const { tx, at } = work;
  const paidBy = await findPaidPayment(tx, order);
  if (!isPayable(paidBy, refund)) {
    await failOrderRefunds(work, order, [refund], 'charged_back');
    return true;
  }
  if (!(await isCovered(tx, order, refund.amount))) return false;

  const { status, paymentRefundId } = await requestPaymentRefund(work, paidBy, refund);
  await setOrderRefundStatus(tx, refund, status, at, { paymentRefundId });
  if (status === 'succeeded') await finishOrderRefund(work, order, refund);
  return true;
}

/** Whether clearing covers an amount, in minor units. Locks clearing. */
async function isCovered(tx: Tx, order: Order, amount: bigint): Promise<boolean> {
  const clearing = accountOf(order, ledgerAccount.clearing);
  return balanceOf(await openAndLockAccounts(tx, [clearing]), clearing) >= amount;
}
