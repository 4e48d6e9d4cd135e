/**
 * Conversion between decimal amounts in requests and answers and bigint minor units. A number is read only through its
 * shortest decimal text: there must never be float arithmetic, rounding or guessing here.
 */
import { absolute } from './compare.ts';
import type { Currency, Exponent } from './currency.ts';

/**
 * Maximum digits before the point (docs/contract/merchant.md, "Create a payment" and docs/contract/partner.md, "Record
 * an order").
 */
const wholeDigitsMax = 12;
/**
 * In a text there may be so many whatever the currency: `500.00` JPY (docs/contract/merchant.md, "Create a payment").
 */
const textDecimalsMin = 2;

/**
 * `type`: neither a string nor a number where one is expected. `syntax`: not a plain decimal. `precision`: a number with
 * more digits than can be read exactly. `digits`: more than 12 before the point. `decimals`: more than allowed. `zero`:
 * must be greater than 0 and is not. `negative`: less than 0 where 0 is allowed.
 */
export type MerchantAmountProblem = 'type' | 'syntax' | 'precision' | 'digits' | 'decimals' | 'zero';
export type PartnerAmountProblem = MerchantAmountProblem | 'negative';

type Parsed<Problem> = { ok: true; minor: bigint } | { ok: false; reason: Problem };

/** The parts of a decimal: `-12.30` is `{ negative: true, whole: '12', fraction: '30' }`. */
type Decimal = { negative: boolean; whole: string; fraction: string };

/**
 * Parses interface A's `amount` into minor units (docs/contract/merchant.md, "Create a payment"). A string has digits
 * and at most one point between digits: `.5`, `10.`, `+5`, an exponent, a space, a separator or digits of another
 * script are `syntax`. An amount below 0 is `zero`, as a string and as a number.
 * - Leading zeros are accepted (`007.50` is 7.50), but count as digits before the point.
 * - A string has at most as many decimals as written as the currency has, but no fewer than 2: `1.250` KWD and `500.00`
 *   JPY are accepted. `10.000` USD is refused even though they are zeros: in many countries it means ten thousand.
 * - A number is read as the shortest decimal of its double. Three decimals of at most 15 digits never share a double, so
 *   an amount written with 17 digits is read as the one that was meant.
 * @param decimalsMax how many decimals, zeros excepted, where that is less than the currency's.
 */
export function parseMerchantAmount(
  input: unknown,
  currency: Currency,
  decimalsMax: number = currency.exponent,
): Parsed<MerchantAmountProblem> {
  if (typeof input !== 'string' && typeof input !== 'number') return { ok: false, reason: 'type' };
  const isText = typeof input === 'string';
  const decimal = isText ? readSigned(input) : readNumber(input);
  if (decimal === undefined) return { ok: false, reason: isText ? 'syntax' : 'precision' };
  if (decimal.whole.length > wholeDigitsMax) return { ok: false, reason: 'digits' };
  if (isText && decimal.fraction.length > Math.max(currency.exponent, textDecimalsMin)) {
    return { ok: false, reason: 'decimals' };
  }
  if (hasDigitsAfter(decimal, decimalsMax)) return { ok: false, reason: 'decimals' };
  const minor = toMinor(decimal, currency.exponent);
  if (minor === undefined) return { ok: false, reason: 'decimals' };
  return minor > 0n ? { ok: true, minor } : { ok: false, reason: 'zero' };
}

/**
 * Parses interface B's amounts into minor units (docs/contract/partner.md, "Record an order"): JSON numbers only. The
 * exact JSON parser turns literals that no double stands for into NaN, which is `precision`. `-0` is 0; trailing zeros
 * are not visible in a double.
 * @param options.min the least amount in minor units: 1 for an order's total, 0 for a split.
 */
export function parsePartnerAmount(
  input: unknown,
  currency: Currency,
  options: { min: 0n | 1n },
): Parsed<PartnerAmountProblem> {
  if (typeof input !== 'number') return { ok: false, reason: 'type' };
  const decimal = readNumber(input);
  if (decimal === undefined) return { ok: false, reason: 'precision' };
  if (decimal.whole.length > wholeDigitsMax) return { ok: false, reason: 'digits' };
  const minor = toMinor(decimal, currency.exponent);
  if (minor === undefined) return { ok: false, reason: 'decimals' };
  if (minor >= options.min) return { ok: true, minor };
  return { ok: false, reason: options.min === 0n ? 'negative' : 'zero' };
}

/**
 * Minor units of a decimal text, which may be negative: the inverse of `formatDecimal`. Undefined when it is not a
 * plain decimal, or has more decimals (zeros excepted) than the exponent. The size is not limited, so don't use it for
 * input from callers.
 */
export function toMinorUnits(text: string, exponent: Exponent): bigint | undefined {
  const decimal = readSigned(text);
  return decimal && toMinor(decimal, exponent);
}

/**
 * Minor units as decimal text, exact at any size: `1230` with exponent 2 is `12.30`, `-5` is `-0.05`.
 *
 * @param options.minDecimals pads with zeros: interface A shows yen as `500.00` (docs/contract/merchant.md, "Payment
 * status").
 */
export function formatDecimal(minor: bigint, exponent: Exponent, options: { minDecimals?: number } = {}): string {
  const digits = absolute(minor)
    .toString()
    .padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  const fraction = digits.slice(point).padEnd(options.minDecimals ?? 0, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A JSON number with more precision than a double. Opaque: use it only with `JSON.stringify`. */
export type JsonDecimal = { readonly rawJSON: string };

// Node 24 has `JSON.rawJSON`; the library types of TypeScript 7.0 do not declare it yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): JsonDecimal };

/**
 * Minor units as a JSON number of any size, for answers and events. `JSON.stringify` writes the exact decimal without
 * trailing zeros (`12.3`), as for any number. A compiled serializer (fast-json-stringify with `type: number`) and
 * arithmetic both throw rather than round.
 */
export function jsonDecimal(minor: bigint, exponent: Exponent): JsonDecimal {
  const text = formatDecimal(minor, exponent);
  return rawJSON(exponent === 0 || !text.endsWith('0') ? text : text.replace(/\.?0{1,3}$/, ''));
}

/** Between them a double is written without an exponent. */
const plainMin = 1e-6;
const plainMax = 1e21;

function readSigned(text: string): Decimal | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : { negative: sign === '-', whole, fraction };
}

/** The shortest decimal that reads back as this double, with its exponent expanded. Undefined when not finite. */
function readNumber(value: number): Decimal | undefined {
  const text = String(value);
  // Nearly every amount: plain digits, which a request is full of.
  if (value === 0 || (value >= plainMin && value < plainMax)) {
    const point = text.indexOf('.');
    if (point < 0) return { negative: false, whole: text, fraction: '' };
    return { negative: false, whole: text.slice(0, point), fraction: text.slice(point + 1) };
  }
  const [, sign, first, rest = '', exponent = '0'] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const shift = Number(exponent);
  const digits = shift < 0 ? first.padStart(first.length - shift, '0') + rest : first + rest.padEnd(shift, '0');
  const point = shift < 0 ? first.length : first.length + shift;
  return { negative: sign === '-', whole: digits.slice(0, point), fraction: digits.slice(point) };
}

/** Zeros excepted. */
const hasDigitsAfter = ({ fraction }: Decimal, decimals: number): boolean =>
  fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals));

/** Undefined when there are non-zero decimals beyond the exponent. */
function toMinor(decimal: Decimal, exponent: Exponent): bigint | undefined {
  const { negative, whole, fraction } = decimal;
  if (hasDigitsAfter(decimal, exponent)) return undefined;
  const minor = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
  return negative ? -minor : minor;
}
