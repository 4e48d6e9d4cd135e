/** Interface B raced over real connections, at two servers of one database: one winner each time, nothing twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool } from '../../src/base/database/pool.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { keyHeaders, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { createHttpClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { orderBody } from '../support/order-bodies.ts';
import { partnerBase } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

/** Orders of the random race, each sent one to six times; more with `RACE_ORDERS`. */
const ordersCount = Number(process.env.RACE_ORDERS ?? 1_500);
const clientsCount = 64;

let one: TestServer;
let two: TestServer;
let origins: string[];
let company: bigint;
let clients: HttpClient[] = [];

beforeAll(async () => {
  one = await createTestServer();
  // A second process as the first would see it: with connections of its own.
  const pool = createPool(one.database.settings);
  two = await createTestServer({ database: { ...one.database, pool, db: createDatabase(pool) } });
  origins = await Promise.all([one.listen(), two.listen()]);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await two.close();
  await two.database.pool.end();
  await one.close();
});
beforeEach(async () => {
  for (const client of clients) client.close();
  company = await makeCompany(one.db);
  const headers = keyHeaders(await makeKey(one.db, company));
  clients = origins.map((origin) => createHttpClient(origin + partnerBase, { connections: 128, headers }));
});

/** Sends to the two servers in turn. */
let turn = 0;
function post(path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer> {
  turn += 1;
  return (clients[turn % clients.length] as HttpClient).post(path, body, headers);
}
const atOnce = (count: number, send: (index: number) => Promise<HttpAnswer>): Promise<HttpAnswer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

function tally(answers: HttpAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function rows(statement: string): Promise<Record<string, unknown>[]> {
  return (await one.database.pool.query(statement, [company])).rows;
}
const count = async (table: string, where = 'true') =>
  Number((await rows(`select count(*) from ${table} where holder_id = $1 and ${where}`))[0]?.count);

describe('docs/contract/partner.md, "Record an order": of any number of simultaneous sends of one ref, exactly one answers 201', () => {
  it.each<[string, (index: number) => Record<string, unknown>]>([
    ['200 identical bodies', () => ({})],
    ['200 differing bodies', (index) => ({ total_amount: index + 1, is_shadow: index % 2 === 0 })],
    ['200 idempotency keys', (index) => ({ idempotency_key: `key-${index}` })],
  ])('%s', async (_name, changes) => {
    const body = orderBody();
    const answers = await atOnce(200, (index) => post('/orders', { ...body, ...changes(index) }));
    expect(tally(answers)).toEqual({ 200: 199, 201: 1 });
    for (const { status, headers } of answers) {
      expect(headers['idempotent-replayed']).toBe(status === 200 ? 'true' : undefined);
    }
    const facts = answers.map(({ json }) => `${json.data.order_id}/${json.data.order_amount}/${json.data.is_shadow}`);
    expect(new Set(facts).size).toBe(1);
    expect([await count('orders'), await count('events')]).toEqual([1, 1]);
  });

  it(`${clientsCount} clients with random duplicates: every acknowledged order is stored once`, async () => {
    const random = createRandom(20_310_301);
    const sends = Array.from({ length: ordersCount }, (_, order) =>
      Array(1 + Math.floor(random() * 6)).fill(order),
    ).flat();
    for (let last = sends.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [sends[last], sends[other]] = [sends[other], sends[last]];
    }
    const acknowledged: { ref: string; status: number; id: number }[] = [];
    const bodies = Array.from({ length: ordersCount }, () => orderBody());
    const expectedSends = sends.length;
    await Promise.all(
      Array.from({ length: clientsCount }, async () => {
        for (let order = sends.pop(); order !== undefined; order = sends.pop()) {
          const { status, json } = await post('/orders', bodies[order]);
          acknowledged.push({ ref: json.data.partner_order_ref, status, id: json.data.order_id });
        }
      }),
    );

    expect(acknowledged).toHaveLength(expectedSends);
    expect(acknowledged.filter(({ status }) => status === 201)).toHaveLength(ordersCount);
    const stored = await rows('select partner_order_ref as ref, id from orders where holder_id = $1');
    expect(stored).toHaveLength(ordersCount);
    const ids = new Map(stored.map((row) => [row.ref, Number(row.id)]));
    expect(acknowledged.filter(({ ref, id }) => ids.get(ref) !== id)).toEqual([]);
    const created = new Set(acknowledged.filter(({ status }) => status === 201).map(({ ref }) => ref));
    expect(created.size).toBe(ordersCount);
    expect(await count('events', `type = 'order.created'`)).toBe(ordersCount);
  });

  it('sent alone and in bulk at once: exactly one 201 for each ref, whatever the way', async () => {
    const bodies = Array.from({ length: 60 }, () => orderBody());
    const shuffled = (turn: number) => bodies.map((_, index) => bodies[(index * 7 + turn * 13) % bodies.length]);
    const inBulk = Array.from({ length: 12 }, (_, turn) => post('/orders/bulk', { orders: shuffled(turn) }));
    const alone = Array.from({ length: 3 }, (_, turn) => shuffled(turn).map((body) => post('/orders', body))).flat();
    const created: string[] = [];
    for (const { status, json } of await Promise.all(inBulk)) {
      expect(status).toBe(200);
      for (const result of json.data.results) if (result.status === 201) created.push(result.data.partner_order_ref);
    }
    for (const { status, json } of await Promise.all(alone))
      if (status === 201) created.push(json.data.partner_order_ref);
    expect(created.sort()).toEqual(bodies.map((body) => body.partner_order_ref).sort());
    expect([await count('orders'), await count('events')]).toEqual([60, 60]);
  });

  it('one idempotency_key with 100 refs: one 201, the rest are 409 and name its ref', async () => {
    const answers = await atOnce(100, (index) =>
      post('/orders', orderBody({ partner_order_ref: `r${index}`, idempotency_key: 'k' })),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 99 });
    const winner = answers.find(({ status }) => status === 201)?.json.data.partner_order_ref;
    for (const { status, json } of answers) {
      if (status === 409)
        expect(json.error).toMatchObject({
          code: 'idempotency_conflict',
          message: expect.stringContaining(`"${winner}"`),
        });
    }
    expect(await count('orders')).toBe(1);
  });
});

describe('docs/contract/common.md, "Idempotency": Idempotency-Key on writes', () => {
  it('60 identical top-ups at once are one top-up, answered alike', async () => {
    const answers = await atOnce(60, () =>
      post('/wallets/topups', { amount: 5, currency: 'EUR' }, { 'idempotency-key': 'k' }),
    );
    expect(tally(answers)).toEqual({ 201: 60 });
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect([await count('top_ups'), await count('transfers')]).toEqual([1, 1]);
    await expectBooksToHold(one.db);
  });

  it('60 differing top-ups under one key: one works, those like it are replayed, the rest are 409', async () => {
    const answers = await atOnce(60, (index) =>
      post('/wallets/topups', { amount: 1 + (index % 3), currency: 'EUR' }, { 'idempotency-key': 'k' }),
    );
    expect(tally(answers)).toEqual({ 201: 20, 409: 40 });
    expect(await count('top_ups')).toBe(1);
    await expectBooksToHold(one.db);
  });

  it('20 settlements under one key are one settlement', async () => {
    await post('/orders', orderBody({ is_shadow: true }));
    const answers = await atOnce(20, () => post('/settlements', {}, { 'idempotency-key': 'k' }));
    expect(Object.keys(tally(answers)).filter((status) => status !== '201' && status !== '202')).toEqual([]);
    expect(new Set(answers.map(({ json }) => json.data.settlement_id)).size).toBe(1);
    expect(await count('settlements')).toBe(1);
    await expectBooksToHold(one.db);
  });
});

describe('docs/contract/partner.md, "Settlements": settlements raced', () => {
  it('10 at once at two servers, while orders and money arrive: nobody is paid twice, no order is left', async () => {
    const shop = await makeLink(one.db, company, 'merchant');
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: Number(shop), amount: 1 }];
    const order = () => post('/orders', orderBody({ total_amount: 1, splits }));
    await atOnce(300, order);
    await post('/wallets/topups', { amount: 150, currency: 'EUR' });
    const settled: HttpAnswer[] = [];
    const settle = async () => {
      const answer = await post('/settlements');
      settled.push(answer);
      return answer;
    };
    await Promise.all([
      atOnce(10, settle),
      atOnce(50, order),
      atOnce(10, () => post('/wallets/topups', { amount: 20, currency: 'EUR' })),
    ]);
    expect(Object.keys(tally(settled)).filter((status) => status !== '201' && status !== '409')).toEqual([]);
    expect(settled.some(({ status }) => status === 201)).toBe(true);
    for (const { status, json } of settled) if (status === 409) expect(json.error.code).toBe('settlement_running');

    expect((await settle()).status).toBe(201);
    const paid = await rows(
      `select kind, link_id::text, source, balance::text from accounts where holder_id = $1 order by kind`,
    );
    expect(paid).toEqual([
      { kind: 'clearing', link_id: null, source: null, balance: '0' },
      { kind: 'earnings', link_id: String(shop), source: null, balance: '35000' },
      { kind: 'outside', link_id: null, source: 'bank', balance: '-35000' },
    ]);
    expect(await count('orders', `settlement_status = 'settled'`)).toBe(350);
    expect(await count('events', `type = 'order.settled'`)).toBe(350);
    const sum = settled.reduce((total, { status, json }) => total + (status === 201 ? json.data.orders_settled : 0), 0);
    expect(sum).toBe(350);
    await expectBooksToHold(one.db);
  });
});

describe('docs/contract/partner.md, "Order states": order states raced', () => {
  it('confirmed at one server and canceled at the other, 20 orders: of each exactly one wins', async () => {
    const bodies = Array.from({ length: 20 }, () => orderBody());
    await Promise.all(bodies.map((body) => post('/orders', body)));
    const outcomes = await Promise.all(
      bodies.map(async ({ partner_order_ref: ref }) => {
        const changes = ['confirm-payment', 'cancel', 'confirm-payment', 'cancel'];
        const answers = await Promise.all(changes.map((change) => post(`/orders/${ref}/${change}`)));
        expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
        return { ref, status: answers.find(({ status }) => status === 200)?.json.data.payment_status };
      }),
    );
    const stored = await rows(
      'select partner_order_ref as ref, payment_status as status from orders where holder_id = $1',
    );
    const byRef = (list: Record<string, unknown>[]) => list.map(({ ref, status }) => `${ref}: ${status}`).sort();
    expect(byRef(stored)).toEqual(byRef(outcomes));
    expect(await count('events', `type in ('order.paid', 'order.cancelled')`)).toBe(20);
    await expectBooksToHold(one.db);
  });
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
