/**
 * Example Pay counts whole numbers of its own smallest unit, as text. Nothing is rounded: what it can't express is
 * refused.
 *
 * @import { AmountLimit, AmountLimits } from 'sluice/provider'
 */

/** In Sluice's minor units, which are those of ISO 4217; `step` is one unit of Example Pay. */
const currencies = new Map([
  ['EUR', { step: 1n, min: 50n, max: 99_999_999n }],
  ['JPY', { step: 1n, min: 50n, max: 99_999_999n }],
  // Two decimals in ISO 4217, none at Example Pay.
  ['HUF', { step: 100n, min: 17_500n, max: 9_999_999_900n }],
]);

/** @type {(currency: string) => { step: bigint, min: bigint, max: bigint }} */
function termsOf(currency) {
  const terms = currencies.get(currency);
  if (terms === undefined) throw new Error(`Example Pay has no ${currency}`);
  return terms;
}

/** @type {(minor: bigint, currency: string) => string} */
export function toUnits(minor, currency) {
  const { step } = termsOf(currency);
  if (minor % step !== 0n) throw new Error('The amount is between two units of Example Pay');
  return String(minor / step);
}

/** @type {(units: string, currency: string) => bigint} */
export const fromUnits = (units, currency) => BigInt(units) * termsOf(currency).step;

/** @type {(amount: bigint, currency: string) => AmountLimit | undefined} */
function stepLimit(amount, currency) {
  const terms = currencies.get(currency);
  if (terms === undefined) return { kind: 'currency' };
  return amount % terms.step === 0n ? undefined : { kind: 'step', amount: terms.step };
}

/** @type {AmountLimits} */
export const limits = {
  charge(_method, amount, currency) {
    const terms = currencies.get(currency);
    if (terms !== undefined && amount < terms.min) return { kind: 'min', amount: terms.min };
    if (terms !== undefined && amount > terms.max) return { kind: 'max', amount: terms.max };
    return stepLimit(amount, currency);
  },
  refund: stepLimit,
};
