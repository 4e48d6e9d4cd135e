/**
 * Which payout paid a credit, of an account that mixes them: what came in first goes out first. Pure; amounts are minor units.
 */
import { greatest, least } from '../../base/money/compare.ts';

/** Something that left an account after the credit, oldest first. */
type Debit = { amount: bigint };

/** How much of a debit is money of the credit. */
type Portion<Of> = { of: Of; amount: bigint };

/**
 * @param balance of the account just after the credit: the credit is the last of it to leave.
 * @param debits since then, oldest first. @param leftBefore what had left before the first of these debits.
 */
export function followCredit<Of extends Debit>(
  amount: bigint,
  balance: bigint,
  debits: readonly Of[],
  leftBefore = 0n,
): Portion<Of>[] {
  const portions: Portion<Of>[] = [];
  let left = leftBefore;
  for (const debit of debits) {
    const after = left + debit.amount;
    const portion = least(after, balance) - greatest(left, balance - amount);
    if (portion > 0n) portions.push({ of: debit, amount: portion });
    left = after;
    if (left >= balance) break;
  }
  return portions;
}
