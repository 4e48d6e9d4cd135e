/** docs/contract.md, "Events": GET /events, the durable log: oldest first, nothing skipped, nothing of anybody else. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { appendEvents, type NewEvent } from '../../src/events/append-events.ts';
import type { Book } from '../../src/ledger/accounts.ts';
import { subjectOf } from '../../src/ledger/subject.ts';
import { presentCommissionTransfer } from '../../src/wallets/present-wallets.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let book: Book;
let partner: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestServer();
});
beforeEach(async () => {
  book = { holderId: await makeCompany(server.db), mode: 'test' };
  partner = createPartnerClient(server.app, await makeKey(server.db, book.holderId));
  live = createPartnerClient(server.app, await makeKey(server.db, book.holderId, 'live'));
});
afterEach(() => expectBooksToHold(server.db));
afterAll(() => server.close());

type Event = { event_id: string; type: string; subject: string; created_at: string; data: Record<string, unknown> };

async function read(query = ''): Promise<{ data: Event[]; next_cursor: string | null }> {
  await server.positionEvents();
  const answer = await partner.get(`/events${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** An event that is told from others by its subject. */
const named = (name: string): NewEvent => ({
  type: 'transfer.succeeded',
  subject: subjectOf.transfer(name),
  data: presentCommissionTransfer({ id: 'trf_1', mode: 'test', amount: 100n, currency: 'EUR', createdAt: new Date() }),
});

const append = (name: string, at = new Date()) =>
  inTransaction(server.db, (tx) => appendEvents(tx, book, [named(name)], at));

describe('GET /events', () => {
  it('tells what happened, oldest first, page by page', async () => {
    await partner.post('/orders', orderBody({ partner_order_ref: 'a' }));
    await partner.post('/orders/a/confirm-payment');
    await partner.post('/wallets/topups', { amount: 1, currency: 'EUR' });
    const all = await read();
    expect(all.data.map(({ type }) => type)).toEqual(['order.created', 'order.paid', 'top_up.succeeded']);
    expect(all.data[0]).toMatchObject({
      event_id: expect.stringMatching(/^evt_/),
      subject: expect.stringMatching(/^order:\d+$/),
      data: { partner_order_ref: 'a', order_amount: 12.5, currency: 'EUR' },
    });
    const first = await read('?limit=2');
    expect(first.data).toEqual(all.data.slice(0, 2));
    const rest = await read(`?limit=2&after=${first.next_cursor}`);
    expect(rest).toMatchObject({ data: all.data.slice(2), next_cursor: null });
    expect((await read(`?after=${all.data[2]?.event_id}`)).data).toEqual([]);
  });

  it('never skips one that commits late, whatever its time says', async () => {
    const late = await server.db.startTransaction().execute();
    await appendEvents(late, book, [named('late')], new Date(0));
    await append('early');
    const [early] = (await read()).data;
    expect(early?.subject).toBe('transfer:early');
    await late.commit().execute();
    expect((await read(`?after=${early?.event_id}`)).data.map(({ subject }) => subject)).toEqual(['transfer:late']);
    expect((await read()).data.map(({ subject }) => subject)).toEqual(['transfer:early', 'transfer:late']);
  });

  it('read by many at once while more happens: the same order for everybody, each event once', async () => {
    const many = Array.from({ length: 40 }, (_, index) => append(`event-${index}`));
    const reads = Array.from({ length: 10 }, () => read('?limit=200'));
    await Promise.all([...many, ...reads]);
    const all = (await read('?limit=200')).data.map(({ event_id }) => event_id);
    expect(new Set(all).size).toBe(40);
    for (const one of await Promise.all(reads)) {
      expect(all.slice(0, one.data.length)).toEqual(one.data.map(({ event_id }) => event_id));
    }
  });

  it('is the log of one company and one mode', async () => {
    await append('mine');
    expect((await live.get('/events')).json().data).toEqual([]);
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    expect((await other.get('/events')).json().data).toEqual([]);
    const [mine] = (await read()).data;
    for (const stranger of [live, other]) {
      expect((await stranger.get(`/events?after=${mine?.event_id}`)).statusCode).toBe(422);
    }
  });

  it('shows nothing that has no position yet', async () => {
    await append('unpositioned');
    expect((await partner.get('/events')).json()).toEqual({ status: true, data: [], next_cursor: null });
  });

  it('shows one type only when asked, and goes on from any event', async () => {
    await partner.post('/orders', orderBody({ partner_order_ref: 'a' }));
    await append('one');
    await partner.post('/orders/a/confirm-payment');
    await append('two');
    const { data } = await read();
    const transfers = data.filter(({ type }) => type === 'transfer.succeeded');
    expect(transfers).toHaveLength(2);
    expect(await read('?type=transfer.succeeded')).toEqual({ status: true, data: transfers, next_cursor: null });
    const first = await read('?type=transfer.succeeded&limit=1');
    expect(first).toEqual({ status: true, data: [transfers[0]], next_cursor: transfers[0]?.event_id });
    expect((await read(`?type=order.paid&after=${first.next_cursor}`)).data.map(({ type }) => type)).toEqual([
      'order.paid',
    ]);
    expect((await read('?type=order.refunded')).data).toEqual([]);
  });

  it.each([
    '?after=evt_x',
    '?after=',
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?type=order.on_hold',
    '?type=',
    `?after=${'e'.repeat(65)}`,
  ])('refuses %s', async (query) => {
    const answer = await partner.get(`/events${query}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
  });
});
