/** SQL to read the event log. Its order, the positions, is given in positions.repository.ts. */

import type { RawBuilder, SqlBool } from 'kysely';
import { bool } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { firstTimedId } from '../../base/database/public-id.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { SubjectKind } from '../ledger/subject.ts';

export type EventBook = { holderId: bigint; mode: Mode };

export type ReadEvent = {
  id: string;
  type: string;
  subjectKind: SubjectKind;
  subjectId: string;
  mode: Mode;
  data: unknown;
  createdAt: Date;
  requestId: string | null;
  position: bigint | null;
};

const sequencerLockClass = 5_109;

/** Who waits for events of a book hears here that there are some; a payload has signals of `signalOf`, with spaces between them. */
export const eventsChannel = 'sluice_events';
/** A payload may have 7,999 bytes; the longest signal has 24. */
const signalsPerPayload = 300;

export const signalOf = ({ holderId, mode }: EventBook): string => `${holderId}:${mode}`;

export const signalOfPerson = (personId: string): string => `person:${personId}`;

/** Has everyone who waits for events of these books look again once the transaction commits. */
export async function notifyReaders(tx: Tx, books: readonly EventBook[]): Promise<void> {
  await notify(tx, books.map(signalOf));
}

/** Has the waiting requests of a person look again whether they may: a session or a membership has ended. */
export async function notifyPerson(db: Database | Tx, personId: string): Promise<void> {
  await notify(db, [signalOfPerson(personId)]);
}

/** Together: each notification costs PostgreSQL, and every process that hears it, about as much as the next. */
async function notify(db: Database | Tx, signals: readonly string[]): Promise<void> {
  const payloads: string[] = [];
  for (let start = 0; start < signals.length; start += signalsPerPayload) {
    payloads.push(signals.slice(start, start + signalsPerPayload).join(' '));
  }
  await command`select pg_notify(${eventsChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
}

/** Waits for the sequencer lock and keeps it until the transaction ends. */
export async function lockSequencer(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(${sequencerLockClass}::int, 0)`.execute(tx);
}

/** @returns false when another process has the sequencer lock. */
export async function tryLockSequencer(tx: Tx): Promise<boolean> {
  const { locked } = await query({ locked: bool })`
    select pg_try_advisory_xact_lock(${sequencerLockClass}::int, 0) as locked`.executeTakeFirstOrThrow(tx);
  return locked;
}

/** @param only limits the search to one book; undefined: all books. */
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

export const inBook = (book: EventBook | undefined): RawBuilder<SqlBool> =>
  book === undefined ? condition`true` : condition`holder_id = ${book.holderId} and mode = ${book.mode}`;

const shown = ['id', 'mode', 'type', 'subjectKind', 'subjectId', 'data', 'createdAt', 'requestId', 'position'] as const;

type Types = readonly string[] | undefined;

/** The events of a book after a position, in order. @param types limits the list to these types. */
export const listEvents = (
  db: Database,
  { holderId, mode }: EventBook,
  { after, upTo, types, limit }: { after: bigint; upTo?: bigint; types?: Types; limit: number },
): Promise<ReadEvent[]> =>
  db
    .selectFrom('events')
    .select(shown)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('position', '>', after)
    .$if(upTo !== undefined, (of) => of.where('position', '<=', upTo as bigint))
    .$if(types !== undefined, (of) => of.where('type', 'in', types as string[]))
    .orderBy('position')
    .limit(limit)
    .execute()
    .then((rows) => rows as ReadEvent[]);

/** The events of a book, newest first. @param types limits the list to these types. */
export const listEventsNewestFirst = (
  db: Database,
  { holderId, mode }: EventBook,
  { after, types, limit }: Page & { types: Types },
): Promise<(ReadEvent & { position: bigint })[]> =>
  db
    .selectFrom('events')
    .select(shown)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('position', 'is not', null)
    .$if(after !== undefined, (of) => of.where('position', '<', after as bigint))
    .$if(types !== undefined, (of) => of.where('type', 'in', types as string[]))
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
    .then((rows) => rows as (ReadEvent & { position: bigint })[]);

/**
 * The events that a request caused, oldest first. Ids of events begin with the time, so that only those of the time of the
 * request are read: there is no index by request.
 */
export const listEventsOfRequest = (
  db: Database,
  { holderId, mode }: EventBook,
  { requestId, from, to }: { requestId: string; from: Date; to: Date },
  limit: number,
): Promise<ReadEvent[]> =>
  db
    .selectFrom('events')
    .select(shown)
    .where('holderId', '=', holderId)
    .where('id', '>=', firstTimedId('evt', holderId, from))
    .where('id', '<', firstTimedId('evt', holderId, to))
    .where('mode', '=', mode)
    .where('requestId', '=', requestId)
    .orderBy('id')
    .limit(limit)
    .execute()
    .then((rows) => rows as ReadEvent[]);

/** The position of an event; undefined when the book has no such event, or the event has no position yet. */
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

/** The event at a position; undefined when it was deleted meanwhile. */
export const findAt = (db: Database, { holderId, mode }: EventBook, position: bigint) =>
  db
    .selectFrom('events')
    .select(['id', 'createdAt'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('position', '=', position)
    .executeTakeFirst();

const findEnd = async (db: Database, { holderId, mode }: EventBook, order: 'asc' | 'desc') => {
  const found = await db
    .selectFrom('events')
    .select(['id', 'position'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('position', 'is not', null)
    .orderBy('position', order)
    .limit(1)
    .executeTakeFirst();
  return found && { id: found.id, position: found.position as bigint };
};

/** The oldest event of a book that is kept. */
export const findFirst = (db: Database, book: EventBook) => findEnd(db, book, 'asc');

/** The newest event of a book that has its position. */
export const findLast = (db: Database, book: EventBook) => findEnd(db, book, 'desc');
