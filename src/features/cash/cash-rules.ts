/** How a company follows the cash of its customers in one mode (docs/ledger.md, "Cash on delivery"). Pure. */

export type CashRules = {
  /** How much cash one link may hold: minor units by currency, integers of at most 15 digits. */
  limits: Readonly<Record<string, number>>;
  /** For how many days a link may hold any; null: as long as it likes. */
  daysMax: number | null;
  /** Above a limit, an order is refused; otherwise it is recorded with a warning. */
  refuses: boolean;
};

/**
 * What a link holds: `amount` in minor units, with what it is about to collect, and since when it holds the oldest of it;
 * null: it holds none.
 */
type Held = { currency: string; amount: bigint; since: Date | null };

const dayMs = 24 * 3_600_000;

/** The limit that is passed, if one is: the amount in minor units, or the days. */
export function passedLimit(
  { limits, daysMax }: CashRules,
  { currency, amount, since }: Held,
  now: Date,
): { amount: bigint } | { days: number } | undefined {
  const limit = limits[currency];
  if (limit !== undefined && amount > BigInt(limit)) return { amount: BigInt(limit) };
  const heldMs = since === null ? 0 : now.getTime() - since.getTime();
  return daysMax !== null && heldMs > daysMax * dayMs ? { days: daysMax } : undefined;
}
