/**
 * Amounts as Stripe counts them, and back: exact, or not at all. Stripe's minor unit is not ISO 4217's in every currency
 * (docs.stripe.com/currencies), and nothing may ever be rounded to fit.
 */
import assert from 'node:assert/strict';
import { exponentOf } from '../money/currency.ts';

/** Charged in whole units at Stripe, with no decimals in the amount. */
const withoutDecimals: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

/** Currencies without decimals that Stripe, for compatibility, still takes with two: 5 ISK are 500. */
const withTwoZeros: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** With three decimals the last digit has to be 0. */
const thousandthsStep = 10n;

/** Decimals of Stripe's amounts. */
function stripeExponentOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  if (withTwoZeros.has(currency)) return 2;
  return exponentOf(currency) === 3 ? 3 : 2;
}

/** What one of our minor units is in Stripe's: `times` of them, or one for every `per` of ours. */
function scaleOf(currency: string): { times: bigint; per: bigint } {
  const shift = stripeExponentOf(currency) - exponentOf(currency);
  return { times: 10n ** BigInt(Math.max(shift, 0)), per: 10n ** BigInt(Math.max(-shift, 0)) };
}

/** Undefined for an amount that Stripe can't charge exactly: 1.234 KWD, 0.50 MGA. `minor` is in our minor units. */
export function toStripeAmount(minor: bigint, currency: string): number | undefined {
  const { times, per } = scaleOf(currency);
  if (minor % per !== 0n) return undefined;
  const amount = (minor * times) / per;
  if (stripeExponentOf(currency) === 3 && amount % thousandthsStep !== 0n) return undefined;
  assert(amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER), 'an amount for Stripe fits a number exactly');
  return Number(amount);
}

/** Our minor units of an amount Stripe tells. Panics on one that no currency of ours can hold. */
export function fromStripeAmount(amount: number, currency: string): bigint {
  assert(Number.isSafeInteger(amount) && amount >= 0, 'an amount of Stripe is a whole number');
  const { times, per } = scaleOf(currency);
  const scaled = BigInt(amount) * per;
  assert(scaled % times === 0n, `an amount of Stripe has no fraction of a ${currency}`);
  return scaled / times;
}
