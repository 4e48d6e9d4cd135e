/**
 * GET /shadow (and as CSV), GET /shadow/{ref}, POST paid-outside, names, invite and claims (docs/contract/partner.md,
 * "Shadow ledger", docs/ledger.md, "What is posted").
 */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { endLink, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
const at = clock.now(1n, 'test').toISOString();

let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;
let shop: number;
let rider: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
  shop = Number(await makeLink(server.db, company, 'merchant', 'Taverna Ltd'));
  rider = Number(await makeLink(server.db, company, 'courier', 'Ada'));
});

const taverna = { shadow_merchant_ref: 'tav/1 ü', shadow_merchant_name: 'Taverna' };
const path = `/shadow/${encodeURIComponent(taverna.shadow_merchant_ref)}`;

async function record(ref: string, amount: number, changes: Record<string, unknown> = taverna): Promise<number> {
  const splits = [
    { beneficiary_type: 'merchant', amount },
    { beneficiary_type: 'courier', beneficiary_ref: rider, amount: 2 },
    { beneficiary_type: 'partner', amount: 1 },
  ];
  const answer = await test.post('/orders', orderBody({ partner_order_ref: ref, splits, is_shadow: true, ...changes }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.order_id;
}
const settle = async () => expect((await test.post('/settlements')).statusCode).toBe(201);
const topUp = (amount: number) => test.post('/wallets/topups', { amount, currency: 'EUR' });
const claim = (body: Record<string, unknown>, headers = {}) =>
  test.post(`${path}/claims`, { beneficiary_ref: shop, ...body }, headers);

/** Nothing changed, and what the answer says. */
async function expectRefused(
  work: () => ReturnType<PartnerClient['post']>,
  status: number,
  code: string,
  details: [string, string][] = [],
): Promise<void> {
  const before = await stateOf(server.database);
  const answer = await work();
  expect([answer.statusCode, answer.json().error?.code], answer.body).toEqual([status, code]);
  expect(answer.json().error.details).toEqual(details.map(([field, message]) => ({ field, message })));
  expect(await stateOf(server.database)).toBe(before);
}

describe('docs/contract/partner.md, "Shadow ledger": GET /shadow', () => {
  it('is empty for a company that owes nobody', async () => {
    expect((await test.get('/shadow')).json()).toEqual({ status: true, data: [], next_cursor: null, totals: [] });
  });

  it('shows each restaurant and courier, what they are owed, and what is owed in all', async () => {
    await record('a', 10);
    await record('b', 5, { shadow_merchant_name: 'Grill' });
    await record('c', 3, {});
    await record('d', 500, { ...taverna, currency: 'JPY', total_amount: 500 });
    await record('e', 1);
    await settle();
    await record('waits', 100);
    const answer = await test.get('/shadow?currency=EUR');
    const of = (changes: Record<string, unknown>) => ({
      beneficiary_type: 'merchant',
      shadow_merchant_ref: null,
      beneficiary_ref: null,
      names: [],
      currency: 'EUR',
      open_orders: 1,
      claim_to: null,
      ...changes,
    });
    expect(answer.statusCode).toBe(200);
    const { data, totals, next_cursor } = answer.json();
    expect(next_cursor).toBe(null);
    expect(totals).toEqual([{ currency: 'EUR', merchants: 19, couriers: 8, total: 27 }]);
    expect(data).toHaveLength(4);
    expect(data).toEqual(
      expect.arrayContaining([
        of({ shadow_merchant_ref: 'tav/1 ü', names: ['Taverna'], balance: 11, open_orders: 2 }),
        of({ names: ['Grill'], balance: 5 }),
        of({ balance: 3 }),
        of({ beneficiary_type: 'courier', beneficiary_ref: rider, names: ['Ada'], balance: 8, open_orders: 4 }),
      ]),
    );
    expect((await test.get('/shadow')).json().totals).toEqual([
      { currency: 'EUR', merchants: 19, couriers: 8, total: 27 },
      { currency: 'JPY', merchants: 500, couriers: 2, total: 502 },
    ]);
    expect((await live.get('/shadow')).json().data).toEqual([]);
    await expectBooksToHold(server.db);
  });

  it('in pages', async () => {
    for (const name of ['A', 'B', 'C']) await record(name, 1, { shadow_merchant_name: name });
    await settle();
    const whole = (await test.get('/shadow')).json().data;
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { data: unknown[]; next_cursor: string | null } = (
        await test.get(`/shadow?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(4);
  });

  it.each(['/shadow?format=csv', '/shadow.csv'])('as CSV, whole and without formulas: %s', async (address) => {
    await record('a', 10.5, { shadow_merchant_ref: '=1+1', shadow_merchant_name: '@sum(A1), "b"' });
    await settle();
    const answer = await test.get(address);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="shadow-ledger.csv"');
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({
      beneficiary_type: 'merchant',
      shadow_merchant_ref: "'=1+1",
      beneficiary_ref: '',
      names: `'@sum(A1), "b"`,
      currency: 'EUR',
      balance: '10.50',
      open_orders: '1',
      claim_to: '',
    });
  });

  it('answers HEAD as it would GET', async () => {
    await record('a', 10);
    await settle();
    for (const address of ['/shadow', '/shadow.csv', path]) {
      const answer = await test.call('HEAD', address);
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
  });

  it.each(['currency=eur', 'limit=0', 'limit=201', 'cursor=x', 'format=xml'])('refuses ?%s', async (query) => {
    const answer = await test.get(`/shadow?${query}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
  });
});

describe('docs/contract/partner.md, "Shadow ledger": GET /shadow/{ref}', () => {
  it('shows what it is owed, every movement, and its open orders with what is left', async () => {
    const a = await record('a', 10);
    await record('b', 5);
    await settle();
    await topUp(100);
    const body = { payment_ref: 'p', reference: 'bank 7', orders: [{ partner_order_ref: 'a', amount: 4 }] };
    await test.post('/shadow/paid-outside', body);
    await claim({ claim_ref: 'c', partner_order_refs: ['b'] });
    const { data } = (await test.get(path)).json();
    expect(data).toMatchObject({
      shadow_merchant_ref: 'tav/1 ü',
      names: ['Taverna'],
      balances: [{ currency: 'EUR', balance: 6 }],
      claim_to: { beneficiary_ref: shop, name: 'Taverna Ltd' },
      invitations: [],
      open_orders: [{ order_id: a, partner_order_ref: 'a', currency: 'EUR', left: 6, settled_at: at }],
      open_orders_next_cursor: null,
      movements_next_cursor: null,
    });
    const moved = { currency: 'EUR', reference: null, at };
    expect(data.movements).toEqual([
      { ...moved, code: 'shadow_claimed', partner_order_ref: 'b', amount: -5 },
      { ...moved, code: 'paid_outside', partner_order_ref: 'a', amount: -4, reference: 'bank 7' },
      { ...moved, code: 'settlement', partner_order_ref: 'b', amount: 5 },
      { ...moved, code: 'settlement', partner_order_ref: 'a', amount: 10 },
    ]);
    const paged = (await test.get(`${path}?limit=3`)).json().data;
    expect(paged.movements).toEqual(data.movements.slice(0, 3));
    const rest = (await test.get(`${path}?limit=3&cursor=${paged.movements_next_cursor}`)).json().data;
    expect(rest.movements).toEqual(data.movements.slice(3));
    await expectBooksToHold(server.db);
  });

  it('is known from its first order on, and to nobody else', async () => {
    expect((await test.get(path)).statusCode).toBe(404);
    await record('a', 10);
    const { data } = (await test.get(path)).json();
    expect(data).toMatchObject({ balances: [], open_orders: [], movements: [] });
    expect((await live.get(path)).statusCode).toBe(404);
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    expect((await other.get(path)).statusCode).toBe(404);
  });
});

describe('docs/ledger.md, "What is posted": POST /shadow/paid-outside', () => {
  const pay = (body: unknown, headers = {}) => test.post('/shadow/paid-outside', body, headers);

  it('records it once for each payment_ref', async () => {
    const a = await record('a', 10);
    await settle();
    const body = {
      payment_ref: 'p',
      orders: [{ partner_order_ref: 'a' }, { partner_order_ref: 'a', amount: 0.5, beneficiary_type: 'courier' }],
    };
    const first = await pay(body);
    expect([first.statusCode, first.json().data]).toMatchObject([
      201,
      {
        payment_ref: 'p',
        reference: null,
        mode: 'test',
        created_at: at,
        lines: [
          { order_id: a, partner_order_ref: 'a', split: 0, beneficiary_type: 'merchant', amount: 10, currency: 'EUR' },
          { order_id: a, partner_order_ref: 'a', split: 1, beneficiary_type: 'courier', amount: 0.5 },
        ],
      },
    ]);
    const again = await pay(body);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body]);
    await expectRefused(() => pay({ ...body, reference: 'x' }), 409, 'idempotency_conflict');
    await expectRefused(() => pay({ ...body, payment_ref: 'q' }), 409, 'invalid_state', [
      ['orders[0].partner_order_ref', 'has nothing left for the merchant'],
    ]);
    await expectBooksToHold(server.db);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['payment_ref', 'orders']],
    ['no orders', { payment_ref: 'p', orders: [] }, ['orders']],
    ['too many', { payment_ref: 'p', orders: Array(1_001).fill({ partner_order_ref: 'x' }) }, ['orders']],
    [
      'amounts',
      {
        payment_ref: 'p',
        orders: [
          { partner_order_ref: 'a', amount: 0 },
          { partner_order_ref: 'a', amount: '1' },
        ],
      },
      ['orders[0].amount', 'orders[1].amount'],
    ],
    [
      'another type',
      { payment_ref: 'p', orders: [{ partner_order_ref: 'a', beneficiary_type: 'partner' }] },
      ['orders[0].beneficiary_type'],
    ],
    ['a control character', { payment_ref: 'p\u0000', orders: [{ partner_order_ref: 'a' }] }, ['payment_ref']],
    [
      'a lone surrogate',
      { payment_ref: 'p', orders: [{ partner_order_ref: '\ud800' }] },
      ['orders[0].partner_order_ref'],
    ],
    ['items of no kind', { payment_ref: 'p', orders: [7, [], 'a'] }, ['orders[0]', 'orders[1]', 'orders[2]']],
  ])('refuses %s', async (_name, body, fields) => {
    const answer = await pay(body);
    expect([answer.statusCode, answer.json().error.details.map((d: { field: string }) => d.field)]).toEqual([
      422,
      fields,
    ]);
  });

  it('refuses no body at all', async () => expect((await pay(undefined)).statusCode).toBe(400));

  it('refuses what is more than an amount can be, and more decimals than the currency has', async () => {
    await record('a', 10);
    await record('y', 500, { ...taverna, currency: 'JPY', total_amount: 500 });
    await settle();
    const orders = [
      { partner_order_ref: 'a', amount: 10.01 },
      { partner_order_ref: 'y', amount: 0.5 },
      { partner_order_ref: 'none' },
    ];
    await expectRefused(() => pay({ payment_ref: 'p', orders }), 422, 'validation_failed', [
      ['orders[2].partner_order_ref', 'is not the ref of an order'],
      ['orders[0].amount', 'is more than the 10.00 EUR that are left'],
      ['orders[1].amount', 'has more decimals than JPY allows'],
    ]);
    await expectBooksToHold(server.db);
  });
});

describe('docs/ledger.md, "Accounts": POST /shadow/names', () => {
  const name = (body: unknown) => test.post('/shadow/names', body);

  it('gives orders their restaurant, by ref or by name', async () => {
    await record('a', 10, {});
    await record('b', 5, { shadow_merchant_name: 'Taverna' });
    await settle();
    const ref = taverna.shadow_merchant_ref;
    const first = await name({ shadow_merchant_ref: ref, partner_order_refs: ['a'] });
    const moved = (amount: number) => [{ currency: 'EUR', amount }];
    expect(first.json().data).toEqual({ shadow_merchant_ref: ref, orders_named: 1, orders_left: 0, moved: moved(10) });
    const second = await name({ shadow_merchant_ref: ref, shadow_merchant_name: 'Taverna' });
    expect(second.json().data).toEqual({ shadow_merchant_ref: ref, orders_named: 1, orders_left: 0, moved: moved(5) });
    expect((await test.get(path)).json().data.balances).toEqual([{ currency: 'EUR', balance: 15 }]);
    expect((await test.get('/orders/a')).json().data.shadow_merchant_ref).toBe(ref);
    await expectBooksToHold(server.db);
  });

  it.each<[string, unknown]>([
    ['neither orders nor a name', { shadow_merchant_ref: 'r' }],
    ['both', { shadow_merchant_ref: 'r', partner_order_refs: ['a'], shadow_merchant_name: 'n' }],
    ['no ref', { shadow_merchant_name: 'n' }],
    ['an empty list', { shadow_merchant_ref: 'r', partner_order_refs: [] }],
    ['a list of nothing', { shadow_merchant_ref: 'r', partner_order_refs: [null] }],
    ['an unknown order', { shadow_merchant_ref: 'r', partner_order_refs: ['nobody'] }],
  ])('refuses %s', async (_name, body) => {
    const answer = await name(body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
  });
});

describe('docs/contract/partner.md, "Shadow ledger": POST /shadow/{ref}/invite', () => {
  it('invites it under its own name, and shows the link that came of it', async () => {
    await record('a', 10);
    await settle();
    const answer = await test.post(`${path}/invite`, { email: 'Owner@Taverna.example' });
    const { invitation_id: id } = answer.json().data;
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      { invitation_id: id, shadow_merchant_ref: 'tav/1 ü', email: 'Owner@Taverna.example' },
    ]);
    const invitation = (await test.get(`/invitations/${id}`)).json().data;
    expect(invitation).toMatchObject({ email: 'owner@taverna.example', type: 'merchant', name: 'Taverna' });
    const shown = async () => (await test.get(path)).json().data;
    expect(await shown()).toMatchObject({ claim_to: null, invitations: [{ invitation_id: id, invited_at: at }] });
    await server.database.pool.query(
      `update invitations set status = 'accepted', link_id = $1, decided_at = now() where id = $2`,
      [shop, id],
    );
    expect(await shown()).toMatchObject({ claim_to: { beneficiary_ref: shop, name: 'Taverna Ltd' } });
    const entry = (await test.get('/shadow'))
      .json()
      .data.find((one: { names: string[] }) => one.names[0] === 'Taverna');
    expect(entry.claim_to).toEqual({ beneficiary_ref: shop, name: 'Taverna Ltd' });
    await endLink(server.db, company, BigInt(shop));
    expect(await shown()).toMatchObject({ claim_to: null });
  });

  it('mails it in the language that is asked for', async () => {
    await record('a', 10);
    expect((await test.post(`${path}/invite`, { email: 'a@b.example', language: 'xx' })).statusCode).toBe(422);
    expect((await test.post(`${path}/invite`, { email: 'a@b.example', language: 'el' })).statusCode).toBe(201);
    const { rows } = await server.database.pool.query(`select language from invitations where email = 'a@b.example'`);
    expect(rows).toEqual([{ language: 'el' }]);
  });

  it('refuses an unknown restaurant and what is no address', async () => {
    expect((await test.post(`${path}/invite`, { email: 'a@b.example' })).statusCode).toBe(404);
    await record('a', 10);
    for (const email of ['', 'a', 'a b@c.example', 'a@b@c', 7, `${'x'.repeat(250)}@b.example`]) {
      expect((await test.post(`${path}/invite`, { email })).statusCode).toBe(422);
    }
    expect((await test.get('/invitations')).json().data).toEqual([]);
  });
});

describe('docs/contract/partner.md, "Shadow ledger": POST /shadow/{ref}/claims', () => {
  it('moves what its dry run shows, once', async () => {
    const a = await record('a', 10);
    await record('b', 5.25);
    await settle();
    await topUp(100);
    const before = await stateOf(server.database);
    const preview = await claim({ dry_run: true });
    expect(await stateOf(server.database)).toBe(before);
    const common = { shadow_merchant_ref: 'tav/1 ü', beneficiary_ref: shop, mode: 'test', orders: 2, orders_left: 0 };
    const transfer = (ref: string, amount: number) => [
      {
        partner_order_ref: ref,
        split: 0,
        code: 'claim',
        from: 'clearing',
        to: `earnings:${shop}`,
        currency: 'EUR',
        amount,
      },
      {
        partner_order_ref: ref,
        split: 0,
        code: 'shadow_claimed',
        from: 'shadow:earnings:ref:tav/1 ü',
        to: 'shadow:clearing',
        currency: 'EUR',
        amount,
      },
    ];
    const transfers = [...transfer('a', 10), ...transfer('b', 5.25)];
    const total = { currency: 'EUR', amount: 15.25, debt_recovered: 0 };
    expect([preview.statusCode, preview.json().data]).toEqual([
      200,
      {
        ...common,
        claim_id: null,
        claim_ref: null,
        status: 'preview',
        totals: [{ ...total, clearing_spendable: 100, missing: 0 }],
        transfers,
        created_at: null,
      },
    ]);

    const made = await claim({ claim_ref: 'c' });
    expect([made.statusCode, made.json().data]).toEqual([
      201,
      {
        ...common,
        claim_id: expect.stringMatching(/^clm_/),
        claim_ref: 'c',
        status: 'done',
        totals: [total],
        transfers,
        created_at: at,
      },
    ]);
    const again = await claim({ claim_ref: 'c' });
    expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', made.body]);
    const wallet = (await test.get('/wallets')).json().data[0];
    expect(wallet).toMatchObject({ clearing: 84.75, beneficiaries: [{ beneficiary_ref: shop, balance: 15.25 }] });
    const { rows } = await server.database.pool.query(
      `select data from events where type = 'shadow_order.claimed' and subject_kind = 'order' and subject_id = $1 order by appended`,
      [String(a)],
    );
    expect(rows).toMatchObject([
      { data: { partner_order_ref: 'a', claim_ref: 'c', beneficiary_ref: shop, amount: 10 } },
    ]);
    await expectBooksToHold(server.db);
  });

  it('is answered once under an Idempotency-Key too', async () => {
    await record('a', 10);
    await settle();
    await topUp(100);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => claim({ claim_ref: 'c' }, { 'idempotency-key': 'k' })),
    );
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    expect((await test.get('/wallets')).json().data[0].clearing).toBe(90);
    await expectBooksToHold(server.db);
  });

  it('refuses, and moves nothing', async () => {
    await record('a', 10);
    await record('b', 5);
    await record('other', 1, { shadow_merchant_ref: 'other' });
    await settle();
    await record('waits', 1);
    await topUp(14.99);
    const ref = (index: number) => `partner_order_refs[${index}]`;
    const link: [string, string] = ['beneficiary_ref', 'is not an active merchant link of this company'];
    const foreign = Number(await makeLink(server.db, await makeCompany(server.db), 'merchant'));
    await expectRefused(() => claim({ claim_ref: 'c' }), 422, 'insufficient_funds', [
      ['clearing', 'is 0.01 EUR short'],
    ]);
    for (const beneficiary_ref of [rider, foreign, 999_999_999]) {
      await expectRefused(() => claim({ claim_ref: 'c', beneficiary_ref }), 422, 'unknown_beneficiary', [link]);
      await expectRefused(() => claim({ dry_run: true, beneficiary_ref }), 422, 'unknown_beneficiary', [link]);
    }
    await expectRefused(() => claim({}), 422, 'validation_failed', [['claim_ref', 'is required']]);
    await expectRefused(
      () => claim({ claim_ref: 'c', partner_order_refs: ['a', 'none', 'other', 'waits'] }),
      422,
      'validation_failed',
      [
        [ref(1), 'is not the ref of an order'],
        [ref(2), 'is not an order of this merchant'],
        [ref(3), 'is unsettled, not settled'],
      ],
    );
    await claim({ claim_ref: 'c', partner_order_refs: ['a'] });
    await expectRefused(() => claim({ claim_ref: 'd', partner_order_refs: ['a'] }), 409, 'invalid_state', [
      [ref(0), 'was claimed before'],
    ]);
    await expectRefused(() => claim({ claim_ref: 'c' }), 409, 'idempotency_conflict');
    await expectRefused(
      () => test.post('/shadow/x/claims', { beneficiary_ref: shop, claim_ref: 'c9' }),
      404,
      'not_found',
    );
    await expectRefused(
      () => live.post(`${path}/claims`, { beneficiary_ref: shop, claim_ref: 'c9' }),
      404,
      'not_found',
    );
    await expectBooksToHold(server.db);
  });

  it.each<[string, unknown, string[]]>([
    ['no link', { claim_ref: 'c' }, ['beneficiary_ref']],
    ['a link that is no integer', { claim_ref: 'c', beneficiary_ref: '7' }, ['beneficiary_ref']],
    ['no orders', { claim_ref: 'c', beneficiary_ref: 1, partner_order_refs: [] }, ['partner_order_refs']],
    [
      'too many',
      { claim_ref: 'c', beneficiary_ref: 1, partner_order_refs: Array(1_001).fill('x') },
      ['partner_order_refs'],
    ],
    ['a dry_run that is text', { beneficiary_ref: 1, dry_run: 'yes' }, ['dry_run']],
    ['a claim_ref that is too long', { beneficiary_ref: 1, claim_ref: 'x'.repeat(256) }, ['claim_ref']],
  ])('refuses %s', async (_name, body, fields) => {
    const answer = await test.post(`${path}/claims`, body);
    expect([answer.statusCode, answer.json().error.details.map((d: { field: string }) => d.field)]).toEqual([
      422,
      fields,
    ]);
  });
});
