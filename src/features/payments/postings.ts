/**
 * The transfers of payments, refunds, chargebacks and late captures (docs/ledger.md, "What is posted"). Pure. Does not
 * decide whether they should be posted.
 */

import { least } from '../../base/money/compare.ts';
import type { Mode } from '../../base/money/mode.ts';
import {
  type Account,
  type AccountRef,
  accountIn,
  ledgerAccount,
  type OutsideSource,
} from '../../core/ledger/accounts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { ProviderMethod } from '../providers/provider.ts';
import { type Payment, paidAmount } from './payment.ts';

/** Where the money comes from, and where refunds go. */
export type Source =
  | { method: 'wallet'; customerHolderId: bigint }
  | { method: ProviderMethod | 'bank_transfer'; outside: OutsideSource };

type PaymentBook = Pick<Payment, 'holderId' | 'mode' | 'currency' | 'orderId'>;

/**
 * The part of the fee to return with a refund, in minor units: proportional to everything refunded so far, so that the
 * last refund takes the remainder.
 * @param returned the fee that the payment's other refunds have returned, without failed ones.
 */
export function feeToReturn(
  payment: Pick<Payment, 'amount' | 'capturedAmount' | 'fee' | 'refundedAmount'>,
  refund: bigint,
  returned: bigint,
): bigint {
  const due = (payment.fee * (payment.refundedAmount + refund)) / paidAmount(payment) - returned;
  if (due < 0n) return 0n;
  return least(due, refund);
}

const accountOf = (payment: PaymentBook, holderId: bigint, account: Account): AccountRef =>
  accountIn({ ...payment, holderId }, account);

const own = (payment: PaymentBook, account: Account): AccountRef => accountIn(payment, account);

/** A merchant is paid into its wallet; the payment of an order goes to the company's clearing. */
export const payeeOf = (payment: PaymentBook): AccountRef =>
  own(payment, payment.orderId === null ? ledgerAccount.wallet : ledgerAccount.clearing);

const outside = (payment: PaymentBook, source: OutsideSource): AccountRef =>
  own(payment, ledgerAccount.outside(source));

export function captureDrafts(payment: Payment, source: Source, fee: bigint): TransferDraft[] {
  const subject = subjectOf.payment(payment.id);
  const base = { amount: paidAmount(payment), code: 'payment', subject, line: 0 } as const;
  const payee = payeeOf(payment);
  const drafts: TransferDraft[] = [];
  if (source.method === 'wallet') {
    const customer = source.customerHolderId;
    drafts.push(
      {
        ...base,
        from: accountOf(payment, customer, ledgerAccount.wallet),
        to: accountOf(payment, customer, ledgerAccount.transit),
      },
      { ...base, from: own(payment, ledgerAccount.transit), to: payee },
    );
  } else {
    drafts.push({ ...base, from: outside(payment, source.outside), to: payee });
  }
  // That of an order is charged when the order settles.
  if (fee > 0n && payment.orderId === null)
    drafts.push({ ...base, from: payee, to: own(payment, ledgerAccount.fees), amount: fee, code: 'payment_fee' });
  return drafts;
}

/** The reverse of a capture: the fee returns first, then the money goes back to where it came from. */
export function refundDrafts(
  payment: Payment,
  source: Source,
  refund: { id: string; amount: bigint; feeReturned: bigint },
): TransferDraft[] {
  const base = { amount: refund.amount, code: 'refund', subject: subjectOf.refund(refund.id), line: 0 } as const;
  const payee = payeeOf(payment);
  const drafts: TransferDraft[] = [];
  if (refund.feeReturned > 0n) {
    drafts.push({
      ...base,
      from: own(payment, ledgerAccount.fees),
      to: payee,
      amount: refund.feeReturned,
      code: 'refund_fee',
    });
  }
  if (source.method === 'wallet') {
    const customer = source.customerHolderId;
    drafts.push(
      { ...base, from: payee, to: own(payment, ledgerAccount.transit) },
      {
        ...base,
        from: accountOf(payment, customer, ledgerAccount.transit),
        to: accountOf(payment, customer, ledgerAccount.wallet),
      },
    );
  } else {
    drafts.push({ ...base, from: payee, to: outside(payment, source.outside) });
  }
  return drafts;
}

/** Reverses every transfer of a refund that the provider refused. */
export const failedRefundDrafts = (
  payment: Payment,
  source: Source,
  refund: { id: string; amount: bigint; feeReturned: bigint },
): TransferDraft[] =>
  refundDrafts(payment, source, refund)
    .reverse()
    .map((draft) => ({
      ...draft,
      from: draft.to,
      to: draft.from,
      code: draft.code === 'refund' ? ('refund_failed' as const) : ('refund_fee_failed' as const),
    }));

/** A capture that the payment can no longer accept: posted and returned in one transaction. */
export function lateCaptureDrafts(
  payment: Payment,
  source: OutsideSource,
  late: { attemptId: string; amount: bigint; currency: string },
): TransferDraft[] {
  const book = { ...payment, currency: late.currency };
  const base = { amount: late.amount, subject: subjectOf.attempt(late.attemptId), line: 0 } as const;
  const payee = payeeOf(book);
  return [
    { ...base, from: outside(book, source), to: payee, code: 'late_capture' },
    { ...base, from: payee, to: outside(book, source), code: 'late_capture_return' },
  ];
}

/** `turn`: which withdrawal or return of the dispute it is, counted from 0. */
type ChargebackFacts = { disputeId: string; amount: bigint; currency: string; turn: number };

/** The provider's fee for a dispute, or what it returns of it: between the service's own fees and the acquirer. */
export function disputeFeeDraft(
  mode: Mode,
  source: OutsideSource,
  {
    disputeId,
    amount,
    currency,
    code,
    line,
  }: Omit<ChargebackFacts, 'turn'> & { code: 'dispute_fee' | 'dispute_fee_returned'; line: number },
): TransferDraft {
  const book = { holderId: serviceHolderId, mode, currency };
  const fees = accountIn(book, ledgerAccount.fees);
  const acquirer = accountIn(book, ledgerAccount.outside(source));
  const [from, to] = code === 'dispute_fee' ? [fees, acquirer] : [acquirer, fees];
  return { from, to, amount, code, subject: subjectOf.dispute(disputeId), line };
}

/** A dispute that was won: the full amount returns to the payee. The caller then recovers the payee's debts. */
export function chargebackReversedDrafts(
  payment: PaymentBook,
  source: OutsideSource,
  { disputeId, amount, currency, turn }: ChargebackFacts,
): [TransferDraft] {
  const book = { ...payment, currency };
  const subject = subjectOf.wonDispute(disputeId);
  return [{ from: outside(book, source), to: payeeOf(book), amount, code: 'chargeback_reversed', subject, line: turn }];
}

/** Every account that a chargeback may touch; the payee's first. */
export function chargebackAccounts(
  payment: PaymentBook,
  source: OutsideSource,
  currency: string,
): [payee: AccountRef, ...others: AccountRef[]] {
  const book = { ...payment, currency };
  return [
    payeeOf(book),
    outside(book, source),
    ...[ledgerAccount.transit, ledgerAccount.debts, ledgerAccount.debt].map((one) => own(book, one)),
    ...[ledgerAccount.advances, ledgerAccount.transit].map((one) => accountOf(book, serviceHolderId, one)),
  ];
}

/**
 * A chargeback: taken from the payee's balance as far as it goes; the rest is advanced by the service and becomes a
 * debt.
 * @param available the payee's balance, in minor units.
 */
export function chargebackDrafts(
  payment: PaymentBook,
  source: OutsideSource,
  { disputeId, amount, currency, turn }: ChargebackFacts,
  available: bigint,
): TransferDraft[] {
  const book = { ...payment, currency };
  const base = { subject: subjectOf.dispute(disputeId), line: turn } as const;
  const covered = least(available, amount);
  const advance = { ...base, amount: amount - covered, code: 'chargeback_advance' } as const;
  const away = outside(book, source);
  const drafts: TransferDraft[] = [];
  if (covered > 0n) drafts.push({ ...base, from: payeeOf(book), to: away, amount: covered, code: 'chargeback' });
  if (advance.amount > 0n) {
    const ofService = (account: Account): AccountRef => accountOf(book, serviceHolderId, account);
    drafts.push(
      { ...advance, from: ofService(ledgerAccount.advances), to: ofService(ledgerAccount.transit) },
      { ...advance, from: own(book, ledgerAccount.transit), to: away },
      { ...advance, from: own(book, ledgerAccount.debts), to: own(book, ledgerAccount.debt), code: 'chargeback_debt' },
    );
  }
  return drafts;
}
