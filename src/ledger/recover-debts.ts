/**
 * Debts are recovered first from the next credits, in the transaction that credits (docs/ledger.md, "Debts"). A
 * debt changes only while the account it is recovered from is locked: whoever holds that may read it.
 */
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { least } from '../money/compare.ts';
import { type AccountRef, accountIn, accountKey, ledgerAccount } from './accounts.ts';
import { debtAccountOf, recoveryDrafts } from './debts.ts';
import { findBalances } from './ledger.repository.ts';
import { balanceOf, holdAccounts, post } from './post.ts';
import type { Subject } from './subject.ts';

/**
 * What is owed on each of these accounts, by the account's key; minor units, only what is above 0. Good for deciding
 * while those are held.
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
 * Recovers what is owed from accounts that were credited a moment ago, as far as their balances go. Earnings that are
 * recovered go to clearing, whose own debt comes next. Call it after the credits are posted.
 * @param subject what the credit belongs to; at most once for each subject.
 * @returns the clearing accounts that grew: waiting refunds and orders may be paid from them now.
 */
export async function recoverDebts(
  tx: Tx,
  credited: readonly AccountRef[],
  subject: Subject,
  at: Date,
): Promise<AccountRef[]> {
  const fromEarnings = await recover(
    tx,
    credited.filter((ref) => ref.kind === 'earnings'),
    subject,
    at,
    0,
  );
  const grown = fromEarnings.map((ref) => accountIn(ref, ledgerAccount.clearing));
  const own = credited.filter((ref) => ref.kind !== 'earnings');
  const distinct = new Map([...own, ...grown].map((ref) => [accountKey(ref), ref]));
  await recover(tx, [...distinct.values()], subject, at, fromEarnings.length);
  return [...new Map(grown.map((ref) => [accountKey(ref), ref])).values()];
}

/** @returns the accounts something was recovered from. */
async function recover(
  tx: Tx,
  credited: readonly AccountRef[],
  subject: Subject,
  at: Date,
  firstLine: number,
): Promise<AccountRef[]> {
  const debts = await findDebts(tx, credited);
  const owing = credited.filter((ref) => debts.has(accountKey(ref)));
  if (owing.length === 0) return [];
  const held = await holdAccounts(tx, owing);
  const recovered = owing.filter((ref) => balanceOf(held, ref) > 0n);
  const drafts = recovered.flatMap((ref, index) => {
    const owed = debts.get(accountKey(ref)) as bigint;
    const balance = balanceOf(held, ref);
    return recoveryDrafts(ref, { amount: least(balance, owed), subject, line: firstLine + index });
  });
  await post(tx, drafts, at);
  return recovered;
}
