/**
 * A holder repays what it owes the service by bank transfer (docs/ledger.md, "Debts"). The transfer is a top-up of at most
 * what is owed: when it arrives, the credit recovers the debt in the same transaction, and what was recovered otherwise by
 * then stays in the balance.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { findBankDetails } from '../wallets/bank-details.repository.ts';
import { startTopUp } from '../wallets/top-up.ts';
import type { TopUp } from '../wallets/top-ups.repository.ts';
import { debtToService } from './find-debt.ts';

/**
 * @param amount minor units; undefined for all that is owed.
 * @throws AppError `forbidden`, `rate_limited`; `invalid_state` when nothing is owed; `validation_failed` (`amount`) beyond
 * what is owed, (`currency`) without bank details in live mode.
 */
export async function startRepayment(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  { currency, amount }: { currency: string; amount: bigint | undefined },
): Promise<TopUp> {
  authorize(actor, 'debts.repay', book);
  const debt = await debtToService(tx, book, currency);
  const owed = await findBalance(tx, accountIn(debt, ledgerAccount.debt));
  if (owed === 0n) throw new AppError('invalid_state', { message: `Nothing is owed in ${currency}.` });
  if (amount !== undefined && amount > owed) {
    throw invalidField('amount', `must be at most ${formatDecimal(owed, exponentOf(currency))}, which is owed now`);
  }
  if (book.mode === 'live' && (await findBankDetails(tx, currency)) === undefined) {
    throw invalidField('currency', `Bank transfers in ${currency} are not available yet.`);
  }

  const { accountKind } = debt;
  return startTopUp(actor, tx, clock, book, { amount: amount ?? owed, currency, accountKind, source: 'bank' });
}
