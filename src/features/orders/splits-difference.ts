/**
 * What an order says, from when it was recorded, about splits that do not add up to its total: the warning that its company
 * was answered with (docs/contract/partner.md, "Record an order"). Pure.
 */
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import type { Currency } from '../../base/money/currency.ts';

type Known = Pick<Currency, 'code' | 'exponent'>;

export const formatSigned = (minor: bigint, currency: Known): string =>
  `${minor < 0n ? '-' : '+'}${formatDecimal(absolute(minor), currency.exponent)}`;

/** @param difference the sum of the splits less the total, in minor units. */
export const splitsWarning = (difference: bigint, currency: Known): string =>
  `The splits differ from total_amount by ${formatSigned(difference, currency)} ${currency.code}.`;

/** The difference that was recorded, in minor units; 0 where none was. */
export function recordedDifference(warnings: readonly string[], currency: Known): bigint {
  for (const warning of warnings) {
    const [, sign, amount] = /^The splits differ from total_amount by ([+-])([\d.]+) /.exec(warning) ?? [];
    if (amount === undefined) continue;
    const minor = toMinorUnits(amount, currency.exponent) ?? 0n;
    return sign === '-' ? -minor : minor;
  }
  return 0n;
}
