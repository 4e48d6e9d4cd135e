/** What the people of a company see of their money: the trace of an order, its list as CSV, movements, and the home. */
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { hasBrokenSplits } from '../../src/features/orders/broken-splits.repository.ts';
import { stateGroups } from '../../src/features/orders/order-list.repository.ts';
import { settlementTransitions } from '../../src/features/orders/order-state.ts';
import { payOrder } from '../../src/features/orders/payment-link.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import { listPaymentsOfOrder } from '../../src/features/payments/payments.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock('2031-03-01T12:00:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
let server: TestServer;
let company: bigint;
let partner: PartnerClient;
let cookie: string;
let merchant: number;
let courier: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
  const { personId } = await server.people.signUp(shell, person);
  company = await newCompany(personId);
  partner = createPartnerClient(server.app, await makeKey(server.db, company));
  merchant = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
  courier = Number(await makeLink(server.db, company, 'courier', 'Cleo'));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

async function newCompany(personId: string): Promise<bigint> {
  const id = await makeCompany(server.db);
  await inTransaction(server.db, (tx) => insertMember(tx, id, personId, 'viewer'));
  return id;
}

const read = async (path: string) => {
  const headers = { cookie, 'sluice-holder': String(company), 'sluice-mode': 'test' };
  return server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
};
async function dataOf(path: string) {
  const answer = await read(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
async function send(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await partner.post(path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
}
const topUp = (amount: number) => send('/wallets/topups', { amount, currency: 'EUR' });

async function record(changes: Record<string, unknown> = {}): Promise<string> {
  const body = orderBody({
    total_amount: 20,
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 15 },
      { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 3 },
      { beneficiary_type: 'partner', amount: 2 },
    ],
    ...changes,
  });
  await send('/orders', body);
  return body.partner_order_ref;
}

type Shown = { code: string; from: { account: string }; to: { account: string }; amount: number };
const inShort = ({ code, from, to, amount }: Shown) => `${code} ${from.account} → ${to.account} ${amount}`;

describe('the trace of an order', () => {
  it('names both accounts of every transfer, and tells what became of each split', async () => {
    await topUp(100);
    const ref = await record({ idempotency_key: 'once', webhook_url: 'https://platform.example/hook' });
    await send(`/orders/${ref}/hold`, { reason: 'The courier is late' });
    await send(`/orders/${ref}/release`);
    await send('/settlements');
    await send(`/orders/${ref}/refunds`, { refund_ref: 'one', amount: 10, reason: 'Cold' });

    const transfers = await dataOf(`/orders/${ref}/transfers`);
    expect(transfers.map(inShort)).toEqual([
      `settlement clearing → earnings:${merchant} 15`,
      `settlement clearing → earnings:${courier} 3`,
      'settlement clearing → commission 2',
      `reversal earnings:${merchant} → clearing 7.5`,
      `reversal earnings:${courier} → clearing 1.5`,
      'reversal commission → clearing 1',
    ]);
    expect(transfers[0].to).toEqual({
      account: `earnings:${merchant}`,
      kind: 'earnings',
      name: 'Noodle Bar',
      beneficiary_type: 'merchant',
      beneficiary_ref: merchant,
      source: null,
    });
    expect(transfers[0]).toMatchObject({ settlement_id: expect.any(Number), currency: 'EUR' });
    expect(transfers[5]).toMatchObject({ settlement_id: null, subject: expect.stringMatching(/^order_refund:ref_/) });

    const trace = await dataOf(`/orders/${ref}/trace`);
    expect(trace).toMatchObject({ idempotency_key: 'once', webhook_url: 'https://platform.example/hook' });
    expect(
      trace.splits.map((split: Record<string, unknown>) => [split.name, split.amount, split.reversed, split.left]),
    ).toEqual([
      ['Noodle Bar', 15, 7.5, 7.5],
      ['Cleo', 3, 1.5, 1.5],
      [null, 2, 1, 1],
    ]);
    expect(trace.events.map(({ type, reason }: { type: string; reason: string | null }) => [type, reason])).toEqual([
      ['order.created', null],
      ['order.held', 'The courier is late'],
      ['order.released', null],
      ['order.settled', null],
      ['order_refund.created', 'Cold'],
      ['order_refund.succeeded', 'Cold'],
      ['order.partially_refunded', null],
      ['order.partially_reversed', null],
    ]);
  });

  it('of an order paid at the checkout has the payment, and a dispute', async () => {
    const ref = await record({ payment_source: 'service', return_url: 'https://platform.example/back' });
    const { order_id } = (await partner.get(`/orders/${ref}`)).json().data;
    const [payment] = await listPaymentsOfOrder(server.db, company, BigInt(order_id));
    if (payment === undefined) throw new Error('The order has no payment.');
    const deps = { ...simulatedPayDeps(server.db, clock), onPaid: payOrder };
    await payByCard(deps, payment);
    const { id: attemptId } = await server.db
      .selectFrom('paymentAttempts')
      .select('id')
      .where('paymentId', '=', payment.id)
      .executeTakeFirstOrThrow();
    const dispute = { id: 'dp_1', attemptId: attemptId as string, amount: 2_000n, currency: 'EUR', fee: undefined };
    await inTransaction(server.db, (tx) =>
      postChargeback(shell, tx, deps, company, { ...dispute, withdrawals: 1, returns: 0 }),
    );

    const trace = await dataOf(`/orders/${ref}/trace`);
    expect(trace.payments).toMatchObject([{ payment_id: payment.id, status: 'succeeded', charged_back_amount: 20 }]);
    expect(trace.disputes).toMatchObject([{ dispute: 'dp_1', amount: 20, outcome: 'withdrawn' }]);
    const transfers = await dataOf(`/orders/${ref}/transfers`);
    expect(transfers.map(inShort)).toEqual([
      'payment outside:card → clearing 20',
      'chargeback clearing → outside:card 20',
    ]);
  });

  it('of a shadow order has only its own part of a payment outside', async () => {
    const shadow = { is_shadow: true, shadow_merchant_ref: 'taverna', shadow_merchant_name: 'Taverna' };
    const splits = [{ beneficiary_type: 'merchant', amount: 20 }];
    const [ref, other] = [await record({ ...shadow, splits }), await record({ ...shadow, splits })];
    await send('/settlements');
    const orders = [other, ref].map((one) => ({ partner_order_ref: one, amount: one === ref ? 4 : 5 }));
    await send('/shadow/paid-outside', { payment_ref: 'cash', orders });

    const transfers = await dataOf(`/orders/${ref}/transfers`);
    const restaurant = 'shadow:earnings:ref:taverna';
    expect(transfers.map(inShort)).toEqual([
      `settlement shadow:clearing → ${restaurant} 20`,
      `paid_outside ${restaurant} → shadow:clearing 4`,
    ]);
    const { splits: shown } = await dataOf(`/orders/${ref}/trace`);
    expect(shown).toMatchObject([{ name: 'Taverna', beneficiary_ref: null, paid_outside: 4 }]);
  });
});

it('the list as CSV is the same list, whole', async () => {
  const refs: string[] = [];
  for (let n = 0; n < 3; n += 1) refs.push(await record({ partner_order_ref: `=csv-${n}`, total_amount: 20 + n }));
  const answer = await read('/orders.csv?search=csv-&sort=largest');
  expect(answer.headers['content-type']).toMatch(/^text\/csv/);
  const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row.order_ref, row.amount])).toEqual([
    [`'=csv-2`, '22.00'],
    [`'=csv-1`, '21.00'],
    [`'=csv-0`, '20.00'],
  ]);
  const none = await read('/orders.csv?search=csv-&settlement_status=void');
  expect(parse(none.body, { columns: true })).toEqual([]);
});

describe('the list of orders', () => {
  type Row = { order_id: number; partner_order_ref: string; amount: number; settlement_status: string };
  async function list(query: string): Promise<Row[]> {
    const all: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: { json(): unknown } = await read(`/orders?limit=2&${query}${cursor && `&cursor=${cursor}`}`);
      const page = answer.json() as { data: Row[]; next_cursor: string | null };
      all.push(...page.data);
      cursor = page.next_cursor;
    }
    return all;
  }

  it('has the same orders by age and by amount, whatever their state, page by page', async () => {
    await send(`/orders/${await record({ total_amount: 21 })}/hold`, { reason: 'Cold' });
    const newest = await list('sort=newest');
    const ids = newest.map(({ order_id }) => order_id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const largest = newest.toSorted((a, b) => b.amount - a.amount || b.order_id - a.order_id);
    expect(await list('sort=oldest')).toEqual(newest.toReversed());
    expect(await list('sort=largest')).toEqual(largest);
    expect(await list('sort=smallest')).toEqual(largest.toReversed());
    const states = [...new Set(newest.map(({ settlement_status }) => settlement_status))];
    expect(states).toEqual(expect.arrayContaining(['unsettled', 'on_hold', 'settled', 'partially_reversed']));
    for (const state of states) {
      const ofState = largest.filter(({ settlement_status }) => settlement_status === state);
      expect(await list(`sort=largest&settlement_status=${state}`)).toEqual(ofState);
    }
  });

  it('names who is paid of each order, of a restaurant that has not joined too', async () => {
    const link = await dataOf('/links?status=active');
    const named = link.find(({ type }: { type: string }) => type === 'merchant');
    const splits = [
      { beneficiary_type: 'merchant', beneficiary_ref: named.id, amount: 18 },
      { beneficiary_type: 'partner', amount: 2 },
    ];
    const shadow = { is_shadow: true, shadow_merchant_ref: 'new', shadow_merchant_name: 'Trattoria' };
    const refs = [
      await record({ partner_order_ref: 'payees-1', total_amount: 20, splits }),
      await record({
        partner_order_ref: 'payees-2',
        total_amount: 20,
        ...shadow,
        splits: [{ beneficiary_type: 'merchant', amount: 20 }],
      }),
    ];
    const rows = (await dataOf('/orders?search=payees-&sort=oldest')) as {
      partner_order_ref: string;
      payees: object[];
    }[];
    expect(rows.map((row) => [row.partner_order_ref, row.payees])).toEqual([
      [refs[0], [{ beneficiary_type: 'merchant', beneficiary_ref: named.id, name: named.name, share: 18 }]],
      [refs[1], [{ beneficiary_type: 'merchant', beneficiary_ref: null, name: 'Trattoria', share: 20 }]],
    ]);
  });

  it('sorted by amount, has each state in one of the parts it is put together from', () => {
    expect(stateGroups.flat().sort()).toEqual(Object.keys(settlementTransitions).sort());
  });

  it.each(['newest', 'oldest', 'largest', 'smallest'])(
    'is searched by parts of a reference and of a restaurant, in any case, %s first',
    async (sort) => {
      const all = await list(`sort=${sort}`);
      const refs = await list(`sort=${sort}&search=CSV-`);
      expect(refs).toEqual(all.filter(({ partner_order_ref }) => partner_order_ref.includes('csv-')));
      expect(refs).toHaveLength(3);
      expect(await list(`sort=${sort}&search=aVERN`)).toHaveLength(2);
      expect(await list(`sort=${sort}&search=CSV-&is_shadow=true`)).toEqual([]);
      expect(await list(`sort=${sort}&search=nowhere`)).toEqual([]);
    },
  );
});

describe('movements', () => {
  it('of an account come newest first, page by page, with the other side and the order', async () => {
    const all: Record<string, unknown>[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: Record<string, unknown>[]; next_cursor: string | null } = (
        await read(`/wallets/movements?currency=EUR&limit=3${cursor === null ? '' : `&cursor=${cursor}`}`)
      ).json();
      all.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    const ids = all.map(({ transfer_id }) => transfer_id as number);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(ids.length);
    const { clearing } = (await dataOf('/wallets')).find((wallet: { currency: string }) => wallet.currency === 'EUR');
    expect(all.reduce((sum, { amount }) => sum + (amount as number) * 100, 0)).toBeCloseTo(clearing * 100);
    expect(all.at(-1)).toMatchObject({
      code: 'top_up',
      amount: 100,
      counterparty: { kind: 'outside', source: 'bank' },
    });
    expect(all.find(({ code }) => code === 'reversal')).toMatchObject({ partner_order_ref: expect.any(String) });
  });

  it('of a link are those of its earnings; of an account that was never opened there are none', async () => {
    const earned = await dataOf(`/wallets/movements?currency=EUR&account=earnings:${courier}`);
    expect(earned.map(({ amount }: { amount: number }) => amount)).toEqual([-1.5, 3]);
    expect(await dataOf('/wallets/movements?currency=USD&account=commission')).toEqual([]);
  });

  it.each([
    ['account', 'currency=EUR&account=outside:bank'],
    ['account', 'currency=EUR&account=nothing'],
    ['currency', 'currency=eur'],
    ['cursor', 'currency=EUR&cursor=x'],
  ])('refuse a wrong %s', async (field, query) => {
    const answer = await read(`/wallets/movements?${query}`);
    expect([answer.statusCode, answer.json().error.details[0].field]).toEqual([422, field]);
  });
});

describe('the home', () => {
  beforeAll(async () => {
    const { personId } = await server.db
      .selectFrom('members')
      .select('personId')
      .where('holderId', '=', company)
      .executeTakeFirstOrThrow();
    company = await newCompany(personId);
    partner = createPartnerClient(server.app, await makeKey(server.db, company));
    merchant = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
    courier = Number(await makeLink(server.db, company, 'courier', 'Cleo'));
  });

  it('of a new company is empty', async () => {
    expect(await dataOf('/home/company')).toEqual({
      now: '2031-03-01T12:00:00.000Z',
      time_zone: 'UTC',
      paused: false,
      currencies: [],
      pending: {
        orders_awaiting_funds: 0,
        orders_on_hold: 0,
        orders_with_broken_splits: 0,
        refunds_awaiting_funds: 0,
        cash_handovers: 0,
        disputes_to_answer: 0,
        invitations: 0,
      },
    });
    expect(await dataOf('/home/company/activity')).toMatchObject({ from: '2031-01-31', days: [], flows: [] });
  });

  it('says what the next settlement needs, and what is missing for it', async () => {
    await topUp(25);
    await record();
    await record();
    const held = await record();
    await send(`/orders/${held}/hold`);
    // Counts for nothing: it is not paid.
    await record({ payment_source: 'service', return_url: 'https://platform.example/back' });
    await send('/invitations', { email: 'new@example.com', type: 'merchant', name: 'New' });

    const home = await dataOf('/home/company');
    expect(home.currencies).toEqual([
      {
        currency: 'EUR',
        clearing: 25,
        commission: 0,
        reserved: 0,
        spendable: 25,
        next_run_at: '2031-03-02T02:00:00.000Z',
        orders: 2,
        needed: 40,
        at_least: false,
        missing: 15,
      },
    ]);
    expect(home.pending).toMatchObject({ orders_on_hold: 1, orders_awaiting_funds: 0, invitations: 1 });
    await send('/settlements');
    const after = await dataOf('/home/company');
    expect(after.currencies).toMatchObject([{ clearing: 5, commission: 2, orders: 1, needed: 20, missing: 15 }]);
    expect(after.pending).toMatchObject({ orders_awaiting_funds: 1 });
  });

  it('shows the days, and a flow that adds up, also after days that are remembered', async () => {
    const first = await dataOf('/home/company/activity');
    expect(first.days).toEqual([{ day: '2031-03-01', currency: 'EUR', orders: 4, amount: 80 }]);
    clock.set('2031-03-02T11:00:00.000Z');
    await topUp(15);
    await send('/settlements');
    // The day before is read from memory from now on.
    for (let time = 0; time < 2; time += 1) {
      const shown = await dataOf('/home/company/activity');
      expect(shown.days).toEqual(first.days);
      expect(shown.flows).toEqual([
        {
          currency: 'EUR',
          opening: 0,
          closing: 0,
          moves: [
            { direction: 'in', part: 'top_ups', amount: 40 },
            { direction: 'out', part: 'merchants', amount: 30 },
            { direction: 'out', part: 'couriers', amount: 6 },
            { direction: 'out', part: 'commission', amount: 4 },
          ],
        },
      ]);
    }
    const today = await dataOf('/home/company/activity?days=1');
    expect(today.flows).toMatchObject([
      { opening: 5, closing: 0, moves: [{ part: 'top_ups', amount: 15 }, {}, {}, {}] },
    ]);

    // Today is never remembered.
    await topUp(1);
    expect((await dataOf('/home/company/activity')).flows).toMatchObject([{ opening: 0, closing: 1 }]);
  });
});

describe('an order with broken splits', () => {
  const unknownLink = 999_999;
  const split = (type: 'merchant' | 'courier', ref: number | undefined, amount: number) => ({
    beneficiary_type: type,
    ...(ref === undefined ? {} : { beneficiary_ref: ref }),
    amount,
  });
  const shadow = { is_shadow: true, shadow_merchant_ref: 'taverna-9' };
  let refs: Record<string, string>;

  beforeAll(async () => {
    const [{ id: personId }] = (await server.pool.query('select id from people')).rows;
    company = await newCompany(personId);
    partner = createPartnerClient(server.app, await makeKey(server.db, company));
    merchant = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
    courier = Number(await makeLink(server.db, company, 'courier', 'Cleo'));
    const of = (...splits: object[]) => record({ splits });
    refs = {
      sound: await record(),
      'a link of nobody': await of(split('merchant', unknownLink, 20)),
      'a link of the other type': await of(split('courier', merchant, 20)),
      'no link': await of(split('merchant', merchant, 15), split('courier', undefined, 5)),
      'too little': await of(split('merchant', merchant, 16)),
      'too much': await record({ total_amount: 20, splits: [split('merchant', merchant, 24)] }),
      'a share of nothing': await of(split('merchant', merchant, 20), split('courier', undefined, 0)),
      'a shadow restaurant': await record({ ...shadow, splits: [split('merchant', undefined, 20)] }),
      'a shadow restaurant, too little': await record({ ...shadow, splits: [split('merchant', undefined, 16)] }),
    };
  });

  const broken = async (query = ''): Promise<string[]> => {
    const rows: { partner_order_ref: string; broken_splits: boolean }[] = await dataOf(
      `/orders?sort=oldest&limit=50${query}`,
    );
    const found = rows.filter((row) => row.broken_splits).map((row) => row.partner_order_ref);
    return Object.keys(refs).filter((name) => found.includes(refs[name] as string));
  };
  const count = async () => (await dataOf('/home/company')).pending.orders_with_broken_splits;

  it('is found by its list, however that is sorted, and counted by the home', async () => {
    const expected = [
      'a link of nobody',
      'a link of the other type',
      'no link',
      'too little',
      'too much',
      'a shadow restaurant, too little',
    ];
    expect(await broken()).toEqual(expected);
    const narrowed = await dataOf('/orders?sort=oldest&broken_splits=true');
    expect(narrowed.map((row: { partner_order_ref: string }) => row.partner_order_ref)).toEqual(
      expected.map((name) => refs[name]),
    );
    const largest = await dataOf('/orders?sort=largest&broken_splits=true');
    expect(largest).toHaveLength(expected.length);
    expect(await count()).toBe(expected.length);
    const csv = await read('/orders.csv?broken_splits=true');
    expect(parse(csv.body, { columns: true })).toHaveLength(expected.length);
  });

  it('says which share needs a payee', async () => {
    const needs = async (name: string) => {
      const { splits } = await dataOf(`/orders/${refs[name]}/trace`);
      return splits.map((one: { needs_payee: boolean }) => one.needs_payee);
    };
    expect(await needs('sound')).toEqual([false, false, false]);
    expect(await needs('a link of nobody')).toEqual([true]);
    expect(await needs('a link of the other type')).toEqual([true]);
    expect(await needs('no link')).toEqual([false, true]);
    expect(await needs('a share of nothing')).toEqual([false, false]);
    expect(await needs('a shadow restaurant')).toEqual([false]);
  });

  it('is held by the settlement for want of a payee, and gets out of it by a payee, a cancellation or a refund', async () => {
    await topUp(200);
    await send('/settlements');
    // What settled is no longer to be fixed.
    expect(await broken()).toEqual(['a link of nobody', 'a link of the other type', 'no link']);
    const release = await partner.post(`/orders/${refs['no link']}/release`);
    expect(release.statusCode).toBe(409);
    await send(`/orders/${refs['no link']}/splits/1/assign`, { beneficiary_ref: courier });
    await send(`/orders/${refs['a link of nobody']}/splits/0/assign`, { beneficiary_ref: merchant });
    expect(await broken()).toEqual(['a link of the other type']);
    await send(`/orders/${refs['a link of the other type']}/cancel`);
    const paid = await record({ splits: [split('merchant', unknownLink, 20)] });
    await send(`/orders/${paid}/confirm-payment`);
    await send('/settlements');
    expect((await dataOf(`/orders/${paid}`)).settlement_status).toBe('on_hold');
    expect(await count()).toBe(1);
    await send(`/orders/${paid}/refunds`, { refund_ref: 'all' });
    expect([await broken(), await count()]).toEqual([[], 0]);
    for (const name of ['no link', 'a link of nobody']) {
      expect((await dataOf(`/orders/${refs[name]}`)).settlement_status).toBe('settled');
    }
  });

  it('is found by its own index', async () => {
    const plan = await server.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`
        explain select o.id from orders o where o.holder_id = ${company} and o.mode = 'test'
          and ${hasBrokenSplits(company)} order by o.id desc limit 25`.execute(tx);
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_broken_splits');
  });
});
