/** Live payments through Mollie from the customer's click to the books, with a stand-in for Mollie that speaks its HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { createMollieShop, type MollieShop } from '../fixtures/mollie-shop.ts';
import type { Made } from '../fixtures/provider-shop.ts';
import { dataOf, expectError, payment as leastPayment } from '../fixtures/shop.ts';
import { stateOf } from '../support/database-state.ts';
import { makeJobsDue } from '../support/drain-jobs.ts';

let shop: MollieShop;

beforeEach(async () => {
  shop = await createMollieShop();
});
afterEach(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

const refund = (payment: Made, ref: string, amount?: string) =>
  shop.post('/payment/refund', { token: payment.id, refund_ref: ref, ...(amount === undefined ? {} : { amount }) });

const statusOf = async (payment: Made, ref: string): Promise<unknown> => dataOf(await refund(payment, ref)).status;

const typesOf = async (payment: Made, group: string): Promise<string[]> =>
  (await shop.events(payment)).map(({ type }) => type).filter((type) => type.startsWith(group));

describe('a customer pays', () => {
  it.each([
    ['card', 'creditcard', null],
    ['onlinewallet', 'paypal', 'ada@example.com'],
  ] as const)('by %s: goes to Mollie’s page, comes back paid and is led to the shop', async (method, name, email) => {
    const payment = await shop.make.payment();
    const { browser, answer, there } = await shop.make.begun(payment, method);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${payment.path}/continue`]);
    expect(there).toMatchObject({ method: name, redirectUrl: `http://pay.test${payment.path}` });
    const bridge = await browser.open(`${payment.path}/continue`);
    expect(bridge.headers.refresh).toBe(`0; url=${there._links.checkout?.href}`);

    shop.mollie.pay(there.id);
    expect((await browser.open(payment.path)).headers.location).toBe(`${payment.path}/result`);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded', payerEmail: email });
    expect(await shop.balance()).toBe(1_250n);
    expect(await shop.balance(ledgerAccount.outside('mollie'))).toBe(-1_250n);
  });

  it('and never comes back: the notice tells, once however often it comes', async () => {
    const payment = await shop.make.payment();
    const { there } = await shop.make.begun(payment);
    shop.mollie.pay(there.id);
    expect(await Promise.all([shop.notify(there), shop.notify(there)])).toEqual([200, 200]);
    expect(await shop.drain()).toEqual([]);
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.attempts(payment)).toEqual(['succeeded']);
    expect(await shop.balance()).toBe(1_250n);
  });

  it('after the answer to the beginning was lost: the notice brings the payment’s id', async () => {
    const payment = await shop.make.payment();
    shop.mollie.control.fault = { calls: /POST/, status: 503, lost: true };
    const { answer, there } = await shop.make.begun(payment);
    expect(answer.statusCode).toBe(503);
    shop.mollie.control.fault = undefined;
    shop.mollie.pay(there.id);
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
  });

  it.each(['KWD', 'RUB'])('not in %s, which is refused when the payment is created', async (currency) => {
    const body = { ...leastPayment, amount: '5.00', currency };
    const answer = await shop.create(await shop.token(shop.merchant.live), body);
    expectError(answer, 400, `The amount is in ${currency}, which cards are not charged in.`);
  });

  it('less than Mollie was asked for: it is sent back', async () => {
    const payment = await shop.make.payment();
    const { browser, there } = await shop.make.begun(payment);
    shop.mollie.pay(there.id, { currency: 'EUR', value: '12.49' });
    await browser.open(payment.path);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.attempts(payment)).toEqual(['returned']);
    expect(shop.mollie.refunds).toMatchObject([{ amount: { value: '12.49' }, status: 'refunded' }]);
    expect(await shop.balance()).toBe(0n);
  });
});

describe('a customer who does not pay', () => {
  it('tries another way: the payment at Mollie is canceled first', async () => {
    const payment = await shop.make.payment();
    const { browser, there } = await shop.make.begun(payment);
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/abandon`);
    expect(there.status).toBe('canceled');
    expect(await shop.stored(payment)).toMatchObject({ status: 'created', lastError: 'abandoned' });
  });

  it('tries another way where Mollie can’t cancel: the payment waits until it expires there', async () => {
    shop.mollie.account.areCancelable = false;
    const payment = await shop.make.payment();
    const { browser, there } = await shop.make.begun(payment);
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/abandon`);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    shop.mollie.ends(there.id, 'expired');
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'created', lastError: 'abandoned' });
  });
});

describe('a notice', () => {
  it.each<[string, (path: string) => string]>([
    ['without its signature', (path) => path.replace(/&signature=.*/, '')],
    ['of another attempt', (path) => path.replace(/attempt=[^&]*/, 'attempt=att_1')],
    ['to the bare address', () => '/funding/mollie/webhook'],
  ])('%s changes nothing', async (_name, forge) => {
    const { there } = await shop.make.begun(await shop.make.payment());
    shop.mollie.pay(there.id);
    const { pathname, search } = shop.mollie.notice(there.id).address;
    const before = await stateOf(shop.database);
    expect(await shop.notify(there, { path: forge(`${pathname}${search}`) })).toBe(400);
    expect(await shop.drain()).toEqual([]);
    expect(await stateOf(shop.database)).toBe(before);
  });

  it('is refused when it does not say what it is', async () => {
    const { there } = await shop.make.begun(await shop.make.payment());
    const { address, body } = shop.mollie.notice(there.id);
    const at = `${address.pathname}${address.search}`;
    expect((await shop.call('POST', at, { headers: { 'content-type': '' }, body })).status).toBe(415);
  });

  it('that names another attempt’s payment pays nothing with it', async () => {
    const payment = await shop.make.payment();
    const mine = await shop.make.begun(payment);
    const other = await shop.make.begun(await shop.make.payment());
    shop.mollie.pay(other.there.id);
    expect(await shop.notify(mine.there, { body: `id=${other.there.id}` })).toBe(200);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
  });
});

describe('a refund', () => {
  it.each([
    ['refunded', 'succeeded', 0n, 'refunded'],
    ['failed', 'failed', 1_250n, 'succeeded'],
    ['canceled', 'failed', 1_250n, 'succeeded'],
  ] as const)('that waits at Mollie and is %s then has %s', async (status, ended, balance, ofPayment) => {
    const { payment, there } = await shop.make.paid();
    shop.mollie.account.refundsAre = 'queued';
    expect(dataOf(await refund(payment, 'r1'))).toMatchObject({ status: 'pending' });
    shop.mollie.refunds[0]!.status = status;
    for (let round = 0; round < 2; round += 1) {
      await shop.notify(there);
      expect(await shop.drain()).toEqual([]);
    }
    expect(await statusOf(payment, 'r1')).toBe(ended);
    expect(await shop.balance()).toBe(balance);
    expect(await shop.stored(payment)).toMatchObject({ status: ofPayment });
    expect(shop.mollie.refunds).toHaveLength(1);
  });

  it('that succeeded and failed afterwards steps the payment back; another of the payment stays', async () => {
    const { payment, there } = await shop.make.paid();
    for (const [ref, amount] of [
      ['r1', '2.50'],
      ['r2', '10.00'],
    ] as const) {
      expect(dataOf(await refund(payment, ref, amount))).toMatchObject({ status: 'succeeded' });
    }
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'refunded' });

    shop.mollie.refunds[0]!.status = 'failed';
    for (let round = 0; round < 2; round += 1) {
      await shop.notify(there);
      expect(await shop.drain()).toEqual([]);
    }
    expect([await statusOf(payment, 'r1'), await statusOf(payment, 'r2')]).toEqual(['failed', 'succeeded']);
    expect(await shop.stored(payment)).toMatchObject({ status: 'partially_refunded', refundedAmount: 1_000n });
    expect(await shop.balance()).toBe(250n);
    expect(shop.mollie.refunds).toHaveLength(2);
  });

  it('of money that came too late and failed after it succeeded is listed as refused', async () => {
    const payment = await shop.make.payment();
    const { browser, there } = await shop.make.begun(payment);
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/cancel`);
    shop.mollie.pay(there.id);
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await typesOf(payment, 'late_capture')).toEqual(['late_capture.returned']);

    shop.mollie.refunds[0]!.status = 'failed';
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await typesOf(payment, 'late_capture')).toEqual(['late_capture.returned', 'late_capture.refused']);
    expect(shop.mollie.refunds).toHaveLength(1);
  });

  it('that Mollie can’t be asked for is made once', async () => {
    const { payment } = await shop.make.paid();
    shop.mollie.control.fault = { calls: /POST .*refunds/, status: 409, lost: true };
    expect(dataOf(await refund(payment, 'r1'))).toMatchObject({ status: 'pending' });
    shop.mollie.control.fault = undefined;
    await makeJobsDue(shop.database);
    await shop.drain();
    expect(await statusOf(payment, 'r1')).toBe('succeeded');
    expect(shop.mollie.refunds).toHaveLength(1);
  });
});

describe('a chargeback', () => {
  it('takes the money, and its reversal brings it back, once however often either is told', async () => {
    const { payment, there } = await shop.make.paid();
    const chargeback = shop.mollie.chargeBack(there.id);
    const told = async () => {
      for (let round = 0; round < 2; round += 1) {
        expect(await shop.notify(there)).toBe(200);
        expect(await shop.drain()).toEqual([]);
      }
    };
    await told();
    expect(await shop.balance()).toBe(0n);
    shop.mollie.reverse(chargeback);
    await told();
    expect(await shop.balance()).toBe(1_250n);
    expect(await typesOf(payment, 'chargeback')).toEqual(['chargeback.created', 'chargeback.reversed']);
    const [created] = (await shop.events(payment)).filter(({ type }) => type === 'chargeback.created');
    expect(created?.data).toMatchObject({ dispute: `${there.id}.${chargeback.id}`, chargeback_amount: '12.50' });
  });

  it('of each part of a payment is one', async () => {
    const { there } = await shop.make.paid();
    shop.mollie.chargeBack(there.id, { value: '2.50' });
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    shop.mollie.chargeBack(there.id, { value: '5.00' });
    await shop.notify(there);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.balance()).toBe(500n);
  });
});
