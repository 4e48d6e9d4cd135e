/** How an amount of money is written: always with its currency, and with all decimals that the currency has. */
import { decimalsOf } from './currency-decimals.ts';

export const moneyFormat = (currency: string, signed = false) =>
  ({
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
    signDisplay: signed ? 'exceptZero' : 'auto',
  }) as const;

/** On the axis of a chart, where decimals that are zero only take room: `EUR 280`. */
export const axisMoneyFormat = (currency: string, amount: number) => ({
  ...moneyFormat(currency),
  ...(Number.isInteger(amount) ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
});

/** A minus sign, as wide as a figure, where the locale writes a hyphen. @param shown an amount as it is formatted. */
export const withMinus = (shown: string): string => shown.replace('-', '\u2212');

/** Where there is no room for all of it, as on the axis of a chart: `EUR 1.2M`. */
export const shortMoneyFormat = (currency: string) =>
  ({ style: 'currency', currency, currencyDisplay: 'code', notation: 'compact' }) as const;
