/** Stripe's notices: only genuine ones count, and none of them is believed for money. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { createStripeShop, type Made, type StripeShop, webhookPath } from '../fixtures/stripe-shop.ts';
import { stateOf } from '../support/database-state.ts';
import { dropJobs, makeJobsDue } from '../support/drain-jobs.ts';

let shop: StripeShop;

beforeAll(async () => {
  shop = await createStripeShop();
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

/** Everything a notice could change, waiting jobs included. */
async function stateNow(): Promise<string> {
  const { rows } = await shop.database.pool.query(
    `select (select string_agg(a::text, '|' order by a::text) from payment_attempts a) as attempts,
      (select count(*) from graphile_worker.jobs) as jobs`,
  );
  return JSON.stringify([await stateOf(shop.database), rows], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

const send = (payload: string, signature?: string, headers: Record<string, string> = {}) =>
  shop.call('POST', webhookPath, {
    headers: { ...(signature === undefined ? {} : { 'stripe-signature': signature }), ...headers },
    body: payload,
  });

/** A payment whose money has come in at Stripe, before anyone here has noticed. */
async function paidUnnoticed(): Promise<{ payment: Made; session: ReturnType<StripeShop['stripe']['pay']> }> {
  const payment = await shop.make.payment();
  const { session } = await shop.make.begun(payment);
  return { payment, session: shop.stripe.pay(session.id) };
}

describe('a notice without its signature changes nothing', () => {
  it.each<[string, (genuine: { payload: string; signature: string }) => ReturnType<typeof send>]>([
    ['none', ({ payload }) => send(payload)],
    ['an empty one', ({ payload }) => send(payload, '')],
    ['nonsense', ({ payload }) => send(payload, 't=1,v1=00')],
    ['another body’s', ({ payload, signature }) => send(payload.replace('evt_', 'evx_'), signature)],
    ['one over other bytes of the same JSON', ({ payload, signature }) => send(` ${payload}`, signature)],
    ['no body', ({ signature }) => send('', signature)],
  ])('%s', async (_name, forge) => {
    const { session } = await paidUnnoticed();
    const before = await stateNow();
    const answer = await forge(shop.stripe.event('checkout.session.completed', session));
    expect(answer.status, answer.text).toBe(400);
    expect(await stateNow()).toBe(before);
  });

  it('of another secret, or too old to be sent now', async () => {
    const { session } = await paidUnnoticed();
    const before = await stateNow();
    expect(await shop.notify('checkout.session.completed', session, { secret: 'whsec_other' })).toBe(400);
    expect(await shop.notify('checkout.session.completed', session, { ageSeconds: 301 })).toBe(400);
    expect(await stateNow()).toBe(before);
  });

  it('signed, but no JSON', async () => {
    const Stripe = (await import('stripe')).default;
    const payload = 'not json';
    const secret = shop.stripe.webhookSecret;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    expect((await send(payload, signature)).status).toBe(400);
  });

  it('too large to be read', async () => {
    const before = await stateNow();
    const { payload, signature } = shop.stripe.event('checkout.session.completed', { padding: 'x'.repeat(300_000) });
    expect((await send(payload, signature)).status).toBe(413);
    expect(await stateNow()).toBe(before);
  });

  it('any type is read as bytes, and only a POST is taken', async () => {
    const { payload, signature } = shop.stripe.event('product.created', {});
    expect((await send(payload, signature, { 'content-type': 'text/plain' })).status).toBe(200);
    expect((await shop.call('GET', webhookPath)).status).toBe(405);
  });
});

describe('a genuine notice about nothing of ours is answered and forgotten', () => {
  const attempt = (id: string) => ({ id: 'cs_live_other', metadata: { sluice_attempt: id } });

  it.each<[string, string, object]>([
    ['an unknown type', 'invoice.paid', { id: 'in_1', metadata: {} }],
    ['another integration’s session', 'checkout.session.completed', { id: 'cs_live_9', metadata: {} }],
    ['a session without metadata', 'checkout.session.expired', { id: 'cs_live_9', metadata: null }],
    ['an attempt that does not exist', 'checkout.session.completed', attempt(newPublicId('att', 999n))],
    ['no attempt’s id at all', 'checkout.session.completed', attempt("att_' or 1=1 --")],
    ['a refund that does not exist', 'refund.updated', { metadata: { sluice_refund: newPublicId('ref', 999n) } }],
    ['a refund of our own late money', 'refund.updated', { metadata: { sluice_refund: 'late_att_1' } }],
    ['a charge of another integration', 'charge.refunded', { metadata: {} }],
  ])('%s', async (_name, type, object) => {
    const before = await stateNow();
    expect(await shop.notify(type, object)).toBe(200);
    expect(await stateNow()).toBe(before);
  });

  it('an attempt of test mode', async () => {
    const id = newPublicId('att', shop.merchant.holderId);
    const payment = await shop.make.payment();
    await shop.database.pool.query(
      `insert into payment_attempts (holder_id, payment_id, number, id, provider, method, status, created_at, updated_at)
       values ($1, $2, 1, $3, 'simulator', 'card', 'declined', now(), now())`,
      [payment.holderId, payment.id, id],
    );
    const before = await stateNow();
    expect(await shop.notify('checkout.session.completed', attempt(id))).toBe(200);
    expect(await stateNow()).toBe(before);
  });

  it('a dispute of another integration is asked about, and that is all', async () => {
    const { session } = await paidUnnoticed();
    const intent = session.payment_intent;
    if (intent !== null) intent.metadata = {};
    await shop.notify('charge.dispute.created', shop.stripe.dispute(session.id));
    const before = await stateOf(shop.database);
    expect(await shop.drain()).toEqual([]);
    expect(await stateOf(shop.database)).toBe(before);
  });
});

describe('a genuine notice wakes what asks Stripe', () => {
  it('and is answered before that, also while Stripe’s API is down', async () => {
    const { payment, session } = await paidUnnoticed();
    shop.stripe.control.fault = { calls: /./, status: 503 };
    expect(await shop.notify('checkout.session.completed', session)).toBe(200);
    expect(await shop.drain()).toHaveLength(1);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    shop.stripe.control.fault = undefined;
    await makeJobsDue(shop.database);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('repeated, also at once, it pays once', async () => {
    const { payment, session } = await paidUnnoticed();
    const before = await shop.balance();
    const event = () => shop.notify('checkout.session.completed', session);
    expect(await Promise.all([event(), event(), event()])).toEqual([200, 200, 200]);
    await shop.drain();
    await event();
    await shop.drain();
    expect(await shop.attempts(payment)).toEqual(['succeeded']);
    expect(await shop.balance()).toBe(before + 1_250n);
    expect((await shop.events(payment)).filter(({ type }) => type === 'payment.paid')).toHaveLength(1);
  });

  it('out of order, what Stripe says now counts', async () => {
    const { payment, session } = await paidUnnoticed();
    await shop.notify('checkout.session.expired', session);
    await shop.notify('checkout.session.async_payment_failed', session);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
    await shop.notify('checkout.session.expired', session);
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('saying “paid” of a session that is not changes nothing', async () => {
    const payment = await shop.make.payment();
    const { session } = await shop.make.begun(payment);
    await shop.notify('checkout.session.completed', { ...session, status: 'complete', payment_status: 'paid' });
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
  });

  it('naming another payment’s session pays nothing with it', async () => {
    const { session } = await paidUnnoticed();
    const payment = await shop.make.payment();
    const mine = await shop.make.begun(payment);
    await shop.notify('checkout.session.completed', { ...session, metadata: mine.session.metadata });
    expect(await shop.drain()).toEqual([]);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });

    // Nor where our row has no session yet: what it names is asked, and must name the attempt.
    await shop.database.pool.query('update payment_attempts set provider_ref = null where payment_id = $1', [
      payment.id,
    ]);
    await shop.notify('checkout.session.completed', { ...session, metadata: mine.session.metadata });
    expect(await shop.drain()).toHaveLength(1);
    expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
    // Its next try must not fall into another test.
    await dropJobs(shop.database);
  });

  it('money that takes its time: pending first, then paid or not', async () => {
    for (const [type, intent, status] of [
      ['checkout.session.async_payment_succeeded', 'succeeded', 'succeeded'],
      ['checkout.session.async_payment_failed', 'requires_payment_method', 'created'],
    ] as const) {
      const payment = await shop.make.payment();
      const { session } = await shop.make.begun(payment);
      shop.stripe.pay(session.id, { unsettled: true });
      await shop.notify('checkout.session.completed', session);
      expect(await shop.drain()).toEqual([]);
      expect(await shop.stored(payment)).toMatchObject({ status: 'processing' });
      Object.assign(session.payment_intent ?? {}, { status: intent });
      session.payment_status = intent === 'succeeded' ? 'paid' : 'unpaid';
      await shop.notify(type, session);
      expect(await shop.drain()).toEqual([]);
      expect(await shop.stored(payment)).toMatchObject({ status });
    }
  });
});
