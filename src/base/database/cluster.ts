/** Whether a database is one PostgreSQL or may be spread over several machines, and what only matters to the latter. */
import { sql } from 'kysely';
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

/**
 * Selected by the first statement of a transaction that goes on to change the directory (placement.ts): Citus refuses that after a
 * statement of the same transaction that read several shards at once, so from here on it reads one after the other.
 */
export const readShardsInTurn = sql`set_config('citus.multi_shard_modify_mode', 'sequential', true)`;
