/**
 * Money at the edge: what callers send becomes a bigint of the currency's minor unit, and back. A number is only ever
 * read through its shortest decimal text: there must never be float arithmetic, rounding or guessing in here.
 */
import assert from 'node:assert/strict';
import type { Currency, Exponent } from './currency.ts';

/** Digits a caller may write before the point (docs/contract.md, "Create a payment" and "Record an order"). */
const wholeDigitsMax = 12;
/** Decimals a merchant may write, whatever the currency has (docs/contract.md, "Create a payment"). */
const merchantDecimalsMax = 2;

/**
 * `type`: neither text nor number where one is due. `syntax`: not a plain decimal. `digits`: more than 12 before the
 * point. `decimals`: more than allowed. `zero`: must be greater than 0 and is not. `negative`: may be 0, but is less.
 */
export type MerchantAmountProblem = 'type' | 'syntax' | 'digits' | 'decimals' | 'zero';
export type PartnerAmountProblem = MerchantAmountProblem | 'negative';

type Parsed<Problem> = { ok: true; minor: bigint } | { ok: false; reason: Problem };

/** A decimal in its parts: `-12.30` is `{ negative: true, whole: '12', fraction: '30' }`. */
type Decimal = { negative: boolean; whole: string; fraction: string };

/**
 * Interface A's `amount` in minor units (docs/contract.md, "Create a payment"). Text is digits, and at most one point
 * between digits: `.5`, `10.`, a sign, an exponent, a space, a separator or another script's digits are `syntax`.
 * - Leading zeros carry no value and are read (`007.50` is 7.50), but count as digits before the point.
 * - Text has at most 2 decimals as written, so `10.000` is refused even though they are zeros: in half of the world it
 *   means ten thousand. Within the 2, zeros beyond the currency's minor unit are fine (`500.00` JPY).
 * - A currency with 3 decimals has 2 here, as the contract says: `1.25` KWD is 1250.
 */
export function parseMerchantAmount(input: unknown, currency: Currency): Parsed<MerchantAmountProblem> {
  if (typeof input !== 'string' && typeof input !== 'number') return { ok: false, reason: 'type' };
  const decimal = typeof input === 'string' ? readText(input) : readNumber(input);
  if (decimal === undefined) return { ok: false, reason: 'syntax' };
  if (decimal.whole.length > wholeDigitsMax) return { ok: false, reason: 'digits' };
  if (decimal.fraction.length > merchantDecimalsMax) return { ok: false, reason: 'decimals' };
  const minor = toMinor(decimal, currency.exponent);
  if (minor === undefined) return { ok: false, reason: 'decimals' };
  return minor > 0n ? { ok: true, minor } : { ok: false, reason: 'zero' };
}

/**
 * Interface B's amounts in minor units (docs/contract.md, "Record an order"): JSON numbers only. The exact JSON parser
 * has turned literals that no double holds into NaN, which is `syntax` here. `-0` is 0; trailing zeros cannot be seen
 * in a double.
 * @param options.min the least amount in minor units: 1 for an order's total, 0 for a split.
 */
export function parsePartnerAmount(
  input: unknown,
  currency: Currency,
  options: { min: 0n | 1n },
): Parsed<PartnerAmountProblem> {
  if (typeof input !== 'number') return { ok: false, reason: 'type' };
  const decimal = readNumber(input);
  if (decimal === undefined) return { ok: false, reason: 'syntax' };
  if (decimal.whole.length > wholeDigitsMax) return { ok: false, reason: 'digits' };
  const minor = toMinor(decimal, currency.exponent);
  if (minor === undefined) return { ok: false, reason: 'decimals' };
  if (minor >= options.min) return { ok: true, minor };
  return { ok: false, reason: options.min === 0n ? 'negative' : 'zero' };
}

/**
 * Minor units of a decimal text, which may be negative: the inverse of `formatDecimal`. Undefined when it is not a
 * plain decimal, or has more decimals (zeros excepted) than the exponent. No bound on the size: not for callers' input.
 */
export function toMinorUnits(text: string, exponent: Exponent): bigint | undefined {
  const negative = text.startsWith('-');
  const decimal = readText(negative ? text.slice(1) : text);
  return decimal && toMinor({ ...decimal, negative }, exponent);
}

/**
 * Minor units as decimal text, exact at any size: `1230` with exponent 2 is `12.30`, `-5` is `-0.05`.
 *
 * @param options.minDecimals pads with zeros: interface A shows yen as `500.00` (docs/contract.md, "Payment status").
 */
export function formatDecimal(minor: bigint, exponent: Exponent, options: { minDecimals?: number } = {}): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  const fraction = digits.slice(point).padEnd(options.minDecimals ?? 0, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Minor units as a number, for charts and the like at the very edge; never for calculating. Exact up to 15 significant
 * digits, because a double keeps every decimal of that many; a larger one is asserted to read back as the same amount.
 * A balance may not (it goes to 10^18): use `jsonDecimal` for those.
 */
export function toJsonNumber(minor: bigint, exponent: Exponent): number {
  const value = Number(formatDecimal(minor, exponent));
  const decimal = readNumber(value);
  assert(decimal && toMinor(decimal, exponent) === minor, `${minor} minor units do not fit a number exactly`);
  return value;
}

/** A JSON number that is more exact than a double. Opaque: it is only good for `JSON.stringify`. */
export type JsonDecimal = { readonly rawJSON: string };

// Node 24 has it; the lib of TypeScript 7.0 does not yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): JsonDecimal };

/**
 * Minor units as a JSON number of any size, for answers and events: plain `JSON.stringify` writes the exact decimal,
 * without trailing zeros (`12.3`), as it would write a number. A compiled serializer (fast-json-stringify with
 * `type: number`) cannot read it, nor can arithmetic: both throw rather than round.
 */
export function jsonDecimal(minor: bigint, exponent: Exponent): JsonDecimal {
  const text = formatDecimal(minor, exponent);
  return rawJSON(exponent === 0 ? text : text.replace(/\.?0{1,3}$/, ''));
}

function readText(text: string): Decimal | undefined {
  const [, whole, fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : { negative: false, whole, fraction };
}

/** The shortest decimal that reads back as this double, with its exponent written out. Undefined: not finite. */
function readNumber(value: number): Decimal | undefined {
  const [, sign, first, rest = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(String(value)) ?? [];
  if (first === undefined) return undefined;
  const shift = Number(exponent);
  const digits = shift < 0 ? first.padStart(first.length - shift, '0') + rest : first + rest.padEnd(shift, '0');
  const point = shift < 0 ? first.length : first.length + shift;
  return { negative: sign === '-', whole: digits.slice(0, point), fraction: digits.slice(point) };
}

/** Undefined: it has decimals other than zeros beyond the exponent. */
function toMinor(decimal: Decimal, exponent: Exponent): bigint | undefined {
  const { negative, whole, fraction } = decimal;
  if (/[1-9]/.test(fraction.slice(exponent))) return undefined;
  const minor = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
  return negative ? -minor : minor;
}
