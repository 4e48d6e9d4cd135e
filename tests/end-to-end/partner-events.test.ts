/**
 * docs/contract/common.md, "Events": GET /events, the durable log: oldest first, nothing skipped, nothing of anybody
 * else.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newTimedId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { appendEvents, type NewEvent } from '../../src/core/events/append-events.ts';
import { awaitEvents } from '../../src/core/events/await-events.ts';
import { createEventSignals, waitersMaxPerBook } from '../../src/core/events/event-signals.ts';
import { purgeOldEvents } from '../../src/core/events/purge-events.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { subjectOf } from '../../src/core/ledger/subject.ts';
import { revokeKeyPair, rotateKey } from '../../src/features/api-keys/manage-keys.ts';
import { closeAccount } from '../../src/features/closing/close-account.ts';
import { presentCommissionTransfer } from '../../src/features/wallets/present-wallets.ts';
import { job, memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { keyHeaders, makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const metricsToken = 'a-token-of-more-than-32-characters-x';
let server: TestServer;
let book: Book;
let partner: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestServer({ metricsToken });
});
beforeEach(async () => {
  book = { holderId: await makeCompany(server.db), mode: 'test' };
  partner = createPartnerClient(server.app, await makeKey(server.db, book.holderId));
  live = createPartnerClient(server.app, await makeKey(server.db, book.holderId, 'live'));
});
afterEach(() => expectBooksToHold(server.db, { byHand: ['holders'] }));
afterAll(() => server.close());

type Event = {
  id: string;
  type: string;
  mode: string;
  subject: string;
  created_at: string;
  request_id: string | null;
  data: Record<string, unknown>;
};

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
  inTransaction(server.db, (tx) => appendEvents({ actor: job, tx, at }, book, [named(name)]));

describe('GET /events', () => {
  it('tells what happened, oldest first, page by page', async () => {
    await partner.post('/orders', orderBody({ partner_order_ref: 'a' }));
    await partner.post('/orders/a/confirm-payment');
    await partner.post('/wallets/topups', { amount: 1, currency: 'EUR' });
    const all = await read();
    expect(all.data.map(({ type }) => type)).toEqual(['order.created', 'order.paid', 'top_up.succeeded']);
    expect(all.data[0]).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      subject: expect.stringMatching(/^order:\d+$/),
      mode: 'test',
      data: { partner_order_ref: 'a', order_amount: 12.5, currency: 'EUR' },
    });
    const first = await read('?limit=2');
    expect(first.data).toEqual(all.data.slice(0, 2));
    const rest = await read(`?limit=2&after=${first.next_cursor}`);
    expect(rest).toMatchObject({ data: all.data.slice(2), next_cursor: null });
    expect((await read(`?after=${all.data[2]?.id}`)).data).toEqual([]);
  });

  it('names the request that caused each, by the ID in its answer', async () => {
    const created = await partner.post('/orders', orderBody({ partner_order_ref: 'a' }));
    const confirmed = await partner.post('/orders/a/confirm-payment');
    const toppedUp = await partner.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    const settled = await partner.post('/settlements');
    await append('by a job');
    const causes = (await read()).data.map(({ type, request_id }) => [type, request_id]);
    const idOf = (answer: typeof created) => answer.headers['x-request-id'];
    expect(causes).toEqual([
      ['order.created', idOf(created)],
      ['order.paid', idOf(confirmed)],
      ['top_up.succeeded', idOf(toppedUp)],
      ['order.settled', idOf(settled)],
      ['settlement.completed', idOf(settled)],
      ['transfer.succeeded', null],
    ]);
  });

  it('of a request that brings an ID of its own are not named by it', async () => {
    const theirs = '01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11';
    const headers = { 'x-request-id': theirs, 'request-id': theirs };
    const answer = await partner.post('/orders', orderBody({ partner_order_ref: 'a' }), headers);
    expect(answer.headers['x-request-id']).not.toBe(theirs);
    expect((await read()).data[0]?.request_id).toBe(answer.headers['x-request-id']);
  });

  it('never skips one that commits late, whatever its time says', async () => {
    const late = await server.db.startTransaction().execute();
    await appendEvents({ actor: job, tx: late, at: new Date(0) }, book, [named('late')]);
    await append('early');
    const [early] = (await read()).data;
    expect(early?.subject).toBe('transfer:early');
    await late.commit().execute();
    expect((await read(`?after=${early?.id}`)).data.map(({ subject }) => subject)).toEqual(['transfer:late']);
    expect((await read()).data.map(({ subject }) => subject)).toEqual(['transfer:early', 'transfer:late']);
  });

  it('read by many at once while more happens: the same order for everybody, each event once', async () => {
    const many = Array.from({ length: 40 }, (_, index) => append(`event-${index}`));
    const reads = Array.from({ length: 10 }, () => read('?limit=200'));
    await Promise.all([...many, ...reads]);
    const all = (await read('?limit=200')).data.map(({ id }) => id);
    expect(new Set(all).size).toBe(40);
    for (const one of await Promise.all(reads)) {
      expect(all.slice(0, one.data.length)).toEqual(one.data.map(({ id }) => id));
    }
  });

  it('is the log of one company and one mode', async () => {
    await append('mine');
    expect((await live.get('/events')).json().data).toEqual([]);
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    expect((await other.get('/events')).json().data).toEqual([]);
    const [mine] = (await read()).data;
    for (const stranger of [live, other]) {
      expect((await stranger.get(`/events?after=${mine?.id}`)).statusCode).toBe(422);
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
    expect(first).toEqual({ status: true, data: [transfers[0]], next_cursor: transfers[0]?.id });
    expect((await read(`?type=order.paid&after=${first.next_cursor}`)).data.map(({ type }) => type)).toEqual([
      'order.paid',
    ]);
    expect((await read('?type=order.refunded')).data).toEqual([]);
  });

  it('shows several types, and all of one object', async () => {
    await partner.post('/orders', orderBody({ partner_order_ref: 'a' }));
    await append('one');
    await partner.post('/orders/a/confirm-payment');
    await partner.post('/wallets/topups', { amount: 1, currency: 'EUR' });
    const types = async (text: string) => (await read(`?type=${text}`)).data.map(({ type }) => type);
    expect(await types('order.*')).toEqual(['order.created', 'order.paid']);
    expect(await types('top_up.succeeded,order.paid,order.paid')).toEqual(['order.paid', 'top_up.succeeded']);
    expect(await types('transfer.*,order.created')).toEqual(['order.created', 'transfer.succeeded']);
  });

  it('begins at a time, when asked', async () => {
    const times = [10, 20, 20, 30, 40].map((seconds) => new Date(seconds * 1_000));
    for (const [index, at] of times.entries()) await append(`${index}`, at);
    for (const [seconds, expected] of [
      [0, '01234'],
      [10, '01234'],
      [11, '1234'],
      [20, '1234'],
      [35, '4'],
      [41, ''],
    ]) {
      const { data } = await read(`?from=${new Date(Number(seconds) * 1_000).toISOString()}`);
      expect(data.map(({ subject }) => subject.replace('transfer:', '')).join('')).toBe(expected);
    }
    const [first] = (await read()).data;
    expect(await read(`?from=${new Date(60_000).toISOString()}&after=${first?.id}`)).toMatchObject({
      data: { length: 4 },
    });
    const empty = await read(`?from=${new Date(60_000).toISOString()}&wait=0`);
    expect(empty).toMatchObject({ data: [], next_cursor: (await read()).data.at(-1)?.id });
  });

  it.each([
    '?after=evt_x',
    '?after=',
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?type=order.on_hold',
    '?type=',
    '?type=*',
    '?type=order.paid,',
    '?type=ord*',
    '?wait=31',
    '?wait=x',
    '?from=yesterday',
    '?from=',
    '?from=2031-03-05',
    '?from=9999999999-01-01T00:00:00Z',
    '?after=latest&from=x',
    `?after=${'e'.repeat(65)}`,
  ])('refuses %s', async (query) => {
    const answer = await partner.get(`/events${query}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
  });
});

describe('GET /events?wait', () => {
  const wait = (query = '', as = partner) => as.get(`/events?wait=30${query}`);
  const untilWaiting = async (count: number, at = server): Promise<void> => {
    while (!(await at.metrics?.render())?.includes(`\nsluice_event_readers_waiting ${count}\n`)) {
      // What is waited for needs its turn.
      await server.database.owner.query('select');
    }
  };
  const subjectsOf = (answer: { json(): { data: Event[] } }) => answer.json().data.map(({ subject }) => subject);

  it('answers at once when there is something, and otherwise with the next that fits', async () => {
    await append('one');
    const [one] = (await read()).data;
    expect(subjectsOf(await wait())).toEqual(['transfer:one']);
    const [any, orders, other] = [wait(`&after=${one?.id}`), wait(`&after=${one?.id}&type=order.*`), wait('', live)];
    await append('two');
    await server.positionEvents();
    expect(subjectsOf(await any)).toEqual(['transfer:two']);
    await partner.post('/orders', orderBody());
    await server.positionEvents();
    expect((await orders).json().data.map(({ type }: Event) => type)).toEqual(['order.created']);
    await inTransaction(server.db, (tx) =>
      appendEvents({ actor: job, tx, at: new Date() }, { ...book, mode: 'live' }, [named('live')]),
    );
    await server.positionEvents();
    expect(subjectsOf(await other)).toEqual(['transfer:live']);
  });

  it('names the place up to which it looked, so that nothing is read twice and nothing missed', async () => {
    expect((await read('?wait=0')).next_cursor).toBeNull();
    expect((await read('?wait=0&after=latest')).next_cursor).toBeNull();
    await append('one');
    await append('two');
    const [one, two] = (await read()).data;
    expect((await read('?wait=0&type=order.*')).next_cursor).toBe(two?.id);
    expect(await read('?after=latest&wait=0')).toMatchObject({ data: [], next_cursor: two?.id });
    expect(await read('?wait=0&limit=1')).toMatchObject({ data: [one], next_cursor: one?.id });
    expect(await read(`?wait=0&after=${two?.id}`)).toMatchObject({ data: [], next_cursor: two?.id });
  });

  it('hears what was said while its connection was lost', async () => {
    await append('one');
    const waiting = wait(`&after=${(await read()).data[0]?.id}`);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    while ((await server.database.owner.query(cut)).rows.length === 0);
    await append('two');
    await server.positionEvents();
    expect(subjectsOf(await waiting)).toEqual(['transfer:two']);
  });

  // Unheard, each would be answered after its 30 seconds. They are heard from the database alone, as in another process.
  it.each([
    ['revoked', (clientId: string) => revokeKeyPair(shell, { db: server.db }, clientId)],
    ['replaced', (clientId: string) => rotateKey(shell, { db: server.db }, clientId, 0)],
  ])('ends at once when its key pair is %s; others go on', { timeout: 20_000 }, async (_how, end) => {
    const pair = await makeKey(server.db, book.holderId);
    const waiting = wait('', createPartnerClient(server.app, pair));
    const other = wait();
    await untilWaiting(2);
    await end(pair.clientId);
    const answer = await waiting;
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'invalid_credentials']);
    await append('one');
    await server.positionEvents();
    expect(subjectsOf(await other)).toEqual(['transfer:one']);
  });

  it('ends at once when the account of its key pair is closed; others go on', { timeout: 20_000 }, async () => {
    const holderId = await makeCompany(server.db, { name: 'Leaving' });
    const pair = await makeKey(server.db, holderId);
    const waiting = wait('', createPartnerClient(server.app, pair));
    const other = wait();
    await untilWaiting(2);
    const deps = { clock: server.clock, publicUrl: 'http://localhost', now: () => new Date() };
    await inTransaction(server.db, (tx) =>
      closeAccount(memberOf({ holderId, mode: 'live' }), tx, deps, { holderId, name: 'Leaving' }),
    );
    const answer = await waiting;
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'invalid_credentials']);
    await append('one');
    await server.positionEvents();
    expect(subjectsOf(await other)).toEqual(['transfer:one']);
  });

  it('answers nothing to a live pair of a company that was suspended meanwhile', async () => {
    const waiting = wait('', live);
    await untilWaiting(1);
    await server.database.owner.query(`update holders set status = 'suspended' where id = $1`, [book.holderId]);
    await inTransaction(server.db, (tx) =>
      appendEvents({ actor: job, tx, at: new Date() }, { ...book, mode: 'live' }, [named('live')]),
    );
    await server.positionEvents();
    const answer = await waiting;
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'company_not_active']);
  });

  it('answers nothing that happened after the reader lost the right to it, however close', async () => {
    const signals = createEventSignals();
    let asked = 0;
    const mayStill = async (): Promise<void> => {
      asked += 1;
      if (asked > 1) throw new Error('revoked');
      await append('too late');
      await server.positionEvents();
      signals.notifyAll();
    };
    const deps = { db: server.db, signals, listen: async () => {} };
    const query = { types: undefined, after: 'latest', wait: 30 };
    const answer = awaitEvents(deps, book, query, { personId: null, mayStill }, new AbortController().signal);
    await expect(answer).rejects.toThrow('revoked');
  });

  // Who is not noticed to have left keeps its place for 30 seconds.
  it('is for a bounded number at once of one book; who leaves makes room', { timeout: 20_000 }, async () => {
    const origin = await server.listen();
    const headers = keyHeaders(await makeKey(server.db, book.holderId));
    const leaving = new AbortController();
    const { signal } = leaving;
    const many = Array.from({ length: waitersMaxPerBook + 1 }, () =>
      fetch(`${origin}/partner/v1/events?wait=30`, { headers, signal }),
    );
    const refused = await Promise.race(many);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect((await live.get('/events?wait=0')).statusCode).toBe(200);
    leaving.abort();
    expect((await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')).toHaveLength(
      waitersMaxPerBook,
    );
    while ((await partner.get('/events?wait=0')).statusCode === 429);
  });

  it('ends without an event when the service stops', async () => {
    const stopped = await createTestServer({ database: server.database, metricsToken });
    const client = createPartnerClient(stopped.app, await makeKey(server.db, book.holderId));
    const waiting = client.get('/events?wait=30&type=fees.drawn');
    const more = client.get('/events?wait=0');
    expect((await more).statusCode).toBe(200);
    // It has read what there is, on whatever connection it was given.
    const { pool, owner } = server.database;
    await untilWaiting(1, stopped);
    while (pool.idleCount < pool.totalCount) await owner.query('select');
    const place = (await client.get('/events?after=latest&wait=0')).json().next_cursor;
    // The database may be gone before the last answer is written.
    const connect = vi.spyOn(pool, 'connect').mockImplementation(() => {
      throw new Error('Cannot use a pool after calling end on the pool');
    });
    try {
      await stopped.close();
      const answer = await waiting;
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, data: [], next_cursor: place }]);
    } finally {
      connect.mockRestore();
    }
  });
});

describe('old events', () => {
  const day = 24 * 3_600_000;
  const daysAgo = (days: number) => new Date(Date.now() - days * day);
  const refs = async () => (await read('?limit=200')).data.map(({ subject }) => subject.replace('transfer:', ''));

  it('are deleted, oldest first; a place among them has expired', async () => {
    await append('a', daysAgo(100));
    await append('b', daysAgo(91));
    const [a, b] = (await read()).data;
    // Ids have the real time; these are as old as their events.
    await server.database.owner.query(
      `update events set id = left(id, length(id) - 22) || '0000001' || right(id, 15) where id = any($1)`,
      [[a?.id, b?.id]],
    );
    const [oldA, oldB] = (await read()).data;
    await append('c', daysAgo(1));
    await append('late, and dated before', daysAgo(95));
    await append('d', daysAgo(0));
    expect(await refs()).toEqual(['a', 'b', 'c', 'late, and dated before', 'd']);
    await purgeOldEvents(server.db, 101);
    expect(await refs()).toHaveLength(5);
    await purgeOldEvents(server.db, 90);
    expect(await refs()).toEqual(['c', 'late, and dated before', 'd']);
    for (const { id } of [oldA, oldB] as Event[]) {
      for (const query of [`after=${id}`, `after=${id}&wait=0`]) {
        const answer = await partner.get(`/events?${query}`);
        expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'cursor_expired']);
      }
    }
    // Never in this log: a newer one, and one of someone else.
    const forged = [
      `${(await read()).data[2]?.id.slice(0, -1)}~`,
      newTimedId('evt', book.holderId),
      newTimedId('evt', 1n),
      // As old as what was deleted here, but of someone else.
      newTimedId('evt', 1n).replace(/.{22}$/, (end) => `0000001${end.slice(7)}`),
    ];
    for (const id of forged) expect((await partner.get(`/events?after=${id}`)).statusCode).toBe(422);
  });

  it('keep the newest of a book, so that positions go on', async () => {
    for (const name of ['a', 'b']) await append(name, daysAgo(100));
    await append('other mode', daysAgo(0));
    await server.positionEvents();
    const { rows } = await server.database.owner.query(
      `update events set created_at = $2 where holder_id = $1 returning id`,
      [book.holderId, daysAgo(100)],
    );
    expect(rows).toHaveLength(3);
    await purgeOldEvents(server.db, 90);
    expect(await refs()).toEqual(['other mode']);
    await append('next');
    expect(await refs()).toEqual(['other mode', 'next']);
    const { rows: placed } = await server.database.owner.query(
      `select position::int from events where holder_id = $1 order by position`,
      [book.holderId],
    );
    expect(placed).toEqual([{ position: 3 }, { position: 4 }]);
  });

  it.each([
    ['has not come to it', 'is paused', 0, null, `status = 'paused', status_reason = 'by_hand'`],
    ['has not come to it', 'is deleted', 0, null, 'deleted_at = now()'],
    ['is still attempting it', 'is done', 3, 'pending', 'failing_since = null'],
  ] as const)('stay while a webhook endpoint %s, until it %s', async (_why, _until, position, status, ended) => {
    for (const name of ['a', 'b', 'c']) await append(name, daysAgo(100));
    const { data } = await read();
    const pool = server.database.owner;
    await pool.query(
      `insert into webhook_endpoints (holder_id, id, mode, kind, url, host, since_position, position)
      values ($1, 'whe_1', $2, 'endpoint', 'https://shop.example/', 'shop.example', 0, $3)`,
      [book.holderId, book.mode, position],
    );
    if (status !== null) {
      await pool.query(
        `insert into webhook_deliveries (holder_id, endpoint_id, event_id, event_type, position, host, status, next_attempt_at)
        values ($1, 'whe_1', $2, $3, 2, 'shop.example', $4, now())`,
        [book.holderId, data[1]?.id, data[1]?.type, status],
      );
    }
    await purgeOldEvents(server.db, 90);
    expect(await refs()).toEqual(status === null ? ['a', 'b', 'c'] : ['b', 'c']);
    await pool.query('delete from webhook_deliveries');
    await pool.query(`update webhook_endpoints set ${ended}`);
    await purgeOldEvents(server.db, 90);
    expect(await refs()).toEqual(['c']);
    await pool.query('delete from webhook_endpoints');
  });
});
