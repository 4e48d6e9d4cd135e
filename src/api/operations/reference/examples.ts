/**
 * The examples of the API reference: a request for each operation and what the service answered it. They are recorded by
 * `npm run examples` and sent again by the tests, so that none is out of date.
 */
import { readFileSync } from 'node:fs';

export type Printed = {
  request: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  status: number;
  /** Absent where the answer is a page. */
  answer?: unknown;
};

/** By operation id. Read when the document is made, and not kept. */
export const readExamples = (): Record<string, Printed> =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Record<string, Printed>;
