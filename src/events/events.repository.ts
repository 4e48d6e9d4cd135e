/** SQL of the event log's positions and of reading it. Positions are given here, once, and never change. */
import type { RawBuilder, SqlBool } from 'kysely';
import { bool } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, condition, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { SubjectKind } from '../ledger/subject.ts';
import type { Mode } from '../money/mode.ts';

export type EventBook = { holderId: bigint; mode: Mode };

export type ReadEvent = {
  id: string;
  type: string;
  subjectKind: SubjectKind;
  subjectId: string;
  data: unknown;
  createdAt: Date;
  position: bigint | null;
};

const sequencerLockClass = 5_109;

/** Waits until no other sequencer is at work; this one is until the transaction ends. */
export async function lockSequencer(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(${sequencerLockClass}::int, 0)`.execute(tx);
}

/** @returns false when another sequencer is at work. */
export async function tryLockSequencer(tx: Tx): Promise<boolean> {
  const { locked } = await query({ locked: bool })`
    select pg_try_advisory_xact_lock(${sequencerLockClass}::int, 0) as locked`.executeTakeFirstOrThrow(tx);
  return locked;
}

/** @param only the one book to look at; undefined: all of them. */
export async function hasUnpositioned(db: Database, only?: EventBook): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('position', 'is', null)
    .$if(only !== undefined, (of) => of.where(inBook(only)))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const inBook = (book: EventBook | undefined): RawBuilder<SqlBool> =>
  book === undefined ? condition`true` : condition`holder_id = ${book.holderId} and mode = ${book.mode}`;

/**
 * Gives the next positions of their books to the events that have waited longest. The sequencer must be locked before
 * this statement begins: then it sees every position that was given, and whatever commits later comes behind.
 * @param only the one book to look at; undefined: all of them.
 * @returns how many it gave.
 */
export const givePositions = (tx: Tx, limit: number, only?: EventBook): Promise<number> =>
  command`
    with next as (
      select holder_id, mode, id, row_number() over (partition by holder_id, mode order by appended) as place
      from (
        select holder_id, mode, id, appended from events
        where position is null and ${inBook(only)}
        order by appended limit ${limit}) oldest
    ), books as (
      select holder_id, mode, coalesce(
        (select e.position from events e
         where e.holder_id = b.holder_id and e.mode = b.mode and e.position is not null
         order by e.position desc limit 1), 0) as position
      from (select distinct holder_id, mode from next) b)
    update events e set position = books.position + next.place
    from next join books on books.holder_id = next.holder_id and books.mode = next.mode
    where e.holder_id = next.holder_id and e.id = next.id`.execute(tx);

/** The events of a book behind a position, in order. @param type only those of one type. */
export const listEvents = (
  db: Database,
  { holderId, mode }: EventBook,
  { after, type, limit }: { after: bigint; type?: string | undefined; limit: number },
): Promise<ReadEvent[]> =>
  db
    .selectFrom('events')
    .select(['id', 'type', 'subjectKind', 'subjectId', 'data', 'createdAt', 'position'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('position', '>', after)
    .$if(type !== undefined, (of) => of.where('type', '=', type as string))
    .orderBy('position')
    .limit(limit)
    .execute();

/** The position of an event of this book; undefined for one that is not its own, or has none yet. */
export async function findPosition(
  db: Database,
  { holderId, mode }: EventBook,
  id: string,
): Promise<bigint | undefined> {
  const found = await db
    .selectFrom('events')
    .select('position')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.position ?? undefined;
}
