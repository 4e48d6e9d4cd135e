/**
 * The transitions of a payment: authorized, paid, canceled, expired. One transaction posts all transfers and sets the payment
 * to `succeeded`, exactly once under any race; before that nothing is posted. Must never call a provider:
 * `pay-with-provider.ts` does.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents, type EventData, type NewEvent } from '../../core/events/append-events.ts';
import { post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { enqueueVoid } from './attempt-jobs.ts';
import { type Attempt, endAttempt, findAuthorized, insertAttempt } from './attempts.repository.ts';
import { feeOf, keptRule, noFee } from './fees/fee-rule.ts';
import { findFeeRules } from './fees/fee-rules.repository.ts';
import {
  bankProvider,
  cancelerOf,
  endOf,
  isPaid,
  type Payment,
  type PaymentKey,
  type PaymentMethod,
  paidAmount,
} from './payment.ts';
import {
  lockPayment,
  setAuthorized,
  setEnded,
  setReopened,
  setSucceeded,
  takesPayments,
} from './payments.repository.ts';
import { captureDrafts, payeeOf, type Source } from './postings.ts';
import { presentPaymentEvent } from './present-payment.ts';

/** Handles a payment that was just paid for the features it concerns, in the same transaction. Wired in `server.ts`. */
export type OnPaid = (work: UnitOfWork, payment: Payment) => Promise<void>;

/**
 * Likewise a payment that was authorized, or whose authorization has ended without a capture. Not called for the payment of an
 * order that its own use case cancels.
 */
type OnAuthorization = OnPaid;

export type PaymentDeps = { clock: Clock; onPaid: OnPaid; onAuthorization: OnAuthorization };

type Payer = { name: string; email: string | null };

/** SHA-256 of the customer's browser secret; null when no browser was involved. */
export type BrowserDigest = Buffer | null;

/**
 * Pays an open payment from a customer's wallet.
 * @throws AppError `not_found`; `invalid_state` when it is paid, canceled or expired; `merchant_not_active`;
 *   `insufficient_funds` when the wallet is short.
 */
export async function payFromCustomerWallet(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  key: PaymentKey,
  payer: Payer & { customerHolderId: bigint; language?: string },
  browser: BrowserDigest,
): Promise<void> {
  authorize(actor, 'payments.pay', bothModes(key));
  const payment = await lockPayable(tx, deps.clock, key);
  // Money in a wallet can't be held for later.
  if (payment.manualCapture) throw new AppError('forbidden');
  const at = deps.clock.now(payment.holderId, payment.mode);

  await insertAttempt(tx, payment, {
    ...instantAttempt(payment, 'wallet', 'succeeded', at),
    payerHolderId: payer.customerHolderId,
    payerName: payer.name,
    payerEmail: payer.email,
    payerLanguage: payer.language ?? null,
    browser,
  });
  await succeed(
    actor,
    tx,
    deps,
    payment,
    { method: 'wallet', customerHolderId: payer.customerHolderId },
    payer,
    browser,
  );
}

/**
 * Posts the money and marks a locked payment as paid. The caller writes the attempt's row.
 * @param payment with the amount that was captured of it, if the shop captures it.
 */
export async function succeed(
  actor: Actor,
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'onPaid'>,
  payment: Payment,
  source: Source,
  payer: Payer,
  browser: BrowserDigest,
): Promise<void> {
  const at = deps.clock.now(payment.holderId, payment.mode);
  const charged = await chargeOf(tx, payment, source.method);
  await post(tx, captureDrafts(payment, source, charged.fee), at);
  // The customer was led back to the shop with it when the payment was authorized.
  const trxId = payment.trxId ?? newPublicId('trx', payment.holderId);
  const { capturedAmount } = payment;
  const facts = { trxId, payerName: payer.name, payerEmail: payer.email, capturedAmount, charged, browser, at };
  if (!(await setSucceeded(tx, payment, facts))) throw new AppError('invalid_state');
  const { name: payerName, email: payerEmail } = payer;
  const paid: Payment = { ...payment, ...charged, status: 'succeeded', trxId, payerName, payerEmail, paidAt: at };
  const work = { actor, tx, at };
  await publishPayment(work, paid, 'payment.paid');
  await deps.onPaid(work, paid);
  // The shares of an order that is paid by now come before the company's debt.
  await recoverDebts(tx, [payeeOf(payment)], subjectOf.payment(payment.id), at);
}

/** What a payment is charged by the rule that it keeps for the method: changes of the rules since do not matter. */
async function chargeOf(
  tx: Tx,
  payment: Payment,
  method: PaymentMethod,
): Promise<Pick<Payment, 'fee' | 'feeBasisPoints' | 'feeFixed'>> {
  const id = keptRule(payment.feeRules, method);
  const rule = id === undefined ? undefined : (await findFeeRules(tx, [id])).get(id);
  const fee = rule?.fee ?? noFee;
  return { fee: feeOf(paidAmount(payment), fee), feeBasisPoints: fee.basisPoints, feeFixed: fee.fixed };
}

/** Notes that a locked payment was authorized; nothing is posted. The caller writes the attempt's row. */
export async function authorizePayment(
  work: UnitOfWork,
  deps: PaymentDeps,
  payment: Payment,
  { capturableUntil, ...payer }: Payer & { capturableUntil: Date },
  browser: BrowserDigest,
): Promise<void> {
  const { tx, at } = work;
  const trxId = newPublicId('trx', payment.holderId);
  const facts = { trxId, payerName: payer.name, payerEmail: payer.email, capturableUntil, endedBy: browser };
  if (!(await setAuthorized(tx, payment, facts, at))) throw new AppError('invalid_state');
  const authorized: Payment = { ...payment, ...facts, status: 'authorized' };
  await publishPayment(work, authorized, 'payment.authorized');
  await deps.onAuthorization(work, authorized);
}

/**
 * `authorized → cancelled | expired`, for a locked payment of which no capture is under way: from now on none can be made here, and
 * the provider is asked to release the money. What it captures all the same is returned.
 */
export async function releaseAuthorization(
  work: UnitOfWork,
  deps: PaymentDeps,
  payment: Payment,
  to: 'cancelled' | 'expired',
): Promise<void> {
  await releaseLocked(work, payment, to);
  await deps.onAuthorization(work, { ...payment, status: to });
}

/** As `releaseAuthorization`, for a use case that changes the order of the payment itself. */
async function releaseLocked(work: UnitOfWork, payment: Payment, to: 'cancelled' | 'expired'): Promise<void> {
  const { tx, at } = work;
  const attempt = (await findAuthorized(tx, payment)) as Attempt;
  const error = to === 'cancelled' ? 'voided' : 'abandoned';
  await endAttempt(tx, payment.holderId, attempt.id, 'declined', { error, cardLastFour: null, at });
  await setEnded(tx, payment, to, at);
  await publishEnd(work, { ...payment, status: to });
  await enqueueVoid(tx, { holderId: payment.holderId, attemptId: attempt.id });
}

/** @throws AppError `invalid_state` while a capture of an authorized payment is under way. */
function checkVoidable({ captureAmount }: Payment): void {
  if (captureAmount === null) return;
  throw new AppError('invalid_state', { message: 'A capture of this payment is under way.' });
}

/** Records a declined wallet attempt; the payment stays open and the customer may try again. */
export async function declineWallet(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  key: PaymentKey,
  reason: string,
): Promise<void> {
  authorize(actor, 'payments.pay', bothModes(key));
  const payment = await lockOpenPayment(tx, deps.clock, key);
  const at = deps.clock.now(payment.holderId, payment.mode);

  await insertAttempt(tx, payment, { ...instantAttempt(payment, 'wallet', 'declined', at), error: reason });
  await setReopened(tx, payment, reason, at);
  await publishPayment({ actor, tx, at }, { ...payment, status: 'created' }, 'payment.declined', { reason });
}

/**
 * `created | authorized → cancelled`, by the customer or the merchant; an authorization is voided.
 * @throws AppError `not_found`, `forbidden`; `invalid_state`, also while a capture is under way.
 */
export async function cancelPayment(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  key: PaymentKey,
  browser: BrowserDigest = null,
): Promise<void> {
  const payment = await lockPayment(tx, key.holderId, key.id);
  authorize(actor, 'payments.cancel', payment);
  if (payment?.status === 'authorized' && browser === null) {
    checkVoidable(payment);
    const at = deps.clock.now(payment.holderId, payment.mode);
    return releaseAuthorization({ actor, tx, at }, deps, payment, 'cancelled');
  }

  await cancelLocked(actor, tx, deps, checkOpen(payment, deps.clock), browser);
}

/**
 * As `cancelPayment`, for an open or authorized payment whose row is locked and a use case that is already authorized. It changes the
 * order of the payment itself.
 */
export async function cancelLocked(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  payment: Payment,
  browser: BrowserDigest = null,
): Promise<void> {
  const at = deps.clock.now(payment.holderId, payment.mode);
  if (payment.status === 'authorized') {
    checkVoidable(payment);
    return releaseLocked({ actor, tx, at }, payment, 'cancelled');
  }
  await setEnded(tx, payment, 'cancelled', at, browser);
  await publishEnd({ actor, tx, at }, { ...payment, status: 'cancelled' });
}

/** `created → expired`, once the payment's lifetime has ended. Any other payment stays as it is. */
export async function expirePayment(actor: Actor, tx: Tx, deps: PaymentDeps, key: PaymentKey): Promise<void> {
  authorize(actor, 'payments.follow_up', bothModes(key));
  const payment = await lockPayment(tx, key.holderId, key.id);
  if (payment !== undefined) await expireLocked(actor, tx, deps, payment);
}

/** As `expirePayment`, for a payment whose row is locked and a use case that is already authorized. */
export async function expireLocked(
  actor: Actor,
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  payment: Payment,
): Promise<void> {
  if (!isExpired(payment, clock)) return;
  const at = clock.now(payment.holderId, payment.mode);
  await setEnded(tx, payment, 'expired', at);
  await publishPayment({ actor, tx, at }, { ...payment, status: 'expired' }, 'payment.expired');
}

/**
 * Locks an open payment for a new attempt. Attempts already under way are completed even if the merchant is no longer
 * active.
 */
export async function lockPayable(tx: Tx, clock: Clock, key: PaymentKey): Promise<Payment> {
  const payment = await lockOpenPayment(tx, clock, key);
  if (!(await takesPayments(tx, payment))) throw new AppError('merchant_not_active');
  return payment;
}

async function lockOpenPayment(tx: Tx, clock: Clock, key: PaymentKey): Promise<Payment> {
  return checkOpen(await lockPayment(tx, key.holderId, key.id), clock);
}

function checkOpen(payment: Payment | undefined, clock: Clock): Payment {
  if (payment === undefined) throw new AppError('not_found');
  if (payment.status !== 'created') {
    throw new AppError('invalid_state', {
      message: `The payment is ${isPaid(payment.status) ? 'paid' : payment.status}.`,
    });
  }
  if (isExpired(payment, clock)) throw new AppError('invalid_state', { message: 'The payment is expired.' });
  return payment;
}

/**
 * Pays a locked payment that is open by the bank transfer that a statement showed: a step of the import, which is authorized.
 * @throws AppError `invalid_state`.
 */
export async function payByTransfer(
  actor: Actor,
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'onPaid'>,
  payment: Payment,
  arrived: { reference: string; payer: Payer; language: string | null; browser: BrowserDigest },
): Promise<void> {
  checkOpen(payment, deps.clock);
  const at = deps.clock.now(payment.holderId, payment.mode);

  await insertAttempt(tx, payment, {
    ...instantAttempt(payment, 'bank_transfer', 'succeeded', at),
    provider: bankProvider,
    providerRef: arrived.reference,
    payerName: arrived.payer.name,
    payerEmail: arrived.payer.email,
    payerLanguage: arrived.language,
    browser: arrived.browser,
  });
  const source: Source = { method: 'bank_transfer', outside: 'bank' };
  await succeed(actor, tx, deps, payment, source, arrived.payer, arrived.browser);
}

/** The scope of a payment whose row is not read yet: payers and jobs may act in either mode. */
export const bothModes = ({ holderId }: { holderId: bigint }): { holderId: bigint; mode: null } => ({
  holderId,
  mode: null,
});

/** Whether an open payment has expired, on its book's clock. */
export const isExpired = (
  payment: Pick<Payment, 'status' | 'expiresAt' | 'transferUntil' | 'holderId' | 'mode'>,
  clock: Clock,
): boolean => payment.status === 'created' && endOf(payment) <= clock.now(payment.holderId, payment.mode);

function instantAttempt(payment: Payment, method: PaymentMethod, status: 'succeeded' | 'declined', at: Date) {
  return {
    id: newPublicId('att', payment.holderId),
    provider: 'wallet',
    providerRef: null,
    method,
    status,
    error: null,
    cardLastFour: null,
    cardBrand: null,
    payerHolderId: null,
    payerName: null,
    payerEmail: null,
    payerLanguage: null,
    browser: null,
    at,
    dueAt: null,
  };
}

/** That a payment was canceled, and by whom, or has expired. */
function publishEnd(work: UnitOfWork, payment: Payment & { status: 'cancelled' | 'expired' }): Promise<void> {
  if (payment.status === 'expired') return publishPayment(work, payment, 'payment.expired');
  return publishPayment(work, payment, 'payment.cancelled', { cancelled_by: cancelerOf(work.actor) });
}

type PaymentEvent =
  | `capture.${'requested' | 'refused'}`
  | `payment.${'authorized' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'blocked'}`
  | `late_capture.${'returned' | 'refused'}`
  | `chargeback.${'created' | 'reversed'}`
  | 'dispute_evidence.submitted';

/** The event's data beyond the payment itself. */
type Beside<T extends PaymentEvent> = Omit<EventData<T>, keyof EventData<'payment.paid'>>;

/** @param payment its state after the change that the event reports. */
export function publishPayment<T extends PaymentEvent>(
  work: UnitOfWork,
  payment: Payment,
  type: T,
  ...[beside]: keyof Beside<T> extends never ? [] : [Beside<T>]
): Promise<void> {
  const data = { ...presentPaymentEvent(payment), ...beside };
  return appendEvents(work, payment, [{ type, subject: subjectOf.payment(payment.id), data } as NewEvent]);
}
