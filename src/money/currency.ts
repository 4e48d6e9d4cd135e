/**
 * The accepted currencies with their ISO 4217 minor unit, as a constant list. A currency must never be guessed from a
 * locale, and a code that was ever accepted must stay readable.
 */
import assert from 'node:assert/strict';
import * as published from 'dinero.js/currencies';

/** Decimals of the minor unit. Currencies with any other number are not accepted. */
export type Exponent = 0 | 2 | 3;

export type Currency = { readonly code: string; readonly exponent: Exponent };

/**
 * The library treats the ariary and the ouguiya as base 5 with exponent 1. ISO 4217 gives both two decimals, and that
 * is what banks and acquirers send.
 */
const corrections: ReadonlyMap<string, Exponent> = new Map([
  ['MGA', 2],
  ['MRU', 2],
]);

// The library has no metals, no units of account without a minor unit and no test codes (XAU, XDR, XTS, XXX). The two
// units of account with 4 decimals (CLF, UYW) are excluded by their exponent.
const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.values(published).flatMap(({ code, exponent: listed }): [string, Currency][] => {
    const exponent = corrections.get(code) ?? listed;
    return isExponent(exponent) ? [[code, Object.freeze({ code, exponent })]] : [];
  }),
);

function isExponent(value: number): value is Exponent {
  return value === 0 || value === 2 || value === 3;
}

/**
 * The currency of an exact, uppercase ISO 4217 code; undefined for anything else, such as `usd`, ` USD`, `XYZ` or a
 * number (docs/contract/merchant.md, "Create a payment" and docs/contract/partner.md, "Record an order", the `currency`
 * field).
 */
export function findCurrency(code: unknown): Currency | undefined {
  return typeof code === 'string' ? currencies.get(code) : undefined;
}

/** The codes of all currencies with this exponent. */
export const codesWith = (exponent: Exponent): string[] =>
  [...currencies.values()].filter((one) => one.exponent === exponent).map(({ code }) => code);

/** The exponent of a stored currency code. Not for codes from a request: an unknown code fails an assertion. */
export function exponentOf(code: string): Exponent {
  const currency = currencies.get(code);
  assert(currency !== undefined, `a stored currency is unknown: ${code}`);
  return currency.exponent;
}
