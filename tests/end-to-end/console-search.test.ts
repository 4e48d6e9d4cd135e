/** The search of the people's API (docs/contract/people.md, "Search"): what a text means, for whom, in which mode. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { sent } from '../fixtures/console.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let cookie: string;
let personId: string;
let company: bigint;
let courier: bigint;
let shop: bigint;
let link: bigint;
let orderId: number;
let settlementId: number;
let invitationId: string;
let payoutId: string;
let paymentId: string;

beforeAll(async () => {
  account = await createTestAccount();
  const { db, pool, server } = account;
  const { browser, email } = await account.newCustomer();
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  personId = (await pool.query('select id from people where email = $1', [email])).rows[0].id;
  company = await makeCompany(db, { name: 'Bolt Bistro' });
  courier = await makeHolder(db, 'courier', 'Ada rides');
  shop = await makeHolder(db, 'merchant', 'Corner Books');
  for (const holder of [company, courier, shop, serviceHolderId]) {
    await inTransaction(db, (tx) =>
      insertMember(tx, holder, personId, holder === serviceHolderId ? 'administrator' : 'owner'),
    );
  }
  link = await inTransaction(db, (tx) =>
    insertLink(tx, company, { holderId: courier, type: 'courier', name: 'Quick Ada' }),
  );
  const api = createPartnerClient(account.app, await makeKey(db, company));
  const order = (ref: string, more: object = {}) =>
    sent(
      api.post('/orders', {
        partner_order_ref: ref,
        payment_source: 'card',
        total_amount: 10,
        currency: 'EUR',
        splits: [
          { beneficiary_type: 'courier', beneficiary_ref: Number(link), amount: 4 },
          { beneficiary_type: 'partner', amount: 6 },
        ],
        ...more,
      }),
    );
  orderId = (await order('order-1042')).order_id as number;
  for (let n = 0; n < 7; n += 1) await order(`order-1043-${n}`);
  await order('100%_\\');
  const splits = [{ beneficiary_type: 'merchant', amount: 10 }];
  for (const ref of ['grill-a', 'grill-a', 'grill-b', 'pizza']) {
    await order(`s-${ref}-${Math.random()}`, { is_shadow: true, shadow_merchant_ref: ref, splits });
  }
  await sent(api.post('/wallets/topups', { amount: 500, currency: 'EUR' }));
  settlementId = (await sent(api.post('/settlements'))).settlement_id as number;
  invitationId = (await sent(api.post('/invitations', { email: 'bea@example.com', type: 'merchant', name: 'Bea’s' })))
    .invitation_id as string;
  await inTransaction(db, (tx) => addBankAccount(shell, tx, server.clock, company, bankForm()));
  payoutId = (await sent(api.post('/payouts', { account: 'clearing', amount: 5, currency: 'EUR' })))
    .payout_id as string;
  const book = { holderId: shop, mode: 'test' } as const;
  const plain = { cancelUrl: null, custom: null, webhookUrl: null, orderId: null };
  const asked = { amount: 1_250n, currency: 'EUR', returnUrl: 'https://shop.example/ok', ...plain };
  paymentId = (await createPaymentCreator({ db, clock: server.clock }).create(shopKey(book), book, 'api', asked)).id;
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

async function ask(holder: bigint, text: string, { mode = 'test', path = '/search' } = {}) {
  return account.app.inject({
    url: `/api/v1${path}`,
    query: { text },
    headers: { cookie, 'sluice-holder': String(holder), 'sluice-mode': mode },
  });
}

/** `kind id`, in the order of the answer. */
async function found(holder: bigint, text: string, options = {}): Promise<string[]> {
  const answer = await ask(holder, text, options);
  expect([text, answer.statusCode]).toEqual([text, 200]);
  return answer.json().data.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);
}

describe('a company', () => {
  it('finds orders by id, by reference and by how a reference begins, at most five', async () => {
    expect(await found(company, 'order-1042')).toEqual(['order order-1042']);
    expect(await found(company, ' order-1042 ')).toEqual(['order order-1042']);
    expect(await found(company, 'order-1043')).toEqual([0, 1, 2, 3, 4].map((n) => `order order-1043-${n}`));
    expect(await found(company, String(orderId))).toContain('order order-1042');
    const [hit] = (await ask(company, 'order-1042')).json().data;
    expect(hit).toMatchObject({ title: 'order-1042', note: null, amount: 10, currency: 'EUR' });
  });

  it.each(['%', '_', 'rder', 'ORDER-1042', 'order-1042x', '\\', "' or 1=1 --", '9'.repeat(15), '9'.repeat(99)])(
    'takes %j for what it is',
    async (text) => {
      expect(await found(company, text)).toEqual([]);
    },
  );

  it('finds settlements, links, invitations, restaurants and payouts', async () => {
    expect(await found(company, '100%')).toEqual(['order 100%_\\']);
    expect(await found(company, String(settlementId))).toContain(`settlement ${settlementId}`);
    expect(await found(company, 'quick')).toEqual([`link ${link}`]);
    expect(await found(company, String(link))).toContain(`link ${link}`);
    expect(await found(company, 'BEA@')).toEqual([`invitation ${invitationId}`]);
    expect(await found(company, invitationId)).toEqual([`invitation ${invitationId}`]);
    expect(await found(company, 'grill')).toEqual(['restaurant grill-a', 'restaurant grill-b']);
    expect(await found(company, payoutId)).toEqual([`payout ${payoutId}`]);
  });

  it('finds nothing of the other mode, nor of another account', async () => {
    const other = await makeCompany(account.db);
    await inTransaction(account.db, (tx) => insertMember(tx, other, personId, 'owner'));
    const texts = ['order-1042', String(orderId), String(settlementId), 'grill', payoutId];
    for (const text of texts) expect(await found(company, text, { mode: 'live' })).not.toContain('order order-1042');
    expect(await found(company, payoutId, { mode: 'live' })).toEqual([]);
    for (const text of [...texts, 'quick', 'bea', paymentId]) expect(await found(other, text)).toEqual([]);
  });
});

it('a shop finds its payments by their token, a payee its companies', async () => {
  expect(await found(shop, paymentId)).toEqual([`payment ${paymentId}`]);
  expect(await found(shop, 'order-1042')).toEqual([]);
  expect(await found(courier, 'bolt')).toEqual([`company ${link}`]);
  expect(await found(courier, 'order-1042')).toEqual([]);
  expect(await found(courier, payoutId)).toEqual([]);
});

it('the operator finds accounts by name, id and a whole address, and any payout', async () => {
  await account.pool.query('update people set second_factor = true');
  const options = { path: '/operator/search' };
  expect(await found(serviceHolderId, 'corner', options)).toEqual([`account ${shop}`]);
  expect((await found(serviceHolderId, String(courier), options))[0]).toBe(`account ${courier}`);
  const { rows } = await account.pool.query('select email from people where id = $1', [personId]);
  expect(await found(serviceHolderId, rows[0].email, options)).toContain(`account ${company}`);
  expect(await found(serviceHolderId, rows[0].email.slice(0, -1), options)).toEqual([]);
  expect(await found(serviceHolderId, payoutId, options)).toEqual([`payout ${payoutId}`]);
  expect((await ask(company, 'corner', options)).statusCode).toBe(403);
});
