/** Payments by bank transfer, of the shop and of orders (docs/ledger.md, "Payments by bank transfer"). */
import { type Checkout, dayMs, type ModelAttempt } from './checkouts.ts';
import type { FeeRule } from './fees.ts';
import { pay } from './orders.ts';
import { type ModelPayment, move, type Purse } from './purse.ts';
import { payShop } from './shop.ts';

/** It is waited for for a week; chosen again, not longer. */
export function choose(checkout: Checkout, now: number): void {
  if (checkout.transferred !== null) return;
  checkout.transferred = 0n;
  const until = now + 7 * dayMs;
  if (until > checkout.expiresAt) checkout.expiresAt = until;
}

/** A part is the service's to keep until the rest comes; what is above the amount stays on its line, in no book. */
export function arrive(purse: Purse, checkout: Checkout, amount: bigint, rule: FeeRule): void {
  const before = checkout.transferred as bigint;
  if (before + amount < checkout.amount) {
    move(purse, 'outside:bank', 'suspense', amount, 'service');
    checkout.transferred = before + amount;
    return;
  }
  move(purse, 'suspense', 'outside:bank', before, 'service');
  const attempt = { id: '', provider: 'bank', method: 'bank_transfer', state: 'succeeded' } as const;
  checkout.attempts.push({ ...attempt });
  const { order } = checkout;
  const paidBy = checkout.attempts.at(-1) as ModelAttempt;
  if (order === null) payShop(purse, paidBy, checkout.amount, rule);
  else pay(purse, order, paidBy, rule);
  checkout.status = 'succeeded';
  checkout.paid = order ?? (purse.payments.at(-1) as ModelPayment);
}
