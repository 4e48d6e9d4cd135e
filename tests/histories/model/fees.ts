/** What the service takes from payments (docs/ledger.md, "Payment fees" and "Fees of orders"). */
import { oweAgain, recoverOwn } from './debts.ts';
import {
  amountOf,
  balance,
  cross,
  type ModelOrder,
  type ModelRefund,
  min,
  move,
  type Purse,
  positive,
  sum,
} from './purse.ts';
import { isSettled, share } from './shares.ts';

/** In 1/10,000 of the amount, and in minor units. */
export type FeeRule = { basisPoints: bigint; fixed: bigint };

/** The nearest whole unit, upwards from a half, and the fixed part; at most all of the amount. */
export function feeOf(amount: bigint, { basisPoints, fixed }: FeeRule): bigint {
  const exact = amount * basisPoints;
  const down = exact / 10_000n;
  const isNearerUp = exact - down * 10_000n >= 5_000n;
  return min(amount, (isNearerUp ? down + 1n : down) + fixed);
}

/** What of an order's fee is left when so much of it is refunded. */
const dueAfter = ({ fee, total }: ModelOrder, refunded: bigint): bigint => fee - (fee * refunded) / total;

/** @returns what is owed of it. */
function charge(purse: Purse, amount: bigint, most: bigint): bigint {
  const taken = min(amount, most);
  move(purse, 'commission', 'fees', taken);
  cross(purse, ['service', 'advances'], ['company', 'fees'], amount - taken);
  move(purse, 'debts', 'debt', amount - taken);
  return amount - taken;
}

/** The partner's own shares bear it. @returns what they lack, and is owed. */
export function chargeAtSettlement(purse: Purse, order: ModelOrder): bigint {
  const own = order.splits.map(({ type }, line) => (type === 'partner' ? share(order, line) : 0n));
  order.feeCharged = dueAfter(order, amountOf(order, 'refund'));
  order.feeOwed = charge(purse, order.feeCharged, sum(own));
  return order.feeOwed;
}

/** @param refund is among the order's already. */
export function returnFee(purse: Purse, order: ModelOrder, { amount }: ModelRefund): void {
  const refunded = amountOf(order, 'refund');
  move(purse, 'fees', 'commission', dueAfter(order, refunded - amount) - dueAfter(order, refunded));
  // What was owed returns first, and is owed again if it was written off.
  const undone = (of: bigint): bigint => positive(min(order.feeOwed, order.feeCharged - dueAfter(order, of)));
  oweAgain(purse, 'debt', undone(refunded) - undone(refunded - amount));
}

/** @param failed no longer counts. */
export function chargeAgain(purse: Purse, order: ModelOrder, { amount }: ModelRefund): void {
  if (!isSettled(order)) return;
  const refunded = amountOf(order, 'refund');
  const again = dueAfter(order, refunded) - dueAfter(order, refunded + amount);
  if (charge(purse, again, balance(purse, 'commission')) > 0n) recoverOwn(purse);
}
