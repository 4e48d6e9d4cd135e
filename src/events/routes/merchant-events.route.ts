/**
 * GET /events of interface A: as on interface B, but with a Bearer token and interface A's envelope (docs/contract.md,
 * "Merchant events").
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../errors/app-error.ts';
import { typed } from '../../http/typed-routes.ts';
import { detailsOf, isValidationError } from '../../http/validation.ts';
import { merchantAnswers, merchantOperation } from '../../interfaces/merchant/answers.ts';
import { merchantOf } from '../../interfaces/merchant/authenticate.ts';
import { merchantSuccess } from '../../interfaces/merchant/envelope.ts';
import { readEvents } from '../read-events.ts';
import { EventsQuery, MerchantEvents, presentEvent } from './event-schemas.ts';

const invalid = (field: string): AppError => new AppError('validation_failed', { message: `The ${field} is invalid.` });

export function merchantEventsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...merchantOperation('listMerchantEvents', 'What happened, oldest first', 'bearer'),
      querystring: EventsQuery,
      response: merchantAnswers(MerchantEvents, { by: 'bearer', reads: true, codes: ['validation_failed'] }),
    },
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
