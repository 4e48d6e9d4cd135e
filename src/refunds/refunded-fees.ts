/**
 * What refunds change of the fee for an order's payment (docs/ledger.md, "Fees of orders"). The fee is charged when the order
 * settles: before that, a refund only makes it smaller. Must only run with the order's row locked.
 */
import type { Tx } from '../database/transaction.ts';
import { ledgerAccount } from '../ledger/accounts.ts';
import { balanceOf, openAndLockAccounts, post } from '../ledger/post.ts';
import { recoverDebts } from '../ledger/recover-debts.ts';
import type { Subject } from '../ledger/subject.ts';
import { least } from '../money/compare.ts';
import type { Order } from '../orders/order.ts';
import { feeDue, feeOwed, feeReturned, feeTaken } from '../orders/order-fees.ts';
import { isSettled } from '../orders/order-state.ts';
import { accountOf } from '../orders/payees.ts';

/** Returns to commission what the refund makes the fee smaller, before the refund takes the partner's share from there. */
export async function returnFee(tx: Tx, order: Order, refunded: Order, subject: Subject, at: Date): Promise<void> {
  if (order.fee === 0n || !isSettled(order.settlementStatus)) return;
  await post(tx, feeReturned(order, feeDue(order) - feeDue(refunded), subject), at);
}

/** Charges it again after the refund failed: from commission as far as it goes; the rest is owed. */
export async function chargeFeeAgain(tx: Tx, refunded: Order, order: Order, subject: Subject, at: Date): Promise<void> {
  if (order.fee === 0n || !isSettled(order.settlementStatus)) return;
  const due = feeDue(order) - feeDue(refunded);
  const commission = accountOf(order, ledgerAccount.commission);
  const taken = least(due, balanceOf(await openAndLockAccounts(tx, [commission]), commission));
  await post(tx, [...feeTaken(order, taken, subject), ...feeOwed(order, due - taken, subject)], at);
  if (taken < due) await recoverDebts(tx, [accountOf(order, ledgerAccount.clearing)], subject, at);
}
