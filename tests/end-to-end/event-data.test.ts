/**
 * docs/contract/common.md, "Events": the data of an event is the object as the interface shows it at that moment. After
 * every step the order's last event is compared with what GET answers of the order then.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();

let server: TestServer;
let partner: PartnerClient;
let shop: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
beforeEach(async () => {
  const company = await makeCompany(server.db);
  partner = createPartnerClient(server.app, await makeKey(server.db, company));
  shop = Number(await makeLink(server.db, company, 'merchant', 'Taverna'));
});
afterEach(() => expectBooksToHold(server.db));
afterAll(() => server.close());

type Data = Record<string, unknown>;
type Event = { id: string; type: string; subject: string; data: Data };

let after = '';

/** The events since this was last asked. */
async function news(): Promise<Event[]> {
  await server.positionEvents();
  const { data } = (await partner.get(`/events?limit=200${after}`)).json() as { data: Event[] };
  const last = data.at(-1);
  if (last !== undefined) after = `&after=${last.id}`;
  return data;
}

/** An order as events carry it: its refunds have events of their own, and its link is renewed when looked at. */
async function orderNow(ref: string): Promise<Data> {
  const { refunds: _, payment_url: __, ...order } = (await partner.get(`/orders/${ref}`)).json().data;
  return order;
}

async function post(path: string, body?: unknown): Promise<Data> {
  const answer = await partner.post(path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
}

/** Does one step. What it did to the order `a`, by its events; the last says how the order is now, and `beside` more. */
async function step(path: string, body?: unknown, beside: Data = {}): Promise<string[]> {
  clock.advance(1_000);
  await post(path, body);
  const events = (await news()).filter(({ type }) => /^(order|split|shadow_order)\./.test(type));
  expect(events.at(-1)?.data).toEqual({ ...(await orderNow('a')), ...beside });
  return events.map(({ type }) => type);
}

const record = (changes: Data = {}) => {
  after = '';
  const splits = [
    { beneficiary_type: 'merchant', beneficiary_ref: shop, amount: 10 },
    { beneficiary_type: 'partner', amount: 2.5 },
  ];
  return step('/orders', orderBody({ partner_order_ref: 'a', splits, ...changes }));
};
const topUp = (amount: number) => post('/wallets/topups', { amount, currency: 'EUR' });

it('an order that is held, waits, settles, and is refunded', async () => {
  expect(await record()).toEqual(['order.created']);
  expect(await step('/orders/a/hold', { reason: 'look' }, { reason: 'look' })).toEqual(['order.held']);
  expect(await step('/orders/a/release')).toEqual(['order.released']);
  expect(await step('/settlements')).toEqual(['order.deferred']);
  expect(await step('/orders/a/confirm-payment')).toEqual(['order.paid']);
  await topUp(100);
  expect(await step('/settlements')).toEqual(['order.settled']);
  expect(await step('/orders/a/refunds', { refund_ref: 'r1', amount: 5 })).toEqual([
    'order.partially_refunded',
    'order.partially_reversed',
  ]);
  expect(await step('/orders/a/refunds', { refund_ref: 'r2' })).toEqual(['order.refunded', 'order.reversed']);
});

it('an order that is refunded before it was paid or settled', async () => {
  await record();
  expect(await step('/orders/a/refunds', { refund_ref: 'r' })).toEqual(['order.refunded', 'order.voided']);
});

it('an order that is canceled, before and after it settled', async () => {
  await record();
  expect(await step('/orders/a/cancel')).toEqual(['order.cancelled', 'order.voided']);
  await topUp(100);
  await post('/orders', orderBody({ partner_order_ref: 'b' }));
  await post('/settlements');
  await post('/orders/b/cancel');
  expect((await news()).at(-1)).toMatchObject({ type: 'order.reversed', data: await orderNow('b') });
});

it('an order whose split names nobody', async () => {
  await record({ splits: [{ beneficiary_type: 'merchant', amount: 12.5 }] });
  expect(await step('/settlements')).toEqual(['order.held']);
  expect(await step('/orders/a/splits/0/assign', { beneficiary_ref: shop })).toEqual([
    'split.assigned',
    'order.released',
  ]);
});

it('a shadow order', async () => {
  const splits = [{ beneficiary_type: 'merchant', amount: 12.5 }];
  await record({ is_shadow: true, shadow_merchant_name: 'Taverna', splits });
  expect(await step('/settlements')).toEqual(['order.settled']);
  const named = { shadow_merchant_ref: 'tav', orders: ['a'] };
  expect(await step('/shadow/names', { ...named, partner_order_refs: ['a'] }, { amount_moved: 12.5 })).toEqual([
    'shadow_order.named',
  ]);
  const paid = { payment_ref: 'p', orders: [{ partner_order_ref: 'a', beneficiary_type: 'merchant', amount: 2.5 }] };
  const facts = { payment_ref: 'p', reference: null, amount: 2.5 };
  expect(await step('/shadow/paid-outside', paid, facts)).toEqual(['shadow_order.paid_outside']);
  await topUp(100);
  const claim = { claim_ref: 'c', beneficiary_ref: shop };
  expect(await step('/shadow/tav/claims', claim, { claim_ref: 'c', beneficiary_ref: shop, amount: 10 })).toEqual([
    'shadow_order.claimed',
  ]);
  // And the payee is told of its earnings.
  const { rows } = await server.database.owner.query(
    `select e.type, e.mode, e.subject_kind, e.data from events e join links l on l.holder_id = e.holder_id
    where l.id = $1 and e.type like 'earning.%'`,
    [shop],
  );
  const data = { code: 'claim', effect: 'in', amount: 10, currency: 'EUR', partner_order_ref: 'a', payout_id: null };
  expect(rows).toMatchObject([{ type: 'earning.settled', mode: 'test', subject_kind: 'order', data }]);
});

it('refunds of an order, as the order shows them', async () => {
  await record();
  await topUp(100);
  await post('/settlements');
  await post('/orders/a/refunds', { refund_ref: 'r1', amount: 5, reason: 'cold' });
  const { order_id, partner_order_ref, refunds } = (await partner.get('/orders/a')).json().data;
  const events = (await news()).filter(({ type }) => type.startsWith('order_refund.'));
  expect(events.map(({ type }) => type)).toEqual(['order_refund.created', 'order_refund.succeeded']);
  const [refund] = refunds;
  expect(events[1]?.data).toEqual({ order_id, partner_order_ref, ...refund });
  expect(events[0]?.data).toEqual({ order_id, partner_order_ref, ...refund, status: 'pending' });
});

it('settlements, top-ups, transfers and payouts', async () => {
  await record();
  const received = await topUp(100);
  const { settlement_id } = await post('/settlements');
  const moved = await post('/wallets/transfers', { amount: 1, currency: 'EUR' });
  const data = new Map((await news()).map((event) => [event.type, event.data]));
  expect(data.get('top_up.succeeded')).toEqual(received);
  expect(data.get('transfer.succeeded')).toEqual(moved);
  const settlements = (await partner.get('/settlements')).json().data as Data[];
  expect(data.get('settlement.completed')).toEqual(settlements.find((one) => one.settlement_id === settlement_id));
});

it('a payment of an order never says who paid', async () => {
  await record({ payment_source: 'service', splits: [{ beneficiary_type: 'partner', amount: 12.5 }] });
  const events = await news();
  expect(JSON.stringify(events)).not.toMatch(/@/);
});

it('the events of payees have the decimals of their currency', async () => {
  const amounts = { EUR: 1.2, JPY: 500, KWD: 1.234 };
  for (const [currency, amount] of Object.entries(amounts)) {
    await post('/wallets/topups', { amount, currency });
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: shop, amount }];
    await post('/orders', orderBody({ partner_order_ref: currency, total_amount: amount, currency, splits }));
  }
  await post('/settlements');
  await server.positionEvents();
  const { rows } = await server.database.owner.query(
    `select e.data from events e join links l on l.holder_id = e.holder_id
    where l.id = $1 and e.type = 'earning.settled' order by e.data ->> 'currency'`,
    [shop],
  );
  expect(rows.map(({ data }) => [data.currency, data.amount])).toEqual(Object.entries(amounts));
});
