/**
 * Public ids: a prefix, then the holder and 128 random bits in base62, so that a look-up by id reads only that holder's
 * rows. Callers must treat them as opaque.
 */
import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomBytesCount = 16;
/** 62^22 > 2^128. */
const randomDigits = 22;
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
  | 'trf';

function toBase62(value: bigint): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits === '' ? '0' : digits;
}

function fromBase62(digits: string): bigint {
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(alphabet.indexOf(digit));
  return value;
}

/** Random bytes are drawn a page at a time to save a system call per id. Used bytes are wiped. */
const page = Buffer.alloc(4_096);
let pageUsed = page.length;

function drawHex(bytes: number): string {
  if (pageUsed + bytes > page.length) {
    randomFillSync(page);
    pageUsed = 0;
  }
  const drawn = page.subarray(pageUsed, pageUsed + bytes);
  pageUsed += bytes;
  const hex = drawn.toString('hex');
  drawn.fill(0);
  return hex;
}

/** Random letters and digits carrying `bytes × 8` bits, padded to a constant length. */
export function randomBase62(bytes: number): string {
  const digits = Math.ceil((bytes * 8) / Math.log2(62));
  return toBase62(BigInt(`0x${drawHex(bytes)}`)).padStart(digits, '0');
}

export function newPublicId(prefix: PublicIdPrefix, holderId: bigint): string {
  return `${prefix}_${toBase62(holderId)}${randomBase62(randomBytesCount).padStart(randomDigits, '0')}`;
}

/** The holder encoded in an id, or undefined when the text is not an id of this kind. The id may not exist. */
export function holderOfPublicId(prefix: PublicIdPrefix, id: string): bigint | undefined {
  const match = pattern.exec(id);
  if (match?.[1] !== prefix || match[2] === undefined) return undefined;
  const holderId = fromBase62(match[2]);
  return holderId <= holderMax ? holderId : undefined;
}
