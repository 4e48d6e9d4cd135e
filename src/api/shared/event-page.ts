/** Answers the query of GET /events for every interface. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AwaitDeps } from '../../core/events/await-events.ts';
import { awaitEvents } from '../../core/events/await-events.ts';
import type { EventBook } from '../../core/events/events.repository.ts';
import { type EventsPage, readEvents } from '../../core/events/read-events.ts';
import { type EventsQuery, readFrom, readTypes } from './event-query.ts';

export type EventsDeps = { events: AwaitDeps };

/** Throws when the caller of a request that has waited may not read any more. */
export type MayStill = (request: FastifyRequest) => Promise<void>;

/**
 * @param personId who reads, when it is a person.
 * @throws AppError as `awaitEvents` and `readTypes`.
 */
export async function readEventPage(
  { events: deps, mayStill, personId = null }: EventsDeps & { mayStill: MayStill; personId?: string | null },
  book: EventBook,
  { type, wait, from, ...query }: EventsQuery,
  reply: FastifyReply,
): Promise<EventsPage> {
  const asked = { ...query, types: readTypes(type), from: readFrom(from) };
  if (wait === undefined) return readEvents(deps.db, book, asked);
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const reader = { personId, mayStill: () => mayStill(reply.request) };
  return awaitEvents(deps, book, { ...asked, wait }, reader, leaving.signal);
}
