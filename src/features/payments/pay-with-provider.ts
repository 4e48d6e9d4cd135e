/**
 * Paying through a provider, from the customer's click to a result or a page to continue on. Must never call the
 * provider inside a transaction. If the process dies between the two transactions, the sweep queries the provider.
 */

import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { brandOf } from '../providers/card-brands.ts';
import type {
  BeginResult,
  CaptureRequest,
  CardDetails,
  ChargeKey,
  FoundCharge,
  Provider,
  ProviderMethod,
} from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import { checkAgainMs, enqueueCheck } from './attempt-jobs.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  findDueAttempts,
  findProcessing,
  noteProgress,
} from './attempts.repository.ts';
import { type BrowserDigest, bothModes, expirePayment, type PaymentDeps } from './capture-payment.ts';
import { findDueLateCaptures } from './late-captures.repository.ts';
import type { Payment } from './payment.ts';
import { findExpired, findPayment } from './payments.repository.ts';
import { type AppliedResult, applyCharge, startAttempt } from './provider-attempt.ts';
import { expireAuthorization, refuseCapture } from './request-capture.ts';
import { returnLateCapture } from './return-late-capture.ts';

const sessionMs = 30 * 60_000;
const soonMs = 6_000;
const sweepMax = 200;

/**
 * Handles a payment of which the customer's bank took money back, or returned it, in the same transaction and with the
 * order locked that it paid. Wired in `server.ts`.
 */
type OnChargeback = (work: UnitOfWork, payment: Payment) => Promise<void>;

export type PayDeps = PaymentDeps & { db: Database; providers: Providers; onChargeback: OnChargeback };

type PayRequest = {
  method: ProviderMethod;
  card: CardDetails | undefined;
  payerName: string;
  payerEmail?: string | null;
  payerLanguage?: string | null;
  browser: BrowserDigest;
  /** The checkout page of this payment, to which the provider returns the customer. */
  returnAddress: string;
  description: string;
};

type PayOutcome = { kind: AppliedResult } | { kind: 'continue'; address: string };

/**
 * Where a provider does not answer, and can't have charged anything, the next one that may charge is asked at once.
 * @throws AppError `invalid_state` when the payment is not open; `forbidden` when no provider can charge it by this method;
 *   `unavailable` when none of them answers: an attempt whose outcome is unknown is queried later.
 */
export async function payWithProvider(
  actor: Actor,
  deps: PayDeps,
  payment: Payment,
  request: PayRequest,
): Promise<PayOutcome> {
  authorize(actor, 'payments.pay', payment);
  const able = deps.providers.able({ ...payment, method: request.method });
  // A card that was typed on our page is for a provider that takes it there, and must never reach another.
  const candidates = able.filter(
    ({ acceptsCard }) => request.method !== 'card' || (acceptsCard === undefined) === (request.card === undefined),
  );
  let failure: unknown = new AppError('forbidden');
  for (const provider of candidates) {
    const started = await start(deps, payment, provider, request);
    const asked = await ask(deps, payment, provider, request, started);
    if ('begun' in asked) return noteBegun(actor, deps, started, asked.begun, started.at);
    failure = asked.failure;
    if (!(await isOver(actor, deps, provider, started))) break;
  }
  throw failure;
}

/**
 * Asks the provider again for an attempt that is under way because the process died before it noted the answer: by the
 * attempt's id, it charges once.
 * @throws AppError `unavailable` when it does not answer.
 */
export async function resumeAttempt(
  actor: Actor,
  deps: PayDeps,
  payment: Payment,
  { holderId, id, provider: name, createdAt }: Attempt,
  request: PayRequest,
): Promise<PayOutcome> {
  authorize(actor, 'payments.pay', payment);
  const provider = deps.providers.named(name);
  if (provider === undefined) throw new AppError('unavailable');
  const started = { holderId, attemptId: id, at: createdAt };
  const asked = await ask(deps, payment, provider, request, started);
  if ('failure' in asked) throw asked.failure;
  return noteBegun(actor, deps, started, asked.begun, createdAt);
}

type Started = AttemptKey & { at: Date };

async function start(deps: PayDeps, payment: Payment, provider: Provider, request: PayRequest): Promise<Started> {
  const { method, card, payerName, payerEmail = null, payerLanguage = null, browser } = request;
  const cardLastFour = card?.number.slice(-4) ?? null;
  const known = { cardLastFour, cardBrand: (card && brandOf(card.number)?.name) ?? null };
  const facts = { provider: provider.name, method, ...known, payerName, payerEmail, payerLanguage, browser };
  const { attemptId } = await inTransaction(deps.db, (tx) => startAttempt(tx, deps, payment, facts), payment);
  return { holderId: payment.holderId, attemptId, at: deps.clock.now(payment.holderId, payment.mode) };
}

async function ask(
  { providers }: PayDeps,
  { mode, amount, currency, manualCapture }: Payment,
  provider: Provider,
  { method, description, returnAddress, card }: PayRequest,
  { attemptId, at }: Started,
): Promise<{ begun: BeginResult } | { failure: unknown }> {
  const expiresAt = new Date(at.getTime() + sessionMs);
  const capture = manualCapture ? 'manual' : 'automatic';
  const charge = {
    attemptId,
    mode,
    method,
    amount,
    currency,
    description,
    returnAddress,
    expiresAt,
    capture,
    card,
  } as const;
  try {
    const begun = await provider.begin(charge);
    providers.note(provider.name, true);
    return { begun };
  } catch (failure) {
    providers.note(provider.name, false);
    return { failure };
  }
}

/** Whether an attempt that got no answer can't charge anything any more, so that the payment is open again. */
async function isOver(actor: Actor, deps: PayDeps, provider: Provider, key: AttemptKey): Promise<boolean> {
  const charge = { attemptId: key.attemptId, providerRef: null };
  const closed = await provider.close(charge).catch(() => undefined);
  if (closed?.kind !== 'declined') return false;
  const declined = { kind: 'declined', reason: 'processing_error' } as const;
  return (await inTransaction(deps.db, (tx) => applyCharge(actor, tx, deps, key, declined), key)) === 'declined';
}

async function noteBegun(
  actor: Actor,
  deps: PayDeps,
  key: AttemptKey,
  begun: BeginResult,
  now: Date,
): Promise<PayOutcome> {
  const { providerRef } = begun;
  const continues = begun.kind === 'continue';
  if (!continues && begun.kind !== 'pending') {
    return { kind: await inTransaction(deps.db, (tx) => applyCharge(actor, tx, deps, key, begun), key) };
  }
  const waitMs = continues ? sessionMs : soonMs;
  const dueAt = new Date(now.getTime() + waitMs);
  // Jobs run on the real clock; a test book's clock may be ahead of it.
  const runAt = new Date(deps.clock.now(0n, 'live').getTime() + waitMs);
  await inTransaction(
    deps.db,
    async (tx) => {
      const continueUrl = continues ? begun.address : null;
      await noteProgress(tx, key.holderId, key.attemptId, { providerRef, continueUrl, dueAt, at: now });
      await enqueueCheck(tx, key, { runAt });
    },
    key,
  );
  return continues ? { kind: 'continue', address: begun.address } : { kind: 'open' };
}

/**
 * Queries the provider about an attempt that is under way, authorized or was declined, and applies the result. If a capture of it was
 * asked for, the provider is asked to make it, again if need be.
 * @param providerRef the provider's id of the attempt, used when our row has none.
 */
export async function checkAttempt(
  actor: Actor,
  deps: PayDeps,
  key: AttemptKey,
  providerRef?: string,
): Promise<AppliedResult> {
  authorize(actor, 'payments.check', bothModes(key));
  const ask: Ask = (provider, charge, capture) =>
    capture === undefined || provider.capture === undefined
      ? provider.confirm(charge)
      : provider.capture({ ...charge, ...capture });
  return resolveWith(actor, deps, key, ask, providerRef);
}

/**
 * Has an attempt that ended here release the customer's money at its provider. What has been captured all the same is returned.
 * @throws AppError `unavailable` while the provider has not done so.
 */
export async function voidAuthorization(actor: Actor, deps: PayDeps, key: AttemptKey): Promise<AppliedResult> {
  authorize(actor, 'payments.check', bothModes(key));
  const attempt = await findAttempt(deps.db, key.holderId, key.attemptId);
  if (attempt?.status !== 'declined') return attempt === undefined ? 'unknown' : 'open';
  return resolveWith(actor, deps, key, async (provider, charge) => {
    const closed = await provider.close(charge);
    if (closed.kind === 'authorized' || closed.kind === 'pending') throw new AppError('unavailable');
    return closed;
  });
}

/** Ends the attempt under way if the provider can still close it, so that the payment is open again. */
export async function abandonAttempt(actor: Actor, deps: PayDeps, payment: Payment): Promise<AppliedResult> {
  authorize(actor, 'payments.cancel', payment);
  const attempt = await findProcessing(deps.db, payment);
  if (attempt === undefined) return 'unknown';
  const attemptKey = { holderId: payment.holderId, attemptId: attempt.id };
  return resolveWith(actor, deps, attemptKey, (provider, charge) => provider.close(charge));
}

const attemptOf = (attempt: Attempt) => ({ attemptId: attempt.id, providerRef: attempt.providerRef });

/** `asked`: what the provider is to capture of an authorized charge. */
type Ask = (
  provider: Provider,
  charge: ReturnType<typeof attemptOf>,
  asked: Omit<CaptureRequest, keyof ChargeKey> | undefined,
) => Promise<FoundCharge>;

async function captureAsked({ db }: PayDeps, { holderId, id, paymentId, status }: Attempt) {
  const payment = status === 'authorized' ? await findPayment(db, holderId, paymentId) : undefined;
  if (payment === undefined || payment.captureAmount === null) return undefined;
  return { captureId: `${id}.${payment.captureAmount}`, amount: payment.captureAmount, currency: payment.currency };
}

async function resolveWith(
  actor: Actor,
  deps: PayDeps,
  key: AttemptKey,
  ask: Ask,
  hint?: string,
): Promise<AppliedResult> {
  const attempt = await findAttempt(deps.db, key.holderId, key.attemptId);
  if (attempt === undefined || attempt.provider === 'wallet') return 'unknown';
  if (attempt.status === 'succeeded' || attempt.status === 'returned') return attempt.status;
  const provider = deps.providers.named(attempt.provider);
  if (provider === undefined) {
    await checkLater(deps, attempt);
    return 'open';
  }
  const knownRef = attempt.providerRef ?? hint ?? null;
  const asked = await captureAsked(deps, attempt);
  const known = { attemptId: attempt.id, providerRef: knownRef };
  const charge = await ask(provider, known, asked).catch(async (error: unknown) => {
    // Postpone this attempt: one that cannot be checked must not block the others.
    await checkLater(deps, attempt);
    throw error;
  });
  // A declined attempt changes only when money came in after all, or is held.
  if (attempt.status === 'declined' && charge.kind !== 'succeeded' && charge.kind !== 'authorized') return 'declined';
  if (asked !== undefined && charge.kind === 'authorized') {
    return inTransaction(deps.db, (tx) => refuseCapture(actor, tx, deps, key, asked.amount), key);
  }
  const providerRef = knownRef ?? charge.providerRef ?? null;
  const applied = await inTransaction(
    deps.db,
    (tx) => applyCharge(actor, tx, deps, key, { ...charge, providerRef }),
    key,
  );
  if (applied === 'open' || (applied === 'authorized' && asked !== undefined))
    await checkLater(deps, { ...attempt, providerRef });
  return applied;
}

/** Postpones the sweep's next check of an attempt. */
async function checkLater(deps: PayDeps, { holderId, id, paymentId, providerRef, status }: Attempt): Promise<void> {
  const payment = await findPayment(deps.db, holderId, paymentId);
  // An authorization is due when it ends, unless it is being captured.
  if (status === 'authorized' && payment?.captureAmount === null) return;
  const now = deps.clock.now(holderId, payment?.mode ?? 'live');
  const dueAt = new Date(now.getTime() + checkAgainMs);
  await inTransaction(
    deps.db,
    (tx) => noteProgress(tx, holderId, id, { providerRef, continueUrl: null, dueAt, at: now }),
    { holderId },
  );
}

/**
 * Checks every attempt and every late capture that is due, and expires payments and authorizations past their expiry. A failure of
 * one does not stop the others.
 * @param only the one book to check; undefined for all.
 * @returns how many were due.
 */
export async function sweepPayments(
  actor: Actor,
  deps: PayDeps,
  onError: (error: unknown) => void,
  only?: Book,
): Promise<number> {
  const now = deps.clock.now(0n, 'live');
  const attempts = await findDueAttempts(deps.db, now, sweepMax, only);
  for (const { holderId, id, status } of attempts) {
    const key = { holderId, attemptId: id };
    const isOver =
      status === 'authorized' &&
      (await inTransaction(deps.db, (tx) => expireAuthorization(actor, tx, deps, key), key).catch(onError));
    if (!isOver) await checkAttempt(actor, deps, key).catch(onError);
  }
  const late = await findDueLateCaptures(deps.db, now, sweepMax, only);
  for (const key of late) await returnLateCapture(actor, deps, key).catch(onError);
  const expired = await findExpired(deps.db, now, sweepMax, only);
  for (const key of expired) {
    await inTransaction(deps.db, (tx) => expirePayment(actor, tx, deps, key), key).catch(onError);
  }
  return attempts.length + late.length + expired.length;
}
