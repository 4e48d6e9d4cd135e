/**
 * GET /orders and GET /orders/{ref}: own orders only, newest first, by filter and by cursor (docs/contract/partner.md,
 * "Read orders").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let test: PartnerClient;
let live: PartnerClient;
let other: PartnerClient;

/** Seven orders, a minute apart from 12:00 on: n0 … n6. */
const refs = Array.from({ length: 7 }, (_, index) => `n${index}`);

beforeAll(async () => {
  server = await createTestServer({ clock });
  const company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
  other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db), 'test'));
  for (const [index, ref] of refs.entries()) {
    await test.post('/orders', orderBody({ partner_order_ref: ref, is_shadow: index % 2 === 1 }));
    clock.advance(60);
  }
  await test.post('/orders/n0/confirm-payment');
  await test.post('/orders/n1/cancel');
  await test.post('/settlements');
});
afterAll(() => server.close());

type Page = { data: { partner_order_ref: string }[]; next_cursor: string | null };

async function list(query = '', client = test): Promise<{ refs: string[]; next: string | null }> {
  const answer = await client.get(`/orders${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const page = answer.json() as Page & { status: boolean };
  expect(page.status).toBe(true);
  return { refs: page.data.map((order) => order.partner_order_ref), next: page.next_cursor };
}

describe('docs/contract/partner.md, "Read orders": GET /orders/{ref}', () => {
  it('is one order in its present state', async () => {
    const answer = await test.get('/orders/n1');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: true,
      data: { partner_order_ref: 'n1', payment_status: 'cancelled', settlement_status: 'void', is_shadow: true },
    });
  });

  it('another mode’s, another company’s or an unknown one is a 404', async () => {
    for (const [client, ref] of [
      [live, 'n1'],
      [other, 'n1'],
      [test, 'n99'],
      [test, 'N1'],
      [test, 'n1%20'],
    ] as const) {
      const answer = await client.get(`/orders/${ref}`);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
    }
  });

  it.each([
    'a/b',
    '../n1',
    'a?b#c',
    '100%',
    '%2F',
    '+',
    'ü/🍕',
    "'; drop table orders; --",
    'a\\b',
    '~',
    ':ref',
    '*',
    'confirm-payment',
  ])('finds the ref %j, percent-encoded in the path or in the query', async (ref) => {
    expect((await other.post('/orders', orderBody({ partner_order_ref: ref }))).statusCode).toBe(201);
    const byPath = await other.get(`/orders/${encodeURIComponent(ref)}`);
    expect([byPath.statusCode, byPath.json().data?.partner_order_ref]).toEqual([200, ref]);
    expect((await list(`?partner_order_ref=${encodeURIComponent(ref)}`, other)).refs).toEqual([ref]);
  });

  it.each(['.', '..', ' '])('finds the ref %j, which earlier versions took, by query', async (ref) => {
    const { order_id: id } = (await other.post('/orders', orderBody())).json().data;
    await server.database.owner.query('update orders set partner_order_ref = $1 where id = $2', [ref, id]);
    expect((await list(`?partner_order_ref=${encodeURIComponent(ref)}`, other)).refs).toEqual([ref]);
  });

  it('finds a ref of 255 characters of four bytes each', async () => {
    const ref = '🍕'.repeat(255);
    await test.post('/orders', orderBody({ partner_order_ref: ref, currency: 'USD' }));
    expect((await test.get(`/orders/${encodeURIComponent(ref)}`)).json().data.partner_order_ref).toBe(ref);
    expect((await test.post(`/orders/${encodeURIComponent(ref)}/cancel`)).statusCode).toBe(200);
  });
});

describe('docs/contract/partner.md, "Read orders": GET /orders', () => {
  const small = '&from=2031-03-01T12:00:00Z&to=2031-03-01T12:07:00Z';
  it('newest first, as GET /orders/{ref} shows them', async () => {
    expect((await list(`?limit=200${small}`)).refs).toEqual(refs.toReversed());
    const [shown] = (await test.get(`/orders?limit=1${small}`)).json().data;
    expect(shown).toEqual((await test.get('/orders/n6')).json().data);
  });

  it('an opaque cursor leads through all pages, each order once, also when orders arrive meanwhile', async () => {
    const seen: string[] = [];
    let query = `?limit=3${small}`;
    for (let pages = 1; ; pages += 1) {
      const page = await list(query);
      seen.push(...page.refs);
      await test.post('/orders', orderBody({ currency: 'USD' }));
      if (page.next === null) {
        expect(pages).toBe(3);
        break;
      }
      query = `?limit=3${small}&cursor=${page.next}`;
    }
    expect(seen).toEqual(refs.toReversed());
  });

  it('a page that is just full has no next one', async () => {
    expect((await list(`?limit=7${small}`)).next).toBeNull();
    expect((await list(`?limit=6${small}`)).next).not.toBeNull();
  });

  it('50 at a time unless told otherwise, at most 200', async () => {
    for (let made = 0; made < 60; made += 1) await live.post('/orders', orderBody());
    expect((await list('', live)).refs).toHaveLength(50);
    expect((await list('?limit=200', live)).refs).toHaveLength(60);
  });

  it.each([
    ['payment_status=paid', ['n0']],
    ['payment_status=cancelled', ['n1']],
    ['payment_status=pending', ['n6', 'n5', 'n4', 'n3', 'n2']],
    ['settlement_status=void', ['n1']],
    ['settlement_status=settled', ['n5', 'n3']],
    ['settlement_status=awaiting_funds', ['n6', 'n4', 'n2', 'n0']],
    ['is_shadow=true', ['n5', 'n3', 'n1']],
    ['is_shadow=false', ['n6', 'n4', 'n2', 'n0']],
    ['is_shadow=true&payment_status=pending', ['n5', 'n3']],
    ['payment_status=refunded', []],
    ['unknown=1&payment_status=paid', ['n0']],
  ])('filters by %s', async (query, expected) => {
    expect((await list(`?${query}${small}`)).refs).toEqual(expected);
  });

  it.each([
    ['from=2031-03-01T12:05:00Z&to=2031-03-01T12:07:00Z', ['n6', 'n5']],
    ['from=2031-03-01T12:05:00.001Z&to=2031-03-01T12:07:00Z', ['n6']],
    ['from=2031-03-01T12:00:00Z&to=2031-03-01T12:01:00Z', ['n0']],
    ['from=2031-03-01T13:05:00%2B01:00&to=2031-03-01T12:07Z', ['n6', 'n5']],
    ['from=2031-03-02', []],
    ['to=2031-03-01', []],
    ['from=2031-03-01&to=2031-03-01T12:02:00Z', ['n1', 'n0']],
  ])('from is inclusive, to exclusive: %s', async (query, expected) => {
    expect((await list(`?${query}`)).refs).toEqual(expected);
  });

  it.each(['2031-02-30', '2031-02-29T00:00Z', '2031-13-01', '2031-03-01T24:00Z', '2031-03-01T12:00%2B99:00', 'x'])(
    'a day or time that does not exist is a 422: %s',
    async (text) => {
      for (const field of ['from', 'to']) {
        const answer = await test.get(`/orders?${field}=${text}`);
        expect([answer.statusCode, answer.json().error.details]).toEqual([
          422,
          [{ field, message: 'must be an ISO 8601 date or instant' }],
        ]);
      }
    },
  );

  it('?partner_order_ref= is the same by query: one order, or none', async () => {
    expect(await list('?partner_order_ref=n3')).toEqual({ refs: ['n3'], next: null });
    expect(await list('?partner_order_ref=N3')).toEqual({ refs: [], next: null });
    expect(await list(`?partner_order_ref=${'x'.repeat(2_048)}`)).toEqual({ refs: [], next: null });
  });

  it('shows nothing of another mode or company, by any way', async () => {
    expect((await list('?partner_order_ref=n3', live)).refs).toEqual([]);
    const foreign = (await list('?limit=200', other)).refs;
    expect(foreign.filter((ref) => refs.includes(ref))).toEqual([]);
    const { next } = await list(`?limit=1${small}`);
    expect((await list(`?limit=200&cursor=${next}`, live)).refs.filter((ref) => refs.includes(ref))).toEqual([]);
  });
});
