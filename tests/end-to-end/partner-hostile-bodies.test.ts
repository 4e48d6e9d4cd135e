/** Bodies and addresses nobody sends by accident: each gets its status, nothing is a 500, nothing is written. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const bodyBytesMax = 65_536;
const listBytesMax = 262_144;
const depth = 30_000;

let server: TestServer;
let partner: PartnerClient;
let before: string;

beforeAll(async () => {
  server = await createTestServer();
  partner = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await stateOf(server.database);
});

type Answer = Awaited<ReturnType<PartnerClient['post']>>;

async function expectRefusal(send: Promise<Answer>, status: number, code: string): Promise<void> {
  const answer = await send;
  expect({ status: answer.statusCode, code: answer.json().error?.code }).toEqual({ status, code });
  expect(answer.json()).toEqual({
    status: false,
    error: { code, message: expect.any(String), details: expect.any(Array), request_id: expect.any(String) },
  });
  expect(await stateOf(server.database)).toBe(before);
}

const paths = ['/orders', '/wallets/topups'];
const body = () => JSON.stringify(orderBody());
/** An otherwise right body of both endpoints with one more field. */
const withField = (name: string, json: string) =>
  JSON.stringify({ ...orderBody(), amount: 5 }).replace('{', `{"${name}":${json},`);

describe.each(paths)('docs/contract/partner.md, "Errors": 400 malformed_json at POST %s', (path) => {
  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['only spaces', '   '],
    ['no JSON', 'partner_order_ref=1'],
    ['half of it', '{"partner_order_ref":"a"'],
    ['a trailing comma', '{"a":1,}'],
    ['single quotes', `{'a':1}`],
    ['a comment', '{} // ok'],
    ['two values', '{}{}'],
    ['an array', '[{}]'],
    ['null', 'null'],
    ['a number', '7'],
    ['text', '"{}"'],
    ['NaN', '{"a":NaN}'],
    ['a raw control character', '{"a":"\u0000"}'],
    ['a raw line feed in text', '{"a":"\n"}'],
    ['a number with a leading zero', '{"a":01}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong UTF-8 form', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate as raw UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['gzip', gzipSync('{"a":1}')],
    ['30,000 open brackets', '['.repeat(depth)],
    ['12,000 open braces', '{"a":'.repeat(12_000)],
  ])('%s', (_name, sent) => expectRefusal(partner.post(path, sent), 400, 'malformed_json'));
});

describe('docs/contract/partner.md, "Errors": 413 payload_too_large over 64 KiB', () => {
  const padded = (bytes: number) => {
    const text = body();
    return text + ' '.repeat(bytes - Buffer.byteLength(text));
  };
  it('a body of 65,536 bytes is read, one more is not', async () => {
    expect((await partner.post('/orders', padded(bodyBytesMax))).statusCode).toBe(201);
    before = await stateOf(server.database);
    await expectRefusal(partner.post('/orders', padded(bodyBytesMax + 1)), 413, 'payload_too_large');
    await expectRefusal(partner.post('/wallets/topups', padded(bodyBytesMax + 1)), 413, 'payload_too_large');
  });

  it('256 KiB, where a body names up to 1,000 orders', async () => {
    const refs = Array.from({ length: 500 }, (_, index) => String(index).padStart(255, 'x'));
    const holds = JSON.stringify({ partner_order_refs: refs });
    expect((await partner.post('/orders/holds', holds)).statusCode).toBe(200);
    before = await stateOf(server.database);
    for (const path of [
      '/orders/releases',
      '/orders/assignments',
      '/shadow/paid-outside',
      '/shadow/names',
      '/shadow/x/claims',
    ]) {
      await expectRefusal(partner.post(path, `{${' '.repeat(listBytesMax - 2)}}`), 422, 'validation_failed');
      await expectRefusal(partner.post(path, `{${' '.repeat(listBytesMax - 1)}}`), 413, 'payload_too_large');
    }
  });

  it('the largest order there is fits, indented and with every letter escaped', async () => {
    const name = (letter: string) => letter.repeat(255);
    const address = (end: string) => `https://shop.test/${end}`.padEnd(2_048, 'x');
    const company = await makeCompany(server.db);
    const link = Number.MAX_SAFE_INTEGER;
    const order = {
      partner_order_ref: name('🍕'),
      payment_source: 'onlinewallet',
      total_amount: 999_999_999_999.99,
      currency: 'USD',
      splits: Array(200).fill({ beneficiary_type: 'merchant', beneficiary_ref: link, amount: 999_999_999_999.99 }),
      idempotency_key: name('🍔'),
      is_shadow: true,
      shadow_merchant_ref: name('🍟'),
      shadow_merchant_name: name('🌭'),
      return_url: address('back'),
      cancel_url: address('stop'),
      webhook_url: address('hook'),
    };
    const sent = JSON.stringify(order, null, 4).replace(/[^ -~\n]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
    const own = createPartnerClient(server.app, await makeKey(server.db, company));
    expect((await own.post('/orders', sent)).statusCode).toBe(201);
  });
});

describe('docs/contract/partner.md, "Errors": 415 unsupported_media_type', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'text/json',
    'application',
    'json',
    '*/*',
    '',
  ])('%j is not JSON', (type) =>
    expectRefusal(partner.post('/orders', body(), { 'content-type': type }), 415, 'unsupported_media_type'),
  );
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="UTF-8"',
  ])('%j is', async (type) => {
    expect((await partner.post('/orders', body(), { 'content-type': type })).statusCode).toBe(201);
  });
});

describe('docs/contract/partner.md, "Partner envelope": unknown fields are ignored, whatever they hold', () => {
  it.each<[string, string]>([
    ['lists 30,000 deep', `${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a number without a double', '1e400'],
    ['a lone surrogate', '"\\ud800"'],
    ['NUL', '"\\u0000"'],
  ])('%s', async (_name, json) => {
    for (const path of paths) {
      const answer = await partner.post(path, withField('extra', json));
      expect([path, answer.statusCode]).toEqual([path, 201]);
    }
  });

  it('too deep to be compared with a later request, under an Idempotency-Key: a 400', async () => {
    const deep = withField('extra', `${'['.repeat(depth)}${']'.repeat(depth)}`);
    await expectRefusal(partner.post('/wallets/topups', deep, { 'idempotency-key': 'deep' }), 400, 'malformed_json');
    expect((await partner.post('/orders', deep, { 'idempotency-key': 'deep' })).statusCode).toBe(201);
  });

  it.each(['1e5', '1e400', '{"__proto__":1}'])('deep nesting around %s', async (inner) => {
    const deep = `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
    for (const path of paths) expect((await partner.post(path, withField('extra', deep))).statusCode).toBe(201);
  });

  it('deep nesting where a field is due is a 422', async () => {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const field of ['partner_order_ref', 'total_amount', 'currency', 'splits', 'is_shadow', 'idempotency_key']) {
      const sent = JSON.stringify(orderBody({ [field]: 'MARK' })).replace('"MARK"', deep);
      await expectRefusal(partner.post('/orders', sent), 422, 'validation_failed');
    }
  });

  it('a body on a route that needs none may be deep as well', async () => {
    const order = (await partner.post('/orders', body())).json().data;
    const deep = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const answer = await partner.post(`/orders/${order.partner_order_ref}/cancel`, deep);
    expect(answer.statusCode).toBe(200);
  });
});

describe('docs/contract/common.md, "Addresses": hostile ones', () => {
  it.each([
    '/orders/%zz',
    '/orders/%',
    '/orders/%e0%a4%a',
    '/orders/%ff',
    '/orders/%ed%a0%80',
    '/%zz',
    '/settlements/%zz',
  ])('a bad percent escape, %s, is a 404 in the envelope', (path) =>
    expectRefusal(partner.get(path), 404, 'not_found'),
  );
  it.each(['%00', 'a%0ab', '%7f', '%e2%80%a8'])('a ref with a control character, %s, is a 404', async (ref) => {
    await expectRefusal(partner.get(`/orders/${ref}`), 404, 'not_found');
    await expectRefusal(partner.post(`/orders/${ref}/cancel`), 404, 'not_found');
  });
  it.each(['x', '%20', '%2F', '🍕'])(
    'a ref of 2,048 characters, %s repeated, is looked up, and one of 2,049 is a 404',
    async (letter) => {
      const ref = (count: number) => encodeURIComponent(decodeURIComponent(letter).repeat(count));
      const answer = await partner.get(`/orders/${ref(2_048)}`);
      expect([answer.statusCode, answer.json().error.message]).toEqual([404, 'No order has this partner_order_ref.']);
      await expectRefusal(partner.get(`/orders/${ref(2_049)}`), 404, 'not_found');
    },
  );
  it.each([
    '/settlements/0',
    '/settlements/-1',
    '/settlements/1.5',
    '/settlements/x',
    '/settlements/999999999999999999999',
    '/settlements/9223372036854775808',
  ])('%s is a 404', (path) => expectRefusal(partner.get(path), 404, 'not_found'));
});

describe('docs/contract/partner.md, "Partner envelope": queries', () => {
  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'limit=1e400',
    'limit=Infinity',
    'limit=NaN',
    'limit=',
    'limit=1&limit=2',
    'cursor=',
    'cursor=x',
    'cursor=%00',
    'cursor=aWQ6LTE',
    'cursor=aWQ6OTk5OTk5OTk5OTk5OTk5OTk5OTk',
    'cursor=a&cursor=b',
    `cursor=${'x'.repeat(101)}`,
    'payment_status=nope',
    'payment_status=',
    'settlement_status=PENDING',
    'payment_status[]=paid&payment_status=x',
    'is_shadow=yes',
    'is_shadow=1',
    'from=yesterday',
    'from=2031-13-01',
    'to=1e9',
    'from=2031-01-01T00:00:00',
    `to=${'9'.repeat(41)}`,
    'partner_order_ref=',
    'partner_order_ref=%00',
    'partner_order_ref=a&partner_order_ref=b',
    `partner_order_ref=${'x'.repeat(2_049)}`,
  ])('GET /orders?%s is a 422', (query) => expectRefusal(partner.get(`/orders?${query}`), 422, 'validation_failed'));

  it.each([
    '',
    'unknown=1',
    '__proto__=1',
    '%zz=1',
    'from=0000-01-01',
    'to=9999-12-31',
    'from=2031-01-01T00:00:00.123456789Z',
    'partner_order_ref=%zz',
    'limit=200',
  ])('GET /orders?%s is answered', async (query) => {
    expect((await partner.get(`/orders?${query}`)).statusCode).toBe(200);
  });
  it.each(['limit=0', 'limit=201', 'cursor=x'])('GET /settlements?%s is a 422', (query) =>
    expectRefusal(partner.get(`/settlements?${query}`), 422, 'validation_failed'),
  );
});
