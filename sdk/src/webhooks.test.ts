/** Webhooks are verified as Standard Webhooks describes them, and as its public library does. */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signWebhook, verifyHexSignature, verifyWebhook } from './webhooks.ts';

/** The vector that the specification's libraries share. */
const reference = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  payload: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const { secret, id, timestamp, payload, signature } = reference;
const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
const nowMs = timestamp * 1_000;
const other = `whsec_${Buffer.from('another secret of 24 b..').toString('base64')}`;
const verify = (changes: Record<string, string | undefined> = {}, body: string | Uint8Array = payload) =>
  verifyWebhook(body, { ...headers, ...changes }, secret, { nowMs });

it('the reference vector verifies, and is what we sign', async () => {
  expect(await verify()).toEqual({ test: 2_432_232_314 });
  expect(await signWebhook(payload, { id, secret, timestampSeconds: timestamp })).toEqual(headers);
});

it('theirs verifies ours, and ours theirs', async () => {
  const theirs = new Webhook(secret);
  const body = JSON.stringify({ type: 'order.settled', data: { ref: 'zwölf €' } });
  const ours = await signWebhook(body, { id: 'evt_1', secret });
  expect(theirs.verify(body, ours)).toEqual(JSON.parse(body));
  const at = new Date();
  const signed = {
    'webhook-id': 'evt_2',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': theirs.sign('evt_2', at, body),
  };
  expect(await verifyWebhook(body, signed, secret)).toEqual(JSON.parse(body));
});

describe('a webhook is taken', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['as bytes', () => verify({}, new TextEncoder().encode(payload))],
    ['with headers of a request', () => verifyWebhook(payload, new Headers(headers), secret, { nowMs })],
    ['with headers in any case', () => verifyWebhook(payload, { ...upper(headers) }, secret, { nowMs })],
    ['with several signatures', () => verify({ 'webhook-signature': `v1,AAAA v2,x ${signature}` })],
    ['while a secret is rotated', () => verifyWebhook(payload, headers, [other, secret], { nowMs })],
    ['five minutes late', () => verifyWebhook(payload, headers, secret, { nowMs: nowMs + 300_000 })],
    ['five minutes early', () => verifyWebhook(payload, headers, secret, { nowMs: nowMs - 300_000 })],
    ['with a secret without its prefix', () => verifyWebhook(payload, headers, secret.slice(6), { nowMs })],
  ])('%s', async (_, work) => {
    expect(await work()).toEqual({ test: 2_432_232_314 });
  });
});

describe('a webhook is refused', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['whose body was altered', () => verify({}, `${payload} `)],
    ['whose id was altered', () => verify({ 'webhook-id': 'msg_other' })],
    ['whose time was altered', () => verify({ 'webhook-timestamp': String(timestamp + 1) })],
    ['that is too old', () => verifyWebhook(payload, headers, secret, { nowMs: nowMs + 301_000 })],
    ['that is from the future', () => verifyWebhook(payload, headers, secret, { nowMs: nowMs - 301_000 })],
    ['whose time is no number', () => verify({ 'webhook-timestamp': 'NaN' })],
    ['of another secret', () => verifyWebhook(payload, headers, other, { nowMs })],
    ['without a signature', () => verify({ 'webhook-signature': undefined })],
    ['without an id', () => verify({ 'webhook-id': '' })],
    ['of another version', () => verify({ 'webhook-signature': signature.replace('v1', 'v1a') })],
    ['whose signature is cut', () => verify({ 'webhook-signature': 'v1,g0hM9SsE' })],
    ['whose signature is no base64', () => verify({ 'webhook-signature': 'v1,§§' })],
  ])('%s', async (_, work) => {
    await expect(work()).rejects.toMatchObject({ name: 'WebhookVerificationError' });
  });

  it('with no secret at all', async () => {
    await expect(verifyWebhook(payload, headers, 'whsec_', { nowMs })).rejects.toBeInstanceOf(TypeError);
    await expect(verifyWebhook(payload, headers, [], { nowMs })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
    });
  });
});

it('the extra header is the hex HMAC-SHA256 of the body, keyed with the text of its secret', async () => {
  const word = 'a secret of its own €';
  const hex = createHmac('sha256', word).update(payload).digest('hex');
  expect(await verifyHexSignature(payload, hex, word)).toBe(true);
  expect(await verifyHexSignature(payload, hex.toUpperCase(), word)).toBe(true);
  for (const wrong of [hex.slice(2), `${hex}00`, hex.replace(/^../, '00'), '', 'zz']) {
    expect(await verifyHexSignature(payload, wrong, word)).toBe(false);
  }
  expect(await verifyHexSignature(`${payload} `, hex, word)).toBe(false);
});

const upper = (own: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toUpperCase(), value]));
