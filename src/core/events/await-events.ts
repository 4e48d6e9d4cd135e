/**
 * Reads a page of a book's events and, when there is none, waits for the next: long polling (docs/contract/common.md,
 * "Events"). Must never keep a connection to the database while it waits.
 */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { EventSignals } from './event-signals.ts';
import { type EventBook, findLast, listEvents } from './events.repository.ts';
import { type EventCursor, type EventsPage, type EventsQuery, findCursor, pageDefault } from './read-events.ts';

export const waitSecondsMax = 30;
const msPerSecond = 1_000;

export type AwaitDeps = { db: Database; signals: EventSignals; listen: () => Promise<void> };

type Reader = {
  /** Null for a key pair. */
  personId: string | null;
  /** Asked after every reading: throws when the key pair was revoked, or the session or membership has ended. */
  mayStill: () => Promise<void>;
};

/**
 * @param query.wait seconds.
 * @param leaving ends the waiting: the client has gone.
 * @returns a page whose cursor is null only while the log is empty: the cursor to go on from, also without an event.
 * @throws AppError as `findCursor`; `rate_limited` when too many requests of this book wait.
 */
export async function awaitEvents(
  { db, signals, listen }: AwaitDeps,
  book: EventBook,
  { wait, ...query }: EventsQuery & { wait: number },
  { personId, mayStill }: Reader,
  leaving: AbortSignal,
): Promise<EventsPage> {
  const waiter = signals.open(book, personId);
  if (waiter === undefined) {
    const message = 'Too many requests for this log are already waiting.';
    throw new AppError('rate_limited', { message, retryAfterSeconds: 1 });
  }
  try {
    await listen();
    const until = AbortSignal.any([leaving, AbortSignal.timeout(wait * msPerSecond)]);
    let cursor = await findCursor(db, book, query);
    for (;;) {
      // Before asking and reading: what is notified while the database answers is not missed.
      const notified = waiter.next(until);
      const isLast = wait === 0 || until.aborted || signals.isStopped;
      const page = await readOn(db, book, query, cursor);
      // After reading: what happened since the reader lost the right to it is not answered.
      await mayStill();
      if (page.events.length > 0 || isLast) return { events: page.events, next: page.cursor.id };
      cursor = page.cursor;
      await notified;
      // A process that ends answers at once, without the database: the client goes on from here elsewhere.
      if (signals.isStopped) return { events: [], next: cursor.id };
    }
  } finally {
    waiter.close();
  }
}

/** The next events, and how far the log was searched: also past events of other types. */
async function readOn(db: Database, book: EventBook, { types, limit = pageDefault }: EventsQuery, from: EventCursor) {
  const last = (await findLast(db, book)) ?? from;
  if (last.position <= from.position) return { events: [], cursor: from };
  const events = await listEvents(db, book, { after: from.position, upTo: last.position, types, limit });
  const end = events.at(-1);
  const isFull = end !== undefined && events.length === limit;
  return { events, cursor: isFull ? { id: end.id, position: end.position as bigint } : last };
}
