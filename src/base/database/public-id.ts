/**
 * Public ids: a prefix, then the holder and at least 128 random bits in base62, so that a look-up by id reads only that
 * holder's rows. Callers must treat them as opaque.
 */
import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^22 > 2^128. */
const randomDigits = 22;
/** Milliseconds since 1970, until the year 2081. */
const timeDigits = 7;
const holderMax = 2n ** 63n - 1n;
const pattern = /^([a-z]+)_([0-9A-Za-z]{1,11})([0-9A-Za-z]{22})$/;

export type PublicIdPrefix =
  | 'pay'
  | 'trx'
  | 'evt'
  | 'top'
  | 'att'
  | 'ref'
  | 'inv'
  | 'out'
  | 'clm'
  | 'po'
  | 'ba'
  | 'trf'
  | 'minv'
  | 'lgo'
  | 'whe'
  | 'dst'
  | 'cho'
  | 'pf'
  | 'ps'
  | 'lr'
  | 'dev';

function toBase62(value: bigint): string {
  if (value <= Number.MAX_SAFE_INTEGER) return safeToBase62(Number(value));
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits === '' ? '0' : digits;
}

/** As `toBase62`, without arithmetic of bigints: each event has two. */
function safeToBase62(value: number): string {
  let digits = alphabet[value % 62] as string;
  for (let rest = Math.floor(value / 62); rest > 0; rest = Math.floor(rest / 62)) digits = alphabet[rest % 62] + digits;
  return digits;
}

function fromBase62(digits: string): bigint {
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(alphabet.indexOf(digit));
  return value;
}

/** Random bytes are drawn a page at a time to save a system call per id. Used bytes are wiped. */
const page = Buffer.alloc(4_096);
let pageUsed = page.length;

/** Bytes from here on would make the first digits of the alphabet more likely than the others. */
const bytesUsable = 256 - (256 % alphabet.length);

function randomDigit(): string {
  for (;;) {
    if (pageUsed === page.length) {
      randomFillSync(page);
      pageUsed = 0;
    }
    const byte = page[pageUsed] as number;
    page[pageUsed] = 0;
    pageUsed += 1;
    if (byte < bytesUsable) return alphabet[byte % alphabet.length] as string;
  }
}

function randomText(digits: number): string {
  let text = '';
  for (let n = 0; n < digits; n += 1) text += randomDigit();
  return text;
}

/** Random letters and digits carrying at least `bytes × 8` bits. */
export const randomBase62 = (bytes: number): string => randomText(Math.ceil((bytes * 8) / Math.log2(alphabet.length)));

export const newPublicId = (prefix: PublicIdPrefix, holderId: bigint): string =>
  `${prefix}_${toBase62(holderId)}${randomText(randomDigits)}`;

/** What every id of `newTimedId` made at this time begins with: earlier ids sort before it, later ones after it. */
export const firstTimedId = (prefix: PublicIdPrefix, holderId: bigint, at: Date): string =>
  `${prefix}_${toBase62(holderId)}${safeToBase62(at.getTime()).padStart(timeDigits, '0')}`;

/**
 * A public id that begins with the time in milliseconds, so that rows written together are neighbors in the index. Only
 * where nothing depends on its being hard to guess: it carries 89 random bits.
 */
export const newTimedId = (prefix: PublicIdPrefix, holderId: bigint): string =>
  `${firstTimedId(prefix, holderId, new Date())}${randomText(randomDigits - timeDigits)}`;

/** As `newTimedId`, with the time of an existing id. */
export const newTimedIdLike = (prefix: PublicIdPrefix, holderId: bigint, other: string): string =>
  `${prefix}_${toBase62(holderId)}${timeOf(other)}${randomText(randomDigits - timeDigits)}`;

/** Whether one id of `newTimedId` is older than another of the same prefix and holder, by the millisecond. */
export const isBefore = (id: string, other: string): boolean => timeOf(id) < timeOf(other);

const timeOf = (id: string): string => id.slice(-randomDigits, timeDigits - randomDigits);

/** The holder encoded in an id, or undefined when the text is not an id of this kind. The id may not exist. */
export function holderOfPublicId(prefix: PublicIdPrefix, id: string): bigint | undefined {
  const match = pattern.exec(id);
  if (match?.[1] !== prefix || match[2] === undefined) return undefined;
  const holderId = fromBase62(match[2]);
  return holderId <= holderMax ? holderId : undefined;
}
