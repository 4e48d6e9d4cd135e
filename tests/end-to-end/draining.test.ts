/** A service that was told to end goes on serving, while its clients are sent elsewhere (docs/growing.md, "The load balancer"). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await createTestServer();
  partner = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
});
afterAll(() => server.close());

it('is not ready, closes each connection with its answer, and refuses nothing', async () => {
  const ready = () => server.app.inject({ url: '/health/ready' });
  expect((await ready()).statusCode).toBe(200);
  expect((await partner.post('/orders', orderBody())).headers.connection).not.toBe('close');
  const waiting = partner.get('/events?wait=30');

  await server.drain(0);

  expect((await ready()).statusCode).toBe(503);
  expect((await server.app.inject({ url: '/health/live' })).statusCode).toBe(200);
  const order = await partner.post('/orders', orderBody());
  expect([order.statusCode, order.headers.connection]).toEqual([201, 'close']);
  expect((await server.app.inject({ url: '/nowhere' })).headers.connection).toBe('close');
  expect((await waiting).json()).toMatchObject({ data: [] });
});
