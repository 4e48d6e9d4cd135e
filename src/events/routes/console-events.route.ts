/** GET /events of the people's API: a company's or merchant's events, newest first. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isAllowed } from '../../access/authorize.ts';
import type { Database } from '../../database/pool.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { typed } from '../../http/typed-routes.ts';
import { actorOf } from '../../interfaces/console/authenticate.ts';
import { consoleFace as face } from '../../interfaces/console/face.ts';
import { holderFace } from '../../interfaces/console/holder-face.ts';
import { pageOf, partnerPage } from '../../interfaces/envelope.ts';
import { eventTypes } from '../catalogue.ts';
import { listEventsBefore } from '../events.repository.ts';
import { withoutPersonalData } from '../without-personal-data.ts';
import { EventAnswer, presentEvent } from './event-schemas.ts';

const limitDefault = 25;
const limitMax = 100;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  type: Type.Optional(Type.Enum([...eventTypes], { description: 'Events of this type only' })),
});

export function consoleEventsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/events',
    schema: {
      ...face.operation('listEvents', 'events', 'What happened, newest first'),
      querystring: Query,
      response: face.readAnswers({ 200: pageOf(EventAnswer) }, ['merchant_not_active', 'validation_failed']),
    },
    handler: async (request) => {
      const book = holderFace.callerOf(request, 'events.read');
      const isInFull = isAllowed(actorOf(request), 'events.read_in_full', book);
      const { limit = limitDefault, cursor, type } = request.query;
      const found = await listEventsBefore(db, book, { before: decodeCursor(cursor), type, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const next = found.length > limit && last?.position != null ? encodeCursor(last.position) : null;
      const shown = page.map((event) => (isInFull ? event : { ...event, data: withoutPersonalData(event.data) }));
      return partnerPage(shown.map(presentEvent), next);
    },
  });
}
