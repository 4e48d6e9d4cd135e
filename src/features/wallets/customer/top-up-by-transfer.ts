/**
 * Tops up a customer's wallet with real money, by bank transfer: the top-up waits until the money has arrived. It is
 * refused in a currency for which the operator has given no account, because nobody would know where to send it.
 */

import type { Clock } from '../../../base/clock/clock.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { AppError, invalidField } from '../../../base/errors/app-error.ts';
import type { Actor } from '../../../core/access/actor.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { findBankDetails } from '../bank-details.repository.ts';
import { requestTopUp } from '../top-up.ts';
import type { TopUp } from '../top-ups.repository.ts';
import { readTopUpMoney } from './read-top-up.ts';

/** @throws AppError `forbidden`; `validation_failed` for what was typed; `rate_limited`. */
export async function topUpByTransfer(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  asked: { amount: string | number; currency: string },
): Promise<TopUp> {
  const read = readTopUpMoney(asked.amount, asked.currency);
  if (!read.ok) {
    const details = Object.entries(read.errors).map(([field, message]) => ({ field, message }));
    throw new AppError('validation_failed', { details });
  }
  const { currency } = read.money;
  if ((await findBankDetails(tx, currency)) === undefined) {
    const message = `Bank transfers in ${currency} are not available yet.`;
    throw invalidField('currency', message);
  }
  return requestTopUp(actor, tx, clock, book, { ...read.money, accountKind: 'wallet', source: 'bank' });
}
