/**
 * What Mollie can charge, and its amounts: decimal texts with exactly the currency's decimals. Those are the decimals of
 * ISO 4217 for every currency it takes (docs.mollie.com/docs/multicurrency). Must never round.
 */
import assert from 'node:assert/strict';
import { formatDecimal, toMinorUnits } from '../../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../../base/money/currency.ts';
import type { AmountLimit, AmountLimits, ProviderMethod } from '../provider.ts';

export type MollieAmount = { currency: string; value: string };

const methodsTaking = (methods: readonly ProviderMethod[], currencies: string) =>
  currencies.split(' ').map((code): [string, readonly ProviderMethod[]] => [code, methods]);

/** docs.mollie.com/docs/multicurrency, as of 2026-11-26. */
const methodsOf: ReadonlyMap<string, readonly ProviderMethod[]> = new Map([
  ...methodsTaking(['card', 'onlinewallet'], 'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY NOK NZD PHP PLN SEK SGD USD'),
  ...methodsTaking(['card'], 'AED ISK RON ZAR'),
  ...methodsTaking(['onlinewallet'], 'BRL MXN MYR THB TWD'),
]);

/** PayPal has no smaller unit of these (docs.mollie.com/docs/paypal). */
const wholeAtPayPal: ReadonlySet<string> = new Set(['HUF', 'TWD']);
const wholeUnit = 100n;

/** @param minor in our minor units. @returns undefined for a currency that Mollie does not take. */
export const toMollieAmount = (minor: bigint, currency: string): MollieAmount | undefined =>
  methodsOf.has(currency) ? { currency, value: formatDecimal(minor, exponentOf(currency)) } : undefined;

/** Converts Mollie's amount to our minor units. @throws AssertionError when it is not exactly an amount above 0. */
export function fromMollieAmount({ currency, value }: MollieAmount): { amount: bigint; currency: string } {
  const known = findCurrency(currency);
  const amount = known && toMinorUnits(value, known.exponent);
  assert(amount !== undefined && amount > 0n, 'an amount of Mollie is one of a known currency');
  return { amount, currency };
}

/** Of an amount that PayPal takes or gives. */
const wholeLimit = (amount: bigint, currency: string): AmountLimit | undefined =>
  wholeAtPayPal.has(currency) && amount % wholeUnit !== 0n ? { kind: 'step', amount: wholeUnit } : undefined;

/**
 * The least and the most are each account's own: Mollie publishes defaults, which it changes on request, and refuses what
 * exceeds them. A currency that cards take can be refunded in its smallest unit: a limit of refunds knows no method.
 */
export const mollieLimits: AmountLimits = {
  charge(method, amount, currency) {
    if (!methodsOf.get(currency)?.includes(method)) return { kind: 'currency' };
    return method === 'onlinewallet' ? wholeLimit(amount, currency) : undefined;
  },
  refund(amount, currency) {
    const methods = methodsOf.get(currency);
    if (methods === undefined) return { kind: 'currency' };
    return methods.includes('card') ? undefined : wholeLimit(amount, currency);
  },
};
