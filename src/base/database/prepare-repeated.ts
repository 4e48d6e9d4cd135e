/**
 * Prepares what a connection asks again, for work on a database that is nearly empty, where parsing and planning a statement
 * takes longer than running it: demo data, and the tests. Never for a service: the plan for any values can be a bad one where
 * tables are large, and each stays in the memory of its connection.
 */
import type pg from 'pg';

/** Before that, a statement may well be asked only once, and its plan would only take room. */
const repetitions = 2;

/** None that begins or ends a transaction, or changes the schema. */
const preparable = /^\s*(select|with|insert|update|delete)\b/;
/** With values, it cannot be several. */
const isOne = (text: string, values: unknown[]): boolean => values.length > 0 || !text.includes(';');

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `repeated_${names.size}`;
  names.set(text, name);
  return name;
}

type Query = (...args: unknown[]) => unknown;

export function prepareRepeated(pool: pg.Pool): pg.Pool {
  return pool.on('connect', (client) => {
    const asked = new Map<string, number>();
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const [text, values, ...more] = args;
      if (typeof text !== 'string' || !Array.isArray(values)) return query(...args);
      if (!preparable.test(text) || !isOne(text, values)) return query(...args);
      const times = (asked.get(text) ?? 0) + 1;
      asked.set(text, times);
      return times <= repetitions ? query(...args) : query({ name: nameOf(text), text, values }, ...more);
    }) as typeof client.query;
  });
}
