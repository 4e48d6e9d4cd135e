/**
 * A refund of a payment by bank transfer: no provider sends it, so the operator pays it at the bank, and says so, or a statement
 * shows it (docs/contract/merchant.md, "Bank transfer"). One that can't be paid fails like any other.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findLivingFile } from '../bank-files/living-file.repository.ts';
import { findSucceeded } from '../payments/attempts.repository.ts';
import { bankProvider } from '../payments/payment.ts';
import { lockOrderOf, lockPayment } from '../payments/payments.repository.ts';
import type { RefundResult } from '../providers/provider.ts';
import { applyRefund } from './refund-payment.ts';
import { sourceOf } from './refundable.ts';
import { findRefund, lockRefund, type Refund } from './refunds.repository.ts';

const unknown = 'No refund by bank transfer has this id.';

/** `failed` with a reason, which the shop reads; also one that the bank sent back. */
export type BankOutcome = Extract<RefundResult, { kind: 'succeeded' | 'failed' }>;

/**
 * A second time it changes nothing.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` when it failed before, or fails while the bank may send it by a file.
 */
export async function settleBankRefund(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  mode: Mode,
  id: string,
  outcome: BankOutcome,
): Promise<Refund> {
  authorize(actor, 'transfers.return', { holderId: serviceHolderId, mode });
  const holderId = holderOfPublicId('ref', id);
  const known = holderId === undefined ? undefined : await findRefund(tx, holderId, id);
  if (known === undefined || known.mode !== mode) throw new AppError('not_found', { message: unknown });
  const settled = await settle(actor, tx, clock, known, outcome, refuseIfFiled);
  await appendAudit(actor, tx, {
    action: 'transfers.return',
    holderId: known.holderId,
    mode,
    object: { kind: 'refund', id },
    before: { status: known.status },
    after: { status: settled.status, amount: known.amount, currency: known.currency, reason: settled.failure },
  });
  return settled;
}

/** A step of an import, which is authorized: a statement shows that the bank has sent it. */
export async function settleShownRefund(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  { holderId, id }: Pick<Refund, 'holderId' | 'id'>,
): Promise<void> {
  const known = await findRefund(tx, holderId, id);
  if (known !== undefined) await settle(actor, tx, clock, known, { kind: 'succeeded' });
}

/** A step of taking a bank's report, which is authorized: the bank will not send it. */
export async function failRejectedRefund(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  known: Refund,
  reason: string,
): Promise<void> {
  await settle(actor, tx, clock, known, { kind: 'failed', reason });
}

/** Both orders that a payment's refunds are written under, then the refund itself, which a payment file may be taking. */
export async function lockBankRefund(tx: Tx, holderId: bigint, id: string): Promise<Refund | undefined> {
  const known = await findRefund(tx, holderId, id);
  if (known === undefined) return undefined;
  await lockOrderOf(tx, holderId, known.paymentId);
  await lockPayment(tx, holderId, known.paymentId);
  return lockRefund(tx, holderId, id);
}

/** A refund that has failed goes back to the shop's wallet: the bank must not pay it as well. */
async function refuseIfFiled(tx: Tx, refund: Refund, outcome: BankOutcome): Promise<void> {
  if (outcome.kind !== 'failed' || refund.status !== 'pending') return;
  const file = await findLivingFile(tx, refund.id);
  if (file === undefined) return;
  const message = `The refund is in the payment file ${file}. Give up the file first, if your bank will not execute it.`;
  throw new AppError('invalid_state', { message });
}

async function settle(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  known: Refund,
  outcome: BankOutcome,
  refuse?: (tx: Tx, refund: Refund, outcome: BankOutcome) => Promise<void>,
): Promise<Refund> {
  const { holderId, id, paymentId } = known;
  await lockOrderOf(tx, holderId, paymentId);
  const payment = await lockPayment(tx, holderId, paymentId);
  const attempt = payment && (await findSucceeded(tx, payment));
  // Read again: it may have ended while this transaction waited for the payment's lock.
  const refund = await lockRefund(tx, holderId, id);
  if (payment === undefined || refund === undefined || attempt?.provider !== bankProvider) {
    throw new AppError('not_found', { message: unknown });
  }
  if (refund.status === outcome.kind) return refund;
  if (refund.status === 'failed') throw new AppError('invalid_state', { message: 'The refund has failed.' });
  await refuse?.(tx, refund, outcome);
  const work = { actor, tx, at: clock.now(holderId, payment.mode) };
  return (await applyRefund(work, payment, refund, sourceOf(attempt), outcome)) as Refund;
}
