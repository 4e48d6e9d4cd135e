/**
 * The codes that banks give to accounts and to each other: IBAN, BIC and routing number; and the text that people paste
 * with them. Pure. Knows only whether a code can exist, never whether the account does.
 */
import { isValidBIC, isValidIBAN } from 'ibantools';

/** Spaces of every kind, and characters that nothing shows, such as a pasted zero width space. */
const blanks = /[\s\p{Zs}\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]+/gu;
const invisible = /[\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/gu;

/** Without the spaces and dashes that people group digits with. */
export const numberOf = (typed: string): string => typed.replaceAll(blanks, '').replaceAll(/[-\u2010-\u2015]/gu, '');

/** As codes are compared and stored: as `numberOf`, in upper case. */
export const codeOf = (typed: string): string => numberOf(typed).toUpperCase();

/**
 * A line of text without what came with it from a web page or a document: invisible characters go, and tabs and
 * unbreakable spaces become spaces. Other control characters stay, so that they are refused.
 */
export const lineOf = (typed: string): string =>
  typed
    .replaceAll(invisible, '')
    .replaceAll(/[\t\p{Zs}]+/gu, ' ')
    .trim();

/** Whether there is anything to read out: a name of dots and dashes is none. */
export const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** The registry has two letters where ibantools has one; accounts from before 2017 have one. */
const ivorian = /^CI\d{2}[A-Z][A-Z\d]\d{22}$/;

/** @param code as `codeOf` returns it. */
export const isIban = (code: string): boolean =>
  isValidIBAN(code) || (ivorian.test(code) && remainderOf97(code) === 1n);

/** ISO 7064, MOD 97-10: 1 for a code whose third and fourth characters are its check digits. */
export function remainderOf97(code: string): bigint {
  const digits = [...code.slice(4), ...code.slice(0, 4)].map((one) => Number.parseInt(one, 36));
  return BigInt(digits.join('')) % 97n;
}

/** @param code as `codeOf` returns it. */
export const isBic = (code: string): boolean => isValidBIC(code);

/** Codes of this shape can only be meant as BICs; national codes are digits, or of another length. */
export const looksLikeBic = (code: string): boolean => /^[A-Z]{6}(?:[A-Z\d]{2}|[A-Z\d]{5})$/.test(code);

/**
 * Countries in whose BICs accounts of another country's IBANs are held: territories without IBANs of their own (IBAN
 * registry, "France includes" and others), and Monaco, where French banks keep their BIC.
 */
const alsoWithIbansOf: Readonly<Record<string, readonly string[]>> = Object.freeze({
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
  MC: ['FR'],
});

/** Whether a bank with this BIC can hold an account with this IBAN. Both are valid. */
export function isSameCountry(iban: string, bic: string): boolean {
  const country = iban.slice(0, 2);
  const ofBank = bic.slice(4, 6);
  return ofBank === country || (alsoWithIbansOf[country]?.includes(ofBank) ?? false);
}

const routingWeights = [3, 7, 1];

/** A routing number of a bank in the United States: nine digits, the last of which checks the others (ABA). */
export function isRoutingNumber(code: string): boolean {
  if (!/^\d{9}$/.test(code) || code === '000000000') return false;
  const sum = [...code].reduce(
    (total, digit, index) => total + Number(digit) * (routingWeights[index % 3] as number),
    0,
  );
  return sum % 10 === 0;
}

/**
 * Countries of the Single Euro Payments Area by their IBANs (EPC409-09 of 2026), the territories within France, Finland
 * and the United Kingdom included.
 */
const sepaCountries = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA'
  ).split(' '),
);

export const isInSepa = (iban: string): boolean => sepaCountries.has(iban.slice(0, 2));

/** The European Economic Area: the European Union, Iceland, Liechtenstein and Norway, by their codes in IBANs. */
const eeaCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

export const isInEea = (country: string): boolean => eeaCountries.has(country);
