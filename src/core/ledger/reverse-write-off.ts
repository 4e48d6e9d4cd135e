/**
 * Reverses write-offs when what made the debt is undone, in the same transaction (docs/ledger.md, "Debts"): nobody keeps
 * both the money and the forgiven debt. Call it before `recoverDebts`.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { least } from '../../base/money/compare.ts';
import { type AccountRef, accountKey } from './accounts.ts';
import { debtAccountOf, writeOffReversedDrafts } from './debts.ts';
import type { AccountRow } from './ledger.repository.ts';
import { openAndLockAccounts, post } from './post.ts';
import type { TransferDraft } from './transfer.ts';
import { sumWrittenOff } from './written-off.repository.ts';

/**
 * @param credited the account whose debt it is.
 * @param part `amount`: the debt that is undone, in minor units; as much of it is owed again as was written off.
 */
export async function reverseWriteOff(
  tx: Tx,
  credited: AccountRef,
  part: Pick<TransferDraft, 'amount' | 'subject' | 'line'>,
  at: Date,
): Promise<void> {
  if (part.amount === 0n) return;
  const debt = debtAccountOf(credited) as AccountRef;
  const locked = await openAndLockAccounts(tx, [credited, debt]);
  const writtenOff = await sumWrittenOff(tx, locked.get(accountKey(debt)) as AccountRow);
  const amount = least(part.amount, writtenOff);
  if (amount > 0n) await post(tx, writeOffReversedDrafts(credited, { ...part, amount }), at);
}
