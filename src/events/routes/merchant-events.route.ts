/** GET /events of interface A, with Bearer: the same log and fields as on interface B, in this interface's envelope. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../errors/app-error.ts';
import { detailsOf, isValidationError } from '../../http/validation.ts';
import { merchantOf } from '../../interfaces/merchant/access.ts';
import { merchantSuccess } from '../../interfaces/merchant/envelope.ts';
import { readEvents } from '../read-events.ts';
import { EventsQuery, presentEvent } from './event-schemas.ts';

const invalid = (field: string): AppError => new AppError('validation_failed', { message: `The ${field} is invalid.` });

export function merchantEventsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  app.route<{ Querystring: EventsQuery }>({
    method: 'GET',
    url: '/events',
    schema: { querystring: EventsQuery, tags: ['merchant'], summary: 'What happened, oldest first' },
    attachValidation: true,
    handler: async (request, reply) => {
      const { validationError } = request;
      if (isValidationError(validationError)) {
        throw invalid(detailsOf(validationError.validation, 'query')[0]?.field ?? 'query');
      }
      const page = await readEvents(db, merchantOf(request), request.query);
      if (page === undefined) throw invalid('after');
      const { events, next } = page;
      return reply.send(merchantSuccess('SUCCESS', { events: events.map(presentEvent), next_cursor: next }));
    },
  });
}
