/** Reads a page of a book's events, oldest first. Only events with a position are returned, so that none is skipped. */
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId, isBefore } from '../../base/database/public-id.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import {
  type EventBook,
  findAt,
  findFirst,
  findLast,
  findPosition,
  listEvents,
  type ReadEvent,
} from './events.repository.ts';

export const pageDefault = 50;
export const pageMax = 200;

/** `after` for whoever wants what happens from now on. */
export const latest = 'latest';

export type EventsQuery = {
  /** The id of the last event read, or `latest`; undefined: from the beginning. */
  after?: string | undefined;
  /** Where to begin when there is no `after`: at the first event of this time or later. */
  from?: Date | undefined;
  types?: readonly string[] | undefined;
  limit?: number | undefined;
};

export type EventsPage = {
  events: ReadEvent[];
  /** The cursor of the next page: an event id, or null when this page was not full. */
  next: string | null;
};

/** Where a reader is in the log: the last event it read, and its position. Before the first event there is no id. */
export type EventCursor = { id: string | null; position: bigint };

const beginning: EventCursor = { id: null, position: 0n };

/**
 * Where a reader goes on.
 * @throws AppError `cursor_expired` for an event that is older than what is kept; `validation_failed` for any other text
 * that is not an event of this book.
 */
export async function findCursor(db: Database, book: EventBook, { after, from }: EventsQuery): Promise<EventCursor> {
  if (after === undefined) return from === undefined ? beginning : findCursorBefore(db, book, from);
  if (after === latest) return (await findLast(db, book)) ?? beginning;
  const position = await findPosition(db, book, after);
  if (position !== undefined) return { id: after, position };
  if (await isExpired(db, book, after)) throw new AppError('cursor_expired');
  throw invalidField('after', 'is not the id of an event of this log');
}

/**
 * The last event that is older than this, by halving: events of a log are in the order of their times, apart from those
 * that committed late, and positions are dense.
 */
async function findCursorBefore(db: Database, book: EventBook, from: Date): Promise<EventCursor> {
  const [first, last] = [await findFirst(db, book), await findLast(db, book)];
  if (first === undefined || last === undefined) return beginning;
  let older: EventCursor = beginning;
  let [low, high] = [first.position, last.position];
  while (low <= high) {
    const middle = (low + high) / 2n;
    const event = await findAt(db, book, middle);
    if (event === undefined || event.createdAt < from) {
      older = event === undefined ? older : { id: event.id, position: middle };
      low = middle + 1n;
    } else {
      high = middle - 1n;
    }
  }
  return older;
}

/** Whether the text could be the id of an event that was deleted: ids of events begin with the time. */
async function isExpired(db: Database, book: EventBook, id: string): Promise<boolean> {
  if (holderOfPublicId('evt', id) !== book.holderId) return false;
  const first = await findFirst(db, book);
  return first !== undefined && first.position > 1n && isBefore(id, first.id);
}

/** @throws AppError as `findCursor`. */
export async function readEvents(db: Database, book: EventBook, query: EventsQuery): Promise<EventsPage> {
  const { limit = pageDefault, types } = query;
  const { position } = await findCursor(db, book, query);
  const events = await listEvents(db, book, { after: position, types, limit });
  return { events, next: events.length === limit ? (events.at(-1)?.id ?? null) : null };
}
