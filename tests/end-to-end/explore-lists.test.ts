/**
 * Disputes and payouts in Explore, one account's figures for the operator, and the operator's overview: each is what the lists say
 * that it opens, in several currencies and times, each mode and account apart.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { cancelPayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { type Exploration, figuresOf, thousandths } from '../fixtures/explorations.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { visitWith } from '../fixtures/people.ts';
import { job, memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

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
];
const asked = [
  'time_zone=UTC',
  'time_zone=Europe/Athens&unit=week&compare=year',
  'time_zone=Europe/Athens&from=2031-03-29&to=2031-03-31&unit=hour',
  'time_zone=America/Los_Angeles&from=2031-03-25&to=2031-04-01&compare=custom&compare_from=2031-02-01&compare_to=2031-03-28',
];
const currencies = ['EUR', 'JPY'] as const;

let server: TestServer;
let cookie: string;
let shops: readonly [bigint, bigint];

beforeAll(async () => {
  server = await createTestServer({ clock });
  const { db } = server;
  const { personId } = await server.people.signUp(shell, person);
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
  shops = [await makeHolder(db, 'merchant', 'Corner Shop'), await makeHolder(db, 'merchant', 'Book Shop')];
  const company = await makeCompany(db, { name: 'The platform' });
  await inTransaction(db, async (tx) => {
    for (const shop of shops) await insertMember(tx, shop, personId, 'owner');
    await insertMember(tx, serviceHolderId, personId, 'viewer');
  });
  await db.updateTable('people').set({ secondFactor: true }).where('id', '=', personId).execute();
  const partner = createPartnerClient(server.app, await makeKey(db, company));
  await partner.post('/wallets/topups', { amount: 300, currency: 'EUR' });
  for (const [nth, shop] of shops.entries()) {
    await makeFee(db, { holderId: shop, basisPoints: 200 });
    for (const currency of currencies) {
      await inTransaction(db, (tx) => addBankAccount(shell, tx, clock, shop, bankForm({ currency })));
      for (const [place, at] of times.entries()) await trade({ shop, currency, nth, place, at });
    }
  }
  clock.set(now);
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

type Trade = { shop: bigint; currency: string; nth: number; place: number; at: string };

/** A payment, of which a part is disputed or paid out at a time. */
async function trade({ shop, currency, nth, place, at }: Trade): Promise<void> {
  const { db } = server;
  const deps = simulatedPayDeps(db, clock);
  clock.set(new Date(Date.parse(at) - 3_600_000).toISOString());
  const { payment_id: id } = await dataOf(shop, '/payment-links', { amount: 100 + place, currency });
  await payByCard(deps, { holderId: shop, id });
  clock.set(at);
  const amount = currency === 'JPY' ? BigInt(20 + place) : BigInt(200 + 10 * place);
  if ((place + nth) % 2 === 0) {
    const attempts = db.selectFrom('paymentAttempts').select('id').where('paymentId', '=', id);
    const { id: attemptId } = await attempts.where('status', '=', 'succeeded').executeTakeFirstOrThrow();
    const turns = { withdrawals: 1, returns: 0 };
    const dispute = { id: `dp_${id}`, attemptId: attemptId as string, amount, currency, fee: undefined, ...turns };
    await inTransaction(db, (tx) => postChargeback(job, tx, deps, shop, dispute));
  }
  if (place % 3 !== 0) return;
  const book = { holderId: shop, mode: 'test' } as const;
  const owner = memberOf(book, { holderKind: 'merchant' });
  const { id: payoutId } = await inTransaction(db, (tx) =>
    requestPayout(owner, tx, clock, {
      ...{ ownerHolderId: shop, book, account: ledgerAccount.wallet, amount, currency, bankAccountId: undefined },
    }),
  );
  if (place === 3) await inTransaction(db, (tx) => cancelPayout(owner, tx, clock, shop, payoutId));
}

function ask(holderId: bigint, path: string, body?: object) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(holderId), 'sluice-mode': 'test' };
  return server.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/v1${path}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
}
async function dataOf(holderId: bigint, path: string, body?: object) {
  const answer = await ask(holderId, path, body);
  expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
  return answer.json().data;
}

type Row = { amount: number; currency: string; created_at: string };
/** Every page of a list. */
async function allOf<T = Row>(holderId: bigint, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor = ''; ; ) {
    const answer = (await ask(holderId, `${path}${path.includes('?') ? '&' : '?'}limit=7${cursor}`)).json();
    rows.push(...answer.data);
    if (answer.next_cursor === null) return rows;
    cursor = `&cursor=${encodeURIComponent(answer.next_cursor)}`;
  }
}
const sumOf = (rows: readonly { amount: number }[]): bigint =>
  rows.reduce((whole, { amount }) => whole + thousandths(amount), 0n);

/** Compares each figure with those rows that are of its time, currency and group. @returns how many rows there were. */
function compare<T extends Row>(explored: Exploration, rows: readonly T[], keyOf: (row: T) => string): number {
  let seen = 0;
  for (const { figures, time, currency, key } of figuresOf(explored)) {
    const own = rows.filter(
      (row) =>
        row.currency === currency &&
        row.created_at >= time.since &&
        row.created_at < time.until &&
        (key === null || keyOf(row) === key),
    );
    expect([time, currency, key, own.length, sumOf(own)]).toEqual([
      ...[time, currency, key, figures.count, thousandths(figures.amount)],
    ]);
    seen += own.length;
  }
  return seen;
}

const disputesOf = async <T extends Row>(holderId: bigint, path: string): Promise<T[]> => [
  ...(await allOf<T>(holderId, `${path}?status=open`)),
  ...(await allOf<T>(holderId, `${path}?status=closed`)),
];

type Totals = { count: number; sums: ({ currency: string; count: number } & Record<string, number>)[] };

describe.each([
  ['a shop’s disputes', (): bigint => shops[0], '', 'disputes'],
  ['all disputes', (): bigint => serviceHolderId, '/operator', 'disputes'],
  ['all payouts', (): bigint => serviceHolderId, '/operator', 'payouts'],
] as const)('the totals of %s', (_, holderOf, at, list) => {
  const middle = '2031-03-29T21:59:59.000Z';

  it.each([
    '',
    `from=${middle}`,
    `to=${middle}`,
    'search=shop',
    'search=nowhere',
    list === 'payouts' ? 'status=cancelled' : 'status=closed',
    ...(list === 'payouts' ? ['currency=JPY'] : []),
  ])('are those of its rows: %s', async (query) => {
    const holderId = holderOf();
    const rows = await allOf<Row & { status: string }>(holderId, `${at}/${list}?${query}`);
    const totals: Totals = await dataOf(holderId, `${at}/totals/${list}?${query}`);
    expect(totals.count).toBe(rows.length);
    for (const { currency, count, amount, on_its_way_amount: coming } of totals.sums) {
      const own = rows.filter((row) => row.currency === currency);
      expect([count, thousandths(amount as number)]).toEqual([own.length, sumOf(own)]);
      if (list === 'payouts') {
        expect(thousandths(coming as number)).toBe(sumOf(own.filter(({ status }) => status === 'requested')));
      }
    }
    const inTime = (row: Row) => (query.startsWith('from') ? row.created_at >= middle : row.created_at < middle);
    if (query.endsWith(middle)) {
      expect(rows.every(inTime)).toBe(true);
      expect(rows.length).toBeGreaterThan(0);
    }
  });
});

describe.each(asked)('%s', (query) => {
  it('a shop’s disputes are those of its list, and open their payments', async () => {
    for (const shop of shops) {
      const explored: Exploration = await dataOf(shop, `/explore/shop?metric=disputes&by=method&${query}`);
      expect(explored.groups.map(({ key }) => key)).toEqual(['card']);
      expect(compare(explored, await disputesOf(shop, '/disputes'), () => 'card')).toBeGreaterThan(0);
      for (const { figures, time, currency } of figuresOf(explored)) {
        const opened = `/payments?dated_by=disputed&currency=${currency}&from=${time.since}&to=${time.until}`;
        expect([opened, (await allOf(shop, opened)).length]).toEqual([opened, figures.count]);
      }
    }
  });

  it('the operator’s disputes and payouts are those of its lists, by account', async () => {
    type Named = Row & { payee: { name: string } };
    const disputes: Exploration = await dataOf(
      serviceHolderId,
      `/operator/explore?metric=disputes&by=account&${query}`,
    );
    const names = new Map(disputes.groups.map(({ key, name }) => [key, name]));
    const listed = await disputesOf<Named>(serviceHolderId, '/operator/disputes');
    const keyOf = ({ payee }: Named) => [...names].find(([, name]) => name === payee.name)?.[0] ?? '';
    expect(compare(disputes, listed, keyOf)).toBeGreaterThan(0);

    const payouts: Exploration = await dataOf(serviceHolderId, `/operator/explore?metric=payouts&by=account&${query}`);
    let seen = 0;
    for (const { figures, time, currency, key } of figuresOf(payouts)) {
      const narrowed = `currency=${currency}&from=${time.since}&to=${time.until}${key === null ? '' : `&account=${key}`}`;
      const rows = await allOf(serviceHolderId, `/operator/payouts?${narrowed}`);
      expect([narrowed, rows.length, sumOf(rows)]).toEqual([narrowed, figures.count, thousandths(figures.amount)]);
      seen += rows.length;
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('one account’s figures are what the account itself sees', async () => {
    for (const shop of shops) {
      for (const metric of ['payments', 'refunds', 'disputes']) {
        const own: Exploration = await dataOf(shop, `/explore/shop?metric=${metric}&${query}`);
        const path = `/operator/explore?metric=${metric}&account=${shop}&${query}`;
        const seen: Exploration = await dataOf(serviceHolderId, path);
        expect([path, seen.currencies, seen.figures]).toEqual([path, own.currencies, own.figures]);
      }
    }
    for (const metric of ['payouts', 'fees', 'orders']) {
      const of = (more: string): Promise<Exploration> =>
        dataOf(serviceHolderId, `/operator/explore?metric=${metric}&by=account&${query}${more}`);
      const all = await of('');
      for (const group of all.groups) {
        const alone = await of(`&account=${group.key}&currency=${all.currency}`);
        expect(alone.groups).toEqual([group]);
        expect(alone.currencies.find(({ currency }) => currency === all.currency)).toMatchObject({
          ...{ count: group.count, amount: group.amount, compared: group.compared },
        });
      }
    }
  });
});

it('an account without any has no figures', async () => {
  const path = `/operator/explore?metric=payments&account=${await makeHolder(server.db, 'merchant', 'Quiet')}`;
  expect(await dataOf(serviceHolderId, path)).toMatchObject({ currencies: [], groups: [] });
});

it('the overview counts the active accounts of the list, and adds up what they hold', async () => {
  const { active, held } = await dataOf(serviceHolderId, '/operator/explore/overview');
  const kinds = { companies: 'company', shops: 'merchant', couriers: 'courier', customers: 'customer' };
  type Holder = { holder_id: number };
  const holders: Holder[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const rows = await allOf<Holder>(serviceHolderId, `/operator/holders?kind=${kind}&status=active`);
    expect([name, rows.length]).toEqual([name, active[name]]);
    holders.push(...rows);
  }
  const sums = new Map<string, bigint>();
  const add = (rows: readonly { amount: number; currency: string }[]) => {
    for (const { amount, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + thousandths(amount));
  };
  for (const { holder_id: id } of holders) {
    type Balance = { account: string; amount: number; currency: string };
    const { balances } = await dataOf(serviceHolderId, `/operator/holders/${id}`);
    add((balances as Balance[]).filter(({ account }) => account !== 'debt'));
  }
  for (const status of ['requested', 'approved']) {
    add(await allOf(serviceHolderId, `/operator/payouts?status=${status}`));
  }
  expect(held.map(({ currency, amount }: Row) => [currency, thousandths(amount)])).toEqual([...sums].sort());
});

describe('the operator’s exceptions of an account', () => {
  type Found = { kind: string; object_id: string; holder: { holder_id: number } | null };
  const all = () => allOf<Found>(serviceHolderId, '/operator/exceptions');
  const of = (account: bigint) => allOf<Found>(serviceHolderId, `/operator/exceptions?account=${account}`);

  it('are those of all that name it, page by page', async () => {
    const everything = await all();
    for (const shop of shops) {
      const own = everything.filter(({ holder }) => holder?.holder_id === Number(shop));
      expect(own.length).toBeGreaterThan(1);
      expect(await of(shop)).toEqual(own);
    }
  });

  it('are none of an account that needs nothing', async () => {
    expect(await of(await makeHolder(server.db, 'merchant', 'Calm'))).toEqual([]);
  });

  it('are narrowed for the operator alone', async () => {
    const [shop] = shops;
    const mine = await allOf<Found>(shop, '/exceptions');
    expect(await allOf<Found>(shop, `/exceptions?account=${shops[1]}`)).toEqual(mine);
  });
});
