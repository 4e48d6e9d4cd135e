/** Payments to a shop, by card or from a customer's wallet, with the service's fee (docs/ledger.md, "What is posted"). */
import { recoverOwn } from './debts.ts';
import { type FeeRule, feeOf } from './fees.ts';
import { balance, cross, type ModelPayment, min, move, type Purse, positive, type Refusal, sum } from './purse.ts';

export function payShop(
  purse: Purse,
  method: ModelPayment['method'],
  amount: bigint,
  rule: FeeRule,
): Refusal | undefined {
  if (method === 'wallet' && amount > balance(purse, 'wallet', 'customer')) return 'insufficient_funds';
  if (method === 'wallet') cross(purse, ['customer', 'wallet'], ['shop', 'wallet'], amount);
  else move(purse, 'outside:card', 'wallet', amount, 'shop');
  const fee = feeOf(amount, rule);
  move(purse, 'wallet', 'fees', fee, 'shop');
  recoverOwn(purse, 'shop');
  purse.payments.push({ amount, method, fee, chargedBack: 0n, refunds: [] });
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
  if (payment.method === 'wallet') {
    cross(purse, ['shop', 'wallet'], ['customer', 'wallet'], wanted);
    recoverOwn(purse, 'customer');
  } else move(purse, 'wallet', 'outside:card', wanted, 'shop');
  payment.refunds.push({ amount: wanted, feeReturned, status: payment.method === 'wallet' ? 'succeeded' : 'pending' });
  return undefined;
}

/** The card's provider answers; a refusal posts everything back. */
export function answerShop(purse: Purse, refund: ModelPayment['refunds'][number], yes: boolean): void {
  refund.status = yes ? 'succeeded' : 'failed';
  if (yes) return;
  move(purse, 'outside:card', 'wallet', refund.amount, 'shop');
  move(purse, 'wallet', 'fees', refund.feeReturned, 'shop');
  recoverOwn(purse, 'shop');
}
