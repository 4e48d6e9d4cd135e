/** docs/contract/people.md, "For a company's members": an order on hold says who held it, why and since when. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, ownPage } from '../fixtures/console-browser.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let partner: PartnerClient;
let call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ data: never }>;

beforeAll(async () => {
  account = await createTestAccount();
  const company = await makeCompany(account.db);
  partner = createPartnerClient(account.app, await makeKey(account.db, company));
  const person = { name: 'Dana Reyes', email: 'dana@example.com', password, emailVerified: true };
  const { personId } = await account.people.signUp(shell, person);
  await inTransaction(account.db, (tx) => insertMember(tx, company, personId, 'owner'));
  const browser = createConsoleBrowser(account.app);
  await browser.signIn(person.email);
  const headers = { ...ownPage, 'sluice-holder': String(company), 'sluice-mode': 'test' };
  call = async (method, path, body) => (await browser.call(method, path, body, headers)).json();
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

const holdOf = async (ref: string) => {
  const { hold } = (await call('GET', `/orders/${ref}/trace`)).data as { hold: unknown };
  const rows = (await call('GET', `/orders?search=${ref}`)).data as { hold: unknown }[];
  expect(rows.map((row) => row.hold)).toEqual([hold]);
  return hold;
};

it('names the person who held it last, with what they gave as the reason', async () => {
  await partner.post('/orders', orderBody({ partner_order_ref: 'held-1' }));
  expect(await holdOf('held-1')).toBe(null);
  await partner.post('/orders/held-1/hold', { reason: 'By the server' });
  expect(await holdOf('held-1')).toMatchObject({ note: 'By the server', since: expect.any(String) });
  await partner.post('/orders/held-1/release');
  expect(await holdOf('held-1')).toBe(null);
  await call('POST', '/orders/held-1/hold', { reason: 'The kitchen is closed' });
  expect(await holdOf('held-1')).toEqual({
    by: 'Dana Reyes',
    note: 'The kitchen is closed',
    since: expect.any(String),
  });
});

it('names nobody where a settlement held it, for a split without a payee', async () => {
  const body = orderBody({ partner_order_ref: 'held-2' });
  const splits = [{ beneficiary_type: 'merchant', amount: body.total_amount }];
  await partner.post('/orders', { ...body, splits });
  await partner.post('/settlements');
  expect(await holdOf('held-2')).toEqual({ by: null, note: null, since: expect.any(String) });
});
