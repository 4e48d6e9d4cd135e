/**
 * Posts back what a failed refund took from the parties of a settled order. A debt that the refund left is canceled as far
 * as it still exists or was written off; what was recovered or repaid of it since is paid back. What comes from clearing is
 * paid whole or not at all.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { least, sumOf } from '../../base/money/compare.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { type AccountRef, accountKey, ledgerAccount } from '../../core/ledger/accounts.ts';
import { debtAccountOf } from '../../core/ledger/debts.ts';
import { type AccountRow, findTransfers, type PostedTransfer } from '../../core/ledger/ledger.repository.ts';
import { balanceOf, type LockedAccounts, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import type { Subject } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { sumWrittenOff } from '../../core/ledger/written-off.repository.ts';
import { type Order, splitAt } from '../orders/order.ts';
import { accountOf, payeeOf } from '../orders/payees.ts';
import { shadowShareTaken } from '../orders/shadow-shares.ts';
import type { OrderRefund, RefundedSplit, Restitution } from './order-refunds.repository.ts';
import { earningsCredited, restitutionDrafts, restitutionPayee } from './restitution.ts';

/** What one split gets back, in minor units: from shadow clearing, from clearing, and of the debt that was left. */
type Back = { line: number; shadow: bigint; money: bigint; owed: bigint };

/**
 * @param refund failed; its shares are still included in the order's totals.
 * @returns the real accounts that were credited, or what clearing does not cover: then it has paid nothing.
 */
export async function restoreShares(
  { tx, at }: UnitOfWork,
  order: Order,
  refund: OrderRefund,
  subject: Subject,
): Promise<{ credited: AccountRef[]; waits: Restitution | undefined }> {
  const posted = await findTransfers(tx, order, subject);
  const backs = refund.splits.map((split) =>
    order.isShadow ? shadowBack(order, split, posted) : realBack(split, posted),
  );
  const locked = await lockFor(tx, order, backs);
  const memos = forgiveDebts(order, backs, await standingDebts(tx, order, backs, locked), subject);
  const due = dueOf(backs, memos);
  const clearing = accountOf(order, ledgerAccount.clearing);
  const isCovered = due.amount === 0n || due.amount <= balanceOf(locked, clearing);
  const paid = isCovered ? restitutionDrafts(order, due.splits, subject) : [];

  await post(tx, [...shadowDrafts(order, backs, subject), ...memos, ...paid], at, locked);
  return {
    credited: earningsCredited(paid),
    waits: isCovered ? undefined : due,
  };
}

function realBack({ line, creditedBack }: RefundedSplit, posted: readonly PostedTransfer[]): Back {
  if (creditedBack !== null) return { line, shadow: 0n, money: creditedBack, owed: 0n };
  return { line, shadow: 0n, money: amountOf(posted, 'reversal', line), owed: amountOf(posted, 'reversal_debt', line) };
}

/**
 * The change of a split when what was taken is given back. It can be less than the refund posted, if a later refund takes
 * it instead, or more, if an earlier refund failed and left its part to this one.
 */
function shadowBack(
  order: Order,
  { line, amount, creditedBack }: RefundedSplit,
  posted: readonly PostedTransfer[],
): Back {
  const back = shadowShareTaken(splitAt(order, line), -(creditedBack ?? amount));
  const claimed = order.claimLinkId === null ? 0n : -back.claimed;
  const owed = least(amountOf(posted, 'reversal_debt', line), claimed);
  return { line, shadow: -back.owed, money: claimed - owed, owed };
}

const amountOf = (posted: readonly PostedTransfer[], code: 'reversal' | 'reversal_debt', line: number): bigint =>
  posted.find((one) => one.code === code && one.line === line)?.amount ?? 0n;

function lockFor(tx: Tx, order: Order, backs: readonly Back[]): Promise<LockedAccounts> {
  const refs = backs.flatMap(({ line, shadow, money, owed }) => [
    ...(shadow > 0n ? [accountOf(order, ledgerAccount.shadowClearing), shadowPayee(order, line)] : []),
    ...(money > 0n || owed > 0n ? [accountOf(order, ledgerAccount.clearing), restitutionPayee(order, line)] : []),
    ...(owed > 0n ? [debtOf(order, line), accountOf(order, ledgerAccount.debts)] : []),
  ]);
  return openAndLockAccounts(tx, refs);
}

const shadowPayee = (order: Order, line: number): AccountRef => payeeOf(order, splitAt(order, line));

const debtOf = (order: Order, line: number): AccountRef => debtAccountOf(restitutionPayee(order, line)) as AccountRef;

const shadowDrafts = (order: Order, backs: readonly Back[], subject: Subject): TransferDraft[] =>
  backs
    .filter(({ shadow }) => shadow > 0n)
    .map(({ line, shadow: amount }) => {
      const from = accountOf(order, ledgerAccount.shadowClearing);
      return { from, to: shadowPayee(order, line), amount, code: 'reversal_failed', subject, line };
    });

/** What is owed, and what was written off, on each debt account of these splits. */
type Standing = { owed: bigint; writtenOff: bigint };

async function standingDebts(
  tx: Tx,
  order: Order,
  backs: readonly Back[],
  locked: LockedAccounts,
): Promise<Map<string, Standing>> {
  const standing = new Map<string, Standing>();
  for (const { line, owed } of backs) {
    const key = owed > 0n ? accountKey(debtOf(order, line)) : undefined;
    if (key === undefined || standing.has(key)) continue;
    const row = locked.get(key) as AccountRow;
    standing.set(key, { owed: row.balance, writtenOff: await sumWrittenOff(tx, row) });
  }
  return standing;
}

/**
 * Cancels debts as far as they still exist; two splits of one party share its debt. Of what does not exist any more the
 * written-off part comes first: it is owed again and canceled too, because the party never paid it.
 */
function forgiveDebts(
  order: Order,
  backs: readonly Back[],
  standing: Map<string, Standing>,
  subject: Subject,
): TransferDraft[] {
  return backs.flatMap(({ line, owed }): TransferDraft[] => {
    if (owed === 0n) return [];
    const debt = debtOf(order, line);
    const debts = accountOf(order, ledgerAccount.debts);
    const now = standing.get(accountKey(debt)) as Standing;
    const existing = least(now.owed, owed);
    const reversed = least(now.writtenOff, owed - existing);
    standing.set(accountKey(debt), { owed: now.owed - existing, writtenOff: now.writtenOff - reversed });
    const drafts: TransferDraft[] = [];
    const base = { subject, line } as const;
    if (reversed > 0n) drafts.push({ ...base, from: debts, to: debt, amount: reversed, code: 'write_off_reversed' });
    const amount = existing + reversed;
    if (amount > 0n) drafts.push({ ...base, from: debt, to: debts, amount, code: 'reversal_debt_failed' });
    return drafts;
  });
}

/** What clearing pays: shares, and what was recovered or repaid of debts that no longer exist. */
function dueOf(backs: readonly Back[], memos: readonly TransferDraft[]): Restitution {
  const canceled = memos.filter(({ code }) => code === 'reversal_debt_failed');
  const splits = backs.map(({ line, money, owed }) => {
    const forgiven = canceled.find((memo) => memo.line === line)?.amount ?? 0n;
    return { line, restitutionShare: money, restitutionDebt: owed - forgiven };
  });
  return { splits, amount: sumOf(splits.map((one) => one.restitutionShare + one.restitutionDebt)) };
}
