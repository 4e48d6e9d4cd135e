/** How a company follows the cash of its customers in one mode (docs/ledger.md, "Cash on delivery"). Pure. */

export type CashRules = {
  /** How much cash one link may hold: minor units by currency, integers of at most 15 digits. */
  limits: Readonly<Record<string, number>>;
  /** For how many days a link may hold any; null: as long as it likes. */
  daysMax: number | null;
  /** Above a limit, an order is refused; otherwise it is recorded with a warning. */
  refuses: boolean;
};
