/**
 * Paying through a provider, from the customer's click to a result or a page to go to. The provider is asked between
 * two transactions, never inside one; should this process die in between, the sweep asks again.
 */
import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type {
  BeginResult,
  CardDetails,
  ChargeState,
  Provider,
  ProviderMethod,
  Providers,
} from '../funding/provider.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Book } from '../ledger/accounts.ts';
import { type Attempt, findAttempt, findDueAttempts, findProcessing, noteProgress } from './attempts.repository.ts';
import { type BrowserDigest, bothModes, expirePayment, type PaymentDeps } from './capture-payment.ts';
import type { Payment } from './payment.ts';
import { findExpired, findPayment } from './payments.repository.ts';
import { type AppliedResult, type AttemptKey, applyCharge, startAttempt } from './provider-attempt.ts';

const sessionMs = 30 * 60_000;
const soonMs = 6_000;
const askAgainMs = 60_000;
const sweepMax = 200;

export type PayDeps = PaymentDeps & { db: Database; providers: Providers };

export type PayRequest = {
  method: ProviderMethod;
  card: CardDetails | undefined;
  payerName: string;
  browser: BrowserDigest;
  /** Our page of this payment: where the provider sends the customer back to. */
  returnAddress: string;
  description: string;
};

export type PayOutcome = { kind: AppliedResult } | { kind: 'continue'; address: string };

/** @throws AppError `invalid_state` when the payment is not open; `forbidden` where no provider is configured. */
export async function payWithProvider(
  actor: Actor,
  deps: PayDeps,
  payment: Payment,
  request: PayRequest,
): Promise<PayOutcome> {
  authorize(actor, 'payments.pay', payment);
  const provider = deps.providers.find(payment.mode);
  if (provider === undefined || !provider.methods.includes(request.method)) throw new AppError('forbidden');
  const { method, card, payerName, browser } = request;
  const cardLastFour = card?.number.slice(-4) ?? null;
  const { attemptId } = await inTransaction(deps.db, (tx) =>
    startAttempt(tx, deps, payment, { provider: provider.name, method, cardLastFour, payerName, browser }),
  );
  const now = deps.clock.now(payment.holderId, payment.mode);
  const begun = await provider.begin({
    attemptId,
    mode: payment.mode,
    method,
    amount: payment.amount,
    currency: payment.currency,
    description: request.description,
    returnAddress: request.returnAddress,
    expiresAt: new Date(now.getTime() + sessionMs),
    card,
  });
  return noteBegun(deps, { holderId: payment.holderId, attemptId }, begun, now);
}

async function noteBegun(deps: PayDeps, key: AttemptKey, begun: BeginResult, now: Date): Promise<PayOutcome> {
  const { providerRef } = begun;
  const continues = begun.kind === 'continue';
  if (!continues && begun.kind !== 'pending') {
    return { kind: await inTransaction(deps.db, (tx) => applyCharge(tx, deps, key, begun)) };
  }
  const waitMs = continues ? sessionMs : soonMs;
  const dueAt = new Date(now.getTime() + waitMs);
  // The queue runs on the real clock, which a test book may be ahead of.
  const runAt = new Date(deps.clock.now(0n, 'live').getTime() + waitMs);
  await inTransaction(deps.db, async (tx) => {
    const continueUrl = continues ? begun.address : null;
    await noteProgress(tx, key.holderId, key.attemptId, { providerRef, continueUrl, dueAt, at: now });
    await enqueueCheck(tx, key, { runAt });
  });
  return continues ? { kind: 'continue', address: begun.address } : { kind: 'open' };
}

/** Has the provider asked about an attempt: now, or at `runAt`. `providerRef` as in `checkAttempt`. */
export function enqueueCheck(
  tx: Tx,
  { holderId, attemptId }: AttemptKey,
  { runAt, providerRef }: { runAt?: Date; providerRef?: string },
): Promise<void> {
  return enqueue(tx, {
    name: 'check_attempt',
    payload: { holderId: String(holderId), attemptId, ...(providerRef === undefined ? {} : { providerRef }) },
    key: `check_attempt:${attemptId}`,
    ...(runAt === undefined ? {} : { runAt }),
  });
}

/**
 * Asks the provider about an attempt that is under way, or was given up, and applies what it says.
 * @param providerRef the provider's own name for it, should our row have none: its answer is checked all the same.
 */
export async function checkAttempt(
  actor: Actor,
  deps: PayDeps,
  key: AttemptKey,
  providerRef?: string,
): Promise<AppliedResult> {
  authorize(actor, 'payments.check', bothModes(key));
  return settleWith(deps, key, (provider, charge) => provider.confirm(charge), providerRef);
}

/** Ends the attempt under way, if the provider can still call it back, so that the payment is open again. */
export async function abandonAttempt(actor: Actor, deps: PayDeps, payment: Payment): Promise<AppliedResult> {
  authorize(actor, 'payments.cancel', payment);
  const attempt = await findProcessing(deps.db, payment);
  if (attempt === undefined) return 'unknown';
  const attemptKey = { holderId: payment.holderId, attemptId: attempt.id };
  return settleWith(deps, attemptKey, (provider, charge) => provider.close(charge));
}

const attemptOf = (attempt: Attempt) => ({ attemptId: attempt.id, providerRef: attempt.providerRef });

type Ask = (provider: Provider, charge: ReturnType<typeof attemptOf>) => Promise<ChargeState>;

async function settleWith(deps: PayDeps, key: AttemptKey, ask: Ask, hint?: string): Promise<AppliedResult> {
  const attempt = await findAttempt(deps.db, key.holderId, key.attemptId);
  if (attempt === undefined || attempt.provider === 'wallet') return 'unknown';
  if (attempt.status === 'succeeded' || attempt.status === 'returned') return attempt.status;
  const provider = deps.providers.named(attempt.provider);
  if (provider === undefined) {
    await askLater(deps, attempt);
    return 'open';
  }
  const providerRef = attempt.providerRef ?? hint ?? null;
  const charge = await ask(provider, { attemptId: attempt.id, providerRef }).catch(async (error: unknown) => {
    // It waits its turn: one that can't be asked about must not hold up the others.
    await askLater(deps, attempt);
    throw error;
  });
  // One that was given up comes back only when money came in after all.
  if (attempt.status === 'declined' && charge.kind !== 'succeeded') return 'declined';
  const applied = await inTransaction(deps.db, (tx) => applyCharge(tx, deps, key, { ...charge, providerRef }));
  if (applied === 'open') await askLater(deps, attempt);
  return applied;
}

/** Puts off when the sweep asks again. */
async function askLater(deps: PayDeps, { holderId, id, paymentId, providerRef }: Attempt): Promise<void> {
  const payment = await findPayment(deps.db, holderId, paymentId);
  const now = deps.clock.now(holderId, payment?.mode ?? 'live');
  const dueAt = new Date(now.getTime() + askAgainMs);
  await inTransaction(deps.db, (tx) =>
    noteProgress(tx, holderId, id, { providerRef, continueUrl: null, dueAt, at: now }),
  );
}

/**
 * Asks about every attempt whose time has come, and ends payments whose time is over. One failure stops no other.
 * @param only the one book to look at; undefined: all of them.
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
  for (const { holderId, id } of attempts) {
    await checkAttempt(actor, deps, { holderId, attemptId: id }).catch(onError);
  }
  const expired = await findExpired(deps.db, now, sweepMax, only);
  for (const key of expired) {
    await inTransaction(deps.db, (tx) => expirePayment(actor, tx, deps, key)).catch(onError);
  }
  return attempts.length + expired.length;
}

/** Sends money that came too late back at the provider. Keyed by the attempt: asked again, it goes back once. */
export async function returnLateCapture(
  actor: Actor,
  deps: PayDeps,
  late: AttemptKey & { amount: bigint; currency: string },
): Promise<void> {
  authorize(actor, 'payments.follow_up', bothModes(late));
  const attempt = await findAttempt(deps.db, late.holderId, late.attemptId);
  if (attempt === undefined || attempt.provider === 'wallet') return;
  const provider = deps.providers.named(attempt.provider);
  if (provider === undefined) throw new AppError('unavailable');
  const { amount, currency } = late;
  const result = await provider.refund({ refundId: `late_${attempt.id}`, ...attemptOf(attempt), amount, currency });
  if (result.kind === 'failed')
    throw new AppError('unavailable', { message: 'The provider refused to return late money.' });
}
