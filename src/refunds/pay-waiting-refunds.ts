/**
 * Pays refunds in `awaiting_funds`, oldest first, as soon as clearing covers them (docs/ledger.md, "Waiting refunds").
 * Safe to run at any time and concurrently: each refund is paid in its own transaction with its order locked.
 */
import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { type Book, ledgerAccount } from '../ledger/accounts.ts';
import { balanceOf, openAndLockAccounts } from '../ledger/post.ts';
import { lockOrderById } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { finishOrderRefund } from './finish-order-refund.ts';
import {
  findOrderRefund,
  listOldestWaiting,
  type OrderRefund,
  setOrderRefundStatus,
} from './order-refunds.repository.ts';
import { requestPaymentRefund } from './refund-order.ts';

type Deps = Pick<PayDeps, 'db' | 'clock'>;

/** Pays the waiting refunds of a book in every currency, as far as clearing goes. */
export async function payWaitingRefunds(actor: Actor, deps: Deps, book: Book): Promise<void> {
  authorize(actor, 'payments.follow_up', book);
  const short = new Set<string>();
  for (;;) {
    const oldest = (await listOldestWaiting(deps.db, book)).filter(({ currency }) => !short.has(currency));
    if (oldest.length === 0) return;
    for (const refund of oldest) {
      const paid = await inTransaction(deps.db, (tx) => payOldest(tx, deps, refund));
      if (!paid) short.add(refund.currency);
    }
  }
}

/** @returns false when clearing does not cover it. */
async function payOldest(tx: Tx, deps: Deps, { holderId, mode, id, orderId }: OrderRefund): Promise<boolean> {
  const order = await lockOrderById(tx, { holderId, mode }, orderId);
  const refund = await findOrderRefund(tx, holderId, id);
  // Paid by another process in the meantime.
  if (order === undefined || refund?.status !== 'awaiting_funds') return true;
  const clearing = accountOf(order, ledgerAccount.clearing);
  const locked = await openAndLockAccounts(tx, [clearing]);
  if (balanceOf(locked, clearing) < refund.amount) return false;

  const at = deps.clock.now(holderId, mode);
  const { status, paymentRefundId } = await requestPaymentRefund(tx, deps, order, refund);
  await setOrderRefundStatus(tx, refund, status, at, { paymentRefundId });
  if (status === 'succeeded') await finishOrderRefund(tx, order, refund, at);
  return true;
}
