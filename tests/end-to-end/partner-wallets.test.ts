/**
 * GET /beneficiaries, GET /wallets and POST /wallets/topups (docs/contract/partner.md, "Wallets"), and Idempotency-Key
 * on writes.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { purgeOldAnswers } from '../../src/core/http/idempotency.ts';
import { findFunds, spendableClearing } from '../../src/core/ledger/spendable.ts';
import type { Order } from '../../src/features/orders/order.ts';
import { findOrder } from '../../src/features/orders/orders.repository.ts';
import type { Payment } from '../../src/features/payments/payment.ts';
import { listPaymentsOfOrder } from '../../src/features/payments/payments.repository.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { payAndChargeBack } from '../support/charge-back.ts';
import { stateOf } from '../support/database-state.ts';
import { endLink, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});

const topUp = (body: unknown, headers = {}, client = test) => client.post('/wallets/topups', body, headers);
const wallets = async (client = test) => (await client.get('/wallets')).json().data;

describe('docs/contract/partner.md, "Beneficiaries and invitations": GET /beneficiaries', () => {
  it('is the company’s links with id, type, name and status, the same in both modes', async () => {
    const merchant = await makeLink(server.db, company, 'merchant', 'Taverna');
    const courier = await makeLink(server.db, company, 'courier', 'Ada');
    await makeLink(server.db, await makeCompany(server.db), 'merchant', 'Not ours');
    await endLink(server.db, company, courier);
    const modes = ['test', 'live'];
    for (const client of [test, live]) {
      const answer = await client.get('/beneficiaries');
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          status: true,
          data: [
            { id: Number(merchant), type: 'merchant', name: 'Taverna', status: 'active', modes },
            { id: Number(courier), type: 'courier', name: 'Ada', status: 'ended', modes },
          ],
          next_cursor: null,
        },
      ]);
    }
  });
});

describe('docs/contract/partner.md, "Wallets": POST /wallets/topups', () => {
  it('with a test key arrives at once', async () => {
    const answer = await topUp({ amount: 250.5, currency: 'EUR' });
    const at = clock.now(company, 'test').toISOString();
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        status: true,
        data: {
          topup_id: expect.stringMatching(/^top_[0-9A-Za-z]+$/),
          mode: 'test',
          status: 'succeeded',
          amount: 250.5,
          currency: 'EUR',
          reference: null,
          requested_amount: null,
          reason: null,
          beneficiary_ref: null,
          created_at: at,
          expires_at: null,
          succeeded_at: at,
          ended_at: null,
        },
      },
    ]);
    const empty = { commission: 0, debt: 0, reserved: 0, beneficiaries: [] };
    expect(await wallets()).toEqual([{ currency: 'EUR', clearing: 250.5, spendable: 250.5, ...empty }]);
    await expectBooksToHold(server.db);
  });

  it('with a live key waits for the operator: no balance moves', async () => {
    const answer = await topUp({ amount: 250.5, currency: 'EUR' }, {}, live);
    expect([answer.statusCode, answer.json().data]).toMatchObject([
      201,
      { mode: 'live', status: 'pending', reference: expect.stringMatching(/^RF\d\d[A-Z]{8}$/), succeeded_at: null },
    ]);
    expect(await wallets(live)).toEqual([]);
    expect(await wallets(test)).toEqual([]);
    await expectBooksToHold(server.db);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['amount', 'currency']],
    ['null', { amount: null, currency: null }, ['amount', 'currency']],
    ['an amount of 0', { amount: 0, currency: 'EUR' }, ['amount']],
    ['less than 0', { amount: -1, currency: 'EUR' }, ['amount']],
    ['text', { amount: '5', currency: 'EUR' }, ['amount']],
    ['a boolean', { amount: true, currency: 'EUR' }, ['amount']],
    ['too many decimals', { amount: 0.001, currency: 'EUR' }, ['amount']],
    ['decimals of yen', { amount: 5.5, currency: 'JPY' }, ['amount']],
    ['13 digits', { amount: 1_000_000_000_000, currency: 'EUR' }, ['amount']],
    ['an inexact literal', '{"amount":0.10000000000000000001,"currency":"EUR"}', ['amount']],
    ['an infinite one', '{"amount":1e400,"currency":"EUR"}', ['amount']],
    ['a lowercase currency', { amount: 5, currency: 'eur' }, ['currency']],
    ['gold', { amount: 5, currency: 'XAU' }, ['currency']],
  ])('%s is a 422 and writes nothing', async (_name, body, fields) => {
    const before = await stateOf(server.database);
    const answer = await topUp(body, { 'idempotency-key': 'refused' });
    expect([answer.statusCode, answer.json().error.details.map((one: { field: string }) => one.field)]).toEqual([
      422,
      fields,
    ]);
    expect(await stateOf(server.database)).toBe(before);
  });

  it('balance_limit: a balance never exceeds 10^18 minor units, and is shown exactly', async () => {
    const request = { amount: 10n ** 18n - 500n, currency: 'KWD', accountKind: 'clearing', source: 'bank' } as const;
    await inTransaction(server.db, (tx) =>
      requestTopUp(shell, tx, clock, { holderId: company, mode: 'test' }, request),
    );
    const refused = await topUp({ amount: 0.501, currency: 'KWD' });
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'balance_limit']);
    expect((await topUp({ amount: 0.5, currency: 'KWD' })).statusCode).toBe(201);
    expect((await test.get('/wallets')).body).toContain('"clearing":1000000000000000,');
    await expectBooksToHold(server.db);
  });
});

describe('docs/contract/partner.md, "Wallets": GET /wallets', () => {
  it('is one wallet per currency: clearing, commission and what each party earned, of this mode only', async () => {
    const merchant = Number(await makeLink(server.db, company, 'merchant', 'Taverna'));
    const courier = Number(await makeLink(server.db, company, 'courier', 'Ada'));
    await topUp({ amount: 100, currency: 'EUR' });
    await topUp({ amount: 5, currency: 'KWD' });
    const splits = [
      { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 10.05 },
      { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 0.5 },
      { beneficiary_type: 'partner', amount: 1.95 },
    ];
    await test.post('/orders', orderBody({ splits }));
    await test.post('/orders', orderBody({ splits, is_shadow: true }));
    expect((await test.post('/settlements')).statusCode).toBe(201);
    expect(await wallets()).toEqual([
      {
        currency: 'EUR',
        clearing: 87.5,
        commission: 1.95,
        debt: 0,
        reserved: 0,
        spendable: 87.5,
        beneficiaries: [
          { beneficiary_ref: merchant, beneficiary_type: 'merchant', name: 'Taverna', balance: 10.05, debt: 0 },
          { beneficiary_ref: courier, beneficiary_type: 'courier', name: 'Ada', balance: 0.5, debt: 0 },
        ],
      },
      { currency: 'KWD', clearing: 5, commission: 0, debt: 0, reserved: 0, spendable: 5, beneficiaries: [] },
    ]);
    expect(await wallets(live)).toEqual([]);
    await expectBooksToHold(server.db);
  });

  it('says what of clearing is reserved for paid orders and what is left to spend, as payouts and settlements decide', async () => {
    const book = { holderId: company, mode: 'test' } as const;
    const splits = [{ beneficiary_type: 'partner', amount: 8 }];
    for (const ref of ['paid', 'charged back']) {
      const order = { partner_order_ref: ref, payment_source: 'service', total_amount: 10, splits };
      await test.post('/orders', orderBody(order));
    }
    await payAndChargeBack(server, book, 'charged back', 700n);
    const { id } = (await findOrder(server.db, book, 'paid')) as Order;
    await payByCard(server.payDeps, (await listPaymentsOfOrder(server.db, company, id))[0] as Payment);
    // 10 and 3 came in; 8 and 3 are the parties'.
    expect(await wallets()).toMatchObject([{ currency: 'EUR', clearing: 13, debt: 0, reserved: 11, spendable: 2 }]);
    const funds = await findFunds(server.db, { ...book, currency: 'EUR' });
    expect([funds.reserved + funds.paidOrders, spendableClearing(funds)]).toEqual([1_100n, 200n]);
    await expectBooksToHold(server.db);
  });

  it('is answered also when orders are on hold for a party nobody named', async () => {
    await test.post('/orders', orderBody({ splits: [{ beneficiary_type: 'merchant', amount: 1 }] }));
    await test.post(
      '/orders',
      orderBody({ splits: [{ beneficiary_type: 'courier', beneficiary_ref: 999_999, amount: 1 }] }),
    );
    expect((await test.post('/settlements')).json().data.orders_on_hold).toBe(2);
    expect((await test.get('/wallets')).statusCode).toBe(200);
    await expectBooksToHold(server.db);
  });
});

describe('docs/contract/common.md, "Idempotency": writes take Idempotency-Key', () => {
  const key = { 'idempotency-key': 'once' };
  const body = { amount: 5, currency: 'EUR' };
  const clearing = async () => (await wallets())[0]?.clearing;

  it('the same request again is answered as it was, and works once', async () => {
    const first = await topUp(body, key);
    clock.advance(60);
    const again = await topUp(body, key);
    expect([again.statusCode, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true']);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await clearing()).toBe(5);
    await expectBooksToHold(server.db);
  });

  it('without a key, each request works', async () => {
    await topUp(body);
    await topUp(body, { 'idempotency-key': '' });
    expect(await clearing()).toBe(10);
    await expectBooksToHold(server.db);
  });

  it('another body or route under the same key is a 409 idempotency_conflict', async () => {
    await topUp(body, key);
    for (const send of [
      topUp({ ...body, amount: 6 }, key),
      test.post('/orders/x/cancel', undefined, key),
      test.post('/settlements', {}, key),
    ]) {
      const answer = await send;
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'idempotency_conflict']);
    }
    expect(await clearing()).toBe(5);
    await expectBooksToHold(server.db);
  });

  it('is of one company and mode', async () => {
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    for (const client of [test, live, other]) {
      const answer = await topUp(body, key, client);
      expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
    }
    await expectBooksToHold(server.db);
  });

  it('a refused request keeps nothing: mended under the same key, it works', async () => {
    expect((await topUp({ ...body, amount: 0 }, key)).statusCode).toBe(422);
    expect((await test.post('/orders/unknown/cancel', undefined, key)).statusCode).toBe(404);
    expect((await topUp(body, key)).statusCode).toBe(201);
    await expectBooksToHold(server.db);
  });

  it('is kept for 24 hours', async () => {
    const age = (hours: number) =>
      sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours}::int) where holder_id = ${company}`.execute(
        server.db,
      );
    await topUp(body, key);
    await age(23);
    await purgeOldAnswers(server.db);
    expect((await topUp(body, key)).headers['idempotent-replayed']).toBe('true');
    await age(25);
    expect((await topUp({ ...body, amount: 7 }, key)).headers['idempotent-replayed']).toBeUndefined();
    expect((await topUp({ ...body, amount: 7 }, key)).headers['idempotent-replayed']).toBe('true');
    await age(25);
    expect(await purgeOldAnswers(server.db)).toBe(1);
    expect((await topUp(body, key)).headers['idempotent-replayed']).toBeUndefined();
    expect(await clearing()).toBe(17);
    await expectBooksToHold(server.db);
  });

  it('has at most 255 characters, none of them a control', async () => {
    for (const bad of ['x'.repeat(256), 'a\tb'])
      expect((await topUp(body, { 'idempotency-key': bad })).statusCode).toBe(422);
    expect((await topUp(body, { 'idempotency-key': 'x'.repeat(255) })).statusCode).toBe(201);
    await expectBooksToHold(server.db);
  });
});
