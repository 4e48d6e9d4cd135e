/**
 * What a company may spend from clearing and commission (docs/ledger.md, "Spendable"). Everything that spends from
 * either decides by these rules and by nothing else. Customers' refunds come first, then the shares of orders that
 * customers have paid, then what the company owes the service.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { greatest } from '../../base/money/compare.ts';
import { type Account, accountIn, accountKey, type Book, ledgerAccount } from './accounts.ts';
import { findBalances } from './ledger.repository.ts';
import { sumPaidOrders, sumReserved } from './reserved-clearing.repository.ts';

/** A company's funds in one currency, in minor units. */
export type Funds = {
  clearing: bigint;
  commission: bigint;
  /** What waiting refunds take from clearing, and restitution that waits for it. */
  reserved: bigint;
  /** The shares of orders that customers have paid and that have not settled. */
  paidOrders: bigint;
  /** What the company owes the service. */
  debt: bigint;
};

/**
 * What a new refund may take from clearing, and the settlement of an order that clearing is reserved for. Below 0 when
 * refunds wait.
 */
export const refundableClearing = ({ clearing, reserved }: Pick<Funds, 'clearing' | 'reserved'>): bigint =>
  clearing - reserved;

/**
 * What settlements of other orders, claims and payouts may take from clearing; below 0 by what is missing before they
 * may.
 */
export const spendableClearing = (funds: Omit<Funds, 'commission'>): bigint =>
  refundableClearing(funds) - funds.paidOrders - funds.debt;

/** What payouts may take from commission: it answers for what clearing can't pay. Below 0 like clearing. */
export function spendableCommission(funds: Funds): bigint {
  return funds.commission - greatest(-spendableClearing(funds), 0n);
}

/**
 * What clearing lacks to settle orders, in minor units.
 * @param orders what they cost together, and how much of it is reserved for them.
 */
export const missingFor = (orders: { cost: bigint; reserved: bigint }, funds: Funds): bigint =>
  missingOf(orders, { spendable: spendableClearing(funds), refundable: refundableClearing(funds) });

/** As `missingFor`, of what any order may still take from clearing, and of what those may that it is reserved for. */
export function missingOf(
  { cost, reserved }: { cost: bigint; reserved: bigint },
  { spendable, refundable }: { spendable: bigint; refundable: bigint },
): bigint {
  const unreserved = cost - reserved;
  const onlyReserved = cost > 0n && unreserved === 0n;
  const ofOthers = onlyReserved ? 0n : unreserved - spendable;
  return greatest(greatest(ofOthers, cost - refundable), 0n);
}

/** Decide from them only while clearing is locked, and commission where it is spent. */
export async function findFunds(db: Database | Tx, book: Book & { currency: string }): Promise<Funds> {
  const { clearing, commission, debt } = ledgerAccount;
  const of = await balancesIn(db, book, [clearing, commission, debt]);
  const reserved = await sumReserved(db, book);
  const paidOrders = await sumPaidOrders(db, book);
  return { clearing: of(clearing), commission: of(commission), reserved, paidOrders, debt: of(debt) };
}

/** As `refundableClearing`, without adding up the paid orders. Decide from it only while clearing is locked. */
export async function findRefundable(db: Database | Tx, book: Book & { currency: string }): Promise<bigint> {
  const of = await balancesIn(db, book, [ledgerAccount.clearing]);
  return refundableClearing({ clearing: of(ledgerAccount.clearing), reserved: await sumReserved(db, book) });
}

async function balancesIn(db: Database | Tx, book: Book & { currency: string }, accounts: readonly Account[]) {
  const balances = await findBalances(
    db,
    accounts.map((account) => accountIn(book, account)),
  );
  return (account: Account): bigint => balances.get(accountKey(accountIn(book, account))) ?? 0n;
}
