/**
 * The rate limit of POST /orders: 60 in any 60 seconds per company and mode, and what its headers say
 * (docs/contract/partner.md, "Rate limit").
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stateOf } from '../support/database-state.ts';
import { changeCompany, makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let company: bigint;
let partner: PartnerClient;
/** Stands still: the window's clock is the process's monotonic one. */
let nowMs = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // Whole milliseconds, so that sums of them are exact.
  nowMs = Math.ceil(performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  company = await makeCompany(server.db, { ordersPerMinute: 60 });
  partner = createPartnerClient(server.app, await makeKey(server.db, company));
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Answer = Awaited<ReturnType<PartnerClient['post']>>;
const limits = ({ headers }: Answer) => [headers['ratelimit-policy'], headers.ratelimit, headers['retry-after']];
const push = (client = partner) => client.post('/orders', orderBody());
async function pushMany(count: number, client = partner): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await push(client)).statusCode);
  return statuses;
}

describe('docs/contract/partner.md, "Rate limit": 60 order pushes per minute', () => {
  it('60 are taken; the 61st is a 429 with Retry-After, and writes nothing', async () => {
    expect(await pushMany(60)).toEqual(Array(60).fill(201));
    const before = await stateOf(server.database);
    const refused = await push();
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate_limited']);
    expect(limits(refused)).toEqual(['"orders";q=60;w=60', '"orders";r=0;t=60', '60']);
    expect(await stateOf(server.database)).toBe(before);
  });

  it('in any 60 seconds: a place is free again 60 s after the push that took it, and not before', async () => {
    await pushMany(1);
    nowMs += 10_000;
    await pushMany(59);
    nowMs += 49_999;
    expect(limits(await push())).toEqual(['"orders";q=60;w=60', '"orders";r=0;t=1', '1']);
    nowMs += 1;
    expect(await pushMany(2)).toEqual([201, 429]);
    nowMs += 10_000;
    expect(await pushMany(59)).toEqual(Array(59).fill(201));
    expect(await pushMany(1)).toEqual([429]);
  });

  it('refused requests do not count, so a patient client always recovers', async () => {
    await pushMany(60);
    for (let second = 0; second < 60; second += 1) {
      expect(await pushMany(2)).toEqual([429, 429]);
      nowMs += 1_000;
    }
    expect(await pushMany(60)).toEqual(Array(60).fill(201));
  });
});

describe('docs/contract/partner.md, "Rate limit": what counts', () => {
  it('every answer says what is left and when the oldest push leaves', async () => {
    expect(limits(await push())).toEqual(['"orders";q=60;w=60', '"orders";r=59;t=60', undefined]);
    nowMs += 12_500;
    expect(limits(await push())).toEqual(['"orders";q=60;w=60', '"orders";r=58;t=48', undefined]);
  });

  it('requests with valid credentials, whatever their outcome', async () => {
    const body = orderBody({ idempotency_key: 'k' });
    const sends: [number, () => Promise<Answer>][] = [
      [201, () => partner.post('/orders', body)],
      [200, () => partner.post('/orders', body)],
      [409, () => partner.post('/orders', orderBody({ idempotency_key: 'k' }))],
      [422, () => partner.post('/orders', {})],
      [400, () => partner.post('/orders', '{')],
      [413, () => partner.post('/orders', ' '.repeat(300_000))],
      [415, () => partner.post('/orders', '{}', { 'content-type': 'text/plain' })],
    ];
    for (const [index, [status, send]] of sends.entries()) {
      const answer = await send();
      expect([answer.statusCode, answer.headers.ratelimit]).toEqual([status, `"orders";r=${59 - index};t=60`]);
    }
  });

  it('not requests answered 503, which are to be sent again', async () => {
    await push();
    const { database } = server.database.settings;
    const endSessions = () =>
      server.database.owner.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
    await server.database.owner.query(`alter database ${database} set default_transaction_read_only = on`);
    await endSessions();
    const refused = await push();
    expect([refused.statusCode, refused.headers.ratelimit]).toEqual([503, '"orders";r=58;t=60']);
    await server.database.owner.query(`set default_transaction_read_only = off`);
    await server.database.owner.query(`alter database ${database} reset default_transaction_read_only`);
    await endSessions();
    expect((await push()).headers.ratelimit).toBe('"orders";r=58;t=60');
  });

  it('not requests without valid credentials, nor other routes or methods', async () => {
    for (let sent = 0; sent < 70; sent += 1) {
      const wrong = await partner.post('/orders', {}, { 'x-client-secret': 'sk_test_wrong' });
      expect([wrong.statusCode, wrong.headers.ratelimit]).toEqual([401, undefined]);
    }
    for (const path of ['/orders', '/orders/x', '/wallets']) {
      expect((await partner.get(path)).headers.ratelimit).toBeUndefined();
    }
    expect((await partner.call('DELETE', '/orders')).headers.ratelimit).toBeUndefined();
    expect((await push()).headers.ratelimit).toBe('"orders";r=59;t=60');
  });

  it('each company and mode by itself, all key pairs of one together', async () => {
    await pushMany(30);
    expect(
      (await push(createPartnerClient(server.app, await makeKey(server.db, company, 'test')))).headers.ratelimit,
    ).toBe('"orders";r=29;t=60');
    expect(
      (await push(createPartnerClient(server.app, await makeKey(server.db, company, 'live')))).headers.ratelimit,
    ).toBe('"orders";r=59;t=60');
    const other = await makeCompany(server.db, { ordersPerMinute: 60 });
    expect((await push(createPartnerClient(server.app, await makeKey(server.db, other)))).headers.ratelimit).toBe(
      '"orders";r=59;t=60',
    );
  });

  it('sent all at once, exactly 60 are taken', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => push()));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(60);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(40);
    const left = answers.flatMap((answer) =>
      answer.statusCode === 201 ? [Number(/r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1])] : [],
    );
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  it('an operator may set another quota for a company, heard of within a second', async () => {
    await pushMany(60);
    await changeCompany(server.db, company, { ordersPerMinute: 62 });
    nowMs += 1_000;
    expect(limits(await push())).toEqual(['"orders";q=62;w=60', '"orders";r=1;t=59', undefined]);
    expect(await pushMany(2)).toEqual([201, 429]);
    await changeCompany(server.db, company, { ordersPerMinute: 5 });
    nowMs += 1_000;
    expect(limits(await push())[0]).toBe('"orders";q=5;w=60');
    expect(await pushMany(1)).toEqual([429]);
  });
});
