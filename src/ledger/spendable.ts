/**
 * What a company may spend from clearing and commission (docs/ledger.md, "Spendable"). Everything that spends from
 * either decides by these rules and by nothing else.
 */
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { greatest } from '../money/compare.ts';
import { type Account, accountIn, accountKey, type Book, ledgerAccount } from './accounts.ts';
import { findBalances } from './ledger.repository.ts';
import { sumReserved } from './reserved-clearing.repository.ts';

/** A company's funds in one currency, in minor units. */
export type Funds = {
  clearing: bigint;
  commission: bigint;
  /** What waiting refunds take from clearing, and restitution that waits for it. */
  reserved: bigint;
  /** What the company owes the service. */
  debt: bigint;
};

/** What a new refund may take from clearing: refunds come before the company's debt. Below 0 when refunds wait. */
export const refundableClearing = ({ clearing, reserved }: Funds): bigint => clearing - reserved;

/** What settlements, claims and payouts may take from clearing; below 0 by what is missing before they may. */
export const spendableClearing = ({ clearing, reserved, debt }: Funds): bigint => clearing - reserved - debt;

/** What payouts may take from commission: it answers for what clearing can't pay. Below 0 like clearing. */
export function spendableCommission(funds: Funds): bigint {
  return funds.commission - greatest(-spendableClearing(funds), 0n);
}

/** Decide from them only while clearing is locked, and commission where it is spent. */
export async function findFunds(db: Database | Tx, book: Book & { currency: string }): Promise<Funds> {
  const { clearing, commission, debt } = ledgerAccount;
  const balances = await findBalances(
    db,
    [clearing, commission, debt].map((account) => accountIn(book, account)),
  );
  const of = (account: Account): bigint => balances.get(accountKey(accountIn(book, account))) ?? 0n;
  const reserved = await sumReserved(db, book);
  return { clearing: of(clearing), commission: of(commission), reserved, debt: of(debt) };
}
