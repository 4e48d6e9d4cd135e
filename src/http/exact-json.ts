/**
 * Reads a body as a JSON object without changing a number on the way: a literal that a double cannot hold becomes NaN,
 * so that the schema refuses it at its path. Must never throw, whatever the bytes are.
 */
import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';

export type ParsedObject = { ok: true; value: Record<string, unknown> } | { ok: false };

/**
 * Only such a text can hold a literal that is inexact, or `-0`. A decimal of up to 15 significant digits always
 * survives a double, and more digits make a run of at least 16 characters.
 */
const worthASecondLook = /[0-9.]{16,}|[0-9][eE]|-0[^0-9]/;

/** Up to this many characters without an exponent, no literal is inexact. */
const exactLengthMax = 15;

/** Unknown fields are ignored, so these are dropped rather than refused. */
const withoutPrototypes = { protoAction: 'remove', constructorAction: 'remove' } as const;

/**
 * A body as an object, or `ok: false`: not UTF-8, not JSON, or JSON of another kind (docs/contract.md, "Merchant
 * envelope" and "Partner envelope"). The last of duplicate keys wins, `-0` is 0, own `__proto__` and
 * `constructor.prototype` are dropped.
 * A leading byte order mark is tolerated, as RFC 8259 §8.1 allows: some .NET clients send one, and it changes nothing.
 * Nesting has no bound of its own: it is a value, or `ok: false` when the second look would run out of stack.
 */
export function parseJsonObject(body: Buffer): ParsedObject {
  if (!isUtf8(body)) return { ok: false };
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = parse(text, worthASecondLook.test(text) ? exactNumbers : undefined, withoutPrototypes);
  } catch {
    // A SyntaxError, or the RangeError of a reviver in a very deep value.
    return { ok: false };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false };
  return { ok: true, value: value as Record<string, unknown> };
}

/** A reviver. Node 24 hands it the literal; the lib of TypeScript 7.0 does not know yet. */
function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  if (value === 0) return isZero(context?.source) ? 0 : Number.NaN;
  return isExact(context?.source, value) ? value : Number.NaN;
}

/** `1e-400` is read as 0 too, and is not. */
const isZero = (source: string | undefined): boolean => source !== undefined && !/^[^eE]*[1-9]/.test(source);

function isExact(source: string | undefined, value: number): boolean {
  if (source === undefined || !Number.isFinite(value)) return false;
  if (source.length <= exactLengthMax && !/[eE]/.test(source)) return true;
  const shortest = String(value);
  return source === shortest || normalize(source) === normalize(shortest);
}

/** One spelling for each decimal value: its digits without outer zeros, and the power of ten they are multiplied by. */
function normalize(literal: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal) ?? [];
  const digits = whole + fraction;
  // Loops, because /0+$/ is quadratic in digits a caller may send by the hundred thousand.
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
