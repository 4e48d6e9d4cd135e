/** What goes back: refunds of live card payments, and chargebacks, with a stand-in for Stripe that speaks its HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { dataOf, expectError } from '../fixtures/shop.ts';
import { createStripeShop, type Made, type StripeShop } from '../fixtures/stripe-shop.ts';

let shop: StripeShop;

beforeEach(async () => {
  shop = await createStripeShop();
});
afterEach(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

const refund = (payment: Made, ref: string, amount?: string) =>
  shop.post('/payment/refund', { token: payment.id, refund_ref: ref, ...(amount === undefined ? {} : { amount }) });

const statusOf = async (payment: Made, ref: string): Promise<unknown> => dataOf(await refund(payment, ref)).status;

const refundTypes = async (payment: Made): Promise<string[]> =>
  (await shop.events(payment)).map(({ type }) => type).filter((type) => type.startsWith('refund.'));

describe('a refund', () => {
  it('in full goes back to the card', async () => {
    const { payment } = await shop.make.paid();
    expect(dataOf(await refund(payment, 'r1'))).toMatchObject({ status: 'succeeded', amount: '12.50' });
    expect(shop.stripe.refunds).toMatchObject([{ amount: 1_250, status: 'succeeded' }]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'refunded' });
    expect(await shop.balance()).toBe(0n);
    expect(await shop.drain()).toEqual([]);
    expect(shop.stripe.refunds).toHaveLength(1);
  });

  it('in parts, until nothing is left', async () => {
    const { payment } = await shop.make.paid();
    expect(dataOf(await refund(payment, 'r1', '2.50'))).toMatchObject({ status: 'succeeded' });
    expect(await shop.stored(payment)).toMatchObject({ status: 'partially_refunded' });
    expect(dataOf(await refund(payment, 'r1', '2.50'))).toMatchObject({ status: 'succeeded' });
    expect(dataOf(await refund(payment, 'r2'))).toMatchObject({ amount: '10.00' });
    expectError(await refund(payment, 'r3', '0.01'), 400, 'The refund is more than what is left.');
    expect(shop.stripe.refunds.map(({ amount }) => amount)).toEqual([250, 1_000]);
    expect(await shop.balance()).toBe(0n);
  });

  it('of a part that Stripe can’t refund is refused at once; what is left always goes back', async () => {
    const { payment } = await shop.make.paid({ currency: 'KWD', amount: '1.250' });
    const problem = 'must be a multiple of KWD 0.010 for cards';
    expectError(await refund(payment, 'r1', '0.005'), 400, `The amount ${problem}`);
    expect(await refundTypes(payment)).toEqual([]);
    expect(dataOf(await refund(payment, 'r1', '0.010'))).toMatchObject({ status: 'succeeded', amount: '0.010' });
    expect(dataOf(await refund(payment, 'r2'))).toMatchObject({ status: 'succeeded', amount: '1.240' });
    expect(shop.stripe.refunds.map(({ amount }) => amount)).toEqual([10, 1_240]);
  });

  it('that Stripe refuses is posted back whole', async () => {
    const { payment } = await shop.make.paid();
    shop.stripe.account.refundsAre = 'refused';
    expect(dataOf(await refund(payment, 'r1', '5.00'))).toMatchObject({ status: 'failed' });
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded', refundedAmount: 0n });
    expect(await shop.balance()).toBe(1_250n);
    expect(await shop.balance(ledgerAccount.outside('card'))).toBe(-1_250n);
    expect(await refundTypes(payment)).toEqual(['refund.created', 'refund.failed']);
  });

  it.each([
    ['succeeded', 'refund.updated', 0n, 'refunded'],
    ['failed', 'refund.failed', 1_250n, 'succeeded'],
  ] as const)('that is pending has %s once Stripe says so', async (status, type, balance, ofPayment) => {
    const { payment } = await shop.make.paid();
    shop.stripe.account.refundsAre = 'pending';
    expect(dataOf(await refund(payment, 'r1'))).toMatchObject({ status: 'pending' });
    expect(await shop.balance()).toBe(0n);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
    const made = shop.stripe.refunds[0]!;

    // Told too early, it is as it was.
    await shop.notify(type, { ...made, status });
    expect(await shop.drain()).toEqual([]);
    expect(await statusOf(payment, 'r1')).toBe('pending');

    made.status = status;
    for (let round = 0; round < 2; round += 1) {
      await shop.notify(type, made);
      expect(await shop.drain()).toEqual([]);
    }
    expect(await statusOf(payment, 'r1')).toBe(status);
    expect(await shop.balance()).toBe(balance);
    expect(await shop.stored(payment)).toMatchObject({ status: ofPayment });
    expect(await refundTypes(payment)).toEqual(['refund.created', `refund.${status}`]);
    expect(shop.stripe.refunds).toHaveLength(1);
  });

  it('that succeeded and failed afterwards steps the payment back, and is never made again', async () => {
    const { payment } = await shop.make.paid();
    await refund(payment, 'r1');
    const made = shop.stripe.refunds[0]!;
    // A notice of what is known already changes nothing.
    await shop.notify('refund.updated', made);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'refunded' });

    made.status = 'failed';
    for (let round = 0; round < 2; round += 1) {
      await shop.notify('refund.failed', made);
      expect(await shop.drain()).toEqual([]);
    }
    expect(await statusOf(payment, 'r1')).toBe('failed');
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded', refundedAmount: 0n });
    expect(await shop.balance()).toBe(1_250n);
    expect(await refundTypes(payment)).toEqual(['refund.created', 'refund.succeeded', 'refund.failed']);
    expect(shop.stripe.refunds).toHaveLength(1);
  });

  it('that is pending is looked at when its charge is told to be refunded', async () => {
    const { payment, session } = await shop.make.paid();
    shop.stripe.account.refundsAre = 'pending';
    await refund(payment, 'r1');
    shop.stripe.refunds[0]!.status = 'succeeded';
    await shop.notify('charge.refunded', { id: 'ch_1', metadata: session.metadata });
    expect(await shop.drain()).toEqual([]);
    expect(await statusOf(payment, 'r1')).toBe('succeeded');
  });

  it('that Stripe can’t be asked for stays pending, and a sweep makes it once', async () => {
    const { payment } = await shop.make.paid();
    shop.stripe.control.fault = { calls: /refunds/, status: 503 };
    expect(dataOf(await refund(payment, 'r1'))).toMatchObject({ status: 'pending' });
    expect(await shop.balance()).toBe(0n);
    expect(await shop.sweep(61)).toEqual([expect.objectContaining({ code: 'unavailable' })]);
    // It waits its turn.
    expect(await shop.sweep(1)).toEqual([]);
    shop.stripe.control.fault = { calls: /POST \/v1\/refunds/, status: 500, lost: true };
    expect(await shop.sweep(61)).toHaveLength(1);
    shop.stripe.control.fault = undefined;
    expect(await shop.sweep(61)).toEqual([]);
    expect(await statusOf(payment, 'r1')).toBe('succeeded');
    expect(shop.stripe.refunds).toHaveLength(1);
  });
});

describe('a chargeback', () => {
  const advances = () => shop.balance(ledgerAccount.advances, 'EUR', serviceHolderId);

  async function charged(object: { id: string }, type = 'charge.dispute.created'): Promise<void> {
    expect(await shop.notify(type, object)).toBe(200);
    expect(await shop.drain()).toEqual([]);
  }
  const told = async (payment: Made) =>
    (await shop.events(payment)).filter(({ type }) => type === 'chargeback.created').map(({ data }) => data);

  it('takes the money from the wallet, once however often it is told', async () => {
    const { payment, session } = await shop.make.paid();
    const dispute = shop.stripe.dispute(session.id);
    await charged(dispute);
    await charged(dispute);
    await charged(dispute, 'charge.dispute.funds_withdrawn');
    expect(await shop.balance()).toBe(0n);
    expect(await shop.balance(ledgerAccount.outside('card'))).toBe(0n);
    expect([await shop.balance(ledgerAccount.debt), await advances()]).toEqual([0n, 0n]);
    expect(await told(payment)).toMatchObject([
      { dispute: dispute.id, chargeback_amount: '12.50', chargeback_currency: 'EUR', owed_amount: '0.00' },
    ]);
  });

  it('goes as far as the wallet does; the service lays out the rest, and it is owed', async () => {
    const { payment, session } = await shop.make.paid();
    await refund(payment, 'r1', '10.00');
    await charged(shop.stripe.dispute(session.id));
    expect(await shop.balance()).toBe(0n);
    expect(await shop.balance(ledgerAccount.debt)).toBe(1_000n);
    expect(await shop.balance(ledgerAccount.debts)).toBe(-1_000n);
    expect(await advances()).toBe(-1_000n);
    expect(await told(payment)).toMatchObject([{ owed_amount: '10.00' }]);
  });

  it('leaves no more to refund than the rest of the payment, until it is won', async () => {
    const { payment, session } = await shop.make.paid();
    const { id } = shop.stripe.dispute(session.id, { amount: 1_000 });
    await charged({ id });
    expectError(await refund(payment, 'r1', '2.51'), 400, 'The refund is more than what is left.');
    expect(dataOf(await refund(payment, 'r2'))).toMatchObject({ status: 'succeeded', amount: '2.50' });
    expectError(await refund(payment, 'r3', '0.01'), 400, 'The refund is more than what is left.');
    const back = { balance_transactions: [{ amount: -1_000 }, { amount: 1_000 }], status: 'won' };
    Object.assign(shop.stripe.account.disputes.get(id) ?? {}, back);
    await charged({ id }, 'charge.dispute.closed');
    expect(dataOf(await refund(payment, 'r4'))).toMatchObject({ amount: '10.00' });
  });

  it('of two payments are two', async () => {
    const first = await shop.make.paid();
    const second = await shop.make.paid();
    await charged(shop.stripe.dispute(first.session.id));
    await charged(shop.stripe.dispute(second.session.id, { amount: 250 }));
    expect(await shop.balance()).toBe(1_000n);
  });

  it('that is only an inquiry takes nothing, until money is withdrawn', async () => {
    const { session } = await shop.make.paid();
    const { id } = shop.stripe.dispute(session.id, { taken: false });
    await charged({ id });
    expect(await shop.balance()).toBe(1_250n);
    Object.assign(shop.stripe.account.disputes.get(id) ?? {}, { balance_transactions: [{ amount: -1_250 }] });
    await charged({ id }, 'charge.dispute.funds_withdrawn');
    expect(await shop.balance()).toBe(0n);
  });

  it('that is won is posted back, once however often it is told', async () => {
    const { payment, session } = await shop.make.paid();
    const { id } = shop.stripe.dispute(session.id);
    await charged({ id });
    expect(await shop.balance()).toBe(0n);
    const back = { balance_transactions: [{ amount: -1_250 }, { amount: 1_250 }], status: 'won' };
    Object.assign(shop.stripe.account.disputes.get(id) ?? {}, back);
    for (const type of ['funds_reinstated', 'closed', 'funds_reinstated'] as const) {
      await charged({ id }, `charge.dispute.${type}`);
    }
    expect([await shop.balance(), await shop.balance(ledgerAccount.outside('card'))]).toEqual([1_250n, -1_250n]);
    expect((await shop.events(payment)).filter(({ type }) => type === 'chargeback.reversed')).toHaveLength(1);
  });

  it('that is lost again after it was won, with its fee for the service', async () => {
    const { payment, session } = await shop.make.paid();
    const fees = () => shop.balance(ledgerAccount.fees, 'EUR', serviceHolderId);
    const { id } = shop.stripe.dispute(session.id, { fee: 1_500 });
    await charged({ id });
    shop.stripe.disputeMoves(id, 1_250);
    await charged({ id }, 'charge.dispute.funds_reinstated');
    expect([await shop.balance(), await fees()]).toEqual([1_250n, -1_500n]);
    shop.stripe.disputeMoves(id, -1_250);
    await charged({ id }, 'charge.dispute.funds_withdrawn');
    await charged({ id }, 'charge.dispute.closed');
    expect([await shop.balance(), await shop.balance(ledgerAccount.outside('card')), await fees()]).toEqual([
      0n,
      0n,
      -1_500n,
    ]);
    expect(await told(payment)).toHaveLength(2);
  });

  it('told before the payment was noticed: the money comes in first', async () => {
    const payment = await shop.make.payment();
    const { session } = await shop.make.begun(payment);
    shop.stripe.pay(session.id);
    await charged(shop.stripe.dispute(session.id));
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toBe(0n);
    expect(await shop.balance(ledgerAccount.debt)).toBe(0n);
  });

  it('of money that was sent back by itself is nobody’s debt', async () => {
    const payment = await shop.make.payment();
    const { session, browser } = await shop.make.begun(payment);
    shop.stripe.pay(session.id, { amount: 1_000 });
    await browser.open(payment.path);
    await charged(shop.stripe.dispute(session.id));
    expect(await shop.balance(ledgerAccount.debt)).toBe(0n);
    expect(await told(payment)).toEqual([]);
  });
});
