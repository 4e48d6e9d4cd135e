/**
 * Splits what refunds take from a share of a settled shadow order: first from the part neither paid outside nor
 * claimed, then from the claimed part; amounts paid outside are not taken back. Pure. The result depends only on the
 * total taken, not on the order of the refunds, nor on which of them fails.
 */
import { greatest } from '../../base/money/compare.ts';
import { type OrderSplit, shareOf } from './order.ts';

/** Minor units: the balance still owed in the shadow ledger, and what the link that claimed the split has kept. */
type ShadowShare = { owed: bigint; claimed: bigint };

const atLeastZero = (amount: bigint): bigint => greatest(amount, 0n);

/** @param reversed what refunds have taken from the split in total, in minor units. */
function shadowShareOf(split: OrderSplit, reversed: bigint): ShadowShare {
  const { claimed } = split;
  const unclaimed = shareOf(split) - split.paidOutside - claimed;
  return { owed: atLeastZero(unclaimed - reversed), claimed: atLeastZero(claimed - atLeastZero(reversed - unclaimed)) };
}

/**
 * How much of `amount` is taken from each part: the state before less the state after. A negative `amount` gives back.
 */
export function shadowShareTaken(split: OrderSplit, amount: bigint): ShadowShare {
  const now = shadowShareOf(split, split.reversed);
  const then = shadowShareOf(split, split.reversed + amount);
  return { owed: now.owed - then.owed, claimed: now.claimed - then.claimed };
}
