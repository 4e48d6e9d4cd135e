/** What arrives on a real socket and is no proper request: always an answer of the interface that was meant, never a 5xx. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base, createShop, errorText, keysOf, payment, type Shop, sandbox } from '../fixtures/shop.ts';
import { ownRoute } from '../support/own-route.ts';
import { type RawAnswer, request, talk } from '../support/raw-http.ts';

let shop: Shop;
let port: number;
let keys: ReturnType<typeof keysOf>;
let accessToken: string;

beforeAll(async () => {
  shop = await createShop();
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  port = (shop.app.server.address() as AddressInfo).port;
  const merchant = await shop.addMerchant();
  keys = keysOf(merchant.test);
  accessToken = await shop.token(merchant.test);
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

const json = { 'content-type': 'application/json' };
const jsonType = 'application/json; charset=utf-8';

async function ask(...pieces: (string | Buffer)[]): Promise<RawAnswer> {
  const [answer] = await talk(port, pieces);
  if (answer === undefined) throw new Error('There was no answer.');
  return answer;
}

function expectMerchantError(answer: RawAnswer, status: number, message: string): void {
  expect(answer.body).toBe(errorText(status, message));
  expect(answer).toMatchObject({ status, headers: { 'content-type': jsonType } });
}

function expectPartnerError(answer: RawAnswer, status: number, code: string): void {
  expect(answer).toMatchObject({ status, headers: { 'content-type': jsonType } });
  const body = JSON.parse(answer.body) as { error: { request_id: string } };
  expect(body).toMatchObject({ status: false, error: { code, message: expect.any(String), details: [] } });
  expect(body.error.request_id).toBe(answer.headers['x-request-id']);
}

const unread = 'The HTTP request could not be read.';

describe('bytes that are no request', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    [
      'a TLS greeting',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a, 0x0d, 0x0a]),
    ],
    ['an unknown version', 'GET / HTTP/9.9\r\nhost: pay.test\r\n\r\n'],
    ['an unknown method', 'GRAB / HTTP/1.1\r\nhost: pay.test\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: nothing\r\n\r\n'],
    ['a header with a line feed in its value', 'GET / HTTP/1.1\r\nhost: pay.test\r\nx: a\nb\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: pay.test\r\nhost: pay.test\r\n\r\n'],
    ['two hosts, apart', 'GET /health/live HTTP/1.1\r\nHost: pay.test\r\naccept: */*\r\nhOST: evil.test\r\n\r\n'],
  ])('%s is a 400', async (_name, bytes) => {
    expectPartnerError(await ask(bytes), 400, 'malformed_request');
  });

  it('has the envelope of interface A when its line names that', async () => {
    const line = `POST ${base}/payment/create HTTP/1.1\r\n`;
    expectMerchantError(await ask(`${line}host: pay.test\r\nbad header: x\r\n\r\n`), 400, unread);
    expectMerchantError(await ask(`${line}\r\n`), 400, unread);
    expectMerchantError(await ask(`${line}host: pay.test\r\nhost: evil.test\r\n\r\n`), 400, unread);
  });

  it('two lengths, or a length beside chunks, are refused: a proxy could read them the other way', async () => {
    const line = `POST ${base}/authentication/token HTTP/1.1\r\nhost: pay.test\r\ncontent-type: application/json\r\n`;
    expectMerchantError(await ask(`${line}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`), 400, unread);
    expectMerchantError(
      await ask(`${line}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
      400,
      unread,
    );
    expectMerchantError(await ask(`${line}content-length: -1\r\n\r\n`), 400, unread);
  });

  it('headers over 16 KiB are a 431', async () => {
    const headers = { 'x-long': 'x'.repeat(17_000) };
    const tooLarge = 'The headers of the request are too large.';
    expectMerchantError(await ask(request(`GET ${base}/payment/status/x`, headers)), 431, tooLarge);
    expectPartnerError(await ask(request('GET /partner/v1/orders', headers)), 431, 'headers_too_large');
  });
});

describe('addresses', () => {
  it.each(['%zz', '%', '%E0%A4%A', '%ff', 'a%2', '%00%zz'])(
    'a bad escape (%s) is nobody’s address: 404',
    async (bad) => {
      expectMerchantError(await ask(request(`GET ${base}/payment/${bad}`)), 404, 'Nothing was found at this address.');
      expectMerchantError(await ask(request(`GET ${sandbox}/${bad}`)), 404, 'Nothing was found at this address.');
      expectPartnerError(await ask(request(`GET /partner/v1/orders/x/${bad}`)), 404, 'not_found');
      expectPartnerError(await ask(request(`GET /${bad}`)), 404, 'not_found');
    },
  );

  it('a whole address in the request line is taken for its path', async () => {
    const answer = await ask(request(`GET http://elsewhere.test${base}/nothing`));
    expectMerchantError(answer, 404, 'Nothing was found at this address.');
    const token = await ask(
      request(`POST http://elsewhere.test${base}/authentication/token`, json, JSON.stringify(keys)),
    );
    expect(token.status).toBe(200);
  });

  it('a path of 8,000 characters is a 404 like any other', async () => {
    expectMerchantError(
      await ask(request(`GET ${base}/${'x'.repeat(8_000)}`)),
      404,
      'Nothing was found at this address.',
    );
  });
});

describe('bodies', () => {
  const token = `POST ${base}/authentication/token`;

  it('in chunks are read as one', async () => {
    const body = JSON.stringify(keys);
    const half = Math.floor(body.length / 2);
    const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
    const head = request(token, { ...json, 'transfer-encoding': 'chunked' });
    const answer = await ask(head, chunk(body.slice(0, half)), chunk(body.slice(half)), '0\r\n\r\n');
    expect(answer.status).toBe(200);
  });

  it('in chunks that break off are a 400 in the right envelope', async () => {
    const head = request(token, { ...json, 'transfer-encoding': 'chunked' });
    const answer = await ask(head, 'zz\r\n');
    expectMerchantError(answer, 400, unread);
  });

  it('over the limit are a 413, announced or not', async () => {
    const message = 'The body is larger than 16384 bytes.';
    const large = 'x'.repeat(300_000);
    expectMerchantError(await ask(request(token, json, large)), 413, message);
    const chunked = request(token, { ...json, 'transfer-encoding': 'chunked' });
    expectMerchantError(await ask(chunked, `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`), 413, message);
    expectMerchantError(await ask(request(token, { ...json, 'content-length': '1000000000000' })), 413, message);
  });

  it('shorter than announced: no second request is made of the rest', async () => {
    const body = JSON.stringify(keys);
    const wrong = request(token, { ...json, 'content-length': String(body.length - 1) }, body);
    const answers = await talk(port, [wrong], 2);
    expectMerchantError(answers[0] as RawAnswer, 400, 'Malformed JSON body');
    // The connection ends with it: the rest is never looked at.
    expect(answers).toMatchObject([{ headers: { connection: 'close' } }]);
  });

  it('a client that goes away in the middle harms nobody', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const asked = once(shop.app.server, 'request');
    socket.write(request(token, { ...json, 'content-length': '100' }, '{"client_id"'));
    await asked;
    socket.destroy();
    expect((await ask(request(token, json, JSON.stringify(keys)))).status).toBe(200);
  });

  it('on a GET are ignored', async () => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'text/plain' };
    const answer = await ask(request(`GET ${base}/payment/status/none`, headers, 'what is this?'));
    expectMerchantError(answer, 404, 'Payment not found');
  });

  it('with an expectation we do not know are read all the same; 100-continue is answered', async () => {
    const body = JSON.stringify(keys);
    expect((await ask(request(token, { ...json, expect: '100-continue' }, body))).status).toBe(200);
    expect((await ask(request(token, { ...json, expect: 'a-miracle' }, body))).status).toBe(200);
  });
});

describe('connections', () => {
  it('requests sent without waiting are answered in their order', async () => {
    const create = (custom: string): string =>
      request(
        `POST ${base}/payment/create`,
        { ...json, authorization: `Bearer ${accessToken}` },
        JSON.stringify({ ...payment, custom }),
      );
    const answers = await talk(port, [create('one') + request(`GET ${base}/nothing`) + create('two')], 3);
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 200]);
  });

  it('what was understood is answered before what was not', async () => {
    const headers = { ...json, authorization: `Bearer ${accessToken}` };
    const create = request(`POST ${base}/payment/create`, headers, JSON.stringify(payment));
    const answers = await talk(port, [`${create}nonsense\r\n\r\n`], 2);
    expect(answers.map((answer) => answer.status)).toEqual([200, 400]);
  });

  it('a request of HTTP/1.0 needs no host', async () => {
    const body = JSON.stringify(keys);
    const line = `POST ${base}/authentication/token HTTP/1.0\r\n`;
    const answer = await ask(`${line}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    expect(answer.status).toBe(200);
  });

  it('an upgrade that is not offered is a plain request', async () => {
    const answer = await ask(request(`GET ${base}/nothing`, { connection: 'upgrade', upgrade: 'websocket' }));
    expectMerchantError(answer, 404, 'Nothing was found at this address.');
  });
});

describe('every answer', () => {
  it('is kept by no cache, whatever gave it; what is named by its content may be', async () => {
    const asked = [
      request('GET /health/live'),
      request('GET /nothing'),
      request('DELETE /openapi.json'),
      request('GET /partner/v1/orders'),
      request(`GET ${base}/payment/%zz`),
      request(`POST ${base}/authentication/token`, json, JSON.stringify(keys)),
      'GET /health/live HTTP/1.1\r\n\r\n',
      'hello\r\n\r\n',
    ];
    for (const bytes of asked) {
      const { headers } = await ask(bytes);
      expect([bytes, headers['cache-control']]).toEqual([bytes, 'no-store']);
      expect(headers['strict-transport-security']).toBeUndefined();
    }
    // Public, and revalidated by its ETag each time.
    expect((await ask(request('GET /openapi.json'))).headers['cache-control']).toBe('public, no-cache');
  });

  it('names its request and its type, whatever gave it: a route, the router, a parser or Node.js', async () => {
    const bearer = { authorization: `Bearer ${accessToken}` };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const asked: [number, string][] = [
      [200, request('GET /health/live')],
      [200, request('GET /openapi.json')],
      [200, request(`POST ${base}/authentication/token`, json, JSON.stringify(keys))],
      [200, request(`GET ${base}/events`, bearer)],
      [400, 'hello\r\n\r\n'],
      [400, 'GET /health/live HTTP/1.1\r\n\r\n'],
      [400, request(`POST ${base}/authentication/token`, json, '{')],
      [400, request('POST /partner/v1/orders', { ...json, 'content-length': '2', 'transfer-encoding': 'chunked' })],
      [401, request('GET /partner/v1/orders')],
      [401, request('GET /api/v1/session')],
      [403, request(`GET ${base}/events`)],
      [403, request('POST /api/v1/session', json, '{}')],
      [404, request('GET /nothing')],
      [404, request('GET /nothing', { accept: 'text/html' })],
      [404, request(`GET ${base}/payment/%zz`)],
      [404, request('GET /partner/v1/%zz')],
      [404, request(`GET ${base}/user/authentication/form/x`)],
      [405, request('DELETE /openapi.json')],
      [413, request(`POST ${base}/authentication/token`, json, 'x'.repeat(20_000))],
      [413, request(`POST ${base}/user/authentication/form/x/pay`, form, 'x'.repeat(20_000))],
      [415, request(`POST ${base}/authentication/token`, { 'content-type': 'text/plain' }, 'x')],
      [431, request('GET /partner/v1/orders', { 'x-long': 'x'.repeat(17_000) })],
    ];
    const ids = new Set<string>();
    for (const [status, bytes] of asked) {
      const { headers, body, ...answer } = await ask(bytes);
      expect([bytes, answer.status]).toEqual([bytes, status]);
      expect([bytes, headers['x-content-type-options']]).toEqual([bytes, 'nosniff']);
      const id = headers['x-request-id'] as string;
      expect([bytes, id]).toEqual([bytes, expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/)]);
      const named = status < 400 ? undefined : /"request_id":"([^"]+)"/.exec(body)?.[1];
      expect([bytes, named ?? id]).toEqual([bytes, id]);
      ids.add(id);
    }
    expect(ids.size).toBe(asked.length);
  });

  describe('of a service under https whose requests must arrive at once', () => {
    let secure: Shop;
    let at: number;
    beforeAll(async () => {
      secure = await createShop({ publicUrl: 'https://pay.test', requestTimeoutMs: 200 });
      await secure.app.listen({ port: 0, host: '127.0.0.1' });
      at = (secure.app.server.address() as AddressInfo).port;
    });
    afterAll(() => secure.close());

    it('says that it is never to be asked under http', async () => {
      for (const bytes of [
        request('GET /health/live'),
        request('GET /nothing'),
        'hello\r\n\r\n',
        request(`GET ${base}/%zz`),
      ]) {
        const [answer] = await talk(at, [bytes]);
        expect([bytes, answer?.headers['strict-transport-security']]).toEqual([bytes, 'max-age=31536000']);
      }
    });

    it('is a 408 when the body or the headers come too slowly, and the connection ends', async () => {
      const late = 'The request did not arrive in time.';
      const announced = { ...json, 'content-length': '100' };
      const token = request(`POST ${base}/authentication/token`, announced, '{"client_id"');
      const partner = request('POST /partner/v1/orders', { ...announced, 'x-client-id': 'x' }, '{');
      // Waits for a second answer, so it ends with the connection.
      const slowBody = await talk(at, [token], 2);
      expect(slowBody).toMatchObject([{ headers: { connection: 'close' } }]);
      expectMerchantError(slowBody[0] as RawAnswer, 408, late);
      // Whose address it is stands in headers that never came whole.
      const slowHeaders = await talk(at, ['GET /health/live HTTP/1.1\r\nhost: pay.test\r\nx-slow: '], 2);
      expect(slowHeaders).toMatchObject([
        { headers: { connection: 'close', 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' } },
      ]);
      expectPartnerError(slowHeaders[0] as RawAnswer, 408, 'request_timeout');
      // Refused before its body arrived: one answer, and no second one that could pass for the next request's.
      const answers = await talk(at, [partner], 2);
      expect(answers).toHaveLength(1);
      expectPartnerError(answers[0] as RawAnswer, 401, 'invalid_credentials');
    });
  });
});

describe('the end of a service', () => {
  it('requests under way are answered, and a client that stalls is not waited for', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const ending = await createShop({
      closeGraceMs: 300,
      extend: (app) => app.get('/held', { schema: ownRoute }, () => held.then(() => ({ ok: true }))),
    });
    await ending.app.listen({ port: 0, host: '127.0.0.1' });
    const at = (ending.app.server.address() as AddressInfo).port;
    const stalled = connect(at, '127.0.0.1');
    stalled.on('error', () => {});
    const begun = once(ending.app.server, 'request');
    stalled.write(request(`POST ${base}/authentication/token`, { ...json, 'content-length': '100' }, '{'));
    await begun;
    const asked = once(ending.app.server, 'request');
    // The second request arrives while the server is closing: the connection is busy with the first.
    const answers = talk(at, [request('GET /held') + request(`GET ${base}/nothing`)], 2);
    await asked;

    const closed = ending.close();
    release();
    expect((await answers)[0]).toMatchObject({ status: 200, body: '{"ok":true}' });
    await closed;
    expect(stalled.destroyed || (await once(stalled, 'close'))).toBeTruthy();
  });
});
