/** docs/webhooks.md, "Formats": the bytes of each, read as the receivers of existing plugins read them. */
import { createDecipheriv, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type WebhookFormat, webhookFormats } from '../../core/events/webhook-format.ts';
import {
  encryptBody,
  eventHeaders,
  type ForeignFormat,
  foreignBody,
  needsSecret,
  signatureHeaders,
} from './formats.ts';

const paid = {
  token: 'pay_1',
  trx_id: 'trx_1',
  status: 'succeeded',
  paid: true,
  amount: '12.50',
  currency: 'USD',
  custom: '1042',
  payer: { username: 'Ada Lovelace', email: 'ada@example.org' },
  created_at: '2031-03-01T11:59:00.000Z',
  paid_at: '2031-03-01T12:00:00.000Z',
};

const event = (type: string, data: object = paid) => ({
  id: 'evt_1',
  type,
  mode: 'test' as const,
  createdAt: new Date('2031-03-01T12:00:00Z'),
  requestId: null,
  data: JSON.stringify(data),
});

const body = (format: ForeignFormat, type = 'payment.paid', data: object = paid) =>
  foreignBody(format, event(type, data));

describe('a payment that was paid', () => {
  it.each<[ForeignFormat, string]>([
    [
      'mypay',
      '{"event":"payment.success","type":"payment","status":"success","amount":12.5,"currency":"USD","transaction_id":"trx_1","token":"pay_1","trx_ref":"1042","reference":"1042","custom":"1042","mode":"test","timestamp":"2031-03-01T12:00:00.000Z"}',
    ],
    [
      'quickei',
      '{"event":"pos.order.paid","timestamp":"2031-03-01T12:00:00.000Z","mode":"test","data":{"order_id":"pay_1","amount":12.5,"currency":"USD","status":"PAID","reference":"1042","terminal_id":null,"trx_id":"trx_1","paid_at":"2031-03-01T12:00:00.000Z"}}',
    ],
    [
      'zerth',
      '{"event":"payment.success","timestamp":"2031-03-01T12:00:00.000Z","mode":"test","data":{"transaction_id":"trx_1","token":"pay_1","externalReference":"1042","status":"Completed","amount":12.5,"currency":"USD"},"metadata":{"woocommerce_order_id":1042}}',
    ],
  ])('as %s', (format, expected) => {
    expect(body(format)).toBe(expected);
    // Some receivers check the signature over the body that they parsed and wrote again.
    expect(JSON.stringify(JSON.parse(expected))).toBe(expected);
  });

  it.each<[string, string, number | undefined]>([
    ['an order number', '1042', 1042],
    ['any other reference', 'order-1042', undefined],
    ['a number with a zero before it', '01042', undefined],
    ['a number that no order has', '9'.repeat(16), undefined],
    ['none', '', undefined],
  ])('names the order of WooCommerce in zerth: %s', (_, custom, id) => {
    const sent = JSON.parse(body('zerth', 'payment.paid', { ...paid, custom }));
    expect([sent.data.externalReference, sent.metadata.woocommerce_order_id]).toEqual([custom, id]);
  });

  it('without a reference of the shop is named by its token in mypay', () => {
    const sent = JSON.parse(body('mypay', 'payment.paid', { ...paid, custom: '' }));
    expect(sent).toMatchObject({ trx_ref: 'pay_1', reference: 'pay_1', custom: '' });
  });

  it('has the amount that was captured, and the largest one exactly', () => {
    const capture = { captured_amount: '7.25' };
    expect(JSON.parse(body('mypay', 'payment.paid', { ...paid, capture })).amount).toBe(7.25);
    expect(body('mypay', 'payment.paid', { ...paid, amount: '999999999999.999' })).toContain(
      '"amount":999999999999.999,',
    );
  });
});

describe('any other event', () => {
  const statusOf = (format: ForeignFormat, type: string): [string, string] => {
    const sent = JSON.parse(body(format, type));
    return [sent.event, sent.status ?? sent.data.status];
  };
  it.each<[string, Record<ForeignFormat, [string, string]>]>([
    [
      'payment.cancelled',
      {
        mypay: ['payment.failed', 'failed'],
        quickei: ['pos.order.cancelled', 'CANCELLED'],
        zerth: ['payment.failed', 'Failed'],
      },
    ],
    [
      'payment.expired',
      {
        mypay: ['payment.failed', 'failed'],
        quickei: ['pos.order.expired', 'EXPIRED'],
        zerth: ['payment.failed', 'Failed'],
      },
    ],
    // The payment is paid in these still, and is open in the next: neither must look like a new success, or like an end.
    [
      'chargeback.created',
      {
        mypay: ['chargeback.created', 'other'],
        quickei: ['chargeback.created', 'OTHER'],
        zerth: ['chargeback.created', 'Other'],
      },
    ],
    [
      'payment.declined',
      {
        mypay: ['payment.declined', 'other'],
        quickei: ['payment.declined', 'OTHER'],
        zerth: ['payment.declined', 'Other'],
      },
    ],
  ])('%s is no success', (type, expected) => {
    for (const [format, words] of Object.entries(expected))
      expect(statusOf(format as ForeignFormat, type)).toEqual(words);
  });

  it('that is about no payment says so', () => {
    expect(JSON.parse(body('mypay', 'order.settled', { order_id: 4 }))).toMatchObject({ token: null, amount: null });
  });
});

it.each(webhookFormats)('%s never names the payer', (format) => {
  if (format === 'standard') return;
  expect(body(format)).not.toMatch(/Ada|example\.org/);
});

it.each<[WebhookFormat, string | null, string, Record<string, string>]>([
  ['standard', null, '', {}],
  ['mypay', 'X-MyPay-Signature', '', {}],
  ['quickei', 'X-Quickei-Signature', 'sha256=', { 'X-Quickei-Event': 'pos.order.paid' }],
  ['zerth', null, '', {}],
])('%s is signed in %s after %j, and named in %j', (format, header, prefix, headers) => {
  expect(signatureHeaders[format]).toEqual({ header, prefix });
  expect(eventHeaders(format, 'payment.paid')).toEqual(headers);
});

it.each<[WebhookFormat, string | null, boolean]>([
  ['standard', null, false],
  ['standard', 'X-A', true],
  ['mypay', null, false],
  ['mypay', 'X-A', true],
  ['zerth', null, true],
])('%s with the header %s needs a secret of its own: %s', (format, header, expected) =>
  expect(needsSecret(format, header)).toBe(expected),
);

it('zerth is opened as openssl_decrypt does: AES-256-CBC, the SHA-256 of the secret, base64 of base64', () => {
  const secret = 'schlüssel';
  const { iv, payload } = JSON.parse(encryptBody('{"a":"ü"}', secret, Buffer.alloc(16, 7)));
  const decoded = Buffer.from(payload, 'base64').toString();
  const key = createHash('sha256').update(Buffer.from(secret)).digest();
  const decryption = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'));
  const text = Buffer.concat([decryption.update(Buffer.from(decoded, 'base64')), decryption.final()]).toString();
  expect([iv, text]).toEqual([Buffer.alloc(16, 7).toString('base64'), '{"a":"ü"}']);
});
