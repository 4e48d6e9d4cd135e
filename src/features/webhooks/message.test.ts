/** docs/webhooks.md, "What is sent" and "Signatures"; the vector is that of Standard Webhooks. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keptBytesMax, keptRequestHeaders, keptResponseHeaders, keptText } from './attempt-log.ts';
import { isExtraHeader, isHeaderPrefix } from './endpoint.ts';
import { messageBody, messageHeaders } from './message.ts';
import { createSealedSecrets, newSigningSecret } from './sealed-secrets.ts';

const event = {
  id: 'evt_1',
  type: 'payment.paid',
  mode: 'test' as const,
  createdAt: new Date('2031-03-01T12:00:00Z'),
  requestId: '01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11',
  data: '{"token":"pay_1","status":"succeeded","paid":true,"amount":0.10,"custom":"my-order"}',
};

describe('a message', () => {
  it('is the event, with its data as it was stored', () => {
    expect(messageBody(event, { format: 'standard', extraHeader: null })).toBe(
      `{"id":"evt_1","type":"payment.paid","mode":"test","created_at":"2031-03-01T12:00:00.000Z","request_id":"01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11","data":${event.data}}`,
    );
  });

  it.each([
    [
      'a payment that was paid',
      event.data,
      { event: 'payment.paid', status: 'paid', token: 'pay_1', custom: 'my-order' },
    ],
    ['one that was not', '{"token":"pay_1","status":"expired","paid":false}', { status: 'expired', custom: null }],
    ['something else', '{"order_id":4}', { event: 'payment.paid', status: null, token: null, custom: null }],
  ])('for older plugins names what they look for at the top: %s', (_, data, expected) => {
    expect(JSON.parse(messageBody({ ...event, data }, { format: 'standard', extraHeader: 'X-A' }))).toMatchObject({
      ...expected,
      type: 'payment.paid',
    });
  });

  it('is signed as Standard Webhooks says, by every secret that is alive', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const at = new Date(1_614_265_330_000);
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const other = newSigningSecret();
    const sent = { event: { id, type: 'a' }, at, format: 'standard' as const, body: '{"test": 2432232314}' };
    const headers = messageHeaders(sent, { signature: [secret, other], extra: undefined });
    const [first, second] = (headers['webhook-signature'] as string).split(' ');
    expect(first).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(second).toMatch(/^v1,.{44}$/);
    expect(headers).toMatchObject({ 'webhook-id': id, 'webhook-timestamp': '1614265330' });
  });

  it('carries the extra header as the hex HMAC-SHA256 of the raw body', () => {
    const extra = { header: 'X-MyPay-Signature', prefix: 'v=', secret: 'schlüssel' };
    const sent = { event: { id: 'evt_1', type: 'a' }, at: new Date(), format: 'standard' as const, body: '{"a":"ü"}' };
    const headers = messageHeaders(sent, { signature: [newSigningSecret()], extra });
    const expected = createHmac('sha256', Buffer.from('schlüssel')).update(Buffer.from('{"a":"ü"}')).digest('hex');
    expect(headers['X-MyPay-Signature']).toBe(`v=${expected}`);
    expect(headers).not.toHaveProperty('X-Quickei-Event');
  });
});

it.each([
  ['X-MyPay-Signature', true],
  ['x-a', true],
  [`X-${'a'.repeat(62)}`, true],
  [`X-${'a'.repeat(63)}`, false],
  ['X-', false],
  ['Signature', false],
  ['X-Forwarded-For', false],
  ['x-forwarded-host', false],
  ['X-A B', false],
  ['X-A\r\nB', false],
])('the header %j may be an extra header: %s', (name, expected) => expect(isExtraHeader(name)).toBe(expected));

it.each([
  ['', true],
  ['sha256=', true],
  ['a'.repeat(32), true],
  ['a'.repeat(33), false],
  ['a b', false],
  ['ä=', false],
  ['a\r\n', false],
])('%j may stand before a signature: %s', (text, expected) => expect(isHeaderPrefix(text)).toBe(expected));

describe('the log', () => {
  it('keeps the first 4 KiB of a body, whole characters, and nothing that cannot be stored', () => {
    expect(keptText('é'.repeat(4_000))).toBe('é'.repeat(keptBytesMax / 2));
    expect(keptText(`x${'é'.repeat(4_000)}`)).toBe(`x${'é'.repeat(keptBytesMax / 2 - 1)}`);
    expect(keptText(Buffer.from([0, 0xff, 0x41]))).toBe('\ufffd\ufffdA');
  });

  it('keeps no signature and no cookie', () => {
    const kept = keptRequestHeaders({ 'webhook-id': 'a', 'webhook-signature': 'v1,x', 'X-Sig': 'y' }, 'x-sig');
    expect(kept).toEqual({ 'webhook-id': 'a', 'webhook-signature': '(not kept)', 'X-Sig': '(not kept)' });
    expect(keptResponseHeaders({ server: 'x', 'set-cookie': ['a=b'], 'x-api-key': 'k' })).toEqual({
      server: 'x',
      'set-cookie': '(not kept)',
      'x-api-key': '(not kept)',
    });
  });
});

describe('a sealed secret', () => {
  const [old, current] = ['an old secret of more than 32 characters', 'a new secret of more than 32 characters'];
  it('opens under the secret it was sealed with, current or previous, and under no other', () => {
    const sealed = createSealedSecrets([old]).seal('whsec_abc');
    expect(JSON.stringify(sealed)).not.toContain('abc');
    expect(createSealedSecrets([current, old]).open(sealed)).toBe('whsec_abc');
    expect(createSealedSecrets([current]).open(sealed)).toBeUndefined();
    expect(createSealedSecrets([old]).seal('whsec_abc').sealed).not.toBe(sealed.sealed);
  });

  it('that was tampered with does not open', () => {
    const secrets = createSealedSecrets([old]);
    const { sealed, keyId } = secrets.seal('whsec_abc');
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
    expect(() => secrets.open({ sealed: bytes.toString('base64'), keyId })).toThrow();
  });
});
