/** All SQL of test clocks. */
import { int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

const moveLockClass = 5_111;

type MovedClock = { holderId: bigint; offsetMs: bigint; moved: bigint };

/** The clocks that were moved after the move numbered `after`, in the order of their moves. */
export async function listMovedAfter(db: Database, after: bigint): Promise<MovedClock[]> {
  return db
    .selectFrom('testClocks')
    .select(['holderId', 'offsetMs', 'moved'])
    .where('moved', '>', after)
    .orderBy('moved')
    .execute();
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

/**
 * Numbers the move. Under a lock until the transaction ends: a reader who has seen a number never misses a lower one
 * that commits later.
 */
export async function setOffset(tx: Tx, holderId: bigint, offsetMs: bigint): Promise<void> {
  await command`select pg_advisory_xact_lock(${moveLockClass}::int, 0)`.execute(tx);
  // In a statement of its own: every machine of a cluster would draw its own number for its copy.
  const { moved } = await query({ moved: int8 })`
    select nextval('test_clock_moves') as moved`.executeTakeFirstOrThrow(tx);
  await command`
    update test_clocks set offset_ms = ${offsetMs}, moved = ${moved}
    where holder_id = ${holderId}`.execute(tx);
}
