/**
 * Who is told the chain of what: each kind of holder, each kind of id, in both modes. What is another's is answered like
 * what does not exist, to the letter (docs/contract/people.md, "Follow the money").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { sent } from '../fixtures/console.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { memberOf, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { accountAt, accountNamed } from '../support/ledger-names.ts';
import { createPartnerClient } from '../support/partner-client.ts';

const readers = ['company', 'courier', 'shop', 'customer', 'operator', 'other company', 'other courier'] as const;
type Reader = (typeof readers)[number];

let account: TestAccount;
let cookie: string;
const holders = {} as Record<Reader, bigint>;
const ids = {} as Record<string, string>;

beforeAll(async () => {
  account = await createTestAccount();
  const { db, pool, server, app } = account;
  const { browser, holderId: customer } = await account.newCustomer();
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { rows } = await pool.query('select person_id as id from members where holder_id = $1', [customer]);
  await pool.query('update people set second_factor = true where id = $1', [rows[0].id]);
  const join = async (holderId: bigint, role: 'owner' | 'administrator' = 'owner') => {
    await inTransaction(db, (tx) => insertMember(tx, holderId, rows[0].id, role));
    return holderId;
  };
  holders.customer = customer;
  holders.company = await join(await makeCompany(db));
  holders['other company'] = await join(await makeCompany(db));
  holders.courier = await join(await makeHolder(db, 'courier'));
  holders['other courier'] = await join(await makeHolder(db, 'courier'));
  holders.shop = await join(await makeHolder(db, 'merchant'));
  holders.operator = await join(serviceHolderId, 'administrator');
  const { company, courier, shop } = holders;
  const linkOf = (holderId: bigint) =>
    inTransaction(db, (tx) => insertLink(tx, company, { holderId, type: 'courier', name: 'Ada' }));
  const link = await linkOf(courier);
  // A colleague of the same company has no share of the order.
  await linkOf(holders['other courier']);

  const api = createPartnerClient(app, await makeKey(db, company));
  ids.top_up = (await sent(api.post('/wallets/topups', { amount: 100, currency: 'EUR' }))).topup_id as string;
  const ref = randomUUID();
  const splits = [
    { beneficiary_type: 'courier', beneficiary_ref: Number(link), amount: 8 },
    { beneficiary_type: 'partner', amount: 2 },
  ];
  const order = { partner_order_ref: ref, payment_source: 'card', total_amount: 10, currency: 'EUR', splits };
  ids.order = String((await sent(api.post('/orders', order))).order_id);
  ids.settlement = String((await sent(api.post('/settlements'))).settlement_id);
  const refund = await sent(api.post(`/orders/${ref}/refunds`, { refund_ref: randomUUID(), amount: 1 }));
  ids.refund = refund.refund_id as string;
  const { clock } = server;
  await inTransaction(db, (tx) => addBankAccount(shell, tx, clock, courier, bankForm()));
  const asked = { book: { holderId: company, mode: 'test' }, account: accountNamed(`earnings:${link}`) } as const;
  const money = { ownerHolderId: courier, amount: 500n, currency: 'EUR', bankAccountId: undefined };
  const payout = await inTransaction(db, (tx) =>
    requestPayout(memberOf({ holderId: courier, mode: 'test' }), tx, clock, { ...asked, ...money }),
  );
  ids.payout = payout.id;
  const share = await pool.query(
    `select id from transfers where holder_id = $1 and code = 'settlement' and to_account_id in
      (select id from accounts where holder_id = $1 and link_id = $2)`,
    [company, link],
  );
  ids.transfer = String(share.rows[0].id);

  const book = { holderId: shop, mode: 'test' } as const;
  const draft = { amount: 500n, currency: 'EUR', returnUrl: null, cancelUrl: null, custom: null, manualCapture: false };
  const payment = await createPaymentCreator(server).create(shopKey(book), book, 'api', {
    ...draft,
    webhookUrl: null,
    orderId: null,
  });
  ids.payment = payment.id;
  const from = accountAt({ holderId: customer, mode: 'test', currency: 'EUR' }, 'wallet');
  await inTransaction(db, (tx) => bringIn(tx, from, 500n, clock.now(customer, 'test'), 'bank'));
  const ada = { name: 'Ada', email: null, customerHolderId: customer };
  const key = { holderId: shop, id: payment.id };
  await inTransaction(db, (tx) => payFromCustomerWallet(payer, tx, server.payDeps, key, ada, null));
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

const ask = (reader: Reader, id: string, mode = 'test', below = '') =>
  account.app.inject({
    url: `/api/v1${reader === 'operator' ? '/operator' : ''}/traces/${encodeURIComponent(id)}${below}`,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(holders[reader]),
      'sluice-mode': mode,
    },
  });

/** All of it but the request's own id. */
const errorOf = (answer: Awaited<ReturnType<typeof ask>>) => ({ ...answer.json().error, request_id: null });

/** Who finds each kind of id; the others don't, and nobody in live mode. */
const found: [kind: string, readers: Reader[]][] = [
  ['order', ['company', 'courier', 'operator']],
  ['refund', ['company', 'courier', 'operator']],
  ['transfer', ['company', 'courier', 'operator']],
  ['settlement', ['company', 'operator']],
  ['payout', ['courier', 'operator']],
  ['top_up', ['company', 'operator']],
  ['payment', ['shop', 'customer', 'operator']],
];

const absent: Record<string, (id: string) => string> = {
  order: () => '999999999',
  transfer: () => '999999999',
  settlement: () => '999999999',
};
/** The id of a kind that nothing has: the same holder's, but for its last characters. */
const missing = (kind: string, id: string): string => absent[kind]?.(id) ?? `${id.slice(0, -4)}0000`;

describe.each(found)('%s', (kind, finders) => {
  it.each(readers)('asked by the %s', async (reader) => {
    const id = `${kind}:${ids[kind]}`;
    const answer = await ask(reader, id);
    expect(answer.statusCode).toBe(finders.includes(reader) ? 200 : 404);
    const nothing = await ask(reader, `${kind}:${missing(kind, ids[kind] as string)}`);
    expect(nothing.statusCode).toBe(404);
    const inLive = await ask(reader, id, 'live');
    const refused = [inLive, ...(answer.statusCode === 404 ? [answer] : [])];
    for (const one of refused) expect(errorOf(one)).toEqual(errorOf(nothing));
    const { data } = answer.json();
    if (answer.statusCode !== 200) return;
    expect(data.checks.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
    const kinds: string[] = data.nodes.map((node: { kind: string }) => node.kind);
    // A company's chain ends at the earnings, and a payee's has nobody else's share.
    if (reader === 'company') expect(kinds).not.toContain('payout');
    if (reader === 'courier') expect(kinds).not.toContain('commission');
    if (reader !== 'operator') {
      for (const line of data.bank_lines) expect(line.line_id).toBeNull();
    }
  });
});

it('a settlement and a payout open into their parts, each with a chain of its own', async () => {
  for (const [reader, id] of [
    ['company', `settlement:${ids.settlement}`],
    ['operator', `payout:${ids.payout}`],
    ['courier', `payout:${ids.payout}`],
  ] as const) {
    const { data } = (await ask(reader, id, 'test', '/parts?limit=1')).json();
    expect(data).toHaveLength(1);
    expect((await ask(reader, data[0].trace)).json().data.trace).toBe(`order:${ids.order}`);
  }
  expect((await ask('company', `payout:${ids.payout}`, 'test', '/parts')).statusCode).toBe(404);
});

it.each([
  '',
  'order',
  'order:',
  'order:x',
  'payout:po_1',
  'nothing:1',
  'order:1:2',
  'transfer:-1',
  'line:1',
  "dispute:'",
])('what is no id of anything, %j, is not found', async (id) =>
  expect((await ask('company', id)).statusCode).toBe(404),
);

/** A statement of test mode with one line, which names a top-up. @returns the line's id. */
async function importLine(amount: string, text: string): Promise<string> {
  const body = {
    source: 'bank',
    file_name: `${text.slice(-8)}.csv`,
    text: `date,amount,currency,text\n2031-03-01,${amount},EUR,${text}\n`,
    columns: { date: 'date', amount: 'amount', currency: 'currency', reference: 'text' },
    decimal: 'point',
    delimiter: ',',
    date_format: 'YYYY-MM-DD',
  };
  const answer = await account.app.inject({
    method: 'POST',
    url: '/api/v1/operator/statements',
    headers: {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(holders.operator),
      'sluice-mode': 'test',
    },
    payload: JSON.stringify(body),
  });
  expect(answer.statusCode).toBe(200);
  const { rows } = await account.pool.query('select max(id)::text as id from statement_lines');
  return rows[0].id;
}

it('the bank’s line proves where a chain begins, and leads to what it paid; nobody but the operator learns which it is', async () => {
  const before = (await ask('operator', `top_up:${ids.top_up}`)).json().data;
  expect(before.bank_lines).toEqual([]);
  const line = await importLine('100.00', `Top-up ${ids.top_up}`);
  const seen = { source: 'bank', booked_on: '2031-03-01', amount: 100, currency: 'EUR' };

  const { data } = (await ask('operator', `top_up:${ids.top_up}`)).json();
  expect(data.bank_lines).toEqual([{ ...seen, line_id: Number(line) }]);
  expect(data.nodes.map(({ proof }: { proof: string | null }) => proof)).toContain('proven');
  expect(data.checks.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  const own = (await ask('company', `top_up:${ids.top_up}`)).json().data;
  expect(own.bank_lines).toEqual([{ ...seen, line_id: null }]);

  const ofLine = (await ask('operator', `line:${line}`)).json().data;
  expect(ofLine).toMatchObject({ trace: `line:${line}`, bank_lines: [{ line_id: Number(line) }] });
  expect(ofLine.edges).toMatchObject([{ amount: 100, currency: 'EUR', count: 1 }]);
  expect(ofLine.checks.map(({ name, holds }: { name: string; holds: boolean }) => [name, holds])).toContainEqual([
    'line',
    true,
  ]);
  for (const reader of ['company', 'courier', 'shop', 'customer'] as const) {
    expect((await ask(reader, `line:${line}`)).statusCode).toBe(404);
  }
  expect((await ask('operator', `line:${line}`, 'live')).statusCode).toBe(404);

  // A line that matches nothing has nothing to follow.
  const open = await importLine('7.00', 'unknown to anyone');
  const answer = await ask('operator', `line:${open}`);
  expect([answer.statusCode, answer.json().data?.edges ?? []]).toEqual([answer.statusCode, []]);
});
