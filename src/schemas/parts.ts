/**
 * The parts that answers and events are made of. A schema with a `title` stands once in the OpenAPI document, under that
 * name; everything else is written where it is used.
 */
import { type Static, type TSchema, Type } from 'typebox';
import type { JsonDecimal } from '../money/amount.ts';
import { modes } from '../money/mode.ts';

/** Typed as what `jsonDecimal` makes, so that an amount can't be presented from a rounded number. */
export const Amount = Type.Unsafe<JsonDecimal>({
  type: 'number',
  description: 'An exact decimal in units of the currency',
  examples: [12.5],
});

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

/** Ids that hold no number: `pay_…`, `ref_…`. They are opaque. */
export const PublicId = (prefix: string) =>
  Type.String({ pattern: `^${prefix}_[0-9A-Za-z]+$`, examples: [`${prefix}_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd`] });

export const OrderRef = Type.String({ description: "The partner's own order id", examples: ['order-1042'] });

/** A name, a reason, a note. */
export const Text = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description === undefined ? {} : { description }) });

export const ModeName = Type.Enum([...modes], { description: 'Decided by the API key' });

/** Ids of links, orders and settlements. */
export const NumericId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1042] });

export const BeneficiaryRef = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Link id of the merchant or courier',
  examples: [12],
});

export const Count = Type.Integer({ minimum: 0, examples: [1] });

/** An object whose keys are not known beforehand. */
export const recordOf = <Schema extends TSchema>(value: Schema, description: string) =>
  Type.Unsafe<Record<string, Static<Schema>>>({ type: 'object', additionalProperties: value, description });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Text that is null until there is some. */
export const NullableText = Type.Union([Type.String(), Type.Null()], { examples: [null] });

export const NullableInstant = Type.Union([Instant, Type.Null()], { examples: [null] });

export const NullableRef = nullable(BeneficiaryRef);
