/**
 * The currencies money may be in, with their ISO 4217 minor unit. A constant list, built once and never changed:
 * it must never be guessed from a locale, and a code that was ever accepted must stay readable.
 */
import assert from 'node:assert/strict';
import * as published from 'dinero.js/currencies';

/** Decimals of the minor unit. No currency with another number of them is accepted. */
export type Exponent = 0 | 2 | 3;

export type Currency = { readonly code: string; readonly exponent: Exponent };

/**
 * The library counts the ariary and the ouguiya in fifths (base 5, exponent 1). ISO 4217 gives both two decimals, and
 * that is what banks and acquirers send.
 */
const corrections: ReadonlyMap<string, Exponent> = new Map([
  ['MGA', 2],
  ['MRU', 2],
]);

// The library lists no metals, no units of account without a minor unit and no test codes (XAU, XDR, XTS, XXX). The
// two with 4 decimals (CLF, UYW) are units of account as well, and fall out by their exponent.
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
 * The currency of an exact, uppercase ISO 4217 code; undefined for anything else: `usd`, ` USD`, `XYZ`, a number
 * (docs/contract.md, "Create a payment" and "Record an order", rows on currency).
 */
export function findCurrency(code: unknown): Currency | undefined {
  return typeof code === 'string' ? currencies.get(code) : undefined;
}

/** The exponent of a code that was accepted before, as stored in a row. Not for what a caller sent. */
export function exponentOf(code: string): Exponent {
  const currency = currencies.get(code);
  assert(currency !== undefined, `a stored currency is unknown: ${code}`);
  return currency.exponent;
}
