/**
 * POST and GET /payouts, its cancel, GET /bank-accounts and POST /wallets/transfers (docs/contract/partner.md,
 * "Payouts").
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { addBankAccount, endBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout } from '../../src/features/payouts/change-payout.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { bringIn, makeHolderOwe } from '../fixtures/money.ts';
import { bankForm, iban, otherIban } from '../fixtures/payouts.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let company: bigint;
let bankAccountId: string;
let test: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestServer({ clock });
  await inTransaction(server.db, (tx) => setRule(tx, 'EUR', { minimum: 100n, fee: 25n, dailyLimit: null }));
});
afterEach(() => expectBooksToHold(server.db));
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
  bankAccountId = (await addBank()).id;
  await fund('commission', 10_000n);
});

const addBank = (holderId = company, changes = {}) =>
  inTransaction(server.db, (tx) => addBankAccount(shell, tx, clock, holderId, bankForm(changes)));

function fund(name: string, amount: bigint, mode: Mode = 'test') {
  const to = accountAt({ holderId: company, mode, currency: 'EUR' }, name);
  return inTransaction(server.db, (tx) => bringIn(tx, to, amount, clock.now(company, mode)));
}

const asked = { account: 'commission', amount: 40, currency: 'EUR' };
const ask = (changes: object = {}, headers = {}, client = test) =>
  client.post('/payouts', { ...asked, ...changes }, headers);
const wallet = async (client = test) => (await client.get('/wallets')).json().data[0];

describe('POST /payouts', () => {
  it('takes the money from commission, and says what the bank will get', async () => {
    const answer = await ask({ reference: ' RF18 5390\u00A00754 7034 ' });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        status: true,
        data: {
          payout_id: expect.stringMatching(/^po_[0-9A-Za-z]+$/),
          mode: 'test',
          status: 'requested',
          account: 'commission',
          beneficiary_ref: null,
          amount: 40,
          fee: 0.25,
          net_amount: 39.75,
          currency: 'EUR',
          bank_account_id: bankAccountId,
          reason: null,
          reference: 'RF18 5390 0754 7034',
          schedule_id: null,
          created_at: clock.now(company, 'test').toISOString(),
          approved_at: null,
          sent_at: null,
          ended_at: null,
        },
      },
    ]);
    expect(await wallet()).toMatchObject({ commission: 60, clearing: 0 });
  });

  it('draws from clearing too, in either mode', async () => {
    await fund('clearing', 500n, 'live');
    const answer = await ask({ account: 'clearing', amount: 5, bank_account_id: bankAccountId }, {}, live);
    expect([answer.statusCode, answer.json().data]).toMatchObject([201, { mode: 'live', account: 'clearing' }]);
    expect(await wallet(live)).toMatchObject({ clearing: 0 });
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['account', 'amount', 'currency']],
    ['another account', { ...asked, account: 'earnings' }, ['account']],
    ['the fees', { ...asked, account: 'fees' }, ['account']],
    ['an amount of 0', { ...asked, amount: 0 }, ['amount']],
    ['less than 0', { ...asked, amount: -1 }, ['amount']],
    ['text', { ...asked, amount: '40' }, ['amount']],
    ['too many decimals', { ...asked, amount: 1.001 }, ['amount']],
    ['an inexact literal', '{"account":"commission","amount":1.10000000000000000001,"currency":"EUR"}', ['amount']],
    ['under the minimum', { ...asked, amount: 0.99 }, ['amount']],
    ['a lowercase currency', { ...asked, currency: 'eur' }, ['currency']],
    ['a number for a bank account', { ...asked, bank_account_id: 7 }, ['bank_account_id']],
    ['an unknown bank account', { ...asked, bank_account_id: 'ba_x' }, ['bank_account_id']],
    ['a NUL in its id', { ...asked, bank_account_id: 'ba_\u0000' }, ['bank_account_id']],
  ])('%s is a 422 and writes nothing', async (_name, body, fields) => {
    const before = await stateOf(server.database);
    const answer = await test.post('/payouts', body, { 'idempotency-key': 'refused' });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().error.details.map((one: { field: string }) => one.field)).toEqual(fields);
    expect(await stateOf(server.database)).toBe(before);
  });

  it('an ended bank account, another’s, one of another currency', async () => {
    const others = await addBank(await makeCompany(server.db));
    const dollars = await addBank(company, { iban: otherIban, currency: 'USD' });
    await inTransaction(server.db, (tx) => endBankAccount(shell, tx, clock, company, bankAccountId));
    for (const id of [bankAccountId, others.id, dollars.id]) {
      const answer = await ask({ bank_account_id: id });
      expect([answer.statusCode, answer.json().error.details[0].field]).toEqual([422, 'bank_account_id']);
      expect(answer.body).not.toContain(iban);
    }
  });

  it('over the balance is insufficient_funds; N at once are what fits', async () => {
    const refused = await ask({ amount: 100.01 });
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'insufficient_funds']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ amount: 30 })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
    expect(await wallet()).toMatchObject({ commission: 10 });
  });

  it('sent twice under one Idempotency-Key, also at once, it is asked for once', async () => {
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all([ask({}, key), ask({}, key), ask({}, key)]);
    expect(new Set(answers.map((answer) => answer.json().data.payout_id)).size).toBe(1);
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
    expect(await wallet()).toMatchObject({ commission: 60 });
    expect((await ask({ amount: 41 }, key)).statusCode).toBe(409);
  });
});

describe('POST /payouts/{id}/cancel', () => {
  it('gives the money back; a second time, and once approved, it is a 409', async () => {
    const { payout_id: id } = (await ask()).json().data;
    const cancelled = await test.post(`/payouts/${id}/cancel`);
    expect([cancelled.statusCode, cancelled.json().data.status]).toEqual([200, 'cancelled']);
    expect(await wallet()).toMatchObject({ commission: 100 });
    const again = await test.post(`/payouts/${id}/cancel`);
    expect([again.statusCode, again.json().error.message]).toEqual([409, 'The payout is cancelled.']);
    const { payout_id: second } = (await ask()).json().data;
    await inTransaction(server.db, (tx) => approvePayout(shell, tx, clock, second));
    const late = await test.post(`/payouts/${second}/cancel`);
    expect([late.statusCode, late.json().error.message]).toEqual([409, 'The payout is approved.']);
  });
});

describe('GET /payouts', () => {
  it('lists the company’s own, newest first, by status and page by page', async () => {
    const ids: string[] = [];
    for (const amount of [1, 2, 3]) ids.unshift((await ask({ amount })).json().data.payout_id);
    await test.post(`/payouts/${ids[1]}/cancel`);
    const idsOf = (answer: { json(): { data: { payout_id: string }[] } }) =>
      answer.json().data.map((one) => one.payout_id);
    expect(idsOf(await test.get('/payouts'))).toEqual(ids);
    expect(idsOf(await test.get('/payouts?status=requested'))).toEqual([ids[0], ids[2]]);
    const first = await test.get('/payouts?limit=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const rest = await test.get(`/payouts?limit=2&cursor=${first.json().next_cursor}`);
    expect([idsOf(rest), rest.json().next_cursor]).toEqual([ids.slice(2), null]);
    for (const query of ['status=lost', 'limit=0', 'cursor=x']) {
      expect((await test.get(`/payouts?${query}`)).statusCode).toBe(422);
    }
    const one = await test.get(`/payouts/${ids[0]}`);
    expect([one.statusCode, one.json().data.amount]).toEqual([200, 3]);
  });

  it('another’s, another mode’s and a courier’s are nowhere', async () => {
    const { payout_id: id } = (await ask()).json().data;
    const linkId = await makeLink(server.db, company, 'courier');
    await fund(`earnings:${linkId}`, 1_000n);
    const { rows } = await server.database.pool.query('select holder_id from links where id = $1', [linkId]);
    const courier = rows[0].holder_id as bigint;
    await addBank(courier);
    const theirs = await inTransaction(server.db, (tx) =>
      requestPayout(memberOf({ holderId: courier, mode: 'test' }), tx, clock, {
        ownerHolderId: courier,
        book: { holderId: company, mode: 'test' },
        account: ledgerAccount.earnings(BigInt(linkId)),
        amount: 500n,
        currency: 'EUR',
        bankAccountId: undefined,
      }),
    );
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    const calls: [PartnerClient, string][] = [
      [other, id],
      [live, id],
      [test, theirs.id],
      [test, 'po_x'],
      [test, '%00'],
    ];
    for (const [client, path] of calls) {
      expect((await client.get(`/payouts/${path}`)).statusCode).toBe(404);
      expect((await client.post(`/payouts/${path}/cancel`)).statusCode).toBe(404);
    }
    expect((await test.get('/payouts')).json().data).toHaveLength(1);
  });
});

describe('GET /bank-accounts', () => {
  it('shows the last four characters, and no key can add one', async () => {
    const answer = await test.get('/bank-accounts');
    expect(answer.json()).toEqual({
      status: true,
      data: [
        {
          bank_account_id: bankAccountId,
          status: 'active',
          account_name: 'Taverna GmbH',
          number: '•••• 3000',
          address: null,
          country: 'DE',
          currency: null,
          payee_check: null,
          created_at: clock.now(company, 'live').toISOString(),
          ended_at: null,
        },
      ],
      next_cursor: null,
    });
    expect(answer.body).not.toContain(iban.slice(0, -4));
    const added = await test.post('/bank-accounts', { iban: otherIban });
    expect([added.statusCode, added.json().error.code]).toEqual([405, 'method_not_allowed']);
  });
});

describe('POST /wallets/transfers', () => {
  const transfer = (body: unknown, headers = {}) => test.post('/wallets/transfers', body, headers);

  it('moves commission to clearing, and wakes what waits for it', async () => {
    const answer = await transfer({ amount: 70.5, currency: 'EUR' });
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      {
        transfer_id: expect.stringMatching(/^trf_[0-9A-Za-z]+$/),
        mode: 'test',
        from: 'commission',
        to: 'clearing',
        amount: 70.5,
        currency: 'EUR',
        created_at: clock.now(company, 'test').toISOString(),
      },
    ]);
    expect(await wallet()).toMatchObject({ commission: 29.5, clearing: 70.5 });
    const { rows } = await server.database.pool.query('select count(*) from graphile_worker.jobs where key = $1', [
      `settle_on_funds:${company}:test:EUR`,
    ]);
    expect(rows[0].count).toBe(1n);
  });

  it('pays what clearing owes the service first', async () => {
    const own = accountAt({ holderId: company, mode: 'test', currency: 'EUR' }, 'wallet');
    await inTransaction(server.db, (tx) => makeHolderOwe(tx, own, 2_000n, clock.now(company, 'test')));
    await transfer({ amount: 50, currency: 'EUR' });
    expect(await wallet()).toMatchObject({ commission: 50, clearing: 30 });
  });

  it('over the balance is refused; at once, what fits; under one key, once', async () => {
    const refused = await transfer({ amount: 100.01, currency: 'EUR' });
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'insufficient_funds']);
    const key = { 'idempotency-key': 'twice' };
    await Promise.all([transfer({ amount: 10, currency: 'EUR' }, key), transfer({ amount: 10, currency: 'EUR' }, key)]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => transfer({ amount: 40, currency: 'EUR' })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 201, 422, 422, 422]);
    expect(await wallet()).toMatchObject({ commission: 10, clearing: 90 });
  });

  it.each<[unknown, string[]]>([
    [{}, ['amount', 'currency']],
    [{ amount: 0, currency: 'EUR' }, ['amount']],
    [{ amount: 0.001, currency: 'EUR' }, ['amount']],
    [{ amount: 1, currency: 'XAU' }, ['currency']],
  ])('%j is a 422 and writes nothing', async (body, fields) => {
    const before = await stateOf(server.database);
    const answer = await transfer(body);
    expect([answer.statusCode, answer.json().error.details.map((one: { field: string }) => one.field)]).toEqual([
      422,
      fields,
    ]);
    expect(await stateOf(server.database)).toBe(before);
  });
});
