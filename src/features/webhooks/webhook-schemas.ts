/** Answer schemas of endpoints, deliveries and attempts. Secrets are in the answer that made them, and in no other. */
import { type Static, Type } from 'typebox';
import {
  Count,
  Instant,
  ModeName,
  NullableInstant,
  NullableRequestId,
  nullable,
  PublicId,
  recordOf,
  Text,
} from '../../base/schemas/parts.ts';
import { webhookFormats } from '../../core/events/webhook-format.ts';
import {
  deliveryStatuses,
  endpointKinds,
  endpointStatuses,
  outcomes,
  parkedReasons,
  statusReasons,
} from './endpoint.ts';

const endpointFields = {
  endpoint_id: PublicId('whe'),
  mode: ModeName,
  kind: Type.Enum([...endpointKinds], {
    description:
      '`addresses`: the `webhook_url`s that payments and orders carry themselves; there is one such endpoint',
  }),
  url: Type.Union([Type.String(), Type.Null()], { examples: ['https://shop.example/hooks'] }),
  description: Text('Order screen'),
  event_types: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Null: every type, including later ones',
    examples: [['order.settled']],
  }),
  format: Type.Enum([...webhookFormats], {
    description: 'How events are written: `standard`, or as the receivers of existing plugins read them',
    examples: ['standard'],
  }),
  extra_header: Type.Union([Type.String(), Type.Null()], {
    description: 'Carries a signature of the raw body, for plugins that expect their own header',
    examples: [null],
  }),
  extra_header_prefix: Type.String({ description: 'Stands before the signature in the extra header', examples: [''] }),
  status: Type.Enum([...endpointStatuses]),
  status_reason: nullable(
    Type.Enum([...statusReasons], { description: '`gone`: the receiver answered 410', examples: ['failing'] }),
  ),
  status_since: Instant,
  failing_since: NullableInstant,
  last_succeeded_at: NullableInstant,
  created_at: Instant,
};

export const EndpointAnswer = Type.Object(endpointFields, { title: 'WebhookEndpoint' });
export type PresentedEndpoint = Static<typeof EndpointAnswer>;

export const MerchantEndpoints = Type.Object({ endpoints: Type.Array(EndpointAnswer) }, { title: 'MerchantEndpoints' });

export const EndpointInFullAnswer = Type.Object(
  {
    ...endpointFields,
    has_secret: Type.Boolean({ description: 'Whether a signing secret was ever created' }),
    pending: Type.Integer({
      minimum: 0,
      description: 'Pending deliveries, counted up to 1,000',
      examples: [0],
    }),
    parked: Type.Integer({ minimum: 0, description: 'Failed deliveries, counted up to 1,000', examples: [0] }),
  },
  { title: 'WebhookEndpointInFull' },
);

const shownOnce = (example: string) =>
  Type.Union([Type.String(), Type.Null()], {
    description: 'Shown only once; null if none was created, and in a replayed response',
    examples: [example],
  });

export const MadeEndpointAnswer = Type.Object(
  { ...endpointFields, secret: shownOnce('whsec_…'), extra_header_secret: shownOnce('5f3a…') },
  { title: 'MadeWebhookEndpoint', description: 'An endpoint with the secrets just created for it' },
);
export type PresentedMade = Static<typeof MadeEndpointAnswer>;

export const NewSecretAnswer = Type.Object(
  { endpoint_id: PublicId('whe'), secret: shownOnce('whsec_…') },
  { title: 'NewWebhookSecret' },
);

const deliveryFields = {
  endpoint_id: PublicId('whe'),
  event_id: PublicId('evt'),
  type: Text('order.settled'),
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'The address that the payment or order carries; null: that of the endpoint',
    examples: [null],
  }),
  status: Type.Enum([...deliveryStatuses], { description: '`parked`: failed for good, for the reason given' }),
  reason: nullable(Type.Enum([...parkedReasons], { examples: ['attempts_exhausted'] })),
  attempts: Count,
  next_attempt_at: NullableInstant,
  created_at: Instant,
  finished_at: NullableInstant,
};

export const DeliveryAnswer = Type.Object(deliveryFields, { title: 'WebhookDelivery' });
export type PresentedDelivery = Static<typeof DeliveryAnswer>;

const Headers = recordOf(Type.String(), 'Without signatures and cookies');

const AttemptAnswer = Type.Object({
  number: Type.Integer({ minimum: 1, examples: [1] }),
  started_at: Instant,
  duration_ms: Count,
  outcome: Type.Enum([...outcomes], { description: '`refused`: a response other than 2xx' }),
  status_code: Type.Union([Type.Integer(), Type.Null()], { examples: [200] }),
  request: Type.Object({
    headers: Headers,
    body: Type.Union([Type.String(), Type.Null()], { description: 'The first 4 KiB', examples: ['{"id":"evt_…"}'] }),
  }),
  response: nullable(
    Type.Object({
      headers: Headers,
      body: Type.Union([Type.String(), Type.Null()], { description: 'The first 4 KiB', examples: ['ok'] }),
    }),
  ),
});
export type PresentedAttempt = Static<typeof AttemptAnswer>;

export const DeliveryInFullAnswer = Type.Object(
  { ...deliveryFields, request_id: NullableRequestId, log: Type.Array(AttemptAnswer, { description: 'Newest first' }) },
  { title: 'WebhookDeliveryInFull' },
);

export const ResentAnswer = Type.Object({ resent: Count }, { title: 'WebhooksResent' });

export const TestedAnswer = Type.Object({ event_id: PublicId('evt') }, { title: 'WebhookTested' });
