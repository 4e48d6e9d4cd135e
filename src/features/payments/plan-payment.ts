/**
 * Turns the body of `POST /payment/create` into a payment, without I/O (docs/contract/merchant.md, "Create a payment").
 * Reports the first problem only.
 */
import { type MerchantAmountProblem, parseMerchantAmount } from '../../base/money/amount.ts';
import { findCurrency } from '../../base/money/currency.ts';
import type { WebhookFormat } from '../../core/events/webhook-format.ts';
import { isLongerThan, isPlainText } from '../../core/http/text.ts';
import { isEmail } from '../../core/mail/address.ts';
import { parseMerchantAddress } from './return-address.ts';
import { readWebhookAddress } from './webhook-address.ts';

export type PaymentDraft = {
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** Null for an order without a return address. */
  returnUrl: string | null;
  cancelUrl: string | null;
  custom: string | null;
  /** What it is for, as the customer reads it. */
  description?: string | null;
  /** Whether the customer only authorizes it, and it is captured later. */
  manualCapture?: boolean;
  webhookUrl: string | null;
  /** In which events are sent there; absent for a payment without one, and of an order: standard. */
  webhookFormat?: WebhookFormat | null;
  /** Of the customer, as the shop knows them; filled in at the checkout. */
  knownName?: string | null;
  knownEmail?: string | null;
  /** The key pair that creates it; absent where none does. */
  keyClientId?: string | null;
  /** The order it pays, if any. */
  orderId: bigint | null;
};

type PaymentPlan = { ok: true; draft: PaymentDraft } | { ok: false; message: string };

/** The body of `POST /payment/create` after the type checks. */
export type PaymentRequest = {
  amount: string | number;
  currency: string;
  return_url: string;
  cancel_url?: string;
  custom?: string;
  capture?: string | undefined;
  /** Whatever was sent. */
  webhook_url?: unknown;
  full_name?: unknown;
  email?: unknown;
};

/** Zeros excepted, also where the currency has 3 (docs/contract/merchant.md, "Create a payment"). */
const decimalsMax = 2;

export const amountMessages = {
  type: 'The amount must be a decimal number.',
  syntax: 'The amount must be a decimal number.',
  precision: 'The amount has too many digits to be read exactly.',
  decimals: 'The amount has too many decimal places.',
  zero: 'The amount must be greater than 0.',
  digits: 'The amount is too large.',
} as const satisfies Record<MerchantAmountProblem, string>;

/** Who captures a payment: it is captured as it is paid, or the shop does it later. */
export const captureModes = ['automatic', 'manual'] as const;

const nameLengthMax = 100;

/** What can be filled in as it was sent. Anything else is ignored: a shop would lose the sale over a convenience. */
function knownPayer({ full_name: name, email }: PaymentRequest): Pick<PaymentDraft, 'knownName' | 'knownEmail'> {
  const text = (value: unknown): string => (typeof value === 'string' && isPlainText(value) ? value.trim() : '');
  const [knownName, knownEmail] = [text(name), text(email)];
  return {
    ...(knownName !== '' && !isLongerThan(knownName, nameLengthMax) ? { knownName } : {}),
    ...(isEmail(knownEmail) ? { knownEmail } : {}),
  };
}

const addressMessage = (field: string, { unregistered = false }: { unregistered?: boolean }): string =>
  unregistered
    ? `The scheme of the ${field} is not registered.`
    : `The ${field} must be an absolute http or https address.`;

const refuse = (message: string): PaymentPlan => ({ ok: false, message });

/** @param appSchemes of the account's apps, to which a customer may return. */
export function planPayment(body: PaymentRequest, appSchemes: readonly string[] = []): PaymentPlan {
  const currency = findCurrency(body.currency);
  if (currency === undefined) return refuse('The currency is invalid.');
  const amount = parseMerchantAmount(body.amount, currency, decimalsMax);
  if (!amount.ok) return refuse(amountMessages[amount.reason]);
  const returnAddress = parseMerchantAddress(body.return_url, appSchemes);
  if (!returnAddress.ok) return refuse(addressMessage('return_url', returnAddress));
  const cancelAddress = body.cancel_url ? parseMerchantAddress(body.cancel_url, appSchemes) : undefined;
  if (cancelAddress?.ok === false) return refuse(addressMessage('cancel_url', cancelAddress));
  const { capture = 'automatic' } = body;
  if (!(captureModes as readonly string[]).includes(capture)) return refuse('The capture must be automatic or manual.');
  return {
    ok: true,
    draft: {
      amount: amount.minor,
      currency: currency.code,
      returnUrl: returnAddress.address,
      cancelUrl: cancelAddress?.address ?? null,
      custom: body.custom || null,
      ...(capture === 'manual' ? { manualCapture: true } : {}),
      webhookUrl: readWebhookAddress(body.webhook_url),
      ...knownPayer(body),
      orderId: null,
    },
  };
}
