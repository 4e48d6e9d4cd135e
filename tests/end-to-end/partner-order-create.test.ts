/**
 * POST /orders as a partner sees it: 201, 200 and 409, links, splits, warnings and modes (docs/contract/partner.md,
 * "Record an order").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateOf } from '../support/database-state.ts';
import { endLink, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;
let merchant: number;
let courier: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
  company = await makeCompany(server.db);
  merchant = Number(await makeLink(server.db, company, 'merchant'));
  courier = Number(await makeLink(server.db, company, 'courier'));
  test = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});
afterAll(() => server.close());

type Answer = Awaited<ReturnType<PartnerClient['post']>>;
const dataOf = (answer: Answer) => answer.json().data as Record<string, unknown> & { warnings: string[] };

async function expectNothingWritten(send: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const before = await stateOf(server.database);
  const answer = await send();
  expect({ status: answer.statusCode, code: answer.json().error?.code }).toEqual({ status, code });
  expect(await stateOf(server.database)).toBe(before);
  return answer;
}

describe('docs/contract/partner.md, "Record an order": a new ref', () => {
  it('is a 201 with the order, the eight fields of 2.4 first and in their types', async () => {
    const body = orderBody({
      partner_order_ref: 'FD-1',
      payment_source: 'onlinewallet',
      total_amount: 30,
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 22.5 },
        { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 4 },
        { beneficiary_type: 'partner', amount: 3.5 },
      ],
    });
    const answer = await test.post('/orders', body);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    const at = clock.now(company, 'test').toISOString();
    expect(answer.json()).toEqual({
      status: true,
      data: {
        order_id: expect.any(Number),
        partner_order_ref: 'FD-1',
        currency: 'EUR',
        order_amount: 30,
        payment_method: 'onlinewallet',
        payment_status: 'pending',
        settlement_status: 'unsettled',
        is_shadow: false,
        mode: 'test',
        splits: [
          { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 22.5 },
          { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 4 },
          { beneficiary_type: 'partner', beneficiary_ref: null, amount: 3.5 },
        ],
        shadow_merchant_ref: null,
        shadow_merchant_name: null,
        created_at: at,
        updated_at: at,
        warnings: [],
      },
    });
    expect(Object.keys(dataOf(answer)).slice(0, 8)).toEqual([
      'order_id',
      'partner_order_ref',
      'currency',
      'order_amount',
      'payment_method',
      'payment_status',
      'settlement_status',
      'is_shadow',
    ]);
    expect(Number.isInteger(dataOf(answer).order_id)).toBe(true);
  });

  it.each(['service', 'card', 'onlinewallet', 'cod'])('takes payment_source %s', async (source) => {
    const answer = await test.post('/orders', orderBody({ payment_source: source }));
    expect([answer.statusCode, dataOf(answer).payment_method]).toEqual([201, source]);
  });

  it('leaves one order.created event', async () => {
    const order = dataOf(await test.post('/orders', orderBody({ total_amount: 7.25 })));
    const { rows } = await server.database.pool.query(
      `select type, data from events where subject_kind = 'order' and subject_id = $1 order by appended`,
      [String(order.order_id)],
    );
    expect(rows).toEqual([
      {
        type: 'order.created',
        data: { ...order, refunded_amount: 0, paid_at: null, hold_reason: null, settlement: null },
      },
    ]);
  });

  it('ignores unknown fields, __proto__ and constructor among them (docs/contract/partner.md, "Partner envelope")', async () => {
    const body = JSON.stringify(orderBody()).replace(
      '{',
      '{"__proto__":{"is_shadow":true},"constructor":{"prototype":{"is_shadow":true}},"order_id":1,"mode":"live","status":"paid","extra":{"deep":[1]},',
    );
    const answer = await test.post('/orders', body);
    expect(answer.statusCode).toBe(201);
    expect(dataOf(answer)).toMatchObject({ is_shadow: false, mode: 'test', payment_status: 'pending' });
    expect(Object.hasOwn(Object.prototype, 'is_shadow')).toBe(false);
  });

  it('of a repeated key the last one counts', async () => {
    const body = JSON.stringify(orderBody())
      .replace('{', '{"total_amount":"no","is_shadow":7,')
      .replace(/}$/, ',"is_shadow":true}');
    expect(dataOf(await test.post('/orders', body))).toMatchObject({ order_amount: 12.5, is_shadow: true });
  });
});

describe('docs/contract/partner.md, "Record an order": an existing ref', () => {
  it('is a 200 with the stored order and Idempotent-Replayed (docs/contract/partner.md, "Record an order")', async () => {
    const body = orderBody();
    const first = await test.post('/orders', body);
    const again = await test.post('/orders', body);
    expect(again.statusCode).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
  });

  it('is never changed by a re-send; warnings name each field that differs (docs/contract/partner.md, "Record an order")', async () => {
    const body = orderBody();
    const first = dataOf(await test.post('/orders', body));
    const other = {
      ...body,
      payment_source: 'service',
      total_amount: 99,
      splits: [{ beneficiary_type: 'partner', amount: 99 }],
      idempotency_key: 'k-differs',
      is_shadow: true,
      shadow_merchant_ref: 'r',
      shadow_merchant_name: 'n',
      return_url: 'https://a.example/ok',
      cancel_url: 'https://a.example/no',
    };
    const answer = await expectReplay(other);
    expect(answer.warnings.map((warning) => warning.split(' ')[0])).toEqual([
      'payment_source',
      'total_amount',
      'splits',
      'idempotency_key',
      'is_shadow',
      'shadow_merchant_ref',
      'shadow_merchant_name',
      'return_url',
      'cancel_url',
    ]);
    expect({ ...answer, warnings: [] }).toEqual(first);
    expect((await expectReplay({ ...body, currency: 'USD' })).warnings[0]).toContain('currency differs');
    expect((await expectReplay(body)).warnings).toEqual([]);
  });

  async function expectReplay(body: unknown) {
    const before = await stateOf(server.database);
    const answer = await test.post('/orders', body);
    expect(answer.statusCode).toBe(200);
    expect(await stateOf(server.database)).toBe(before);
    return dataOf(answer);
  }

  it('wins over a link that is unknown by now (docs/contract/partner.md, "Record an order")', async () => {
    const link = await makeLink(server.db, company, 'merchant');
    const body = orderBody({ splits: [{ beneficiary_type: 'merchant', beneficiary_ref: Number(link), amount: 12.5 }] });
    expect((await live.post('/orders', body)).statusCode).toBe(201);
    await endLink(server.db, company, link);
    const other = { ...body, splits: [{ beneficiary_type: 'courier', beneficiary_ref: 999_999, amount: 1 }] };
    const answer = await live.post('/orders', other);
    expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, 'true']);
  });
});

describe('docs/contract/common.md, "Modes and keys": test and live never meet', () => {
  it('the same ref and key may exist once in each', async () => {
    const body = orderBody({ idempotency_key: 'both' });
    const [a, b] = [await test.post('/orders', body), await live.post('/orders', body)];
    expect([a.statusCode, b.statusCode]).toEqual([201, 201]);
    expect(dataOf(a).order_id).not.toBe(dataOf(b).order_id);
    expect([dataOf(a).mode, dataOf(b).mode]).toEqual(['test', 'live']);
  });

  it('nor do two companies', async () => {
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db), 'test'));
    const body = orderBody({ idempotency_key: 'theirs' });
    expect((await test.post('/orders', body)).statusCode).toBe(201);
    expect((await other.post('/orders', body)).statusCode).toBe(201);
  });
});

describe('docs/contract/partner.md, "Record an order": idempotency_key', () => {
  it('carried by another order: 409 naming its ref, and no order is made', async () => {
    await test.post('/orders', orderBody({ partner_order_ref: 'the "owner"', idempotency_key: 'constant' }));
    const send = () => test.post('/orders', orderBody({ idempotency_key: 'constant' }));
    const answer = await expectNothingWritten(send, 409, 'idempotency_conflict');
    expect(answer.json().error.message).toContain('"the \\"owner\\""');
  });

  it('an existing ref wins over it', async () => {
    const body = orderBody({ idempotency_key: 'own' });
    await test.post('/orders', body);
    expect((await test.post('/orders', { ...body, idempotency_key: 'constant' })).statusCode).toBe(200);
  });

  it('the Idempotency-Key header stands in for an absent one', async () => {
    const first = orderBody();
    expect((await test.post('/orders', first, { 'idempotency-key': 'by header' })).statusCode).toBe(201);
    await expectNothingWritten(
      () => test.post('/orders', orderBody({ idempotency_key: 'by header' })),
      409,
      'idempotency_conflict',
    );
    expect((await test.post('/orders', first, { 'idempotency-key': 'by header' })).statusCode).toBe(200);
    expect(
      (await test.post('/orders', { ...first, idempotency_key: null }, { 'idempotency-key': 'by header' })).statusCode,
    ).toBe(200);
  });

  it('both and equal is fine; both and different is a 422', async () => {
    const both = (header: string) =>
      test.post('/orders', orderBody({ idempotency_key: 'same' }), { 'idempotency-key': header });
    const answer = await expectNothingWritten(() => both('other'), 422, 'validation_failed');
    expect(answer.json().error.details).toEqual([{ field: 'idempotency_key', message: expect.any(String) }]);
    expect((await both('same')).statusCode).toBe(201);
  });

  it('a header of more than 255 characters is a 422', async () => {
    await expectNothingWritten(
      () => test.post('/orders', orderBody(), { 'idempotency-key': 'x'.repeat(256) }),
      422,
      'validation_failed',
    );
    expect((await test.post('/orders', orderBody(), { 'idempotency-key': 'x'.repeat(255) })).statusCode).toBe(201);
  });
});
