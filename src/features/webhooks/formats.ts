/**
 * The formats of other services, which the receivers of existing plugins read (docs/webhooks.md, "Formats"). What they say is
 * about the payment of the event; the paid event alone is ever called a success. None of it is personal data. Pure.
 */
import { createCipheriv, createHash } from 'node:crypto';
import type { Mode } from '../../base/money/mode.ts';
import { paidEvent, type WebhookFormat } from '../../core/events/webhook-format.ts';

export type MessageEvent = {
  id: string;
  type: string;
  mode: Mode;
  createdAt: Date;
  requestId: string | null;
  /** JSON. */
  data: string;
};

export type ForeignFormat = Exclude<WebhookFormat, 'standard'>;

/** The header that carries the signature of the raw body, and what stands before it. Null: none is expected. */
type SignatureHeader = { header: string | null; prefix: string };

/** What an endpoint gets with its format, unless it names its own. */
export const signatureHeaders: Readonly<Record<WebhookFormat, SignatureHeader>> = Object.freeze({
  standard: { header: null, prefix: '' },
  mypay: { header: 'X-MyPay-Signature', prefix: '' },
  quickei: { header: 'X-Quickei-Signature', prefix: 'sha256=' },
  zerth: { header: null, prefix: '' },
});

/** How each format calls an event; any other event keeps its type, with a status that is neither paid nor failed. */
type Words = { event: string; status: string };
type Vocabulary = { paid: Words; cancelled: Words; expired: Words; other: string };

const failed: Words = { event: 'payment.failed', status: 'failed' };
const vocabularies: Readonly<Record<ForeignFormat, Vocabulary>> = Object.freeze({
  mypay: { paid: { event: 'payment.success', status: 'success' }, cancelled: failed, expired: failed, other: 'other' },
  quickei: {
    paid: { event: 'pos.order.paid', status: 'PAID' },
    cancelled: { event: 'pos.order.cancelled', status: 'CANCELLED' },
    expired: { event: 'pos.order.expired', status: 'EXPIRED' },
    other: 'OTHER',
  },
  zerth: {
    paid: { event: 'payment.success', status: 'Completed' },
    cancelled: { event: 'payment.failed', status: 'Failed' },
    expired: { event: 'payment.failed', status: 'Failed' },
    other: 'Other',
  },
});

function wordsOf(format: ForeignFormat, type: string): Words {
  const words = vocabularies[format];
  if (type === paidEvent) return words.paid;
  if (type === 'payment.cancelled') return words.cancelled;
  if (type === 'payment.expired') return words.expired;
  return { event: type, status: words.other };
}

type PaymentFacts = {
  token: string | null;
  trxId: string | null;
  /** What came in. */
  amount: number | null;
  currency: string | null;
  custom: string;
  paidAt: string | null;
};

function factsOf(data: string): PaymentFacts {
  const fields = JSON.parse(data) as Record<string, unknown>;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const captured = (fields.capture as { captured_amount?: unknown } | undefined)?.captured_amount;
  const amount = captured ?? fields.amount;
  return {
    token: text(fields.token),
    trxId: text(fields.trx_id),
    // A number, written as JavaScript writes it: some receivers check the signature over the body that they wrote again.
    // At most 15 digits, which a double holds exactly.
    amount: typeof amount === 'string' || typeof amount === 'number' ? Number(amount) : null,
    currency: text(fields.currency),
    custom: text(fields.custom) ?? '',
    paidAt: text(fields.paid_at),
  };
}

type Write = (event: MessageEvent, words: Words, payment: PaymentFacts) => object;

const writers: Readonly<Record<ForeignFormat, Write>> = Object.freeze({
  mypay: ({ mode, createdAt }, { event, status }, { token, trxId, amount, currency, custom }) => ({
    event,
    type: 'payment',
    status,
    amount,
    currency,
    transaction_id: trxId,
    token,
    trx_ref: custom || token,
    reference: custom || token,
    custom,
    mode,
    timestamp: createdAt.toISOString(),
  }),
  quickei: ({ mode, createdAt }, { event, status }, { token, trxId, amount, currency, custom, paidAt }) => ({
    event,
    timestamp: createdAt.toISOString(),
    mode,
    data: {
      order_id: token,
      amount,
      currency,
      status,
      reference: custom,
      terminal_id: null,
      trx_id: trxId,
      paid_at: paidAt,
    },
  }),
  zerth: ({ mode, createdAt }, { event, status }, { token, trxId, amount, currency, custom }) => ({
    event,
    timestamp: createdAt.toISOString(),
    mode,
    data: { transaction_id: trxId ?? token, token, externalReference: custom, status, amount, currency },
    metadata: orderNumber.test(custom) ? { woocommerce_order_id: Number(custom) } : {},
  }),
});

/** Of WooCommerce: the id of a row. */
const orderNumber = /^[1-9][0-9]{0,14}$/;

export const foreignBody = (format: ForeignFormat, event: MessageEvent): string =>
  JSON.stringify(writers[format](event, wordsOf(format, event.type), factsOf(event.data)));

/** Headers that name the event. */
export const eventHeaders = (format: WebhookFormat, type: string): Record<string, string> =>
  format === 'quickei' ? { 'X-Quickei-Event': wordsOf(format, type).event } : {};

export const isEncrypted = (format: WebhookFormat): boolean => format === 'zerth';

/** Whether deliveries need the secret of the extra header: it signs, or encrypts. */
export const needsSecret = (format: WebhookFormat, header: string | null): boolean =>
  header !== null || isEncrypted(format);

export const ivBytes = 16;

/**
 * `payload` is base64 of base64, because `openssl_encrypt` of PHP writes base64 and the receiver decodes it once before
 * `openssl_decrypt`, which expects base64 again.
 */
export function encryptBody(text: string, secret: string, iv: Buffer): string {
  const encryption = createCipheriv('aes-256-cbc', createHash('sha256').update(secret).digest(), iv);
  const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]).toString('base64');
  return JSON.stringify({ iv: iv.toString('base64'), payload: Buffer.from(encrypted).toString('base64') });
}
