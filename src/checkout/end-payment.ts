/**
 * The customer's three ways to end a payment: card, wallet, Cancel. Amount and currency come from the payment's row,
 * never from a form. Each is one transaction; the browser that did it is remembered in the same one.
 */
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { chargeTestCard } from '../funding/test-cards.ts';
import { cancelPayment, capturePayment, declinePayment, type Funds, type Payer } from '../payments/capture-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { customerOf } from '../people/people.repository.ts';
import type { Person } from '../people/people.ts';
import { browserDigest } from './browser.ts';
import { insertEnding } from './endings.repository.ts';

export type EndDeps = { db: Database; clock: Clock };

/**
 * `over`: it had ended before, or its time was over. `unknown_number`: not one of the simulator's, so nothing was tried
 * and nothing is kept. `no_wallet`: this person is nobody's customer.
 */
export type EndResult =
  | { ok: true }
  | { ok: false; reason: 'over' | 'declined' | 'insufficient_funds' | 'unknown_number' | 'no_wallet' };

type Card = { number: string; lastFour: string; payerName: string };

/** @throws AppError `forbidden` for live money: the simulator never takes it. */
export async function payByCard(deps: EndDeps, payment: Payment, card: Card, browser: string): Promise<EndResult> {
  if (payment.mode !== 'test') throw new AppError('forbidden');
  const charge = chargeTestCard(card.number);
  const { lastFour: cardLastFour } = card;
  if (!charge.ok) {
    if (charge.reason === 'unknown_number') return { ok: false, reason: charge.reason };
    return decline(deps, payment, { method: 'card', reason: charge.reason, cardLastFour });
  }

  const payer = { name: card.payerName, email: null };
  return capture(deps, payment, { method: 'card', cardLastFour, customerHolderId: null }, payer, browser);
}

export async function payFromWallet(
  deps: EndDeps,
  payment: Payment,
  person: Person,
  browser: string,
): Promise<EndResult> {
  const customerHolderId = await customerOf(deps.db, person.personId);
  if (customerHolderId === undefined) return { ok: false, reason: 'no_wallet' };

  const payer = { name: person.name, email: person.email };
  const paid = await capture(deps, payment, { method: 'wallet', customerHolderId }, payer, browser);
  if (paid.ok || paid.reason !== 'insufficient_funds') return paid;
  return decline(deps, payment, { method: 'wallet', reason: paid.reason, cardLastFour: null });
}

/** @returns `over` when there was nothing left to cancel. */
export function cancelByCustomer({ db, clock }: EndDeps, payment: Payment, browser: string): Promise<EndResult> {
  return refusals(() =>
    inTransaction(db, async (tx) => {
      await cancelPayment(tx, clock, payment);
      await insertEnding(tx, payment, browserDigest(payment.id, browser));
    }),
  );
}

function capture({ db, clock }: EndDeps, payment: Payment, funds: Funds, payer: Payer, browser: string) {
  return refusals(() =>
    inTransaction(db, async (tx) => {
      await capturePayment(tx, clock, payment, funds, payer);
      await insertEnding(tx, payment, browserDigest(payment.id, browser));
    }),
  );
}

type Declined = Parameters<typeof declinePayment>[3] & { reason: 'declined' | 'insufficient_funds' };

async function decline({ db, clock }: EndDeps, payment: Payment, attempt: Declined): Promise<EndResult> {
  const kept = await refusals(() => inTransaction(db, (tx) => declinePayment(tx, clock, payment, attempt)));
  return kept.ok ? { ok: false, reason: attempt.reason } : kept;
}

async function refusals(work: () => Promise<void>): Promise<EndResult> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_state') return { ok: false, reason: 'over' };
    if (error instanceof AppError && error.code === 'insufficient_funds') return { ok: false, reason: error.code };
    throw error;
  }
}
