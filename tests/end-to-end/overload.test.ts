/**
 * What would wait too long is refused at once, and taken again as soon as the database goes on
 * (docs/contract/common.md, "Availability").
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeCompany, makeKey } from '../support/holders.ts';
import { holdLock, untilLockWaits } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
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
