/**
 * The parts that answers and events are made of. A schema with a `title` stands once in the OpenAPI document, under that
 * name; everything else is written where it is used.
 */
import { type TSchema, Type } from 'typebox';
import type { JsonDecimal } from '../money/amount.ts';
import { modes } from '../money/mode.ts';

/** Typed as what `jsonDecimal` makes, so that an amount can't be presented from a rounded number. */
export const Amount = Type.Unsafe<JsonDecimal>({
  type: 'number',
  description: 'An exact decimal in units of the currency, such as 12.5',
});

export const Currency = Type.String({ minLength: 3, maxLength: 3, description: 'Uppercase ISO 4217 code' });

export const Instant = Type.String({ format: 'date-time', description: 'UTC, ISO 8601 with milliseconds' });

export const ModeName = Type.Enum([...modes], { description: 'Decided by the API key' });

/** Ids of links, orders and settlements. */
export const NumericId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const BeneficiaryRef = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Link id of the merchant or courier',
});

export const Count = Type.Integer({ minimum: 0 });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Text that is null until there is some. */
export const NullableText = nullable(Type.String());

export const NullableInstant = nullable(Instant);

export const NullableRef = nullable(BeneficiaryRef);
