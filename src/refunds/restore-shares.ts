/**
 * Posts back a reversal after the customer's provider refused the refund. A debt that the reversal left is cancelled as
 * far as it still exists; what was recovered of it since is paid back.
 */
import assert from 'node:assert/strict';
import type { Tx } from '../database/transaction.ts';
import { type AccountRef, accountKey, ledgerAccount } from '../ledger/accounts.ts';
import { debtAccountOf } from '../ledger/debts.ts';
import { findTransfers, type PostedTransfer } from '../ledger/ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post } from '../ledger/post.ts';
import type { Subject } from '../ledger/subject.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { least } from '../money/compare.ts';
import type { Order } from '../orders/order.ts';
import { accountOf, payeeOf } from '../orders/payees.ts';
import { shadowShareTaken } from '../orders/shadow-shares.ts';

type Restored = { line: number; from: AccountRef; to: AccountRef; amount: bigint };
type Owed = { line: number; amount: bigint; earnings: AccountRef };

/**
 * @param taken what the reversal took, by split; still included in the order's `reversed`.
 * @param subject the subject of the reversal's transfers. @returns the real accounts that were credited.
 */
export async function restoreShares(
  tx: Tx,
  order: Order,
  taken: readonly bigint[],
  subject: Subject,
  at: Date,
): Promise<AccountRef[]> {
  const posted = await findTransfers(tx, order, subject);
  const { money, owed } = order.isShadow ? shadowBack(order, taken, posted) : realBack(order, posted);
  const clearing = accountOf(order, ledgerAccount.clearing);
  const debtsAccount = accountOf(order, ledgerAccount.debts);
  const locked = await openAndLockAccounts(tx, [
    ...money.flatMap(({ from, to }) => [from, to]),
    ...owed.flatMap(({ earnings }) => [earnings, debtAccountOf(earnings) as AccountRef, clearing, debtsAccount]),
  ]);

  const drafts: TransferDraft[] = money.map((restored) => ({ ...restored, code: 'reversal_failed', subject }));
  const standing = new Map<string, bigint>();
  for (const { line, amount, earnings } of owed) {
    const debt = debtAccountOf(earnings) as AccountRef;
    const stands = standing.get(accountKey(debt)) ?? balanceOf(locked, debt);
    const forgiven = least(stands, amount);
    standing.set(accountKey(debt), stands - forgiven);
    const memo = { from: debt, to: debtsAccount, code: 'reversal_debt_failed', subject, line } as const;
    if (forgiven > 0n) drafts.push({ ...memo, amount: forgiven });
    const recovered = amount - forgiven;
    if (recovered > 0n) {
      drafts.push({ from: clearing, to: earnings, amount: recovered, code: 'debt_returned', subject, line });
    }
  }
  await post(tx, drafts, at, locked);
  return drafts.filter((draft) => draft.to.kind === 'earnings').map((draft) => draft.to);
}

/** Every transfer of the reversal, in the opposite direction. */
function realBack(order: Order, posted: readonly PostedTransfer[]): { money: Restored[]; owed: Owed[] } {
  const earningsOf = (debt: AccountRef): AccountRef => {
    assert(debt.kind === 'link_debt', 'a reversal leaves a debt to a link');
    return accountOf(order, ledgerAccount.earnings(debt.linkId));
  };
  return {
    money: posted
      .filter(({ code }) => code === 'reversal')
      .map(({ from, to, amount, line }) => ({ line, from: to, to: from, amount })),
    owed: posted
      .filter(({ code }) => code === 'reversal_debt')
      .map(({ line, to, amount }) => ({ line, amount, earnings: earningsOf(to) })),
  };
}

/**
 * The change of each split when `taken` is given back. It can be less than the reversal posted, if a later refund takes
 * it instead, or more, if an earlier refund failed and left its part to this one.
 */
function shadowBack(
  order: Order,
  taken: readonly bigint[],
  posted: readonly PostedTransfer[],
): { money: Restored[]; owed: Owed[] } {
  const money: Restored[] = [];
  const owed: Owed[] = [];
  for (const [line, split] of order.splits.entries()) {
    const back = shadowShareTaken(order, line, -(taken[line] ?? 0n));
    if (back.owed < 0n) {
      const to = payeeOf(order, split);
      money.push({ line, from: accountOf(order, ledgerAccount.shadowClearing), to, amount: -back.owed });
    }
    if (back.claimed === 0n || order.claimLinkId === null) continue;
    const earnings = accountOf(order, ledgerAccount.earnings(order.claimLinkId));
    const owes = posted.find((one) => one.code === 'reversal_debt' && one.line === line)?.amount ?? 0n;
    const memo = owes < -back.claimed ? owes : -back.claimed;
    if (memo > 0n) owed.push({ line, amount: memo, earnings });
    const amount = -back.claimed - memo;
    if (amount > 0n) money.push({ line, from: accountOf(order, ledgerAccount.clearing), to: earnings, amount });
  }
  return { money, owed };
}
