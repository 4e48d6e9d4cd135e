/** What reversals of a charged-back order may pass on to its parties (docs/ledger.md, "Charged-back orders"). Pure. */
import { greatest, least } from '../../base/money/compare.ts';
import { type Order, paidTotal } from './order.ts';

type Charged = Pick<
  Order,
  'totalAmount' | 'capturedAmount' | 'refundedAmount' | 'chargedBackAmount' | 'reversalAmount'
>;

/** What was charged back, not refunded before, and not reversed yet; minor units. */
export function reversibleAmount(order: Charged): bigint {
  const { refundedAmount, chargedBackAmount, reversalAmount } = order;
  return greatest(least(chargedBackAmount, paidTotal(order) - refundedAmount) - reversalAmount, 0n);
}

/** Whether nothing keeps the order on hold as `charged_back`: all of the money is back, or its parties have given it. */
export const isChargebackResolved = (order: Charged): boolean =>
  order.chargedBackAmount === 0n || (order.reversalAmount > 0n && reversibleAmount(order) === 0n);
