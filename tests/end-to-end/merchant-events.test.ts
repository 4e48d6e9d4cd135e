/** GET /events of interface A: the merchant's own log of one mode, in this interface's envelope. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { positionEvents } from '../../src/events/sequencer.ts';
import { base, createShop, dataOf, expectError, type Merchant, payment, type Shop, sandbox } from '../worlds/shop.ts';

let shop: Shop;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  shop = await createShop();
});
beforeEach(async () => {
  merchant = await shop.addMerchant();
  token = await shop.token(merchant.test);
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

type Event = {
  id: string;
  type: string;
  mode: string;
  subject: string;
  created_at: string;
  request_id: string | null;
  data: Record<string, unknown>;
};
type Page = { events: Event[]; next_cursor: string | null };

async function read(query = '', { as = token, at = base } = {}): Promise<Page> {
  await positionEvents(shop.db);
  const headers = { authorization: `Bearer ${as}` };
  return dataOf(await shop.call('GET', `${at}/events${query}`, { headers }), /^SUCCESS$/) as Page;
}

const create = async (custom: string, as = token) =>
  dataOf(await shop.create(as, { ...payment, custom })).token as string;

describe('GET /events', () => {
  it('shows the payment as its status does, oldest first, page by page', async () => {
    const tokens = [await create('a'), await create('b'), await create('c')];
    const all = await read();
    expect(Object.keys(all)).toEqual(['events', 'next_cursor']);
    expect(all.events.map(({ type, subject }) => [type, subject])).toEqual(
      tokens.map((one) => ['payment.created', `payment:${one}`]),
    );
    const [first] = all.events;
    expect(Object.keys(first ?? {})).toEqual(['id', 'type', 'mode', 'subject', 'created_at', 'request_id', 'data']);
    expect(first?.data).toEqual(dataOf(await shop.status(token, tokens[0] as string)));
    const page = await read('?limit=2');
    expect(page).toEqual({ events: all.events.slice(0, 2), next_cursor: all.events[1]?.id });
    expect(await read(`?limit=2&after=${page.next_cursor}`)).toEqual({
      events: all.events.slice(2),
      next_cursor: null,
    });
    const { headers } = await shop.create(token, { ...payment, custom: 'd' });
    expect((await read()).events.at(-1)?.request_id).toBe(headers['x-request-id']);
  });

  it('shows one type only when asked', async () => {
    const [a] = [await create('a'), await create('b')];
    await shop.call('POST', `${base}/payment/cancel`, {
      headers: { authorization: `Bearer ${token}` },
      body: { token: a },
    });
    const { events } = await read('?type=payment.cancelled');
    expect(events.map(({ type }) => type)).toEqual(['payment.cancelled']);
    expect(events[0]?.data).toEqual(dataOf(await shop.status(token, a)));
    expect((await read('?type=payment.paid')).events).toEqual([]);
  });

  it('waits for the next event when there is none, and answers with the place to go on from', async () => {
    await create('before');
    const { events } = await read();
    expect(await read('?wait=0&after=latest')).toEqual({ events: [], next_cursor: events[0]?.id });
    const waiting = read(`?wait=30&after=${events[0]?.id}&type=payment.cancelled`);
    const after = await create('after');
    await shop.call('POST', `${base}/payment/cancel`, {
      headers: { authorization: `Bearer ${token}` },
      body: { token: after },
    });
    await positionEvents(shop.db);
    const page = await waiting;
    expect(page.events.map(({ type, subject }) => [type, subject])).toEqual([
      ['payment.cancelled', `payment:${after}`],
    ]);
    expect(page.next_cursor).toBe(page.events[0]?.id);
    const none = await read(`?wait=0&type=refund.*&after=${events[0]?.id}`);
    expect(none).toEqual({ events: [], next_cursor: page.next_cursor });
  });

  it('is the log of one merchant and one mode, on either base', async () => {
    await create('mine');
    const live = await shop.token(merchant.live);
    const stranger = await shop.token((await shop.addMerchant()).test);
    const mine = await read();
    expect(mine.events).toHaveLength(1);
    expect(await read('', { at: sandbox })).toEqual(mine);
    for (const as of [live, stranger]) {
      expect(await read('', { as })).toEqual({ events: [], next_cursor: null });
      const headers = { authorization: `Bearer ${as}` };
      const answer = await shop.call('GET', `${base}/events?after=${mine.events[0]?.id}`, { headers });
      expectError(answer, 400, 'The after is invalid.');
    }
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=x', 'limit'],
    ['?after=', 'after'],
    ['?after=evt_x', 'after'],
    [`?after=${'e'.repeat(65)}`, 'after'],
    ['?type=payment.succeeded', 'type'],
    ['?type=', 'type'],
    ['?type=payment.*,', 'type'],
    ['?wait=31', 'wait'],
    ['?wait=-1', 'wait'],
  ])('refuses %s', async (query, field) => {
    const headers = { authorization: `Bearer ${token}` };
    expectError(await shop.call('GET', `${base}/events${query}`, { headers }), 400, `The ${field} is invalid.`);
  });

  it('is for who has a token', async () => {
    expectError(await shop.call('GET', `${base}/events`), 403, 'Access denied! Token not found');
  });
});
