/**
 * What would wait too long is refused at once, and taken again as soon as the database goes on
 * (docs/contract/common.md, "Availability").
 */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeCompany, makeKey } from '../support/holders.ts';
import { holdLock, untilLockWaits } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { request } from '../support/raw-http.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let partner: PartnerClient;
/** Moved by the test alone: the batches measure by the process's monotonic clock. */
let nowMs = 0;

beforeAll(async () => {
  server = await createTestServer();
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

/** Orders of two writes: as many as are worked on at a time. */
const nearMax = 512;

it('orders beyond those worked on wait before their bodies are read, behind no client that sends none', async () => {
  const company = await makeCompany(server.db, { ordersPerMinute: 2 * nearMax });
  const key = await makeKey(server.db, company, 'live');
  partner = createPartnerClient(server.app, key);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { pool } = server.database;
  const held = await holdLock(pool, 'lock table orders in share mode', []);
  const first = Array.from({ length: nearMax }, () => push());
  await untilLockWaits(pool, 1);
  const headers = {
    'x-client-id': key.clientId,
    'x-client-secret': key.clientSecret,
    'content-type': 'application/json',
  };
  const stalled = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  stalled.write(request('POST /partner/v1/orders', { ...headers, 'content-length': '100' }, '{'));
  await once(server.app.server, 'request');
  let isAnswered = false;
  const unreadable = server.app.inject({ method: 'POST', url: '/partner/v1/orders', headers, payload: '{' });
  void unreadable.then(() => {
    isAnswered = true;
  });
  const last = push();

  // What is not recorded waits for nothing.
  expect((await push({ 'x-client-secret': 'wrong' })).statusCode).toBe(401);
  expect((await partner.get('/orders')).statusCode).toBe(200);
  expect((await server.app.inject('/health/live')).statusCode).toBe(200);
  expect(isAnswered).toBe(false);
  await held.release();
  expect([(await unreadable).statusCode, (await last).statusCode]).toEqual([400, 201]);
  const answers = await Promise.all(first);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  stalled.destroy();
});
