/** SQL of reading the event log: positions are given here, once, and never change. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';

type EventBook = { holderId: bigint; mode: Mode };

export type ReadEvent = {
  id: string;
  type: string;
  subject: string;
  data: Record<string, unknown>;
  createdAt: Date;
  position: bigint;
};

const sequencerLockClass = 5_109;

/**
 * Gives the next positions of a book to at most `limit` events that have none. One sequencer at a time: it sees
 * committed events only, and whatever commits later comes behind.
 * @returns how many it gave.
 */
export async function positionEvents(tx: Tx, { holderId, mode }: EventBook, limit: number): Promise<number> {
  const key = createHash('sha256').update(`${holderId}/${mode}`).digest().readInt32BE(0);
  await sql`select pg_advisory_xact_lock(${sequencerLockClass}::int, ${key}::int)`.execute(tx);
  const result = await sql`
    with next as (
      select id, row_number() over (order by created_at, id) as place
      from (
        select id, created_at from events
        where holder_id = ${holderId} and mode = ${mode} and position is null
        order by created_at, id limit ${limit}) oldest
    ), top as (
      select coalesce(max(position), 0) as position from events
      where holder_id = ${holderId} and mode = ${mode} and position is not null)
    update events e set position = top.position + next.place
    from next, top where e.holder_id = ${holderId} and e.id = next.id`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

/** The events of a book behind a position, in order. */
export async function listEvents(
  db: Database,
  { holderId, mode }: EventBook,
  after: bigint,
  limit: number,
): Promise<ReadEvent[]> {
  const { rows } = await sql<ReadEvent>`
    select id, type, subject, data, created_at as "createdAt", position from events
    where holder_id = ${holderId} and mode = ${mode} and position > ${after}
    order by position limit ${limit}`.execute(db);
  return rows;
}

/** The position of an event of this book; undefined for one that is not its own, or was never read. */
export async function findPosition(
  db: Database,
  { holderId, mode }: EventBook,
  id: string,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ position: bigint | null }>`
    select position from events where holder_id = ${holderId} and mode = ${mode} and id = ${id}`.execute(db);
  return rows[0]?.position ?? undefined;
}
