/** All SQL of acquirers' payouts: the rows to which their transfers in the service's book belong. */
import type { Tx } from '../database/transaction.ts';
import { serviceHolderId } from '../ledger/post.ts';
import type { Mode } from '../money/mode.ts';

/** An acquirer's payout in minor units; `amount` includes the acquirer's fee. */
export type StoredAcquirerPayout = {
  /** Source and reference, as in the transfers' subject. */
  id: string;
  mode: Mode;
  source: 'card' | 'onlinewallet';
  currency: string;
  amount: bigint;
  fee: bigint;
  createdAt: Date;
};

export async function insertAcquirerPayout(tx: Tx, payout: StoredAcquirerPayout): Promise<void> {
  const { id, mode, source, currency, amount, fee, createdAt } = payout;
  await tx
    .insertInto('acquirerPayouts')
    .values({ holderId: serviceHolderId, mode, id, source, currency, amount, fee, createdAt })
    .execute();
}

/** Lock the source before deciding from it. */
export async function findAcquirerPayout(
  tx: Tx,
  mode: Mode,
  id: string,
): Promise<{ amount: bigint; fee: bigint; currency: string } | undefined> {
  return tx
    .selectFrom('acquirerPayouts')
    .select(['amount', 'fee', 'currency'])
    .where('holderId', '=', serviceHolderId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst();
}
