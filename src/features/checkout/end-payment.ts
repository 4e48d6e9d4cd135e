/**
 * The ways a customer can end a payment: through a provider, from the wallet, Cancel. Amount and currency come from the
 * payment's row, never from a form. The payment records which browser ended it.
 */

import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { cancelPayment, declineWallet, payFromCustomerWallet } from '../payments/capture-payment.ts';
import { abandonAttempt, type PayDeps, payWithProvider } from '../payments/pay-with-provider.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayment } from '../payments/payments.repository.ts';
import { customerOf } from '../people/people.repository.ts';
import type { Person } from '../people/people.ts';
import type { CardDetails, DeclineReason, ProviderMethod } from '../providers/provider.ts';
import { browserDigest } from './browser.ts';

/**
 * `over`: the payment had already ended or expired. `unknown_number`: not one of the simulator's test cards, so nothing
 * was tried or stored. `no_wallet`: this person has no customer. `processing`: the result is not known yet. `continue`:
 * the customer continues at the provider. `unavailable`: no provider answered and none has charged anything.
 */
export type EndResult =
  | { ok: true }
  | { ok: false; reason: 'unavailable'; failure: AppError }
  | { ok: false; reason: 'over' | 'processing' | 'continue' | 'unknown_number' | 'no_wallet' | DeclineReason };

type ProviderPayment = {
  method: ProviderMethod;
  card: CardDetails | undefined;
  payerName: string;
  /** Where a receipt goes, in which language; null for none. */
  payerEmail: string | null;
  payerLanguage: string;
  /** The checkout page of this payment. */
  returnAddress: string;
  merchant: string;
};

export async function payThroughProvider(
  actor: Actor,
  deps: PayDeps,
  payment: Payment,
  request: ProviderPayment,
  browser: string,
): Promise<EndResult> {
  const { merchant, ...asked } = request;
  const { card } = asked;
  const provider = deps.providers.choose({ ...payment, method: request.method });
  if (card !== undefined && provider?.acceptsCard?.(card.number) === false)
    return { ok: false, reason: 'unknown_number' };
  return refusals(async () => {
    const digest = browserDigest(payment.id, browser);
    const pay = { ...asked, browser: digest, description: merchant };
    const outcome = await payWithProvider(actor, deps, payment, pay).catch(unlessOpen(deps, payment));
    if ('ok' in outcome) return outcome;
    if (outcome.kind === 'continue') return { ok: false, reason: 'continue' };
    if (outcome.kind === 'open') return { ok: false, reason: 'processing' };
    if (outcome.kind !== 'declined') return { ok: true };
    const now = await findPayment(deps.db, payment.holderId, payment.id);
    return { ok: false, reason: (now?.lastError as DeclineReason | undefined) ?? 'declined' };
  });
}

/** Passes on why no provider answered, unless the payment is open still: the customer may then pay at once. */
const unlessOpen =
  ({ db }: PayDeps, { holderId, id }: Payment) =>
  async (error: unknown): Promise<EndResult> => {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    if ((await findPayment(db, holderId, id))?.status !== 'created') throw error;
    return { ok: false, reason: 'unavailable', failure: error };
  };

export async function payFromWallet(
  actor: Actor,
  deps: PayDeps,
  payment: Payment,
  person: Person & { language: string },
  browser: string,
): Promise<EndResult> {
  const customerHolderId = await customerOf(deps.db, person.personId);
  if (customerHolderId === undefined) return { ok: false, reason: 'no_wallet' };
  const payer = { name: person.name, email: person.email, language: person.language, customerHolderId };
  const digest = browserDigest(payment.id, browser);
  const paid = await refusals(async () => {
    await inTransaction(deps.db, (tx) => payFromCustomerWallet(actor, tx, deps, payment, payer, digest), payment);
    return { ok: true };
  });
  if (paid.ok || paid.reason !== 'insufficient_funds') return paid;
  return refusals(async () => {
    await inTransaction(deps.db, (tx) => declineWallet(actor, tx, deps, payment, 'insufficient_funds'), payment);
    return paid;
  });
}

/** Closes an attempt under way first, if its provider can. @returns `over` when there was nothing left to cancel. */
export async function cancelByCustomer(
  actor: Actor,
  deps: PayDeps,
  payment: Payment,
  browser: string,
): Promise<EndResult> {
  if (payment.status === 'processing') {
    const closed = await abandonAttempt(actor, deps, payment);
    if (closed === 'open') return { ok: false, reason: 'processing' };
  }
  return refusals(async () => {
    await inTransaction(
      deps.db,
      (tx) => cancelPayment(actor, tx, deps, payment, browserDigest(payment.id, browser)),
      payment,
    );
    return { ok: true };
  });
}

async function refusals(work: () => Promise<EndResult>): Promise<EndResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_state') return { ok: false, reason: 'over' };
    if (error instanceof AppError && error.code === 'insufficient_funds') return { ok: false, reason: error.code };
    throw error;
  }
}
