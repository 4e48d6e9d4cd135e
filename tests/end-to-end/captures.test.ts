/**
 * Payments that are authorized first and captured later, of shops and of orders (docs/contract/merchant.md, "Capture a payment";
 * docs/contract/partner.md, "Capture an order"): nothing is posted before the capture, and fees, refunds and disputes count what was
 * captured.
 */
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentsCsv } from '../../src/api/console/payments/payments-csv.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { providerActor } from '../../src/core/access/actor.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { findDisputeOf } from '../../src/features/payments/evidence/holder-disputes.repository.ts';
import { sweepPayments } from '../../src/features/payments/pay-with-provider.ts';
import { paymentJobs } from '../../src/features/payments/payments.jobs.ts';
import { expireAuthorization, refuseCapture, requestCapture } from '../../src/features/payments/request-capture.ts';
import type { Provider } from '../../src/features/providers/provider.ts';
import { sweepRefunds } from '../../src/features/refunds/refund-payment.ts';
import { createBrowser, goodCard } from '../fixtures/checkout.ts';
import { base, createShop, dataOf, expectError, type Merchant, type Shop } from '../fixtures/shop.ts';
import { job, shopKey } from '../support/actors.ts';
import { drainJobs, makeJobsDue } from '../support/drain-jobs.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';

const day = 86_400;
const card = {
  lost: { ...goodCard, card_number: '4000000000100067' },
  disputed: { ...goodCard, card_number: '4000000000000259' },
};
const clock = createTestClock();
let shop: Shop;
let merchant: Merchant;
let bearer: string;

beforeAll(async () => {
  shop = await createShop({ clock });
  merchant = await shop.addMerchant('Corner Shop');
  await makeFee(shop.db, {
    holderId: merchant.holderId,
    currency: 'EUR',
    method: 'card',
    basisPoints: 1_000,
    fixed: 0n,
  });
});
afterEach(() => shop.expectBooksHold());
afterAll(() => shop.close());

const raise = (error: unknown): never => {
  throw error;
};

/** What a service does by itself when it is due. */
async function runWhatIsDue(): Promise<void> {
  const { payDeps } = shop.server;
  await sweepPayments(job, payDeps, raise);
  await sweepRefunds(job, payDeps, raise);
  await makeJobsDue(shop.database);
  await drainJobs(shop.database, paymentJobs(payDeps, raise));
}

const simulator = () => shop.server.payDeps.providers.named('simulator') as Provider;
const post = (path: string, body: object, headers = {}) =>
  shop.call('POST', `${base}${path}`, { headers: { authorization: `Bearer ${bearer}`, ...headers }, body });
const status = async (token: string) => dataOf(await shop.status(bearer, token));
const wallet = () =>
  findBalance(shop.db, accountAt({ holderId: merchant.holderId, mode: 'test', currency: 'EUR' }, 'wallet'));

async function create(fields: object = {}): Promise<string> {
  bearer = await shop.token(merchant.test);
  const asked = {
    amount: '20.00',
    currency: 'EUR',
    return_url: 'https://shop.test/thanks',
    capture: 'manual',
    ...fields,
  };
  return dataOf(await shop.create(bearer, asked)).token as string;
}

async function payAt(path: string, form = goodCard) {
  const browser = createBrowser(shop.app);
  const page = await browser.open(path);
  await browser.submit(`${path}/pay`, form);
  return { page, result: await browser.open(`${path}/result`) };
}

async function authorized(form = goodCard, fields: object = {}): Promise<string> {
  const token = await create(fields);
  await payAt(`${base}/user/authentication/form/${token}`, form);
  expect((await status(token)).status).toBe('authorized');
  return token;
}

async function eventsOf(token: string): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ type: string }>(
    `select type from events where subject_kind = 'payment' and subject_id = $1 order by appended`,
    [token],
  );
  return rows.map(({ type }) => type);
}

/** Its row in the shop's file of payments. */
async function inFile(token: string): Promise<Record<string, string> | undefined> {
  const book = { holderId: merchant.holderId, mode: 'test' } as const;
  const now = clock.now(book.holderId, 'test');
  let file = '';
  for await (const part of paymentsCsv(
    shop.db,
    book,
    { seesPayers: true },
    { sort: 'newest', now, seesPayers: true },
  )) {
    file += part;
  }
  const rows: Record<string, string>[] = parse(file, { columns: true });
  return rows.find(({ payment_id: id }) => id === token);
}

/** What the fee rule of the shop takes. */
const net = (minor: bigint): bigint => minor - minor / 10n;

describe('a payment with capture manual', () => {
  it('is authorized, with the customer back at the shop, and posted when it is captured', async () => {
    const before = await wallet();
    const token = await create();
    const { page, result } = await payAt(`${base}/user/authentication/form/${token}`);
    expect(page.body).not.toContain('value="wallet"');
    expect(result.body).toContain('Payment authorized');
    const shown = await status(token);
    expect(String(result.headers.refresh)).toContain(`data%5Btrx_id%5D=${shown.trx_id}`);
    expect(shown).toMatchObject({ status: 'authorized', paid: false, amount: '20.00', paid_at: null });
    expect(shown.capture).toEqual({
      authorized_amount: '20.00',
      requested_amount: null,
      captured_amount: null,
      capturable_until: new Date(clock.now(0n, 'test').getTime() + 7 * day * 1_000).toISOString(),
    });
    expect(await wallet()).toBe(before);

    const captured = dataOf(await post('/payment/capture', { token }));
    expect(captured).toMatchObject({ status: 'succeeded', paid: true, trx_id: shown.trx_id });
    expect(captured.capture).toMatchObject({ requested_amount: '20.00', captured_amount: '20.00' });
    expect(await wallet()).toBe(before + net(2_000n));
    expect(await eventsOf(token)).toEqual([
      'payment.created',
      'payment.authorized',
      'capture.requested',
      'payment.paid',
    ]);
  });

  it('is captured in part: fee, refunds and the end of refunds count that part', async () => {
    const before = await wallet();
    const token = await authorized();
    expect(await inFile(token)).toMatchObject({ amount: '20.00', captured_amount: '', status: 'authorized' });
    expect(dataOf(await post('/payment/capture', { token, amount: '12.50' }))).toMatchObject({
      status: 'succeeded',
      amount: '20.00',
      capture: { authorized_amount: '20.00', captured_amount: '12.50' },
    });
    expect(await wallet()).toBe(before + net(1_250n));
    expect(await inFile(token)).toMatchObject({ amount: '20.00', captured_amount: '12.50', status: 'succeeded' });
    const refund = (refund_ref: string, amount?: string) => post('/payment/refund', { token, refund_ref, amount });
    expectError(await refund('r1', '12.51'), 400, 'The refund is more than what is left.');
    expect(dataOf(await refund('r1', '2.50')).status).toBe('succeeded');
    expect((await status(token)).status).toBe('partially_refunded');
    expect(dataOf(await refund('r2')).amount).toBe('10.00');
    expect((await status(token)).status).toBe('refunded');
    expect(await wallet()).toBe(before);
  });

  it('is captured once: the same again answers alike, and another amount is refused', async () => {
    const token = await authorized();
    const first = await post('/payment/capture', { token, amount: '5.00' });
    expect((await post('/payment/capture', { token, amount: '5.00' })).text).toBe(first.text);
    expectError(await post('/payment/capture', { token }), 400, 'It can be captured once; 5.00 was requested.');
    expectError(await post('/payment/cancel', { token }), 400, 'The payment is paid.');
    const paid = await eventsOf(token);
    expect(paid.filter((type) => type === 'payment.paid')).toHaveLength(1);
  });

  it('is captured once by many requests at once', async () => {
    const before = await wallet();
    const token = await authorized();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/payment/capture', { token })));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    await runWhatIsDue();
    expect((await status(token)).status).toBe('succeeded');
    expect(await wallet()).toBe(before + net(2_000n));
  });

  it.each<[asked: object, code: number, message: string]>([
    [{ amount: '20.01' }, 400, 'The amount must be above 0 and at most what was authorized'],
    [{ amount: '0' }, 400, 'The amount must be greater than 0.'],
    [{ amount: 'all' }, 400, 'The amount must be a decimal number.'],
  ])('refuses %j and stays authorized', async (asked, code, message) => {
    const token = await authorized();
    expectError(await post('/payment/capture', { token, ...asked }), code, message);
    expect((await status(token)).status).toBe('authorized');
  });

  it('is not captured before it is authorized, and others not at all', async () => {
    const open = await create();
    expectError(await post('/payment/capture', { token: open }), 400, 'The payment is created.');
    const automatic = await create({ capture: 'automatic' });
    expect(Object.keys(await status(automatic))).not.toContain('capture');
    expectError(await post('/payment/capture', { token: automatic }), 400, 'The payment is captured as it is paid.');
    expectError(
      await shop.create(bearer, { amount: '1.00', currency: 'EUR', return_url: 'https://a.test', capture: 'later' }),
      400,
      'The capture must be automatic or manual.',
    );
  });

  it('is voided by cancel: the money is released, and it is captured no more', async () => {
    const before = await wallet();
    const token = await authorized();
    expect(dataOf(await post('/payment/cancel', { token }))).toMatchObject({ status: 'cancelled', paid: false });
    await runWhatIsDue();
    expect(await chargeStatus(token)).toBe('closed');
    expectError(await post('/payment/capture', { token }), 400, 'The payment is cancelled.');
    expect(await wallet()).toBe(before);
  });

  it('expires when it is not captured in time', async () => {
    const token = await authorized();
    clock.advance(7 * day - 60);
    await runWhatIsDue();
    expect((await status(token)).status).toBe('authorized');
    clock.advance(60);
    bearer = await shop.token(merchant.test);
    expectError(await post('/payment/capture', { token }), 400, 'Its authorization has expired.');
    await runWhatIsDue();
    expect((await status(token)).status).toBe('expired');
    expect((await eventsOf(token)).at(-1)).toBe('payment.expired');
  });

  it('is disputed for what was captured', async () => {
    const before = await wallet();
    const token = await authorized(card.disputed);
    clock.advance(3_600);
    bearer = await shop.token(merchant.test);
    await post('/payment/capture', { token, amount: '5.00' });
    clock.advance(61);
    const { attempt } = await attemptOf(token);
    const [dispute] = (await simulator().findDisputes?.(`dp_${attempt}`)) ?? [];
    expect(dispute).toMatchObject({ amount: 500n, withdrawals: 1 });
    await paymentJobs(shop.server.payDeps, raise).charge_back.run(job, {
      provider: 'simulator',
      disputeId: `dp_${attempt}`,
    });
    // The fee is kept, and the whole of what was captured is withdrawn.
    expect(await wallet()).toBe(before - 50n);
    const book = { holderId: merchant.holderId, mode: 'test' } as const;
    expect(await findDisputeOf(shop.db, book, `dp_${attempt}`)).toMatchObject({ amount: 500n, paymentAmount: 500n });
  });
});

async function attemptOf(token: string): Promise<{ attempt: string; status: string }> {
  const { rows } = await shop.database.pool.query(
    'select id as attempt, status from payment_attempts where payment_id = $1 order by number desc limit 1',
    [token],
  );
  return rows[0];
}

async function chargeStatus(token: string): Promise<string> {
  const { attempt } = await attemptOf(token);
  const { rows } = await shop.database.pool.query('select status from simulator_charges where id = $1', [attempt]);
  return rows[0].status;
}

describe('a capture of which a part is missing', () => {
  it('whose answer was lost stays asked for, and is completed by what is due', async () => {
    const before = await wallet();
    const token = await authorized(card.lost);
    const asked = dataOf(await post('/payment/capture', { token, amount: '7.00' }));
    expect(asked).toMatchObject({ status: 'authorized', capture: { requested_amount: '7.00', captured_amount: null } });
    expectError(await post('/payment/cancel', { token }), 400, 'A capture of this payment is under way.');
    expect(await wallet()).toBe(before);
    await runWhatIsDue();
    expect(await status(token)).toMatchObject({ status: 'succeeded', capture: { captured_amount: '7.00' } });
    expect(await wallet()).toBe(before + net(700n));
  });

  it('that the provider made, and nobody here has posted, is posted by what is due', async () => {
    const before = await wallet();
    const token = await authorized();
    const { payDeps } = shop.server;
    const key = { holderId: merchant.holderId, id: token };
    // The process dies after the provider's answer: what was asked for is committed, and nothing else.
    const { attempt } = await attemptOf(token);
    await inTransaction(
      shop.db,
      (tx) =>
        requestCapture(shopKey({ holderId: merchant.holderId, mode: 'test' }), tx, payDeps, key, { amount: 300n }),
      key,
    );
    const charge = {
      attemptId: attempt,
      providerRef: attempt,
      captureId: `${attempt}.300`,
      amount: 300n,
      currency: 'EUR',
    };
    await simulator().capture?.(charge);
    expect((await status(token)).status).toBe('authorized');
    // Also when its time has passed meanwhile.
    clock.advance(8 * day);
    await runWhatIsDue();
    bearer = await shop.token(merchant.test);
    expect(await status(token)).toMatchObject({ status: 'succeeded', capture: { captured_amount: '3.00' } });
    expect(await wallet()).toBe(before + net(300n));
  });

  it('that was asked for and never reached the provider is made by what is due', async () => {
    const before = await wallet();
    const token = await authorized();
    const key = { holderId: merchant.holderId, id: token };
    await inTransaction(
      shop.db,
      (tx) =>
        requestCapture(shopKey({ holderId: merchant.holderId, mode: 'test' }), tx, shop.server.payDeps, key, {
          amount: undefined,
        }),
      key,
    );
    await runWhatIsDue();
    expect((await status(token)).status).toBe('succeeded');
    expect(await wallet()).toBe(before + net(2_000n));
  });

  it('whose authorization was over at the provider ends as expired', async () => {
    const token = await authorized();
    const { attempt } = await attemptOf(token);
    await simulator().close({ attemptId: attempt, providerRef: attempt });
    expect(dataOf(await post('/payment/capture', { token })).status).toBe('expired');
    await runWhatIsDue();
  });

  it('that the provider made after the authorization had ended here is returned', async () => {
    const before = await wallet();
    const token = await authorized();
    const { attempt } = await attemptOf(token);
    const charge = { attemptId: attempt, providerRef: attempt, captureId: 'by-hand', amount: 2_000n, currency: 'EUR' };
    await simulator().capture?.(charge);
    await post('/payment/cancel', { token });
    await runWhatIsDue();
    expect((await status(token)).status).toBe('cancelled');
    expect((await eventsOf(token)).at(-1)).toBe('late_capture.returned');
    expect(await wallet()).toBe(before);
  });

  it('that the provider refuses leaves it authorized, and another amount can be asked for', async () => {
    const token = await authorized();
    const { attempt } = await attemptOf(token);
    const provider = simulator();
    const capture = provider.capture as NonNullable<typeof provider.capture>;
    provider.capture = () => provider.confirm({ attemptId: attempt, providerRef: attempt });
    try {
      const refused = await post('/payment/capture', { token, amount: '5.00' });
      expectError(refused, 400, 'The amount was refused by the payment provider');
    } finally {
      provider.capture = capture;
    }
    expect(await status(token)).toMatchObject({ status: 'authorized', capture: { requested_amount: null } });
    expect((await eventsOf(token)).at(-1)).toBe('capture.refused');
    expect(dataOf(await post('/payment/capture', { token, amount: '4.00' })).status).toBe('succeeded');
  });

  it('is refused before the provider is asked, where it does not take this amount', async () => {
    const token = await authorized();
    const provider = simulator();
    const { limits } = provider;
    provider.limits = {
      charge: (_method, amount) => (amount < 500n ? { kind: 'min', amount: 500n } : undefined),
      refund: () => undefined,
    };
    try {
      const low = await post('/payment/capture', { token, amount: '4.99' });
      expect([low.status, (await status(token)).status]).toEqual([400, 'authorized']);
      expect(dataOf(await post('/payment/capture', { token, amount: '5.00' })).status).toBe('succeeded');
    } finally {
      provider.limits = limits;
    }
  });

  it('neither expires nor is refused by what was said of another amount', async () => {
    const token = await authorized();
    const { payDeps } = shop.server;
    const key = { holderId: merchant.holderId, id: token };
    const { attempt: attemptId } = await attemptOf(token);
    const actor = shopKey({ holderId: merchant.holderId, mode: 'test' });
    const late = () => inTransaction(shop.db, (tx) => expireAuthorization(job, tx, payDeps, { ...key, attemptId }));
    expect(await late()).toBe(false);
    await inTransaction(shop.db, (tx) => requestCapture(actor, tx, payDeps, key, { amount: 300n }));
    await inTransaction(shop.db, (tx) => refuseCapture(job, tx, payDeps, { ...key, attemptId }, 299n));
    expect((await status(token)).capture).toMatchObject({ requested_amount: '3.00' });
    clock.advance(8 * day);
    expect(await late()).toBe(false);
    bearer = await shop.token(merchant.test);
    expect((await status(token)).status).toBe('authorized');
    await runWhatIsDue();
    expect((await status(token)).status).not.toBe('authorized');
  });

  it('that was made by hand at the provider counts', async () => {
    const before = await wallet();
    const token = await authorized();
    const { attempt } = await attemptOf(token);
    const charge = { attemptId: attempt, providerRef: attempt, captureId: 'by-hand', amount: 900n, currency: 'EUR' };
    await simulator().capture?.(charge);
    await shop.server.onNotice(providerActor('simulator'), 'simulator', {
      kind: 'charge',
      attemptId: attempt,
      providerRef: attempt,
    });
    await runWhatIsDue();
    expect(await status(token)).toMatchObject({ status: 'succeeded', capture: { captured_amount: '9.00' } });
    expect(await wallet()).toBe(before + net(900n));
  });
});

describe('an order with capture manual', () => {
  let company: bigint;
  let restaurant: number;
  let partner: PartnerClient;
  let count = 0;

  beforeAll(async () => {
    company = await makeCompany(shop.db, { name: 'Meal Riders' });
    restaurant = Number(await makeLink(shop.db, company, 'merchant', 'Noodle Bar'));
    partner = createPartnerClient(shop.app, await makeKey(shop.db, company));
    await makeFee(shop.db, { holderId: company, currency: 'EUR', method: 'card', basisPoints: 200, fixed: 0n });
  });

  const balance = (account: string) =>
    findBalance(shop.db, accountAt({ holderId: company, mode: 'test', currency: 'EUR' }, account));
  const shown = async (ref: string) => (await partner.get(`/orders/${ref}`)).json().data;
  const capture = (ref: string, body: object = {}) => partner.post(`/orders/${ref}/capture`, body);

  async function record(fields: object = {}): Promise<{ ref: string; path: string }> {
    count += 1;
    const ref = `order-${count}`;
    const recorded = await partner.post('/orders', {
      partner_order_ref: ref,
      payment_source: 'service',
      capture: 'manual',
      total_amount: 30,
      currency: 'EUR',
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: restaurant, amount: 25 },
        { beneficiary_type: 'partner', amount: 5 },
      ],
      ...fields,
    });
    expect([recorded.statusCode, recorded.json().data.capture]).toEqual([
      201,
      { captured_amount: null, capturable_until: null, splits: null },
    ]);
    return { ref, path: new URL(recorded.json().data.payment_url).pathname };
  }

  async function recordAuthorized(form = goodCard, fields: object = {}): Promise<string> {
    const { ref, path } = await record(fields);
    await payAt(path, form);
    expect((await shown(ref)).payment_status).toBe('authorized');
    return ref;
  }

  it('is authorized, does not settle, and is captured in full', async () => {
    const ref = await recordAuthorized();
    const order = await shown(ref);
    expect(order).toMatchObject({ payment_url: null, paid_at: null, capture: { captured_amount: null } });
    expect(order.capture.capturable_until).not.toBeNull();
    expect((await partner.post('/settlements')).json().data.orders_settled).toBe(0);
    expect(await balance('clearing')).toBe(0n);
    const captured = await capture(ref);
    expect(captured.statusCode).toBe(200);
    expect(captured.json().data).toMatchObject({
      payment_status: 'paid',
      order_amount: 30,
      capture: { captured_amount: 30, splits: [{ amount: 25 }, { amount: 5 }] },
    });
    expect(await balance('clearing')).toBe(3_000n);
    expect((await partner.post('/settlements')).json().data.orders_settled).toBe(1);
    expect(await balance(`earnings:${restaurant}`)).toBe(2_500n);
    // 2 % of it, from the company's commission.
    expect(await balance('commission')).toBe(440n);
  });

  it('captured in part settles, refunds and charges the fee by that part, with its shares scaled to the cent', async () => {
    const [earned, kept] = [await balance(`earnings:${restaurant}`), await balance('commission')];
    const ref = await recordAuthorized();
    const preview = await capture(ref, { amount: 19.99, dry_run: true });
    // 25 and 5 of 30: 16.658… and 3.331….
    const splits = [
      { beneficiary_type: 'merchant', beneficiary_ref: restaurant, amount: 16.66 },
      { beneficiary_type: 'partner', beneficiary_ref: null, amount: 3.33 },
    ];
    expect(preview.json().data).toEqual({ dry_run: true, captured_amount: 19.99, currency: 'EUR', splits });
    expect((await shown(ref)).payment_status).toBe('authorized');

    const { data } = (await capture(ref, { amount: 19.99 })).json();
    expect(data).toMatchObject({ payment_status: 'paid', order_amount: 30, splits: [{ amount: 25 }, { amount: 5 }] });
    expect(data.capture).toMatchObject({ captured_amount: 19.99, splits });
    await partner.post('/settlements');
    expect(await balance(`earnings:${restaurant}`)).toBe(earned + 1_666n);
    // 2 % of 19.99 are 40 cents.
    expect(await balance('commission')).toBe(kept + 333n - 40n);
    expect(await balance('clearing')).toBe(0n);

    const refunded = await partner.post(`/orders/${ref}/refunds`, { refund_ref: 'half', amount: 10 });
    expect(refunded.json().data.splits.map((one: { amount: number }) => one.amount)).toEqual([8.34, 1.66]);
    const tooMuch = await partner.post(`/orders/${ref}/refunds`, { refund_ref: 'more', amount: 10 });
    expect([tooMuch.statusCode, tooMuch.json().error.code]).toEqual([422, 'refund_exceeds']);
    const rest = await partner.post(`/orders/${ref}/refunds`, { refund_ref: 'rest' });
    expect(rest.json().data.amount).toBe(9.99);
    expect(await shown(ref)).toMatchObject({ payment_status: 'refunded', settlement_status: 'reversed' });
    expect([await balance(`earnings:${restaurant}`), await balance('commission')]).toEqual([earned, kept]);
  });

  it('captured with splits given anew credits these', async () => {
    const earned = await balance(`earnings:${restaurant}`);
    const ref = await recordAuthorized();
    const given = (merchantShare: number, own: number, amount?: number) => ({
      ...(amount === undefined ? {} : { amount }),
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: restaurant, amount: merchantShare },
        { beneficiary_type: 'partner', amount: own },
      ],
    });
    const refused = await capture(ref, given(26, 1, 28));
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      422,
      [{ field: 'splits', message: 'must add up to the amount that is captured' }],
    ]);
    const unknown = await capture(ref, { splits: [{ beneficiary_type: 'courier', amount: 3 }] });
    expect(unknown.json().error.details).toEqual([
      { field: 'splits[0]', message: 'does not name a payee with a share in this order' },
    ]);
    // More than its share, and the partner's gives way.
    expect((await capture(ref, given(26, 2))).json().data.capture).toMatchObject({
      captured_amount: 28,
      splits: [{ amount: 26 }, { amount: 2 }],
    });
    expect((await capture(ref, given(26, 2))).statusCode).toBe(200);
    expect((await capture(ref, given(25, 3))).statusCode).toBe(409);
    await partner.post('/settlements');
    expect(await balance(`earnings:${restaurant}`)).toBe(earned + 2_600n);
  });

  it('is captured once, and refuses what was not authorized or is no amount', async () => {
    const { ref, path } = await record();
    expect((await capture(ref)).json().error.message).toBe("The order's payment_status is pending.");
    await payAt(path);
    for (const amount of [30.01, 0.001]) expect((await capture(ref, { amount })).statusCode).toBe(422);
    expect((await capture(ref, { amount: 10 })).statusCode).toBe(200);
    expect((await capture(ref, { amount: 10 })).statusCode).toBe(200);
    const again = await capture(ref, { amount: 11 });
    expect([again.statusCode, again.json().error.message]).toEqual([
      409,
      'It can be captured once; 10.00 was requested.',
    ]);
    expect((await capture('no-such-order')).statusCode).toBe(404);
    await partner.post('/settlements');
  });

  it('is captured by its order alone, with the shares that follow', async () => {
    const ref = await recordAuthorized();
    const { rows } = await shop.database.pool.query(
      `select p.id from payments p join orders o on o.holder_id = p.holder_id and o.id = p.order_id
       where o.holder_id = $1 and o.partner_order_ref = $2`,
      [company, ref],
    );
    const key = { holderId: company, id: rows[0].id as string };
    const owner = shopKey({ holderId: company, mode: 'test' });
    const captured = inTransaction(shop.db, (tx) =>
      requestCapture(owner, tx, shop.server.payDeps, key, { amount: undefined }),
    );
    await expect(captured).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await shown(ref)).payment_status).toBe('authorized');
  });

  it('is only for orders that the customer pays at the checkout', async () => {
    const refused = await partner.post('/orders', {
      partner_order_ref: 'cash',
      payment_source: 'cod',
      capture: 'manual',
      total_amount: 1,
      currency: 'EUR',
      splits: [{ beneficiary_type: 'partner', amount: 1 }],
    });
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      422,
      [{ field: 'capture', message: 'can be manual for payment_source service only' }],
    ]);
  });

  it('that is canceled is voided, and one that expires can be paid again', async () => {
    const canceled = await recordAuthorized();
    expect((await partner.post(`/orders/${canceled}/cancel`)).json().data).toMatchObject({
      payment_status: 'cancelled',
      settlement_status: 'void',
    });
    const ref = await recordAuthorized();
    clock.advance(7 * day);
    await runWhatIsDue();
    const reopened = await shown(ref);
    expect(reopened).toMatchObject({ payment_status: 'pending', capture: { capturable_until: null } });
    await payAt(new URL(reopened.payment_url).pathname);
    expect((await capture(ref, { amount: 12 })).json().data.payment_status).toBe('paid');
    await partner.post('/settlements');
    expect(await balance('clearing')).toBe(0n);
  });

  it('whose capture lost its answer is paid by what is due, with the shares that were asked for', async () => {
    const ref = await recordAuthorized(card.lost);
    const asked = await capture(ref, { amount: 15 });
    expect([asked.statusCode, asked.json().data.payment_status]).toEqual([200, 'authorized']);
    const cancel = await partner.post(`/orders/${ref}/cancel`);
    expect([cancel.statusCode, cancel.json().error.message]).toEqual([409, 'A capture of this payment is under way.']);
    await runWhatIsDue();
    expect(await shown(ref)).toMatchObject({
      payment_status: 'paid',
      capture: { captured_amount: 15, splits: [{ amount: 12.5 }, { amount: 2.5 }] },
    });
    await partner.post('/settlements');
  });

  it('that was captured in part is disputed for that part, and reversed by it', async () => {
    const earned = await balance(`earnings:${restaurant}`);
    const ref = await recordAuthorized(card.disputed);
    await capture(ref, { amount: 6 });
    await partner.post('/settlements');
    clock.advance(61);
    const { rows } = await shop.database.pool.query(
      `select a.id from payment_attempts a join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
       join orders o on o.holder_id = p.holder_id and o.id = p.order_id where o.partner_order_ref = $1`,
      [ref],
    );
    const disputeId = `dp_${rows[0].id}`;
    await paymentJobs(shop.server.payDeps, raise).charge_back.run(job, { provider: 'simulator', disputeId });
    const reversal = await partner.post(`/orders/${ref}/reversals`, { refund_ref: 'disputed' });
    expect(reversal.json().data).toMatchObject({ amount: 6, splits: [{ amount: 5 }, { amount: 1 }] });
    expect(await balance(`earnings:${restaurant}`)).toBe(earned);
  });
});
