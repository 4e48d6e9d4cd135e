/**
 * GET /events of the people's API: the events of the holder, newest first; with `after`, `from` or `wait` oldest first, as on the
 * interfaces for key pairs.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { isAllowed } from '../../core/access/authorize.ts';
import { type EventBook, listEventsNewestFirst, type ReadEvent } from '../../core/events/events.repository.ts';
import { presentEvent } from '../../core/events/present-event.ts';
import { withoutPersonalData } from '../../core/events/without-personal-data.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { type EventsDeps, readEventPage } from '../shared/event-page.ts';
import { EventsQuery, readTypes } from '../shared/event-query.ts';
import { EventAnswer } from '../shared/event-schemas.ts';
import { consoleAudience as audience } from './audience.ts';
import { actorOf, type PersonDeps, requirePerson } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

const { after, from, type, wait } = EventsQuery.properties;

const Query = Type.Object({
  ...pageQuery(),
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

  async function newestFirst(book: EventBook, query: Static<typeof Query>) {
    const { rows, next } = await readPage(query, byId('position'), (page) =>
      listEventsNewestFirst(db, book, { ...page, types: readTypes(query.type) }),
    );
    return { events: rows, next };
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
      const { query } = request;
      const isFollowing = query.after !== undefined || query.from !== undefined || query.wait !== undefined;
      const { events, next } = isFollowing
        ? await readEventPage({ ...deps, mayStill, personId: actorOf(request).personId }, book, query, reply)
        : await newestFirst(book, query);
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
