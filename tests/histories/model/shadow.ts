/** Shadow orders: what is owed to restaurants off the service, what is paid to them outside, and claims. */
import { forgive, recoverAll } from './debts.ts';
import {
  type ModelOrder,
  type ModelRefund,
  type ModelSplit,
  min,
  move,
  type Purse,
  positive,
  type Refusal,
  spendable,
  sum,
} from './purse.ts';
import { isSettled, payee, reversed, share } from './shares.ts';

/** What is owed for one split. */
export function owedOutside(order: ModelOrder, line: number): bigint {
  const gone = (order.outside[line] as bigint) + (order.claimed[line] as bigint) + reversed(order, line);
  return order.payment === 'cancelled' ? 0n : positive(share(order, line) - gone);
}

export function payOutside(purse: Purse, order: ModelOrder, line: number, amount: bigint): Refusal | undefined {
  const owed = owedOutside(order, line);
  if (!isSettled(order) || owed === 0n) return 'invalid_state';
  if (amount > owed) return 'validation_failed';
  move(purse, payee(order, order.splits[line] as ModelSplit), 'shadow:clearing', amount);
  order.outside[line] = (order.outside[line] as bigint) + amount;
  return undefined;
}

export function claim(purse: Purse, order: ModelOrder, link: bigint): Refusal | undefined {
  const lines = order.splits.flatMap((split, line) => (split.type === 'merchant' ? [line] : []));
  const owed = sum(lines.map((line) => owedOutside(order, line)));
  if (!isSettled(order) || order.claimLink !== null || owed === 0n) return 'invalid_state';
  if (owed > spendable(purse)) return 'insufficient_funds';
  for (const line of lines) {
    const amount = owedOutside(order, line);
    move(purse, 'clearing', `earnings:${link}`, amount);
    move(purse, payee(order, order.splits[line] as ModelSplit), 'shadow:clearing', amount);
    order.claimed[line] = amount;
    order.claimLink = link;
  }
  recoverAll(purse, [`earnings:${link}`]);
  return undefined;
}

/**
 * Shares of a shadow order return to who would have them, had the refund never been: the claimant last took less.
 * @returns what clearing owes its claimant.
 */
export function shadowBack(
  purse: Purse,
  order: ModelOrder,
  back: readonly bigint[],
  refund: ModelRefund,
): { account: string; amount: bigint }[] {
  return order.splits.flatMap((split, line) => {
    const claimed = order.claimed[line] as bigint;
    const unclaimed = share(order, line) - (order.outside[line] as bigint) - claimed;
    const left = (gone: bigint): [shadow: bigint, real: bigint] => [
      positive(unclaimed - gone),
      positive(claimed - positive(gone - unclaimed)),
    ];
    const gone = reversed(order, line);
    const [now, then] = [left(gone), left(gone - (back[line] as bigint))];
    move(purse, 'shadow:clearing', payee(order, split), then[0] - now[0]);
    const real = then[1] - now[1];
    const owed = min(real, refund.owed.find((one) => one.line === line)?.amount ?? 0n);
    const link = order.claimLink;
    return link === null ? [] : [{ account: `earnings:${link}`, amount: real - forgive(purse, link, owed) }];
  });
}
