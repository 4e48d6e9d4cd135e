/**
 * Orders with source `service`: paid at the hosted checkout (docs/contract/partner.md, "Record an order",
 * docs/ledger.md, "What is posted").
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { payOrder } from '../../src/features/orders/payment-link.ts';
import { startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { createBrowser, goodCard } from '../fixtures/checkout.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { keyHeaders, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { hold, holdLock, untilLockWaits } from '../support/lock-waits.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
/** The clock of another process. */
const behind = createTestClock();
let server: TestServer;
let company: bigint;
let restaurant: bigint;
let headers: Record<string, string>;
let count = 0;

beforeAll(async () => {
  server = await createTestServer({ clock });
  company = await makeCompany(server.db, { name: 'Meal Riders' });
  restaurant = await makeLink(server.db, company, 'merchant', 'Noodle Bar');
  headers = keyHeaders(await makeKey(server.db, company));
});
afterEach(() => expectBooksToHold(server.db));
afterAll(() => server.close());

type Shown = { status: number; data: Record<string, unknown> & { payment_url: string | null } };

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Shown> {
  const answer = await server.app.inject({
    method,
    url: `/partner/v1${path}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, data: answer.json().data ?? answer.json().error };
}

async function record(fields: object = {}): Promise<{ ref: string; shown: Shown; path: string }> {
  count += 1;
  const ref = `service-${count}`;
  const shown = await call('POST', '/orders', {
    partner_order_ref: ref,
    payment_source: 'service',
    total_amount: 30,
    currency: 'EUR',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: Number(restaurant), amount: 25 },
      { beneficiary_type: 'partner', amount: 5 },
    ],
    ...fields,
  });
  return { ref, shown, path: new URL(shown.data.payment_url ?? '').pathname };
}

const clearing = (): Promise<bigint> =>
  findBalance(server.db, accountAt({ holderId: company, mode: 'test', currency: 'EUR' }, 'clearing'));

async function pay(path: string, card = goodCard) {
  const customer = createBrowser(server.app);
  const page = await customer.open(path);
  await customer.submit(`${path}/pay`, card);
  return { page, result: await customer.open(`${path}/result`) };
}

describe('an order with source service', () => {
  it('carries a payment_url, the same on a re-send and a look', async () => {
    const { ref, shown } = await record();
    expect([shown.status, shown.data.payment_status]).toEqual([201, 'pending']);
    expect(shown.data.payment_url).toMatch(/^http:\/\/localhost:8080\/pay\/api\/v1\/user\/authentication\/form\/pay_/);
    expect((await call('GET', `/orders/${ref}`)).data.payment_url).toBe(shown.data.payment_url);
    const { rows } = await server.database.pool.query(`select count(*) from payments where order_id is not null`);
    expect(rows[0].count).toBe(1n);
  });

  it('paid at the checkout puts the money into clearing, becomes paid, and settles', async () => {
    const before = await clearing();
    const { ref, path } = await record({ return_url: 'https://meals.example/done?x=1' });
    const { page, result } = await pay(path);
    expect(page.body).toContain('Meal Riders');
    expect(page.body).toContain('30.00');
    expect(String(result.headers.refresh)).toContain('https://meals.example/done?x=1&message%5Bcode%5D=200');
    // A company never sees who pays its orders.
    expect(String(result.headers.refresh)).toContain('username%5D=&');
    expect(`${result.headers.refresh}${result.body}`).not.toContain('Ada');
    expect(await clearing()).toBe(before + 3_000n);
    const { data } = await call('GET', `/orders/${ref}`);
    expect([data.payment_status, data.settlement_status, data.payment_url]).toEqual(['paid', 'unsettled', null]);
    const settled = await call('POST', '/settlements');
    expect(settled.data).toMatchObject({ status: 'done', orders_settled: 1 });
    expect(await clearing()).toBe(before);
  });

  it('without addresses ends on a page of ours', async () => {
    const { path } = await record();
    const { page, result } = await pay(path);
    expect(page.body).not.toContain('After this you return');
    expect(result.headers.refresh).toBeUndefined();
    expect(result.body).toContain('Payment successful');
    await call('POST', '/settlements');
  });

  it('is not confirmed by the partner, nor settled before it is paid', async () => {
    const { ref } = await record();
    expect(await call('POST', `/orders/${ref}/confirm-payment`)).toMatchObject({
      status: 409,
      data: { code: 'invalid_state' },
    });
    expect((await call('POST', '/settlements')).data).toMatchObject({ orders_settled: 0 });
  });

  it('whose link has expired gets a new one at the next look; the old one stays expired', async () => {
    const { ref, shown, path } = await record();
    clock.advance(25 * 3_600);
    const next = (await call('GET', `/orders/${ref}`)).data.payment_url;
    expect(next).not.toBe(shown.data.payment_url);
    expect((await createBrowser(server.app).open(path)).body).toContain('Payment link expired');
    const looks = await Promise.all(Array.from({ length: 10 }, () => call('GET', `/orders/${ref}`)));
    expect(new Set(looks.map((look) => look.data.payment_url))).toEqual(new Set([next]));
    await pay(new URL(next ?? '').pathname);
    expect((await call('GET', `/orders/${ref}`)).data.payment_status).toBe('paid');
    await call('POST', '/settlements');
  });

  it('looked at twice at once when its link has expired gets one new one', async () => {
    const { ref } = await record();
    clock.advance(25 * 3_600);
    const { owner } = server.database;
    const held = await holdLock(
      owner,
      'select from orders where holder_id = $1 and partner_order_ref = $2 for update',
      [company, ref],
    );
    const looks = [1, 2].map(() => call('GET', `/orders/${ref}`));
    await untilLockWaits(owner, 2);
    await held.release();
    const [one, other] = await Promise.all(looks);
    expect([one?.status, one?.data.payment_url]).toEqual([200, other?.data.payment_url]);
    const { rows } = await owner.query(
      `select count(*)::int as count from payments where order_id = $1 and status = 'created' and expires_at > $2`,
      [one?.data.order_id, clock.now(company, 'test')],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  /** As a process begins an attempt whose clock has not reached the end of the payment's lifetime. */
  const beginBehind = (path: string) => (tx: Tx) =>
    startAttempt(
      tx,
      { clock: behind, onPaid: payOrder, onAuthorization: async () => {} },
      { holderId: company, id: path.split('/').at(-1) as string },
      {
        provider: 'simulator',
        method: 'card',
        cardLastFour: null,
        payerName: 'Ada',
        browser: null,
      },
    );

  it('keeps its link while it is being paid, by a clock that is behind, when a look finds it expired', async () => {
    const { ref, shown, path } = await record();
    behind.set(clock.now(company, 'test').toISOString());
    clock.advance(25 * 3_600);
    const held = await hold(server.db, server.database.owner, beginBehind(path));
    const look = call('GET', `/orders/${ref}`);
    await held.awaitedBy(look);
    await held.commit();
    expect((await look).data.payment_url).toBe(shown.data.payment_url);
  });

  it('whose link has expired is not begun to be paid by it, by no clock', async () => {
    const { ref, shown, path } = await record();
    behind.set(clock.now(company, 'test').toISOString());
    clock.advance(25 * 3_600);
    expect((await call('GET', `/orders/${ref}`)).data.payment_url).not.toBe(shown.data.payment_url);
    await expect(inTransaction(server.db, beginBehind(path))).rejects.toMatchObject({ code: 'invalid_state' });
    const { rows } = await server.database.owner.query(
      `select count(*)::int as count from events where subject_id = $1 and type = 'payment.expired'`,
      [path.split('/').at(-1)],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('canceled takes its link along', async () => {
    const { ref, path } = await record();
    expect((await call('POST', `/orders/${ref}/cancel`)).data).toMatchObject({
      payment_status: 'cancelled',
      settlement_status: 'void',
    });
    expect((await createBrowser(server.app).open(path)).body).toContain('Payment canceled');
    expect((await call('GET', `/orders/${ref}`)).data.payment_url).toBeNull();
  });

  it('is not canceled while an attempt is under way', async () => {
    const { ref, path } = await record();
    const customer = createBrowser(server.app);
    await customer.open(path);
    await customer.submit(`${path}/pay`, { ...goodCard, card_number: '4000000000003220' });
    expect(await call('POST', `/orders/${ref}/cancel`)).toMatchObject({ status: 409, data: { code: 'invalid_state' } });
    expect((await call('GET', `/orders/${ref}`)).data.payment_status).toBe('pending');
  });

  it('paid and canceled at once: one of the two, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await clearing();
      const { ref, path } = await record();
      const customer = createBrowser(server.app);
      await customer.open(path);
      const [, cancelled] = await Promise.all([
        customer.submit(`${path}/pay`, goodCard),
        call('POST', `/orders/${ref}/cancel`),
      ]);
      const { payment_status: status } = (await call('GET', `/orders/${ref}`)).data;
      expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'paid');
      expect(await clearing()).toBe(before + (status === 'paid' ? 3_000n : 0n));
    }
  });
});
