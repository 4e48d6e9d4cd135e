/** A month day by day for its company's people (docs/contract/people.md, "For a company's members"). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock('2031-03-01T12:00:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const first = '2031-03-01';
const second = '2031-03-02';
let server: TestServer;
let company: bigint;
let cookie: string;
let merchant: number;
let settlement: number;
let post: (path: string, body?: object) => Promise<Record<string, unknown>>;

beforeAll(async () => {
  server = await createTestServer({ clock });
  const { personId } = await server.people.signUp(shell, person);
  company = await makeCompany(server.db);
  await inTransaction(server.db, (tx) => insertMember(tx, company, personId, 'viewer'));
  const partner = createPartnerClient(server.app, await makeKey(server.db, company));
  post = async (path, body) => {
    const answer = await partner.post(path, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json().data;
  };
  merchant = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');

  await post('/wallets/topups', { amount: 100, currency: 'EUR' });
  for (const ref of ['a', 'b']) await record(ref);
  settlement = (await post('/settlements')).settlement_id as number;
  clock.set('2031-03-02T09:00:00.000Z');
  await post('/orders/a/refunds', { refund_ref: 'r', amount: 10 });
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

const record = (partner_order_ref: string) =>
  post(
    '/orders',
    orderBody({
      ...{ partner_order_ref, total_amount: 20 },
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 18 },
        { beneficiary_type: 'partner', amount: 2 },
      ],
    }),
  );

const read = (path: string) => {
  const headers = { cookie, 'sluice-holder': String(company), 'sluice-mode': 'test' };
  return server.app.inject({ method: 'GET', url: `/api/v1/statements/2031-03/days${path}`, headers });
};
const clearing = 'beneficiary_ref=partner&account=clearing&currency=EUR';

it('each account has its balances, and each day what moved and what it ended with, newest first', async () => {
  const { data } = (await read('?beneficiary_ref=partner')).json();
  const [own] = data.accounts.filter(({ account }: { account: string }) => account === 'clearing');
  expect(own).toEqual({
    ...{ account: 'clearing', currency: 'EUR', opening_balance: 0, closing_balance: 70 },
    ...{ credits: 110, debits: -40, movements_total: 7 },
    days: [
      { date: second, credits: 10, debits: 0, closing_balance: 70, movements: 2 },
      { date: first, credits: 100, debits: -40, closing_balance: 60, movements: 5 },
    ],
  });
  // What is posted later is added to what is known, as to its balances.
  await post('/wallets/topups', { amount: 5, currency: 'EUR' });
  const again = (await read('?beneficiary_ref=partner')).json().data.accounts;
  const days = again.find(({ account }: { account: string }) => account === 'clearing').days;
  expect(days[0]).toEqual({ date: second, credits: 15, debits: 0, closing_balance: 75, movements: 3 });
  const earned = (await read(`?beneficiary_ref=${merchant}`)).json().data;
  expect(earned.accounts[0]).toMatchObject({ account: 'earnings', closing_balance: 27, days: [{}, {}] });
  expect(earned.name).toBe('Noodle Bar');
});

it('a day’s movements are its own, with the transfers of a settlement in one row, in pages', async () => {
  const { data, next_cursor: next } = (await read(`/${first}?${clearing}&limit=1`)).json();
  expect(data).toMatchObject([
    { what: 'Settlement', settlement_id: settlement, transfers: 4, amount: -40, partner_order_ref: null },
  ]);
  const rest = (await read(`/${first}?${clearing}&limit=1&cursor=${next}`)).json();
  expect(rest.data).toMatchObject([{ what: 'Top-up', settlement_id: null, transfers: 1, amount: 100 }]);
  expect(rest.next_cursor).toBeNull();
  // What a refund took back names its order.
  const taken = (await read(`/${second}?beneficiary_ref=${merchant}&account=earnings&currency=EUR`)).json().data;
  expect(taken).toMatchObject([{ code: 'reversal', partner_order_ref: 'a', transfers: 1, amount: -9 }]);
  const none = await read(`/${first}?beneficiary_ref=partner&account=clearing&currency=USD`);
  expect(none.json()).toMatchObject({ data: [], next_cursor: null });
});

it.each(['2031-02-28', '2031-04-01', '2031-02-31', '2031-03-32'])('%s is no day of the month', async (date) => {
  const answer = await read(`/${date}?${clearing}`);
  expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
});
