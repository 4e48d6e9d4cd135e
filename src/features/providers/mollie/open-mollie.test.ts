/** The provider against a stand-in for Mollie's API: its requests, results and errors. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MollieStandIn, startMollieStandIn } from '../../../../tests/support/mollie-stand-in.ts';
import { newPublicId } from '../../../base/database/public-id.ts';
import type { ChargeRequest, OpenedProvider, RefundRequest } from '../provider.ts';
import { openMollie } from './open-mollie.ts';

const noticeAddress = 'https://pay.example/funding/mollie/webhook';
let mollie: MollieStandIn;
let provider: OpenedProvider;

beforeAll(async () => {
  mollie = await startMollieStandIn();
  provider = openMollie({ ...mollie.settings, noticeAddress });
});
beforeEach(() => {
  Object.assign(mollie.control, { fault: undefined, meanwhile: undefined });
  Object.assign(mollie.account, { refundsAre: 'refunded', areCancelable: true, pageMax: 250 });
  mollie.calls.length = 0;
});
afterAll(() => mollie.close());

const request = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  attemptId: newPublicId('att', 42n),
  mode: 'live',
  method: 'card',
  amount: 1_250n,
  currency: 'EUR',
  description: 'Corner Shop',
  returnAddress: 'https://pay.example/pay/api/v1/user/authentication/form/pay_1',
  expiresAt: new Date('2031-03-10T00:00:00Z'),
  capture: 'automatic',
  card: undefined,
  ...changes,
});

/** Begins a charge. @returns its key in the service and its payment at the stand-in. */
async function begun(changes: Partial<ChargeRequest> = {}) {
  const asked = request(changes);
  const { providerRef } = await provider.begin(asked);
  return { attemptId: asked.attemptId, providerRef, there: mollie.lastPayment() };
}

async function paid(changes: Partial<ChargeRequest> = {}) {
  const charge = await begun(changes);
  mollie.pay(charge.there.id);
  return charge;
}

const unavailable = expect.objectContaining({ code: 'unavailable' });
const declined = { kind: 'declined', reason: 'processing_error', providerRef: null };

describe('begin', () => {
  it('opens a payment for exactly what is asked, and sends the customer there', async () => {
    const asked = request();
    const result = await provider.begin(asked);
    const there = mollie.lastPayment();
    expect(result).toEqual({ kind: 'continue', address: there._links.checkout!.href, providerRef: there.id });
    expect(mollie.calls).toMatchObject([{ method: 'POST', path: '/v2/payments', key: asked.attemptId }]);
    expect(mollie.calls[0]!.body).toEqual({
      method: 'creditcard',
      amount: { currency: 'EUR', value: '12.50' },
      description: 'Corner Shop',
      redirectUrl: asked.returnAddress,
      webhookUrl: there.webhookUrl,
      metadata: { sluice_attempt: asked.attemptId, sluice_holder: '42' },
    });
  });

  it('by online wallet is by PayPal', async () => {
    expect((await begun({ method: 'onlinewallet' })).there.method).toBe('paypal');
  });

  it('asked again, it is the same payment', async () => {
    const asked = request();
    const before = mollie.payments.size;
    expect(await provider.begin(asked)).toEqual(await provider.begin(asked));
    expect(mollie.payments.size).toBe(before + 1);
  });

  it('declines a currency that Mollie does not take, without a call', async () => {
    expect(await provider.begin(request({ currency: 'KWD' }))).toEqual(declined);
    expect(mollie.calls).toEqual([]);
  });

  it('declines what Mollie finally refuses', async () => {
    expect(await provider.begin(request({ amount: 10n ** 11n }))).toEqual(declined);
  });

  it.each([400, 401, 403, 404, 409, 410, 429, 500, 503])('throws when Mollie answers %s', async (status) => {
    mollie.control.fault = { calls: /POST/, status };
    const error = await provider.begin(request()).catch((thrown: Error) => thrown);
    expect(error).toEqual(unavailable);
    expect(String((error as Error).cause)).toBe(`Error: Mollie: POST payments, ${status}`);
  });

  it.each([
    ['no JSON', '<html>'],
    ['another shape', '{"id":7}'],
    ['a payment without a page', JSON.stringify({ id: 'tr_1', mode: 'live', status: 'open', amount: {} })],
  ])('throws when the answer is %s', async (_name, body) => {
    mollie.control.fault = { calls: /POST/, status: 201, body };
    await expect(provider.begin(request())).rejects.toEqual(unavailable);
  });

  it('throws when Mollie can’t be reached, and names no secret', async () => {
    const nowhere = openMollie({ ...mollie.settings, noticeAddress, apiBase: new URL('http://127.0.0.1:1/v2/') });
    const error = await nowhere.begin(request()).catch((thrown: Error) => thrown);
    expect(error).toEqual(unavailable);
    expect(`${(error as Error).stack}${String((error as Error).cause)}`).not.toContain(mollie.settings.apiKey);
  });
});

describe('a connection that ends without an answer', () => {
  const cut = (cuts: number) => {
    mollie.control.fault = { calls: /./, status: 0, lost: true, cuts };
  };

  it('once: the call is made once more, and happens once', async () => {
    const before = mollie.payments.size;
    cut(1);
    const { providerRef, attemptId, there } = await begun();
    expect(mollie.payments.size).toBe(before + 1);
    expect(providerRef).toBe(there.id);
    cut(1);
    expect(await provider.confirm({ attemptId, providerRef })).toEqual({ kind: 'pending' });
    mollie.control.fault = { calls: /DELETE/, status: 0, lost: true, cuts: 1 };
    expect(await provider.close({ attemptId, providerRef })).toEqual({ kind: 'declined', reason: 'abandoned' });
  });

  it('twice: nothing is known', async () => {
    cut(2);
    await expect(provider.begin(request())).rejects.toEqual(unavailable);
    expect(mollie.calls).toHaveLength(2);
  });
});

describe('confirm', () => {
  it('tells what was really taken', async () => {
    const charge = await begun();
    mollie.pay(charge.there.id, { currency: 'USD', value: '12.49' });
    const state = { kind: 'succeeded', amount: 1_249n, currency: 'USD', cardLastFour: '4242', payerEmail: null };
    expect(await provider.confirm(charge)).toEqual(state);
  });

  it('tells who paid by PayPal', async () => {
    const charge = await paid({ method: 'onlinewallet' });
    expect(await provider.confirm(charge)).toMatchObject({ cardLastFour: null, payerEmail: 'ada@example.com' });
  });

  it.each(['open', 'pending'] as const)('%s is pending', async (status) => {
    const charge = await begun();
    charge.there.status = status;
    expect(await provider.confirm(charge)).toEqual({ kind: 'pending' });
  });

  it.each([
    ['failed', 'insufficient_funds', 'insufficient_funds'],
    ['failed', 'authentication_abandoned', 'not_confirmed'],
    ['failed', 'authentication_failed', 'not_confirmed'],
    ['failed', 'refused_by_issuer', 'declined'],
    ['failed', undefined, 'declined'],
    ['canceled', undefined, 'abandoned'],
    ['expired', undefined, 'abandoned'],
  ] as const)('%s (%s) is declined: %s', async (status, failureReason, reason) => {
    const charge = await begun();
    mollie.ends(charge.there.id, status, failureReason === undefined ? null : { failureReason });
    expect(await provider.confirm(charge)).toEqual({ kind: 'declined', reason });
  });

  it('an attempt whose payment was never stored was abandoned: nobody has been there', async () => {
    const charge = { attemptId: newPublicId('att', 42n), providerRef: null };
    expect(await provider.confirm(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
    expect(await provider.close(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
    expect(mollie.calls).toEqual([]);
  });

  it.each([
    ['another attempt’s', { metadata: { sluice_attempt: 'att_1' } }],
    ['nobody’s', { metadata: null }],
    ['a test', { mode: 'test' }],
  ])('never takes %s money for this one’s', async (_name, changes) => {
    const charge = await paid();
    Object.assign(charge.there, changes);
    await expect(provider.confirm(charge)).rejects.toEqual(unavailable);
    await expect(provider.close(charge)).rejects.toEqual(unavailable);
  });

  it('throws for a payment this account does not know: the key is another account’s', async () => {
    const charge = { attemptId: newPublicId('att', 42n), providerRef: 'tr_elsewhere' };
    await expect(provider.confirm(charge)).rejects.toEqual(unavailable);
  });

  it('throws when the amount is none', async () => {
    const charge = await paid();
    charge.there.amount.value = '0.00';
    await expect(provider.confirm(charge)).rejects.toThrow();
  });
});

describe('close', () => {
  it('cancels an open payment', async () => {
    const charge = await begun();
    expect(await provider.close(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
    expect(charge.there.status).toBe('canceled');
    expect(await provider.close(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
  });

  it('of one that can’t be canceled tells that it is open', async () => {
    mollie.account.areCancelable = false;
    const charge = await begun();
    expect(await provider.close(charge)).toEqual({ kind: 'pending' });
    expect(mollie.calls.map(({ method }) => method)).not.toContain('DELETE');
  });

  it('of one that was paid tells that it was', async () => {
    const charge = await paid();
    expect(await provider.close(charge)).toMatchObject({ kind: 'succeeded', amount: 1_250n });
  });

  it('of one that is paid just before it is canceled tells that it was', async () => {
    const charge = await begun();
    mollie.control.meanwhile = ({ method }) => {
      if (method === 'DELETE') mollie.pay(charge.there.id);
    };
    expect(await provider.close(charge)).toMatchObject({ kind: 'succeeded' });
  });

  it('throws when it is not known whether it ended', async () => {
    const charge = await begun();
    mollie.control.fault = { calls: /DELETE/, status: 503 };
    await expect(provider.close(charge)).rejects.toEqual(unavailable);
  });
});

describe('refund', () => {
  async function refundable(changes: Partial<ChargeRequest> = {}): Promise<RefundRequest> {
    const { attemptId, providerRef } = await paid(changes);
    const { amount, currency } = request(changes);
    return { refundId: newPublicId('ref', 42n), attemptId, providerRef, amount, currency };
  }
  const made = (refundId: string) =>
    mollie.refunds.filter(({ metadata }) => (metadata as { sluice_refund: string }).sluice_refund === refundId);

  it('is made once, keyed by our id', async () => {
    const refund = { ...(await refundable()), amount: 250n };
    expect(await provider.refund(refund)).toEqual({ kind: 'succeeded' });
    expect(await provider.refund(refund)).toEqual({ kind: 'succeeded' });
    const { refundId, attemptId } = refund;
    const metadata = { sluice_refund: refundId, sluice_attempt: attemptId };
    expect(made(refundId)).toMatchObject([{ amount: { currency: 'EUR', value: '2.50' }, metadata }]);
    const posts = mollie.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/refunds'));
    expect(posts.map(({ key }) => key)).toEqual([refundId]);
  });

  it('is made once when its answer was lost, and after its key was forgotten', async () => {
    const refund = { ...(await refundable()), amount: 250n };
    mollie.control.fault = { calls: /POST .*refunds/, status: 500, lost: true };
    await expect(provider.refund(refund)).rejects.toEqual(unavailable);
    mollie.control.fault = undefined;
    mollie.account.answers.clear();
    // Others were made since, on as many pages.
    mollie.account.pageMax = 1;
    for (const refundId of ['ref_1', 'ref_2']) await provider.refund({ ...refund, refundId });
    expect(await provider.findRefund!(refund)).toEqual({ kind: 'succeeded' });
    expect(await provider.refund(refund)).toEqual({ kind: 'succeeded' });
    expect(made(refund.refundId)).toHaveLength(1);
  });

  it('two at once are one', async () => {
    const refund = { ...(await refundable()), amount: 250n };
    await Promise.all([provider.refund(refund), provider.refund(refund)]);
    expect(made(refund.refundId)).toHaveLength(1);
  });

  it.each([
    ['queued', { kind: 'pending' }],
    ['pending', { kind: 'pending' }],
    ['processing', { kind: 'pending' }],
    ['refunded', { kind: 'succeeded' }],
    ['failed', { kind: 'failed', reason: 'failed' }],
    ['canceled', { kind: 'failed', reason: 'canceled' }],
  ] as const)('that is %s is %o, also when looked for', async (status, result) => {
    const refund = await refundable();
    expect(await provider.findRefund!(refund)).toBeUndefined();
    mollie.account.refundsAre = status;
    expect(await provider.refund(refund)).toEqual(result);
    expect(await provider.findRefund!(refund)).toEqual(result);
  });

  it('that Mollie refuses has failed, for the field it names', async () => {
    mollie.account.refundsAre = 'refused';
    expect(await provider.refund(await refundable())).toEqual({ kind: 'failed', reason: 'refused_amount' });
    for (const field of ['<b>', '', 7]) {
      const body = JSON.stringify({ status: 422, field });
      mollie.control.fault = { calls: /POST .*refunds/, status: 422, body };
      expect(await provider.refund(await refundable())).toEqual({ kind: 'failed', reason: 'refused' });
    }
  });

  it('that can’t be made has failed, without a call', async () => {
    const refund = await refundable();
    mollie.calls.length = 0;
    const failed = { kind: 'failed', reason: 'amount_not_supported' };
    expect(await provider.refund({ ...refund, currency: 'KWD' })).toEqual(failed);
    expect(mollie.calls).toEqual([]);
  });

  it.each([/GET .*tr_\d+$/, /GET .*refunds/, /POST .*refunds/])('throws when %s fails', async (calls) => {
    const refund = await refundable();
    mollie.control.fault = { calls, status: 503 };
    await expect(provider.refund(refund)).rejects.toEqual(unavailable);
  });

  it.each([409, 429])('throws when Mollie answers %s: it may be a twin of one that is being made', async (status) => {
    const refund = await refundable();
    mollie.control.fault = { calls: /POST .*refunds/, status };
    await expect(provider.refund(refund)).rejects.toEqual(unavailable);
  });

  it('of another attempt’s payment is not made', async () => {
    const refund = await refundable();
    const attemptId = newPublicId('att', 42n);
    await expect(provider.refund({ ...refund, attemptId })).rejects.toEqual(unavailable);
    await expect(provider.findRefund!({ ...refund, attemptId })).rejects.toEqual(unavailable);
    expect(made(refund.refundId)).toEqual([]);
  });
});

describe('findDisputes', () => {
  const find = (reference: string) => provider.findDisputes!(reference);

  it('finds a chargeback by its payment, and by itself', async () => {
    const { there, attemptId } = await paid({ currency: 'ISK', amount: 70n });
    expect(await find(there.id)).toEqual([]);
    const chargeback = mollie.chargeBack(there.id);
    const dispute = {
      id: `${there.id}.${chargeback.id}`,
      attemptId,
      amount: 70n,
      currency: 'ISK',
      withdrawals: 1,
      returns: 0,
      fee: undefined,
      standing: { status: 'under_review', reason: null, evidenceDueAt: null },
    };
    expect(await find(there.id)).toEqual([dispute]);
    expect(await find(dispute.id)).toEqual([dispute]);
    mollie.reverse(chargeback);
    const won = { returns: 1, standing: { status: 'won' } };
    expect(await find(dispute.id)).toMatchObject([won]);
  });

  it('finds several of one payment, page by page, with their reasons', async () => {
    const { there } = await paid();
    mollie.account.pageMax = 1;
    mollie.chargeBack(there.id, { value: '5.00', reason: 'AC01' });
    mollie.chargeBack(there.id, { value: '7.50' });
    const found = await find(there.id);
    expect(found.map(({ amount, standing }) => [amount, standing?.reason])).toEqual([
      [750n, null],
      [500n, 'AC01'],
    ]);
  });

  it('of a payment of something else finds none', async () => {
    const { there } = await paid();
    const { id } = mollie.chargeBack(there.id);
    there.metadata = { order: 7 };
    expect(await find(there.id)).toEqual([]);
    expect(await find(`${there.id}.${id}`)).toEqual([]);
  });

  it.each(['', 'dp_1', 'tr_1/../methods', 'tr_1.chb_1.x', 'tr_1/chb_1'])('asks nothing for %j', async (reference) => {
    expect(await find(reference)).toEqual([]);
    expect(mollie.calls).toEqual([]);
  });

  it('throws when Mollie does not say whose payment it was', async () => {
    const { there } = await paid();
    const body = JSON.stringify({ id: 'chb_1', amount: there.amount });
    mollie.control.fault = { calls: /chargebacks/, status: 200, body };
    await expect(find(`${there.id}.chb_1`)).rejects.toEqual(unavailable);
    await expect(find(there.id)).rejects.toEqual(unavailable);
  });
});
