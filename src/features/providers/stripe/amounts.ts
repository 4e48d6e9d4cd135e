/**
 * Converts amounts to and from Stripe's minor units, which differ from ISO 4217 for some currencies
 * (docs.stripe.com/currencies). Must never round: an amount that is not exact is refused.
 */
import assert from 'node:assert/strict';
import { exponentOf } from '../../../base/money/currency.ts';
import type { AmountLimit, AmountLimits } from '../provider.ts';

/** Zero-decimal currencies at Stripe. */
const withoutDecimals: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

/** Zero-decimal currencies whose amounts Stripe still expects with two decimals: 5 ISK are 500. */
const withTwoZeros: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** In three-decimal currencies Stripe requires the last digit to be 0. */
const thousandthsStep = 10n;

/** The number of decimals in Stripe's amounts. */
function stripeExponentOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  if (withTwoZeros.has(currency)) return 2;
  return exponentOf(currency) === 3 ? 3 : 2;
}

/** One of our minor units is `times / per` of Stripe's. */
function scaleOf(currency: string): { times: bigint; per: bigint } {
  const shift = stripeExponentOf(currency) - exponentOf(currency);
  return { times: 10n ** BigInt(Math.max(shift, 0)), per: 10n ** BigInt(Math.max(-shift, 0)) };
}

/** @param minor in our minor units. @returns undefined when Stripe cannot charge it exactly: 1.234 KWD, 0.50 MGA. */
export function toStripeAmount(minor: bigint, currency: string): number | undefined {
  const { times, per } = scaleOf(currency);
  if (minor % per !== 0n) return undefined;
  const amount = (minor * times) / per;
  if (stripeExponentOf(currency) === 3 && amount % thousandthsStep !== 0n) return undefined;
  assert(amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER), 'an amount for Stripe fits a number exactly');
  return Number(amount);
}

/** Converts Stripe's amount to our minor units. @throws AssertionError when the result would not be exact. */
export function fromStripeAmount(amount: number, currency: string): bigint {
  assert(Number.isSafeInteger(amount) && amount >= 0, 'an amount of Stripe is a whole number');
  const { times, per } = scaleOf(currency);
  const scaled = BigInt(amount) * per;
  assert(scaled % times === 0n, `an amount of Stripe has no fraction of a ${currency}`);
  return scaled / times;
}

/**
 * The least that Stripe charges, in its own units, where it publishes a minimum for the currency. It applies a minimum in
 * the currency of the account's settlement, which is not known here, to every other currency.
 */
const chargeMin: ReadonlyMap<string, bigint> = new Map([
  ...'AUD BRL CAD CHF EUR INR JPY NZD SGD USD'.split(' ').map((code): [string, bigint] => [code, 50n]),
  ...'AED MYR PLN RON'.split(' ').map((code): [string, bigint] => [code, 200n]),
  ['CZK', 1_500n],
  ['DKK', 250n],
  ['GBP', 30n],
  ['HKD', 400n],
  ['HUF', 17_500n],
  ['MXN', 1_000n],
  ['NOK', 300n],
  ['SEK', 300n],
  ['THB', 1_000n],
]);

/** Twelve digits for rupiahs, eight for everything else, in Stripe's units. */
const chargeMaxOf = (currency: string): bigint => (currency === 'IDR' ? 999_999_999_999n : 99_999_999n);

/** Every amount that Stripe takes is a multiple of this, in our minor units. */
function stepOf(currency: string): bigint {
  const { per } = scaleOf(currency);
  return stripeExponentOf(currency) === 3 ? per * thousandthsStep : per;
}

function stepLimit(amount: bigint, currency: string): AmountLimit | undefined {
  const step = stepOf(currency);
  return amount % step === 0n ? undefined : { kind: 'step', amount: step };
}

/** A refund has no minimum. */
export const stripeLimits: AmountLimits = {
  refund: stepLimit,
  charge(_method, amount, currency) {
    const { times, per } = scaleOf(currency);
    const least = (chargeMin.get(currency) ?? 0n) * per;
    if (amount * times < least) return { kind: 'min', amount: least / times };
    const step = stepOf(currency);
    const most = (chargeMaxOf(currency) * per) / times;
    if (amount > most) return { kind: 'max', amount: most - (most % step) };
    return stepLimit(amount, currency);
  },
};
