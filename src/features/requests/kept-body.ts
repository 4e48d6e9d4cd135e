/**
 * What the request log keeps of a body: the fields that the route knows, without secrets and card numbers. Pure. Of a field that
 * the route doesn't know only its name is kept: its value may be anything.
 */
import type { JsonValue } from '../../base/database/schema.generated.ts';
import { passesLuhn } from '../providers/card-brands.ts';
import { withoutSecrets } from './without-secrets.ts';

const lengthMax = 16_000;
/** Of a longer one nothing is kept, because reading it would hold up other requests. */
export const readLengthMax = 65_536;
const textLengthMax = 500;
const nameLengthMax = 100;
const itemsMax = 20;
const fieldsMax = 100;
const depthMax = 8;
const removed = '…';

/** Whatever they hold, by the end of their name. */
const secretNames =
  /(?:secret|secret_?id|password|token|authorization|api_?key|cvc|cvv|card_?number|iban|account_?number)$/i;

/** Digits that may stand in groups. */
const cardNumbers = /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g;

/** A schema as JSON Schema writes it. */
type Shape = {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
};

/** @param shape of the route; undefined keeps every field. @returns null for nothing, and for what is too long. */
export function keptBody(body: unknown, shape?: unknown): JsonValue | null {
  if (body === undefined || body === null) return null;
  const kept = keptOf(body, shape as Shape | undefined, 0);
  return JSON.stringify(kept).length <= lengthMax ? kept : null;
}

/** As `keptBody`, of JSON that nobody has parsed. */
export function keptText(text: string | Buffer, shape?: unknown): JsonValue | null {
  if (text.length > readLengthMax) return null;
  try {
    return keptBody(JSON.parse(text.toString()), shape);
  } catch {
    return null;
  }
}

function keptOf(value: unknown, shape: Shape | undefined, depth: number): JsonValue {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') return isCardNumber(String(value)) ? masked(String(value)) : value;
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null;
  if (depth === depthMax) return removed;
  const own = shape === undefined ? undefined : wholeOf(shape);
  if (Array.isArray(value)) {
    const items = value.slice(0, itemsMax).map((item) => keptOf(item, own?.items, depth + 1));
    return value.length > itemsMax ? [...items, `… ${value.length - itemsMax} more`] : items;
  }
  const known = own?.properties;
  const fields = Object.entries(value);
  const kept = fields.slice(0, fieldsMax).map(([name, one]): [string, JsonValue] => {
    const isKept = !isSecret(name, one) && (known === undefined || Object.hasOwn(known, name));
    return [textOf(name, nameLengthMax), isKept ? keptOf(one, known?.[name], depth + 1) : removed];
  });
  if (fields.length > fieldsMax) kept.push([removed, `… ${fields.length - fieldsMax} more`]);
  return Object.fromEntries(kept);
}

/** A schema with what its alternatives know. */
function wholeOf({ properties, items, anyOf = [], allOf = [] }: Shape): Shape {
  const all = [{ properties, items }, ...[...anyOf, ...allOf].map(wholeOf)];
  const known = all.flatMap((one) => (one.properties === undefined ? [] : [one.properties]));
  const ofItems = all.find((one) => one.items !== undefined)?.items;
  return {
    ...(known.length > 0 && { properties: Object.assign({}, ...known) as Record<string, Shape> }),
    ...(ofItems !== undefined && { items: ofItems }),
  };
}

/** What interface A calls the token of a payment is its id. */
const isSecret = (name: string, value: unknown): boolean =>
  secretNames.test(name) && !(typeof value === 'string' && /^pay_[0-9A-Za-z]+$/.test(value));

const textOf = (text: string, max: number = textLengthMax): string =>
  withoutSecrets(
    text.replaceAll(cardNumbers, (found) => (isCardNumber(found) ? masked(found) : found)),
    max,
  );

const masked = (number: string): string => `•••• ${number.slice(-4)}`;

function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '');
  return /^\d{13,19}$/.test(digits) && passesLuhn(digits);
}
