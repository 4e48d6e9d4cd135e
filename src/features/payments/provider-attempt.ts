/**
 * An attempt to pay through a provider: begun in one transaction, and ended by whichever reports the result first: the
 * provider's answer, its later notice, or the sweep. A result that is applied twice, out of order or to an ended
 * payment moves money once or returns it immediately (docs/contract/merchant.md, "Payment states"). Steps of the use
 * cases in `pay-with-provider.ts`, which authorize the actor; must never call a provider.
 */

import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { outsideSourceOf } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import type { ChargeState, ProviderMethod } from '../providers/provider.ts';
import { enqueueVoid } from './attempt-jobs.ts';
import {
  type Attempt,
  type AttemptKey,
  endAttempt,
  findAttempt,
  insertAttempt,
  setAttemptAuthorized,
} from './attempts.repository.ts';
import {
  authorizePayment,
  type BrowserDigest,
  isExpired,
  lockPayable,
  type PaymentDeps,
  publishPayment,
  releaseAuthorization,
  succeed,
} from './capture-payment.ts';
import { insertLateCapture } from './late-captures.repository.ts';
import type { Payment, PaymentKey } from './payment.ts';
import { lockPayment, setProcessing, setReopened, takesPayments } from './payments.repository.ts';
import { lateCaptureDrafts } from './postings.ts';
import { enqueueReturn } from './return-late-capture.ts';

/** For how long a provider that names no end holds the money. */
const authorizedMs = 7 * 24 * 60 * 60_000;

/** Without a result for this long, the sweep queries the provider. */
const askAfterMs = 120_000;

type AttemptStart = {
  provider: string;
  method: ProviderMethod;
  cardLastFour: string | null;
  cardBrand?: string | null;
  payerName: string;
  payerEmail?: string | null;
  payerLanguage?: string | null;
  browser: BrowserDigest;
};

/**
 * `created → processing`: from now on the payment is neither canceled nor expired. @returns the attempt's id.
 * @throws AppError `not_found`, `invalid_state`, `merchant_not_active`.
 */
export async function startAttempt(
  tx: Tx,
  deps: PaymentDeps,
  key: PaymentKey,
  start: AttemptStart,
): Promise<{ attemptId: string; payment: Payment }> {
  const payment = await lockPayable(tx, deps.clock, key);
  const at = deps.clock.now(payment.holderId, payment.mode);
  const id = newPublicId('att', payment.holderId);

  await insertAttempt(tx, payment, {
    ...start,
    payerEmail: start.payerEmail ?? null,
    payerLanguage: start.payerLanguage ?? null,
    id,
    providerRef: null,
    status: 'processing',
    error: null,
    cardBrand: start.cardBrand ?? null,
    payerHolderId: null,
    at,
    dueAt: new Date(at.getTime() + askAfterMs),
  });
  if (!(await setProcessing(tx, payment, at))) throw new AppError('invalid_state');
  return { attemptId: id, payment };
}

/** `open`: no result yet. `authorized`: the money is held, and not captured yet. `returned`: the capture came too late and was returned immediately. */
export type AppliedResult = 'open' | 'authorized' | 'succeeded' | 'declined' | 'returned' | 'unknown';

/** Applies the provider's result to an attempt. The caller has verified that it comes from the provider. */
export async function applyCharge(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  { holderId, attemptId }: AttemptKey,
  charge: ChargeState & { providerRef?: string | null },
): Promise<AppliedResult> {
  const known = await findAttempt(tx, holderId, attemptId);
  const payment = known && (await lockPayment(tx, holderId, known.paymentId));
  // Read again: the attempt may have ended while this transaction waited for the payment's lock.
  const attempt = payment && (await findAttempt(tx, holderId, attemptId));
  if (payment === undefined || attempt === undefined) return 'unknown';
  if (attempt.status === 'succeeded' || attempt.status === 'returned') return attempt.status;
  if (charge.kind === 'pending') return attempt.status === 'processing' ? 'open' : attempt.status;
  if (charge.kind === 'declined') return decline(actor, tx, deps, payment, attempt, charge.reason);
  if (charge.kind === 'authorized') return hold(actor, tx, deps, payment, attempt, charge);

  const takes = attempt.status === 'authorized' || (await isTaking(tx, deps, payment, attempt));
  if (!isAsAsked(payment, charge) || !takes) return sendBack(actor, tx, deps, payment, attempt, charge);
  const at = deps.clock.now(holderId, payment.mode);
  const payer = { name: attempt.payerName ?? 'Card holder', email: charge.payerEmail ?? attempt.payerEmail };
  await endAttempt(tx, holderId, attempt.id, 'succeeded', {
    error: null,
    cardLastFour: charge.cardLastFour,
    cardBrand: charge.cardBrand,
    providerRef: charge.providerRef ?? null,
    at,
  });
  const source = { method: providerMethod(attempt), outside: outsideSourceOf(attempt) };
  const captured = payment.manualCapture ? { ...payment, capturedAmount: charge.amount } : payment;
  await succeed(actor, tx, deps, captured, source, payer, attempt.browser);
  return 'succeeded';
}

/** Less than was asked for may be captured by hand at the provider, of a payment that the shop captures. */
function isAsAsked(payment: Payment, { kind, amount, currency }: Extract<ChargeState, { amount: bigint }>): boolean {
  if (currency !== payment.currency) return false;
  return kind === 'succeeded' && payment.manualCapture ? amount <= payment.amount : amount === payment.amount;
}

/** Whether money of the attempt can still be for its payment. */
async function isTaking(tx: Tx, { clock }: PaymentDeps, payment: Payment, attempt: Attempt): Promise<boolean> {
  if (payment.status === 'processing') return attempt.status === 'processing';
  return payment.status === 'created' && !isExpired(payment, clock) && (await takesPayments(tx, payment));
}

/** Notes an authorization, or has one voided that the payment does not ask for or can no longer accept. */
async function hold(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  payment: Payment,
  attempt: Attempt,
  charge: Extract<ChargeState, { kind: 'authorized' }> & { providerRef?: string | null },
): Promise<AppliedResult> {
  if (attempt.status === 'authorized') return 'authorized';
  const { holderId, id: attemptId } = attempt;
  const isWanted = payment.manualCapture && isAsAsked(payment, charge) && (await isTaking(tx, deps, payment, attempt));
  if (!isWanted) {
    await enqueueVoid(tx, { holderId, attemptId });
    return decline(actor, tx, deps, payment, attempt, 'processing_error');
  }
  const at = deps.clock.now(holderId, payment.mode);
  const capturableUntil = charge.capturableUntil ?? new Date(at.getTime() + authorizedMs);
  const { cardLastFour, cardBrand, providerRef = null } = charge;
  const facts = { cardLastFour, cardBrand, providerRef, dueAt: capturableUntil, at };
  await setAttemptAuthorized(tx, { holderId, attemptId }, facts);
  const payer = { name: attempt.payerName ?? 'Card holder', email: charge.payerEmail ?? attempt.payerEmail };
  await authorizePayment({ actor, tx, at }, deps, payment, { ...payer, capturableUntil }, attempt.browser);
  return 'authorized';
}

async function decline(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  payment: Payment,
  attempt: Attempt,
  reason: string,
): Promise<AppliedResult> {
  const at = deps.clock.now(payment.holderId, payment.mode);
  if (attempt.status === 'authorized') {
    await releaseAuthorization({ actor, tx, at }, deps, payment, 'expired');
    return 'declined';
  }
  if (attempt.status !== 'processing') return 'declined';
  await endAttempt(tx, payment.holderId, attempt.id, 'declined', { error: reason, cardLastFour: null, at });
  await setReopened(tx, payment, reason, at);
  await publishPayment({ actor, tx, at }, { ...payment, status: 'created' }, 'payment.declined', { reason });
  return 'declined';
}

async function sendBack(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  payment: Payment,
  attempt: Attempt,
  charge: Extract<ChargeState, { kind: 'succeeded' }> & { providerRef?: string | null },
): Promise<AppliedResult> {
  const { holderId, mode } = payment;
  const at = deps.clock.now(holderId, mode);
  const { amount, currency, cardLastFour, cardBrand } = charge;
  await post(tx, lateCaptureDrafts(payment, outsideSourceOf(attempt), { attemptId: attempt.id, amount, currency }), at);
  const wasProcessing = attempt.status === 'processing';
  if (attempt.status === 'authorized') await releaseAuthorization({ actor, tx, at }, deps, payment, 'expired');
  const providerRef = charge.providerRef ?? null;
  await endAttempt(tx, holderId, attempt.id, 'returned', { error: 'late', cardLastFour, cardBrand, providerRef, at });
  const reopens = wasProcessing && payment.status === 'processing';
  if (reopens) await setReopened(tx, payment, 'processing_error', at);
  const ended: Payment = attempt.status === 'authorized' ? { ...payment, status: 'expired' } : payment;
  const now: Payment = reopens ? { ...payment, status: 'created' } : ended;
  await publishPayment({ actor, tx, at }, now, 'late_capture.returned', { attempt: attempt.id });
  const late = { holderId, attemptId: attempt.id, mode, paymentId: payment.id, amount, currency, createdAt: at };
  await insertLateCapture(tx, late, new Date(at.getTime() + askAfterMs));
  await enqueueReturn(tx, late);
  return 'returned';
}

function providerMethod(attempt: Attempt): ProviderMethod {
  if (attempt.method === 'wallet' || attempt.method === 'bank_transfer') throw new AppError('invalid_state');
  return attempt.method;
}
