/**
 * Who may call interface B, and in which order a request is judged (docs/contract/common.md, "Modes and keys" and
 * docs/contract/partner.md, "Errors").
 */

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/features/api-keys/key-pair.ts';
import { revokeKeyPair, rotateKey } from '../../src/features/api-keys/manage-keys.ts';
import { shell } from '../support/actors.ts';
import { stateOf } from '../support/database-state.ts';
import { keyHeaders, makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, partnerBase } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let company: bigint;
let test: KeyPair;
let live: KeyPair;

beforeAll(async () => {
  server = await createTestServer();
  company = await makeCompany(server.db);
  test = await makeKey(server.db, company, 'test');
  live = await makeKey(server.db, company, 'live');
});
afterAll(() => server.close());

const routes: [string, string][] = [
  ['POST', '/orders'],
  ['GET', '/orders'],
  ['GET', '/orders/x'],
  ['POST', '/orders/x/confirm-payment'],
  ['POST', '/orders/x/hold'],
  ['POST', '/orders/x/release'],
  ['POST', '/orders/x/splits/0/assign'],
  ['POST', '/orders/holds'],
  ['POST', '/orders/releases'],
  ['POST', '/orders/assignments'],
  ['POST', '/orders/x/cancel'],
  ['GET', '/beneficiaries'],
  ['GET', '/wallets'],
  ['POST', '/wallets/topups'],
  ['POST', '/settlements'],
  ['GET', '/settlements'],
  ['GET', '/settlements/1'],
];

type Send = { method?: string; path?: string; headers?: Record<string, string>; payload?: string };

const send = ({ method = 'POST', path = '/orders', headers = {}, payload }: Send): Promise<LightMyRequestResponse> =>
  server.app.inject({
    method: method as 'GET',
    url: `${partnerBase}${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const verdict = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error?.code];
const json = { 'content-type': 'application/json' };

describe('docs/contract/common.md, "Modes and keys": every request carries X-Client-Id and X-Client-Secret', () => {
  it.each(routes)('%s %s without them, or with one, is a 401', async (method, path) => {
    const { 'x-client-id': id, 'x-client-secret': secret } = keyHeaders(test) as Record<string, string>;
    for (const headers of [
      {},
      { 'x-client-id': id },
      { 'x-client-secret': secret },
      { 'x-client-id': '', 'x-client-secret': '' },
    ]) {
      const answer = await send({ method, path, headers: headers as Record<string, string> });
      expect(verdict(answer)).toEqual([401, 'invalid_credentials']);
    }
  });

  it('a pair that is unknown, mixed, mismatched or a merchant’s is a 401 that never says which half is wrong', async () => {
    const other = await makeKey(server.db, company, 'test');
    const merchant = await makeKey(server.db, await makeHolder(server.db, 'merchant'), 'test');
    const { clientId, clientSecret } = test;
    const wrong: KeyPair[] = [
      { clientId: clientId.replace(/.$/, '!'), clientSecret },
      { clientId: clientId.slice(0, -1), clientSecret },
      { clientId, clientSecret: other.clientSecret },
      { clientId, clientSecret: live.clientSecret },
      { clientId: live.clientId, clientSecret },
      {
        clientId: clientId.replace('pk_test_', 'pk_live_'),
        clientSecret: clientSecret.replace('sk_test_', 'sk_live_'),
      },
      { clientId: clientSecret, clientSecret: clientId },
      { clientId: `${clientId}, ${clientId}`, clientSecret },
      { clientId: 'x'.repeat(5_000), clientSecret: 'y'.repeat(5_000) },
      merchant,
    ];
    const before = await stateOf(server.database);
    const messages = new Set<string>();
    for (const pair of wrong) {
      const answer = await send({ headers: { ...keyHeaders(pair), ...json }, payload: JSON.stringify(orderBody()) });
      expect(verdict(answer)).toEqual([401, 'invalid_credentials']);
      messages.add(answer.json().error.message);
    }
    expect(messages.size).toBe(1);
    expect(await stateOf(server.database)).toBe(before);
  });

  it('a minimal order sent with a test key and answered with 201 confirms that credentials work (5.2, rule 6)', async () => {
    const answer = await createPartnerClient(server.app, test).post('/orders', orderBody());
    expect(answer.statusCode).toBe(201);
  });

  it('the mode is decided by the pair alone, on the same address (5.2, rule 3)', async () => {
    for (const [pair, mode] of [
      [test, 'test'],
      [live, 'live'],
    ] as const) {
      const answer = await createPartnerClient(server.app, pair).post('/orders', orderBody());
      expect(answer.json().data.mode).toBe(mode);
    }
  });
});

describe('docs/contract/common.md, "Modes and keys": a pair that ended', () => {
  it('revoked: a 401 from the next request on', async () => {
    const pair = await makeKey(server.db, company);
    const client = createPartnerClient(server.app, pair);
    expect((await client.get('/wallets')).statusCode).toBe(200);
    await revokeKeyPair(shell, server, pair.clientId);
    expect(verdict(await client.get('/wallets'))).toEqual([401, 'invalid_credentials']);
  });

  it('rotated: old and new work during the grace; without one the old ends at once', async () => {
    const old = await makeKey(server.db, company);
    const graced = await rotateKey(shell, server, old.clientId, 1);
    expect((await createPartnerClient(server.app, old).get('/wallets')).statusCode).toBe(200);
    const fresh = await rotateKey(shell, server, graced.clientId, 0);
    expect(verdict(await createPartnerClient(server.app, graced).get('/wallets'))).toEqual([
      401,
      'invalid_credentials',
    ]);
    expect((await createPartnerClient(server.app, fresh).get('/wallets')).statusCode).toBe(200);
  });
});

describe.each(['pending', 'suspended'] as const)(
  'docs/contract/partner.md, "Errors": a company that is %s',
  (status) => {
    it('is a 403 company_not_active with a live key on every route; with its test key a pending one works, a suspended one reads', async () => {
      const id = await makeCompany(server.db, { status });
      const [liveKey, testKey] = [await makeKey(server.db, id, 'live'), await makeKey(server.db, id, 'test')];
      for (const [method, path] of routes) {
        expect(verdict(await send({ method, path, headers: keyHeaders(liveKey) }))).toEqual([
          403,
          'company_not_active',
        ]);
      }
      const client = createPartnerClient(server.app, testKey);
      expect((await client.get('/orders')).statusCode).toBe(200);
      const recorded = await client.post('/orders', orderBody());
      if (status === 'pending') expect(recorded.statusCode).toBe(201);
      else expect(verdict(recorded)).toEqual([403, 'company_not_active']);
      // What it may not do is not told to one without its secret.
      const wrong = { ...liveKey, clientSecret: live.clientSecret };
      expect(verdict(await send({ headers: keyHeaders(wrong) }))).toEqual([401, 'invalid_credentials']);
    });
  },
);

describe('docs/contract/partner.md, "Errors": checks come in this order', () => {
  // Each request is wrong in every later way as well.
  const badJson = { 'content-type': 'text/plain' };
  it('404 and 405 before 401', async () => {
    expect(verdict(await send({ path: '/nothing', headers: badJson, payload: '{' }))).toEqual([404, 'not_found']);
    const answer = await send({ method: 'DELETE', headers: badJson, payload: '{' });
    expect(verdict(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
  });

  it('401 before 403, 403 before 429, 429 before 415, 413, 400 and 422', async () => {
    const id = await makeCompany(server.db, { ordersPerMinute: 1, status: 'suspended' });
    const [liveKey, testKey] = [
      keyHeaders(await makeKey(server.db, id, 'live')),
      keyHeaders(await makeKey(server.db, id, 'test')),
    ];
    expect(verdict(await send({ headers: { ...liveKey, 'x-client-secret': 'x', ...badJson }, payload: '{' }))[0]).toBe(
      401,
    );
    for (let count = 0; count < 3; count += 1) {
      expect(verdict(await send({ headers: { ...liveKey, ...badJson }, payload: '{' }))[0]).toBe(403);
    }
    expect(verdict(await send({ headers: { ...testKey, ...badJson }, payload: '{' }))[0]).toBe(415);
    for (const headers of [badJson, json]) {
      expect(verdict(await send({ headers: { ...testKey, ...headers }, payload: '{' }))).toEqual([429, 'rate_limited']);
    }
  });

  it('415 and 413 before 400, 400 before 422', async () => {
    const headers = keyHeaders(test);
    expect(verdict(await send({ headers: { ...headers, ...badJson }, payload: '{' }))[0]).toBe(415);
    expect(verdict(await send({ headers: { ...headers, ...json }, payload: `{${' '.repeat(65_536)}` }))[0]).toBe(413);
    expect(verdict(await send({ headers: { ...headers, ...json }, payload: '{"total_amount":"no"' }))[0]).toBe(400);
    expect(verdict(await send({ headers: { ...headers, ...json }, payload: '{"total_amount":"no"}' }))[0]).toBe(422);
  });
});

describe('docs/contract/common.md, "Addresses"', () => {
  it.each(routes)('%s %s with a slash at its end is the same, without a redirect', async (method, path) => {
    const options = {
      method,
      headers: { ...keyHeaders(test), ...json },
      payload: method === 'POST' ? '{}' : undefined,
    };
    const [plain, slashed] = [
      await send({ ...options, path } as Send),
      await send({ ...options, path: `${path}/` } as Send),
    ];
    expect(slashed.statusCode).toBe(plain.statusCode);
    expect([301, 302, 307, 308]).not.toContain(slashed.statusCode);
    expect(slashed.json().error?.code).toBe(plain.json().error?.code);
  });

  it.each(routes)('%s %s by another method is a 405 that names what is allowed', async (method, path) => {
    for (const other of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await send({ method: other, path });
      expect(verdict(answer)).toEqual([405, 'method_not_allowed']);
      expect(String(answer.headers.allow).split(', ')).toContain(method);
    }
  });

  it('HEAD answers like GET, without a body', async () => {
    for (const [, path] of routes.filter(([method]) => method === 'GET')) {
      const [head, get] = [
        await send({ method: 'HEAD', path, headers: keyHeaders(test) }),
        await send({ method: 'GET', path, headers: keyHeaders(test) }),
      ];
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
    }
    expect((await send({ method: 'HEAD', path: '/orders' })).statusCode).toBe(401);
    expect((await send({ method: 'HEAD', path: '/wallets/topups', headers: keyHeaders(test) })).statusCode).toBe(405);
  });

  it('every refusal names its request, as X-Request-Id does', async () => {
    const answers = await Promise.all([
      send({}),
      send({ path: '/nothing' }),
      send({ headers: { ...keyHeaders(test), ...json }, payload: '{}' }),
    ]);
    for (const answer of answers) expect(answer.json().error.request_id).toBe(answer.headers['x-request-id']);
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(3);
  });

  it('is JSON, whatever Accept says', async () => {
    for (const accept of ['text/html', 'application/xml', 'image/*;q=0.1', '']) {
      const answer = await send({ method: 'GET', path: '/wallets', headers: { ...keyHeaders(test), accept } });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    }
  });
});
