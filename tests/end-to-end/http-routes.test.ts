/**
 * Which address, method and body is answered how, on both interfaces (docs/contract/merchant.md, "Merchant envelope"
 * and docs/contract/partner.md, "Errors"), whatever is wrong.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  base,
  createShop,
  dataOf,
  expectError,
  keysOf,
  payment,
  type Shop,
  sandbox,
} from '../fixtures/shop.ts';
import { makeCompany, makeKey } from '../support/holders.ts';

let shop: Shop;
let keys: ReturnType<typeof keysOf>;
let bearer: { authorization: string };
let partner: Record<string, string>;

beforeAll(async () => {
  shop = await createShop();
  const merchant = await shop.addMerchant();
  keys = keysOf(merchant.test);
  bearer = { authorization: `Bearer ${await shop.token(merchant.test)}` };
  const { clientId, clientSecret } = await makeKey(shop.db, await makeCompany(shop.db));
  partner = { 'x-client-id': clientId, 'x-client-secret': clientSecret };
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

function expectPartnerError(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = JSON.parse(answer.text);
  expect(body).toEqual({
    status: false,
    error: {
      code,
      message: expect.any(String),
      details: expect.any(Array),
      request_id: answer.headers['x-request-id'],
    },
  });
}

const notFound = 'Nothing was found at this address.';
const notAllowed = 'This method is not allowed at this address.';

describe('an unknown address is a 404 in the envelope of its interface', () => {
  it.each([
    '/pay',
    '/pay/',
    '/pay/api',
    '/pay/api/v2/payment/create',
    base,
    `${base}/`,
    `${base}/payment`,
    `${base}/payment/status`.concat('/a/b'),
    `${base}//payment//nothing`,
    `${base}/Payment/Create`,
    `${sandbox}/nothing?a=b`,
  ])('A: %s', async (path) => {
    expectError(await shop.call('GET', path), 404, notFound);
    // Before the body is looked at.
    expectError(await shop.call('POST', path, { body: '{', headers: { 'content-type': 'text/plain' } }), 404, notFound);
    expectError(await shop.call('POST', path, { body: '{' }), 404, notFound);
  });

  it.each(['/partner', '/partner/', '/partner/v1', '/partner/v2/orders', '/partner/v1/nothing'])(
    'B: %s',
    async (path) => {
      expectPartnerError(await shop.call('GET', path), 404, 'not_found');
      expectPartnerError(await shop.call('PUT', path, { body: '{' }), 404, 'not_found');
    },
  );

  it.each(['/', '/nothing', '/payment/create', '/pays', '/partners/v1', '/health', '/metrics', '/.env', '/%2e%2e/x'])(
    'neither: %s',
    async (path) => {
      expectPartnerError(await shop.call('GET', path), 404, 'not_found');
      expectPartnerError(await shop.call('POST', path, { body: {} }), 404, 'not_found');
    },
  );

  it('the customer’s addresses are pages, errors too', async () => {
    const answer = await shop.call('GET', `${base}/user/authentication/form/none`, {
      headers: { accept: 'application/json' },
    });
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
});

describe('a known address asked with another method is a 405 that names what is allowed', () => {
  const routes: [path: string, allow: string][] = [
    [`${base}/authentication/token`, 'POST'],
    [`${sandbox}/authentication/token`, 'POST'],
    [`${base}/payment/create`, 'POST'],
    [`${sandbox}/payment/create/`, 'POST'],
    [`${base}/payment/status`, 'GET, HEAD, POST'],
    [`${base}/payment/status/x`, 'GET, HEAD'],
  ];
  it.each(routes)('A: %s (%s)', async (path, allow) => {
    for (const method of (['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST'] as const).filter(
      (m) => !allow.includes(m),
    )) {
      const answer = await shop.call(
        method,
        path,
        method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'x/y' } },
      );
      expectError(answer, 405, notAllowed);
      expect(answer.headers.allow).toBe(allow);
    }
  });

  it.each([
    ['/partner/v1/orders', 'DELETE', 'GET, HEAD, POST'],
    ['/partner/v1/orders/some-ref', 'PATCH', 'GET, HEAD'],
    ['/partner/v1/orders/some-ref/cancel', 'GET', 'POST'],
    ['/partner/v1/wallets/topups', 'OPTIONS', 'POST'],
    ['/health/live', 'POST', 'GET, HEAD'],
    ['/openapi.json', 'DELETE', 'GET, HEAD'],
  ] as const)('B and the rest: %s %s', async (path, method, allow) => {
    const answer = await shop.call(method, path);
    expectPartnerError(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  it('HEAD says what GET would, without a body; where there is no GET, it is a 405', async () => {
    expect(await shop.call('HEAD', '/health/live')).toMatchObject({ status: 200, text: '' });
    expect(await shop.call('HEAD', `${base}/payment/status/x`)).toMatchObject({ status: 403, text: '' });
    expect(await shop.call('HEAD', `${base}/payment/create`)).toMatchObject({
      status: 405,
      text: '',
      headers: { allow: 'POST' },
    });
  });
});

describe('bodies are JSON objects', () => {
  const token = `${base}/authentication/token`;
  const typed = (type: string, body: string): Promise<Answer> =>
    shop.call('POST', token, { headers: { 'content-type': type }, body });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"',
    'application/json; charset=iso-8859-1',
    'application/json; profile=x',
    'application/json;',
  ])('%s is read', async (type) => {
    dataOf(await typed(type, JSON.stringify(keys)));
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'json',
    '/',
    'application/octet-stream',
  ])('%s is a 415', async (type) => {
    expectError(await typed(type, JSON.stringify(keys)), 415, 'The Content-Type must be application/json.');
  });

  it('and so is no type at all', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: token, payload: Buffer.from(JSON.stringify(keys)) });
    expectError(
      { status: answer.statusCode, headers: answer.headers, text: answer.payload },
      415,
      'The Content-Type must be application/json.',
    );
  });

  it.each([
    '',
    '   ',
    '{',
    '[]',
    'null',
    '"text"',
    '7',
    'true',
    '{}}',
    "{'client_id':'x'}",
    '{"a":1,}',
    'a=b',
    '\u0000',
  ])('a body of %j is malformed: 400', async (body) => {
    expectError(await typed('application/json', body), 400, 'Malformed JSON body');
    expectError(
      await shop.call('POST', `${base}/payment/create`, { headers: bearer, body }),
      400,
      'Malformed JSON body',
    );
    expectError(await shop.call('POST', `${base}/payment/status`, { body }), 400, 'Malformed JSON body');
    expectPartnerError(
      await shop.call('POST', '/partner/v1/orders', { headers: partner, body }),
      400,
      'malformed_json',
    );
  });

  it('no body at all is malformed too, with or without a type', async () => {
    expectError(await shop.call('POST', token), 400, 'Malformed JSON body');
    expectError(
      await shop.call('POST', token, { headers: { 'content-type': 'application/json' } }),
      400,
      'Malformed JSON body',
    );
  });

  it('bytes that are not UTF-8 are malformed, a byte order mark is not', async () => {
    const payload = Buffer.concat([Buffer.from('{"client_id":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const headers = { 'content-type': 'application/json' };
    expect((await shop.app.inject({ method: 'POST', url: token, headers, payload })).statusCode).toBe(400);
    dataOf(await typed('application/json', `\uFEFF${JSON.stringify(keys)}`));
  });

  it('over 16 KiB, on interface B over 64 KiB, is a 413; where the limit is just met it is not', async () => {
    const padded = (length: number): string => JSON.stringify({ ...keys, pad: 'x'.repeat(length) });
    const frame = padded(0).length;
    const tooLarge = 'The body is larger than 16384 bytes.';
    dataOf(await typed('application/json', padded(16_384 - frame)));
    expectError(await typed('application/json', padded(16_385 - frame)), 413, tooLarge);
    expectError(
      await shop.call('POST', `${sandbox}/payment/create`, { headers: bearer, body: padded(16_384) }),
      413,
      tooLarge,
    );
    const page = await shop.call('POST', `${base}/user/authentication/form/x/pay`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `a=${'x'.repeat(16_384)}`,
    });
    expect(page).toMatchObject({ status: 413, headers: { 'content-type': 'text/html; charset=utf-8' } });
    const signIn = (length: number) =>
      shop.call('POST', '/api/v1/session', { headers: { 'sec-fetch-site': 'same-origin' }, body: padded(length) });
    expectPartnerError(await signIn(16_384 - frame), 422, 'validation_failed');
    expectPartnerError(await signIn(16_385 - frame), 413, 'payload_too_large');
    const fits = await shop.call('POST', '/partner/v1/orders', {
      headers: partner,
      body: { pad: 'x'.repeat(60_000) },
    });
    expectPartnerError(fits, 422, 'validation_failed');
    const order = await shop.call('POST', '/partner/v1/orders', {
      headers: partner,
      body: { pad: 'x'.repeat(65_536) },
    });
    expectPartnerError(order, 413, 'payload_too_large');
    expect(order.text).toContain('The body is larger than 65536 bytes.');
  });

  it('unknown and dangerous fields and headers are ignored', async () => {
    const body = `{"client_id":"${keys.client_id}","secret_id":"${keys.secret_id}","__proto__":{"x":1},"constructor":{"prototype":{}},"z":[{}]}`;
    dataOf(
      await shop.call('POST', token, { body, headers: { 'x-unknown': 'yes', 'x-http-method-override': 'DELETE' } }),
    );
  });

  it('on a GET are not looked at', async () => {
    const headers = { ...bearer, 'content-type': 'text/plain' };
    expectError(
      await shop.call('GET', `${base}/payment/status/none`, { headers, body: '{' }),
      404,
      'Payment not found',
    );
  });
});

describe('answers', () => {
  it.each(['text/html', 'application/xml', 'image/*;q=0', '*/*', ''])(
    'are JSON whatever is accepted (%j)',
    async (accept) => {
      dataOf(await shop.call('POST', `${base}/authentication/token`, { body: keys, headers: { accept } }));
      expectError(await shop.call('GET', `${base}/nothing`, { headers: { accept } }), 404, notFound);
    },
  );

  it('a slash at the end of any address is accepted without a redirect', async () => {
    dataOf(await shop.call('POST', `${base}/authentication/token/`, { body: keys }));
    dataOf(await shop.call('POST', `${base}/payment/create/`, { body: payment, headers: bearer }));
    const created = dataOf(
      await shop.call('POST', `${sandbox}/payment/create/?x=1`, { body: payment, headers: bearer }),
    );
    dataOf(await shop.call('GET', `${base}/payment/status/${created.token}/`, { headers: bearer }));
    dataOf(await shop.call('POST', `${base}/payment/status/`, { body: { ...keys, token: created.token } }));
    expect((await shop.call('GET', '/partner/v1/orders/', { headers: partner })).status).toBe(200);
  });

  it('and so are doubled slashes, on every interface, without touching the query', async () => {
    dataOf(await shop.call('POST', `${base}//authentication/token`, { body: keys }));
    dataOf(await shop.call('POST', `/${sandbox}///authentication//token//`, { body: keys }));
    const custom = 'https://shop.test//x';
    const created = dataOf(
      await shop.call('POST', `${base}//payment/create/`, { body: { ...payment, custom }, headers: bearer }),
    );
    expect(
      dataOf(await shop.call('GET', `${base}/payment//status?token=${created.token}`, { headers: bearer })),
    ).toMatchObject({ custom });
    expect((await shop.call('GET', '/partner//v1//orders//', { headers: partner })).status).toBe(200);
    expectPartnerError(await shop.call('GET', '/api/v1//session/'), 401, 'signed_out');
    expectError(await shop.call('GET', '//pay//api/v1//nothing'), 404, notFound);
  });
});
