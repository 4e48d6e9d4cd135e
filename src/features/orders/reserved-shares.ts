/** What clearing is reserved for (docs/ledger.md, "Spendable"): the shares of orders that customers have paid. Pure. */
import { greatest, least, sumOf } from '../../base/money/compare.ts';
import { type Order, paidTotal, shareOf } from './order.ts';

/** What an order takes from clearing when it settles, in minor units. */
export const settlementCost = (order: Pick<Order, 'splits'>): bigint => sumOf(order.splits.map(shareOf));

type Paid = Pick<
  Order,
  | 'splits'
  | 'paymentSource'
  | 'isShadow'
  | 'paidAt'
  | 'totalAmount'
  | 'capturedAmount'
  | 'refundedAmount'
  | 'chargedBackAmount'
>;

/**
 * What is reserved for an order that may still settle, in minor units: its cost, if it was paid at the checkout. Once the
 * customer's bank took money back, no more is reserved than is left of the payment.
 */
export function reservedFor(order: Paid): bigint {
  if (order.paymentSource !== 'service' || order.isShadow || order.paidAt === null) return 0n;
  const cost = settlementCost(order);
  if (order.chargedBackAmount === 0n) return cost;
  return least(cost, greatest(paidTotal(order) - order.refundedAmount - order.chargedBackAmount, 0n));
}
