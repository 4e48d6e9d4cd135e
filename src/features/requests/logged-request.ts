/**
 * What the request log keeps of a request, and how its address is written (docs/contract/people.md, "The request log"). Pure.
 * Must never keep a header or a secret; bodies are in kept-body.ts.
 */

import type { JsonValue } from '../../base/database/schema.generated.ts';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { withoutSecrets } from './without-secrets.ts';

export type LoggedRequest = {
  requestId: string;
  at: Date;
  clientId: string;
  method: string;
  path: string;
  query: string | null;
  status: number;
  durationMs: number;
};

/** Of one that was refused, why; of one that succeeded, null. */
export type Failure = { code: string; message: string; details: readonly ErrorDetail[] };

/** What was sent, and the response to a request that succeeded; null for none, or one that is too long. */
export type Bodies = { body: JsonValue | null; response: JsonValue | null };

/** What is logged of a request beside its id and its key pair. */
export type RequestParts = Omit<LoggedRequest, 'requestId' | 'clientId'> & { failure: Failure | null } & Bodies;

export type NotedRequest = Pick<LoggedRequest, 'requestId' | 'clientId'> & {
  /** The key pair was proved. Otherwise its public half was named, perhaps by a stranger. */
  isProven: boolean;
  hasFailed: boolean;
  /** Characters of the bodies that `parts` reads. */
  bodiesLength: number;
  /** Called only if the request is listed: most of a busy minute are not. */
  parts: () => RequestParts;
};

const pathLengthMax = 500;
const valueLengthMax = 100;
const messageLengthMax = 500;
const detailsMax = 10;

/** @param url as it was sent. */
export const pathOf = (url: string): string => withoutSecrets(url.split('?', 1)[0] as string, pathLengthMax);

/** The parameters that the route has, with their values. What else was sent may be anything. */
export function queryOf(sent: unknown, known: readonly string[]): string | null {
  const values = (sent ?? {}) as Record<string, unknown>;
  const kept = known.flatMap((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, withoutSecrets(String(value), valueLengthMax)] as [string, string]]
      : [];
  });
  return kept.length === 0 ? null : new URLSearchParams(kept).toString();
}

export const messageOf = (message: string): string => withoutSecrets(message, messageLengthMax);

export const detailsOf = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  details
    .slice(0, detailsMax)
    .map(({ field, message }) => ({ field: withoutSecrets(field, valueLengthMax), message: messageOf(message) }));
