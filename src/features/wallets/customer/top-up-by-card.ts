/**
 * Tops up a wallet in test mode with the card simulator's numbers: succeeds or is refused immediately. Live money is
 * not accepted. A card number must never be stored, logged or shown again.
 */

import type { Clock } from '../../../base/clock/clock.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { AppError, invalidField } from '../../../base/errors/app-error.ts';
import type { Actor } from '../../../core/access/actor.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import type { FindChargeProblem } from '../../payments/amount-limits.ts';
import {
  behaviorOf,
  normalizeCardNumber,
  type TestCardBehavior,
  testCards,
} from '../../providers/simulator/test-cards.ts';
import { requestTopUp } from '../top-up.ts';
import type { TopUp } from '../top-ups.repository.ts';
import { readTopUpMoney, type TopUpMoney } from './read-top-up.ts';

type TopUpField = 'amount' | 'currency' | 'card_number';

/** Cards with an immediate result; the others need steps that only a payment has. */
const refusals: Partial<Record<TestCardBehavior, string>> = {
  declined: 'The card was declined. Nothing was charged. Try another card.',
  insufficient_funds: 'The card has insufficient funds. Nothing was charged. Try another card.',
  processing_error: 'The card could not be processed. Nothing was charged. Try again, or another card.',
};

export const topUpCards = testCards
  .filter(({ behavior }) => behavior === 'succeeds' || refusals[behavior] !== undefined)
  .map(({ number, meaning }) => ({ number: number.replaceAll(/(.{4})(?=.)/g, '$1 '), meaning }));

export type CardTopUpDeps = { clock: Clock; findChargeProblem: FindChargeProblem };
type CardTopUp = { amount: string | number; currency: string; cardNumber: string };
type ReadTopUp = { ok: true; money: TopUpMoney } | { ok: false; errors: Partial<Record<TopUpField, string>> };

/** What a form asks for: the amount in minor units, or what is wrong with each field. Pure. */
function readCardTopUp({ amount: typed, currency: code, cardNumber }: CardTopUp): ReadTopUp {
  const read = readTopUpMoney(typed, code);
  const errors: Partial<Record<TopUpField, string>> = read.ok ? {} : read.errors;
  const behavior = behaviorOf(normalizeCardNumber(cardNumber));
  if (behavior === undefined) errors.card_number = 'Use one of the test numbers below, never a real card.';
  else if (behavior !== 'succeeds') {
    errors.card_number = refusals[behavior] ?? 'This test number is for payments. Use one of those below.';
  }
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, money: read.money };
}

const tooMuchText = 'The wallet cannot hold that much. Choose a smaller amount.';
const notLive = 'Real money comes by bank transfer.';

/** @throws AppError `forbidden` in live mode, or without the right; `validation_failed` for what was typed. */
export async function topUpByCard(
  actor: Actor,
  tx: Tx,
  { clock, findChargeProblem }: CardTopUpDeps,
  book: Book,
  asked: CardTopUp,
): Promise<TopUp> {
  if (book.mode !== 'test') throw new AppError('forbidden', { message: notLive });
  const read = readCardTopUp(asked);
  if (!read.ok) {
    const details = Object.entries(read.errors).map(([field, message]) => ({ field, message }));
    throw new AppError('validation_failed', { details });
  }
  const problem = findChargeProblem(book, read.money.amount, read.money.currency);
  if (problem !== undefined) throw invalidField('amount', problem);
  return requestTopUp(actor, tx, clock, book, { ...read.money, accountKind: 'wallet', source: 'card' }).catch(tooMuch);
}

function tooMuch(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'balance_limit') throw error;
  throw new AppError('validation_failed', { details: [{ field: 'amount', message: tooMuchText }], cause: error });
}
