/**
 * Whether a payment can be refunded to where it was paid from (docs/contract/merchant.md, "Refund or cancel a payment"
 * and "What can be charged").
 */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { outsideSourceOf } from '../../core/ledger/accounts.ts';
import { isClosed } from '../holders/holders.repository.ts';
import { findRefundProblem } from '../payments/amount-limits.ts';
import { type Attempt, findSucceeded } from '../payments/attempts.repository.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { type Payment, refundableAmount } from '../payments/payment.ts';
import type { Source } from '../payments/postings.ts';

/** Fits the envelope of interface A (docs/contract/merchant.md, "Merchant envelope"). */
const walletClosed = 'The wallet that paid is closed; refund it elsewhere.';

/**
 * Real money is not refunded to a wallet that was closed. If it is open, it stays so until the transaction ends.
 * @throws AppError `invalid_state`.
 */
export async function refuseClosedWallet(tx: Tx, { mode }: Payment, source: Source): Promise<void> {
  if (mode !== 'live' || source.method !== 'wallet' || !(await isClosed(tx, source.customerHolderId))) return;
  throw new AppError('invalid_state', { message: walletClosed });
}

/**
 * A part that the provider can't refund is refused at once instead of failing later. What is left is always accepted: it
 * is what the provider charged, less parts that it could refund.
 * @throws AppError `validation_failed`.
 */
export function refuseUnrefundable(
  { providers }: Pick<PayDeps, 'providers'>,
  payment: Payment,
  { provider }: Attempt,
  amount: bigint,
): void {
  if (provider === 'wallet' || amount === refundableAmount(payment)) return;
  const problem = findRefundProblem(providers, provider, amount, payment.currency);
  if (problem === undefined) return;
  throw invalidField('amount', problem);
}

/**
 * Checks a refund that may have to wait for funds before it is accepted.
 * @throws AppError `invalid_state`; `validation_failed` for a part that the provider can't refund.
 */
export async function requireRefundable(
  tx: Tx,
  deps: Pick<PayDeps, 'providers'>,
  payment: Payment,
  amount: bigint,
): Promise<void> {
  const attempt = await findSucceeded(tx, payment);
  if (attempt === undefined) return;
  refuseUnrefundable(deps, payment, attempt, amount);
  await refuseClosedWallet(tx, payment, sourceOf(attempt));
}

export function sourceOf(attempt: Attempt): Source {
  if (attempt.method !== 'wallet') return { method: attempt.method, outside: outsideSourceOf(attempt) };
  return { method: 'wallet', customerHolderId: attempt.payerHolderId as bigint };
}
