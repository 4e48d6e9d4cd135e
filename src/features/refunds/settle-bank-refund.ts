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
import { type Attempt, findSucceeded } from '../payments/attempts.repository.ts';
import { bankProvider, type Payment } from '../payments/payment.ts';
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
  const locked = await lockBankRefund(tx, known);
  await refuseIfFiled(tx, locked, outcome);
  const settled = await settle(actor, tx, clock, locked, outcome);
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
  key: Pick<Refund, 'holderId' | 'id'>,
): Promise<void> {
  await settle(actor, tx, clock, await lockBankRefund(tx, key), { kind: 'succeeded' });
}

/** A step of taking a bank's report, which is authorized: the bank will not send it. */
export async function failRejectedRefund(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  locked: LockedRefund,
  reason: string,
): Promise<void> {
  await settle(actor, tx, clock, locked, { kind: 'failed', reason });
}

type LockedRefund = { payment: Payment; attempt: Attempt; refund: Refund };

/**
 * With the order and the payment, under whose locks refunds are written, and the refund itself, which a payment file may be
 * taking.
 * @throws AppError `not_found`, also of one that goes back another way.
 */
export async function lockBankRefund(tx: Tx, { holderId, id }: Pick<Refund, 'holderId' | 'id'>): Promise<LockedRefund> {
  const known = await findRefund(tx, holderId, id);
  if (known !== undefined) {
    await lockOrderOf(tx, holderId, known.paymentId);
    const payment = await lockPayment(tx, holderId, known.paymentId);
    const attempt = payment && (await findSucceeded(tx, payment));
    // Read again: it may have ended while this transaction waited for the locks.
    const refund = await lockRefund(tx, holderId, id);
    if (payment !== undefined && refund !== undefined && attempt?.provider === bankProvider) {
      return { payment, attempt, refund };
    }
  }
  throw new AppError('not_found', { message: unknown });
}

/** A refund that has failed goes back to the shop's wallet: the bank must not pay it as well. */
async function refuseIfFiled(tx: Tx, { refund }: LockedRefund, outcome: BankOutcome): Promise<void> {
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
  { payment, attempt, refund }: LockedRefund,
  outcome: BankOutcome,
): Promise<Refund> {
  if (refund.status === outcome.kind) return refund;
  if (refund.status === 'failed') throw new AppError('invalid_state', { message: 'The refund has failed.' });
  const work = { actor, tx, at: clock.now(payment.holderId, payment.mode) };
  return (await applyRefund(work, payment, refund, sourceOf(attempt), outcome)) as Refund;
}
