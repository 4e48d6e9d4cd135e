/**
 * What the request log keeps of a request that failed, and how its address is written (docs/contract/people.md, "The
 * request log"). Pure. Must never keep a body, a header or a secret.
 */
import type { ErrorDetail } from '../../base/errors/app-error.ts';

export type FailedRequest = {
  requestId: string;
  at: Date;
  clientId: string;
  /** The key pair was proved. Otherwise its public half was named, perhaps by a stranger. */
  isProven: boolean;
  method: string;
  path: string;
  query: string | null;
  status: number;
  code: string;
  message: string;
  details: readonly ErrorDetail[];
  durationMs: number;
};

const pathLengthMax = 500;
const valueLengthMax = 100;
const messageLengthMax = 500;
const detailsMax = 10;
/** Secrets of key pairs and webhooks: one that was put into an address by mistake is not kept. */
const secrets = /\b(sk_(?:test|live)_|whsec_)[\w+/=%-]*/gi;

/** @param url as it was sent. */
export const pathOf = (url: string): string => readable(url.split('?', 1)[0] as string, pathLengthMax);

/** The parameters that the route has, with their values. What else was sent may be anything. */
export function queryOf(sent: unknown, known: readonly string[]): string | null {
  const values = (sent ?? {}) as Record<string, unknown>;
  const kept = known.flatMap((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, readable(String(value), valueLengthMax)] as [string, string]]
      : [];
  });
  return kept.length === 0 ? null : new URLSearchParams(kept).toString();
}

export const messageOf = (message: string): string => readable(message, messageLengthMax);

export const detailsOf = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  details
    .slice(0, detailsMax)
    .map(({ field, message }) => ({ field: readable(field, valueLengthMax), message: messageOf(message) }));

/** Well-formed, without what PostgreSQL refuses, cut to a length. */
function readable(text: string, lengthMax: number): string {
  const whole = text.replaceAll('\0', '').replaceAll(secrets, '$1…');
  return (whole.length <= lengthMax ? whole : `${whole.slice(0, lengthMax - 1)}…`).toWellFormed();
}
