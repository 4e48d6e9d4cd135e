/**
 * Arrays as parameters, as the driver writes them but many times faster: a settlement sends ten of three thousand elements for a
 * thousand orders. Must write what PostgreSQL reads as the same array, and leave to the driver what it does not know.
 */
import type pg from 'pg';

const special = /["\\]/;
const specials = /["\\]/g;
/** Between them PostgreSQL reads an instant as JavaScript writes it. */
const earliest = new Date('0001-01-01T00:00:00Z');
const latest = new Date('9999-12-31T23:59:59.999Z');

/** @returns PostgreSQL's text of an array; undefined when it has an element of another kind. */
export function arrayText(values: readonly unknown[]): string | undefined {
  const parts: (string | bigint | number | boolean)[] = [];
  for (const value of values) {
    if (typeof value === 'string') {
      parts.push(`"${special.test(value) ? value.replace(specials, '\\$&') : value}"`);
    } else if (value === null) {
      parts.push('NULL');
    } else if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') {
      parts.push(value);
    } else if (value instanceof Date && value >= earliest && value <= latest) {
      parts.push(`"${value.toISOString()}"`);
    } else {
      return undefined;
    }
  }
  return `{${parts.join(',')}}`;
}

type Query = (...args: unknown[]) => unknown;

/** Has a connection write arrays so. Call it for every new connection of a pool. */
export function writeArrays(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    const [text, values, ...more] = args;
    return Array.isArray(values) ? query(text, values.map(written), ...more) : query(...args);
  }) as typeof client.query;
}

const written = (value: unknown): unknown => (Array.isArray(value) ? (arrayText(value) ?? value) : value);
