/** SQL that names one of the operator's people. Reads only. */
import type { Database } from '../../base/database/pool.ts';

export async function findPersonName(db: Database, personId: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('name').where('id', '=', personId).executeTakeFirst();
  return row?.name;
}
