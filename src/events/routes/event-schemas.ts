/** What GET /events takes and shows on both interfaces. */
import { type Static, Type } from 'typebox';
import { Instant } from '../../schemas/parts.ts';
import { eventTypes } from '../catalogue.ts';
import type { ReadEvent } from '../events.repository.ts';
import { pageDefault, pageMax } from '../read-events.ts';

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The event_id read last; absent: from the beginning' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: pageMax, default: pageDefault })),
  type: Type.Optional(Type.Enum([...eventTypes], { description: 'Events of this type only' })),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const EventAnswer = Type.Object(
  {
    event_id: Type.String(),
    type: Type.Enum([...eventTypes]),
    subject: Type.String({ description: 'What it is about, such as order:42' }),
    created_at: Instant,
    data: Type.Object({}, { additionalProperties: true, description: 'The object as this interface shows it' }),
  },
  { title: 'Event' },
);

export const presentEvent = (event: ReadEvent) => ({
  event_id: event.id,
  type: event.type,
  subject: event.subject,
  created_at: event.createdAt.toISOString(),
  data: event.data,
});
