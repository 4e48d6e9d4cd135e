/**
 * What refunds change of the fee for an order's payment (docs/ledger.md, "Fees of orders"). The fee is charged when the order
 * settles: before that, a refund only makes it smaller. Must only run with the order's row locked.
 */
import { least, sumOf } from '../../base/money/compare.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { findTransfers, nextLine } from '../../core/ledger/ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { reverseWriteOff } from '../../core/ledger/reverse-write-off.ts';
import { type Subject, subjectOf } from '../../core/ledger/subject.ts';
import type { TransferCode } from '../../core/ledger/transfer.ts';
import type { Order } from '../orders/order.ts';
import { feeDue, feeOwed, feeReturned, feeTaken, feeUndone } from '../orders/order-fees.ts';
import { isSettled } from '../orders/order-state.ts';
import { accountOf } from '../orders/payees.ts';

/**
 * Returns to commission what the refund makes the fee smaller, before the refund takes the partner's share from there. What
 * the company owed of the fee is returned first: as much of it as was written off is owed again.
 */
export async function returnFee(
  { tx, at }: UnitOfWork,
  order: Order,
  refunded: Order,
  subject: Subject,
): Promise<void> {
  const returned = feeDue(order) - feeDue(refunded);
  if (returned === 0n || !isSettled(order.settlementStatus)) return;
  await post(tx, feeReturned(order, returned, subject), at);
  const ofOrder = subjectOf.order(order.id);
  const charge = await findTransfers(tx, order, ofOrder);
  const sumIn = (code: TransferCode): bigint =>
    sumOf(charge.filter((one) => one.code === code).map(({ amount }) => amount));
  const [taken, owed] = [sumIn('order_fee'), sumIn('order_fee_debt')];
  const undone = feeUndone({ taken, owed }, refunded) - feeUndone({ taken, owed }, order);
  if (undone === 0n) return;
  const line = await nextLine(tx, ofOrder, 'write_off_reversed', [order]);
  await reverseWriteOff(tx, accountOf(order, ledgerAccount.clearing), { amount: undone, subject: ofOrder, line }, at);
}

/** Charges it again after the refund failed: from commission as far as it goes; the rest is owed. */
export async function chargeFeeAgain(
  { tx, at }: UnitOfWork,
  refunded: Order,
  order: Order,
  subject: Subject,
): Promise<void> {
  const due = feeDue(order) - feeDue(refunded);
  if (due === 0n || !isSettled(order.settlementStatus)) return;
  const commission = accountOf(order, ledgerAccount.commission);
  const taken = least(due, balanceOf(await openAndLockAccounts(tx, [commission]), commission));
  await post(tx, [...feeTaken(order, taken, subject), ...feeOwed(order, due - taken, subject)], at);
  if (taken < due) await recoverDebts(tx, [accountOf(order, ledgerAccount.clearing)], subject, at);
}
