/** GET /events of interface B: the durable event log, oldest first (docs/contract/common.md, "Events"). */
import type { FastifyInstance } from 'fastify';
import { presentEvent } from '../../core/events/present-event.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { CompanyAudience } from '../company/audience.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { type EventsDeps, type MayStill, readEventPage } from '../shared/event-page.ts';
import { EventsQuery } from '../shared/event-query.ts';
import { EventAnswer } from '../shared/event-schemas.ts';

export function partnerEventsRoute(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: EventsDeps & { mayStill: MayStill },
): void {
  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...audience.operation('listEvents', 'events', 'List events, oldest first'),
      querystring: EventsQuery,
      response: audience.readAnswers({ 200: pageOf(EventAnswer) }, [
        'validation_failed',
        'cursor_expired',
        'rate_limited',
      ]),
    },
    handler: async (request, reply) => {
      const page = await readEventPage(deps, audience.callerOf(request, 'events.read'), request.query, reply);
      return reply.send(partnerPage(page.events.map(presentEvent), page.next));
    },
  });
}
