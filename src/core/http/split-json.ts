/**
 * Splits a large JSON object into the items of one of its arrays without parsing them, so that each item can be read as
 * a body of its own: with its own size, its own exact numbers, and time for other requests in between.
 */
import { isUtf8 } from 'node:buffer';
import type { Steps } from './body-turns.ts';

type SplitObject =
  /** `items` is undefined when the field is absent or no array. */
  { ok: true; items: readonly Buffer[] | undefined } | { ok: false; reason: 'malformed' | 'too_long' | 'too_large' };

const malformed = { ok: false, reason: 'malformed' } as const;
const tooLarge = { ok: false, reason: 'too_large' } as const;

/** Looking at so many bytes takes about a millisecond. */
const stepBytes = 262_144;

/** What is left of the step under way. */
type Step = { bytesLeft: number };

/** Parsing a key and a small value takes as long as looking at so many bytes. */
const fieldBytes = 512;

type SplitLimits = {
  /** A longer array is not read to its end. */
  itemsMax: number;
  /** The bytes outside the array, which are parsed here: keys, other fields and earlier values of duplicate fields. */
  othersBytesMax: number;
};

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')];
const [openBrace, closeBrace, openBracket, closeBracket] = [code('{'), code('}'), code('['), code(']')];

/** What a byte outside of texts means for the end of a value. */
const kind = { other: 0, quote: 1, open: 2, close: 3, separator: 4 } as const;
const kindOf = new Uint8Array(256);
kindOf[quote] = kind.quote;
for (const byte of [openBrace, openBracket]) kindOf[byte] = kind.open;
for (const byte of [closeBrace, closeBracket]) kindOf[byte] = kind.close;
for (const byte of [comma, colon, ...Buffer.from(' \n\r\t')]) kindOf[byte] = kind.separator;

const byteOrderMark = Buffer.from('\ufeff');

/**
 * The items of an array that is a field of the object, as their bytes. They may be malformed, which the caller finds by
 * parsing them; everything else has been checked. The last of duplicate fields wins.
 */
export function* splitObject(
  body: Buffer,
  field: string,
  { itemsMax, othersBytesMax }: SplitLimits,
): Steps<SplitObject> {
  if (!isUtf8(body)) return malformed;
  const step: Step = { bytesLeft: stepBytes };
  const found = yield* findField(body, field, othersBytesMax, step);
  if (!found.ok) return found;
  const { value } = found;
  if (value?.[0] === openBracket) return yield* splitArray(value, itemsMax, step);
  if (value === undefined) return { ok: true, items: undefined };
  if (value.length > othersBytesMax) return tooLarge;
  return isJson(value) ? { ok: true, items: undefined } : malformed;
}

type Found = { ok: true; value: Buffer | undefined } | typeof malformed | typeof tooLarge;

/** The value is not checked, all others are. */
function* findField(body: Buffer, field: string, othersBytesMax: number, step: Step): Steps<Found> {
  const hasMark = body.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  let at = yield* skipSpace(body, hasMark ? byteOrderMark.length : 0, step);
  if (body[at] !== openBrace) return malformed;
  at = yield* skipSpace(body, at + 1, step);
  if (body[at] === closeBrace) return (yield* isEnd(body, at + 1, step)) ? { ok: true, value: undefined } : malformed;
  let value: Buffer | undefined;
  let othersBytes = 0;
  while (true) {
    step.bytesLeft -= fieldBytes;
    const keyEnd = yield* endOfValue(body, at, step);
    const key = body.subarray(at, keyEnd);
    othersBytes += key.length;
    if (othersBytes > othersBytesMax) return tooLarge;
    at = yield* skipSpace(body, keyEnd, step);
    if (key[0] !== quote || !isJson(key) || body[at] !== colon) return malformed;
    at = yield* skipSpace(body, at + 1, step);
    const end = yield* endOfValue(body, at, step);
    // The value before of a duplicate field is checked too, and then dropped.
    const isField = JSON.parse(key.toString('utf8')) === field;
    const checked = isField ? value : body.subarray(at, end);
    othersBytes += checked?.length ?? 0;
    if (othersBytes > othersBytesMax) return tooLarge;
    if (checked !== undefined && !isJson(checked)) return malformed;
    if (isField) value = body.subarray(at, end);
    at = yield* skipSpace(body, end, step);
    if (body[at] === closeBrace) return (yield* isEnd(body, at + 1, step)) ? { ok: true, value } : malformed;
    if (body[at] !== comma) return malformed;
    at = yield* skipSpace(body, at + 1, step);
  }
}

function* splitArray(array: Buffer, itemsMax: number, step: Step): Steps<SplitObject> {
  const items: Buffer[] = [];
  let at = yield* skipSpace(array, 1, step);
  if (array[at] === closeBracket) return (yield* isEnd(array, at + 1, step)) ? { ok: true, items } : malformed;
  while (true) {
    const end = yield* endOfValue(array, at, step);
    if (end === at) return malformed;
    if (items.length === itemsMax) return { ok: false, reason: 'too_long' };
    items.push(array.subarray(at, end));
    at = yield* skipSpace(array, end, step);
    if (array[at] === closeBracket) return (yield* isEnd(array, at + 1, step)) ? { ok: true, items } : malformed;
    if (array[at] !== comma) return malformed;
    at = yield* skipSpace(array, at + 1, step);
  }
}

function* begin(step: Step): Steps<void> {
  yield;
  step.bytesLeft = stepBytes;
}

/** Where the value that starts at `start` ends, provided that it is well-formed. */
function* endOfValue(body: Buffer, start: number, step: Step): Steps<number> {
  const scan: Scan = { at: start, depth: 0, isText: false };
  while (true) {
    const from = scan.at;
    const isOver = scanUntil(body, Math.min(body.length, from + step.bytesLeft), scan);
    step.bytesLeft -= scan.at - from;
    if (isOver) return scan.at;
    if (scan.at >= body.length) return body.length;
    yield* begin(step);
  }
}

type Scan = { at: number; depth: number; isText: boolean };

/** @returns whether the value is over, in front of `scan.at`. */
function scanUntil(body: Buffer, end: number, scan: Scan): boolean {
  let { at, depth, isText } = scan;
  let isOver = false;
  while (at < end && !isOver) {
    const byte = body[at] as number;
    at += 1;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) {
        isText = false;
        isOver = depth === 0;
      }
      continue;
    }
    const found = kindOf[byte];
    if (found === kind.other) continue;
    if (found === kind.quote) isText = true;
    else if (found === kind.open) depth += 1;
    else if (depth === 0) {
      isOver = true;
      at -= 1;
    } else if (found === kind.close) {
      depth -= 1;
      isOver = depth === 0;
    }
  }
  scan.at = at;
  scan.depth = depth;
  scan.isText = isText;
  return isOver;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function* skipSpace(body: Buffer, start: number, step: Step): Steps<number> {
  let at = start;
  while (isSpace(body[at])) {
    at += 1;
    step.bytesLeft -= 1;
    if (step.bytesLeft <= 0) yield* begin(step);
  }
  return at;
}

function* isEnd(body: Buffer, at: number, step: Step): Steps<boolean> {
  return (yield* skipSpace(body, at, step)) === body.length;
}

export function isJson(text: Buffer): boolean {
  try {
    JSON.parse(text.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
