/**
 * Where a share of a settled shadow order is: pure. What refunds take comes first from what is neither paid outside nor
 * claimed, then from what was claimed; what was paid outside stays with who has it. So it only depends on how much was
 * taken in all, whichever refund took it, and whichever is refused.
 */
import { type Order, shareOf } from './order.ts';

/** Minor units: what the shadow ledger still holds of the split, and what the link that claimed it has kept. */
export type ShadowShare = { owed: bigint; claimed: bigint };

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** @param reversed what was taken of the split in all, in minor units. */
function shadowShareOf(order: Order, line: number, reversed: bigint): ShadowShare {
  const claimed = order.claimed[line] ?? 0n;
  const unclaimed = shareOf(order, line) - (order.paidOutside[line] ?? 0n) - claimed;
  return { owed: atLeastZero(unclaimed - reversed), claimed: atLeastZero(claimed - atLeastZero(reversed - unclaimed)) };
}

/** What becomes of a split when `amount` more is taken of it, or less where that is below 0: now less then. */
export function shadowShareTaken(order: Order, line: number, amount: bigint): ShadowShare {
  const reversed = order.reversed[line] ?? 0n;
  const now = shadowShareOf(order, line, reversed);
  const then = shadowShareOf(order, line, reversed + amount);
  return { owed: now.owed - then.owed, claimed: now.claimed - then.claimed };
}
