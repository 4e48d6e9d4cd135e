/** What each split of an order has left, who has it, and how it is taken back. */
import { owe } from './debts.ts';
import { balance, type ModelOrder, type ModelRefund, type ModelSplit, min, move, type Purse, sum } from './purse.ts';

export const counts = (refund: ModelRefund): boolean => refund.status !== 'failed';
export const isOpen = (refund: ModelRefund): boolean =>
  refund.status === 'pending' || refund.status === 'awaiting_funds';

export const takenOf = (order: ModelOrder, line: number, before: boolean, which = counts): bigint =>
  sum(order.refunds.filter((r) => r.before === before && which(r)).map((r) => r.taken[line] as bigint));

export const creditedBack = (order: ModelOrder, line: number): bigint =>
  sum(order.refunds.map((r) => r.creditedBack?.[line] ?? 0n));

const reduced = (order: ModelOrder, line: number): bigint =>
  takenOf(order, line, true, (r) => counts(r) || r.creditedBack !== null);

export const reversed = (order: ModelOrder, line: number): bigint =>
  takenOf(order, line, false) - creditedBack(order, line);

/** What settles, or has settled. */
export const share = (order: ModelOrder, line: number): bigint =>
  (order.splits[line]?.amount ?? 0n) - reduced(order, line);

/** What refunds can still take. */
export const room = (order: ModelOrder, line: number): bigint => share(order, line) - reversed(order, line);

export const shares = (order: ModelOrder): bigint[] => order.splits.map((_, line) => share(order, line));

export const isSettled = (order: ModelOrder): boolean =>
  ['settled', 'partially_reversed', 'reversed'].includes(order.settlement);

export const isUnassigned = (order: ModelOrder): boolean =>
  order.shadowRef === null &&
  order.splits.some(
    (split, line) => split.type !== 'partner' && (share(order, line) > 0n || split.cash) && split.link === null,
  );

export function payee(order: ModelOrder, split: ModelSplit): string {
  if (order.shadowRef === null) return split.type === 'partner' ? 'commission' : `earnings:${split.link}`;
  if (split.type === 'partner') return 'shadow:commission';
  if (split.type === 'merchant') return `shadow:earnings:ref:${order.shadowRef}`;
  return split.link === null ? 'shadow:earnings:unnamed-courier' : `shadow:earnings:courier:${split.link}`;
}

/** Takes shares of a settled order back, as far as balances go. @returns whether clearing got any. */
export function takeBack(purse: Purse, order: ModelOrder, taken: readonly bigint[], refund?: ModelRefund): boolean {
  let grew = false;
  const real = (line: number, amount: bigint, from: string, link: bigint | null): void => {
    const covered = min(amount, balance(purse, from));
    if (covered > 0n) {
      move(purse, from, 'clearing', covered);
      refund?.moved.push({ from, to: 'clearing', amount: covered });
      grew = true;
    }
    if (link !== null && amount > covered) {
      owe(purse, link, amount - covered);
      refund?.owed.push({ line, link, amount: amount - covered });
    }
  };
  for (const [line, split] of order.splits.entries()) {
    const amount = taken[line] as bigint;
    if (amount === 0n) continue;
    if (order.shadowRef === null) {
      real(line, amount, payee(order, split), split.type === 'partner' ? null : split.link);
      continue;
    }
    // `refund` is in the order's list already: what was reversed before is without it.
    const earlier = reversed(order, line) - (refund === undefined ? 0n : amount);
    const claimed = order.claimed[line] as bigint;
    const unclaimed = share(order, line) - (order.outside[line] as bigint) - claimed;
    const rest = unclaimed > earlier ? unclaimed - earlier : 0n;
    const gone = earlier > unclaimed ? earlier - unclaimed : 0n;
    const fromRest = min(amount, rest);
    const from = payee(order, split);
    const covered = min(fromRest, balance(purse, from));
    if (covered > 0n) {
      move(purse, from, 'shadow:clearing', covered);
      refund?.moved.push({ from, to: 'shadow:clearing', amount: covered });
    }
    const fromClaim = min(amount - fromRest, claimed - gone);
    if (fromClaim > 0n) real(line, fromClaim, `earnings:${order.claimLink}`, order.claimLink);
  }
  return grew;
}
