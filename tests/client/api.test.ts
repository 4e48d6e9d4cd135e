/** A client made from the OpenAPI document alone compiles, and drives an order and a payment on a running service. */
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { paths } from '../../sdk/src/api.generated.ts';
import { keyHeaders, makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let baseUrl: string;

beforeAll(async () => {
  server = await createTestServer();
  baseUrl = await server.listen();
});
afterAll(() => server.close());

it('records an order, settles it and reads it', async () => {
  const company = await makeCompany(server.db);
  const link = Number(await makeLink(server.db, company, 'merchant', 'Taverna'));
  const partner = createClient<paths>({ baseUrl, headers: keyHeaders(await makeKey(server.db, company)) });

  await partner.POST('/partner/v1/wallets/topups', { body: { amount: 100, currency: 'EUR' } });
  const { data: recorded } = await partner.POST('/partner/v1/orders', {
    body: {
      partner_order_ref: 'order-1',
      payment_source: 'cod',
      total_amount: 30,
      currency: 'EUR',
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: link, amount: 27.5 },
        { beneficiary_type: 'partner', amount: 2.5 },
      ],
    },
  });
  expect(recorded?.data.settlement_status).toBe('unsettled');

  const { data: settled, response } = await partner.POST('/partner/v1/settlements', { body: {} });
  expect([response.status, settled?.data.orders_settled]).toEqual([201, 1]);

  const { data: read } = await partner.GET('/partner/v1/orders/{ref}', { params: { path: { ref: 'order-1' } } });
  expect(read?.data).toMatchObject({ settlement_status: 'settled', order_amount: 30 });

  const { error } = await partner.GET('/partner/v1/orders/{ref}', { params: { path: { ref: 'nobody' } } });
  expect(error).toMatchObject({ error: { code: 'not_found' } });
});

it('takes a token, creates a payment, reads its status and refunds it', async () => {
  const holderId = await makeHolder(server.db, 'merchant', 'Test Shop');
  const { clientId, clientSecret } = await makeKey(server.db, holderId);
  const merchant = createClient<paths>({ baseUrl });
  const { data: exchanged } = await merchant.POST('/pay/api/v1/authentication/token', {
    body: { client_id: clientId, secret_id: clientSecret },
  });
  const headers = { authorization: `Bearer ${exchanged?.data.access_token}` };

  const { data: created } = await merchant.POST('/pay/api/v1/payment/create', {
    headers,
    body: { amount: '12.50', currency: 'EUR', return_url: 'https://shop.test/thanks', custom: 'order-1' },
  });
  const token = created?.data.token as string;
  await payByCard(simulatedPayDeps(server.db, server.clock), { holderId, id: token });

  const { data: status } = await merchant.GET('/pay/api/v1/payment/status/{token}', {
    headers,
    params: { path: { token } },
  });
  expect(status?.data).toMatchObject({ paid: true, amount: '12.50', custom: 'order-1' });

  const { data: refunded } = await merchant.POST('/pay/api/v1/payment/refund', {
    headers,
    body: { token, refund_ref: 'refund-1' },
  });
  expect(refunded?.data).toMatchObject({ amount: '12.50', refund_ref: 'refund-1' });
});
