/** GET and PUT /settlement-schedule, and settlements of one currency (docs/ledger.md, "Which orders settle"). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const path = '/settlement-schedule';
const clock = createTestClock('2031-03-01T12:00:00.000Z');
let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});

const put = (body: unknown, headers = {}, client = test) => client.call('PUT', path, body, headers);
const shown = async (client = test) => (await client.get(path)).json().data;

const untouched = {
  time_zone: 'UTC',
  hold_seconds: 0,
  settle_only_paid: false,
  paused: false,
  schedule: { every: 'day', time: '02:00', next_run_at: '2031-03-02T02:00:00.000Z' },
  currencies: {},
};

describe('the schedule', () => {
  it('is daily at 02:00 UTC until the company decides otherwise', async () => {
    const answer = await test.get(path);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, data: untouched }]);
  });

  it('is changed whole or in part', async () => {
    const answer = await put({
      time_zone: 'europe/berlin',
      hold_seconds: 3_600,
      settle_only_paid: true,
      schedule: { every: 'week', days: ['friday', 'monday'], time: '06:30' },
      currencies: {
        USD: { every: 'month', days: [31, 15], time: '23:00' },
        JPY: { every: 'day', time: '00:00' },
      },
    });
    const expected = {
      time_zone: 'Europe/Berlin',
      hold_seconds: 3_600,
      settle_only_paid: true,
      paused: false,
      schedule: { every: 'week', days: ['monday', 'friday'], time: '06:30', next_run_at: '2031-03-03T05:30:00.000Z' },
      currencies: {
        JPY: { every: 'day', time: '00:00', next_run_at: '2031-03-01T23:00:00.000Z' },
        USD: { every: 'month', days: [15, 31], time: '23:00', next_run_at: '2031-03-15T22:00:00.000Z' },
      },
    };
    expect([answer.statusCode, answer.json().data]).toEqual([200, expected]);
    expect(await shown()).toEqual(expected);

    await put({ currencies: { JPY: { every: 'day', time: '00:00' } }, hold_seconds: 0 });
    const { USD: _, ...currencies } = expected.currencies;
    expect(await shown()).toEqual({ ...expected, hold_seconds: 0, currencies });
    // What was read may be sent back as it stands.
    expect((await put(await shown())).json().data).toEqual({ ...expected, hold_seconds: 0, currencies });
  });

  it('of one mode stays as it is when the other’s changes', async () => {
    const modes = [
      { own: test, other: live, time_zone: 'Europe/Berlin', time: '06:30', code: 'USD' },
      { own: live, other: test, time_zone: 'Asia/Tokyo', time: '07:45', code: 'JPY' },
    ];
    for (const { own, other, time_zone, time, code } of modes) {
      const before = await shown(other);
      const schedule = { every: 'day', time };
      const settings = {
        time_zone,
        hold_seconds: 60,
        settle_only_paid: true,
        schedule,
        currencies: { [code]: schedule },
      };
      for (const change of [settings, { paused: true }, { paused: false }, { hold_seconds: 61 }]) {
        expect((await put(change, {}, own)).statusCode).toBe(200);
        expect(await shown(other)).toEqual(before);
      }
      expect(await shown(own)).toMatchObject({ time_zone, hold_seconds: 61, settle_only_paid: true, schedule });
      expect(Object.keys((await shown(own)).currencies)).toEqual([code]);
    }
    const { rows } = await server.database.pool.query(
      `select mode, array_agg(currency order by currency) as currencies from settlement_dues where holder_id = $1
       group by mode order by mode`,
      [company],
    );
    expect(rows).toEqual([
      { mode: 'live', currencies: ['*', 'JPY'] },
      { mode: 'test', currencies: ['*', 'USD'] },
    ]);
  });

  it('has no next run while paused, and a new one afterwards', async () => {
    const paused = (await put({ paused: true })).json().data;
    expect(paused).toEqual({ ...untouched, paused: true, schedule: { ...untouched.schedule, next_run_at: null } });
    expect((await put({ paused: false })).json().data).toEqual(untouched);
  });

  it('is due by each mode’s own clock', async () => {
    await put({ time_zone: 'Asia/Tokyo' });
    await test.post('/test/clock', { advance_seconds: 10 * 24 * 60 * 60 });
    for (const client of [test, live]) expect((await put({ time_zone: 'UTC' }, {}, client)).statusCode).toBe(200);
    // The test book had missed its turn by then, and keeps it.
    expect((await shown()).schedule.next_run_at).toBe('2031-03-01T17:00:00.000Z');
    expect((await shown(live)).schedule.next_run_at).toBe('2031-03-02T02:00:00.000Z');
  });

  it('is changed once under one Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'schedule-1' };
    const first = await put({ hold_seconds: 60 }, key);
    await put({ hold_seconds: 120 });
    const again = await put({ hold_seconds: 60 }, key);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    expect((await shown()).hold_seconds).toBe(120);
    expect((await put({ hold_seconds: 61 }, key)).statusCode).toBe(409);
  });

  const week = { every: 'week', days: ['monday'], time: '02:00' };
  const month = { every: 'month', days: [1], time: '02:00' };
  it.each<[what: string, body: unknown, fields: string[]]>([
    ['an unknown zone', { time_zone: 'Mars/Olympus' }, ['time_zone']],
    ['an offset for a zone', { time_zone: '+02:00' }, ['time_zone']],
    ['a number for a zone', { time_zone: 2 }, ['time_zone']],
    ['a very long zone', { time_zone: `A${'a'.repeat(5_000)}` }, ['time_zone']],
    ['a hold below 0', { hold_seconds: -1 }, ['hold_seconds']],
    ['a hold of more than a year', { hold_seconds: 31_536_001 }, ['hold_seconds']],
    ['half a second', { hold_seconds: 0.5 }, ['hold_seconds']],
    ['text for a boolean', { paused: 'true', settle_only_paid: 1 }, ['settle_only_paid', 'paused']],
    ['a schedule that is text', { schedule: 'daily' }, ['schedule']],
    ['a schedule that is a list', { schedule: [] }, ['schedule']],
    ['an empty schedule', { schedule: {} }, ['schedule.time', 'schedule.every']],
    ['an unknown rhythm', { schedule: { every: 'hour', time: '02:00' } }, ['schedule.every']],
    ['25:00', { schedule: { every: 'day', time: '25:00' } }, ['schedule.time']],
    ['24:00', { schedule: { every: 'day', time: '24:00' } }, ['schedule.time']],
    ['2:00', { schedule: { every: 'day', time: '2:00' } }, ['schedule.time']],
    ['seconds', { schedule: { every: 'day', time: '02:00:00' } }, ['schedule.time']],
    ['days of every day', { schedule: { every: 'day', days: [1], time: '02:00' } }, ['schedule.days']],
    ['a week without days', { schedule: { every: 'week', time: '02:00' } }, ['schedule.days']],
    [
      'more days than a month has',
      { schedule: { ...month, days: Array.from({ length: 32 }, () => 1) } },
      ['schedule.days'],
    ],
    ['a week of no days', { schedule: { ...week, days: [] } }, ['schedule.days']],
    ['a day that is none', { schedule: { ...week, days: ['monday', 'Funday'] } }, ['schedule.days[1]']],
    ['a weekday twice', { schedule: { ...week, days: ['monday', 'friday', 'monday'] } }, ['schedule.days[2]']],
    ['numbers for weekdays', { schedule: { ...week, days: [1] } }, ['schedule.days[0]']],
    ['a month of no days', { schedule: { ...month, days: [] } }, ['schedule.days']],
    ['day 32 and day 0', { schedule: { ...month, days: [32, 1, 0] } }, ['schedule.days[0]', 'schedule.days[2]']],
    ['a day twice', { schedule: { ...month, days: [31, 31] } }, ['schedule.days[1]']],
    ['half a day', { schedule: { ...month, days: [1.5] } }, ['schedule.days[0]']],
    ['text for a day', { schedule: { ...month, days: ['1'] } }, ['schedule.days[0]']],
    ['days that are no list', { schedule: { ...month, days: 1 } }, ['schedule.days']],
    ['currencies that are a list', { currencies: [] }, ['currencies']],
    ['an unknown currency', { currencies: { XYZ: week } }, ['currencies.XYZ']],
    ['a currency in lower case', { currencies: { eur: week } }, ['currencies.eur']],
    ['the default’s own sign', { currencies: { '*': week } }, ['currencies.*']],
    ['a currency’s wrong schedule', { currencies: { EUR: { ...week, time: '' } } }, ['currencies.EUR.time']],
    [
      'everything at once',
      {
        time_zone: '',
        hold_seconds: 'x',
        paused: 0,
        schedule: { every: 'month', days: [0], time: 'x' },
        currencies: { XXX: 1, EUR: 1 },
      },
      ['time_zone', 'hold_seconds', 'paused', 'schedule.time', 'schedule.days[0]', 'currencies.XXX', 'currencies.EUR'],
    ],
  ])('that can’t be is refused: %s', async (_what, body, fields) => {
    const before = await stateOf(server.database);
    const answer = await put({ settle_only_paid: true, ...(body as object) });
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
    expect(answer.json().error.details.map((detail: { field: string }) => detail.field)).toEqual(fields);
    expect(await stateOf(server.database)).toEqual(before);
    expect(await shown()).toEqual(untouched);
  });

  it.each([undefined, '', '[]', '"x"', '{'])('a body of %j is refused', async (body) => {
    expect((await put(body)).statusCode).toBe(400);
    expect(await shown()).toEqual(untouched);
  });
});

describe('POST /settlements with a currency', () => {
  it('settles, or shows, that currency only', async () => {
    for (const currency of ['EUR', 'USD']) {
      await test.post('/wallets/topups', { amount: 100, currency });
      await test.post('/orders', orderBody({ currency, partner_order_ref: currency }));
    }
    const preview = (await test.post('/settlements', { currency: 'USD', dry_run: true })).json().data;
    expect(preview).toMatchObject({ currency: 'USD', orders_settled: 1, totals: [{ currency: 'USD' }] });
    const settled = await test.post('/settlements', { currency: 'USD' });
    expect(settled.statusCode).toBe(201);
    expect(settled.json().data).toMatchObject({ currency: 'USD', orders_settled: 1, totals: [{ currency: 'USD' }] });
    expect((await test.get('/orders/EUR')).json().data.settlement_status).toBe('unsettled');
    expect((await test.post('/settlements')).json().data).toMatchObject({ currency: null, orders_settled: 1 });
    await expectBooksToHold(server.db);
  });

  it.each(['usd', 'XYZ', '', 1, ['USD']])('refuses %j', async (currency) => {
    for (const dryRun of [true, false]) {
      const answer = await test.post('/settlements', { currency, dry_run: dryRun });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().error.details.map((detail: { field: string }) => detail.field)).toEqual(['currency']);
    }
    expect((await test.get('/settlements')).json().data).toEqual([]);
  });
});

describe('a running service', () => {
  it('settles when the test clock reaches the next run, after as many days as one likes, once', async () => {
    const service = await createTestService();
    const companyId = await makeCompany(service.db);
    const client = createPartnerClient(service.app, await makeKey(service.db, companyId));
    await client.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    await client.post('/test/drain');
    await client.call('PUT', path, { time_zone: 'America/New_York', hold_seconds: 3_600 });
    await client.post('/orders', orderBody({ partner_order_ref: 'a' }));

    const due = (await client.get(path)).json().data.schedule.next_run_at;
    // The order's hold may end before or after the first run; the second finds it in any case.
    for (const move of [{ now: due }, { advance_seconds: 5 * 24 * 60 * 60 }]) {
      expect((await client.post('/test/clock', move)).statusCode).toBe(200);
      expect((await client.post('/test/drain')).json().data.drained).toBe(true);
    }
    expect((await client.get('/orders/a')).json().data.settlement_status).toBe('settled');
    const runs = (await client.get('/settlements')).json().data as { trigger: string; orders_settled: number }[];
    const scheduled = runs.filter((one) => one.trigger === 'schedule');
    expect(scheduled.length).toBeLessThanOrEqual(2);
    expect(scheduled.reduce((sum, one) => sum + one.orders_settled, 0)).toBe(1);
    await expectBooksToHold(service.db);
    await service.close();
  });
});
