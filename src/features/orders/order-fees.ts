/**
 * The service's fee for the payment of an order (docs/ledger.md, "Fees of orders"): charged to the company when the order
 * settles, returned by refunds, and never taken from another party's share. Pure.
 */

import { greatest, least, sumOf } from '../../base/money/compare.ts';
import { type AccountRef, accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { debtDraft } from '../../core/ledger/debts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type Subject, subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { type Order, paidTotal, shareOf } from './order.ts';
import { accountOf } from './payees.ts';

/** The fee less what the refunded part of the order comes to, rounded down; minor units. */
export const feeDue = (order: Pick<Order, 'fee' | 'totalAmount' | 'capturedAmount' | 'refundedAmount'>): bigint =>
  order.fee - (order.fee * order.refundedAmount) / paidTotal(order);

/** What the company is charged, in minor units: from its commission, and beyond it as a debt to the service. */
type Charge = { taken: bigint; owed: bigint };

/** How much of what was owed at settlement is returned by now, in minor units: it is returned before what was taken. */
export const feeUndone = ({ taken, owed }: Charge, order: Parameters<typeof feeDue>[0]): bigint =>
  greatest(least(owed, taken + owed - feeDue(order)), 0n);

/** At settlement the partner's own shares bear the fee as far as they go. Those of a shadow order are no money. */
export function chargeAtSettlement(order: Order): Charge {
  const due = feeDue(order);
  if (due === 0n) return { taken: 0n, owed: 0n };
  const shares = order.splits.map((split) => (split.type === 'partner' ? shareOf(split) : 0n));
  const taken = order.isShadow ? 0n : least(due, sumOf(shares));
  return { taken, owed: due - taken };
}

/** `commission → fees`. */
export const feeTaken = (order: Order, amount: bigint, subject: Subject = subjectOf.order(order.id)): TransferDraft[] =>
  moved(order, { amount, code: 'order_fee', subject, line: 0 }, ledgerAccount.commission, ledgerAccount.fees);

/** `fees → commission`. */
export const feeReturned = (order: Order, amount: bigint, subject: Subject): TransferDraft[] =>
  moved(order, { amount, code: 'order_fee_returned', subject, line: 0 }, ledgerAccount.fees, ledgerAccount.commission);

type Account = Parameters<typeof accountIn>[1];

const moved = (order: Order, part: Omit<TransferDraft, 'from' | 'to'>, from: Account, to: Account): TransferDraft[] =>
  part.amount === 0n ? [] : [{ ...part, from: accountOf(order, from), to: accountOf(order, to) }];

/** The service advances what commission does not cover, and the company owes it. */
export function feeOwed(order: Order, amount: bigint, subject: Subject = subjectOf.order(order.id)): TransferDraft[] {
  if (amount === 0n) return [];
  const own = (account: Account): AccountRef => accountOf(order, account);
  const ofService = (account: Account): AccountRef =>
    accountIn({ ...own(account), holderId: serviceHolderId }, account);
  const advance = { amount, code: 'order_fee_advance', subject, line: 0 } as const;
  return [
    { ...advance, from: ofService(ledgerAccount.advances), to: ofService(ledgerAccount.transit) },
    { ...advance, from: own(ledgerAccount.transit), to: own(ledgerAccount.fees) },
    debtDraft(own(ledgerAccount.clearing), { ...advance, code: 'order_fee_debt' }),
  ];
}
