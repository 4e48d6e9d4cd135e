/**
 * Recovers debts from new credits, in the same transaction as the credit (docs/ledger.md, "Debts"). A debt changes only
 * while the account it is recovered from is locked, so its amount is stable for the transaction that has this lock.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { least } from '../../base/money/compare.ts';
import { type AccountRef, accountIn, accountKey, ledgerAccount } from './accounts.ts';
import { cashAccountOf, nettingDrafts } from './cash.ts';
import { debtAccountOf, recoveryDrafts } from './debts.ts';
import { findBalances, nextLine } from './ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post } from './post.ts';
import { sumPaidOrders, sumReserved } from './reserved-clearing.repository.ts';
import type { Subject } from './subject.ts';

/**
 * The debts recoverable from these accounts, by account key; minor units, only those above 0. Decide from them only
 * while the accounts are locked.
 */
export async function findDebts(db: Database | Tx, credited: readonly AccountRef[]): Promise<Map<string, bigint>> {
  const owing = credited.flatMap((ref) => {
    const debt = debtAccountOf(ref);
    return debt === undefined ? [] : [{ ref, debt }];
  });
  const balances = await findBalances(
    db,
    owing.map(({ debt }) => debt),
  );
  return new Map(
    owing.flatMap(({ ref, debt }): [string, bigint][] => {
      const owed = balances.get(accountKey(debt)) ?? 0n;
      return owed > 0n ? [[accountKey(ref), owed]] : [];
    }),
  );
}

/**
 * What links owe their company, by the key of their earnings account; minor units, only amounts above 0. `cash` is what they hold
 * of its customers' cash.
 */
export type Owed = { debts: ReadonlyMap<string, bigint>; cash: ReadonlyMap<string, bigint> };

/** Decide from it only while the accounts are locked. @param earnings of links. */
export async function findOwed(db: Database | Tx, earnings: readonly AccountRef[]): Promise<Owed> {
  const memos = (memoOf: (ref: AccountRef) => AccountRef | undefined) =>
    earnings.flatMap((ref) => {
      const memo = memoOf(ref);
      return memo === undefined ? [] : [{ key: accountKey(ref), memo }];
    });
  const [debts, cash] = [memos(debtAccountOf), memos(cashAccountOf)];
  const balances = await findBalances(
    db,
    [...debts, ...cash].map(({ memo }) => memo),
  );
  const above0 = (of: typeof debts) =>
    new Map(
      of.flatMap(({ key, memo }): [string, bigint][] => {
        const amount = balances.get(accountKey(memo)) ?? 0n;
        return amount > 0n ? [[key, amount]] : [];
      }),
    );
  return { debts: above0(debts), cash: above0(cash) };
}

/**
 * Recovers debts from accounts that were just credited, as far as their balances go, and nets what is left of earnings against the
 * cash that their links hold (docs/ledger.md, "Cash on delivery"). What is recovered from earnings
 * goes to clearing, and the company's own debt is then recovered from there, of what is not reserved for waiting
 * refunds and paid orders. Call it after posting the credits, and after writing what is reserved from now on.
 * @param subject what the credit belongs to.
 * @returns the clearing accounts that were credited, which may now cover waiting refunds and orders.
 */
export async function recoverDebts(
  tx: Tx,
  credited: readonly AccountRef[],
  subject: Subject,
  at: Date,
): Promise<AccountRef[]> {
  const earnings = credited.filter((ref) => ref.kind === 'earnings');
  const fromEarnings = await recover(tx, earnings, subject, at);
  const netted = await net(tx, earnings, subject, at);
  const grown = [...fromEarnings, ...netted].map((ref) => accountIn(ref, ledgerAccount.clearing));
  const own = credited.filter((ref) => ref.kind !== 'earnings');
  await recover(tx, [...own, ...grown], subject, at);
  return [...new Map(grown.map((ref) => [accountKey(ref), ref])).values()];
}

/** @returns the accounts from which something was recovered. */
async function recover(tx: Tx, credited: readonly AccountRef[], subject: Subject, at: Date): Promise<AccountRef[]> {
  const known = await findDebts(tx, credited);
  // Two credits of one account recover its debt once.
  const distinct = new Map(credited.map((ref) => [accountKey(ref), ref]));
  const owing = [...distinct.values()].filter((ref) => known.has(accountKey(ref)));
  if (owing.length === 0) return [];
  const locked = await openAndLockAccounts(tx, owing);
  const debts = await findDebts(tx, owing);
  const recovered: { ref: AccountRef; amount: bigint }[] = [];
  for (const ref of owing) {
    const isClearing = ref.kind === 'clearing';
    const reserved = isClearing ? (await sumReserved(tx, ref)) + (await sumPaidOrders(tx, ref)) : 0n;
    const amount = least(balanceOf(locked, ref) - reserved, debts.get(accountKey(ref)) ?? 0n);
    if (amount > 0n) recovered.push({ ref, amount });
  }
  // A subject may credit more than once: a refund that reverses shares, and is posted back.
  const firstLine = recovered.length === 0 ? 0 : await nextLine(tx, subject, 'debt_recovery', owing);
  const drafts = recovered.flatMap(({ ref, amount }, index) =>
    recoveryDrafts(ref, { amount, subject, line: firstLine + index }),
  );
  await post(tx, drafts, at);
  return recovered.map(({ ref }) => ref);
}

/** @returns the accounts of which something was netted. */
async function net(tx: Tx, earnings: readonly AccountRef[], subject: Subject, at: Date): Promise<AccountRef[]> {
  const { cash: known } = await findOwed(tx, earnings);
  const distinct = new Map(earnings.map((ref) => [accountKey(ref), ref]));
  const holding = [...distinct.values()].filter((ref) => known.has(accountKey(ref)));
  if (holding.length === 0) return [];
  const locked = await openAndLockAccounts(tx, holding);
  const { cash } = await findOwed(tx, holding);
  const netted = holding.flatMap((ref) => {
    const amount = least(balanceOf(locked, ref), cash.get(accountKey(ref)) ?? 0n);
    return amount > 0n ? [{ ref, amount }] : [];
  });
  const firstLine = netted.length === 0 ? 0 : await nextLine(tx, subject, 'cash_netting', holding);
  await post(
    tx,
    netted.flatMap(({ ref, amount }, index) => nettingDrafts(ref, { amount, subject, line: firstLine + index })),
    at,
  );
  return netted.map(({ ref }) => ref);
}
