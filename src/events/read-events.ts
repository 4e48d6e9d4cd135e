/** Reads a page of a book's events, oldest first. Only events with a position are returned, so that none is skipped. */
import type { Database } from '../database/pool.ts';
import { type EventBook, findPosition, listEvents, type ReadEvent } from './events.repository.ts';

export const pageDefault = 50;
export const pageMax = 200;

export type EventsPage = {
  events: ReadEvent[];
  /** The cursor of the next page: an event id, or null when this page was not full. */
  next: string | null;
};

/**
 * @param query.after the id of the last event read; undefined: from the beginning.
 * @returns undefined when `after` is not an event of this book.
 */
export async function readEvents(
  db: Database,
  book: EventBook,
  query: { after?: string; type?: string; limit?: number },
): Promise<EventsPage | undefined> {
  const { limit = pageDefault, type } = query;
  const after = query.after === undefined ? 0n : await findPosition(db, book, query.after);
  if (after === undefined) return undefined;
  const events = await listEvents(db, book, { after, type, limit });
  return { events, next: events.length === limit ? (events.at(-1)?.id ?? null) : null };
}
