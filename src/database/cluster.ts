/** Whether a database is one PostgreSQL or may be spread over several machines. */
import { bool } from './columns.ts';
import type { Database } from './pool.ts';
import { query } from './statement.ts';
import type { Tx } from './transaction.ts';

/** Whether Citus may spread this database's tables over several machines (placement.ts). */
export async function isCluster(db: Database | Tx): Promise<boolean> {
  const { found } = await query({ found: bool })`
    select exists (select from pg_extension where extname = 'citus') as found`.executeTakeFirstOrThrow(db);
  return found;
}
