/** GET /events of interface B: the durable event log, oldest first (docs/contract.md, "Events"). */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../errors/app-error.ts';
import { typed } from '../../http/typed-routes.ts';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { pageOf, partnerPage } from '../../interfaces/envelope.ts';
import { readEvents } from '../read-events.ts';
import { EventAnswer, EventsQuery, presentEvent } from './event-schemas.ts';

export function partnerEventsRoute(app: FastifyInstance, face: CompanyFace, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...face.operation('listEvents', 'events', 'What happened, oldest first'),
      querystring: EventsQuery,
      response: face.readAnswers({ 200: pageOf(EventAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const page = await readEvents(db, face.callerOf(request, 'events.read'), request.query);
      if (page === undefined) {
        throw new AppError('validation_failed', {
          details: [{ field: 'after', message: 'is no event_id of this log' }],
        });
      }
      return reply.send(partnerPage(page.events.map(presentEvent), page.next));
    },
  });
}
