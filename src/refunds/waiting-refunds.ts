/** The part of clearing that may be spent: its balance less the waiting refunds (docs/ledger.md, "Waiting refunds"). */
import type { Tx } from '../database/transaction.ts';
import type { AccountRef } from '../ledger/accounts.ts';
import { balanceOf, type LockedAccounts } from '../ledger/post.ts';
import { sumWaitingRefunds } from './order-refunds.repository.ts';

/**
 * The spendable amount of a locked clearing account, in minor units; below 0 when the waiting refunds exceed the
 * balance. It can't change while the account is locked: refunds start and stop waiting only under this lock.
 */
export async function spendableClearing(tx: Tx, locked: LockedAccounts, clearing: AccountRef): Promise<bigint> {
  return balanceOf(locked, clearing) - (await sumWaitingRefunds(tx, clearing, clearing.currency));
}
