/**
 * Card brands by their number ranges: how a number is grouped, how long it is, and how many digits the security code
 * has. Pure. The script of the payment page is given this table, so that browser and server judge alike.
 */

type CardBrand = {
  name: string;
  /** Inclusive ranges of leading digits; both ends have the same length. */
  ranges: readonly (readonly [from: number, to: number])[];
  lengths: readonly number[];
  codeLength: 3 | 4;
  /** How the digits are spaced; digits beyond follow as one group. */
  groups: readonly number[];
};

const fours = [4, 4, 4, 4, 3] as const;
const sixteenToNineteen = [16, 17, 18, 19] as const;

export const cardBrands = Object.freeze([
  { name: 'Visa', ranges: [[4, 4]], lengths: [13, 16, 19], codeLength: 3, groups: fours },
  {
    name: 'Mastercard',
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
    codeLength: 3,
    groups: fours,
  },
  {
    name: 'American Express',
    ranges: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
    codeLength: 4,
    groups: [4, 6, 5],
  },
  {
    name: 'Discover',
    ranges: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: sixteenToNineteen,
    codeLength: 3,
    groups: fours,
  },
  {
    name: 'Diners Club',
    ranges: [
      [300, 305],
      [3095, 3095],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
    codeLength: 3,
    groups: [4, 6, 4, 5],
  },
  { name: 'JCB', ranges: [[3528, 3589]], lengths: sixteenToNineteen, codeLength: 3, groups: fours },
  {
    name: 'UnionPay',
    ranges: [
      [62, 62],
      [8100, 8171],
    ],
    lengths: sixteenToNineteen,
    codeLength: 3,
    groups: fours,
  },
  {
    name: 'Maestro',
    ranges: [
      [50, 50],
      [56, 58],
      [6304, 6304],
      [6390, 6390],
      [67, 67],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    codeLength: 3,
    groups: fours,
  },
] as const satisfies readonly CardBrand[]);

export type CardBrandName = (typeof cardBrands)[number]['name'];

/** @param digits the beginning of a number, or all of it. @returns undefined while no brand is certain. */
export const brandOf = (digits: string): (typeof cardBrands)[number] | undefined =>
  cardBrands.find(({ ranges }) =>
    ranges.some(([from, to]) => {
      const length = String(from).length;
      const start = Number(digits.slice(0, length));
      return digits.length >= length && start >= from && start <= to;
    }),
  );

/** Numbers of other brands. */
const anyLengths = { min: 12, max: 19 } as const;

type NumberProblem = 'number_missing' | 'number_incomplete' | 'number_wrong';

/** @param number without spaces. */
export function numberProblem(number: string): NumberProblem | undefined {
  if (number === '') return 'number_missing';
  if (!/^[0-9]+$/.test(number)) return 'number_wrong';
  const lengths: readonly number[] | undefined = brandOf(number)?.lengths;
  const shortest = lengths?.[0] ?? anyLengths.min;
  if (number.length < shortest) return 'number_incomplete';
  const fits = lengths === undefined ? number.length <= anyLengths.max : lengths.includes(number.length);
  return fits && passesLuhn(number) ? undefined : 'number_wrong';
}

/** The check digit of ISO/IEC 7812-1. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The digits as they are printed on a card of their brand. */
export function spaced(digits: string): string {
  const groups: readonly number[] = brandOf(digits)?.groups ?? fours;
  const parts: string[] = [];
  let rest = digits;
  for (const size of groups) {
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...parts, rest].filter((part) => part !== '').join(' ');
}
