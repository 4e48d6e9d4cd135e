/** docs/webhooks.md, "Formats", in live mode: to an https receiver that the service trusts, and nothing of test mode. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { makeCertificate } from '../fixtures/certificate.ts';
import { turnOnSecondFactor } from '../fixtures/people.ts';
import { createReceiver, type Receiver } from '../fixtures/webhooks.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder, makeKey } from '../support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const trusted = getCACertificates('default');
let database: TestDatabase;
let service: TestServer;
let receiver: Receiver;
let shop: bigint;

beforeAll(async () => {
  const { key, cert } = makeCertificate('localhost');
  setDefaultCACertificates([...trusted, cert]);
  receiver = await createReceiver((listener) => createServer({ key, cert }, listener));
  database = await createTestDatabase();
  shop = await makeHolder(database.db, 'merchant', 'Corner Shop');
  const allow = ['127.0.0.0/8', '::1/128'].map((network) => ({ holderId: shop, network }));
  const webhooks = { loopbackInTest: false, allow };
  service = await createTestService({ database, webhooks });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await service.close();
  await receiver.close();
  await database.drop();
});

it('an endpoint gets live payments, and none of test mode', async () => {
  const { personId } = await service.people.signUp(shell, person);
  await inTransaction(service.db, (tx) => insertMember(tx, shop, personId, 'owner'));
  const { cookies } = await turnOnSecondFactor(service.people, person.email, person.password);
  // A new one has to wait before it counts.
  await database.owner.query(`update people set second_factor_at = now() - interval '24 hours'`);
  const made = await service.app.inject({
    method: 'POST',
    url: '/api/v1/webhook-endpoints',
    headers: {
      cookie: cookies.map((one) => one.split(';', 1)[0]).join('; '),
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(shop),
      'sluice-mode': 'live',
    },
    payload: {
      url: `https://localhost:${receiver.port}/hook`,
      format: 'mypay',
      event_types: ['payment.created', 'payment.paid'],
    },
  });
  expect(made.statusCode, made.body).toBe(201);
  const { extra_header_secret: secret } = made.json().data;

  for (const mode of ['test', 'live'] as const) {
    const { clientId, clientSecret } = await makeKey(service.db, shop, mode);
    const post = async (path: string, payload: object, headers = {}) =>
      (await service.app.inject({ method: 'POST', url: `/pay/api/v1${path}`, headers, payload })).json().data;
    const { access_token: token } = await post('/authentication/token', {
      client_id: clientId,
      secret_id: clientSecret,
    });
    const fields = { amount: '12.50', currency: 'USD', return_url: 'https://shop.example/ok', custom: mode };
    await post('/payment/create', fields, { authorization: `Bearer ${token}` });
  }
  await service.positionEvents();
  const [received] = await receiver.until(1);
  expect(JSON.parse(received?.body ?? '')).toMatchObject({ amount: 12.5, currency: 'USD', custom: 'live' });
  const signature = createHmac('sha256', secret)
    .update(received?.body ?? '')
    .digest('hex');
  expect(received?.headers['x-mypay-signature']).toBe(signature);
  await expectBooksToHold(service.db, { byHand: ['members'] });
  // Every event has its position, so that whatever is to be delivered of it is queued.
  const { rows } = await database.owner.query('select event_type from webhook_deliveries where holder_id = $1', [shop]);
  expect(rows).toEqual([{ event_type: 'payment.created' }]);
});
