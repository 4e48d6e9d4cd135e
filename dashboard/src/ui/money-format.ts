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

/** Where there is no room for all of it, as on the axis of a chart: `EUR 1.2M`. */
export const shortMoneyFormat = (currency: string) =>
  ({ style: 'currency', currency, currencyDisplay: 'code', notation: 'compact' }) as const;
