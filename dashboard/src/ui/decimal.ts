/** Amounts as people type them, kept exact: thousandths as an integer, because no currency here has more decimals. */
import { decimalsOf } from './currency-decimals.ts';

const pattern = /^(\d{1,12})(?:[.,](\d{1,3}))?$/;
const decimals = 3;
const scale = 10 ** decimals;

/** `syntax`: it is no amount. `decimals`: it has more than the currency. */
type AmountProblem = 'syntax' | 'decimals';

/**
 * @param currency as it was typed, if it was: the service knows which exist.
 * @returns thousandths of the currency's unit, 0 or more.
 */
export function parseAmount(typed: string, currency: string): bigint | AmountProblem {
  const [, whole, fraction = ''] = pattern.exec(typed.trim()) ?? [];
  if (whole === undefined) return 'syntax';
  const thousandths = BigInt(whole + fraction.padEnd(decimals, '0'));
  const smallest = 10n ** BigInt(decimals - decimalsOf(currency));
  return thousandths % smallest === 0n ? thousandths : 'decimals';
}

/** As `parseAmount`, of an amount that may not be 0. */
export function parsePositive(typed: string, currency: string): bigint | AmountProblem {
  const amount = parseAmount(typed, currency);
  return amount === 0n ? 'syntax' : amount;
}

/** An amount as the API answers it, in thousandths. */
export const thousandthsOf = (amount: number): bigint => BigInt(Math.round(amount * scale));

/** For showing and sending: the shortest decimal of its double, which is exact for what can be typed. */
export const amountOf = (thousandths: bigint): number => Number(thousandths) / scale;

/** What a field for an amount begins with: all decimals of the currency, and no separators. */
export function typedAmount(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  return amount.toLocaleString('en', {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** @returns the amount to send; undefined for what is no amount above 0 in this currency. */
export function readAmount(typed: string, currency: string): number | undefined {
  const amount = parsePositive(typed, currency);
  return typeof amount === 'bigint' ? amountOf(amount) : undefined;
}

/** As `readAmount`, of an amount that may be 0. */
export function readAmountOrZero(typed: string, currency: string): number | undefined {
  const amount = parseAmount(typed, currency);
  return typeof amount === 'bigint' ? amountOf(amount) : undefined;
}
