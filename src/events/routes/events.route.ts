/** GET /events: the durable event log, oldest first (docs/contract.md, "Events"). */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../errors/app-error.ts';
import { partnerOf } from '../../interfaces/partner/access.ts';
import { partnerPage } from '../../interfaces/partner/envelope.ts';
import { findPosition, type ReadEvent } from '../events.repository.ts';
import { readEvents } from '../read-events.ts';

const limitDefault = 50;
const limitMax = 200;

const Query = Type.Object({
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The event_id read last; absent: from the beginning' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
});

const present = (event: ReadEvent) => ({
  event_id: event.id,
  type: event.type,
  subject: event.subject,
  created_at: event.createdAt.toISOString(),
  data: event.data,
});

export function eventsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  app.route({
    method: 'GET',
    url: '/events',
    schema: { querystring: Query, tags: ['events'], summary: 'What happened, oldest first' },
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const { after, limit = limitDefault } = request.query as Static<typeof Query>;
      const position = after === undefined ? 0n : await findPosition(db, caller, after);
      if (position === undefined) {
        throw new AppError('validation_failed', {
          details: [{ field: 'after', message: 'is no event_id of this log' }],
        });
      }
      const events = await readEvents(db, caller, position, limit);
      const next = events.length === limit ? (events.at(-1)?.id ?? null) : null;
      return reply.send(partnerPage(events.map(present), next));
    },
  });
}
