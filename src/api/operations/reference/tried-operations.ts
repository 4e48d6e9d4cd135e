/** The operations of interfaces A and B that can be tried from the dashboard. Pure. */
import type { Caller } from '../../../features/api-keys/authenticate.ts';
import type { OpenApi } from './postman.ts';

type TriedOperation = { method: string; path: string };

/** They take a key pair in their body, and no browser has its secret. */
const takesSecret = ['createAccessToken', 'getPaymentByKeys'];

const bases: Record<Caller['holderKind'], string> = { company: '/partner/', merchant: '/pay/api/' };

/** @returns undefined when this kind of holder has no such operation. */
export function findTried(
  { paths }: OpenApi,
  kind: Caller['holderKind'],
  operationId: string,
): TriedOperation | undefined {
  if (takesSecret.includes(operationId)) return undefined;
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith(bases[kind])) continue;
    const found = Object.entries(methods).find(([, operation]) => operation.operationId === operationId);
    if (found !== undefined) return { method: found[0].toUpperCase(), path };
  }
  return undefined;
}

/**
 * The address of a request. @returns the name of a parameter that is missing, or would change the path: `.` and `..`
 * are segments that mean another address.
 */
export function addressOf(
  path: string,
  values: Readonly<Record<string, string>>,
): { ok: true; url: string } | { ok: false; missing: string } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const missing = names.find((name) => /^\.{0,2}$/.test(values[name] ?? ''));
  if (missing !== undefined) return { ok: false, missing };
  return { ok: true, url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')) };
}
