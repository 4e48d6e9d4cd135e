/** Presents a payment on the customer's pages. Pure; amounts are exact text with the currency's own decimals. */
import { testCards } from '../funding/test-cards.ts';
import { displayAmount } from '../pages/display.ts';
import { isPaid, type Payment } from '../payments/payment.ts';
import { presentAmount } from '../payments/present-payment.ts';
import { cancelReturn, displayHost, successReturn } from '../payments/return-address.ts';
import type { EndResult } from './end-payment.ts';

export const printedTestCards = testCards.map(({ number, meaning }) => ({
  number: number.replaceAll(/(.{4})(?=.)/g, '$1 '),
  meaning,
}));

type Refusal = Exclude<Extract<EndResult, { ok: false }>['reason'], 'over' | 'processing' | 'continue'>;

/** Why an attempt failed, and what the customer can do next. */
export const refusalTexts: Record<Refusal, string> = {
  declined: 'The card was declined. Nothing was charged. Try another card or another way to pay.',
  insufficient_funds: 'There is not enough money for this payment. Nothing was charged. Try another way to pay.',
  processing_error: 'The payment could not be processed. Nothing was charged. Try again, or another way to pay.',
  not_confirmed: 'The payment was not confirmed. Nothing was charged. Try again, or another way to pay.',
  abandoned: 'The payment was given up. Nothing was charged. Choose a way to pay.',
  unknown_number: 'This is not a test number. Use one of the numbers below, never a real card.',
  no_wallet: 'This account has no wallet to pay from. Use another account or another way to pay.',
};

export type EndedPage = {
  kind: 'paid' | 'cancelled' | 'expired' | 'processing';
  title: string;
  heading: string;
  text: string;
  merchant: string;
  amount: string;
  currency: string;
  /** Shown only to the browser that paid. */
  trxId: string | null;
  /** Null for an order without a return address. */
  link: { address: string; host: string } | null;
};

/** @param own whether the requesting browser ended the payment; only then are details shown. */
export function presentEnded(payment: Payment, merchant: string, own: boolean): EndedPage {
  const kind = endingOf(payment);
  const texts = own ? ownTexts[kind] : foreignTexts[kind];
  return {
    kind,
    title: `${texts.heading} · ${merchant}`,
    ...texts,
    merchant,
    amount: displayAmount(payment.amount, payment.currency),
    currency: payment.currency,
    trxId: own ? payment.trxId : null,
    link: wayBack(payment, own),
  };
}

function endingOf(payment: Payment): EndedPage['kind'] {
  if (isPaid(payment.status)) return 'paid';
  if (payment.status === 'cancelled' || payment.status === 'processing') return payment.status;
  return 'expired';
}

type Texts = Record<EndedPage['kind'], { heading: string; text: string }>;

const foreignTexts: Texts = {
  paid: { heading: 'Already paid', text: 'This payment has been made. There is nothing left to pay here.' },
  cancelled: { heading: 'Payment cancelled', text: 'This payment was cancelled. Nothing was charged.' },
  expired: { heading: 'Link expired', text: 'The time to pay is over. Nothing was charged. Start again at the shop.' },
  processing: { heading: 'Payment under way', text: 'An attempt to pay is under way. Reload this page in a moment.' },
};
const ownTexts: Texts = {
  ...foreignTexts,
  paid: { heading: 'Payment successful', text: 'Thank you. Your payment has been made.' },
  cancelled: { heading: 'Payment cancelled', text: 'You cancelled this payment. Nothing was charged.' },
};

/** The merchant's full address for the browser that ended the payment; only its origin for any other. */
function wayBack(payment: Payment, own: boolean): EndedPage['link'] {
  const address = own ? ownReturn(payment) : undefined;
  if (address !== undefined) return { address, host: displayHost(address) };
  const named = payment.returnUrl ?? payment.cancelUrl;
  return named === null ? null : { address: `${new URL(named).origin}/`, host: displayHost(named) };
}

/** Where the browser that ended the payment is redirected; undefined when the merchant gave no such address. */
export function ownReturn(payment: Payment): string | undefined {
  const { id: token, trxId, currency, custom } = payment;
  if (isPaid(payment.status) && trxId !== null) {
    if (payment.returnUrl === null) return undefined;
    const amount = presentAmount(payment.amount, currency);
    const payerUsername = payment.payerName ?? '';
    return successReturn({ address: payment.returnUrl, token, trxId, payerUsername, amount, currency, custom });
  }
  if (payment.status !== 'cancelled' || payment.cancelUrl === null) return undefined;
  return cancelReturn(payment.cancelUrl, token);
}
