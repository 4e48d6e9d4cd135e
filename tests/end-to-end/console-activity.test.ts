/** docs/contract/people.md, "The request log": what an order or a payment caused, on its page for developers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectRefused, ownPage } from '../fixtures/console-browser.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { positionEvents } from '../support/position-events.ts';

let account: TestAccount;
let company: bigint;
let partner: PartnerClient;
let count = 0;

beforeAll(async () => {
  account = await createTestAccount();
  company = await makeCompany(account.db);
  partner = createPartnerClient(account.app, await makeKey(account.db, company));
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

async function readerOf(holderId: bigint, role: Role) {
  count += 1;
  const email = `activity${count}@example.com`;
  const { personId } = await account.people.signUp(shell, { name: 'Ada', email, password, emailVerified: true });
  await inTransaction(account.db, (tx) => insertMember(tx, holderId, personId, role));
  const browser = createConsoleBrowser(account.app);
  await browser.signIn(email);
  return async (path: string, mode = 'test') => {
    await account.server.requestLog.flush();
    return browser.call('GET', path, undefined, {
      ...ownPage,
      'sluice-holder': String(holderId),
      'sluice-mode': mode,
    });
  };
}

const idOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers['x-request-id']);

async function recordOrder(ref: string) {
  const answer = await partner.post('/orders', orderBody({ partner_order_ref: ref }));
  expect(answer.statusCode).toBe(201);
  return answer;
}

async function deliver(eventId: string, type: string): Promise<string> {
  const made = await partner.post('/webhook-endpoints', { url: 'https://shop.example/hook', description: 'Screen' });
  expect(made.statusCode).toBe(201);
  const { endpoint_id: id } = made.json().data;
  await account.pool.query(
    `insert into webhook_deliveries
      (holder_id, endpoint_id, event_id, event_type, position, host, status, reason, attempts, finished_at)
    select $1, $2, $3, $4, 1, 'shop.example', 'parked', 'attempts_exhausted', 10, now()`,
    [company, id, eventId, type],
  );
  return id;
}

it('lists the events of an order with their deliveries, and its requests with those that failed at it', async () => {
  const owner = await readerOf(company, 'owner');
  const created = await recordOrder('act/1 a');
  await recordOrder('act/1 ab');
  const held = await partner.post(`/orders/${encodeURIComponent('act/1 a')}/hold`, { reason: 'Fraud' });
  const refused = await partner.post(`/orders/${encodeURIComponent('act/1 a')}/refunds`, { amount: -1 });
  await partner.post(`/orders/${encodeURIComponent('act/1 ab')}/refunds`, { amount: -1 });
  await positionEvents(account.db);
  // As one of many in its minute: it is known by its event.
  await account.server.requestLog.flush();
  await account.pool.query('delete from succeeded_requests where request_id = $1', [idOf(created)]);

  const path = `/orders/${encodeURIComponent('act/1 a')}/activity`;
  const first = (await owner(path)).json().data;
  expect(first.events.map(({ type }: { type: string }) => type)).toEqual(['order.held', 'order.created']);
  expect(first.events[0].deliveries).toEqual([]);
  // Those of one millisecond are in no order.
  expect(first.requests).toHaveLength(3);
  expect(first.requests).toEqual(
    expect.arrayContaining([
      {
        request_id: idOf(refused),
        at: expect.any(String),
        failure: {
          method: 'POST',
          path: `/partner/v1/orders/${encodeURIComponent('act/1 a')}/refunds`,
          status: 422,
          code: 'validation_failed',
        },
        success: null,
        events: [],
      },
      {
        request_id: idOf(held),
        at: expect.any(String),
        failure: null,
        success: { method: 'POST', path: `/partner/v1/orders/${encodeURIComponent('act/1 a')}/hold`, status: 200 },
        events: ['order.held'],
      },
      { request_id: idOf(created), at: expect.any(String), failure: null, success: null, events: ['order.created'] },
    ]),
  );

  const endpoint = await deliver(first.events[0].event_id, 'order.held');
  const delivered = (await owner(path)).json().data;
  expect(delivered.events[1].deliveries).toEqual([]);
  expect(delivered.events[0].deliveries).toMatchObject([
    {
      endpoint_id: endpoint,
      event_id: first.events[0].event_id,
      status: 'parked',
      attempts: 10,
      endpoint: { kind: 'endpoint', url: 'https://shop.example/hook', description: 'Screen', status: 'active' },
    },
  ]);

  const viewer = await readerOf(company, 'viewer');
  const seen = (await viewer(path)).json().data;
  expect(seen.events[0].deliveries).toBe(null);
  expect(seen.requests).toHaveLength(3);

  await partner.call('DELETE', `/webhook-endpoints/${endpoint}`);
  expect((await owner(path)).json().data.events[0].deliveries).toEqual([]);
});

it('is that of the own account and mode alone', async () => {
  await recordOrder('act-2');
  const other = await readerOf(await makeCompany(account.db), 'owner');
  expectRefused(await other('/orders/act-2/activity'), 404, 'not_found');
  const owner = await readerOf(company, 'owner');
  expectRefused(await owner('/orders/act-2/activity', 'live'), 404, 'not_found');
});

it('lists those of a payment', async () => {
  const shop = await makeHolder(account.db, 'merchant');
  const { clientId, clientSecret } = await makeKey(account.db, shop);
  const post = (path: string, payload: object, token = '') =>
    account.app.inject({
      method: 'POST',
      url: `/pay/api/v1${path}`,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      payload,
    });
  const keys = { client_id: clientId, secret_id: clientSecret };
  const token = (await post('/authentication/token', keys)).json().data.access_token;
  const made = await post(
    '/payment/create',
    { amount: '5.00', currency: 'EUR', return_url: 'https://shop.example/' },
    token,
  );
  const id = made.json().data.token;
  const canceled = await post('/payment/cancel', { token: id }, token);
  expect(canceled.statusCode).toBe(200);
  const owner = await readerOf(shop, 'owner');
  const { events, requests } = (await owner(`/payments/${id}/activity`)).json().data;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['payment.cancelled', 'payment.created']);
  const ids = requests.map((one: { request_id: string }) => one.request_id);
  expect(ids.toSorted()).toEqual([idOf(canceled), idOf(made)].toSorted());
  const courier = await readerOf(await makeHolder(account.db, 'courier'), 'owner');
  expect((await courier(`/payments/${id}/activity`)).statusCode).toBe(403);
});
