/**
 * Explorations against the rows of the API's own lists: every total, part and group is as many as the list that it opens, and
 * of the same amount; in several currencies and time zones, each mode and account apart.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { type Exploration, figuresOf, type Part, thousandths } from '../fixtures/explorations.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

type Row = { amount: number; captured_amount?: number | null };

const clock = createTestClock('2031-02-20T12:00:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const now = '2031-04-02T10:00:00.000Z';
/** Around midnight and the hour that Athens has not on 30 March. */
const times = [
  '2031-02-28T23:30:00.000Z',
  '2031-03-27T12:00:00.000Z',
  '2031-03-29T21:59:59.000Z',
  '2031-03-29T22:00:00.000Z',
  '2031-03-30T00:30:00.000Z',
  '2031-03-30T01:30:00.000Z',
  '2031-04-01T21:30:00.000Z',
];
const asked = [
  'time_zone=UTC',
  'time_zone=Europe/Athens&unit=week&compare=year',
  'time_zone=Europe/Athens&from=2031-03-29&to=2031-03-31&unit=hour',
  'time_zone=America/Los_Angeles&from=2031-03-25&to=2031-04-01&compare=custom&compare_from=2031-02-01&compare_to=2031-03-28',
  'time_zone=UTC&period=12m&compare=none',
];

let server: TestServer;
let personId: string;
let cookie: string;

beforeAll(async () => {
  server = await createTestServer({ clock });
  ({ personId } = await server.people.signUp(shell, person));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

function ask(holderId: bigint, path: string, body?: object, mode = 'test') {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(holderId), 'sluice-mode': mode };
  return server.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/v1${path}`,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
async function dataOf(holderId: bigint, path: string, body?: object, mode = 'test') {
  const answer = await ask(holderId, path, body, mode);
  expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
  return answer.json().data;
}
const sumOf = (rows: readonly Row[]): bigint =>
  rows.reduce((whole, { amount, captured_amount: captured }) => whole + thousandths(captured ?? amount), 0n);

/** Compares each figure with the rows that it opens. @returns how many rows there were. */
async function compareRows(
  holderId: bigint,
  explored: Exploration,
  list: (key: string | null) => string,
  measure: (rows: Row[], time: Pick<Part, 'since' | 'until'>) => Promise<[number, bigint]> | [number, bigint],
): Promise<number> {
  let seen = 0;
  for (const { figures, time, currency, key } of figuresOf(explored)) {
    const path = `${list(key)}&limit=100&currency=${currency}&from=${time.since}&to=${time.until}`;
    const rows: Row[] = await dataOf(holderId, path);
    expect([path, ...(await measure(rows, time))]).toEqual([path, figures.count, thousandths(figures.amount)]);
    seen += rows.length;
  }
  return seen;
}

const plain = (rows: Row[]): [number, bigint] => [rows.length, sumOf(rows)];

describe('of a company', () => {
  let company: bigint;
  let partner: PartnerClient;
  const refs: string[] = [];

  beforeAll(async () => {
    company = await makeCompany(server.db);
    await inTransaction(server.db, (tx) => insertMember(tx, company, personId, 'owner'));
    partner = createPartnerClient(server.app, await makeKey(server.db, company));
    const bar = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
    const grill = Number(await makeLink(server.db, company, 'merchant', 'Grill'));
    const rider = Number(await makeLink(server.db, company, 'courier', 'Nina'));
    clock.set(times[0] as string);
    for (const currency of ['EUR', 'JPY']) await partner.post('/wallets/topups', { amount: 90_000, currency });
    for (const [place, at] of times.entries()) {
      clock.set(at);
      for (const currency of ['EUR', 'JPY']) {
        const ref = `${currency}-${place}`;
        refs.push(ref);
        const two = place % 2 === 0;
        const answer = await partner.post('/orders', {
          partner_order_ref: ref,
          payment_source: place % 3 === 0 ? 'onlinewallet' : 'card',
          total_amount: 100 + place,
          currency,
          splits: [
            { beneficiary_type: 'merchant', beneficiary_ref: bar, amount: 60 },
            ...(two ? [{ beneficiary_type: 'merchant', beneficiary_ref: grill, amount: 20 + place }] : []),
            ...(two ? [] : [{ beneficiary_type: 'courier', beneficiary_ref: rider, amount: 20 + place }]),
            { beneficiary_type: 'partner', amount: 20 },
          ],
        });
        expect(answer.statusCode, answer.body).toBe(201);
        if (place !== 3) await partner.post(`/orders/${ref}/confirm-payment`);
      }
      if (place % 2 === 1) await partner.post('/settlements', {});
    }
    await partner.post('/orders/EUR-3/cancel');
    for (const [place, ref] of refs.entries()) {
      clock.set(times[5 + (place % 2)] as string);
      if (place % 3 === 0) await partner.post(`/orders/${ref}/refunds`, { refund_ref: 'a', amount: 5 });
      if (place % 4 === 0) await partner.post(`/orders/${ref}/refunds`, { refund_ref: 'b', amount: 3 });
    }
    clock.set(now);
  });

  const explore = (query: string): Promise<Exploration> => dataOf(company, `/explore/company?${query}`);

  it.each(
    asked.flatMap((query) => (['none', 'merchant', 'courier', 'method'] as const).map((by) => [query, by] as const)),
  )(
    '%s by %s: every figure is that of the rows it opens',
    async (query, by) => {
      const narrowed = (key: string | null) =>
        key === null ? '' : by === 'method' ? `&method=${key}` : `&payee=${key}`;
      const list =
        (dated: string, more = '') =>
        (key: string | null) =>
          `/orders?is_shadow=false&dated_by=${dated}${more}${narrowed(key)}`;
      const seen: Record<string, number> = {};
      for (const [metric, path] of [
        ['orders', list('recorded')],
        ['settled', list('settled')],
        ['cancelled', list('recorded', '&payment_status=cancelled')],
      ] as const) {
        const explored = await explore(`metric=${metric}&by=${by}&${query}`);
        expect(explored.groups.length > 0).toBe(by !== 'none' && explored.currency !== null);
        seen[metric] = await compareRows(company, explored, path, plain);
      }
      // An order's commission and refunds are in its own answer.
      const commission = await explore(`metric=commission&by=${by}&${query}`);
      seen.commission = await compareRows(company, commission, list('recorded'), (rows) => [
        rows.length,
        BigInt(rows.length) * 20_000n,
      ]);
      const refunds = await explore(`metric=refunds&by=${by}&${query}`);
      seen.refunds = await compareRows(company, refunds, list('refunded'), refundedIn);
      for (const [metric, rows] of Object.entries(seen)) expect([metric, rows > 0]).toEqual([metric, true]);
    },
    60_000,
  );

  async function refundedIn(rows: Row[], { since, until }: Pick<Part, 'since' | 'until'>): Promise<[number, bigint]> {
    const found: Row[] = [];
    for (const row of rows as (Row & { partner_order_ref: string })[]) {
      const { refunds } = await dataOf(company, `/orders/${row.partner_order_ref}`);
      for (const refund of refunds as (Row & { created_at: string; status: string })[]) {
        if (refund.status !== 'failed' && refund.created_at >= since && refund.created_at < until) found.push(refund);
      }
    }
    return plain(found);
  }

  it('payees are named, and what was recorded in the other mode or by another company is not there', async () => {
    const query = 'metric=orders&by=merchant&currency=EUR';
    const { groups } = await explore(query);
    expect(groups.map(({ name }) => name)).toEqual(['Noodle Bar', 'Grill']);
    expect((await dataOf(company, `/explore/company?${query}`, undefined, 'live')).currencies).toEqual([]);
    const other = await makeCompany(server.db);
    await inTransaction(server.db, (tx) => insertMember(tx, other, personId, 'viewer'));
    const seen = await dataOf(other, `/explore/company?${query}`);
    expect([seen.currencies, seen.groups]).toEqual([[], []]);
  });

  it('a file has the same figures', async () => {
    const query = 'metric=orders&by=method&from=2031-03-27&to=2031-03-31&time_zone=Europe/Athens&currency=EUR';
    const explored = await explore(query);
    const answer = await ask(company, `/explore/company.csv?${query}`);
    const [head = '', ...lines] = answer.body
      .replaceAll(/[\ufeff"]/g, '')
      .trim()
      .split(/\r?\n/);
    const rows = lines.map((line) =>
      Object.fromEntries(head.split(',').map((name, at) => [name, line.split(',')[at]])),
    );
    expect(answer.headers['content-disposition']).toContain('orders-2031-03-27-2031-03-31.csv');
    const amounts = (kind: string) => rows.filter(({ row }) => row === kind).map(({ amount }) => Number(amount));
    expect(amounts('total')).toEqual(explored.currencies.map(({ amount }) => amount));
    expect(amounts('part')).toEqual(explored.figures.map(({ amount }) => amount));
    expect(amounts('group')).toEqual(explored.groups.map(({ amount }) => amount));
  });

  it.each([
    ['metric=payments', 'metric'],
    ['metric=orders&by=reason', 'by'],
    ['metric=orders&unit=hour', 'unit'],
    ['metric=orders&unit=day&period=12m', 'unit'],
    ['metric=orders&compare=custom', 'compare_from'],
    ['metric=orders&compare=custom&compare_from=2031-03-02&compare_to=2031-03-01', 'compare_to'],
    ['metric=orders&from=2031-03-01', 'to'],
    ['metric=orders&time_zone=Nowhere', 'time_zone'],
    ['metric=orders&currency=eur', 'currency'],
    ['metric=orders&currency=XYZ', 'currency'],
  ])('%s is refused, and the field is named', async (query, field) => {
    const answer = await ask(company, `/explore/company?${query}`);
    expect([answer.statusCode, answer.json().error.details[0]?.field]).toEqual([422, field]);
  });

  it('the same days a year before may have a 29 February more than a period may have days', async () => {
    for (const days of ['from=2029-02-25&to=2029-03-03&unit=hour', 'from=2029-02-01&to=2029-08-03&unit=day']) {
      const answer = await ask(company, `/explore/company?metric=orders&${days}&compare=year`);
      expect([days, answer.statusCode]).toEqual([days, 200]);
    }
    const custom =
      'from=2029-02-25&to=2029-03-03&unit=hour&compare=custom&compare_from=2028-02-25&compare_to=2028-03-03';
    expect((await ask(company, `/explore/company?metric=orders&${custom}`)).statusCode).toBe(422);
  });
});

describe('of a shop, and of the operator', () => {
  let shop: bigint;

  beforeAll(async () => {
    const { db } = server;
    shop = await makeHolder(db, 'merchant', 'Corner Shop');
    await inTransaction(db, (tx) => insertMember(tx, shop, personId, 'owner'));
    await inTransaction(db, (tx) => insertMember(tx, serviceHolderId, personId, 'viewer'));
    await db.updateTable('people').set({ secondFactor: true }).where('id', '=', personId).execute();
    await makeFee(db, { holderId: shop, basisPoints: 200 });
    const deps = simulatedPayDeps(db, clock);
    for (const [place, at] of times.entries()) {
      const currency = place % 4 === 3 ? 'JPY' : 'EUR';
      clock.set(new Date(Date.parse(at) - (place + 1) * 60_000).toISOString());
      const { payment_id: id } = await dataOf(shop, '/payment-links', { amount: 10 + place, currency });
      const declined = place % 3 === 1 ? '4000000000009995' : '4000000000000002';
      if (place % 2 === 0) await payByCard(deps, { holderId: shop, id }, { number: declined });
      if (place === 2) {
        await dataOf(shop, `/payments/${id}/cancel`, {});
        continue;
      }
      clock.set(at);
      await payByCard(deps, { holderId: shop, id });
      if (place % 2 === 0) await dataOf(shop, `/payments/${id}/refunds`, { refund_ref: `r-${place}`, amount: 2 });
    }
    clock.set(now);
  });

  const explore = (query: string): Promise<Exploration> => dataOf(shop, `/explore/shop?${query}`);
  const list =
    (by: string, dated: string, more = '') =>
    (key: string | null) =>
      `/payments?dated_by=${dated}${more}${key === null ? '' : `&${by}=${key}`}`;

  it.each(asked)('%s: every figure is that of the rows it opens', async (query) => {
    const seen = {
      payments: await compareRows(
        shop,
        await explore(`metric=payments&by=method&${query}`),
        list('method', 'paid'),
        plain,
      ),
      declines: await compareRows(
        shop,
        await explore(`metric=declines&by=reason&${query}`),
        (key) => list('declined_for', 'created')(key ?? 'any'),
        plain,
      ),
      refunds: await compareRows(
        shop,
        await explore(`metric=refunds&by=method&${query}`),
        list('method', 'refunded'),
        // Each payment was refunded once.
        (rows) => [rows.length, BigInt(rows.length) * 2_000n],
      ),
    };
    for (const [metric, rows] of Object.entries(seen)) expect([metric, rows > 0]).toEqual([metric, true]);
    const success = await explore(`metric=success&${query}`);
    for (const { figures, time, currency } of figuresOf(success)) {
      const path = `/payments?limit=100&finished=true&currency=${currency}&from=${time.since}&to=${time.until}`;
      const rows: { status: string }[] = await dataOf(shop, path);
      const paid = rows.filter(({ status }) => status !== 'cancelled' && status !== 'expired');
      expect([path, paid.length, rows.length]).toEqual([path, figures.count, figures.out_of]);
    }
  });

  it('a rate is a count out of another, and times are those between creation and payment', async () => {
    const query = 'from=2031-03-01&to=2031-04-01&time_zone=UTC&compare=none&currency=EUR';
    const { currencies } = await explore(`metric=success&${query}`);
    expect(currencies.find(({ currency }) => currency === 'EUR')).toMatchObject({ count: 4, out_of: 5 });
    const times = await explore(`metric=time_to_pay&${query}`);
    // Paid after 2, 5, 6 and 7 minutes.
    expect(times.currencies.find(({ currency }) => currency === 'EUR')).toMatchObject({
      count: 4,
      median_seconds: 300,
      p90_seconds: 420,
    });
  });

  it('the operator sees the sums of all accounts, and leads to each', async () => {
    const query = 'from=2031-02-01&to=2031-04-02&time_zone=UTC&compare=none&currency=EUR';
    const of = async (metric: string, by = 'account'): Promise<Exploration> =>
      dataOf(serviceHolderId, `/operator/explore?metric=${metric}&by=${by}&${query}`);
    const ofShop = await explore(`metric=payments&${query}`);
    const payments = await of('payments');
    expect(payments.currencies).toEqual(ofShop.currencies);
    expect(payments.groups.map(({ key, name }) => [key, name])).toEqual([[String(shop), 'Corner Shop']]);
    const refunds = await of('refunds');
    expect(refunds.currencies).toEqual((await explore(`metric=refunds&${query}`)).currencies);
    const volume = await dataOf(shop, '/home/shop/volume?from=2031-02-01&to=2031-04-02&time_zone=UTC');
    const fees = await of('fees');
    for (const { currency, amount } of fees.currencies) {
      expect([currency, amount]).toEqual([
        currency,
        volume.currencies.find((row: { currency: string }) => row.currency === currency).fees,
      ]);
    }
    expect(fees.groups.map(({ name }) => name)).toContain('Corner Shop');
    const live = await dataOf(serviceHolderId, `/operator/explore?metric=payments&${query}`, undefined, 'live');
    expect(live.currencies).toEqual([]);
  });

  it('the overview has what is held for all', async () => {
    const { active, held } = await dataOf(serviceHolderId, '/operator/explore/overview');
    const { rows } = await server.database.pool.query(
      `select currency, sum(balance)::text as amount from accounts where mode = 'test'
         and kind in ('clearing', 'commission', 'wallet', 'earnings', 'payouts_pending') group by 1 having sum(balance) <> 0 order by 1`,
    );
    expect(held.map(({ currency }: { currency: string }) => currency)).toEqual(rows.map(({ currency }) => currency));
    expect(active.shops).toBeGreaterThan(0);
  });
});
