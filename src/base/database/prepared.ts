/**
 * Statements that PostgreSQL parses and plans once for each connection, because they run thousands of times a second.
 * Only for texts that never vary: each stays in the memory of every connection.
 */
import type pg from 'pg';

const names = new Map<string, string>();

/** From now on this text is prepared wherever it runs. */
export function prepare(text: string, name: string): void {
  names.set(text, name);
}

type Query = (...args: unknown[]) => unknown;

/** Call it for every new connection of a pool. */
export function runPrepared(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    const [text, values, ...more] = args;
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return name === undefined ? query(...args) : query({ name, text, values }, ...more);
  }) as typeof client.query;
}
