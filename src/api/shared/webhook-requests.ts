/** Schemas of requests about webhooks, and how they are read. */

import { type Static, Type } from 'typebox';
import { parseInstant } from '../../base/clock/read-instant.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { webhookFormats } from '../../core/events/webhook-format.ts';
import { eventTypes } from '../../features/event-catalog.ts';
import {
  descriptionLengthMax,
  graceHoursMax,
  prefixLengthMax,
  urlLengthMax,
} from '../../features/webhooks/endpoint.ts';
import type { EndpointRequest } from '../../features/webhooks/manage-endpoints.ts';
import type { ResendRequest } from '../../features/webhooks/resend.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: urlLengthMax,
  format: 'text',
  description: 'An absolute https address; in test mode http is allowed too',
  examples: ['https://shop.example/hooks'],
});

const settings = {
  description: Type.Optional(
    Type.String({
      maxLength: descriptionLengthMax,
      format: 'text',
      description: 'A description for your own use',
      examples: ['Order screen'],
    }),
  ),
  event_types: Type.Optional(
    Type.Array(Type.Enum([...eventTypes]), {
      maxItems: eventTypes.length,
      description: 'Empty, or absent for a new endpoint: every type, including later ones',
      examples: [['order.settled']],
    }),
  ),
  extra_header: Type.Optional(
    Type.String({
      maxLength: 64,
      format: 'text',
      description:
        'A header beginning with X- for a signature of the raw body, as some plugins check it; empty: none; absent for a new endpoint or a new format: that of the format',
      examples: ['X-MyPay-Signature'],
    }),
  ),
  extra_header_prefix: Type.Optional(
    Type.String({
      maxLength: prefixLengthMax,
      format: 'text',
      description:
        'Stands before the signature in the extra header; absent for a new endpoint or a new format: that of the format',
      examples: [''],
    }),
  ),
  format: Type.Optional(
    Type.Enum([...webhookFormats], {
      description:
        'How events are written; `standard` by default. With any other, an endpoint without event types gets `payment.paid` only',
      examples: ['standard'],
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
    description: 'How long the old secret keeps signing; 0 ends it now',
    examples: [24],
  }),
  purpose: Type.Optional(
    Type.Enum(['signature', 'extra_header'], { description: 'Which secret; `signature` by default' }),
  ),
});

const Time = Type.String({ maxLength: 40, description: 'ISO 8601 instant', examples: ['2031-03-01T12:00:00.000Z'] });

/** One of three: an event, what was given up, or a time range. */
export const ResendBody = Type.Object({
  event_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'Only this event', examples: ['evt_…'] }),
  ),
  parked: Type.Optional(Type.Literal(true, { description: 'All failed deliveries, at most the oldest 10,000' })),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
});

export const requestOf = (body: Static<typeof ChangeEndpointBody>): EndpointRequest => ({
  ...(body.url === undefined ? {} : { url: body.url }),
  ...(body.description === undefined ? {} : { description: body.description }),
  ...(body.event_types === undefined ? {} : { eventTypes: body.event_types.length === 0 ? null : body.event_types }),
  ...(body.format === undefined ? {} : { format: body.format }),
  ...(body.extra_header === undefined ? {} : { extraHeader: body.extra_header || null }),
  ...(body.extra_header_prefix === undefined ? {} : { extraHeaderPrefix: body.extra_header_prefix }),
});

/** @throws AppError `validation_failed` unless exactly one of the three is asked for. */
export function resendRequestOf({ event_id: eventId, parked, from, to }: Static<typeof ResendBody>): ResendRequest {
  const isRange = from !== undefined || to !== undefined;
  if (eventId !== undefined && (parked === true || isRange))
    throw invalidField('event_id', 'cannot be combined with the others');
  if (eventId !== undefined) return { eventId };
  if (parked === true && isRange) throw invalidField('parked', 'cannot be combined with `from` and `to`');
  if (parked === true) return { parked };
  if (from === undefined) throw invalidField('from', 'is required, with `to`, unless `parked` or `event_id` is given');
  if (to === undefined) throw invalidField('to', 'is required with `from`');
  const range = { from: instantOf('from', from), to: instantOf('to', to) };
  if (range.to <= range.from) throw invalidField('to', 'must be after `from`');
  return range;
}

/** The ids of events carry times between these, in milliseconds. */
const instantMaxMs = Date.UTC(2080, 0);

function instantOf(field: string, text: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined) throw invalidField(field, 'must be an ISO 8601 instant, such as 2031-03-01T12:00:00Z');
  return new Date(Math.min(Math.max(instant.getTime(), 0), instantMaxMs));
}
