/**
 * The examples that the API reference prints: read, compared with what the service really answers, and written anew by
 * `npm run examples`. Ids, instants and secrets differ from run to run: they are compared by their shape.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Printed } from '../../src/api/operations/reference/examples.ts';

const file = fileURLToPath(new URL('../../src/api/operations/reference/examples.json', import.meta.url));

export type PrintedExamples = Record<string, Printed>;

export const readPrinted = (): PrintedExamples => JSON.parse(readFileSync(file, 'utf8')) as PrintedExamples;

/** Keeps what is printed where it differs from run to run alone. */
export function writePrinted(seen: PrintedExamples): void {
  const before = readPrinted();
  const kept = Object.entries(seen).map(([id, one]) => {
    const known = before[id];
    const isSame = known !== undefined && isDeepStrictEqual(shapeOf(known, true), shapeOf(one, true));
    return [id, isSame ? known : one] as const;
  });
  const sorted = kept.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

type Json = unknown;

/** Numbers that are given by the database, or depend on the time of day. */
const givenNumbers =
  /^(id|split_id|.*_id|.*_ref|id_.*|links?|person|position|size_bytes|.*-timestamp|.*_seconds|uptime.*|.*_ms)$/;

const texts: [RegExp, string][] = [
  // Random bytes in base64url, in the address of a sign-in provider: they may look like anything below.
  [/([?&](?:state|nonce|code_challenge)=)[\w-]{20,}/g, '$1<secret>'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b[0-9a-f]{64}\b/g, '<sha256>'],
  [/\bRF\d{2}[0-9A-Z]{8}\b/g, '<reference>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)/g, '<instant>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [/\b\d{4}-\d\d\b/g, '<month>'],
  [/\bwhsec_[0-9A-Za-z+/]+=*/g, 'whsec_<secret>'],
  [/\b((?:pk|sk)_(?:test|live)|[a-z]{2,6})_[0-9A-Za-z]{20,}/g, '$1_<id>'],
  [
    /\b(order|settlement|link|beneficiary|earnings|wallet|holder|shadow|person|split|transfer|cash|line):\d+/g,
    '$1:<id>',
  ],
  // Of the nodes of a chain: in whose book they are.
  [/^([A-Z]{3})\/\d+\//g, '$1/<id>/'],
  // The newest one, which the health of the service names.
  [/^\d{4}(_[a-z0-9]+)+$/g, '<migration>'],
  [/^\d+\.\d+\.\d+$/g, '<version>'],
  // Numbers in CSV rows, and authenticator codes.
  [/"\d{1,4}"/g, '"<number>"'],
  [/"\d+\/\d+"/g, '"<number>"'],
  [/^\d{6}$/g, '<code>'],
];

/** Of passkeys: random bytes in base64url. */
const encodedKeys = /^(challenge|rawId|clientDataJSON|attestationObject|authenticatorData|signature|userHandle)$/;

const random = /(?<![\w-])[0-9A-Za-z_-]{20,}(\.[0-9A-Za-z_-]*){0,4}/g;
/** One in fifty ids of people has no digit. */
const isRandom = (word: string): boolean => /[\da-z]/.test(word) && /[A-Z]/.test(word);

const shapeOfText = (text: string): string =>
  texts
    .reduce((shown, [pattern, shape]) => shown.replaceAll(pattern, shape), text)
    .replaceAll(random, (word) => (isRandom(word) ? '<secret>' : word));

/**
 * What stays the same when the same requests are sent to a service with other ids, at another time.
 * @param inAnyOrder of lists, whose order is that of ids or of the moment.
 */
export function shapeOf(value: Json, inAnyOrder = false, key = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => shapeOf(item, inAnyOrder, key));
    return inAnyOrder ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value === 'number') return givenNumbers.test(key) ? '<number>' : value;
  if (typeof value === 'string') {
    if (/^\d+$/.test(value) && givenNumbers.test(key)) return '<number>';
    if (key === 'next_cursor') return '<cursor>';
    if (encodedKeys.test(key)) return '<encoded>';
    if (key === 'postgres' || key === 'node') return '<version>';
    const text = shapeOfText(value);
    return inAnyOrder && text.includes('\n') ? text.split('\n').sort() : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, inAnyOrder, name)]));
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const secretKeys =
  /^(access_token|client_secret|secret_id|secret|extra_header_secret|token|password|(new|current)_password|uri)$/;
/** Authenticator codes and recovery codes. */
const codes = /^(\d{6}|[0-9a-z]{4}(-[0-9a-z]{4}){2})$/;

const isSecret = (key: string, value: string): boolean =>
  (secretKeys.test(key) && !value.startsWith('pay_')) || (/code/.test(key) && codes.test(value));

/** Nothing that was ever a secret is printed. Payment tokens are addresses, and no secrets. */
export function withoutSecrets(value: Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key));
  if (typeof value === 'string') return isSecret(key, value) ? disguised(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner, name)]));
}

/** Replaces a secret by a fixed text of its length. */
function disguised(secret: string): string {
  if (codes.test(secret)) return secret.includes('-') ? 'm3k7-x9qp-2rtd' : '123456';
  const prefix = /^((?:pk|sk)_(?:test|live)_|whsec_|otpauth:.*?secret=)?/.exec(secret)?.[0] ?? '';
  const characters = prefix === 'whsec_' ? /[0-9A-Za-z+/]/g : /[0-9A-Za-z_-]/g;
  let at = 0;
  const next = (): string => alphabet[at++ % alphabet.length] as string;
  return `${prefix}${secret.slice(prefix.length).replaceAll(characters, next)}`;
}
