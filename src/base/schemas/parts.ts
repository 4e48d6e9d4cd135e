/**
 * Schema parts shared by answers and events. A schema with a `title` becomes a named component of the OpenAPI document;
 * every other schema is written inline.
 */
import { type Static, type TSchema, Type } from 'typebox';
import type { JsonDecimal } from '../money/amount.ts';
import { modes } from '../money/mode.ts';

/** Typed as the result of `jsonDecimal`, so that a rounded number does not compile as an amount. */
export const Amount = Type.Unsafe<JsonDecimal>({
  type: 'number',
  description: 'An exact decimal in units of the currency',
  examples: [12.5],
});

export const amountThatIs = (description: string) => Type.Unsafe<JsonDecimal>({ ...Amount, description });

export const Currency = Type.String({
  minLength: 3,
  maxLength: 3,
  description: 'Uppercase ISO 4217 code',
  examples: ['EUR'],
});

export const Instant = Type.String({
  format: 'date-time',
  description: 'UTC, ISO 8601 with milliseconds',
  examples: ['2031-03-01T12:00:00.000Z'],
});

/** A day of the calendar, such as `2031-03-01`. */
export const dayPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

/** Opaque ids: `pay_…`, `ref_…`. */
export const PublicId = (prefix: string) =>
  Type.String({ pattern: `^${prefix}_[0-9A-Za-z]+$`, examples: [`${prefix}_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd`] });

export const OrderRef = Type.String({ description: "The partner's own order id", examples: ['order-1042'] });

/** A name, a reason, a note. */
export const Text = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description === undefined ? {} : { description }) });

export const ModeName = Type.Enum([...modes], { description: 'Decided by the API key' });

export const ServedModes = Type.Array(ModeName, {
  description: 'A link created in test mode serves only test mode until it is widened',
  examples: [['test', 'live']],
});

/** Ids of links, orders and settlements. */
export const NumericId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1042] });

export const BeneficiaryRef = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Link id of the merchant or courier',
  examples: [12],
});

export const Count = Type.Integer({ minimum: 0, examples: [1] });

/** An object with arbitrary keys. */
export const recordOf = <Schema extends TSchema>(value: Schema, description: string) =>
  Type.Unsafe<Record<string, Static<Schema>>>({ type: 'object', additionalProperties: value, description });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** As the header `X-Request-Id` of an answer; null for what no request did. */
export const NullableRequestId = Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
  description: 'The `X-Request-Id` of the request that did it; null if the service acted by itself',
  examples: ['01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11'],
});

/** Text, or null while it has no value. */
export const NullableText = Type.Union([Type.String(), Type.Null()], { examples: [null] });

export const NullableInstant = Type.Union([Instant, Type.Null()], { examples: [null] });

export const NullableRef = nullable(BeneficiaryRef);
