/** Answer schemas of what an order or a payment caused: its events with their deliveries, and its requests. */
import { type Static, Type } from 'typebox';
import { Instant, NullableRequestId, nullable, PublicId, Text } from '../../../base/schemas/parts.ts';
import { DeliveryAnswer, EndpointAnswer } from '../../../features/webhooks/webhook-schemas.ts';

const { kind, url, description, status } = EndpointAnswer.properties;

const ActivityEvent = Type.Object({
  event_id: PublicId('evt'),
  type: Text('order.paid'),
  created_at: Instant,
  request_id: NullableRequestId,
  deliveries: nullable(
    Type.Array(
      Type.Object({ ...DeliveryAnswer.properties, endpoint: Type.Object({ kind, url, description, status }) }),
      { description: 'To each endpoint that still exists; null if the reader may not see webhooks' },
    ),
  ),
});

const line = { method: Text('POST'), path: Text('/partner/v1/orders/order-1042/refunds') };

const ActivityRequest = Type.Object({
  request_id: Type.String({ format: 'uuid', examples: ['01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11'] }),
  at: Instant,
  failure: Type.Union([
    Type.Object({ ...line, status: Type.Integer({ examples: [409] }), code: Text('invalid_state') }),
    Type.Null(),
  ]),
  success: Type.Union([Type.Object({ ...line, status: Type.Integer({ examples: [201] }) }), Type.Null()], {
    description: 'Of a request that succeeded, while it is in the log; one that is not is known by its events',
  }),
  events: Type.Array(Text('order.paid'), { description: 'The types of the events of this object that it caused' }),
});

export const ActivityAnswer = Type.Object(
  {
    events: Type.Array(ActivityEvent, { description: 'The first 200, newest first' }),
    requests: Type.Array(ActivityRequest, {
      description: 'What changed it, and what failed at its addresses in the last 7 days, newest first',
    }),
  },
  { title: 'ObjectActivity' },
);
export type PresentedActivity = Static<typeof ActivityAnswer>;
