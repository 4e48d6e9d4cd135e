/** docs/webhooks.md, "Formats": payments of a shop, delivered as the receivers of existing plugins read them. */
import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createBrowser, goodCard } from '../fixtures/checkout.ts';
import { visitWith } from '../fixtures/people.ts';
import { createReceiver, type Received, type Receiver, verified } from '../fixtures/webhooks.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const base = '/pay/api/v1';
let service: TestServer;
let personId: string;
let cookie: string;
let shop: Awaited<ReturnType<typeof newShop>>;
let receiver: Receiver;

beforeAll(async () => {
  service = await createTestService({ webhooks: { loopbackInTest: true, allow: [] } });
  personId = (await service.people.signUp(shell, person)).personId;
  const signedIn = await service.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
});
beforeEach(async () => {
  shop = await newShop();
  receiver = await createReceiver();
});
afterEach(async () => {
  // Whatever still waits must not be sent to the next test's receiver, which may have the same port.
  const { data } = await shop.ask('GET', '/webhook-endpoints');
  for (const { endpoint_id: id } of data as Made[]) {
    await shop.ask('POST', `/webhook-endpoints/${id}/pause`);
  }
  await receiver.close();
  await expectBooksToHold(service.db, { byHand: ['members'] });
});
afterAll(() => service.close());

type Answer = { status: number; data: never; error?: { details: { field: string }[] } };
type Made = { endpoint_id: string; secret: string; extra_header_secret: string };

async function newShop() {
  const holderId = await makeHolder(service.db, 'merchant', 'Corner Shop');
  await inTransaction(service.db, (tx) => insertMember(tx, holderId, personId, 'owner'));

  async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> {
    const answer = await service.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'sluice-holder': String(holderId),
        'sluice-mode': 'test',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { ...answer.json(), status: answer.statusCode };
  }

  async function newPlugin() {
    const pair = await makeKey(service.db, holderId);
    const post = async (path: string, body: object, token?: string) =>
      service.app.inject({
        method: 'POST',
        url: `${base}${path}`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        payload: body,
      });
    const keys = { client_id: pair.clientId, secret_id: pair.clientSecret };
    const token: string = (await post('/authentication/token', keys)).json().data.access_token;
    async function create(fields: object): Promise<{ token: string; path: string }> {
      const rest = { amount: '12.50', currency: 'USD', return_url: 'https://shop.example/ok' };
      const answer = await post('/payment/create', { ...rest, ...fields }, token);
      expect(answer.statusCode, answer.body).toBe(200);
      const { data } = answer.json();
      return { token: data.token, path: new URL(data.payment_url).pathname };
    }
    return { clientId: pair.clientId, create, setFormat: (format?: string) => setFormat(pair.clientId, format) };
  }
  const setFormat = (clientId: string, format?: string) =>
    ask('PUT', `/keys/${clientId}/webhook-format`, format === undefined ? {} : { webhook_format: format });

  return { holderId, ask, newPlugin };
}

async function pay({ path }: { path: string }): Promise<void> {
  const customer = createBrowser(service.app);
  await customer.open(path);
  expect((await customer.submit(`${path}/pay`, goodCard)).statusCode).toBe(303);
}

const hex = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');

/** As the receiver of the plugin does with openssl_decrypt. */
function opened({ body }: Received, secret: string): Record<string, Record<string, unknown>> {
  const { iv, payload } = JSON.parse(body);
  const key = createHash('sha256').update(secret).digest();
  const decryption = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'));
  const text = Buffer.from(Buffer.from(payload, 'base64').toString('latin1'), 'base64');
  return JSON.parse(Buffer.concat([decryption.update(text), decryption.final()]).toString());
}

async function make(body: object): Promise<Made> {
  const answer = await shop.ask('POST', '/webhook-endpoints', { url: receiver.url, ...body });
  expect(answer.status).toBe(201);
  return answer.data;
}

/** Each event of the shop that is about a payment, which an endpoint of all types would have got. */
async function untilEvents(count: number): Promise<void> {
  await service.positionEvents();
  const { rows } = await service.database.owner.query('select count(*)::int as n from events where holder_id = $1', [
    shop.holderId,
  ]);
  expect(rows[0].n).toBeGreaterThanOrEqual(count);
}

describe('an endpoint', () => {
  it.each<[string, (received: Received, made: Made) => unknown, object]>([
    [
      'mypay',
      ({ headers, body }, { extra_header_secret: secret }) => {
        expect(headers['x-mypay-signature']).toBe(hex(secret, body));
        return JSON.parse(body);
      },
      { event: 'payment.success', status: 'success', amount: 12.5, currency: 'USD', trx_ref: '77', custom: '77' },
    ],
    [
      'quickei',
      ({ headers, body }, { extra_header_secret: secret }) => {
        expect(headers['x-quickei-signature']).toBe(`sha256=${hex(secret, body)}`);
        expect(headers['x-quickei-event']).toBe('pos.order.paid');
        return JSON.parse(body).data;
      },
      { status: 'PAID', reference: '77', amount: 12.5 },
    ],
    [
      'zerth',
      (received, { extra_header_secret: secret }) => opened(received, secret),
      { data: { externalReference: '77', status: 'Completed' }, metadata: { woocommerce_order_id: 77 } },
    ],
  ])(
    'of format %s gets the paid event alone, in its format, and again when it is resent',
    async (format, read, expected) => {
      const made = await make({ format });
      expect(made).toMatchObject({ format, event_types: ['payment.paid'] });
      const { create } = await shop.newPlugin();
      await create({ custom: 'not paid' });
      const payment = await create({ custom: '77' });
      await pay(payment);
      const [first] = (await receiver.until(1)) as [Received];
      expect(read(first, made)).toMatchObject(expected);
      verified(first, made.secret);
      const id = first.headers['webhook-id'];
      await untilEvents(3);
      const path = `/webhook-endpoints/${made.endpoint_id}`;
      const statuses = async () =>
        ((await shop.ask('GET', `${path}/deliveries`)).data as { status: string }[]).map(({ status }) => status);
      while ((await statuses())[0] !== 'delivered');
      expect((await shop.ask('POST', `${path}/resend`, { event_id: id })).status).toBe(202);
      const [, again] = (await receiver.until(2)) as [Received, Received];
      expect(again.headers['webhook-id']).toBe(id);
      expect(read(again, made)).toMatchObject(expected);
      expect(receiver.received).toHaveLength(2);
      const log = JSON.stringify(await shop.ask('GET', `${path}/deliveries/${id}`));
      expect(log).not.toContain(made.extra_header_secret);
      for (const { headers } of receiver.received) {
        for (const name of ['x-mypay-signature', 'x-quickei-signature', 'webhook-signature']) {
          if (headers[name] !== undefined) expect(log).not.toContain(headers[name]);
        }
      }
    },
  );

  it('of another format gets what it asks for, and its own header and prefix', async () => {
    const made = await make({
      format: 'mypay',
      event_types: ['payment.created'],
      extra_header: 'X-Sig',
      extra_header_prefix: 'v1:',
    });
    await (await shop.newPlugin()).create({});
    const [{ headers, body }] = (await receiver.until(1)) as [Received];
    expect(headers['x-sig']).toBe(`v1:${hex(made.extra_header_secret, body)}`);
    expect(headers).not.toHaveProperty('x-mypay-signature');
    expect(JSON.parse(body)).toMatchObject({ event: 'payment.created', status: 'other' });
  });

  it('has one secret for what its format signs: a new one signs at once, and none has a time of grace', async () => {
    const made = await make({ format: 'mypay' });
    const path = `/webhook-endpoints/${made.endpoint_id}/rotations`;
    const refused = await shop.ask('POST', path, { purpose: 'extra_header', grace_hours: 1 });
    expect([refused.status, refused.error?.details[0]?.field]).toEqual([422, 'grace_hours']);
    const rotated = await shop.ask('POST', path, { purpose: 'extra_header', grace_hours: 0 });
    const { secret } = rotated.data as { secret: string };
    // The other secret is replaced meanwhile, and both of it sign.
    const signing = (await shop.ask('POST', path, { grace_hours: 1 })).data as { secret: string };
    await pay(await (await shop.newPlugin()).create({}));
    const [first] = (await receiver.until(1)) as [Received];
    expect(first.headers['x-mypay-signature']).toBe(hex(secret, first.body));
    for (const one of [made.secret, signing.secret]) verified(first, one);
  });

  it('goes from format to format with the header, the types and the secret that each needs', async () => {
    const made = await make({ extra_header: 'X-Mine', extra_header_prefix: 'a=' });
    const path = `/webhook-endpoints/${made.endpoint_id}`;
    const change = async (body: object) => (await shop.ask('PUT', path, body)).data as Record<string, unknown>;
    expect(await change({ format: 'quickei' })).toMatchObject({
      ...{ extra_header: 'X-Quickei-Signature', extra_header_prefix: 'sha256=' },
      ...{ event_types: ['payment.paid'], extra_header_secret: null },
    });
    expect(await change({ event_types: [] })).toMatchObject({ event_types: ['payment.paid'] });
    expect(await change({ format: 'standard', event_types: [] })).toMatchObject({
      ...{ extra_header: null, extra_header_prefix: '', event_types: null },
    });
    const zerth = await change({ format: 'zerth' });
    expect(zerth).toMatchObject({ extra_header: null, extra_header_secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await change({ description: 'Shop' })).toMatchObject({ format: 'zerth', extra_header_secret: null });
    for (const [field, value] of Object.entries({ format: 'other', extra_header_prefix: 'a b' })) {
      const refused = await shop.ask('PUT', path, { [field]: value });
      expect([refused.status, refused.error?.details[0]?.field]).toEqual([422, field]);
    }
  });

  it('of one mode says nothing about the other', async () => {
    const company = await makeCompany(service.db);
    const [test, live] = [await makeKey(service.db, company), await makeKey(service.db, company, 'live')].map((pair) =>
      createPartnerClient(service.app, pair),
    );
    const put = await live?.call('PUT', '/webhook-endpoints/addresses', { format: 'zerth' });
    expect(put?.json().data).toMatchObject({ mode: 'live', format: 'zerth', event_types: null });
    await test?.post('/webhook-endpoints/addresses/rotations', { grace_hours: 0 });
    expect((await test?.get('/webhook-endpoints/addresses'))?.json().data).toMatchObject({ format: 'standard' });
  });
});

describe('the webhook_url of a payment', () => {
  it('gets the format that its key has, or its account, as it was when the payment was created', async () => {
    const account = (await shop.ask('PUT', '/webhook-endpoints/addresses', { format: 'mypay' })).data as Made;
    const secret = account.extra_header_secret;
    const [one, two, three] = [await shop.newPlugin(), await shop.newPlugin(), await shop.newPlugin()];
    expect((await two.setFormat('zerth')).data).toMatchObject({ client_id: two.clientId, webhook_format: 'zerth' });
    await three.setFormat('standard');
    // Such a plugin sends no custom.
    const made = [
      await one.create({ webhook_url: receiver.url, trx_ref: 'T-1' }),
      await two.create({ webhook_url: receiver.url, reference: 'wc_order_x', order_id: 1042 }),
      await three.create({ webhook_url: receiver.url, custom: 'mine', order_id: 7 }),
    ];
    // The payments keep what was in force.
    await shop.ask('PUT', '/webhook-endpoints/addresses', { format: 'quickei' });
    await two.setFormat();
    for (const payment of made) await pay(payment);
    // Of the third also `payment.created`.
    const received = await receiver.until(4);
    const [mypay, zerth, ...standard] = [
      received.find(({ headers }) => headers['x-mypay-signature'] !== undefined),
      received.find(({ body }) => body.startsWith('{"iv"')),
      ...received.filter(({ event }) => event.type?.startsWith('payment.')),
    ] as [Received, Received, ...Received[]];
    expect(mypay.headers['x-mypay-signature']).toBe(hex(secret, mypay.body));
    expect(JSON.parse(mypay.body)).toMatchObject({ event: 'payment.success', token: made[0]?.token, trx_ref: 'T-1' });
    expect(opened(zerth, secret)).toMatchObject({
      data: { token: made[1]?.token, externalReference: '1042' },
      metadata: { woocommerce_order_id: 1042 },
    });
    expect(standard.map(({ event }) => event.type).sort()).toEqual(['payment.created', 'payment.paid']);
    for (const { headers, event } of standard) {
      expect(event.data).toMatchObject({ token: made[2]?.token, custom: 'mine' });
      expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
    }
    await untilEvents(6);
    expect(receiver.received).toHaveLength(4);
  });

  it('of a key with another format needs no setting up, and what is sent can be checked once its secret is made', async () => {
    const plugin = await shop.newPlugin();
    await plugin.setFormat('quickei');
    await pay(await plugin.create({ webhook_url: receiver.url }));
    const [first] = (await receiver.until(1)) as [Received];
    expect(first.headers['x-quickei-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    const rotation = { purpose: 'extra_header', grace_hours: 0 };
    const { secret } = (await shop.ask('POST', '/webhook-endpoints/addresses/rotations', rotation)).data as Made;
    await pay(await plugin.create({ webhook_url: receiver.url }));
    const [, second] = (await receiver.until(2)) as [Received, Received];
    expect(second.headers['x-quickei-signature']).toBe(`sha256=${hex(secret, second.body)}`);
  });

  it('has a format only of a key of its own book, and keeps it when the key is rotated', async () => {
    const plugin = await shop.newPlugin();
    await plugin.setFormat('mypay');
    const rotated = await shop.ask('POST', `/keys/${plugin.clientId}/rotations`, { grace_hours: 0 });
    const { client_id: fresh } = rotated.data as { client_id: string };
    const keys = (await shop.ask('GET', '/keys')).data as { client_id: string; webhook_format: string | null }[];
    expect(keys.find(({ client_id: id }) => id === fresh)?.webhook_format).toBe('mypay');
    const gone = await plugin.setFormat('zerth');
    const stranger = await makeKey(service.db, await makeHolder(service.db, 'merchant', 'Other Shop'));
    const other = await shop.ask('PUT', `/keys/${stranger.clientId}/webhook-format`, { webhook_format: 'zerth' });
    expect([gone.status, other.status]).toEqual([404, 404]);
    const { rows } = await service.database.owner.query(
      `select action, object_kind, before, after from audit_log where holder_id = $1 and object_kind = 'key' and action = 'webhooks.change'`,
      [shop.holderId],
    );
    expect(rows).toEqual([
      { action: 'webhooks.change', object_kind: 'key', before: { format: null }, after: { format: 'mypay' } },
    ]);
  });
});
