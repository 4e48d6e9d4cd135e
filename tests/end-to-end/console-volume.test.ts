/**
 * What a company and a shop took in a period, against sums that the test makes itself from what it recorded, and the rows
 * behind each figure: as many, and of the same amount.
 */
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import { sumOrders } from '../../src/features/explore/sum-orders.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

type Days = { from: string; to: string };
type Figures = Record<string, number>;
type Part = Figures & { previous: Figures };
type Volume = Days & {
  unit: string;
  previous: Days;
  parts: (Days & { previous: Days })[];
  currencies: (Figures & {
    currency: string;
    previous: Figures;
    change: Record<string, number | null>;
    parts: Part[];
  })[];
};
/** What the test did, in thousandths. */
type Done = { at: string; currency: string; what: string; amount: bigint; commission: bigint };

const clock = createTestClock('2030-01-10T12:00:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const zones = ['UTC', 'Europe/Athens', 'America/Los_Angeles'];
const asked = [
  'period=7d',
  'period=30d',
  'period=90d',
  'period=12m',
  'from=2031-03-30&to=2031-03-30',
  'from=2030-01-01&to=2031-04-02',
];
/** Around midnight in several zones, and around an hour that is missing in Athens. */
const times = [
  '2030-01-31T22:30:00.000Z',
  '2030-03-02T08:30:00.000Z',
  '2030-06-30T21:30:00.000Z',
  '2031-01-02T12:00:00.000Z',
  '2031-02-28T23:30:00.000Z',
  '2031-03-29T22:30:00.000Z',
  '2031-03-30T00:30:00.000Z',
  '2031-03-30T01:30:00.000Z',
  '2031-03-30T21:30:00.000Z',
  '2031-04-01T07:30:00.000Z',
  '2031-04-02T09:59:00.000Z',
];
const now = '2031-04-02T10:00:00.000Z';

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

async function ask(holderId: bigint, path: string, body?: object) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(holderId), 'sluice-mode': 'test' };
  return server.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/v1${path}`,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
async function dataOf(holderId: bigint, path: string, body?: object) {
  const answer = await ask(holderId, path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
}

const sum = () => sumOrders(systemActor('sum_orders'), { db: server.db, waitMaxMs: 0 });

const thousandths = (amount: number): bigint => BigInt(Math.round(amount * 1_000));
const units = (amount: bigint): number => Number(amount) / 1_000;

/** Kept: making one takes a thousand times as long as asking it, and memory that no garbage collection counts. */
const calendars = new Map(
  zones.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })]),
);
const dayOf = (at: string, zone: string): string => calendars.get(zone)?.format(new Date(at)) as string;

/** The sums of what happened on these days. */
function sumsOf(done: readonly Done[], { from, to }: Days, zone: string, currency: string, what: string) {
  const found = done.filter((one) => {
    if (one.currency !== currency || one.what !== what) return false;
    const day = dayOf(one.at, zone);
    return from <= day && day <= to;
  });
  const sum = (of: 'amount' | 'commission') => units(found.reduce((whole, one) => whole + one[of], 0n));
  return { count: found.length, amount: sum('amount'), commission: sum('commission') };
}

/** As the dashboard asks for the rows of days: from midnight to midnight. */
function rangeOf({ from, to }: Days, zone: string): string {
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString();
  const last = Temporal.PlainDate.from(to).add({ days: 1 });
  return `from=${midnight(Temporal.PlainDate.from(from))}&to=${midnight(last)}`;
}

/** Every figure of an answer with its days. */
const figuresOf = ({ currencies, parts, ...whole }: Volume) =>
  currencies.flatMap((row) => [
    { currency: row.currency, days: whole as Days, figures: row as Figures },
    { currency: row.currency, days: whole.previous, figures: row.previous },
    ...parts.flatMap((days, place) => {
      const part = row.parts[place] as Part;
      return [
        { currency: row.currency, days: days as Days, figures: part as Figures },
        { currency: row.currency, days: days.previous, figures: part.previous },
      ];
    }),
  ]);

const cases = zones.flatMap((zone) => asked.map((query) => [zone, query] as const));

describe('of a company', () => {
  const done: Done[] = [];
  let company: bigint;
  let partner: PartnerClient;
  let merchant: number;
  let count = 0;

  async function record(currency: string, total: number, commission: number, changes: object = {}): Promise<void> {
    count += 1;
    const answer = await partner.post('/orders', {
      partner_order_ref: `order-${count}`,
      payment_source: 'card',
      total_amount: total,
      currency,
      splits: [
        {
          beneficiary_type: 'merchant',
          beneficiary_ref: merchant,
          amount: units(thousandths(total) - thousandths(commission)),
        },
        { beneficiary_type: 'partner', amount: commission },
      ],
      ...changes,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    if ('is_shadow' in changes) return;
    const at = clock.now(company, 'test').toISOString();
    done.push({ at, currency, what: 'order', amount: thousandths(total), commission: thousandths(commission) });
  }

  beforeAll(async () => {
    company = await makeCompany(server.db);
    await inTransaction(server.db, (tx) => insertMember(tx, company, personId, 'viewer'));
    partner = createPartnerClient(server.app, await makeKey(server.db, company));
    merchant = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
    clock.set(times[0] as string);
    await partner.post('/wallets/topups', { amount: 10, currency: 'USD' });
    for (const [place, at] of times.entries()) {
      clock.set(at);
      await record('EUR', 20.05 + place, 2.1);
      // What follows is in no sum yet, in the same quarter of an hour too.
      if (place === times.length - 3) await sum();
      await record('EUR', 0.1, 0);
      if (place % 2 === 0) await record('JPY', 1_000 + place, 100);
      if (place % 3 === 0) await record('KWD', 1.001, 0.333);
      await record('EUR', 7, 1, {
        is_shadow: true,
        shadow_merchant_ref: 'taverna',
        splits: [{ beneficiary_type: 'merchant', amount: 7 }],
      });
    }
    await partner.post('/orders/order-1/cancel');
    clock.set(now);
  });

  it.each(cases)('in %s, %s, it adds up', async (zone, query) => {
    const volume: Volume = await dataOf(company, `/home/company/volume?${query}&time_zone=${zone}`);
    for (const { currency, days, figures } of figuresOf(volume)) {
      const { count: orders, amount, commission } = sumsOf(done, days, zone, currency, 'order');
      expect([days, { orders, amount, commission }]).toEqual([
        days,
        { orders: figures.orders, amount: figures.amount, commission: figures.commission },
      ]);
    }
    expect(volume.currencies.map(({ currency }) => currency).sort()).toContain('USD');
  });

  it('the list has the rows behind a figure: as many, and of the same amount', async () => {
    const zone = 'Europe/Athens';
    const volume: Volume = await dataOf(company, `/home/company/volume?period=30d&time_zone=${zone}`);
    let compared = 0;
    for (const { currency, days, figures } of figuresOf(volume)) {
      for (const sort of ['newest', 'largest']) {
        const path = `/orders?limit=50&sort=${sort}&is_shadow=false&currency=${currency}&${rangeOf(days, zone)}`;
        const rows: { amount: number }[] = await dataOf(company, path);
        const sum = units(rows.reduce((whole, { amount }) => whole + thousandths(amount), 0n));
        expect([currency, days, rows.length, sum]).toEqual([currency, days, figures.orders, figures.amount]);
        compared += rows.length;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('the busiest currency is first, and the change is in per cent', async () => {
    const { currencies }: Volume = await dataOf(company, '/home/company/volume?from=2031-03-30&to=2031-03-30');
    const [first] = currencies;
    expect(currencies.map(({ currency, orders }) => [currency, orders])).toEqual([
      ['EUR', 6],
      ['JPY', 2],
      ['KWD', 1],
      ['USD', 0],
    ]);
    // 26.05, 27.05 and 28.05 beside 25.05 the day before, each with an order of 0.10.
    expect([first?.amount, first?.previous.amount, first?.change]).toEqual([
      81.45,
      25.15,
      { orders: 200, amount: 223.9, commission: 200 },
    ]);
    expect(currencies[3]?.change).toEqual({ orders: null, amount: null, commission: null });
  });

  it('what is recorded today counts at once, and nothing of the other mode or another company does', async () => {
    const path = '/home/company/volume?period=7d&time_zone=UTC';
    const before: Volume = await dataOf(company, path);
    await record('EUR', 3, 1);
    const after: Volume = await dataOf(company, path);
    expect(after.currencies[0]?.orders).toBe((before.currencies[0]?.orders as number) + 1);
    const other = await makeCompany(server.db);
    await inTransaction(server.db, (tx) => insertMember(tx, other, personId, 'viewer'));
    expect((await dataOf(other, path)).currencies).toEqual([]);
  });

  it.each([
    ['period=8d', 'period'],
    ['from=2031-03-01', 'to'],
    ['to=2031-03-01', 'from'],
    ['from=2031-02-30&to=2031-03-01', 'from'],
    ['from=2031-03-02&to=2031-03-01', 'to'],
    ['from=2029-01-01&to=2031-03-01', 'to'],
    ['from=0001-01-01&to=0001-01-02', 'from'],
    ['from=2031-03-01T00:00&to=2031-03-02', 'from'],
    ['time_zone=Nowhere', 'time_zone'],
    ['time_zone=%2B02:00', 'time_zone'],
  ])('%s is refused, and the field is named', async (query, field) => {
    const answer = await ask(company, `/home/company/volume?${query}`);
    expect([answer.statusCode, answer.json().error.details[0]?.field]).toEqual([422, field]);
  });

  it.each(['currency=eur', 'from=yesterday', 'to=2031-13-01'])('a list by %s is refused', async (query) => {
    expect((await ask(company, `/orders?${query}`)).statusCode).toBe(422);
  });
});

describe('of a shop', () => {
  const done: Done[] = [];
  let shop: bigint;

  beforeAll(async () => {
    const { db } = server;
    shop = await makeHolder(db, 'merchant', 'Corner Shop');
    await inTransaction(db, (tx) => insertMember(tx, shop, personId, 'owner'));
    await makeFee(db, { holderId: shop, basisPoints: 200 });
    const deps = simulatedPayDeps(db, clock);
    const note = (what: string, currency: string, amount: number) =>
      done.push({
        at: clock.now(shop, 'test').toISOString(),
        currency,
        what,
        amount: thousandths(amount),
        commission: 0n,
      });
    let earlier: string | undefined;
    for (const [place, at] of times.entries()) {
      // Created before the midnight that it is paid after, sometimes.
      clock.set(new Date(Date.parse(at) - 3_600_000).toISOString());
      const currency = place % 4 === 3 ? 'JPY' : 'EUR';
      const { payment_id: id } = await dataOf(shop, '/payment-links', { amount: 10 + place, currency });
      clock.set(at);
      await payByCard(deps, { holderId: shop, id });
      note('paid', currency, 10 + place);
      for (const [ref, amount] of [
        ['one', 1],
        ['two', 2],
      ] as const) {
        if (earlier === undefined || place % 4 === 0) continue;
        await dataOf(shop, `/payments/${earlier}/refunds`, { refund_ref: `${ref}-${place}`, amount });
        note('refunded', 'EUR', amount);
      }
      if (currency === 'EUR') earlier = id;
    }
    clock.set(now);
  });

  it.each(cases)('in %s, %s, it adds up', async (zone, query) => {
    const volume: Volume = await dataOf(shop, `/home/shop/volume?${query}&time_zone=${zone}`);
    for (const { currency, days, figures } of figuresOf(volume)) {
      const paid = sumsOf(done, days, zone, currency, 'paid');
      const refunded = sumsOf(done, days, zone, currency, 'refunded');
      const { payments, volume: amount, refunds, refunded: given } = figures;
      expect([days, payments, amount, refunds, given]).toEqual([
        days,
        paid.count,
        paid.amount,
        refunded.count,
        refunded.amount,
      ]);
    }
  });

  it('what is left is the volume less refunds and fees, day by day as in the activity', async () => {
    const volume: Volume = await dataOf(shop, '/home/shop/volume?period=30d&time_zone=UTC');
    const { days } = await dataOf(shop, '/home/shop/activity?days=30&time_zone=UTC');
    const shown = volume.currencies.flatMap(({ currency, parts }) =>
      parts.flatMap(({ payments, volume: amount, refunded, fees, net }, place) =>
        payments === 0 && refunded === 0
          ? []
          : [{ day: volume.parts[place]?.from, currency, payments, volume: amount, fees, refunded, net }],
      ),
    );
    expect(shown.length).toBeGreaterThan(3);
    expect(shown).toEqual(expect.arrayContaining(days));
    expect(shown).toHaveLength(days.length);
    for (const { figures } of figuresOf(volume)) {
      const { volume: amount = 0, refunded = 0, fees = 0, net = 0 } = figures;
      expect(thousandths(net)).toBe(thousandths(amount) - thousandths(refunded) - thousandths(fees));
    }
  });

  it('the list has the rows behind a figure: as many, and of the same amount', async () => {
    const zone = 'America/Los_Angeles';
    const volume: Volume = await dataOf(shop, `/home/shop/volume?period=30d&time_zone=${zone}`);
    for (const { currency, days, figures } of figuresOf(volume)) {
      for (const sort of ['newest', 'largest']) {
        const narrowed = `/payments?limit=50&sort=${sort}&currency=${currency}&${rangeOf(days, zone)}`;
        const paid: { amount: number }[] = await dataOf(shop, `${narrowed}&dated_by=paid`);
        const sum = units(paid.reduce((whole, { amount }) => whole + thousandths(amount), 0n));
        expect([currency, days, paid.length, sum]).toEqual([currency, days, figures.payments, figures.volume]);
        const refunded: unknown[] = await dataOf(shop, `${narrowed}&dated_by=refunded`);
        // Each was refunded twice at the same time.
        expect(refunded.length * 2).toBe(figures.refunds);
      }
    }
  });
});
