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

type MemoOf = (credited: AccountRef) => AccountRef | undefined;

/** What these accounts have of a memo, by their keys; minor units, only amounts above 0. */
type Memos = ReadonlyMap<string, bigint>;

/** One map for each kind of memo, all read at once. */
async function findMemos<Of extends readonly MemoOf[]>(db: Database | Tx, refs: readonly AccountRef[], ...memosOf: Of) {
  const all = memosOf.map((memoOf) =>
    refs.flatMap((ref) => {
      const memo = memoOf(ref);
      return memo === undefined ? [] : [{ key: accountKey(ref), memo }];
    }),
  );
  const balances = await findBalances(
    db,
    all.flat().map(({ memo }) => memo),
  );
  return all.map((memos): Memos => {
    const amounts = memos.map(({ key, memo }) => [key, balances.get(accountKey(memo)) ?? 0n] as const);
    return new Map(amounts.filter(([, amount]) => amount > 0n));
  }) as { [Each in keyof Of]: Memos };
}

/** The debts recoverable from these accounts. Decide from them only while the accounts are locked. */
export async function findDebts(db: Database | Tx, credited: readonly AccountRef[]): Promise<Memos> {
  const [debts] = await findMemos(db, credited, debtAccountOf);
  return debts;
}

/** What links owe their company, by the key of their earnings account. `cash` is what they hold of its customers' cash. */
export type Owed = { debts: Memos; cash: Memos };

/** Decide from it only while the accounts are locked. @param earnings of links. */
export async function findOwed(db: Database | Tx, earnings: readonly AccountRef[]): Promise<Owed> {
  const [debts, cash] = await findMemos(db, earnings, debtAccountOf, cashAccountOf);
  return { debts, cash };
}

/**
 * Recovers debts from accounts that were just credited, as far as their balances go, and nets what is left of earnings
 * against the cash that their links hold (docs/ledger.md, "Cash on delivery"). What is taken from earnings goes to
 * clearing, and the company's own debt is then recovered from there, of what is not reserved for waiting refunds and
 * paid orders. Call it after posting the credits, and after writing what is reserved from now on.
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
  const recovered = await reduce(ofDebt, tx, earnings, subject, at);
  const netted = await reduce(ofCash, tx, earnings, subject, at);
  const grown = [...recovered, ...netted].map((ref) => accountIn(ref, ledgerAccount.clearing));
  const own = credited.filter((ref) => ref.kind !== 'earnings');
  await reduce(ofDebt, tx, [...own, ...grown], subject, at);
  return [...new Map(grown.map((ref) => [accountKey(ref), ref])).values()];
}

/** What a credit reduces, and how. */
type Reduced = {
  memoOf: MemoOf;
  code: 'debt_recovery' | 'cash_netting';
  draftsOf: typeof recoveryDrafts;
};
const ofDebt: Reduced = { memoOf: debtAccountOf, code: 'debt_recovery', draftsOf: recoveryDrafts };
const ofCash: Reduced = { memoOf: cashAccountOf, code: 'cash_netting', draftsOf: nettingDrafts };

/** @returns the accounts from which something was taken. */
async function reduce(
  { memoOf, code, draftsOf }: Reduced,
  tx: Tx,
  credited: readonly AccountRef[],
  subject: Subject,
  at: Date,
): Promise<AccountRef[]> {
  const [known] = await findMemos(tx, credited, memoOf);
  // Two credits of one account reduce its memo once.
  const distinct = new Map(credited.map((ref) => [accountKey(ref), ref]));
  const owing = [...distinct.values()].filter((ref) => known.has(accountKey(ref)));
  if (owing.length === 0) return [];
  const locked = await openAndLockAccounts(tx, owing);
  const [memos] = await findMemos(tx, owing, memoOf);
  const taken: { ref: AccountRef; amount: bigint }[] = [];
  for (const ref of owing) {
    const isClearing = ref.kind === 'clearing';
    const reserved = isClearing ? (await sumReserved(tx, ref)) + (await sumPaidOrders(tx, ref)) : 0n;
    const amount = least(balanceOf(locked, ref) - reserved, memos.get(accountKey(ref)) ?? 0n);
    if (amount > 0n) taken.push({ ref, amount });
  }
  // A subject may credit more than once: a refund that reverses shares, and is posted back.
  const firstLine = taken.length === 0 ? 0 : await nextLine(tx, subject, code, owing);
  const drafts = taken.flatMap(({ ref, amount }, index) => draftsOf(ref, { amount, subject, line: firstLine + index }));
  await post(tx, drafts, at);
  return taken.map(({ ref }) => ref);
}
