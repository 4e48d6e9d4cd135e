/** The attempt under way, visible only to the browser that began it. */

import type { Database } from '../../base/database/pool.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type Browser, browserDigest } from '../../features/checkout/browser.ts';
import { type Attempt, findLatest, findProcessing } from '../../features/payments/attempts.repository.ts';
import { checkAttempt, type PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';

export async function ownAttempt(
  { db }: { db: Database },
  payment: Payment,
  browser: Browser,
): Promise<Attempt | undefined> {
  return payment.status === 'processing' ? findOwnAttempt(db, payment, browser) : undefined;
}

/** Finds the browser's attempt in any state of the payment. */
export async function findOwnAttempt(db: Database, payment: Payment, browser: Browser): Promise<Attempt | undefined> {
  if (browser === undefined) return undefined;
  const attempt = await findProcessing(db, payment);
  return attempt?.browser?.equals(browserDigest(payment.id, browser)) ? attempt : undefined;
}

/** The browser's attempt that has failed, if it is the last one of an open payment. */
export async function findOwnFailure(db: Database, payment: Payment, browser: Browser): Promise<Attempt | undefined> {
  if (browser === undefined || payment.lastError === null) return undefined;
  const attempt = await findLatest(db, payment);
  const isOwn = attempt?.browser?.equals(browserDigest(payment.id, browser));
  return isOwn && attempt?.status === 'declined' ? attempt : undefined;
}

/** Checks the attempt with the provider now rather than at the next sweep, when the customer is back or waiting. */
export async function lookAgain(actor: Actor, deps: PayDeps, payment: Payment, browser: Browser): Promise<Payment> {
  const attempt = await ownAttempt(deps, payment, browser);
  // Without the provider's id of the attempt there is nothing to query yet.
  if (attempt === undefined || attempt.providerRef === null) return payment;
  await checkAttempt(actor, deps, { holderId: payment.holderId, attemptId: attempt.id });
  return (await findPayment(deps.db, payment.holderId, payment.id)) ?? payment;
}
