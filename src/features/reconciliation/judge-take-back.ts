/**
 * Whether a line of money that went out takes an earlier credit back (docs/ledger.md, "Top-ups that are taken back", "Payments
 * by bank transfer"). Pure. Only ever a suggestion: a person takes the credit back.
 */

/**
 * `name`: the line has the id or reference of the top-up or payment. Otherwise the bank marked the line as a reversal, and an earlier line of the
 * opposite amount was matched with it: it had the same counterparty account, with `end_to_end_id` the same
 * end-to-end id too.
 */
export const takeBackGrounds = ['name', 'end_to_end_id', 'account'] as const;

/**
 * A top-up or a payment. `amount`: what was credited, in minor units. `canBeTaken`: it was credited, and not taken back since. `isWhole`:
 * the line has the amount of one that paid it, although the payment needed less.
 */
type FoundCredit = {
  by: (typeof takeBackGrounds)[number];
  id: string;
  currency: string;
  amount: bigint;
  canBeTaken: boolean;
  isWhole: boolean;
};

type OutLine = { currency: string; amount: bigint; matchedAmount: bigint };

/** @param found for this line. The strongest ground counts; of several credits with it, none: a person has to find out. */
export function judgeTakeBack<Credit extends FoundCredit>(line: OutLine, found: readonly Credit[]): Credit | null {
  if (line.amount >= 0n || line.matchedAmount !== 0n) return null;
  const ground = takeBackGrounds.find((one) => found.some(({ by }) => by === one));
  const [credit, ...others] = found.filter(({ by }) => by === ground);
  if (credit === undefined || others.some(({ id }) => id !== credit.id)) return null;
  const fits =
    credit.canBeTaken && credit.currency === line.currency && (credit.isWhole || credit.amount >= -line.amount);
  return fits ? credit : null;
}
