/** SQL of the setting that anyone may read the proof of the books. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';

export async function isPublic(db: Database | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('publicProof')
    .select('isOn')
    .where('holderId', '=', serviceHolderId)
    .executeTakeFirst();
  return row?.isOn ?? false;
}

export async function savePublic(tx: Tx, isOn: boolean): Promise<void> {
  await tx
    .insertInto('publicProof')
    .values({ holderId: serviceHolderId, isOn })
    .onConflict((conflict) => conflict.column('holderId').doUpdateSet({ isOn }))
    .execute();
}
