/**
 * A shop's customers (docs/contract/people.md, "For the people of a shop"): who they are, what their pages say, who may read
 * them, and what is left when a person is deleted.
 */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import type { MemberRole } from '../../src/core/access/roles.ts';
import { eraseTraces } from '../../src/features/closing/erase-traces.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { assignCustomers } from '../../src/features/payments/customers/assign-customers.ts';
import { payWithProvider } from '../../src/features/payments/pay-with-provider.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, ownPage } from '../fixtures/console-browser.ts';
import { bringIn } from '../fixtures/money.ts';
import { job, payer, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';

type Mode = 'test' | 'live';
type Shop = Awaited<ReturnType<typeof newShop>>;

const currency = 'EUR';
const [email, name] = ['ada@example.com', 'Ada Lovelace'];
let account: TestAccount;

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(async () => {
  await expectBooksToHold(account.db, { byHand: ['members', 'holders', 'bank_accounts'] });
  await account.close();
});

const assign = () => assignCustomers(systemActor('assign_customers'), { db: account.db });

/** A shop with an owner who is signed in, and ways to be paid. */
async function newShop(mode: Mode = 'test') {
  const { db, server } = account;
  const holderId = await makeHolder(db, 'merchant', 'Corner Shop');
  const owner = await newOne('Shop Owner');
  const { personId, cookie } = owner;
  await inTransaction(db, (tx) => insertMember(tx, holderId, personId, 'owner'));
  await db.updateTable('people').set({ secondFactor: true }).where('id', '=', personId).execute();

  async function newPayment(amount: bigint) {
    const book = { holderId, mode };
    const terms = { amount, currency, returnUrl: null, cancelUrl: null, custom: null, webhookUrl: null, orderId: null };
    const { id } = await createPaymentCreator(server).create(shopKey(book), book, 'api', terms);
    return { holderId, id };
  }
  const call = (method: 'GET' | 'POST', path: string, as: Mode, body?: object) =>
    account.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { cookie, ...ownPage, 'sluice-holder': String(holderId), 'sluice-mode': as },
      ...(body === undefined ? {} : { payload: body }),
    });
  const ask = (path: string, as: Mode = mode) => call('GET', path, as);
  const read = async (path: string, as?: Mode) => {
    const answer = await ask(path, as);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  return {
    holderId,
    ask,
    read,
    async send(path: string, body: object): Promise<void> {
      const answer = await call('POST', path, mode, body);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    },
    take: (role: MemberRole) => db.updateTable('members').set({ role }).where('holderId', '=', holderId).execute(),
    async byCard(payerEmail: string | null, payerName = name, amount = 500n, number = '4242424242424242') {
      const key = await newPayment(amount);
      const payment = await findPayment(db, holderId, key.id);
      await payWithProvider(payer, server.payDeps, payment as NonNullable<typeof payment>, {
        ...{ method: 'card', card: { number }, payerName, payerEmail, payerLanguage: 'en' },
        ...{ browser: null, returnAddress: 'http://localhost', description: 'A shop' },
      });
      return key.id;
    },
    async byWallet(wallet: bigint, as: { name: string; email: string }, amount = 500n) {
      const key = await newPayment(amount);
      await inTransaction(db, (tx) =>
        payFromCustomerWallet(payer, tx, server.payDeps, key, { ...as, customerHolderId: wallet }, null),
      );
      return key.id;
    },
    list: async (query = ''): Promise<string[]> =>
      (await read(`/customers${query}`)).map(
        (one: { email: string; has_account: boolean; payments: number }) =>
          `${one.email}${one.has_account ? ' (account)' : ''} ${one.payments}`,
      ),
  };
}

/** Someone who is signed in. */
async function newOne(called: string) {
  const { browser: own, email: address, holderId } = await account.newCustomer(called);
  const browser = createConsoleBrowser(account.app);
  for (const [key, { value }] of own.jar) browser.jar.set(key, value);
  const { id: personId } = await account.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirstOrThrow();
  return { holderId, email: address, personId, browser, cookie: browser.cookie() };
}

/** Someone with 10.00 in a wallet. */
async function newPayer(mode: Mode) {
  const one = await newOne('Wally Wallet');
  const at = accountAt({ holderId: one.holderId, mode, currency }, 'wallet');
  await inTransaction(account.db, (tx) => bringIn(tx, at, 1_000n, new Date(), 'bank'));
  return { ...one, as: { name: 'Wally Wallet', email: one.email } };
}

/** Deletes their account. @param meanwhile before their traces are erased. */
async function erase(one: Awaited<ReturnType<typeof newPayer>>, meanwhile = async () => {}): Promise<void> {
  expectDone(await one.browser.post('/profile/erasure', { password }));
  await meanwhile();
  await eraseTraces(job, { db: account.db, clock: account.server.clock, now: () => new Date() }, one.personId);
}

const idOf = async (shop: Shop, n = 0): Promise<number> => (await shop.read('/customers'))[n].customer_id;

describe('who is a customer', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await newShop('live');
  });

  it('who typed one address, whatever the case of its letters, named as in the newest payment', async () => {
    shop = await newShop();
    await shop.byCard('Ada@Example.com', 'Old Name');
    await shop.byCard(email);
    await assign();
    expect(await shop.list()).toEqual([`${email} 2`]);
    expect((await shop.read('/customers'))[0]).toMatchObject({
      ...{ name, email, has_account: false, payments: 2 },
      paid: [{ currency, amount: 10 }],
    });
  });

  it('an account, and never who typed its address', async () => {
    const wally = await newPayer('live');
    await shop.byWallet(wally.holderId, wally.as);
    await shop.byWallet(wally.holderId, { ...wally.as, email: 'new@example.com' });
    await assign();
    expect(await shop.list()).toEqual(['new@example.com (account) 2']);
    // Another account that has the address now.
    const other = await newPayer('live');
    await shop.byWallet(other.holderId, { ...other.as, email: 'new@example.com' });
    await assign();
    expect((await shop.list()).sort()).toEqual(['new@example.com (account) 1', 'new@example.com (account) 2']);
  });

  it('who typed the address of an account is another', async () => {
    shop = await newShop();
    const wally = await newPayer('test');
    await shop.byWallet(wally.holderId, wally.as);
    await shop.byCard(wally.email);
    await assign();
    expect((await shop.list()).sort()).toEqual([`${wally.email} (account) 1`, `${wally.email} 1`].sort());
  });

  it('nobody, without an address', async () => {
    shop = await newShop();
    const id = await shop.byCard(null);
    await assign();
    expect(await shop.list()).toEqual([]);
    expect(await shop.read(`/payments/${id}`)).toMatchObject({ customer_id: null });
  });

  it('nobody, before a payment is paid', async () => {
    shop = await newShop();
    await shop.byCard(email, name, 500n, '4000000000000002');
    await assign();
    expect(await shop.list()).toEqual([]);
  });

  it('is counted once, however often payments are added', async () => {
    shop = await newShop();
    for (let n = 0; n < 3; n += 1) await shop.byCard(email);
    await Promise.all([assign(), assign()]);
    await assign();
    expect(await shop.list()).toEqual([`${email} 3`]);
    await shop.byCard(email);
    await assign();
    expect(await shop.list()).toEqual([`${email} 4`]);
  });

  it('counted, and found by when they paid last', async () => {
    shop = await newShop();
    for (const address of [email, 'grace@example.com', 'joan@example.com']) await shop.byCard(address);
    await assign();
    const [newest, , oldest] = await shop.read('/customers');
    for (const [query, found] of [
      ['', 3],
      ['?search=grace', 1],
      [`?from=${newest.last_paid_at}`, 1],
      [`?to=${oldest.last_paid_at}`, 0],
      [`?from=${oldest.last_paid_at}&to=${newest.last_paid_at}`, 2],
    ] as const) {
      expect(await shop.list(query)).toHaveLength(found);
      expect(await shop.read(`/totals/customers${query}`)).toEqual({ count: found, is_more: false, sums: [] });
    }
    await shop.take('viewer');
    const refused = await Promise.all(['/customers', '/totals/customers'].map((path) => shop.ask(path)));
    expect(refused[1]?.statusCode).toBe(refused[0]?.statusCode);
  });

  it('of one shop and one mode', async () => {
    const [mine, other] = [await newShop(), await newShop()];
    await mine.byCard(email);
    await other.byCard(email);
    await assign();
    const id = await idOf(mine);
    expect(await mine.list()).toEqual([`${email} 1`]);
    expect(await mine.read('/customers', 'live')).toEqual([]);
    for (const answer of [await other.ask(`/customers/${id}`), await mine.ask(`/customers/${id}`, 'live')]) {
      expect(answer.json().error.code).toBe('not_found');
    }
    expect(await other.read(`/payments?customer=${id}`)).toEqual([]);
    const notes = `/notes?object_kind=customer&object_id=${id}`;
    expect((await other.ask(notes)).json().error.code).toBe('not_found');
    expect(await mine.read(notes)).toEqual([]);
  });
});

describe('the list', () => {
  it('is in the order of the last payment, page by page, and finds parts of names and addresses', async () => {
    const shop = await newShop();
    for (const who of ['Ann', 'Bob', 'Cleo', 'Ann']) {
      await shop.byCard(`${who}@example.com`, `${who} Smith`, who === 'Bob' ? 700n : 500n);
    }
    await assign();
    const paid = (await shop.read('/customers')).map((one: { paid: unknown }) => one.paid);
    expect(paid).toEqual([10, 5, 7].map((amount) => [{ currency, amount }]));
    const all = ['Ann@example.com 2', 'Cleo@example.com 1', 'Bob@example.com 1'];
    expect(await shop.list()).toEqual(all);
    const found: string[] = [];
    for (let cursor = ''; found.length < 3; ) {
      const { data, next_cursor: next } = (await shop.ask(`/customers?limit=1${cursor}`)).json();
      found.push(data[0].email);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(found).toEqual(['Ann@example.com', 'Cleo@example.com', 'Bob@example.com']);
    expect(await shop.list('?search=BOB')).toEqual(['Bob@example.com 1']);
    expect(await shop.list('?search=smith')).toEqual(all);
    expect(await shop.list('?search=nobody')).toEqual([]);
    expect((await shop.ask('/customers?cursor=x')).statusCode).toBe(422);
  });

  it('is a file too, as it is narrowed, in which no name is a formula', async () => {
    const shop = await newShop();
    for (const [who, called] of [
      ['eve', '=HYPERLINK("http://evil.example")'],
      ['ann', 'Ann Smith'],
    ] as const) {
      await shop.byCard(`${who}@example.com`, called);
    }
    await assign();
    const fileOf = async (query: string, as?: Mode) => {
      const answer = await shop.ask(`/customers.csv${query}`, as);
      expect(answer.headers['content-disposition']).toBe('attachment; filename="customers.csv"');
      return parse(answer.body, { columns: true }) as Record<string, string>[];
    };
    const [ann, eve] = await shop.read('/customers');
    const asText = ({ paid: _sums, ...one }: { paid: unknown }) =>
      Object.fromEntries(Object.entries(one).map(([key, value]) => [key, `${value}`]));
    expect(await fileOf('')).toEqual([asText(ann), { ...asText(eve), name: `'${eve.name}` }]);
    expect(await fileOf('?search=ANN')).toEqual([asText(ann)]);
    expect(await fileOf(`?to=${ann.last_paid_at}`)).toMatchObject([{ email: 'eve@example.com' }]);
    expect(await fileOf('', 'live')).toEqual([]);
  });
});

describe('a customer’s page', () => {
  it('sums what was paid and refunded, names the cards, and leads to the payments', async () => {
    const shop = await newShop();
    const first = await shop.byCard(email, name, 500n, '4242424242424242');
    const second = await shop.byCard(email, name, 700n, '5555555555554444');
    await shop.byCard('bob@example.com', 'Bob');
    await assign();
    await shop.send(`/payments/${first}/refunds`, { refund_ref: 'r-1', amount: 2 });
    const { customer_id: id } = await shop.read(`/payments/${second}`);
    expect(await shop.read(`/customers/${id}`)).toMatchObject({
      ...{ name, email, payments: 2 },
      totals: [{ currency, payments: 2, paid: 12, refunded: 2, charged_back: 0 }],
      cards: [
        { last_four: '4444', brand: 'Mastercard', payments: 1 },
        { last_four: '4242', brand: 'Visa', payments: 1 },
      ],
      refunds: [{ payment_id: first, refund_ref: 'r-1', amount: 2, status: 'succeeded' }],
    });
    const ids = (await shop.read(`/payments?customer=${id}`)).map((one: { payment_id: string }) => one.payment_id);
    expect(ids).toEqual([second, first]);
    expect(await shop.read(`/totals/payments?customer=${id}`)).toMatchObject({ count: 2 });
    expect(await shop.read(`/search?text=ada`)).toMatchObject([{ kind: 'customer', id: String(id), note: email }]);
    expect(await shop.read(`/search?text=ada%20love`)).toMatchObject([{ kind: 'customer', title: name }]);
  });

  it('is not for a developer in live mode, nor what it would narrow', async () => {
    const shop = await newShop('live');
    const wally = await newPayer('live');
    const paid = await shop.byWallet(wally.holderId, wally.as);
    await assign();
    const id = await idOf(shop);
    await shop.take('developer');
    const narrowed = [`/payments?customer=${id}`, `/disputes?customer=${id}`, `/disputes.csv?customer=${id}`];
    for (const path of ['/customers', '/customers.csv', `/customers/${id}`, ...narrowed]) {
      expect((await shop.ask(path)).json().error.code, path).toBe('forbidden');
    }
    expect((await shop.ask(`/notes?object_kind=customer&object_id=${id}`)).json().error.code).toBe('forbidden');
    expect(await shop.read(`/payments/${paid}`)).toMatchObject({ customer_id: null, payer: null });
    expect(await shop.read(`/search?text=${wally.email}`)).toEqual([]);
  });
});

describe('when a person deletes their account', () => {
  it('their customers go with the notes, and their payments stay without a name', async () => {
    const shop = await newShop('live');
    const wally = await newPayer('live');
    const paid = await shop.byWallet(wally.holderId, wally.as, 1_000n);
    await assign();
    const id = await idOf(shop);
    await shop.send('/notes', { object_kind: 'customer', object_id: String(id), text: 'Likes green' });
    await erase(wally);
    expect(await shop.read('/customers')).toEqual([]);
    expect(await shop.read(`/payments/${paid}`)).toMatchObject({ customer_id: null, payer: { email: null } });
    const { rows } = await account.pool.query(`select from notes where object_kind = 'customer' and object_id = $1`, [
      String(id),
    ]);
    expect(rows).toEqual([]);
    await assign();
    expect(await shop.read('/customers')).toEqual([]);
  });

  it('who pays with the address afterwards is a customer of that alone', async () => {
    const shop = await newShop('test');
    const wally = await newPayer('test');
    await shop.byCard(wally.email, 'Wally Old');
    await assign();
    const before = await idOf(shop);
    await erase(wally, async () => {
      await shop.byCard(wally.email, 'Wally New');
      await assign();
    });
    expect(await shop.list()).toEqual([`${wally.email} 1`]);
    expect(await shop.read('/customers')).toMatchObject([{ customer_id: before, name: 'Wally New', payments: 1 }]);
  });
});
