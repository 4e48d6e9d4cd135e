/**
 * POST /test/clock and POST /test/drain (docs/contract/partner.md, "Test clock"): holds, expiry and retries on a
 * company's own time.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { createDrain } from '../../src/features/test-clock/drain.ts';
import { createTestClocks } from '../../src/features/test-clock/test-clocks.ts';
import { keyOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { changeCompany, makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const start = '2031-03-01T12:00:00.000Z';
const clock = createTestClock(start);
let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestService({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});

const move = (body: unknown, headers = {}) => test.post('/test/clock', body, headers);
const now = async (client = test) => (await client.get('/test/clock')).json().data.now;
const drain = () => test.post('/test/drain');
const order = (ref: string) => orderBody({ partner_order_ref: ref });
const shown = async (ref: string) => (await test.get(`/orders/${ref}`)).json().data;

describe('POST /test/clock', () => {
  it('starts at the real time, moves by seconds and to an instant', async () => {
    expect(await now()).toBe(start);
    const answer = await move({ advance_seconds: 90 });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: true, data: { now: '2031-03-01T12:01:30.000Z' } },
    ]);
    expect((await move({ now: '2031-04-01T00:00:00+02:00' })).json().data).toEqual({ now: '2031-03-31T22:00:00.000Z' });
    expect(await now()).toBe('2031-03-31T22:00:00.000Z');
  });

  it('moves once under one Idempotency-Key, and adds up what is sent at once', async () => {
    const key = { 'idempotency-key': 'move-1' };
    await Promise.all([move({ advance_seconds: 60 }, key), move({ advance_seconds: 60 }, key)]);
    expect(await now()).toBe('2031-03-01T12:01:00.000Z');
    await Promise.all([1, 2, 3, 4].map(() => move({ advance_seconds: 60 })));
    expect(await now()).toBe('2031-03-01T12:05:00.000Z');
  });

  it('is the company’s own, and its test book’s only', async () => {
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    await move({ advance_seconds: 60 });
    expect(await now(other)).toBe(start);
    expect(server.clock.now(company, 'live').toISOString()).toBe(start);
    expect(server.clock.now(company, 'test').toISOString()).toBe('2031-03-01T12:01:00.000Z');
  });

  it.each<[what: string, body: unknown, status: number, fields: string[]]>([
    ['nothing', {}, 422, ['advance_seconds', 'now']],
    ['both', { advance_seconds: 1, now: '2032-01-01T00:00:00Z' }, 422, ['advance_seconds', 'now']],
    ['no seconds', { advance_seconds: 0 }, 422, ['advance_seconds']],
    ['seconds back', { advance_seconds: -1 }, 422, ['advance_seconds']],
    ['half a second', { advance_seconds: 0.5 }, 422, ['advance_seconds']],
    ['text', { advance_seconds: '60' }, 422, ['advance_seconds']],
    ['more than ten years', { advance_seconds: 315_360_001 }, 422, ['advance_seconds']],
    ['an instant of the past', { now: '2031-03-01T11:59:59Z' }, 422, ['now']],
    ['an instant too far', { now: '2051-03-01T00:00:00Z' }, 422, ['now']],
    ['a day', { now: '2032-01-01' }, 422, ['now']],
    ['a local time', { now: '2032-01-01T00:00:00' }, 422, ['now']],
    ['a month that is none', { now: '2032-13-01T00:00:00Z' }, 422, ['now']],
    ['no instant', { now: 'tomorrow' }, 422, ['now']],
    ['a number', { now: 1 }, 422, ['now']],
    ['two kinds of wrong', { advance_seconds: 'x', now: 1 }, 422, ['advance_seconds', 'now']],
    ['a list', [], 400, []],
    ['no JSON', '{', 400, []],
    ['no body', undefined, 400, []],
  ])('refuses %s, and stays where it is', async (_what, body, status, fields) => {
    const before = await stateOf(server.database);
    const answer = await move(body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error.details.map((detail: { field: string }) => detail.field)).toEqual(fields);
    expect(await stateOf(server.database)).toEqual(before);
    expect(await now()).toBe(start);
  });

  it('is bounded by ten years in all', async () => {
    expect((await move({ advance_seconds: 315_360_000 })).statusCode).toBe(200);
    expect((await move({ advance_seconds: 1 })).statusCode).toBe(422);
  });

  it('is not for live keys', async () => {
    for (const [method, path] of [
      ['GET', '/test/clock'],
      ['POST', '/test/clock'],
      ['POST', '/test/drain'],
    ] as const) {
      const answer = await live.call(method, path, method === 'GET' ? undefined : {});
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'not_permitted']);
    }
  });
});

describe('what a test clock moves', () => {
  it('the months of statements, whichever of them was read before', async () => {
    const months = async (client = test) => {
      const answers = ['2031-03', '2031-04'].map((month) => client.get(`/statements/${month}?beneficiary_ref=partner`));
      return (await Promise.all(answers)).map((answer) => {
        const [clearing] = answer.json().data.accounts;
        return clearing === undefined ? undefined : [clearing.opening_balance, clearing.closing_balance];
      });
    };
    expect(await months()).toEqual([undefined, undefined]);
    await test.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    expect(await months()).toEqual([
      [0, 100],
      [100, 100],
    ]);
    await move({ now: '2031-04-20T00:00:00Z' });
    await test.post('/wallets/topups', { amount: 20, currency: 'EUR' });
    expect(await months()).toEqual([
      [0, 100],
      [100, 120],
    ]);
    await move({ now: '2031-05-01T00:00:00Z' });
    await test.post('/wallets/topups', { amount: 3, currency: 'EUR' });
    expect(await months()).toEqual([
      [0, 100],
      [100, 120],
    ]);
    expect(await months(live)).toEqual([undefined, undefined]);
    await expectBooksToHold(server.db);
  });

  it('an order’s hold', async () => {
    await changeCompany(server.db, company, { holdSeconds: 3_600 });
    await test.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    await test.post('/orders', order('held'));
    await drain();
    expect((await test.post('/settlements')).json().data.orders_settled).toBe(0);
    await move({ advance_seconds: 3_599 });
    expect((await test.post('/settlements')).json().data.orders_settled).toBe(0);
    await move({ advance_seconds: 1 });
    expect((await test.post('/settlements')).json().data.orders_settled).toBe(1);
    expect((await shown('held')).settlement_status).toBe('settled');
    await expectBooksToHold(server.db);
  });

  it('a payment link’s expiry, told by the sweep; a live one, and another company’s, stay open', async () => {
    const stranger = await makeCompany(server.db);
    const others = [live, createPartnerClient(server.app, await makeKey(server.db, stranger))];
    for (const client of [test, ...others]) {
      const recorded = await client.post(
        '/orders',
        orderBody({ payment_source: 'service', partner_order_ref: 'link' }),
      );
      expect(recorded.statusCode, recorded.body).toBe(201);
    }
    const states = async () => {
      const { rows } = await sql<{ status: string }>`
        select p.status from payments p where p.holder_id = any(${[company, stranger]}::bigint[])
        order by p.holder_id, p.mode desc`.execute(server.db);
      return rows.map((row) => row.status);
    };
    const drained = await drain();
    expect([drained.statusCode, drained.json()]).toEqual([200, { status: true, data: { drained: true, now: start } }]);
    expect(await states()).toEqual(['created', 'created', 'created']);
    await move({ advance_seconds: 400 * 24 * 60 * 60 });
    expect((await drain()).json().data).toEqual({ drained: true, now: '2032-04-04T12:00:00.000Z' });
    expect(await states()).toEqual(['expired', 'created', 'created']);
  });
});

describe('POST /test/drain', () => {
  it('returns when what a top-up woke has settled', async () => {
    for (const ref of ['a', 'b']) await test.post('/orders', order(ref));
    await test.post('/settlements');
    expect((await shown('a')).settlement_status).toBe('awaiting_funds');
    await test.post('/wallets/topups', { amount: 25, currency: 'EUR' });
    expect((await drain()).statusCode).toBe(200);
    expect([(await shown('a')).settlement_status, (await shown('b')).settlement_status]).toEqual([
      'settled',
      'settled',
    ]);
    await expectBooksToHold(server.db);
  });

  it('has what failed and waits to be tried again tried now', async () => {
    const book = { holderId: company, mode: 'test' as const };
    await test.post('/orders', order('a'));
    await test.post('/settlements');
    // A run that another process has begun: the top-up's own can't begin, and would be tried again later.
    await inTransaction(server.db, (tx) => server.runner.begin(shell, tx, book, 'request', 'USD'));
    await test.post('/wallets/topups', { amount: 25, currency: 'EUR' });
    const failed = () =>
      sql<{ id: bigint }>`
        select id from graphile_worker.jobs
        where key = ${`settle_on_funds:${company}:test:EUR`} and attempts > 0 and locked_at is null`.execute(server.db);
    await vi.waitFor(async () => expect((await failed()).rows.length).toBe(1), { timeout: 10_000 });
    await sql`
      select graphile_worker.reschedule_jobs(array[${(await failed()).rows[0]?.id ?? 0n}]::bigint[], run_at => now() + interval '1 hour')`.execute(
      server.db,
    );
    expect((await drain()).json().data.drained).toBe(true);
    expect((await shown('a')).settlement_status).toBe('settled');
    await expectBooksToHold(server.db);
  });

  it('does not wait for workers where there are none', async () => {
    const quiet = await createTestServer({ clock });
    const companyId = await makeCompany(quiet.db);
    const client = createPartnerClient(quiet.app, await makeKey(quiet.db, companyId));
    expect((await client.post('/test/drain')).json().data).toEqual({ drained: true, now: start });
    await client.post('/wallets/topups', { amount: 1, currency: 'EUR' });
    expect((await client.post('/test/drain')).json().data).toEqual({ drained: false, now: start });
    await quiet.close();
  });

  it('says so when work is left at the end of its time', async () => {
    const book = { holderId: company, mode: 'test' as const };
    const clocks = createTestClocks(server.db, clock);
    await sql`
      select graphile_worker.add_job('nobody_does_this', job_key => ${`stuck:${company}`},
        flags => ${[`holder:${company}`, 'mode:test']}::text[])`.execute(server.db);
    const stuck = createDrain({ db: server.db, clock: clocks, works: [], timeoutMs: 200 });
    expect(await stuck(keyOf(book), book)).toMatchObject({ drained: false });
    const live = { holderId: company, mode: 'live' as const };
    await expect(stuck(keyOf(live), live)).rejects.toMatchObject({ code: 'not_permitted' });
    const other = { ...book, holderId: await makeCompany(server.db) };
    expect(await stuck(keyOf(other), other)).toMatchObject({ drained: true });
    await sql`select graphile_worker.remove_job(${`stuck:${company}`})`.execute(server.db);
    expect(await stuck(keyOf(book), book)).toMatchObject({ drained: true });
  });
});
