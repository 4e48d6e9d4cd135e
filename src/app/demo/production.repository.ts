/** Whether `sluice serve` has run on this database. Demo accounts must never be added to one with real people. */
import type { Database } from '../../base/database/pool.ts';

/** Remembers for good that the database is for production. */
export async function markProduction(db: Database): Promise<void> {
  await db
    .insertInto('production')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isProduction(db: Database): Promise<boolean> {
  return (await db.selectFrom('production').select('id').executeTakeFirst()) !== undefined;
}
