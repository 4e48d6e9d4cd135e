/**
 * Moves a company's commission to clearing (docs/ledger.md, "What is posted"). The company's debt is recovered first,
 * then orders and refunds that wait for funds are processed.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { balanceOf, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { insertCommissionTransfer } from './commission-transfers.repository.ts';
import { type CommissionTransfer, presentCommissionTransfer } from './present-wallets.ts';

/** @param amount minor units, above 0. @throws AppError `forbidden`, `insufficient_funds`, `balance_limit`. */
export async function transferCommission(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  { amount, currency }: { amount: bigint; currency: string },
): Promise<CommissionTransfer> {
  authorize(actor, 'wallets.transfer', book);
  const { holderId, mode } = book;
  const from: AccountRef = accountIn({ holderId, mode, currency }, ledgerAccount.commission);
  const to: AccountRef = accountIn({ holderId, mode, currency }, ledgerAccount.clearing);
  const locked = await openAndLockAccounts(tx, [from, to]);
  if (amount > balanceOf(locked, from)) throw new AppError('insufficient_funds');
  const at = clock.now(holderId, mode);
  const transfer = { id: newPublicId('trf', holderId), mode, amount, currency, createdAt: at };
  const subject = subjectOf.transfer(transfer.id);

  await post(tx, [{ from, to, amount, code: 'commission_to_clearing', subject, line: 0 }], at, locked);
  await insertCommissionTransfer(tx, holderId, transfer);
  await recoverDebts(tx, [to], subject, at);
  await appendEvents({ actor, tx, at }, book, [
    { type: 'transfer.succeeded', subject, data: presentCommissionTransfer(transfer) },
  ]);
  await enqueueSettlement(tx, { ...book, currency });
  return transfer;
}
