/** Amounts as people type them, kept exact: thousandths as an integer, because no currency here has more decimals. */
const pattern = /^(\d{1,12})(?:[.,](\d{1,3}))?$/;
const decimals = 3;
const scale = 10 ** decimals;

/** @returns thousandths of the currency's unit; undefined for text that is no amount. */
export function readDecimal(typed: string): bigint | undefined {
  const [, whole, fraction = ''] = pattern.exec(typed.trim()) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** An amount as the API answers it, in thousandths. */
export const thousandthsOf = (amount: number): bigint => BigInt(Math.round(amount * scale));

/** For showing and sending: the shortest decimal of its double, which is exact for what can be typed. */
export const amountOf = (thousandths: bigint): number => Number(thousandths) / scale;

/** What a field for an amount begins with: all decimals of the currency, and no separators. */
export function typedAmount(amount: number, currency: string): string {
  const { minimumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return amount.toLocaleString('en', { useGrouping: false, minimumFractionDigits, maximumFractionDigits: decimals });
}

/** For forms that send what was typed as it is. @returns undefined for what is no amount above 0. */
export function readAmount(typed: string): number | undefined {
  const thousandths = readDecimal(typed);
  return thousandths === undefined || thousandths === 0n ? undefined : amountOf(thousandths);
}
