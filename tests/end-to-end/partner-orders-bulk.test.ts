/**
 * POST /orders/bulk: each order of a request gets the result that it would get by itself (docs/contract/partner.md,
 * "Record many orders").
 */
import { once } from 'node:events';
import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { changeCompany, endLink, keyHeaders, makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { holdLock } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient, partnerBase } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const itemBytesMax = 65_536;
const bodyBytesMax = 8_388_608;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ clock: createTestClock() });
});
afterAll(() => server.close());

type Platform = {
  id: bigint;
  merchant: number;
  courier: number;
  ended: number;
  test: PartnerClient;
  live: PartnerClient;
};

/** A company with links: the ids of two differ from those of another company, so bodies are made for each. */
async function makePlatform(): Promise<Platform> {
  const { db } = server;
  const id = await makeCompany(db);
  const ended = await makeLink(db, id, 'courier');
  await endLink(db, id, ended);
  return {
    id,
    merchant: Number(await makeLink(db, id, 'merchant')),
    courier: Number(await makeLink(db, id, 'courier')),
    ended: Number(ended),
    test: createPartnerClient(server.app, await makeKey(db, id, 'test')),
    live: createPartnerClient(server.app, await makeKey(db, id, 'live')),
  };
}

/** Requests that promise the largest body and send nothing of it; resolves once the service waits for each body. */
async function holdRequests(company: bigint, count: number) {
  const headers = { ...keyHeaders(await makeKey(server.db, company)), 'content-type': 'application/json' };
  const { port } = new URL(await server.listen());
  const waiting = Promise.withResolvers<void>();
  const closed: Promise<unknown>[] = [];
  let bodiesAwaited = 0;
  server.app.server.on('request', (incoming, response) => {
    closed.push(once(response, 'close'));
    // Its body is read from here on: everything that goes by the headers is done.
    incoming.once('resume', () => {
      bodiesAwaited += 1;
      if (bodiesAwaited === count) waiting.resolve();
    });
  });
  const requests = Array.from({ length: count }, () =>
    request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: `${partnerBase}/orders/bulk` },
      headers: { ...headers, 'content-length': bodyBytesMax },
    }),
  );
  for (const one of requests) one.on('error', () => {}).flushHeaders();
  await waiting.promise;
  return {
    /** Resolves once the service knows that they are gone. */
    async end() {
      for (const one of requests) one.destroy();
      await Promise.all(closed);
    },
  };
}

type Result = {
  status: number;
  data?: Record<string, unknown>;
  error?: { code: string; details: { field: string }[] };
};
type Answer = Awaited<ReturnType<PartnerClient['post']>>;

const resultsOf = (answer: Answer): Result[] => answer.json().data.results;
const bulk = (client: PartnerClient, orders: unknown) => client.post('/orders/bulk', { orders });
const statusesOf = async (answer: Promise<Answer>) => resultsOf(await answer).map(({ status }) => status);

/** What a single request would have been answered with, as a result. */
function asResult(answer: Answer): Result {
  const { data, error } = answer.json();
  const replayed = answer.headers['idempotent-replayed'] === 'true';
  expect(replayed).toBe(answer.statusCode === 200);
  if (error === undefined) return { status: answer.statusCode, data };
  const { request_id: _, ...refusal } = error;
  return { status: answer.statusCode, error: refusal };
}

/** Two companies have links and orders of different ids. */
const comparable = ({ status, data, error }: Result, { merchant, courier, ended }: Platform): unknown => {
  const text = JSON.stringify({ status, data: { ...data, order_id: data && 0 }, error });
  return JSON.parse(
    text
      .replaceAll(`"beneficiary_ref":${merchant},`, '"beneficiary_ref":"M",')
      .replaceAll(`"beneficiary_ref":${courier},`, '"beneficiary_ref":"C",')
      .replaceAll(`"beneficiary_ref":${ended},`, '"beneficiary_ref":"E",')
      .replaceAll(/pay_\w+/g, 'pay_'),
  );
};

/** Bodies as they are sent, one after the other. */
const bodies = ({ merchant, courier, ended }: Platform): [string, string][] => {
  const order = (ref: string, changes: Record<string, unknown> = {}) =>
    JSON.stringify(orderBody({ partner_order_ref: ref, ...changes }));
  const split = (type: string, ref: number | undefined, amount = 12.5) => ({
    splits: [{ beneficiary_type: type, beneficiary_ref: ref, amount }],
  });
  return [
    ['the least there is', order('least')],
    ['to links', order('links', split('merchant', merchant))],
    ['the same ref again', order('least')],
    ['the same ref with another body', order('least', { total_amount: 3, currency: 'USD' })],
    ['a split without a link', order('unassigned', split('courier', undefined))],
    ['an unknown link', order('unknown', split('merchant', 999_999))],
    ['an unknown link, the ref exists', order('least', split('merchant', 999_999))],
    ['a link of another type', order('type', split('courier', merchant))],
    ['a link that ended', order('ended', split('courier', ended))],
    ['a link that is right', order('right', split('courier', courier))],
    ['an idempotency key', order('key-1', { idempotency_key: 'k' })],
    ['the same key for another ref', order('key-2', { idempotency_key: 'k' })],
    ['the same key and ref', order('key-1', { idempotency_key: 'k' })],
    ['the other key of an existing ref', order('key-1', { idempotency_key: 'l' })],
    ['nothing', '{}'],
    ['several problems', order('p', { total_amount: 'x', currency: 'usd', splits: [{ amount: -1 }] })],
    ['problems of schema and rules', order('q', { total_amount: 1.005, is_shadow: 'yes', return_url: 'ftp://a' })],
    ['too many splits', order('r', { splits: Array(201).fill({ beneficiary_type: 'partner', amount: 1 }) })],
    ['a number that no double holds', order('s').replace('12.5', '12.50000000000000000001')],
    ['a number written with an exponent', order('t').replace('12.5', '1.25e1')],
    ['a duplicate field, of which the last wins', order('u').replace('{', '{"payment_source":"bogus",')],
    ['a field of the prototype', order('v').replace('{', '{"__proto__":{"currency":"USD"},')],
    ['nulls', order('w', { idempotency_key: null, is_shadow: null, webhook_url: null })],
    ['unknown fields', order('x', { anything: [[{}]], orders: [1] })],
    ['a blank ref', order(' ')],
    ['splits that differ from the total', order('y', { total_amount: 20 })],
    ['shadow', order('z', { is_shadow: true, shadow_merchant_ref: 'grill' })],
    ['shadow fields without is_shadow', order('za', { shadow_merchant_name: 'Grill' })],
    ['to be paid at the checkout', order('zb', { payment_source: 'service', return_url: 'https://a.example/b' })],
    ['the same again', order('zb', { payment_source: 'service', return_url: 'https://a.example/b' })],
    ['a webhook address', order('zc', { webhook_url: 'https://a.example/hook' })],
    ['nested deeply', order('zd').replace('{', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)},`)],
    ['letters of all kinds', order('Ünïcødé 🍕 "\\')],
  ];
};

describe('docs/contract/partner.md, "Record many orders": each order stands alone, as if sent by itself', () => {
  it.each<['test' | 'live', boolean]>([
    ['test', false],
    ['live', false],
    ['test', true],
  ])('in %s mode, exact splits required: %s', async (mode, requireExactSplits) => {
    const [alone, together] = [await makePlatform(), await makePlatform()];
    for (const { id } of [alone, together]) await changeCompany(server.db, id, { requireExactSplits });
    const expected: [string, unknown][] = [];
    for (const [name, body] of bodies(alone)) {
      expected.push([name, comparable(asResult(await alone[mode].post('/orders', body)), alone)]);
    }
    const sent = bodies(together);
    const answer = await together[mode].post('/orders/bulk', `{"orders":[${sent.map(([, body]) => body).join(', ')}]}`);
    expect(answer.statusCode).toBe(200);
    const results = resultsOf(answer);
    expect(sent.map(([name], index) => [name, comparable(results[index] as Result, together)])).toEqual(expected);
    await expectBooksToHold(server.db, { byHand: ['holders'] });
  });

  it('an item that is no object, or larger than 64 KiB, is refused by itself', async () => {
    const { test } = await makePlatform();
    const padded = (bytes: number) => {
      const body = JSON.stringify(orderBody({ pad: '' }));
      return body.replace('"pad":""', `"pad":"${'x'.repeat(bytes - body.length)}"`);
    };
    const items = [
      'null',
      '7',
      '"text"',
      '[]',
      padded(itemBytesMax),
      padded(itemBytesMax + 1),
      // Not read, so not found to be malformed.
      `{"a":${'x'.repeat(itemBytesMax)}}`,
      JSON.stringify(orderBody()),
    ];
    const answer = await test.post('/orders/bulk', `{"orders":[${items.join(',')}]}`);
    const results = resultsOf(answer);
    expect(results.map(({ status }) => status)).toEqual([422, 422, 422, 422, 201, 422, 422, 201]);
    const details = results.flatMap(({ error }) => error?.details ?? []);
    expect(details).toEqual([
      ...Array(4).fill({ field: 'body', message: 'must be an object' }),
      ...Array(2).fill({ field: 'body', message: `is larger than ${itemBytesMax} bytes` }),
    ]);
  });

  it('the Idempotency-Key header is ignored: orders have their refs', async () => {
    const { test } = await makePlatform();
    const orders = [orderBody(), orderBody({ idempotency_key: 'own' })];
    const send = (key: string) => test.post('/orders/bulk', { orders }, { 'idempotency-key': key });
    expect(await statusesOf(send('one'))).toEqual([201, 201]);
    const again = await send('one');
    expect(await statusesOf(Promise.resolve(again))).toEqual([200, 200]);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(await statusesOf(send('\u00e4'.repeat(300)))).toEqual([200, 200]);
  });

  it('1,000 orders are recorded by few statements', async () => {
    const { test, merchant, courier, id } = await makePlatform();
    const service = { payment_source: 'service' };
    const orders = Array.from({ length: 1_000 }, (_, index) =>
      orderBody({
        splits: [{ beneficiary_type: 'merchant', beneficiary_ref: index % 2 ? merchant : courier, amount: 12.5 }],
        ...(index % 10 === 0 ? { idempotency_key: 'the same' } : {}),
        ...(index % 10 === 1 ? service : {}),
        webhook_url: 'https://a.example/hook',
      }),
    );
    await test.get('/wallets');
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const results = resultsOf(await bulk(test, orders));
    const statements = queries.mock.calls.length;
    queries.mockRestore();
    expect(results.map(({ status }) => status)).toEqual(
      orders.map((_, index) => (index % 10 || index === 0 ? 201 : 409)),
    );
    expect(
      results.every(
        ({ data }, index) => data === undefined || data.partner_order_ref === orders[index]?.partner_order_ref,
      ),
    ).toBe(true);
    expect(results.filter(({ data }) => data?.payment_url !== undefined)).toHaveLength(100);
    expect(statements).toBeLessThan(100);
    const { rows } = await server.database.pool.query(
      'select count(*)::int as orders from orders where holder_id = $1',
      [id],
    );
    expect(rows).toEqual([{ orders: 901 }]);
  });
});

describe('docs/contract/partner.md, "Record many orders": the request as a whole', () => {
  it.each<[string, string, number, string]>([
    ['no orders', '{}', 422, 'validation_failed'],
    ['orders that are no array', '{"orders":{}}', 422, 'validation_failed'],
    ['an empty array', '{"orders":[]}', 422, 'validation_failed'],
    ['1,001 orders', `{"orders":[${Array(1_001).fill('{}').join(',')}]}`, 422, 'validation_failed'],
    ['nothing', '', 400, 'malformed_json'],
    ['an array', '[{}]', 400, 'malformed_json'],
    ['half an array', '{"orders":[{}', 400, 'malformed_json'],
    ['a malformed order among others', `{"orders":[${JSON.stringify(orderBody())},{"a":}]}`, 400, 'malformed_json'],
    [
      'a malformed order of the largest size',
      `{"orders":[{"a":${'x'.repeat(itemBytesMax - 6)}}]}`,
      400,
      'malformed_json',
    ],
    ['too much beside the orders', `{"orders":[{}],"x":"${'x'.repeat(itemBytesMax)}"}`, 422, 'validation_failed'],
    ['more than 8 MiB', `{"orders":[]}${' '.repeat(bodyBytesMax)}`, 413, 'payload_too_large'],
    ['nested without end', `{"orders":${'['.repeat(500_000)}`, 400, 'malformed_json'],
    ['objects without end', `{"orders":[${'{"a":'.repeat(500_000)}`, 400, 'malformed_json'],
  ])('%s', async (_name, body, status, code) => {
    const { test } = await makePlatform();
    const before = await stateOf(server.database);
    const answer = await test.post('/orders/bulk', body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
    if (status === 422)
      expect(answer.json().error.details).toMatchObject([{ field: expect.stringMatching(/^(orders|body)$/) }]);
    expect(await stateOf(server.database)).toBe(before);
  });

  it('not JSON by its type, without credentials, or of a suspended company', async () => {
    const { test, id } = await makePlatform();
    const orders = [orderBody()];
    expect((await test.post('/orders/bulk', { orders }, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await test.post('/orders/bulk', { orders }, { 'x-client-secret': 'sk_test_x' })).statusCode).toBe(401);
    await server.db.updateTable('holders').set({ status: 'suspended' }).where('id', '=', id).execute();
    const suspended = createPartnerClient(server.app, await makeKey(server.db, id, 'test'));
    expect((await bulk(suspended, orders)).json().error.code).toBe('company_not_active');
  });

  it('exactly 1,000 orders and a body of exactly 8 MiB are taken', async () => {
    const { test } = await makePlatform();
    const body = JSON.stringify({ orders: Array(1_000).fill(orderBody()) });
    const results = resultsOf(await test.post('/orders/bulk', body + ' '.repeat(bodyBytesMax - body.length)));
    expect(results.map(({ status }) => status)).toEqual([201, ...Array(999).fill(200)]);
  });

  it('what cannot be done now is a 503 for its order, which can be sent again', async () => {
    const { test, merchant } = await makePlatform();
    const first = orderBody();
    await test.post('/orders', first);
    const orders = [
      first,
      orderBody({ splits: [{ beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 1 }] }),
    ];
    const held = await holdLock(server.database.pool, 'lock table links in access exclusive mode', []);
    const sent = bulk(test, orders);
    let cut = 0;
    while (cut === 0) {
      const { rows } = await server.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      cut = rows.length;
    }
    const results = resultsOf(await sent);
    await held.release();
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ]);
    expect(await statusesOf(bulk(test, orders))).toEqual([200, 201]);
  });
});

describe('docs/contract/partner.md, "Rate limit": bulk requests have a quota of their own', () => {
  it('6 in any 60 seconds for each company and mode, apart from that of single orders', async () => {
    const id = await makeCompany(server.db, { bulkRequestsPerMinute: 6, ordersPerMinute: 1 });
    const test = createPartnerClient(server.app, await makeKey(server.db, id, 'test'));
    const live = createPartnerClient(server.app, await makeKey(server.db, id, 'live'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => bulk(test, [orderBody()])));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429) as Answer;
    expect(refused.headers['ratelimit-policy']).toBe('"orders-bulk";q=6;w=60');
    expect(refused.headers.ratelimit).toMatch(/^"orders-bulk";r=0;t=\d+$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await bulk(live, [orderBody()])).headers.ratelimit).toMatch(/^"orders-bulk";r=5;/);
    expect((await test.post('/orders', orderBody())).headers.ratelimit).toMatch(/^"orders";r=0;/);
    expect((await test.post('/orders', orderBody())).statusCode).toBe(429);
  });

  it('a new company has 6', async () => {
    const id = await makeHolder(server.db, 'company');
    const test = createPartnerClient(server.app, await makeKey(server.db, id));
    expect((await bulk(test, [orderBody()])).headers['ratelimit-policy']).toBe('"orders-bulk";q=6;w=60');
  });

  it('one that is too large, or malformed, counts; one that is refused for the memory of all does not', async () => {
    const { test, id } = await makePlatform();
    const left = async (answer: Promise<Answer>) =>
      Number(/r=(\d+)/.exec(String((await answer).headers.ratelimit))?.[1]);
    const first = await left(test.post('/orders/bulk', '{'));
    expect(await left(test.post('/orders/bulk', `{"orders":[]}${' '.repeat(bodyBytesMax)}`))).toBe(first - 1);
    const held = await holdRequests(id, 8);
    const refused = await bulk(test, [orderBody()]);
    expect([refused.statusCode, refused.json().error.code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    expect(refused.headers.ratelimit).toBeUndefined();
    expect((await test.post('/orders', orderBody())).statusCode).toBe(201);
    await held.end();
    expect((await bulk(test, [orderBody()])).statusCode).toBe(200);
  });
});
