/**
 * Refunds of payments to the source they were paid from (docs/contract/merchant.md, "Refund or cancel a payment",
 * docs/ledger.md, "What is posted"). The transfers are posted when the refund is accepted. The provider is called
 * afterwards, outside any transaction, and if it refuses, everything is posted back. One `refund_ref` refunds once.
 */

import { newPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { sendRefundNotice } from '../checkout/notices/send-receipt.ts';
import { lockOrderById } from '../orders/orders.repository.ts';
import { type Attempt, findSucceeded } from '../payments/attempts.repository.ts';
import { bothModes } from '../payments/capture-payment.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import {
  bankProvider,
  isPaid,
  type Payment,
  type PaymentKey,
  paidAmount,
  refundableAmount,
} from '../payments/payment.ts';
import { addRefunded, findPayment, lockPayment, setRefunded } from '../payments/payments.repository.ts';
import { failedRefundDrafts, feeToReturn, payeeOf, refundDrafts, type Source } from '../payments/postings.ts';
import type { RefundResult } from '../providers/provider.ts';
import { followPaymentRefund } from './finish-order-refund.ts';
import { presentRefund } from './present-refund.ts';
import { refuseClosedWallet, refuseUnrefundable, sourceOf } from './refundable.ts';
import {
  findDueRefunds,
  findRefund,
  findRefundByRef,
  insertRefund,
  postponeRefund,
  type Refund,
  setRefundEnded,
  sumFeesReturned,
  sumSucceededRefunds,
} from './refunds.repository.ts';

const checkAgainMs = 60_000;
const sweepMax = 200;
/** Of a refund that no provider makes. */
const never = new Date('9999-12-31T00:00:00Z');

export type RefundRequest = {
  refundRef: string;
  /** Minor units; undefined: everything left. */
  amount: bigint | undefined;
  reason: string | null;
};

/**
 * Accepts a refund in the caller's transaction, or returns the existing one with this `refund_ref`.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` for an unpaid payment; `refund_exceeds`; `validation_failed`
 * for a part that the provider can't refund; `insufficient_funds` when the wallet is short (nothing is posted); `idempotency_conflict` for the same ref with
 * another amount.
 */
export async function requestRefund(
  actor: Actor,
  tx: Tx,
  deps: Pick<PayDeps, 'clock' | 'providers'>,
  key: PaymentKey,
  request: RefundRequest,
): Promise<{ refund: Refund; existed: boolean }> {
  const payment = await lockPayment(tx, key.holderId, key.id);
  authorize(actor, 'payments.refund', payment, noPayment);
  if (payment === undefined) throw new AppError('not_found', { message: noPayment });
  const at = deps.clock.now(payment.holderId, payment.mode);
  const accepted = await acceptRefund({ actor, tx, at }, payment, request, (attempt, amount) =>
    refuseUnrefundable(deps, payment, attempt, amount),
  );
  if (accepted.existed) return accepted;
  const { id, amount, currency, status } = accepted.refund;
  await appendAudit(actor, tx, {
    action: 'payments.refund',
    holderId: payment.holderId,
    mode: payment.mode,
    object: { kind: 'refund', id },
    after: { payment: payment.id, amount, currency, status },
  });
  return accepted;
}

const noPayment = 'Payment not found';

/**
 * `requestRefund` for a payment whose row is locked, without the permission check, for use cases that made their own.
 * @param refuse throws for an amount that must not be refunded to where the payment came from.
 */
export async function acceptRefund(
  work: UnitOfWork,
  payment: Payment,
  request: RefundRequest,
  refuse: (attempt: Attempt, amount: bigint) => void = () => {},
): Promise<{ refund: Refund; existed: boolean }> {
  const { tx, at } = work;
  const existing = await findRefundByRef(tx, payment, request.refundRef);
  if (existing !== undefined) {
    if (request.amount !== undefined && request.amount !== existing.amount) throw new AppError('idempotency_conflict');
    return { refund: existing, existed: true };
  }
  if (!isPaid(payment.status)) {
    throw new AppError('invalid_state', { message: `The payment is not paid; its status is ${payment.status}.` });
  }
  const left = refundableAmount(payment);
  const amount = request.amount ?? left;
  if (amount <= 0n || amount > left) throw new AppError('refund_exceeds');
  const attempt = (await findSucceeded(tx, payment)) as Attempt;
  refuse(attempt, amount);
  const source = sourceOf(attempt);
  await refuseClosedWallet(tx, payment, source);
  const byBank = source.method === 'bank_transfer';
  // Test money has no bank to go back to.
  const instant = source.method === 'wallet' || (byBank && payment.mode === 'test');
  const refund: Refund = {
    holderId: payment.holderId,
    id: newPublicId('ref', payment.holderId),
    mode: payment.mode,
    paymentId: payment.id,
    refundRef: request.refundRef,
    status: instant ? 'succeeded' : 'pending',
    amount,
    currency: payment.currency,
    // The fee of an order is returned with the refund of the order.
    feeReturned: payment.orderId === null ? feeToReturn(payment, amount, await sumFeesReturned(tx, payment)) : 0n,
    reason: request.reason,
    failure: null,
    createdAt: at,
  };

  await post(tx, refundDrafts(payment, source, refund), at).catch(sayInsufficient);
  // A customer may owe the service: every credit to a wallet pays that first.
  if (source.method === 'wallet')
    await recoverDebts(tx, [walletOf(payment, source.customerHolderId)], subjectOf.refund(refund.id), at);
  await insertRefund(tx, { ...refund, dueAt: instant ? null : byBank ? never : new Date(at.getTime() + checkAgainMs) });
  await addRefunded(tx, payment, amount, at);
  await publishRefund(work, refund);
  if (instant) {
    await noteRefunded(work, payment);
    await sendRefundNotice(tx, payment, refund);
  }
  // The operator sends it: nobody can be asked how it is doing.
  if (!instant && !byBank) await enqueueRefund(tx, refund);
  return { refund, existed: false };
}

const walletOf = ({ mode, currency }: Payment, holderId: bigint): AccountRef =>
  accountIn({ holderId, mode, currency }, ledgerAccount.wallet);

function sayInsufficient(error: unknown): never {
  if (error instanceof AppError && error.code === 'insufficient_funds') {
    throw new AppError('insufficient_funds', { message: 'Insufficient balance', cause: error });
  }
  throw error;
}

/** Enqueues the job that sends a pending refund to its provider, or looks up a succeeded one. */
export function enqueueRefund(tx: Tx, { holderId, id }: Pick<Refund, 'holderId' | 'id'>): Promise<void> {
  const payload = { holderId: String(holderId), refundId: id };
  return enqueue(tx, { name: 'make_refund', payload, key: `make_refund:${id}` });
}

/**
 * Sends a pending refund to its provider, or looks up whether a succeeded one has failed since, and applies the result.
 * Safe to call repeatedly and concurrently.
 */
export async function makeRefund(
  actor: Actor,
  deps: PayDeps,
  holderId: bigint,
  refundId: string,
): Promise<Refund | undefined> {
  authorize(actor, 'payments.check', bothModes({ holderId }));
  const refund = await findRefund(deps.db, holderId, refundId);
  if (refund === undefined || refund.status === 'failed') return refund;
  // After an error it is postponed, so that one failing refund does not block the others.
  return checkAndApply(actor, deps, refund).catch(async (error: unknown) => {
    await checkLater(deps, refund);
    throw error;
  });
}

async function checkAndApply(actor: Actor, deps: PayDeps, refund: Refund): Promise<Refund | undefined> {
  const { holderId, id: refundId, amount, currency } = refund;
  const attempt = await findSucceeded(deps.db, { holderId, id: refund.paymentId });
  if (attempt?.provider === bankProvider) return refund;
  const provider =
    attempt === undefined || attempt.provider === 'wallet' ? undefined : deps.providers.named(attempt.provider);
  if (attempt === undefined || provider === undefined) {
    await checkLater(deps, refund);
    return refund;
  }
  const { id: attemptId, providerRef } = attempt;
  const request = { refundId, attemptId, providerRef, amount, currency };
  // A refund that succeeded is never made again.
  const result = refund.status === 'succeeded' ? await provider.findRefund?.(request) : await provider.refund(request);
  if (result === undefined) return refund;
  const payment = await findPayment(deps.db, holderId, refund.paymentId);
  return inTransaction(
    deps.db,
    async (tx) => {
      // Lock order: the order before its payment.
      if (payment?.orderId) await lockOrderById(tx, payment, payment.orderId);
      const locked = (await lockPayment(tx, holderId, refund.paymentId)) as Payment;
      const work = { actor, tx, at: deps.clock.now(locked.holderId, locked.mode) };
      return applyRefund(work, locked, refund, sourceOf(attempt), result);
    },
    refund,
  );
}

/** Postpones the next attempt of the sweep. */
async function checkLater({ db, clock }: PayDeps, { holderId, mode, id }: Refund): Promise<void> {
  const dueAt = new Date(clock.now(holderId, mode).getTime() + checkAgainMs);
  await inTransaction(db, (tx) => postponeRefund(tx, holderId, id, dueAt), { holderId });
}

/** A step: the caller has locked the payment, and its order before. @returns the refund as it is then. */
export async function applyRefund(
  work: UnitOfWork,
  payment: Payment,
  refund: Refund,
  source: Source,
  result: RefundResult,
): Promise<Refund | undefined> {
  const { tx, at } = work;
  if (result.kind === 'pending') {
    // A succeeded refund has no due time and stays without one.
    await postponeRefund(tx, refund.holderId, refund.id, new Date(at.getTime() + checkAgainMs));
    return refund;
  }
  const failure = result.kind === 'failed' ? result.reason : null;
  if (!(await setRefundEnded(tx, refund, result.kind, failure, at))) return findRefund(tx, refund.holderId, refund.id);
  if (result.kind === 'failed') {
    await post(tx, failedRefundDrafts(payment, source, refund), at);
    // For an order's refund the parties' shares are restored before debts are recovered (`followPaymentRefund`).
    if (payment.orderId === null) await recoverDebts(tx, [payeeOf(payment)], subjectOf.refund(refund.id), at);
    await addRefunded(tx, payment, -refund.amount, at);
  }
  await noteRefunded(work, payment);
  const ended = (await findRefund(tx, refund.holderId, refund.id)) as Refund;
  await publishRefund(work, ended);
  if (ended.status === 'succeeded') await sendRefundNotice(tx, payment, ended);
  await followPaymentRefund(work, ended);
  return ended;
}

/** The payment's status depends on succeeded refunds only. */
async function noteRefunded({ tx, at }: UnitOfWork, payment: Payment): Promise<void> {
  const sum = await sumSucceededRefunds(tx, payment);
  const partly = sum === 0n ? 'succeeded' : 'partially_refunded';
  await setRefunded(tx, payment, sum === paidAmount(payment) ? 'refunded' : partly, at);
}

function publishRefund(work: UnitOfWork, refund: Refund): Promise<void> {
  const type = refund.status === 'pending' ? 'refund.created' : (`refund.${refund.status}` as const);
  const subject = subjectOf.payment(refund.paymentId);
  return appendEvents(work, refund, [{ type, subject, data: presentRefund(refund) }]);
}

/**
 * Processes every pending refund that is due. A failure does not stop the others.
 * @param only limits the sweep to one book; undefined: all books.
 * @returns how many were due.
 */
export async function sweepRefunds(
  actor: Actor,
  deps: PayDeps,
  onError: (error: unknown) => void,
  only?: Book,
): Promise<number> {
  const due = await findDueRefunds(deps.db, deps.clock.now(0n, 'live'), sweepMax, only);
  for (const { holderId, id } of due) await makeRefund(actor, deps, holderId, id).catch(onError);
  return due.length;
}
