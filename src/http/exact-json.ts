/**
 * Parses a body as a JSON object without rounding numbers: a literal that differs from the shortest decimal of its
 * double becomes NaN, so that the schema refuses it at its path. Must never throw, whatever the bytes are.
 */
import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';

export type ParsedObject = { ok: true; value: Record<string, unknown> } | { ok: false };

/**
 * Matches every text that may contain an inexact literal or `-0`. A double represents any decimal of up to 15
 * significant digits, and more digits make a run of at least 16 characters.
 */
const mayBeInexact = /[0-9.]{16,}|[0-9][eE]|-0[^0-9]/;

/** A literal of up to this many characters without an exponent is always exact. */
const exactLengthMax = 15;

/** The most significant digits that any double needs to be told from its neighbours. */
const doubleDigitsMax = 17;

/**
 * `doubles`: a literal of up to 17 significant digits is taken for its double, whose shortest decimal may have fewer
 * (`19.989999999999998` for 19.99), because some serializers write every double with 17 digits.
 */
export type Numbers = 'exact' | 'doubles';

/** Unknown fields are ignored, so these keys are removed instead of refused. */
const withoutPrototypes = { protoAction: 'remove', constructorAction: 'remove' } as const;

/**
 * Returns `ok: false` for a body that is not UTF-8, not JSON or not an object (docs/contract.md, "Merchant
 * envelope" and "Partner envelope"). The last of duplicate keys wins, `-0` is 0, and `__proto__` and
 * `constructor.prototype` are removed.
 * A leading byte order mark is ignored, as RFC 8259 §8.1 allows, because some .NET clients send one.
 * Nesting depth has no limit of its own: `ok: false` when the exact second pass would exhaust the stack.
 */
export function parseJsonObject(body: Buffer, numbers: Numbers = 'exact'): ParsedObject {
  if (!isUtf8(body)) return { ok: false };
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = parse(text, mayBeInexact.test(text) ? revivers[numbers] : undefined, withoutPrototypes);
  } catch {
    // A SyntaxError, or the RangeError of the reviver on a very deep value.
    return { ok: false };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false };
  return { ok: true, value: value as Record<string, unknown> };
}

type Literal = string | undefined;

/** A reviver. Node.js 24 passes it the literal; the types of TypeScript 7.0 do not include that parameter yet. */
const reviver =
  (isRead: (source: Literal, value: number) => boolean) =>
  (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number') return value;
    if (value === 0) return isZero(context?.source) ? 0 : Number.NaN;
    return isRead(context?.source, value) ? value : Number.NaN;
  };

const revivers = {
  exact: reviver(isExact),
  doubles: reviver((source, value) => isExact(source, value) || isShortEnough(source, value)),
} as const satisfies Record<Numbers, unknown>;

/** JSON.parse also returns 0 for `1e-400`, which is not zero. */
const isZero = (source: Literal): boolean => source !== undefined && !/^[^eE]*[1-9]/.test(source);

const isShortEnough = (source: Literal, value: number): boolean =>
  source !== undefined && Number.isFinite(value) && partsOf(source).digits.length <= doubleDigitsMax;

function isExact(source: Literal, value: number): boolean {
  if (source === undefined || !Number.isFinite(value)) return false;
  if (source.length <= exactLengthMax && !/[eE]/.test(source)) return true;
  const shortest = String(value);
  return source === shortest || normalize(source) === normalize(shortest);
}

/** A canonical form of a decimal. */
function normalize(literal: string): string {
  const { sign, digits, power } = partsOf(literal);
  return `${sign}${digits}e${power}`;
}

/** A decimal's digits without outer zeros, and the power of ten to multiply them by. */
function partsOf(literal: string): { sign: string; digits: string; power: number } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal) ?? [];
  const digits = whole + fraction;
  // Loops instead of /0+$/, which takes quadratic time on a very long literal.
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return { sign, digits: digits.slice(start, end), power };
}
