/** Live card payments from the customer's click to the books, with a stand-in for Stripe that speaks its HTTP. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { base, expectError, payment as leastPayment } from '../fixtures/shop.ts';
import { createStripeShop, type StripeShop } from '../fixtures/stripe-shop.ts';
import { shell } from '../support/actors.ts';
import { makeJobsDue } from '../support/drain-jobs.ts';
import { makeHolder } from '../support/holders.ts';

let shop: StripeShop;

beforeEach(async () => {
  shop = await createStripeShop();
});
afterEach(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

const unavailable = expect.objectContaining({ code: 'unavailable' });
const day = 24 * 60 * 60;

describe('a customer pays by card', () => {
  it('goes to Stripe’s page, comes back paid and is led to the shop', async () => {
    const payment = await shop.make.payment();
    const { browser, answer, session } = await shop.make.begun(payment);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${payment.path}/continue`]);
    const bridge = await browser.open(`${payment.path}/continue`);
    expect(bridge.headers.refresh).toBe(`0; url=${session.url}`);
    expect(bridge.headers['content-security-policy']).toContain("form-action 'self'");
    expect(bridge.body).toContain(`href="${session.url}"`);
    expect(session.success_url).toBe(`http://pay.test${payment.path}`);

    shop.stripe.pay(session.id);
    const back = await browser.open(payment.path);
    expect(back.headers.location).toBe(`${payment.path}/result`);
    const result = await browser.open(`${payment.path}/result`);
    expect(result.headers.refresh).toMatch(/^2; url=https:\/\/shop\.test\/thanks\?message%5Bcode%5D=200/);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded', payerEmail: 'ada@example.com' });
    const cards = shop.db.selectFrom('paymentAttempts').select(['cardBrand', 'cardLastFour']);
    expect(await cards.where('paymentId', '=', payment.id).execute()).toEqual([
      { cardBrand: 'Visa', cardLastFour: '4242' },
    ]);
    expect(await shop.balance()).toBe(1_250n);
    expect(await shop.balance(ledgerAccount.outside('card'))).toBe(-1_250n);
  });

  it('looking again and again, and every sweep beside it, pays once', async () => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    shop.stripe.pay(session.id);
    await Promise.all([
      browser.open(payment.path),
      browser.open(`${payment.path}/result`),
      shop.sweep(40 * 60),
      shop.notify('checkout.session.completed', session).then(() => shop.drain()),
    ]);
    await shop.drain();
    expect(await shop.attempts(payment)).toEqual(['succeeded']);
    expect(await shop.balance()).toBe(1_250n);
  });

  it('only the browser that began is led to Stripe', async () => {
    const payment = await shop.make.payment();
    await shop.make.begun(payment);
    const other = await shop.call('GET', `${payment.path}/continue`);
    expect(other.headers.location).toBe(payment.path);
    expect(JSON.stringify(other)).not.toContain('cs_live');
  });

  it('the money of a three-decimal currency arrives whole', async () => {
    const { payment } = await shop.make.paid({ currency: 'KWD', amount: '1.25' });
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance(ledgerAccount.wallet, 'KWD')).toBe(1_250n);
  });

  it.each([
    ['0.49', 'EUR', 'is below the card minimum, EUR 0.50'],
    ['1000000', 'EUR', 'is above the card maximum, EUR 999999.99'],
    ['1.50', 'MGA', 'must be a multiple of MGA 1.00 for cards'],
  ])('%s %s is refused when the payment is created, in both modes', async (amount, currency, problem) => {
    for (const keys of [shop.merchant.live, shop.merchant.test]) {
      const answer = await shop.create(await shop.token(keys), { ...leastPayment, amount, currency });
      expectError(answer, 400, `The amount ${problem}.`);
    }
  });

  it('a payment link and a top-up by test card above what Stripe charges are refused at once', async () => {
    const { db, people } = shop.server;
    const account = { email: 'grace@example.com', password: 'correct horse battery' };
    const { personId } = await people.signUp(shell, { ...account, name: 'Grace', emailVerified: true });
    const customer = await makeHolder(db, 'customer');
    await inTransaction(db, async (tx) => {
      for (const holderId of [shop.merchant.holderId, customer]) await insertMember(tx, holderId, personId, 'owner');
    });
    const signedIn = await people.signIn(visitWith(), account);
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
    const send = async (holderId: bigint, mode: string, path: string, body: object) => {
      const whose = { 'sluice-holder': String(holderId), 'sluice-mode': mode, 'sec-fetch-site': 'same-origin' };
      const { status, text } = await shop.call('POST', `/api/v1${path}`, { headers: { cookie, ...whose }, body });
      return [status, JSON.parse(text).error?.details];
    };
    const details = [{ field: 'amount', message: 'is above the card maximum, EUR 999999.99' }];
    const [most, tooMuch] = [999_999.99, 1_000_000].map((amount) => ({ amount, currency: 'EUR' })) as [object, object];
    for (const mode of ['live', 'test']) {
      const sent = (body: object) => send(shop.merchant.holderId, mode, '/payment-links', body);
      expect(await sent(tooMuch)).toEqual([422, details]);
      expect(await sent(most)).toEqual([201, undefined]);
    }
    const card = { card_number: '4242 4242 4242 4242' };
    const topUp = (body: object) => send(customer, 'test', '/wallet/top-ups', { ...body, ...card });
    expect(await topUp(tooMuch)).toEqual([422, details]);
    expect(await topUp({ amount: 0.49, currency: 'EUR' })).toEqual([
      422,
      [{ field: 'amount', message: 'is below the card minimum, EUR 0.50' }],
    ]);
    expect((await topUp({ amount: 12, currency: 'EUR' }))[0]).toBe(201);
  });

  it('what Stripe refuses is declined, and the payment stays open', async () => {
    shop.stripe.account.amountMax = 1_249;
    const payment = await shop.make.payment();
    const { answer } = await shop.make.tried(payment);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('The payment could not be processed and nothing was charged.');
    expect(await shop.stored(payment)).toMatchObject({ status: 'created', lastError: 'processing_error' });
    expect(await shop.attempts(payment)).toEqual(['declined']);
  });

  it('without keys there is no card, and no address for notices', async () => {
    const { createShop } = await import('../fixtures/shop.ts');
    const plain = await createShop();
    try {
      const merchant = await plain.addMerchant();
      const body = { amount: '1.00', currency: 'EUR', return_url: 'https://shop.test' };
      const { data } = JSON.parse((await plain.create(await plain.token(merchant.live), body)).text);
      const page = await plain.call('GET', `${base}/user/authentication/form/${data.token}`);
      expect(page.text).toContain('Card payments are not available here');
      expect((await plain.call('POST', '/funding/stripe/webhook', { body: '{}' })).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

describe('a customer who does not pay', () => {
  it('comes back, tries another way, and the session is ended first', async () => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    await browser.open(payment.path);
    const answer = await browser.submit(`${payment.path}/abandon`);
    expect(answer.headers.location).toBe(payment.path);
    expect(session.status).toBe('expired');
    expect(await shop.stored(payment)).toMatchObject({ status: 'created', lastError: 'abandoned' });
  });

  it('cancels, and the session is ended first', async () => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/cancel`);
    expect(session.status).toBe('expired');
    expect(await shop.stored(payment)).toMatchObject({ status: 'cancelled' });
  });

  it('pays at the moment of cancelling: it is paid', async () => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    await browser.open(payment.path);
    shop.stripe.pay(session.id);
    await browser.submit(`${payment.path}/cancel`);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toBe(1_250n);
  });

  it('lets the session end: the payment is open again, until its own time is over', async () => {
    const payment = await shop.make.payment();
    const { session } = await shop.make.begun(payment);
    session.status = 'expired';
    expect(await shop.sweep(31 * 60)).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'created', lastError: 'abandoned' });
    expect(await shop.sweep(day)).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'expired' });
  });

  it('keeps the payment from expiring while a session is open', async () => {
    const payment = await shop.make.payment();
    const { session } = await shop.make.begun(payment);
    await shop.sweep(2 * day);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    shop.stripe.pay(session.id);
    await shop.sweep(61);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
  });
});

describe('money that can’t be taken any more is posted and sent back', () => {
  /** The customer gave up, and the bank let the money through after all. */
  async function late(payment: Awaited<ReturnType<typeof shop.make.payment>>, action: 'abandon' | 'cancel') {
    const { browser, session } = await shop.make.begun(payment);
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/${action}`);
    return session;
  }

  it('after the payment was canceled', async () => {
    const payment = await shop.make.payment();
    const session = await late(payment, 'cancel');
    shop.stripe.pay(session.id);
    for (let round = 0; round < 3; round += 1) {
      expect(await shop.notify('checkout.session.completed', session)).toBe(200);
      expect(await shop.drain()).toEqual([]);
    }
    expect(await shop.stored(payment)).toMatchObject({ status: 'cancelled' });
    expect(await shop.attempts(payment)).toEqual(['returned']);
    expect(shop.stripe.refunds).toMatchObject([{ amount: 1_250, currency: 'eur', status: 'succeeded' }]);
    expect((await shop.events(payment)).map(({ type }) => type)).toContain('late_capture.returned');
    expect(await shop.balance()).toBe(0n);
    expect(await shop.balance(ledgerAccount.outside('card'))).toBe(0n);
  });

  it('a second capture, when another attempt has paid', async () => {
    const payment = await shop.make.payment();
    const first = await late(payment, 'abandon');
    const second = await shop.make.begun(payment);
    shop.stripe.pay(second.session.id);
    await second.browser.open(payment.path);
    shop.stripe.pay(first.id);
    await shop.notify('checkout.session.completed', first);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.attempts(payment)).toEqual(['returned', 'succeeded']);
    expect(shop.stripe.refunds.map(({ payment_intent }) => payment_intent)).toEqual([first.payment_intent?.id]);
    expect(await shop.balance()).toBe(1_250n);
  });

  it('beside another attempt that is under way, which goes on', async () => {
    const payment = await shop.make.payment();
    const first = await late(payment, 'abandon');
    const second = await shop.make.begun(payment);
    shop.stripe.pay(first.id);
    await shop.notify('checkout.session.completed', first);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    shop.stripe.pay(second.session.id);
    await second.browser.open(payment.path);
    expect(await shop.attempts(payment)).toEqual(['returned', 'succeeded']);
    expect(await shop.balance()).toBe(1_250n);
  });

  it('but while the payment is open, late money pays it', async () => {
    const payment = await shop.make.payment();
    const session = await late(payment, 'abandon');
    shop.stripe.pay(session.id);
    await shop.notify('checkout.session.completed', session);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.attempts(payment)).toEqual(['succeeded']);
    expect(shop.stripe.refunds).toEqual([]);
    expect(await shop.balance()).toBe(1_250n);
  });

  it.each([
    ['amount', { amount: 1_249 }],
    ['currency', { currency: 'usd' }],
  ])('of another %s than was asked, and the payment is open again', async (_name, taken) => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    shop.stripe.pay(session.id, taken);
    await browser.open(payment.path);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'created' });
    expect(await shop.attempts(payment)).toEqual(['returned']);
    expect(shop.stripe.refunds).toMatchObject([{ amount: session.amount_total, currency: session.currency }]);
    for (const currency of ['EUR', 'USD']) expect(await shop.balance(ledgerAccount.wallet, currency)).toBe(0n);
  });

  it('is sent back once Stripe answers, and once', async () => {
    const payment = await shop.make.payment();
    const session = await late(payment, 'cancel');
    shop.stripe.pay(session.id);
    shop.stripe.control.fault = { calls: /POST \/v1\/refunds/, status: 503, lost: true };
    await shop.notify('checkout.session.completed', session);
    expect(await shop.drain()).toEqual([unavailable]);
    shop.stripe.control.fault = undefined;
    await makeJobsDue(shop.database);
    expect(await shop.drain()).toEqual([]);
    expect(shop.stripe.refunds).toHaveLength(1);
  });
});

describe('Stripe is down', () => {
  it('at the beginning: the customer is told, and may try again at once', async () => {
    const payment = await shop.make.payment();
    shop.stripe.control.fault = { calls: /POST/, status: 503, lost: true };
    const { answer, browser, session } = await shop.make.begun(payment);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('could not be processed and nothing was charged');
    expect(answer.body).toContain('Continue with card');
    shop.stripe.control.fault = undefined;
    expect((await browser.open(payment.path)).body).toContain('could not be processed and nothing was charged');
    expect(await shop.stored(payment)).toMatchObject({ status: 'created', lastError: 'processing_error' });
    expect(await shop.sweep(121)).toEqual([]);

    // A session nobody was led to is paid after all: its own notice names it.
    shop.stripe.pay(session.id);
    await shop.notify('checkout.session.completed', session);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.attempts(payment)).toEqual(['succeeded']);
  });

  it('at the way back: the payment stays under way until a sweep reaches Stripe', async () => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    shop.stripe.pay(session.id);
    shop.stripe.control.fault = { calls: /./, status: 500 };
    expect((await browser.open(payment.path)).statusCode).toBe(503);
    expect(await shop.sweep(31 * 60)).toEqual([unavailable]);
    // It waits its turn.
    expect(await shop.sweep(1)).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    shop.stripe.control.fault = undefined;
    expect(await shop.sweep(61)).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toBe(1_250n);
  });

  it('at Cancel: nothing is canceled that may still be paid', async () => {
    const payment = await shop.make.payment();
    const { browser, session } = await shop.make.begun(payment);
    await browser.open(payment.path);
    shop.stripe.control.fault = { calls: /expire/, status: 503 };
    expect((await browser.submit(`${payment.path}/cancel`)).statusCode).toBe(503);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    shop.stripe.control.fault = undefined;
    shop.stripe.pay(session.id);
    await browser.open(payment.path);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
  });
});
