/** The row of a new refund or reversal of an order, and the order's totals with it. Pure. */

import { newPublicId } from '../../base/database/public-id.ts';
import type { Order } from '../orders/order.ts';
import { withTotals } from '../orders/order.ts';
import { isSettled } from '../orders/order-state.ts';
import type { OrderRefund } from './order-refunds.repository.ts';

type Asked = Pick<OrderRefund, 'refundRef' | 'reason'> & { hash: Buffer };
/** `taken`: minor units by split. */
type Planned = { amount: bigint; taken: readonly bigint[] };

/** Not stored yet, and `pending`. */
export const newOrderRefund = (
  kind: OrderRefund['kind'],
  { holderId, mode, id: orderId, currency, settlementStatus }: Order,
  { refundRef, reason, hash: requestHash }: Asked,
  { amount, taken }: Planned,
  at: Date,
): OrderRefund => ({
  holderId,
  id: newPublicId('ref', holderId),
  kind,
  mode,
  orderId,
  refundRef,
  status: 'pending',
  amount,
  currency,
  requestHash,
  splits: taken.map((units, line) => ({
    line,
    amount: units,
    creditedBack: null,
    restitutionShare: 0n,
    restitutionDebt: 0n,
  })),
  beforeSettlement: !isSettled(settlementStatus),
  paymentRefundId: null,
  reason,
  failure: null,
  restitution: null,
  restitutionAmount: 0n,
  createdAt: at,
  updatedAt: at,
});

/** The order with the refund's amount, its shares taken, and the refund open. */
export function chargedWith(order: Order, { kind, amount, splits, beforeSettlement }: OrderRefund): Order {
  return {
    ...order,
    refundedAmount: order.refundedAmount + (kind === 'refund' ? amount : 0n),
    reversalAmount: order.reversalAmount + (kind === 'reversal' ? amount : 0n),
    openRefunds: order.openRefunds + 1,
    splits: withTotals(order.splits, beforeSettlement ? 'reduced' : 'reversed', splits),
  };
}
