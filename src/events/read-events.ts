/** A page of a book's events, oldest first: only those that have a position, so that none is ever skipped. */
import type { Database } from '../database/pool.ts';
import { type EventBook, findPosition, listEvents, type ReadEvent } from './events.repository.ts';

export const pageDefault = 50;
export const pageMax = 200;

export type EventsPage = {
  events: ReadEvent[];
  /** The id to go on after; null when this page was not full. */
  next: string | null;
};

/**
 * @param query.after the id of the event read last; undefined: from the beginning.
 * @returns undefined when `after` is no event of this book.
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
