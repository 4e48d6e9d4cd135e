/** Answer schemas of GET /events, shared by all interfaces. */
import { Type } from 'typebox';
import {
  Instant,
  ModeName,
  NullableRequestId,
  NullableText,
  PublicId,
  recordOf,
  Text,
} from '../../base/schemas/parts.ts';
import { eventTypes } from '../../features/event-catalog.ts';

export const EventAnswer = Type.Object(
  {
    id: PublicId('evt'),
    type: Type.Enum([...eventTypes]),
    mode: ModeName,
    subject: Text('order:1042', 'What the transfer or event is about'),
    created_at: Instant,
    request_id: NullableRequestId,
    data: recordOf(Type.Unknown(), 'The object as this interface shows it'),
  },
  { title: 'Event' },
);

export const MerchantEvents = Type.Object(
  { events: Type.Array(EventAnswer), next_cursor: NullableText },
  { title: 'MerchantEvents' },
);
