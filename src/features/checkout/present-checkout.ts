/** Presents a payment on the customer's pages. Pure. */

import { showLatin } from '../../base/languages/display.ts';
import type { Language } from '../../base/languages/languages.ts';
import type { Payment } from '../payments/payment.ts';
import { presentAmount } from '../payments/present-payment.ts';
import { cancelReturn, displayHost, isOfApp, successReturn } from '../payments/return-address.ts';
import { cardBrands, spaced } from '../providers/card-brands.ts';
import { testCards, testCardsByBrand } from '../providers/simulator/test-cards.ts';
import { type Ending, endings } from './endings.ts';
import type { Strings } from './strings/index.ts';

const printed = testCards.map(({ number, ...card }) => ({ number: spaced(number), ...card }));
export const printedTestCards = printed.filter(({ isCommon }) => isCommon);
export const moreTestCards = printed.filter(({ isCommon }) => !isCommon);
export const printedTestCardsByBrand = testCardsByBrand.map(({ number, brand }) => ({ number: spaced(number), brand }));

/** Word marks of our own: no brand's artwork. */
const markTexts: Record<(typeof cardBrands)[number]['name'], string> = {
  Visa: 'VISA',
  Mastercard: 'Mastercard',
  'American Express': 'AMEX',
  Discover: 'Discover',
  'Diners Club': 'Diners',
  JCB: 'JCB',
  UnionPay: 'UnionPay',
  Maestro: 'Maestro',
};

/** In pixels, wide enough for capitals. */
const letterWidth = 6;
const markPadding = 7;

export const brandMarks = (t: Strings) =>
  cardBrands.map(({ name }) => ({
    name,
    label: t.brandRecognized(name),
    text: markTexts[name],
    width: markTexts[name].length * letterWidth + 2 * markPadding,
  }));

/** What the script of the page needs to judge a card as the server does, in the reader's words. */
export const cardRules = (t: Strings): string =>
  JSON.stringify({
    brands: cardBrands,
    texts: t.problems,
    codeHints: { 3: t.securityCodeThree, 4: t.securityCodeFour },
  });

/** What the payment is for: an order's ref, or the shop's own words. */
export function whatFor(
  payment: Pick<Payment, 'orderId' | 'custom' | 'description'>,
  t: Strings,
  language: Language,
): string | null {
  if (payment.orderId === null || payment.custom === null) return payment.description;
  return t.order(showLatin(payment.custom, language));
}

type WayBack = { address: string; label: string };

/** The merchant's full address for the browser that ended the payment; only its origin for any other. */
export function wayBack(payment: Payment, own: boolean, t: Strings, language: Language): WayBack | null {
  const labeled = (address: string): WayBack => ({
    address,
    label: t.goBackTo(showLatin(displayHost(address), language)),
  });
  const address = own ? ownReturn(payment) : undefined;
  if (address !== undefined) return labeled(address);
  const named = payment.returnUrl ?? payment.cancelUrl;
  // Nothing of an app's address but its scheme is common to all its payments, and a scheme alone opens nothing.
  return named === null || isOfApp(named) ? null : labeled(`${new URL(named).origin}/`);
}

/**
 * Where the browser that paid, authorized or canceled the payment is redirected; undefined when the merchant gave no such address, or when
 * the whole amount was refunded (docs/contract/merchant.md, "How a payment page ends").
 */
export function ownReturn(payment: Payment): string | undefined {
  const { id: token, status, trxId, currency, custom, orderId } = payment;
  const isDone = status === 'authorized' || status === 'succeeded' || status === 'partially_refunded';
  if (isDone && trxId !== null) {
    if (payment.returnUrl === null) return undefined;
    const amount = presentAmount(payment.amount, currency);
    // A company never sees who pays its orders (docs/contract/merchant.md, "Receipts").
    const payerUsername = orderId === null ? (payment.payerName ?? '') : '';
    const facts = { token, trxId, payerUsername, amount, currency, custom, isOfOrder: orderId !== null };
    return successReturn({ address: payment.returnUrl, ...facts });
  }
  if (status !== 'cancelled' || payment.cancelUrl === null) return undefined;
  return cancelReturn(payment.cancelUrl, token);
}

/** The words and the sign of an ending. */
export const presentEnding = (ending: Ending, t: Strings) => ({ ...t.endings[ending], ...endings[ending] });
