/** SQL on the second factors of demo accounts. The sign-in library alone writes them; this puts them back in time, or away. */
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';

/** Lets a second factor that was turned on just now count as an older one. */
export async function ageSecondFactor(db: Database, personId: string, since: Date): Promise<void> {
  await db.updateTable('people').set({ secondFactorAt: since }).where('id', '=', personId).execute();
}

/** For one whose secret was lost with `demo.json`. */
export async function forgetSecondFactor(db: Database, personId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('secondFactors').where('personId', '=', personId).execute();
    await tx
      .updateTable('people')
      .set({ secondFactor: false, secondFactorAt: null })
      .where('id', '=', personId)
      .execute();
  });
}
