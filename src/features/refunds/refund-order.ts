/**
 * Refunds of orders: the parties' shares and the customer's money (docs/contract/partner.md, "Refund an order",
 * docs/ledger.md, "What is posted"). The shares are taken when the refund is accepted; the customer is paid once
 * clearing covers it. One `refund_ref` refunds once. Must only run with the order's row locked.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { openAndLockAccounts } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { findRefundable } from '../../core/ledger/spendable.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { Order } from '../orders/order.ts';
import { lockOrder, setRefundTotals } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
import { reverseShares } from '../orders/reverse-shares.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { isPaid, type Payment } from '../payments/payment.ts';
import { listPaymentsOfOrder, lockPayment } from '../payments/payments.repository.ts';
import { finishOrderRefund } from './finish-order-refund.ts';
import { chargedWith, newOrderRefund } from './new-order-refund.ts';
import { publishOrderRefund } from './order-refund-events.ts';
import { findOrderRefundByRef, insertOrderRefund, type OrderRefund, sumCounted } from './order-refunds.repository.ts';
import { planOrderRefund, type RefundTerms } from './plan-order-refund.ts';
import { acceptRefund } from './refund-payment.ts';
import { requireRefundable } from './refundable.ts';
import { returnFee } from './refunded-fees.ts';
import { reportWaitingRefund } from './report-waiting-refund.ts';

export type OrderRefundRequest = RefundTerms & {
  refundRef: string;
  reason: string | null;
  /** SHA-256 of the request: amount, parties and liable party. */
  hash: Buffer;
};

/**
 * Accepts a refund in the caller's transaction, or returns the existing one with this `refund_ref`.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` for an order that is canceled, unpaid at the checkout, or
 * paid from a wallet that was closed;
 * `refund_exceeds`; `validation_failed`; `idempotency_conflict` for the same ref with another request.
 */
export async function requestOrderRefund(
  actor: Actor,
  tx: Tx,
  deps: Pick<PayDeps, 'clock' | 'providers'>,
  book: Book,
  partnerOrderRef: string,
  request: OrderRefundRequest,
): Promise<{ refund: OrderRefund; order: Order; existed: boolean }> {
  authorize(actor, 'orders.refund', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  const existing = await findOrderRefundByRef(tx, book.holderId, order.id, request.refundRef);
  if (existing !== undefined) {
    if (existing.kind === 'refund' && existing.requestHash.equals(request.hash))
      return { refund: existing, order, existed: true };
    throw new AppError('idempotency_conflict', { message: 'This refund_ref was used for another refund.' });
  }
  assertRefundable(order);
  const paidBy = order.paymentSource === 'service' ? await findPaidPayment(tx, order) : undefined;
  const plan = planOrderRefund(order, request, await sumCounted(tx, order), paidBy?.chargedBackAmount);
  if (!plan.ok) throw new AppError(plan.code, { details: [{ field: plan.field, message: plan.message }] });
  if (paidBy !== undefined) await requireRefundable(tx, deps, paidBy, plan.amount);
  const at = deps.clock.now(book.holderId, book.mode);
  const work = { actor, tx, at };
  const refund = newOrderRefund('refund', order, request, plan, at);
  const charged = chargedWith(order, refund);

  const subject = subjectOf.orderRefund(refund.id);
  await returnFee(work, order, charged, subject);
  const { clearingGrew } = refund.beforeSettlement
    ? nothingReversed
    : await reverseShares(work, order, refund.splits, subject);
  await setRefundTotals(tx, order, charged, at);
  const asked = await payCustomer(work, charged, refund, paidBy);
  await insertOrderRefund(tx, asked, plan.counted);
  if (clearingGrew) {
    // The customer comes before the company's debt, so this follows the refund.
    await recoverDebts(tx, [accountOf(order, ledgerAccount.clearing)], subject, at);
    await enqueueSettlement(tx, order);
  }
  await appendAudit(actor, tx, {
    action: 'orders.refund',
    holderId: refund.holderId,
    mode: refund.mode,
    object: { kind: 'order_refund', id: refund.id },
    after: { order: partnerOrderRef, amount: refund.amount, currency: refund.currency, status: asked.status },
  });
  await publishOrderRefund(work, charged, { ...asked, status: 'pending' });
  if (asked.status === 'succeeded') await finishOrderRefund(work, charged, asked);
  else if (asked.status === 'awaiting_funds') await reportWaitingRefund(work, charged, asked);
  return { refund: asked, order: charged, existed: false };
}

const nothingReversed = { clearingGrew: false };

function assertRefundable(order: Order): void {
  const isOpen = order.paymentStatus === 'pending' || order.paymentStatus === 'authorized';
  const unpaid = isOpen && order.paymentSource === 'service';
  if (unpaid || order.paymentStatus === 'cancelled') {
    throw new AppError('invalid_state', { message: `The order's payment_status is ${order.paymentStatus}.` });
  }
}

/**
 * The customer's part of an order paid at the checkout. Money that the partner collected is returned by the partner.
 */
async function payCustomer(
  work: UnitOfWork,
  order: Order,
  refund: OrderRefund,
  paidBy: Payment | undefined,
): Promise<OrderRefund> {
  if (order.paymentSource !== 'service') return { ...refund, status: 'succeeded' };
  const clearing = accountOf(order, ledgerAccount.clearing);
  await openAndLockAccounts(work.tx, [clearing]);
  if ((await findRefundable(work.tx, order)) < refund.amount) return { ...refund, status: 'awaiting_funds' };
  return { ...refund, ...(await requestPaymentRefund(work, paidBy, refund)) };
}

/** The payment that paid the order at the checkout. */
export async function findPaidPayment(tx: Tx, order: Pick<Order, 'holderId' | 'id'>): Promise<Payment | undefined> {
  const payments = await listPaymentsOfOrder(tx, order.holderId, order.id);
  return payments.find((payment) => isPaid(payment.status));
}

/**
 * Refunds the payment that paid an order. The caller must have locked clearing and checked that it covers the amount.
 * @throws AppError `invalid_state` without a payment.
 */
export async function requestPaymentRefund(
  work: UnitOfWork,
  paidBy: Payment | undefined,
  refund: Pick<OrderRefund, 'id' | 'amount' | 'reason'>,
): Promise<{ status: 'pending' | 'succeeded'; paymentRefundId: string }> {
  if (paidBy === undefined) throw new AppError('invalid_state', { message: 'The order has no payment to refund.' });
  const { amount, reason } = refund;
  const payment = (await lockPayment(work.tx, paidBy.holderId, paidBy.id)) as Payment;
  const { refund: asked } = await acceptRefund(work, payment, { refundRef: refund.id, amount, reason });
  return { status: asked.status === 'succeeded' ? 'succeeded' : 'pending', paymentRefundId: asked.id };
}
