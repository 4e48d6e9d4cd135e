/** Schemas of requests about webhooks, and how they are read. */
import { type Static, Type } from 'typebox';
import { eventTypes } from '../../events/catalogue.ts';
import { descriptionLengthMax, graceHoursMax, urlLengthMax } from '../endpoint.ts';
import type { EndpointRequest } from '../manage-endpoints.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: urlLengthMax,
  format: 'text',
  description: 'An absolute https address; in test mode http will do',
  examples: ['https://shop.example/hooks'],
});

const settings = {
  description: Type.Optional(
    Type.String({
      maxLength: descriptionLengthMax,
      format: 'text',
      description: 'A name for people',
      examples: ['Order screen'],
    }),
  ),
  event_types: Type.Optional(
    Type.Array(Type.Enum([...eventTypes]), {
      maxItems: eventTypes.length,
      description: 'Empty, or absent from a new endpoint: every type, later ones too',
      examples: [['order.settled']],
    }),
  ),
  extra_header: Type.Optional(
    Type.String({
      maxLength: 64,
      format: 'text',
      description:
        'A header beginning with X- for a second signature, as some older plugins check it; empty, or absent from a new endpoint: none',
      examples: ['X-MyPay-Signature'],
    }),
  ),
};

export const NewEndpointBody = Type.Object({ url: Url, ...settings });
export const ChangeEndpointBody = Type.Object({ url: Type.Optional(Url), ...settings });

const id = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'text',
  description: 'An endpoint, or `addresses` for that of the `webhook_url`s of payments or orders',
  examples: ['addresses'],
});

export const EndpointParams = Type.Object({ id });
export const DeliveryParams = Type.Object({
  id,
  event_id: Type.String({ minLength: 1, maxLength: 255, format: 'text' }),
});

export const RotationBody = Type.Object({
  grace_hours: Type.Integer({
    minimum: 0,
    maximum: graceHoursMax,
    description: 'How long the old secret signs too; 0 ends it now',
    examples: [24],
  }),
  purpose: Type.Optional(
    Type.Enum(['signature', 'extra_header'], { description: 'Which secret; `signature` by default' }),
  ),
});

const Time = Type.String({ maxLength: 40, description: 'ISO 8601 instant', examples: ['2031-03-01T12:00:00.000Z'] });

export const ResendBody = Type.Object({
  parked: Type.Optional(Type.Literal(true, { description: 'All that were given up, the oldest 10,000 first' })),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
});

export const requestOf = (body: Static<typeof ChangeEndpointBody>): EndpointRequest => ({
  ...(body.url === undefined ? {} : { url: body.url }),
  ...(body.description === undefined ? {} : { description: body.description }),
  ...(body.event_types === undefined ? {} : { eventTypes: body.event_types.length === 0 ? null : body.event_types }),
  ...(body.extra_header === undefined ? {} : { extraHeader: body.extra_header || null }),
});
