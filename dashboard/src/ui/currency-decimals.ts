/**
 * The decimals of a currency by ISO 4217, as the service counts them. Not those of `Intl`: a browser shows forints, rupees
 * and dinars without, and would round what was paid.
 */
const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** @param currency in any case; for one that does not exist it does not matter. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.trim().toUpperCase();
  if (none.includes(code)) return 0;
  return three.includes(code) ? 3 : 2;
}
