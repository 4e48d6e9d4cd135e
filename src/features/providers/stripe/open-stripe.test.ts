/** The provider against a stand-in for Stripe's API: its requests, results and errors. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StripeStandIn, startStripeStandIn } from '../../../../tests/support/stripe-stand-in.ts';
import { newPublicId } from '../../../base/database/public-id.ts';
import type { ChargeRequest, OpenedProvider } from '../provider.ts';
import { openStripe } from './open-stripe.ts';

let stripe: StripeStandIn;
let provider: OpenedProvider;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  provider = openStripe(stripe.settings);
});
beforeEach(() => {
  stripe.control.fault = undefined;
  stripe.account.refundsAre = 'succeeded';
  stripe.calls.length = 0;
});
afterAll(() => stripe.close());

const minuteMs = 60_000;

const request = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  attemptId: newPublicId('att', 42n),
  mode: 'live',
  method: 'card',
  amount: 1_250n,
  currency: 'EUR',
  description: 'Corner Shop',
  returnAddress: 'https://pay.example/pay/api/v1/user/authentication/form/pay_1',
  expiresAt: new Date(Date.now() + 30 * minuteMs),
  capture: 'automatic',
  card: undefined,
  ...changes,
});

/** Begins a charge. @returns its key in the service and its session at the stand-in. */
async function begun(changes: Partial<ChargeRequest> = {}) {
  const asked = request(changes);
  const { providerRef } = await provider.begin(asked);
  return { attemptId: asked.attemptId, providerRef, session: stripe.lastSession() };
}

const down = (calls: RegExp, status = 503) => {
  stripe.control.fault = { calls, status };
};

const unavailable = expect.objectContaining({ code: 'unavailable' });

describe('begin', () => {
  it('opens a session for exactly what is asked, and sends the customer there', async () => {
    const asked = request();
    const result = await provider.begin(asked);
    const session = stripe.lastSession();
    expect(result).toEqual({ kind: 'continue', address: session.url, providerRef: session.id });
    const call = stripe.calls[0]!;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions', key: asked.attemptId });
    const metadata = { sluice_attempt: asked.attemptId, sluice_holder: '42' };
    expect(call.form).toEqual({
      mode: 'payment',
      allowed_payment_method_types: ['card'],
      adaptive_pricing: { enabled: 'false' },
      client_reference_id: asked.attemptId,
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: '1',
          price_data: { currency: 'eur', unit_amount: '1250', product_data: { name: 'Corner Shop' } },
        },
      ],
      success_url: asked.returnAddress,
      cancel_url: asked.returnAddress,
      expires_at: String(session.expires_at),
    });
    expect(call.headers['x-stripe-client-telemetry']).toBeUndefined();
  });

  it('asked again, it is the same session', async () => {
    const asked = request({ expiresAt: new Date(Date.now() + 60 * minuteMs) });
    const before = stripe.sessions.size;
    expect(await provider.begin(asked)).toEqual(await provider.begin(asked));
    expect(stripe.sessions.size).toBe(before + 1);
  });

  it.each([
    ['too soon', -60],
    ['in half an hour', 30],
    ['in three days', 3 * 24 * 60],
  ])('an end %s lies within Stripe’s bounds', async (_name, minutes) => {
    await begun({ expiresAt: new Date(Date.now() + minutes * minuteMs) });
    const left = stripe.lastSession().expires_at * 1_000 - Date.now();
    expect(left).toBeGreaterThan(30 * minuteMs);
    expect(left).toBeLessThan(24 * 60 * minuteMs);
  });

  it.each([
    ['JPY', 500n, 500],
    ['ISK', 500n, 50_000],
    ['KWD', 1_230n, 1_230],
  ])('%s %s are sent as %s', async (currency, amount, sent) => {
    expect((await begun({ currency, amount })).session.amount_total).toBe(sent);
  });

  it('declines an amount that Stripe can’t charge, without a call', async () => {
    const declined = { kind: 'declined', reason: 'processing_error', providerRef: null };
    expect(await provider.begin(request({ currency: 'KWD', amount: 1_234n }))).toEqual(declined);
    expect(stripe.calls).toEqual([]);
  });

  it('declines what Stripe finally refuses', async () => {
    const declined = { kind: 'declined', reason: 'processing_error', providerRef: null };
    expect(await provider.begin(request({ amount: 10n ** 11n }))).toEqual(declined);
  });

  it.each([401, 403, 409, 429, 500, 503])('throws when Stripe answers %s: nothing is known then', async (status) => {
    down(/POST/, status);
    await expect(provider.begin(request())).rejects.toEqual(unavailable);
  });

  it('throws when Stripe can’t be reached, and names no secret', async () => {
    const apiBase = new URL('http://127.0.0.1:1/');
    const nowhere = openStripe({ ...stripe.settings, apiBase });
    const error = await nowhere.begin(request()).catch((thrown: Error) => thrown);
    expect(error).toEqual(unavailable);
    expect(String((error as Error).cause)).toContain('StripeConnectionError');
    expect(`${(error as Error).stack}${String((error as Error).cause)}`).not.toContain(stripe.settings.secretKey);
  });
});

describe('confirm', () => {
  it('tells what was really taken', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id, { amount: 1_249, currency: 'usd' });
    expect(await provider.confirm(charge)).toEqual({
      kind: 'succeeded',
      amount: 1_249n,
      currency: 'USD',
      cardLastFour: '4242',
      cardBrand: 'Visa',
      payerEmail: 'ada@example.com',
    });
  });

  it('an open session is pending, and so is one whose money is on its way', async () => {
    const charge = await begun();
    expect(await provider.confirm(charge)).toEqual({ kind: 'pending' });
    stripe.pay(charge.session.id, { unsettled: true });
    expect(await provider.confirm(charge)).toEqual({ kind: 'pending' });
  });

  it('money that did not come is declined', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id, { unsettled: true }).payment_intent!.status = 'requires_payment_method';
    expect(await provider.confirm(charge)).toEqual({ kind: 'declined', reason: 'declined' });
  });

  it('an expired session was abandoned', async () => {
    const charge = await begun();
    charge.session.status = 'expired';
    expect(await provider.confirm(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
  });

  it('an attempt whose session was never stored was abandoned: nobody has been there', async () => {
    const charge = { attemptId: newPublicId('att', 42n), providerRef: null };
    expect(await provider.confirm(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
    expect(stripe.calls).toEqual([]);
  });

  it('never takes another attempt’s money for this one’s', async () => {
    const other = await begun();
    stripe.pay(other.session.id);
    const mine = { attemptId: newPublicId('att', 42n), providerRef: other.providerRef };
    await expect(provider.confirm(mine)).rejects.toEqual(unavailable);
    other.session.metadata = { sluice_attempt: mine.attemptId };
    await expect(provider.confirm(mine)).rejects.toEqual(unavailable);
  });

  it('throws for a session this account does not know: the key is another account’s', async () => {
    const charge = { attemptId: newPublicId('att', 42n), providerRef: 'cs_live_elsewhere' };
    await expect(provider.confirm(charge)).rejects.toEqual(unavailable);
  });
});

describe('close', () => {
  it('ends an open session', async () => {
    const charge = await begun();
    expect(await provider.close(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
    expect(charge.session.status).toBe('expired');
    expect(await provider.close(charge)).toEqual({ kind: 'declined', reason: 'abandoned' });
  });

  it('of one that was paid at the last moment tells that it was', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id);
    expect(await provider.close(charge)).toMatchObject({ kind: 'succeeded', amount: 1_250n });
  });

  it('throws when it is not known whether it ended', async () => {
    const charge = await begun();
    down(/expire/);
    await expect(provider.close(charge)).rejects.toEqual(unavailable);
  });
});

describe('refund', () => {
  async function paid(changes: Partial<ChargeRequest> = {}) {
    const charge = await begun(changes);
    stripe.pay(charge.session.id);
    const { amount, currency } = request(changes);
    const { attemptId, providerRef } = charge;
    return { refundId: newPublicId('ref', 42n), attemptId, providerRef, amount, currency };
  }
  const made = (refundId: string) => stripe.refunds.filter(({ metadata }) => metadata.sluice_refund === refundId);

  it('is made once, keyed by our id', async () => {
    const refund = await paid();
    expect(await provider.refund({ ...refund, amount: 250n })).toEqual({ kind: 'succeeded' });
    expect(await provider.refund({ ...refund, amount: 250n })).toEqual({ kind: 'succeeded' });
    expect(made(refund.refundId)).toMatchObject([{ amount: 250, currency: 'eur' }]);
    const posts = stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
    expect(posts.map(({ key }) => key)).toEqual([refund.refundId]);
  });

  it('is made once when its answer was lost, and after its key was forgotten', async () => {
    const refund = await paid();
    stripe.control.fault = { calls: /POST \/v1\/refunds/, status: 500, lost: true };
    await expect(provider.refund(refund)).rejects.toEqual(unavailable);
    stripe.control.fault = undefined;
    stripe.account.answers.clear();
    expect(await provider.refund(refund)).toEqual({ kind: 'succeeded' });
    expect(made(refund.refundId)).toHaveLength(1);
  });

  it('two at once are one', async () => {
    const refund = await paid();
    await Promise.all([provider.refund(refund), provider.refund(refund)]);
    expect(made(refund.refundId)).toHaveLength(1);
  });

  it('that is pending follows what becomes of it', async () => {
    const refund = await paid();
    stripe.account.refundsAre = 'pending';
    expect(await provider.refund(refund)).toEqual({ kind: 'pending' });
    Object.assign(made(refund.refundId)[0]!, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    expect(await provider.refund(refund)).toEqual({ kind: 'failed', reason: 'lost_or_stolen_card' });
  });

  it('that Stripe refuses has failed', async () => {
    const refund = await paid();
    stripe.account.refundsAre = 'refused';
    expect(await provider.refund(refund)).toEqual({ kind: 'failed', reason: 'charge_disputed' });
  });

  it('that can’t be made exactly has failed, without a call', async () => {
    const refund = await paid({ currency: 'KWD', amount: 1_230n });
    stripe.calls.length = 0;
    expect(await provider.refund({ ...refund, amount: 1n })).toEqual({
      kind: 'failed',
      reason: 'amount_not_supported',
    });
    expect(stripe.calls).toEqual([]);
  });

  it.each([/GET \/v1\/checkout/, /GET \/v1\/refunds/, /POST \/v1\/refunds/])('throws when %s fails', async (calls) => {
    const refund = await paid();
    down(calls);
    await expect(provider.refund(refund)).rejects.toEqual(unavailable);
  });
});

describe('findDispute', () => {
  it('names the attempt and what was taken', async () => {
    const charge = await begun({ currency: 'ISK', amount: 70n });
    stripe.pay(charge.session.id);
    const { id } = stripe.dispute(charge.session.id);
    expect((await provider.findDisputes?.(id))?.[0]).toEqual({
      id,
      attemptId: charge.attemptId,
      amount: 70n,
      currency: 'ISK',
      withdrawals: 1,
      returns: 0,
      fee: undefined,
      standing: { status: 'needs_response', reason: 'fraudulent', evidenceDueAt: new Date('2031-03-10T00:00:00Z') },
    });
    stripe.disputeMoves(id, 7_000);
    expect((await provider.findDisputes?.(id))?.[0]).toMatchObject({ amount: 70n, withdrawals: 1, returns: 1 });
    stripe.disputeMoves(id, -7_000);
    expect((await provider.findDisputes?.(id))?.[0]).toMatchObject({ amount: 70n, withdrawals: 2, returns: 1 });
    stripe.disputeEnds(id, 'lost');
    expect((await provider.findDisputes?.(id))?.[0]).toMatchObject({ standing: { status: 'lost' } });
  });

  it('names the fee, in the currency of its balance, and what came back of it', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id);
    const { id } = stripe.dispute(charge.session.id, { fee: 1_500 });
    const fee = async () => (await provider.findDisputes?.(id))?.[0]?.fee;
    expect(await fee()).toEqual({ currency: 'EUR', charged: 1_500n, returned: 0n });
    stripe.disputeMoves(id, 1_250, -1_500);
    expect(await fee()).toEqual({ currency: 'EUR', charged: 1_500n, returned: 1_500n });
  });

  it('takes evidence in its own fields, and knows it again when no key is kept any more', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id);
    const { id } = stripe.dispute(charge.session.id);
    const file = { name: '../a.html', type: 'image/png', bytes: Buffer.from('a picture') } as const;
    const request = {
      disputeId: id,
      submissionId: newPublicId('dev', 42n),
      texts: { explanation: 'It was delivered.', refund_policy: '30 days' },
      files: [{ ...file, purpose: 'other' as const }],
    };
    stripe.calls.length = 0;
    expect(await provider.submitEvidence?.(request)).toEqual({ kind: 'submitted' });
    const [, upload, update] = stripe.calls;
    expect(upload).toMatchObject({ path: '/v1/files', key: `${request.submissionId}:other` });
    expect(upload?.form).toMatchObject({ purpose: 'dispute_evidence', file: { type: 'image/png', name: 'other.png' } });
    expect(update).toMatchObject({ path: `/v1/disputes/${id}`, key: `${request.submissionId}:submit` });
    expect(update?.form).toEqual({
      evidence: {
        uncategorized_text: 'It was delivered.',
        refund_policy_disclosure: '30 days',
        uncategorized_file: [...stripe.account.files.keys()].at(-1),
      },
      metadata: { sluice_evidence: request.submissionId },
      submit: 'true',
    });
    stripe.account.answers.clear();
    expect(await provider.submitEvidence?.(request)).toEqual({ kind: 'submitted' });
    const other = { ...request, submissionId: newPublicId('dev', 42n) };
    expect(await provider.submitEvidence?.(other)).toEqual({ kind: 'refused', reason: 'dispute_under_review' });
    expect(stripe.account.submissions.filter(({ dispute }) => dispute === id)).toHaveLength(1);
  });

  it('refuses evidence whose file Stripe refuses, and submits nothing', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id);
    const { id } = stripe.dispute(charge.session.id);
    const bytes = Buffer.alloc(6 * 1_024 * 1_024);
    const files = [{ purpose: 'receipt', name: 'a.pdf', type: 'application/pdf', bytes }] as const;
    const submissionId = newPublicId('dev', 42n);
    expect(await provider.submitEvidence?.({ disputeId: id, submissionId, texts: {}, files })).toEqual({
      kind: 'refused',
      reason: 'file_too_large',
    });
    expect(stripe.account.submissions.some(({ dispute }) => dispute === id)).toBe(false);
  });

  it('an inquiry, or a charge of something else, took nothing from here', async () => {
    const charge = await begun();
    stripe.pay(charge.session.id);
    const inquiry = stripe.dispute(charge.session.id, { taken: false });
    expect(await provider.findDisputes?.(inquiry.id)).toEqual([]);
    charge.session.payment_intent!.metadata = {};
    expect(await provider.findDisputes?.(stripe.dispute(charge.session.id).id)).toEqual([]);
  });
});
