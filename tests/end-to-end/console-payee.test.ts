/** One payee as its company sees it: every figure against sums that the test makes from the lists of the people's API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Mode, modes } from '../../src/base/money/mode.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { payAndChargeBack } from '../support/charge-back.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock('2031-03-20T22:30:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const daySeconds = 86_400;
const currencies = ['EUR', 'JPY'] as const;

let server: TestServer;
let cookie: string;
let company: bigint;
let taverna: number;
let nikos: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
  const { personId } = await server.people.signUp(shell, person);
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
  company = await makeCompany(server.db);
  await inTransaction(server.db, (tx) => insertMember(tx, company, personId, 'owner'));
  taverna = Number(await makeLink(server.db, company, 'merchant', 'Taverna'));
  nikos = Number(await makeLink(server.db, company, 'courier', 'Nikos'));
  for (const mode of modes) await trade(mode);
});
afterAll(async () => {
  await expectBooksToHold(server.db, { byHand: ['members'] });
  await server.close();
});

/** Three days of orders of both payees: settled, refunded in part, on hold, waiting, and paid in cash. */
async function trade(mode: Mode): Promise<void> {
  const partner = createPartnerClient(server.app, await makeKey(server.db, company, mode));
  const send = async (method: 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await partner.call(method, path, body);
    expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
  };
  const record = (ref: string, currency: string, amount: number, changes: object = {}) =>
    send('POST', '/orders', {
      ...{ partner_order_ref: ref, payment_source: 'card', total_amount: amount, currency },
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: taverna, amount: amount - 300 },
        { beneficiary_type: 'courier', beneficiary_ref: nikos, amount: 200 },
        { beneficiary_type: 'partner', amount: 100 },
      ],
      ...changes,
    });
  await send('PUT', '/cash/settings', { is_tracked: true });
  for (const day of [1, 2, 3]) {
    for (const currency of currencies) {
      if (mode === 'test') await send('POST', '/wallets/topups', { amount: 9_000, currency });
      for (const part of [1, 2]) await record(`${mode}-${day}-${currency}-${part}`, currency, 1_000 * day + part);
    }
    await record(`${mode}-${day}-cash`, 'EUR', 500, {
      payment_source: 'cod',
      splits: [
        { beneficiary_type: 'courier', beneficiary_ref: nikos, amount: 50, collects_cash: true },
        { beneficiary_type: 'partner', amount: 450 },
      ],
    });
    await send('POST', '/settlements');
    if (mode === 'test') await send('POST', `/orders/test-${day}-EUR-1/refunds`, { refund_ref: 'r', amount: 40.5 });
    clock.advance(daySeconds);
  }
  await record(`${mode}-held`, 'EUR', 700);
  await send('POST', `/orders/${mode}-held/hold`, { reason: 'A doubt' });
  await record(`${mode}-waiting`, 'JPY', 800);
}

function ask(path: string, mode: Mode = 'test') {
  const headers = { cookie, 'sluice-holder': String(company), 'sluice-mode': mode };
  return server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
}
async function read(path: string, mode: Mode = 'test') {
  const answer = await ask(path, mode);
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  return answer.json();
}
async function allOf<Row>(path: string, mode: Mode): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const page = await read(`${path}&limit=3${cursor}`, mode);
    rows.push(...page.data);
    cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`;
  } while (cursor !== '');
  return rows;
}

type Movement = { code: string; amount: number; created_at: string };
type Balance = { currency: string; available: number; upcoming: number; on_hold: number; debt: number };
type Order = { partner_order_ref: string; settlement_status: string };
type Split = { beneficiary_ref: number | null; left: number };

const hundredths = (amount: number): bigint => BigInt(Math.round(amount * 100));
const sumOf = (amounts: readonly number[]): bigint => amounts.reduce((sum, amount) => sum + hundredths(amount), 0n);
const movementsOf = (link: number, currency: string, mode: Mode) =>
  allOf<Movement>(`/wallets/movements?account=earnings:${link}&currency=${currency}`, mode);

/** What is left of its shares of orders in one of these states. */
async function sharesIn(link: number, currency: string, mode: Mode, states: readonly string[]): Promise<bigint> {
  const orders = await allOf<Order>(`/orders?payee=${link}&currency=${currency}`, mode);
  const waiting = orders.filter(({ settlement_status: status }) => states.includes(status));
  const splits = await Promise.all(
    waiting.map(
      async ({ partner_order_ref: ref }) => (await read(`/orders/${ref}/trace`, mode)).data.splits as Split[],
    ),
  );
  const own = splits.flat().filter(({ beneficiary_ref: ref }) => ref === link);
  return sumOf(own.map(({ left }) => left));
}

const both = () =>
  modes.flatMap((mode) => [
    ['Taverna', mode, () => taverna],
    ['Nikos', mode, () => nikos],
  ]) as [string, Mode, () => number][];

describe.each(both())('%s in %s mode', (name, mode, idOf) => {
  it('has the balances that its movements and its waiting orders come to', async () => {
    const { data } = await read(`/links/${idOf()}`, mode);
    expect(data).toMatchObject({ id: idOf(), name, status: 'active', now: clock.now(company, mode).toISOString() });
    const shown = data.balances as Balance[];
    expect(shown.map(({ currency }) => currency)).toEqual([...currencies]);
    for (const { currency, ...balance } of shown) {
      const moved = await movementsOf(idOf(), currency, mode);
      expect(hundredths(balance.available)).toBe(sumOf(moved.map(({ amount }) => amount)));
      const waiting = await sharesIn(idOf(), currency, mode, ['unsettled', 'awaiting_funds']);
      expect(hundredths(balance.upcoming)).toBe(waiting);
      expect(hundredths(balance.on_hold)).toBe(await sharesIn(idOf(), currency, mode, ['on_hold']));
      const wallet = (await read('/wallets', mode)).data.find((one: Balance) => one.currency === currency);
      const own = wallet?.beneficiaries.find((one: { beneficiary_ref: number }) => one.beneficiary_ref === idOf());
      expect({ available: own?.balance ?? 0, debt: own?.debt ?? 0 }).toEqual({
        available: balance.available,
        debt: balance.debt,
      });
    }
  });

  it('holds the cash that the list of all cash says', async () => {
    const all = (await read('/cash', mode)).data as { beneficiary_ref: number }[];
    const { data } = await read(`/links/${idOf()}`, mode);
    expect(data.cash).toEqual(all.filter(({ beneficiary_ref: ref }) => ref === idOf()));
    if (mode === 'test') expect(data.cash).toHaveLength(name === 'Nikos' ? 1 : 0);
  });

  it.each(['period=7d', 'period=12m', 'from=2031-03-21&to=2031-03-22&time_zone=Europe/Athens'])(
    'earned, by %s, what its movements come to, in the period and in the one before',
    async (asked) => {
      const { data } = await read(`/links/${idOf()}/volume?${asked}`, mode);
      const dayOf = (at: string) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone: data.time_zone, dateStyle: 'short' }).format(new Date(at));
      if (mode === 'test') expect(data.currencies).toHaveLength(currencies.length);
      for (const currency of currencies) {
        const moved = await movementsOf(idOf(), currency, mode);
        const row = data.currencies.find((one: Balance) => one.currency === currency);
        const expectSums = (figures: Record<string, number> | undefined, days: { from: string; to: string }) => {
          const then = moved.filter(({ created_at: at }) => days.from <= dayOf(at) && dayOf(at) <= days.to);
          const of = (code: string) => then.filter((one) => one.code === code);
          const earned = sumOf(of('settlement').map(({ amount }) => amount));
          const takenBack = -sumOf(of('reversal').map(({ amount }) => amount));
          expect(figures?.shares ?? 0).toBe(of('settlement').length);
          expect(hundredths(figures?.earned ?? 0)).toBe(earned);
          expect(hundredths(figures?.taken_back ?? 0)).toBe(takenBack);
          expect(hundredths(figures?.net ?? 0)).toBe(earned - takenBack);
        };
        expectSums(row, data);
        expectSums(row?.previous, data.previous);
        for (const [place, part] of data.parts.entries()) {
          expectSums(row?.parts[place], part);
          expectSums(row?.parts[place].previous, part.previous);
        }
      }
    },
  );
});

it('a figure of earnings leads to as many orders', async () => {
  const { data } = await read(`/links/${taverna}/volume?period=30d`);
  const euros = data.currencies.find(({ currency }: Balance) => currency === 'EUR');
  const orders = await allOf<Order>(
    `/orders?payee=${taverna}&currency=EUR&dated_by=settled&from=2031-03-01T00:00:00Z`,
    'test',
  );
  expect(euros.shares).toBe(orders.length);
  expect(euros).toMatchObject({ shares: 6, taken_back: expect.any(Number) });
  expect(euros.taken_back).toBeGreaterThan(0);
});

it('disputes are narrowed to those of its orders', async () => {
  const partner = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  const answer = await partner.post('/orders', {
    ...{ partner_order_ref: 'disputed', payment_source: 'service', total_amount: 20, currency: 'EUR' },
    splits: [{ beneficiary_type: 'merchant', beneficiary_ref: taverna, amount: 20 }],
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await payAndChargeBack(server, { holderId: company, mode: 'test' }, 'disputed', 1_500n);
  const refsOf = async (query: string) =>
    [...(await read(`/disputes?${query}`)).data, ...(await read(`/disputes?status=closed&${query}`)).data].map(
      ({ order_ref: ref }) => ref,
    );
  expect(await refsOf(`payee=${taverna}`)).toEqual(['disputed']);
  expect(await refsOf(`payee=${nikos}`)).toEqual([]);
  expect((await ask('/disputes?payee=0')).statusCode).toBe(422);
});

it('another company’s link is the same as none', async () => {
  const other = await makeLink(server.db, await makeCompany(server.db), 'merchant', 'Elsewhere');
  for (const path of ['', '/volume']) {
    const [theirs, none] = await Promise.all([ask(`/links/${other}${path}`), ask(`/links/999999999${path}`)]);
    expect(theirs.statusCode).toBe(404);
    const errorOf = ({ error }: { error: object }) => ({ ...error, request_id: null });
    expect(errorOf(theirs.json())).toEqual(errorOf(none.json()));
  }
  expect((await ask('/links/one')).statusCode).toBe(404);
  expect((await ask(`/links/${taverna}/volume?from=2031-03-02`)).statusCode).toBe(422);
});
