/** SQL of the service's setting that money takes two people to move. */

import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

export type FourEyes = {
  isOn: boolean;
  /** The administrator who wants it off, while that is not decided. */
  offRequestedBy: string | null;
  offRequestedAt: Date | null;
};

const lockClass = 5_113;

/** The operator's own holder (src/core/ledger/post.ts). */
const serviceHolderId = 1n;
const off: FourEyes = Object.freeze({ isOn: false, offRequestedBy: null, offRequestedAt: null });
const columns = ['isOn', 'offRequestedBy', 'offRequestedAt'] as const;

export async function findFourEyes(db: Database | Tx): Promise<FourEyes> {
  const row = await db
    .selectFrom('fourEyes')
    .select(columns)
    .where('holderId', '=', serviceHolderId)
    .executeTakeFirst();
  return row ?? off;
}

/** An advisory lock, because the setting may have no row yet. */
export async function lockFourEyes(tx: Tx): Promise<FourEyes> {
  await command`select pg_advisory_xact_lock(${lockClass}::int, 0)`.execute(tx);
  return findFourEyes(tx);
}

export async function saveFourEyes(tx: Tx, setting: FourEyes): Promise<void> {
  await tx
    .insertInto('fourEyes')
    .values({ holderId: serviceHolderId, ...setting })
    .onConflict((conflict) => conflict.column('holderId').doUpdateSet(setting))
    .execute();
  await keepRow(tx, 'four_eyes', { holder_id: serviceHolderId });
}
