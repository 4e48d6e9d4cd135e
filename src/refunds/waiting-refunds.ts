/**
 * What of the clearing wallet may be spent: its balance less the refunds that wait for it (docs/ledger.md, "Waiting
 * refunds").
 */
import type { Tx } from '../database/transaction.ts';
import type { AccountRef } from '../ledger/accounts.ts';
import { balanceOf, type HeldAccounts } from '../ledger/post.ts';
import { sumWaitingRefunds } from './order-refunds.repository.ts';

/**
 * What may be spent of a held clearing account, in minor units; below 0 when refunds wait for more than there is. It
 * stays true for as long as the account is held: a refund comes to wait, and is paid, only by who holds it.
 */
export async function spendableClearing(tx: Tx, held: HeldAccounts, clearing: AccountRef): Promise<bigint> {
  return balanceOf(held, clearing) - (await sumWaitingRefunds(tx, clearing, clearing.currency));
}
