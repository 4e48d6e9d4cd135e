/** How much of a line is how much of each transfer that a person matches it with, and what may be undone of it. Pure. */

/** Minor units, signed as on the statement: what is left of each. */
type Left = { amount: bigint };

type MatchAmounts =
  | { ok: true; amounts: bigint[] }
  /** `differ`: both sides are not the same. `opposite`: one goes the other way. `exceeds`: the line ends before `at`. */
  | { ok: false; problem: 'differ' | 'opposite' | 'exceeds'; at: number };

/**
 * Both sides come to the same: every transfer is matched with all that is left of it, also where some go the other way
 * (an acquirer's payout less its chargebacks). In part, all go the line's way, and each in turn takes what it can.
 * @param line, transfers what is left of each; none is 0.
 */
export function matchAmounts(line: Left, transfers: readonly Left[], inPart: boolean): MatchAmounts {
  const sum = transfers.reduce((total, { amount }) => total + amount, 0n);
  if (sum === line.amount) return { ok: true, amounts: transfers.map(({ amount }) => amount) };
  if (!inPart) return { ok: false, problem: 'differ', at: 0 };
  const isIncoming = line.amount > 0n;
  const amounts: bigint[] = [];
  let left = line.amount;
  for (const [at, { amount }] of transfers.entries()) {
    if (amount > 0n !== isIncoming) return { ok: false, problem: 'opposite', at };
    if (left === 0n) return { ok: false, problem: 'exceeds', at };
    const taken = isIncoming === amount < left ? amount : left;
    amounts.push(taken);
    left -= taken;
  }
  return { ok: true, amounts };
}

/** Whether a line can have these matches alone: they go its way in sum, and are no more than it. */
export function isWithin(line: Left, matches: readonly Left[]): boolean {
  const sum = matches.reduce((total, { amount }) => total + amount, 0n);
  return line.amount > 0n ? sum >= 0n && sum <= line.amount : sum <= 0n && sum >= line.amount;
}
