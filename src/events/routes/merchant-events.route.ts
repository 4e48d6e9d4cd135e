/**
 * GET /events of interface A: as on interface B, but with a Bearer token and interface A's envelope (docs/contract.md,
 * "Merchant events").
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { typed } from '../../http/typed-routes.ts';
import { detailsOf, isValidationError } from '../../http/validation.ts';
import { merchantAnswers, merchantOperation } from '../../interfaces/merchant/answers.ts';
import { merchantOf } from '../../interfaces/merchant/authenticate.ts';
import { merchantSuccess } from '../../interfaces/merchant/envelope.ts';
import { presentEvent } from '../present-event.ts';
import type { EventsPage } from '../read-events.ts';
import { EventsQuery } from './event-query.ts';
import { MerchantEvents } from './event-schemas.ts';
import { type EventsDeps, readPage } from './read-page.ts';

const invalid = (field: string): AppError => new AppError('validation_failed', { message: `The ${field} is invalid.` });

export function merchantEventsRoute(app: FastifyInstance, deps: EventsDeps): void {
  const codes = ['validation_failed', 'cursor_expired', 'rate_limited'] as const;
  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...merchantOperation('listMerchantEvents', 'What happened, oldest first', 'bearer'),
      querystring: EventsQuery,
      response: merchantAnswers(MerchantEvents, { by: 'bearer', reads: true, codes }),
    },
    attachValidation: true,
    handler: async (request, reply) => {
      const { validationError } = request;
      if (isValidationError(validationError)) {
        throw invalid(detailsOf(validationError.validation, 'query')[0]?.field ?? 'query');
      }
      const { events, next } = await named(readPage(deps, merchantOf(request), request.query, reply));
      return reply.send(merchantSuccess('SUCCESS', { events: events.map(presentEvent), next_cursor: next }));
    },
  });
}

/** This interface names the field in its one message. */
async function named(page: Promise<EventsPage>): Promise<EventsPage> {
  try {
    return await page;
  } catch (error) {
    const field = error instanceof AppError && error.code === 'validation_failed' ? error.details[0]?.field : undefined;
    throw field === undefined ? error : invalid(field);
  }
}
