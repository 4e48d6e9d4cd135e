/**
 * The accepted currencies with their ISO 4217 minor unit, as a constant list. A currency must never be guessed from a
 * locale, and a code that was ever accepted must stay readable.
 */
import assert from 'node:assert/strict';

/** Decimals of the minor unit. Currencies with any other number are not accepted. */
export type Exponent = 0 | 2 | 3;

export type Currency = { readonly code: string; readonly exponent: Exponent };

/**
 * ISO 4217, List One of 2024-06-25, without the codes that have no minor unit (metals, units of account, test codes) or
 * one of four decimals (CLF, UYW), and with its changes since, as of 2026-11-25: XCG has replaced ANG, XAD is new, CUC
 * is withdrawn. BGN stays, although Bulgaria has the euro since 2026. A change of the standard is followed by hand; the
 * decimals of a code on this list never change, because stored amounts are counted in them.
 */
const codes: Readonly<Record<Exponent, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
    NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
    SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const currencies: ReadonlyMap<string, Currency> = new Map(
  ([0, 2, 3] as const).flatMap((exponent) =>
    codes[exponent].split(/\s+/).map((code): [string, Currency] => [code, Object.freeze({ code, exponent })]),
  ),
);

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
