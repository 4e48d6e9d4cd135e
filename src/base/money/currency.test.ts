import { describe, expect, it } from 'vitest';
import { exponentOf, findCurrency } from './currency.ts';

describe('findCurrency', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['TND', 3],
    ['MGA', 2],
    ['MRU', 2],
  ])('%s has %i decimals', (code, exponent) => {
    expect(findCurrency(code)).toEqual({ code, exponent });
    expect(exponentOf(code)).toBe(exponent);
  });

  const refused = ['usd', 'Usd', ' USD', 'USD ', 'USD\n', 'US', 'USDX', '', 'XYZ', 'USD\u0000', 'ＵＳＤ'];
  const withoutMinorUnit = ['XAU', 'XAG', 'XPT', 'XPD', 'XDR', 'XSU', 'XUA', 'XBA', 'XTS', 'XXX', 'CLF', 'UYW'];
  const otherThanText = [undefined, null, 840, ['USD'], { code: 'USD' }, Symbol.iterator];
  const inherited = ['toString', '__proto__', 'constructor', 'hasOwnProperty', 'default'];
  it.each([...refused, ...withoutMinorUnit, ...otherThanText, ...inherited])('refuses %o', (code) => {
    expect(findCurrency(code)).toBeUndefined();
  });

  it('hands out values nobody can change', () => {
    expect(Object.isFrozen(findCurrency('USD'))).toBe(true);
  });
});

/**
 * Pinned, because stored rows have these codes: a change of the list may add to it, but never take a code away or
 * change its minor unit.
 */
const pinned: Record<0 | 2 | 3, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
    NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
    SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

describe('the list', () => {
  it('accepts exactly the pinned codes among all of three letters', () => {
    const accepted: Record<number, string[]> = { 0: [], 2: [], 3: [] };
    for (const code of allCodes()) {
      const currency = findCurrency(code);
      if (currency !== undefined) accepted[currency.exponent]?.push(code);
    }

    for (const exponent of [0, 2, 3] as const) {
      expect(accepted[exponent]).toEqual(pinned[exponent].split(/\s+/));
    }
  });

  it('has no exponent for a code that was never accepted', () => {
    expect(() => exponentOf('XYZ')).toThrow('a stored currency is unknown');
  });
});

function* allCodes(): Generator<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const a of letters) for (const b of letters) for (const c of letters) yield a + b + c;
}
