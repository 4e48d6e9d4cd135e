/** Faults of ours: 500 and 503 in the envelope of each interface, safe to send again, with nothing of the inside told. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors/app-error.ts';
import { base, createShop, dataOf, expectError, payment, type Shop, sandbox } from '../fixtures/shop.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { onClusterAs } from '../support/on-cluster.ts';
import { orderBody } from '../support/order-bodies.ts';
import { ownRoute } from '../support/own-route.ts';

const lines: string[] = [];
const inside = 'duplicate key value violates unique constraint "secret_table": (jane@example.test)';
const faults: Record<string, () => Error> = {
  broken: () => new Error(inside),
  database: () => Object.assign(new Error(inside), { code: '23505', constraint: 'secret_table', routine: '_bt_check' }),
  busy: () => new AppError('unavailable', { retryAfterSeconds: 7 }),
  gave_up: () =>
    new AppError('unavailable', { retryAfterSeconds: 5, cause: Object.assign(new Error(inside), { code: '57P01' }) }),
  ended: () => new Error('Cannot use a pool after calling end on the pool'),
  lost: () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' }),
  deadlock: () => Object.assign(new Error('deadlock detected'), { code: '40P01' }),
};
/** What PostgreSQL says when it cannot now, whatever it was asked. */
const unable: Record<string, [code: string, outage: string, message: string]> = {
  'a full disk': ['53100', 'disk_full', "The service's disk is full."],
  'a full disk of the process': ['ENOSPC', 'disk_full', "The service's disk is full."],
  'no memory': ['53200', 'out_of_memory', 'The database lacks memory.'],
  'too many connections': ['53300', 'busy', 'The service is busy.'],
  'no resources': ['53000', 'busy', 'The service is busy.'],
  'a limit of its configuration': ['53400', 'limit_reached', 'A database limit was hit.'],
  'starting up': ['57P03', 'offline', 'The database is offline.'],
  'too slow': ['57014', 'busy', 'The service is busy.'],
  'read-only': ['25006', 'read_only', 'The database is read-only.'],
  'a broken disk': ['58030', 'disk_failed', "The service's disk failed."],
};
for (const [code] of Object.values(unable))
  faults[code] = () => Object.assign(new Error(inside), { code, routine: 'mdextend' });

/** The clock of the log's intervals. */
let nowMs = 0;
const prefixes = [base, sandbox, '/partner/v1', '', `${base}/user`];

let shop: Shop;

beforeAll(async () => {
  shop = await createShop({
    nowMs: () => nowMs,
    logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
    extend(app) {
      for (const prefix of prefixes) {
        app.get(`${prefix}/fault/:kind/:token`, { schema: ownRoute }, async (request) => {
          throw (faults[(request.params as { kind: string }).kind] as () => Error)();
        });
      }
    },
  });
});
afterAll(() => shop.close());

const ask = (prefix: string, kind: string) => shop.call('GET', `${prefix}/fault/${kind}/pay_hush?q=hush`);

describe.each([
  ['broken', 500, 'internal_error', 'Something went wrong here. It is safe to send this again.', undefined],
  ['database', 500, 'internal_error', 'Something went wrong here. It is safe to send this again.', undefined],
  ['busy', 503, 'unavailable', 'The service is busy. It is safe to send this again.', '7'],
  ['lost', 503, 'unavailable', 'The database is offline. It is safe to send this again.', '1'],
  ['gave_up', 503, 'unavailable', 'The database is offline. It is safe to send this again.', '5'],
  ['ended', 503, 'unavailable', 'The database is offline. It is safe to send this again.', '1'],
  ['deadlock', 503, 'unavailable', 'The service is busy. It is safe to send this again.', '1'],
])('%s is a %i', (kind, status, code, message, retryAfter) => {
  it.each([base, sandbox])('on interface A (%s)', async (prefix) => {
    const answer = await ask(prefix, kind);
    expectError(answer, status, message);
    expect(answer.headers['retry-after']).toBe(retryAfter);
  });

  it.each(['/partner/v1', ''])('on interface B and elsewhere (%s)', async (prefix) => {
    const answer = await ask(prefix, kind);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect(answer.headers['retry-after']).toBe(retryAfter);
    const request_id = answer.headers['x-request-id'];
    expect(JSON.parse(answer.text)).toEqual({ status: false, error: { code, message, details: [], request_id } });
  });

  it('on the customer’s pages: a page', async () => {
    const answer = await ask(`${base}/user`, kind);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.text).not.toMatch(/secret_table|jane|10\.0\.0\.5/);
  });

  it('is logged with its route and request id, never with its address', async () => {
    lines.length = 0;
    nowMs += 1_000;
    const answer = await ask(base, kind);
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request failed');
    expect(logged).toMatchObject([
      {
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        route: `${base}/fault/:kind/:token`,
        error: { name: code },
      },
    ]);
    expect(lines.join('')).not.toContain('hush');
  });
});

it('a database’s own words, which may quote what was sent, stay out of the log', async () => {
  lines.length = 0;
  await ask('', 'database');
  expect(lines.join('')).toContain('secret_table');
  expect(lines.join('')).not.toContain('jane@example.test');
});

it('a request that succeeds or is refused leaves no line', async () => {
  lines.length = 0;
  await shop.call('GET', '/health/ready');
  await shop.call('POST', `${base}/authentication/token`, { body: { client_id: 'x', secret_id: 'y' } });
  await shop.call('GET', '/partner/v1/orders');
  expect(lines).toEqual([]);
});

describe('a database that cannot now', () => {
  it.each(Object.entries(unable))(
    '%s is a 503 that says why, and when to come again',
    async (_, [code, outage, why]) => {
      const wait = code === '57P03' ? '1' : '10';
      const message = `${why} It is safe to send this again.`;
      lines.length = 0;
      nowMs += 1_000;
      const merchant = await ask(base, code);
      expectError(merchant, 503, message);
      expect(lines.map((line) => JSON.parse(line).error)).toMatchObject([{ name: 'unavailable', outage, code }]);
      const partner = await ask('/partner/v1', code);
      expect([partner.status, JSON.parse(partner.text).error]).toMatchObject([503, { code: 'unavailable', message }]);
      for (const { headers } of [merchant, partner]) expect(headers['retry-after']).toBe(wait);
    },
  );

  it('has one line a second, which counts those that were left out', async () => {
    nowMs += 1_000;
    await ask(base, '53100');
    nowMs += 1_000;
    lines.length = 0;
    for (const ms of [0, 1, 998]) {
      nowMs += ms;
      await ask('/partner/v1', '53100');
    }
    expect(lines.map((line) => JSON.parse(line).unlogged)).toEqual([0]);
    nowMs += 1;
    await ask(base, '53100');
    expect(lines.map((line) => JSON.parse(line).unlogged)).toEqual([0, 2]);
    expect(lines.join('')).not.toContain('jane@example.test');
  });

  it.skipIf(onClusterAs('noTriggers'))(
    'a full disk: what must be written is a 503 on both interfaces, reading goes on, and it recovers by itself',
    async () => {
      const merchant = await shop.addMerchant();
      const token = await shop.token(merchant.test);
      const company = await makeKey(shop.db, await makeCompany(shop.db));
      const headers = { 'x-client-id': company.clientId, 'x-client-secret': company.clientSecret };
      const record = () =>
        shop.call('POST', '/partner/v1/orders', { headers, body: orderBody({ partner_order_ref: 'full' }) });
      const { owner } = shop.database;
      await owner.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$`);
      try {
        for (const table of ['payments', 'orders'])
          await owner.query(`create trigger no_room before insert on ${table} execute function no_room()`);

        const refused = [
          await shop.create(token, payment),
          await shop.create(token, payment, { 'idempotency-key': 'k' }),
          await record(),
        ];
        expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
          Array(3).fill([503, '10']),
        );
        const batch = await Promise.all(Array.from({ length: 20 }, record));
        expect(new Set(batch.map(({ status }) => status))).toEqual(new Set([503]));
        expect((await shop.call('GET', '/partner/v1/orders', { headers })).status).toBe(200);
      } finally {
        await owner.query('drop function no_room() cascade');
      }
      dataOf(await shop.create(token, payment, { 'idempotency-key': 'k' }));
      expect((await record()).status).toBe(201);
      await shop.expectBooksHold();
    },
  );

  it.each([
    ['its disk has no room', 'temp_file_limit = 0'],
    ['it is read-only', 'default_transaction_read_only = on'],
  ])('is not ready while %s, and ready again after', async (_, setting) => {
    const { owner, settings } = shop.database;
    const name = settings.database;
    const ready = async () => {
      await owner.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = '${name}' and pid <> pg_backend_pid() and usename = '${settings.user}'`);
      return (await shop.call('GET', '/health/ready')).status;
    };
    expect(await ready()).toBe(200);
    await owner.query(`alter database ${name} set ${setting}`);
    expect(await ready()).toBe(503);
    await owner.query(`alter database ${name} reset all`);
    expect(await ready()).toBe(200);
  });
});
