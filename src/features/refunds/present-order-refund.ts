/**
 * Refunds of orders in answers and events of interface B (docs/contract/partner.md, "Refund an order"). Amounts become
 * decimals only here.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { formatAccount } from '../../core/ledger/accounts.ts';
import type { PostedTransfer } from '../../core/ledger/ledger.repository.ts';
import { type Order, splitAt } from '../orders/order.ts';
import type { PresentedOrderRefund } from '../orders/order-schemas.ts';
import { listOrderRefunds, type OrderRefund } from './order-refunds.repository.ts';
import type { PresentedTransfer } from './refund-schemas.ts';

export function presentOrderRefund(refund: OrderRefund, order: Order): PresentedOrderRefund {
  const amountOf = (minor: bigint) => jsonDecimal(minor, exponentOf(refund.currency));
  return {
    refund_id: refund.id,
    kind: refund.kind,
    refund_ref: refund.refundRef,
    status: refund.status,
    amount: amountOf(refund.amount),
    currency: refund.currency,
    splits: refund.splits.map(({ line, amount }) => {
      const { type, ref } = splitAt(order, line);
      return { beneficiary_type: type, beneficiary_ref: ref === null ? null : Number(ref), amount: amountOf(amount) };
    }),
    reason: refund.reason,
    failure: refund.failure,
    restitution: refund.restitution,
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  };
}

/** `from` and `to` are ledger accounts: `clearing`, `earnings:12`, `outside:card` and so on. */
export const presentTransfer = ({ from, to, amount, code }: PostedTransfer): PresentedTransfer => ({
  from: formatAccount(from),
  to: formatAccount(to),
  amount: jsonDecimal(amount, exponentOf(from.currency)),
  currency: from.currency,
  code,
});

/** The refunds of several orders of one company by order id, oldest first. */
export async function presentRefundsOf(
  db: Database | Tx,
  orders: readonly Order[],
): Promise<Map<bigint, PresentedOrderRefund[]>> {
  const [first] = orders;
  if (first === undefined) return new Map();
  const refunds = await listOrderRefunds(
    db,
    first.holderId,
    orders.map((order) => order.id),
  );
  return new Map(
    orders.map((order) => [
      order.id,
      refunds.filter((refund) => refund.orderId === order.id).map((refund) => presentOrderRefund(refund, order)),
    ]),
  );
}
