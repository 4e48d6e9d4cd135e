/**
 * Captures of authorized payments (docs/contract/merchant.md, "Capture a payment"). What is asked for is recorded before the provider
 * is asked, outside any transaction (`pay-with-provider.ts`), and is asked again until it has answered: a payment is captured once.
 * Must never post: `provider-attempt.ts` does, with what the provider says that it captured.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import type { Providers } from '../providers/providers.ts';
import { findCaptureProblem } from './amount-limits.ts';
import { checkAgainMs, enqueueCheck } from './attempt-jobs.ts';
import { type Attempt, type AttemptKey, findAttempt, findAuthorized, noteProgress } from './attempts.repository.ts';
import { bothModes, type PaymentDeps, publishPayment, releaseAuthorization } from './capture-payment.ts';
import { isPaid, type Payment, type PaymentKey } from './payment.ts';
import { lockPayment, setCaptureAsked } from './payments.repository.ts';
import { presentAmount } from './present-payment.ts';
import type { AppliedResult } from './provider-attempt.ts';

type CaptureDeps = { clock: Clock; providers: Providers };

/** `shares`: of an order's payment, by split. Minor units; `amount` undefined: all that was authorized. */
type Capture = { amount: bigint | undefined; shares?: bigint[] };

const noPayment = 'Payment not found';

const refuse = (message: string): AppError => new AppError('invalid_state', { message });

/**
 * Accepts the capture of a shop's authorized payment, or returns the payment if this amount was asked for before.
 * @throws AppError `not_found`; `forbidden`; `invalid_state`, also for another amount than was asked for before; `validation_failed`.
 */
export async function requestCapture(
  actor: Actor,
  tx: Tx,
  deps: CaptureDeps,
  key: PaymentKey,
  capture: Capture,
): Promise<Payment> {
  const payment = await lockPayment(tx, key.holderId, key.id);
  authorize(actor, 'payments.capture', payment, noPayment);
  if (payment === undefined) throw new AppError('not_found', { message: noPayment });
  if (payment.orderId !== null) throw refuse('It pays an order: capture the order.');
  const work = { actor, tx, at: deps.clock.now(payment.holderId, payment.mode) };
  const asked = await acceptCapture(work, deps, payment, capture);
  if (asked === payment) return payment;
  const { id, currency, captureAmount: amount } = asked;
  await appendAudit(actor, tx, {
    action: 'payments.capture',
    holderId: payment.holderId,
    mode: payment.mode,
    object: { kind: 'payment', id },
    after: { amount, currency },
  });
  return asked;
}

/**
 * `requestCapture` for a payment whose row is locked and a use case that is already authorized. Nothing is posted before the
 * provider has captured it. @returns the same object if this capture was asked for before.
 */
export async function acceptCapture(
  work: UnitOfWork,
  { providers }: CaptureDeps,
  payment: Payment,
  { amount = payment.amount, shares }: Capture,
): Promise<Payment> {
  const { tx, at } = work;
  const { holderId, currency } = payment;
  if (!payment.manualCapture) throw refuse('The payment is captured as it is paid.');
  if (amount <= 0n || amount > payment.amount) {
    throw invalidField('amount', 'must be above 0 and at most what was authorized');
  }
  const before = isPaid(payment.status) ? payment.capturedAmount : payment.captureAmount;
  if (before !== null && (isPaid(payment.status) || payment.status === 'authorized')) {
    if (before === amount && sameShares(shares, payment.captureShares)) return payment;
    throw refuse(`It can be captured once; ${presentAmount(before, currency)} was requested.`);
  }
  if (payment.status !== 'authorized') throw refuse(`The payment is ${payment.status}.`);
  if (payment.capturableUntil !== null && payment.capturableUntil <= at) throw refuse('Its authorization has expired.');
  const attempt = (await findAuthorized(tx, payment)) as Attempt;
  const problem = amount < payment.amount && findCaptureProblem(providers, attempt, amount, currency);
  if (problem) throw invalidField('amount', problem);

  await setCaptureAsked(tx, payment, amount, shares ?? null, at);
  const dueAt = new Date(at.getTime() + checkAgainMs);
  await noteProgress(tx, holderId, attempt.id, { providerRef: null, continueUrl: null, dueAt, at });
  await enqueueCheck(tx, { holderId, attemptId: attempt.id });
  const asked: Payment = { ...payment, captureAmount: amount, captureShares: shares ?? null, updatedAt: at };
  await publishPayment(work, asked, 'capture.requested');
  return asked;
}

/** A repetition without shares is about those that were chosen then. */
const sameShares = (asked: readonly bigint[] | undefined, stored: readonly bigint[] | null): boolean =>
  asked === undefined || stored === null || asked.join() === stored.join();

/** The provider refused the amount and still holds the money: another capture can be asked for. */
export async function refuseCapture(
  actor: Actor,
  tx: Tx,
  { clock }: CaptureDeps,
  { holderId, attemptId }: AttemptKey,
  amount: bigint,
): Promise<AppliedResult> {
  authorize(actor, 'payments.check', bothModes({ holderId }));
  const attempt = await findAttempt(tx, holderId, attemptId);
  const payment = attempt && (await lockPayment(tx, holderId, attempt.paymentId));
  if (payment?.status !== 'authorized' || payment.captureAmount !== amount) return 'authorized';
  const at = clock.now(holderId, payment.mode);
  await setCaptureAsked(tx, payment, null, null, at);
  const dueAt = payment.capturableUntil as Date;
  await noteProgress(tx, holderId, attemptId, { providerRef: null, continueUrl: null, dueAt, at });
  const still: Payment = { ...payment, captureAmount: null, captureShares: null };
  await publishPayment({ actor, tx, at }, still, 'capture.refused');
  return 'authorized';
}

/** `authorized → expired`, unless it is being captured or still holds. @returns whether it has expired. */
export async function expireAuthorization(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  { holderId, attemptId }: AttemptKey,
): Promise<boolean> {
  authorize(actor, 'payments.follow_up', bothModes({ holderId }));
  const attempt = await findAttempt(tx, holderId, attemptId);
  const payment = attempt && (await lockPayment(tx, holderId, attempt.paymentId));
  if (payment?.status !== 'authorized' || payment.captureAmount !== null) return false;
  const at = deps.clock.now(holderId, payment.mode);
  if (payment.capturableUntil === null || payment.capturableUntil > at) return false;

  await releaseAuthorization({ actor, tx, at }, deps, payment, 'expired');
  return true;
}
