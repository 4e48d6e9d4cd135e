/**
 * A holder repays what it owes the service by bank transfer (docs/ledger.md, "Debts"). The transfer is a top-up of at most
 * what is owed: when it arrives, the credit recovers the debt in the same transaction, and what was recovered otherwise by
 * then stays in the balance.
 */
import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { accountIn, type Book, ledgerAccount } from '../ledger/accounts.ts';
import { findBalance } from '../ledger/ledger.repository.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
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
    throw refusal('amount', `must be at most ${formatDecimal(owed, exponentOf(currency))}, which is owed now`);
  }
  if (book.mode === 'live' && (await findBankDetails(tx, currency)) === undefined) {
    throw refusal('currency', `Bank transfers in ${currency} are not available yet.`);
  }

  const { accountKind } = debt;
  return startTopUp(actor, tx, clock, book, { amount: amount ?? owed, currency, accountKind, source: 'bank' });
}

const refusal = (field: string, message: string): AppError =>
  new AppError('validation_failed', { details: [{ field, message }] });
