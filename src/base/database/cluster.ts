/** Whether a database is one PostgreSQL or may be spread over several machines, and what only matters to the latter. */
import type { RawBuilder } from 'kysely';
import { bool } from './columns.ts';
import type { PlacementAdapter } from './marking-dialect.ts';
import type { Database } from './pool.ts';
import { command, query } from './statement.ts';
import type { Tx } from './transaction.ts';

/** Whether Citus may spread this database's tables over several machines (placement.ts). Asked once for each `createDatabase`. */
export async function isCluster(db: Database | Tx): Promise<boolean> {
  const adapter = db.getExecutor().adapter as PlacementAdapter;
  if (adapter.isCluster !== undefined) return adapter.isCluster;
  const { found } = await query({ found: bool })`
    select exists (select from pg_extension where extname = 'citus') as found`.executeTakeFirstOrThrow(db);
  adapter.isCluster = found;
  return found;
}

/**
 * Takes an advisory lock until the transaction ends, as the first statement of one that goes on to change the directory
 * (placement.ts). Citus refuses that after a statement of the same transaction that read several shards at once, so from here on
 * it reads one after the other.
 * @param key SQL of type bigint.
 */
export async function lockBeforeDirectory(tx: Tx, key: RawBuilder<unknown>): Promise<void> {
  await command`
    select pg_advisory_xact_lock(${key}), set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(tx);
}

/**
 * Has the rest of the transaction planned for any values, which finds each row of a list by index. The planner's statistics of
 * a table that grows fast are too old to say more. A cluster must know the values, to know the machines.
 */
export async function planForAnyValues(tx: Tx): Promise<void> {
  if (await isCluster(tx)) return;
  await command`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
}
