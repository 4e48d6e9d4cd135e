/**
 * What a failed refund owes the parties of its order, paid from clearing (docs/ledger.md, "Failed refunds"). It is paid
 * when the refund fails, or waits among the refunds that wait for clearing.
 */

import assert from 'node:assert/strict';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { type AccountRef, ledgerAccount } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { type Subject, subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { type Order, splitAt } from '../orders/order.ts';
import { accountOf, payeeOf } from '../orders/payees.ts';
import { publishRestitutionPaid } from './order-refund-events.ts';
import { type OrderRefund, type RestitutionSplit, setRestitutionPaid } from './order-refunds.repository.ts';

/** Who gets a split's share back from clearing: its party; of a shadow order, the link that claimed the share. */
export function restitutionPayee(order: Order, line: number): AccountRef {
  if (!order.isShadow) return payeeOf(order, splitAt(order, line));
  assert(order.claimLinkId !== null, 'a real share of a shadow order was claimed');
  return accountOf(order, ledgerAccount.earnings(order.claimLinkId));
}

export function restitutionDrafts(
  order: Order,
  splits: readonly RestitutionSplit[],
  subject: Subject,
): TransferDraft[] {
  const from = accountOf(order, ledgerAccount.clearing);
  // A share of a shadow order may be given back in both ledgers: its claimed part has a code of its own.
  const code = order.isShadow ? 'claim_reversal_failed' : 'reversal_failed';
  return splits.flatMap(({ line, restitutionShare: share, restitutionDebt: debt }) => {
    const drafts: TransferDraft[] = [];
    if (share > 0n) {
      drafts.push({ from, to: restitutionPayee(order, line), amount: share, code, subject, line });
    }
    if (debt > 0n) {
      drafts.push({ from, to: restitutionPayee(order, line), amount: debt, code: 'debt_returned', subject, line });
    }
    return drafts;
  });
}

export const earningsCredited = (drafts: readonly TransferDraft[]): AccountRef[] =>
  drafts.filter(({ to }) => to.kind === 'earnings').map(({ to }) => to);

/** Pays a waiting restitution. The caller must have locked clearing and checked that it covers the amount. */
export async function payRestitution(work: UnitOfWork, order: Order, refund: OrderRefund): Promise<void> {
  const { tx, at } = work;
  const subject = subjectOf.orderRefund(refund.id);
  const drafts = restitutionDrafts(order, refund.splits, subject);
  assert(await setRestitutionPaid(tx, refund, at), `the restitution of refund ${refund.id} waits`);

  await post(tx, drafts, at);
  await recoverDebts(tx, earningsCredited(drafts), subject, at);
  await publishRestitutionPaid(work, order, { ...refund, restitution: 'paid', updatedAt: at });
}
