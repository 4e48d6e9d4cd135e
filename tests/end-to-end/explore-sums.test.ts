/**
 * The sums of recorded orders against a model of their own: whatever is summed already, and whatever happens to orders
 * later, an exploration says what was recorded.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { sumOrders } from '../../src/features/explore/sum-orders.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

type Recorded = {
  company: string;
  mode: 'test' | 'live';
  at: string;
  currency: string;
  source: string;
  /** Thousandths. */
  total: number;
  commission: number;
  /** Link ids; an empty one stands for none. */
  merchant: string[];
  courier: string[];
};
type Row = { count: number; amount: number };

const clock = createTestClock('2031-02-20T12:00:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const model: Recorded[] = [];
let server: TestServer;
let cookie: string;
let bistro: bigint;
let grill: bigint;
const clients: Record<string, PartnerClient> = {};
type Links = { taverna: number; deli: number; rider: number };
const links: Record<string, Links> = {};

beforeAll(async () => {
  server = await createTestServer({ clock });
  const { db } = server;
  const { personId } = await server.people.signUp(shell, person);
  bistro = await makeCompany(db);
  grill = await makeCompany(db, { name: 'Grill' });
  for (const company of [bistro, grill]) {
    await inTransaction(db, (tx) => insertMember(tx, company, personId, 'owner'));
    links[String(company)] = {
      taverna: Number(await makeLink(db, company, 'merchant')),
      deli: Number(await makeLink(db, company, 'merchant')),
      rider: Number(await makeLink(db, company, 'courier')),
    };
    for (const mode of ['test', 'live'] as const)
      clients[`${company} ${mode}`] = createPartnerClient(server.app, await makeKey(db, company, mode));
  }
  await inTransaction(db, (tx) => insertMember(tx, serviceHolderId, personId, 'viewer'));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  await db.updateTable('people').set({ secondFactor: true }).where('id', '=', personId).execute();
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

const sum = (more = {}) => sumOrders(systemActor('sum_orders'), { db: server.db, waitMaxMs: 0, ...more });
const clientOf = (company: bigint, mode: string) => clients[`${company} ${mode}`] as PartnerClient;

type Part = { type: 'merchant' | 'courier'; ref?: number };

/** What of an order is not the company's: one or several payees, the same twice, and parts of nobody. */
function partsOf(place: number, { taverna, deli, rider }: Links): Part[] {
  const merchant = { type: 'merchant', ref: taverna } as const;
  const all: Part[][] = [
    [merchant],
    [merchant, { type: 'courier', ref: rider }],
    [{ type: 'merchant', ref: deli }, merchant],
    [{ type: 'merchant' }, { type: 'courier', ref: rider }],
    [merchant, merchant, { type: 'courier' }],
    [merchant, { type: 'merchant' }],
  ];
  return all[place % all.length] as Part[];
}

const payeesOf = (parts: readonly Part[], type: Part['type']) => [
  ...new Set(parts.filter((part) => part.type === type).map(({ ref }) => String(ref ?? ''))),
];

async function record(company: bigint, at: string, mode: 'test' | 'live' = 'test'): Promise<string> {
  clock.set(at);
  const place = model.length;
  const [currency, decimals] = place % 5 === 2 ? (['JPY', 0] as const) : (['EUR', 2] as const);
  const source = place % 2 === 0 ? 'card' : 'onlinewallet';
  const written = (minor: number) => (decimals === 0 ? minor : minor / 100);
  const total = 1_000 + place;
  const parts = partsOf(place, links[String(company)] as Links);
  const rest = total - 7 - 100 * (parts.length - 1);
  const ref = `order-${place}`;
  const answer = await clientOf(company, mode).post('/orders', {
    partner_order_ref: ref,
    payment_source: source,
    total_amount: written(total),
    currency,
    splits: [
      ...parts.map((part, n) => ({
        beneficiary_type: part.type,
        amount: written(n === 0 ? rest : 100),
        ...(part.ref === undefined ? {} : { beneficiary_ref: part.ref }),
      })),
      { beneficiary_type: 'partner', amount: written(7) },
    ],
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const thousandths = decimals === 0 ? 1_000 : 10;
  model.push({
    ...{
      company: String(company),
      mode,
      at,
      currency,
      source,
      total: total * thousandths,
      commission: 7 * thousandths,
    },
    ...{ merchant: payeesOf(parts, 'merchant'), courier: payeesOf(parts, 'courier') },
  });
  return ref;
}

/** Assigns the first split without a payee; @returns whether there was one. */
async function assign(ref: string): Promise<boolean> {
  const row = model[Number(ref.slice('order-'.length))] as Recorded;
  const own = links[row.company] as Links;
  const parts = partsOf(Number(ref.slice('order-'.length)), own);
  const place = parts.findIndex((part) => part.ref === undefined);
  const part = parts[place];
  if (part === undefined) return false;
  const link = part.type === 'merchant' ? own.deli : own.rider;
  const company = BigInt(row.company);
  const answer = await clientOf(company, row.mode).post(`/orders/${ref}/splits/${place}/assign`, {
    beneficiary_ref: link,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  parts[place] = { type: part.type, ref: link };
  row[part.type] = payeesOf(parts, part.type);
  return true;
}

async function ask(holderId: bigint, path: string, mode: string) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(holderId), 'sluice-mode': mode };
  const answer = await server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  return answer.json().data;
}

const figures = ({ count, amount }: Row) => [count, Math.round(amount * 1_000)];
const modelled = (rows: readonly Recorded[], of: 'total' | 'commission') => [
  rows.length,
  rows.reduce((whole, row) => whole + row[of], 0),
];

const periods = [
  ['UTC', '2031-03-01', '2031-03-03', 'hour'],
  ['Asia/Kathmandu', '2031-03-01', '2031-03-04', 'hour'],
  ['America/St_Johns', '2031-02-20', '2031-03-31', 'day'],
] as const;

const groupings = {
  method: (row: Recorded) => [row.source],
  account: (row: Recorded) => [row.company],
  merchant: (row: Recorded) => row.merchant,
  courier: (row: Recorded) => row.courier,
};
type Grouping = keyof typeof groupings;
type Of = 'total' | 'commission';

function modelledGroups(rows: readonly Recorded[], by: Grouping, of: Of) {
  const keys = new Set(rows.flatMap(groupings[by]));
  const ofKey = (key: string) => rows.filter((row) => groupings[by](row).includes(key));
  return Object.fromEntries([...keys].map((key) => [key, modelled(ofKey(key), of)]));
}

type Asked = { holderId: bigint; mode: 'test' | 'live'; of: Of; by: Grouping; currency: string };
type Times = { since: string; until: string };

/** @returns how many orders it was about. */
async function expectOne(asked: Asked, [zone, from, to, unit]: (typeof periods)[number]): Promise<number> {
  const { holderId, mode, of, by, currency } = asked;
  const isService = holderId === serviceHolderId;
  const metric = of === 'total' ? 'orders' : 'commission';
  const query = `metric=${metric}&by=${by}&time_zone=${zone}&from=${from}&to=${to}&unit=${unit}&compare=none&currency=${currency}`;
  const found = await ask(holderId, `${isService ? '/operator/explore' : '/explore/company'}?${query}`, mode);
  const rows = model.filter(
    (row) => (isService || row.company === String(holderId)) && row.mode === mode && row.currency === currency,
  );
  const within = ({ since, until }: Times) => rows.filter(({ at }) => at >= since && at < until);
  const whole = found.currencies.find((row: { currency: string }) => row.currency === currency);
  const groups = found.groups.map((group: Row & { key: string }) => [group.key, figures(group)]);
  expect({
    query: `${holderId} ${mode} ${query}`,
    figures: figures(whole ?? { count: 0, amount: 0 }),
    parts: found.figures.map(figures),
    groups: Object.fromEntries(groups),
  }).toEqual({
    query: `${holderId} ${mode} ${query}`,
    figures: modelled(within(found), of),
    parts: found.parts.map((part: Times) => modelled(within(part), of)),
    groups: modelledGroups(within(found), by, of),
  });
  return within(found).length;
}

const asked = (['method', 'merchant', 'courier'] as const).flatMap((by) => [
  { by, of: 'total' as const },
  { by, of: 'commission' as const },
]);
const askedOfAll = (['method', 'account'] as const).map((by) => ({ by, of: 'total' as const }));

/** All that is asked for of both companies and the operator, in both modes. @returns how many orders it was about. */
async function expectModel(): Promise<number> {
  let seen = 0;
  for (const period of periods)
    for (const mode of ['test', 'live'] as const)
      for (const holderId of [bistro, grill, serviceHolderId])
        for (const one of holderId === serviceHolderId ? askedOfAll : asked)
          for (const currency of ['EUR', 'JPY']) seen += await expectOne({ ...one, holderId, mode, currency }, period);
  return seen;
}

/** Around the midnights of UTC, Nepal (18:15) and Newfoundland (03:30). */
const times = [
  '2031-02-28T23:59:59.999Z',
  '2031-03-01T00:00:00.000Z',
  '2031-03-01T18:14:59.999Z',
  '2031-03-01T18:15:00.000Z',
  '2031-03-02T03:29:59.999Z',
  '2031-03-02T03:30:00.000Z',
  '2031-03-04T00:00:00.000Z',
];
const laterTimes = [
  '2031-03-04T00:00:00.000Z',
  '2031-03-04T18:14:59.999Z',
  '2031-03-04T18:15:00.000Z',
  '2031-03-05T03:29:59.999Z',
  '2031-03-05T03:30:00.000Z',
  '2031-03-06T00:00:00.000Z',
];

it('say the same before, while and after orders are summed, whatever becomes of them', async () => {
  for (const at of times) {
    await record(bistro, at);
    await record(grill, at);
    await record(bistro, at, 'live');
  }
  expect(await expectModel()).toBeGreaterThan(0);
  expect(await assign('order-3')).toBe(true);
  await expectModel();
  await sum({ ordersMax: 2 });
  await expectModel();
  // Their payees were unknown when they were summed.
  expect([await assign('order-4'), await assign('order-5')]).toEqual([true, true]);
  await expectModel();
  const later: string[] = [];
  for (const at of laterTimes) later.push(await record(bistro, at));
  await expectModel();
  const partner = clientOf(bistro, 'test');
  clock.set('2031-03-07T00:00:00.000Z');
  for (const currency of ['EUR', 'JPY']) await partner.post('/wallets/topups', { amount: 90_000, currency });
  await partner.post(`/orders/${later[0]}/cancel`);
  for (const ref of later.slice(1)) await partner.post(`/orders/${ref}/confirm-payment`);
  await partner.post('/settlements', {});
  await partner.post(`/orders/${later[1]}/refunds`, { refund_ref: 'a', amount: 5 });
  await sum();
  await expectModel();
  // Twice, and by several at once.
  await record(grill, '2031-03-07T00:00:00.000Z');
  await Promise.all([sum(), sum(), sum()]);
  await expectModel();
  for (const ref of later.slice(1)) await assign(ref);
  await expectModel();
  const { rows } = await sql<{ orders: string }>`select sum(orders)::text as orders from order_quarters`.execute(
    server.db,
  );
  expect(rows).toEqual([{ orders: String(model.length) }]);
}, 120_000);

it('shadow orders are left out', async () => {
  clock.set('2031-03-07T01:00:00.000Z');
  const shadow = await clientOf(bistro, 'test').post('/orders', {
    partner_order_ref: 'shadow-1',
    payment_source: 'card',
    total_amount: 10,
    currency: 'EUR',
    is_shadow: true,
    shadow_merchant_ref: 'trattoria',
    shadow_merchant_name: 'Trattoria',
    splits: [{ beneficiary_type: 'merchant', amount: 10 }],
  });
  expect(shadow.statusCode, shadow.body).toBe(201);
  await sum();
  await expectModel();
}, 60_000);

it('a step that dies leaves nothing of it, and the next goes on', async () => {
  await record(bistro, '2031-03-07T02:00:00.000Z');
  await record(bistro, '2031-03-08T02:00:00.000Z');
  const { owner } = server.database;
  // Between the sums and the mark.
  for (const table of ['order_quarter_marks', 'order_payee_marks']) {
    await owner.query(`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger die before update on ${table} for each row execute function die()`);
    await expect(sum()).rejects.toThrow('killed');
    await owner.query(`drop trigger die on ${table}; drop function die()`);
    await expectModel();
  }
  // Between two steps.
  const stopping = new AbortController();
  stopping.abort();
  await sum({ stopping: stopping.signal, ordersMax: 1 });
  await expectModel();
  await sum({ ordersMax: 1 });
  await expectModel();
}, 60_000);

it('while a transaction may still bring an earlier order, nothing is summed', async () => {
  const before = await marks();
  await record(bistro, '2031-03-08T03:00:00.000Z');
  await inTransaction(server.db, async (tx) => {
    await sql`lock table orders in row exclusive mode`.execute(tx);
    await sum();
    expect(await marks()).toEqual(before);
  });
  await sum();
  expect(await marks()).not.toEqual(before);
  await expectModel();
}, 60_000);

const marks = async () =>
  (
    await sql<{ up_to: string }>`
      select 'quarters' as of, holder_id::text, up_to::text from order_quarter_marks
      union all select 'payees', holder_id::text, up_to::text from order_payee_marks order by 1, 2`.execute(server.db)
  ).rows;

it('no time zone begins a day or an hour between two quarters', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    for (let year = 2000; year <= 2040; year += 4) {
      for (const month of [0, 6]) {
        const offset = format
          .formatToParts(Date.UTC(year, month, 1))
          .find(({ type }) => type === 'timeZoneName')?.value;
        expect([timeZone, year, offset]).toEqual([
          timeZone,
          year,
          expect.stringMatching(/^GMT([+-]\d\d:(00|15|30|45))?$/),
        ]);
      }
    }
  }
});
