/** Payments to a shop, by card or from a customer's wallet, with the service's fee (docs/ledger.md, "What is posted"). */
import type { ModelAttempt } from './checkouts.ts';
import { recoverOwn } from './debts.ts';
import { type FeeRule, feeOf } from './fees.ts';
import {
  balance,
  cross,
  type ModelPayment,
  min,
  move,
  outsideOf,
  type Purse,
  positive,
  type Refusal,
  sourceOf,
  sum,
} from './purse.ts';

export function payShop(purse: Purse, paidBy: ModelAttempt | null, amount: bigint, rule: FeeRule): Refusal | undefined {
  if (paidBy === null && amount > balance(purse, 'wallet', 'customer')) return 'insufficient_funds';
  if (paidBy === null) cross(purse, ['customer', 'wallet'], ['shop', 'wallet'], amount);
  else move(purse, outsideOf(paidBy), 'wallet', amount, 'shop');
  const fee = feeOf(amount, rule);
  move(purse, 'wallet', 'fees', fee, 'shop');
  recoverOwn(purse, 'shop');
  purse.payments.push({ amount, paidBy, fee, chargedBack: 0n, refunds: [] });
  return undefined;
}

/** The fee returns first, in proportion to all that is refunded; then the customer is paid, or nothing is posted. */
export function refundShop(purse: Purse, payment: ModelPayment, amount: bigint | undefined): Refusal | undefined {
  const counting = payment.refunds.filter(({ status }) => status !== 'failed');
  const before = sum(counting.map((one) => one.amount));
  const left = positive(payment.amount - before - payment.chargedBack);
  const wanted = amount ?? left;
  if (wanted <= 0n || wanted > left) return 'refund_exceeds';
  const due = (payment.fee * (before + wanted)) / payment.amount - sum(counting.map((one) => one.feeReturned));
  const feeReturned = min(positive(due), wanted);
  if (wanted > balance(purse, 'wallet', 'shop') + feeReturned) return 'insufficient_funds';
  move(purse, 'fees', 'wallet', feeReturned, 'shop');
  if (payment.paidBy === null) {
    cross(purse, ['shop', 'wallet'], ['customer', 'wallet'], wanted);
    recoverOwn(purse, 'customer');
  } else move(purse, 'wallet', outsideOf(payment.paidBy), wanted, 'shop');
  payment.refunds.push({ amount: wanted, feeReturned, status: payment.paidBy === null ? 'succeeded' : 'pending' });
  return undefined;
}

/** The provider answers; a refusal posts everything back. */
export function answerShop(
  purse: Purse,
  payment: ModelPayment,
  refund: ModelPayment['refunds'][number],
  yes: boolean,
): void {
  refund.status = yes ? 'succeeded' : 'failed';
  if (yes) return;
  move(purse, sourceOf(payment), 'wallet', refund.amount, 'shop');
  move(purse, 'wallet', 'fees', refund.feeReturned, 'shop');
  recoverOwn(purse, 'shop');
}
