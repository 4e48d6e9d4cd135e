/**
 * A reversal that did not come to be, because the customer's provider refused the refund: everything it took is posted
 * back. A debt it left is forgiven as far as it still stands; what has been recovered of it since is paid back.
 */
import type { Tx } from '../database/transaction.ts';
import { type AccountRef, accountKey, linkOfEarnings, purpose } from '../ledger/accounts.ts';
import { debtAccountOf } from '../ledger/debts.ts';
import { findTransfers } from '../ledger/ledger.repository.ts';
import { balanceOf, holdAccounts, post } from '../ledger/post.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import type { Order } from './order.ts';
import { accountOf } from './payees.ts';

/** @param subject what the reversal was posted under. @returns the real accounts that were credited. */
export async function restoreShares(tx: Tx, order: Order, subject: string, at: Date): Promise<AccountRef[]> {
  const posted = await findTransfers(tx, order, subject);
  const taken = posted.filter(({ code }) => code === 'reversal' || code === 'claim_reversed');
  const owed = posted.filter(({ code }) => code === 'reversal_debt');
  const earningsOf = (debtPurpose: string): AccountRef =>
    accountOf(order, purpose.earnings(BigInt(debtPurpose.slice(purpose.debt.length + 1))));
  const debts = owed.map(({ line, to, amount }) => ({ line, amount, earnings: earningsOf(to.purpose) }));
  const held = await holdAccounts(tx, [
    ...posted.flatMap(({ from, to }) => [from, to]),
    ...debts.flatMap(({ earnings }) => [earnings, accountOf(order, purpose.clearing)]),
  ]);

  const drafts: TransferDraft[] = taken.map(({ from, to, amount, line }) => ({
    from: to,
    to: from,
    amount,
    code: 'reversal_failed',
    subject,
    line,
  }));
  const standing = new Map<string, bigint>();
  for (const { line, amount, earnings } of debts) {
    const debt = debtAccountOf(earnings) as AccountRef;
    const stands = standing.get(accountKey(debt)) ?? balanceOf(held, debt);
    const forgiven = stands < amount ? stands : amount;
    standing.set(accountKey(debt), stands - forgiven);
    const memo = {
      from: debt,
      to: accountOf(order, purpose.debts),
      code: 'reversal_debt_failed',
      subject,
      line,
    } as const;
    if (forgiven > 0n) drafts.push({ ...memo, amount: forgiven });
    const recovered = amount - forgiven;
    const clearing = accountOf(order, purpose.clearing);
    if (recovered > 0n) {
      drafts.push({ from: clearing, to: earnings, amount: recovered, code: 'debt_returned', subject, line });
    }
  }
  await post(tx, drafts, at, held);
  return drafts.filter((draft) => linkOfEarnings(draft.to.purpose) !== undefined).map((draft) => draft.to);
}
