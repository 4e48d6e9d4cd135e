/**
 * A refund under an `Idempotency-Key` is sent on after its commit, and may have ended before it is answered: the key
 * repeats what was answered (docs/contract/common.md, "Idempotency").
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payOrder } from '../../src/features/orders/payment-link.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { keyHeaders, makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

const post = (url: string, headers: Record<string, string>, payload: object) =>
  server.app.inject({ method: 'POST', url, headers, payload });

/** Sends it twice, and shows both answers. */
async function twice(send: () => Promise<LightMyRequestResponse>) {
  const [first, again] = [await send(), await send()];
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect([again.statusCode, again.json()]).toEqual([first.statusCode, first.json()]);
  expect(first.json().data).toMatchObject({ status: 'succeeded' });
}

it('repeats the answer to a merchant', async () => {
  const holderId = await makeHolder(server.db, 'merchant');
  const { clientId, clientSecret } = await makeKey(server.db, holderId);
  const base = '/pay/api/v1';
  const exchanged = await post(`${base}/authentication/token`, {}, { client_id: clientId, secret_id: clientSecret });
  const authorization = `Bearer ${exchanged.json().data.access_token}`;
  const asked = { amount: '12.50', currency: 'EUR', return_url: 'https://shop.example/ok' };
  const { token } = (await post(`${base}/payment/create`, { authorization }, asked)).json().data;
  await payByCard(simulatedPayDeps(server.db, server.clock), { holderId, id: token });
  const headers = { authorization, 'idempotency-key': 'k' };
  await twice(() => post(`${base}/payment/refund`, headers, { token, refund_ref: 'r', amount: '2.50' }));
});

it('repeats the answer to a partner', async () => {
  const company = await makeCompany(server.db);
  const link = Number(await makeLink(server.db, company, 'merchant'));
  const headers = keyHeaders(await makeKey(server.db, company));
  const recorded = await post('/partner/v1/orders', headers, {
    partner_order_ref: 'a',
    payment_source: 'service',
    total_amount: 10,
    currency: 'EUR',
    splits: [{ beneficiary_type: 'merchant', beneficiary_ref: link, amount: 10 }],
  });
  const id = recorded.json().data.payment_url.split('/').at(-1);
  const deps = { ...simulatedPayDeps(server.db, server.clock), onPaid: payOrder };
  await payByCard(deps, { holderId: company, id });
  await twice(() =>
    post('/partner/v1/orders/a/refunds', { ...headers, 'idempotency-key': 'k' }, { refund_ref: 'r', amount: 4 }),
  );
});
