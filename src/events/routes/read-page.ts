/** Answers the query of GET /events for every interface. */
import type { FastifyReply } from 'fastify';
import type { AwaitDeps } from '../await-events.ts';
import { awaitEvents } from '../await-events.ts';
import type { EventBook } from '../events.repository.ts';
import { type EventsPage, readEvents } from '../read-events.ts';
import { type EventsQuery, readFrom, readTypes } from './event-query.ts';

export type EventsDeps = { events: AwaitDeps };

/** @throws AppError as `awaitEvents` and `readTypes`. */
export async function readPage(
  { events: deps }: EventsDeps,
  book: EventBook,
  { type, wait, from, ...query }: EventsQuery,
  reply: FastifyReply,
): Promise<EventsPage> {
  const asked = { ...query, types: readTypes(type), from: readFrom(from) };
  if (wait === undefined) return readEvents(deps.db, book, asked);
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  return awaitEvents(deps, book, { ...asked, wait }, leaving.signal);
}
