/**
 * Formats amounts and times for people. Pure. One fixed format, because the reader's locale is unknown without a
 * script.
 */
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';

/** `1234.50` becomes `1,234.50`; the template adds the currency code. @param minor minor units. */
export function displayAmount(minor: bigint, currency: string): string {
  const [whole = '', fraction] = formatDecimal(minor, exponentOf(currency)).split('.');
  const grouped = whole.replaceAll(/\B(?=([0-9]{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 09:05 UTC`. */
export function displayTime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}
