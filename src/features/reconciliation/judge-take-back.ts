/**
 * Whether a line of money that went out takes an earlier credit back (docs/ledger.md, "Top-ups that are taken back"). Pure.
 * Only ever a suggestion: a person takes the credit back.
 */

/**
 * `name`: the line has the top-up's id or reference. Otherwise the bank marked the line as a reversal, and an earlier line of the
 * opposite amount was matched with the top-up: it had the same counterparty account, with `end_to_end_id` the same
 * end-to-end id too.
 */
export const takeBackGrounds = ['name', 'end_to_end_id', 'account'] as const;

/** `amount`: what was credited, in minor units. `canBeTaken`: it was credited, and not taken back since. */
type FoundTopUp = {
  by: (typeof takeBackGrounds)[number];
  id: string;
  currency: string;
  amount: bigint;
  canBeTaken: boolean;
};

type OutLine = { currency: string; amount: bigint; matchedAmount: bigint };

/** @param found for this line. The strongest ground counts; of several top-ups with it, none: a person has to find out. */
export function judgeTakeBack<TopUp extends FoundTopUp>(line: OutLine, found: readonly TopUp[]): TopUp | null {
  if (line.amount >= 0n || line.matchedAmount !== 0n) return null;
  const ground = takeBackGrounds.find((one) => found.some(({ by }) => by === one));
  const [topUp, ...others] = found.filter(({ by }) => by === ground);
  if (topUp === undefined || others.some(({ id }) => id !== topUp.id)) return null;
  const fits = topUp.canBeTaken && topUp.currency === line.currency && topUp.amount >= -line.amount;
  return fits ? topUp : null;
}
