/** SQL on the second factors of demo accounts. The sign-in library alone writes them; this puts them back in time, or away. */
import type { Database } from '../database/pool.ts';
import { command } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

/** Lets a second factor that was turned on just now count as one of two days ago. */
export async function ageSecondFactor(db: Database, personId: string): Promise<void> {
  await command`update people set second_factor_at = now() - interval '2 days' where id = ${personId}`.execute(db);
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
