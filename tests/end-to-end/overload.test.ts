/**
 * What would wait too long is refused at once, and taken again as soon as the database goes on
 * (docs/contract/common.md, "Availability").
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { holdLock, untilLockWaits } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { request } from '../support/raw-http.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let port: number;
let partner: PartnerClient;
/** Moved by the test alone: the batches measure by the process's monotonic clock. */
let nowMs = 0;

beforeAll(async () => {
  server = await createTestServer();
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server.close());
beforeEach(async () => {
  nowMs = Math.ceil(performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const company = await makeCompany(server.db, { ordersPerMinute: 10, bulkRequestsPerMinute: 10 });
  partner = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const push = (headers?: Record<string, string>) => partner.post('/orders', orderBody(), headers);
const pushMany = () => partner.post('/orders/bulk', { orders: [orderBody(), orderBody()] });

it('orders that a database standing still would hold up get 503 with Retry-After, without counting', async () => {
  const { pool } = server.database;
  const held = await holdLock(pool, 'lock table orders in share mode', []);
  const first = push();
  await untilLockWaits(pool, 1);
  const second = push();
  const many = pushMany();
  expect((await partner.get('/orders')).statusCode).toBe(200);
  nowMs += 1_001;
  for (const refused of [await push(), await pushMany(), await push({ 'x-client-secret': 'wrong' })]) {
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'unavailable']);
    expect([refused.headers['retry-after'], refused.headers.ratelimit]).toEqual(['1', undefined]);
  }
  expect((await partner.get('/orders')).statusCode).toBe(200);
  await held.release();
  expect([(await first).statusCode, (await second).statusCode, (await many).statusCode]).toEqual([201, 201, 200]);
  const after = await push();
  expect([after.statusCode, after.headers.ratelimit]).toEqual([201, '"orders";r=7;t=59']);
  const manyAfter = await pushMany();
  expect([manyAfter.statusCode, manyAfter.headers.ratelimit]).toEqual([200, '"orders-bulk";r=8;t=59']);
});

it('after a pause, whatever came before it, orders are taken', async () => {
  const { pool } = server.database;
  const held = await holdLock(pool, 'lock table orders in share mode', []);
  const slow = push();
  await untilLockWaits(pool, 1);
  nowMs += 60_000;
  await held.release();
  await slow;
  const answers = await Promise.all(Array.from({ length: 5 }, () => push()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201));
});

/** Of two writes: as many as are worked on at a time. */
const nearMax = 512;

/** What is recorded in batches, and by whom. `wrong`: headers that are refused, and with which status. */
type Recorded = {
  table: string;
  path: string;
  headers: Record<string, string>;
  body: () => object;
  status: number;
  wrong: { headers: Record<string, string>; status: number };
};

async function ordersOfCompany(): Promise<Recorded> {
  const company = await makeCompany(server.db, { ordersPerMinute: 2 * nearMax });
  const { clientId, clientSecret } = await makeKey(server.db, company, 'live');
  const headers = { 'x-client-id': clientId, 'x-client-secret': clientSecret };
  const wrong = { headers: { ...headers, 'x-client-secret': 'wrong' }, status: 401 };
  return { table: 'orders', path: '/partner/v1/orders', headers, body: () => orderBody(), status: 201, wrong };
}

async function paymentsOfShop(): Promise<Recorded> {
  const { clientId, clientSecret } = await makeKey(server.db, await makeHolder(server.db, 'merchant'), 'live');
  const url = '/pay/api/v1/authentication/token';
  const payload = { client_id: clientId, secret_id: clientSecret };
  const token = (await server.app.inject({ method: 'POST', url, payload })).json().data.access_token;
  const body = () => ({ amount: '12.50', currency: 'USD', return_url: 'https://shop.example/back' });
  const headers = { authorization: `Bearer ${token}` };
  const wrong = { headers: { authorization: 'Bearer wrong' }, status: 403 };
  return { table: 'payments', path: '/pay/api/v1/payment/create', headers, body, status: 200, wrong };
}

it.each([
  ['orders', ordersOfCompany],
  ['payments', paymentsOfShop],
] as const)(
  '%s beyond those worked on wait before their bodies are read, behind no client that sends none',
  async (_what, of) => {
    const { table, path, headers, body, status, wrong } = await of();
    const send = (own: Record<string, string> = headers) =>
      server.app.inject({ method: 'POST', url: path, headers: own, payload: body() });
    const { pool } = server.database;
    const held = await holdLock(pool, `lock table ${table} in share mode`, []);
    const first = Array.from({ length: nearMax }, () => send());
    await untilLockWaits(pool, 1);
    const asJson = { ...headers, 'content-type': 'application/json' };
    const stalled = connect(port, '127.0.0.1');
    stalled.write(request(`POST ${path}`, { ...asJson, 'content-length': '100' }, '{'));
    await once(server.app.server, 'request');
    let isAnswered = false;
    const unreadable = server.app.inject({ method: 'POST', url: path, headers: asJson, payload: '{' });
    void unreadable.then(() => {
      isAnswered = true;
    });
    const last = send();

    // What is not recorded waits for nothing.
    const others = [await send(wrong.headers), await partner.get('/orders'), await server.app.inject('/health/live')];
    const hadToWait = !isAnswered;
    await held.release();
    expect(others.map(({ statusCode }) => statusCode)).toEqual([wrong.status, 200, 200]);
    expect(hadToWait).toBe(true);
    expect([(await unreadable).statusCode, (await last).statusCode]).toEqual([400, status]);
    const answers = await Promise.all(first);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([status]));
    stalled.destroy();
  },
);
