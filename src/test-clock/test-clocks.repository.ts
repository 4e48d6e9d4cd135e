/** All SQL of test clocks. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';

export async function listOffsets(db: Database): Promise<{ holderId: bigint; offsetMs: bigint }[]> {
  const { rows } = await sql<{ holderId: bigint; offsetMs: bigint }>`
    select holder_id as "holderId", offset_ms as "offsetMs" from test_clocks`.execute(db);
  return rows;
}

/** A holder's offset, held until the transaction ends: two that move one clock at once add up. */
export async function lockOffset(tx: Tx, holderId: bigint): Promise<bigint> {
  await sql`
    insert into test_clocks (holder_id, offset_ms) values (${holderId}, 0) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ offsetMs: bigint }>`
    select offset_ms as "offsetMs" from test_clocks where holder_id = ${holderId} for update`.execute(tx);
  return rows[0]?.offsetMs ?? 0n;
}

export async function setOffset(tx: Tx, holderId: bigint, offsetMs: bigint): Promise<void> {
  await sql`update test_clocks set offset_ms = ${offsetMs} where holder_id = ${holderId}`.execute(tx);
}
