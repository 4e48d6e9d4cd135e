/** An amount in English text. Pure. */
import { formatDecimal } from './amount.ts';
import { exponentOf } from './currency.ts';

/** As the dashboard writes it: `USD 12.50`. @param minor minor units. */
export const shownMoney = (minor: bigint, currency: string): string =>
  `${currency} ${formatDecimal(minor, exponentOf(currency))}`;
