/** All SQL of test clocks. */
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';

export async function listOffsets(db: Database): Promise<{ holderId: bigint; offsetMs: bigint }[]> {
  return db.selectFrom('testClocks').select(['holderId', 'offsetMs']).execute();
}

/** Locks a holder's offset until the transaction ends, so that two concurrent moves add up. */
export async function lockOffset(tx: Tx, holderId: bigint): Promise<bigint> {
  await tx
    .insertInto('testClocks')
    .values({ holderId, offsetMs: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('testClocks')
    .select('offsetMs')
    .where('holderId', '=', holderId)
    .forUpdate()
    .executeTakeFirst();
  return row?.offsetMs ?? 0n;
}

export async function setOffset(tx: Tx, holderId: bigint, offsetMs: bigint): Promise<void> {
  await tx.updateTable('testClocks').set({ offsetMs }).where('holderId', '=', holderId).execute();
}
