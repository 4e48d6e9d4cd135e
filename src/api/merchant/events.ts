/**
 * GET /events of interface A: as on interface B, but with a Bearer token and interface A's envelope
 * (docs/contract/merchant.md, "Merchant events").
 */
import type { FastifyInstance } from 'fastify';
import { presentEvent } from '../../core/events/present-event.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { type EventsDeps, type MayStill, readEventPage } from '../shared/event-page.ts';
import { EventsQuery } from '../shared/event-query.ts';
import { MerchantEvents } from '../shared/event-schemas.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { merchantOf } from './authenticate.ts';
import { merchantSuccess } from './envelope.ts';
import { namingField, refuseInvalid } from './named-field.ts';

export function merchantEventsRoute(app: FastifyInstance, deps: EventsDeps & { mayStill: MayStill }): void {
  const codes = ['validation_failed', 'cursor_expired', 'rate_limited'] as const;
  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...merchantOperation('listMerchantEvents', 'List events, oldest first', 'bearer'),
      querystring: EventsQuery,
      response: merchantAnswers(MerchantEvents, { by: 'bearer', reads: true, codes }),
    },
    attachValidation: true,
    handler: async (request, reply) => {
      refuseInvalid(request, 'query');
      const { events, next } = await namingField(() => readEventPage(deps, merchantOf(request), request.query, reply));
      return reply.send(merchantSuccess('SUCCESS', { events: events.map(presentEvent), next_cursor: next }));
    },
  });
}
