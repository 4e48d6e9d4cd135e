/** Query and answer schemas of GET /events, shared by both interfaces. */

import { type Static, Type } from 'typebox';
import { formatSubject, subjectIn } from '../../ledger/subject.ts';
import { Instant, NullableText, PublicId, recordOf, Text } from '../../schemas/parts.ts';
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
    event_id: PublicId('evt'),
    type: Type.Enum([...eventTypes]),
    subject: Text('order:1042', 'What it is about'),
    created_at: Instant,
    data: recordOf(Type.Unknown(), 'The object as this interface shows it'),
  },
  { title: 'Event' },
);

type PresentedEvent = Static<typeof EventAnswer>;

export const presentEvent = (event: ReadEvent): PresentedEvent => ({
  event_id: event.id,
  type: event.type as PresentedEvent['type'],
  subject: formatSubject(subjectIn(event)),
  created_at: event.createdAt.toISOString(),
  data: event.data as PresentedEvent['data'],
});

export const MerchantEvents = Type.Object(
  { events: Type.Array(EventAnswer), next_cursor: NullableText },
  { title: 'MerchantEvents' },
);
