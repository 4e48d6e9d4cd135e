/**
 * Verifies webhooks as Standard Webhooks describes them, and the extra header that older plugins expect. Always verify
 * the body as it arrived: parsed and written again it is another one.
 */
import { WebhookVerificationError } from './errors.ts';
import type { SluiceEvent } from './types.ts';

export type Payload = string | Uint8Array;
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const toleranceSecondsDefault = 300;
const msPerSecond = 1_000;
const prefix = 'whsec_';
const version = 'v1';
const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

const bytesOf = (text: Payload): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);

/**
 * Checks signature and age, and returns the event.
 * @param secret `whsec_…`, or several while one is being rotated.
 * @param options.nowMs the present time, for tests.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  payload: Payload,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: { toleranceSeconds?: number; nowMs?: number } = {},
): Promise<SluiceEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new WebhookVerificationError('The headers of a webhook are missing.');
  }
  requireRecent(timestamp, options);
  const signed = concat(bytesOf(`${id}.${timestamp}.`), bytesOf(payload));
  if (!(await isSigned(signed, signatures, [secret].flat()))) {
    throw new WebhookVerificationError('No signature matches.');
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(payload))) as SluiceEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The body is not JSON.', { cause });
  }
}

/** Signs a body as the service does, for tests of your own receiver. @returns the headers. */
export async function signWebhook(
  payload: Payload,
  { id, secret, timestampSeconds }: { id: string; secret: string; timestampSeconds?: number },
): Promise<Record<string, string>> {
  const timestamp = String(timestampSeconds ?? Math.floor(Date.now() / msPerSecond));
  const key = await keyOf(secretBytes(secret), 'sign');
  const signed = concat(bytesOf(`${id}.${timestamp}.`), bytesOf(payload));
  const signature = base64Of(new Uint8Array(await crypto.subtle.sign(algorithm, key, signed)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `${version},${signature}` };
}

/**
 * The extra header that an endpoint may have: the hex HMAC-SHA256 of the body, keyed with the endpoint's second secret.
 * It says nothing about the age of the webhook.
 */
export async function verifyHexSignature(payload: Payload, signature: string, secret: string): Promise<boolean> {
  const given = hexBytes(signature.trim());
  if (given === undefined) return false;
  return crypto.subtle.verify(algorithm, await keyOf(bytesOf(secret), 'verify'), given, bytesOf(payload));
}

/** Every pair is compared, each in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, secrets: readonly string[]): Promise<boolean> {
  const given = header.split(' ').flatMap((one) => {
    const [scheme, signature = ''] = one.split(',', 2);
    const bytes = scheme === version ? base64Bytes(signature) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
  let isFound = false;
  for (const secret of secrets) {
    const key = await keyOf(secretBytes(secret), 'verify');
    for (const signature of given) {
      if (await crypto.subtle.verify(algorithm, key, signature, signed)) isFound = true;
    }
  }
  return isFound;
}

function requireRecent(
  timestamp: string,
  { toleranceSeconds = toleranceSecondsDefault, nowMs = Date.now() }: { toleranceSeconds?: number; nowMs?: number },
): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // What is no number is refused too.
  const isRecent = Math.abs(Math.floor(nowMs / msPerSecond) - seconds) <= toleranceSeconds;
  if (!isRecent) throw new WebhookVerificationError('The webhook is too old, or its clock is wrong.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' && one !== '' ? one : undefined;
}

const keyOf = (bytes: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', bytes, algorithm, false, [use]);

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = base64Bytes(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new TypeError('A signing secret is whsec_ and base64.');
  return bytes;
}

function base64Bytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

function hexBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
