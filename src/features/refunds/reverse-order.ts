/**
 * Reversals of charged-back orders: the parties give back shares of an order whose payment the customer's bank took back
 * (docs/ledger.md, "Charged-back orders"). Complete when it is requested: the customer gets nothing. One `refund_ref`
 * reverses once. Must only run with the order's row locked.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { Order } from '../orders/order.ts';
import { lockOrder, setRefundTotals } from '../orders/orders.repository.ts';
import { accountOf } from '../orders/payees.ts';
import { reverseShares } from '../orders/reverse-shares.ts';
import { finishOrderRefund } from './finish-order-refund.ts';
import { chargedWith, newOrderRefund } from './new-order-refund.ts';
import { findOrderRefundByRef, insertOrderRefund, type OrderRefund, sumCounted } from './order-refunds.repository.ts';
import { planOrderReversal, type RefundTerms } from './plan-order-refund.ts';

export type OrderReversalRequest = Pick<RefundTerms, 'amount' | 'parties'> & {
  /** Unique among the refunds and reversals of the order. */
  refundRef: string;
  reason: string | null;
  /** SHA-256 of the request: amount and parties. */
  hash: Buffer;
};

/**
 * Reverses in the caller's transaction, or returns the existing reversal with this `refund_ref`.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` for an order of which nothing is charged back;
 * `refund_exceeds`; `validation_failed`; `idempotency_conflict` for the same ref with another request, or of a refund.
 */
export async function requestOrderReversal(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  partnerOrderRef: string,
  request: OrderReversalRequest,
): Promise<{ refund: OrderRefund; order: Order; existed: boolean }> {
  authorize(actor, 'orders.reverse', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  const existing = await findOrderRefundByRef(tx, book.holderId, order.id, request.refundRef);
  if (existing !== undefined) {
    if (existing.kind === 'reversal' && existing.requestHash.equals(request.hash)) {
      return { refund: existing, order, existed: true };
    }
    throw new AppError('idempotency_conflict', { message: 'This refund_ref was used for another refund or reversal.' });
  }
  if (order.chargedBackAmount === 0n) {
    throw new AppError('invalid_state', { message: 'Nothing of the order was charged back.' });
  }
  const plan = planOrderReversal(order, request, await sumCounted(tx, order));
  if (!plan.ok) {
    const details = [{ field: plan.field, message: plan.message }];
    if (plan.code === 'validation_failed') throw new AppError(plan.code, { details });
    throw new AppError(plan.code, { message: 'The reversal is more than what is left.', details });
  }
  const at = clock.now(book.holderId, book.mode);
  const work = { actor, tx, at };
  const reversal: OrderRefund = { ...newOrderRefund('reversal', order, request, plan, at), status: 'succeeded' };
  const charged = chargedWith(order, reversal);

  const subject = subjectOf.orderRefund(reversal.id);
  await setRefundTotals(tx, order, charged, at);
  await insertOrderRefund(tx, reversal, plan.counted);
  if (!reversal.beforeSettlement) {
    const { clearingGrew } = await reverseShares(work, order, reversal.splits, subject);
    if (clearingGrew) {
      await recoverDebts(tx, [accountOf(order, ledgerAccount.clearing)], subject, at);
      await enqueueSettlement(tx, order);
    }
  }
  await appendAudit(actor, tx, {
    action: 'orders.reverse',
    holderId: reversal.holderId,
    mode: reversal.mode,
    object: { kind: 'order_refund', id: reversal.id },
    after: { order: partnerOrderRef, amount: reversal.amount, currency: reversal.currency },
  });
  await finishOrderRefund(work, charged, reversal);
  return { refund: reversal, order: charged, existed: false };
}
