/**
 * GET /events of the people's API: the events of the holder, newest first; with `after`, `from` or `wait` oldest first, as on the
 * interfaces for key pairs.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isAllowed } from '../../core/access/authorize.ts';
import { type EventBook, listEventsBefore, type ReadEvent } from '../../core/events/events.repository.ts';
import { presentEvent } from '../../core/events/present-event.ts';
import { withoutPersonalData } from '../../core/events/without-personal-data.ts';
import { decodeCursor, encodeCursor } from '../../core/http/cursor.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { type EventsDeps, readPage } from '../shared/event-page.ts';
import { EventsQuery, readTypes } from '../shared/event-query.ts';
import { EventAnswer } from '../shared/event-schemas.ts';
import { consoleAudience as audience } from './audience.ts';
import { actorOf, type PersonDeps, requirePerson } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

const limitDefault = 25;
const limitMax = 100;

const { after, from, type, wait } = EventsQuery.properties;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  after,
  from,
  type,
  wait,
});

export function consoleEventsRoute(app: FastifyInstance, deps: EventsDeps & PersonDeps): void {
  const { db } = deps.events;
  const requirePersonStill = requirePerson(deps);

  /** The session may have ended meanwhile, or the membership. */
  async function mayStill(request: FastifyRequest): Promise<void> {
    await requirePersonStill(request);
    holderAudience.callerOf(request, 'events.read');
  }

  async function newestFirst(book: EventBook, cursor: string | undefined, text: string | undefined, limit: number) {
    const query = { before: decodeCursor(cursor), types: readTypes(text), limit: limit + 1 };
    const found = await listEventsBefore(db, book, query);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      events: page,
      next: found.length > limit && last?.position != null ? encodeCursor(last.position) : null,
    };
  }

  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...audience.operation(
        'listEvents',
        'events',
        'What happened, newest first',
        'With `after`, `from` or `wait`: oldest first, from there on. `cursor` is for the list that is newest first.',
      ),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(EventAnswer) }, [
        'merchant_not_active',
        'validation_failed',
        'cursor_expired',
        'rate_limited',
      ]),
    },
    handler: async (request, reply) => {
      const book = holderAudience.callerOf(request, 'events.read');
      const { limit = limitDefault, cursor, ...query } = request.query;
      const isFollowing = query.after !== undefined || query.from !== undefined || query.wait !== undefined;
      const { events, next } = isFollowing
        ? await readPage({ ...deps, mayStill, personId: actorOf(request).personId }, book, { ...query, limit }, reply)
        : await newestFirst(book, cursor, query.type, limit);
      // After the wait, in which the role may have changed.
      const isInFull = isAllowed(actorOf(request), 'events.read_in_full', book);
      const shown = (event: ReadEvent) => (isInFull ? event : { ...event, data: withoutPersonalData(event.data) });
      return partnerPage(
        events.map((event) => presentEvent(shown(event))),
        next,
      );
    },
  });
}
