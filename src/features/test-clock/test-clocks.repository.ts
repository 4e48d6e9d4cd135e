/** All SQL of test clocks. */
import type { Database } from '../../base/database/pool.ts';
import { drawNumbers } from '../../base/database/sequences.ts';
import { command } from '../../base/database/statement.ts';
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
  const [moved] = await drawNumbers(tx, 'test_clock_moves', 1);
  await command`
    update test_clocks set offset_ms = ${offsetMs}, moved = ${moved}
    where holder_id = ${holderId}`.execute(tx);
}
