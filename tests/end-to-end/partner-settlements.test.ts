/**
 * POST /settlements with its dry run, GET /settlements and GET /settlements/{id} (docs/contract/partner.md,
 * "Settlements").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let company: bigint;
let test: PartnerClient;
let merchant: number;
let courier: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company));
  merchant = Number(await makeLink(server.db, company, 'merchant', 'Taverna'));
  courier = Number(await makeLink(server.db, company, 'courier', 'Ada'));
});

const fullSplits = () => [
  { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 9 },
  { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 2.5 },
  { beneficiary_type: 'partner', amount: 1 },
];
const record = async (ref: string, changes: Record<string, unknown> = {}) => {
  const answer = await test.post('/orders', orderBody({ partner_order_ref: ref, splits: fullSplits(), ...changes }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.order_id as number;
};
const topUp = (amount: number, currency = 'EUR') => test.post('/wallets/topups', { amount, currency });
const settle = (body: unknown = undefined, headers = {}) => test.post('/settlements', body, headers);

const party = {
  merchant: () => ({ beneficiary_type: 'merchant', beneficiary_ref: merchant, name: 'Taverna' }),
  courier: () => ({ beneficiary_type: 'courier', beneficiary_ref: courier, name: 'Ada' }),
  partner: () => ({ beneficiary_type: 'partner', beneficiary_ref: null, name: null }),
};

describe('docs/contract/partner.md, "Settlements": POST /settlements', () => {
  it('runs now: a 201 with totals by party and currency and a line per order and party', async () => {
    await topUp(20);
    const orderId = await record('a');
    await record('b');
    const answer = await settle();
    expect(answer.statusCode).toBe(201);
    const at = clock.now(company, 'test').toISOString();
    const common = { is_shadow: false, currency: 'EUR' };
    const line = { order_id: orderId, partner_order_ref: 'a', ...common };
    expect(answer.json()).toEqual({
      status: true,
      data: {
        credited: [{ currency: 'EUR', amount: 12.5 }],
        recorded: [],
        settlement_id: expect.any(Number),
        mode: 'test',
        status: 'done',
        trigger: 'request',
        currency: null,
        orders_settled: 1,
        orders_awaiting_funds: 1,
        orders_on_hold: 0,
        started_at: at,
        finished_at: at,
        totals: [
          { ...party.partner(), ...common, amount: 1, lines: 1 },
          { ...party.merchant(), ...common, amount: 9, lines: 1 },
          { ...party.courier(), ...common, amount: 2.5, lines: 1 },
        ],
        lines: [
          { ...line, ...party.merchant(), amount: 9 },
          { ...line, ...party.courier(), amount: 2.5 },
          { ...line, ...party.partner(), amount: 1 },
        ],
        lines_next_cursor: null,
      },
    });
    await expectBooksToHold(server.db);
  });

  it('with nothing to do is done at once', async () => {
    const answer = await settle({});
    expect([answer.statusCode, answer.json().data]).toMatchObject([
      201,
      { status: 'done', orders_settled: 0, totals: [], lines: [] },
    ]);
    await expectBooksToHold(server.db);
  });

  it('names the parties of shadow orders', async () => {
    const shares = [
      { beneficiary_type: 'merchant', amount: 7 },
      { beneficiary_type: 'courier', amount: 2 },
      { beneficiary_type: 'partner', amount: 1 },
    ];
    await record('s', { is_shadow: true, shadow_merchant_ref: 'r-1', splits: shares });
    // A restaurant by its ref is named as its orders name it.
    const kitchen = { is_shadow: true, shadow_merchant_ref: 'r-2', shadow_merchant_name: 'Kitchen 2' };
    await record('v', { ...kitchen, splits: [{ beneficiary_type: 'merchant', amount: 6 }] });
    const preview = (await test.post('/settlements', { dry_run: true })).json().data;
    for (const rows of [preview.totals, preview.lines]) {
      expect(rows).toContainEqual(expect.objectContaining({ shadow_merchant_ref: 'r-2', name: 'Kitchen 2' }));
    }
    await record('t', {
      is_shadow: true,
      shadow_merchant_name: 'Grill',
      splits: [
        { beneficiary_type: 'merchant', amount: 3 },
        { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 4 },
      ],
    });
    await record('u', { is_shadow: true, splits: [{ beneficiary_type: 'merchant', amount: 5 }] });
    const { totals } = (await settle()).json().data;
    const shadow = { is_shadow: true, currency: 'EUR', lines: 1 };
    const nobody = { beneficiary_ref: null, name: null };
    expect(totals).toHaveLength(7);
    for (const expected of [
      {
        beneficiary_type: 'merchant',
        beneficiary_ref: null,
        name: 'Kitchen 2',
        shadow_merchant_ref: 'r-2',
        ...shadow,
        amount: 6,
      },
      { beneficiary_type: 'merchant', ...nobody, shadow_merchant_ref: 'r-1', ...shadow, amount: 7 },
      { beneficiary_type: 'courier', ...nobody, ...shadow, amount: 2 },
      { ...party.partner(), ...shadow, amount: 1 },
      { beneficiary_type: 'merchant', beneficiary_ref: null, name: 'Grill', ...shadow, amount: 3 },
      { ...party.courier(), ...shadow, amount: 4 },
      { beneficiary_type: 'merchant', ...nobody, ...shadow, amount: 5 },
    ]) {
      expect(totals).toContainEqual(expected);
    }
    await expectBooksToHold(server.db);
  });

  it.each([{ dry_run: 'true' }, { dry_run: 1 }, { dry_run: [] }])(
    '%j is a 422 naming dry_run alone, and writes nothing',
    async (body) => {
      const before = await stateOf(server.database);
      const answer = await settle(body);
      expect([answer.statusCode, answer.json().error.details.map((one: { field: string }) => one.field)]).toEqual([
        422,
        ['dry_run'],
      ]);
      expect(await stateOf(server.database)).toBe(before);
    },
  );

  it('while one runs: that one is finished first, then its own run answers', async () => {
    const { rows } = await server.database.pool.query(
      `insert into settlements (holder_id, mode, trigger, started_at, progressed_at)
       values ($1, 'test', 'request', now(), now()) returning id`,
      [company],
    );
    const answer = await settle();
    expect([answer.statusCode, answer.json().data.status]).toEqual([201, 'done']);
    const earlier = Number(rows[0].id);
    expect(answer.json().data.settlement_id).toBeGreaterThan(earlier);
    expect((await test.get(`/settlements/${earlier}`)).json().data.status).toBe('done');
  });

  it('with an Idempotency-Key runs once and is answered with the same settlement', async () => {
    await topUp(100);
    await record('a');
    const key = { 'idempotency-key': 'nightly' };
    const first = await settle({}, key);
    await record('b');
    const again = await settle({}, key);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expect((await test.get('/orders/b')).json().data.settlement_status).toBe('unsettled');
    await expectBooksToHold(server.db);
  });
});

describe('docs/contract/partner.md, "Settlements": dry_run', () => {
  it('has the shape of a settlement, foretells it line by line, and writes nothing', async () => {
    await topUp(30);
    await topUp(1_000, 'JPY');
    for (const ref of ['a', 'b']) await record(ref);
    const third = await record('c');
    await record('held', { splits: [{ beneficiary_type: 'merchant', amount: 1 }] });
    await record('yen', { currency: 'JPY', total_amount: 900, splits: [{ beneficiary_type: 'partner', amount: 900 }] });
    await record('shadow', { is_shadow: true, shadow_merchant_ref: 'r' });

    const before = await stateOf(server.database);
    const answer = await settle({ dry_run: true });
    expect(answer.statusCode).toBe(200);
    expect(await stateOf(server.database)).toBe(before);
    const preview = answer.json().data;
    expect(preview).toMatchObject({ settlement_id: null, status: 'preview', started_at: null, finished_at: null });

    const done = (await settle({ dry_run: false })).json().data;
    const { blocked, orders_recorded: recorded, ...common } = preview;
    expect(Object.keys(done)).toEqual(expect.arrayContaining(Object.keys(common)));
    const stop = { currency: 'EUR', order_id: third, partner_order_ref: 'c', amount: 12.5, available: 5, missing: 7.5 };
    // "held" waits behind it, and is looked at once the queue gets there.
    expect(blocked).toEqual([{ ...stop, orders_waiting: 2, missing_for_all: 8.5 }]);
    expect(recorded).toBe(1);
    const sorted = (lines: unknown[]) => lines.map((line) => JSON.stringify(line)).sort();
    for (const field of ['orders_settled', 'orders_awaiting_funds', 'orders_on_hold', 'mode', 'trigger']) {
      expect([field, preview[field]]).toEqual([field, done[field]]);
    }
    const sums = {
      credited: [
        { currency: 'EUR', amount: 25 },
        { currency: 'JPY', amount: 900 },
      ],
      // Nobody was credited what the shadow ledger records.
      recorded: [{ currency: 'EUR', amount: 12.5 }],
    };
    expect(preview).toMatchObject(sums);
    expect(done).toMatchObject(sums);
    expect((await test.get('/settlements?limit=1')).json().data[0]).toMatchObject(sums);
    expect(sorted(preview.totals)).toEqual(sorted(done.totals));
    expect(sorted(preview.lines)).toEqual(sorted(done.lines));
    expect([done.orders_settled, done.orders_awaiting_funds, done.orders_on_hold]).toEqual([4, 2, 0]);
    // Those that wait already are counted with those behind them.
    await record('d');
    const [again] = (await settle({ dry_run: true })).json().data.blocked;
    expect([again.orders_waiting, again.missing_for_all]).toEqual([3, 21]);
    await expectBooksToHold(server.db);
  });

  it('of nothing is empty', async () => {
    expect((await settle({ dry_run: true })).json().data).toMatchObject({
      orders_settled: 0,
      totals: [],
      lines: [],
      blocked: [],
    });
  });
});

describe('docs/contract/partner.md, "Settlements": GET /settlements and GET /settlements/{id}', () => {
  it('lists them newest first, page by page', async () => {
    const ids: number[] = [];
    for (let run = 0; run < 5; run += 1) ids.push((await settle()).json().data.settlement_id);
    const seen: number[] = [];
    for (let query = '?limit=2'; query !== ''; ) {
      const { data, next_cursor, status } = (await test.get(`/settlements${query}`)).json();
      expect(status).toBe(true);
      seen.push(...data.map((one: { settlement_id: number }) => one.settlement_id));
      query = next_cursor === null ? '' : `?limit=2&cursor=${next_cursor}`;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('shows one as POST answered it, its lines page by page', async () => {
    await topUp(100);
    for (const ref of ['a', 'b', 'c']) await record(ref);
    const done = (await settle()).json().data;
    const path = `/settlements/${done.settlement_id}`;
    expect((await test.get(path)).json()).toEqual({ status: true, data: done });
    const lines: unknown[] = [];
    for (let query = '?limit=4'; query !== ''; ) {
      const { data } = (await test.get(`${path}${query}`)).json();
      expect(data.totals).toEqual(done.totals);
      lines.push(...data.lines);
      query = data.lines_next_cursor === null ? '' : `?limit=4&cursor=${data.lines_next_cursor}`;
    }
    expect(lines).toEqual(done.lines);
    expect(lines).toHaveLength(9);
    await expectBooksToHold(server.db);
  });

  it('of another mode or company is a 404, and not in the list', async () => {
    const { settlement_id } = (await settle()).json().data;
    const live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    for (const client of [live, other]) {
      const answer = await client.get(`/settlements/${settlement_id}`);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
      expect((await client.get('/settlements')).json().data).toEqual([]);
    }
  });
});
