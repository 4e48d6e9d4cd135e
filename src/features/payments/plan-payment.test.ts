/** What becomes of a body of `POST /payment/create` (docs/contract/merchant.md, "Create a payment"), as a table. */
import { expect, it } from 'vitest';
import { type PaymentDraft, type PaymentRequest, planPayment } from './plan-payment.ts';

const body = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  amount: '12.50',
  currency: 'EUR',
  return_url: 'https://shop.test/thanks',
  ...changes,
});
const draft = {
  amount: 1_250n,
  currency: 'EUR',
  returnUrl: 'https://shop.test/thanks',
  cancelUrl: null,
  custom: null,
  webhookUrl: null,
  orderId: null,
};

it.each<[why: string, changes: Partial<PaymentRequest>, kept: Partial<PaymentDraft>]>([
  ['what must be there', {}, {}],
  ['a number', { amount: 12.5 }, {}],
  ['a currency without decimals', { amount: '500', currency: 'JPY' }, { amount: 500n, currency: 'JPY' }],
  ['an address without a scheme', { return_url: 'shop.test/ok' }, { returnUrl: 'https://shop.test/ok' }],
  ['a cancel_url', { cancel_url: 'https://shop.test/no' }, { cancelUrl: 'https://shop.test/no' }],
  ['an empty cancel_url', { cancel_url: '' }, {}],
  ['custom', { custom: 'cart 7' }, { custom: 'cart 7' }],
  ['an empty custom', { custom: '' }, {}],
  ['a webhook_url', { webhook_url: 'https://shop.test/hook' }, { webhookUrl: 'https://shop.test/hook' }],
  ['a webhook_url that leads nowhere', { webhook_url: 'nowhere' }, { webhookUrl: 'nowhere' }],
  ['a webhook_url that is none', { webhook_url: 42 }, {}],
  ['an empty webhook_url', { webhook_url: '' }, {}],
  ['a webhook_url that is too long', { webhook_url: 'x'.repeat(2_049) }, {}],
  ['a webhook_url as long as it may be', { webhook_url: '🍕'.repeat(2_048) }, { webhookUrl: '🍕'.repeat(2_048) }],
  ['a webhook_url that cannot be stored', { webhook_url: 'a\0b' }, {}],
  ['a webhook_url that is not well-formed', { webhook_url: '\uD800' }, {}],
])('keeps %s', (_why, changes, kept) => {
  expect(planPayment(body(changes))).toEqual({ ok: true, draft: { ...draft, ...kept } });
});

it.each<[changes: Partial<PaymentRequest>, message: string]>([
  [{ currency: 'eur' }, 'The currency is invalid.'],
  [{ amount: 'ten' }, 'The amount must be a decimal number.'],
  [{ amount: Number.NaN }, 'The amount has too many digits to be read exactly.'],
  [{ amount: '10.005' }, 'The amount has too many decimal places.'],
  [{ amount: '500.50', currency: 'JPY' }, 'The amount has too many decimal places.'],
  [{ amount: '0.00' }, 'The amount must be greater than 0.'],
  [{ amount: '-5' }, 'The amount must be greater than 0.'],
  [{ amount: -1 }, 'The amount must be greater than 0.'],
  [{ amount: '1000000000000' }, 'The amount is too large.'],
  [{ return_url: 'ftp://shop.test/' }, 'The return_url must be an absolute http or https address.'],
  [{ cancel_url: '//shop.test' }, 'The cancel_url must be an absolute http or https address.'],
  [{ currency: 'XYZ', amount: '0', return_url: '' }, 'The currency is invalid.'],
  [{ amount: '0', return_url: '' }, 'The amount must be greater than 0.'],
  [{ return_url: '', cancel_url: '/' }, 'The return_url must be an absolute http or https address.'],
])('refuses %j: %s', (changes, message) => {
  expect(planPayment(body(changes))).toEqual({ ok: false, message });
});
