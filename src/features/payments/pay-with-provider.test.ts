/** When a provider is queried, and what follows from its answer, from no answer, and from an outage. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentWorld, outOfReach, type PaymentWorld, taken } from '../../../tests/fixtures/payments.ts';
import { job, payer } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { ChargeState } from '../providers/provider.ts';
import type { AttemptKey } from './attempts.repository.ts';
import { abandonAttempt, checkAttempt, payWithProvider, sweepPayments } from './pay-with-provider.ts';
import type { PaymentKey, PaymentStatus } from './payment.ts';

let world: PaymentWorld;

beforeAll(async () => {
  world = await createPaymentWorld();
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

type Case = { payment: PaymentKey; attempt: AttemptKey };

const declined: ChargeState = { kind: 'declined', reason: 'declined' };

async function begun(): Promise<Case> {
  const payment = await world.makePayment();
  return { payment, attempt: await world.start(payment) };
}

async function givenUp(): Promise<Case> {
  const one = await begun();
  await world.apply(one.attempt, declined);
  return one;
}

describe('asking the provider', () => {
  const says = (charge: () => Promise<ChargeState>) => {
    world.provider.says.charge = charge;
  };
  afterEach(() => says(async () => ({ kind: 'pending' })));

  const request = {
    method: 'card',
    card: undefined,
    payerName: 'Ada',
    browser: null,
    returnAddress: 'http://pay.test/page',
    description: 'Corner Shop',
  } as const;

  it('about an attempt nobody knows', async () => {
    const { attempt } = await begun();
    expect(await checkAttempt(job, world.deps, { ...attempt, attemptId: 'att_unknown' })).toBe('unknown');
  });

  it.each([
    ['taken', 'succeeded'],
    ['pending', 'open'],
    ['declined', 'declined'],
  ])('that answers “%s” at once', async (kind, outcome) => {
    const payment = await world.stored(await world.makePayment());
    says(async () => (kind === 'taken' ? taken() : kind === 'pending' ? { kind } : declined));
    expect(await payWithProvider(payer, world.deps, payment, request)).toEqual({ kind: outcome });
  });

  it('that can’t be reached at the beginning: it is asked again two minutes later', async () => {
    const key = await world.makePayment();
    says(() => Promise.reject(outOfReach));
    await expect(payWithProvider(payer, world.deps, await world.stored(key), request)).rejects.toBe(outOfReach);
    expect(await world.stored(key)).toMatchObject({ status: 'processing' });
    says(async () => taken());
    await sweepPayments(job, world.deps, () => {});
    expect(await world.stored(key)).toMatchObject({ status: 'processing' });
    world.clock.advance(120);
    await sweepPayments(job, world.deps, () => {});
    expect(await world.stored(key)).toMatchObject({ status: 'succeeded' });
  });

  it('that can’t be reached for one attempt holds up no other', async () => {
    const first = await begun();
    const second = await begun();
    world.clock.advance(120);
    const errors: unknown[] = [];
    let asked = 0;
    says(async () => {
      asked += 1;
      if (asked === 1) throw outOfReach;
      return taken();
    });
    await sweepPayments(job, world.deps, (error) => errors.push(error));
    expect(errors).toEqual([outOfReach]);
    const ends = [await world.stored(first.payment), await world.stored(second.payment)]
      .map(({ status }) => status)
      .sort();
    expect(ends).toEqual(['processing', 'succeeded']);
    await sweepPayments(job, world.deps, (error) => errors.push(error));
    expect([errors.length, asked]).toEqual([1, 2]);
    world.clock.advance(60);
    await sweepPayments(job, world.deps, (error) => errors.push(error));
    expect([await world.stored(first.payment), await world.stored(second.payment)].map(({ status }) => status)).toEqual(
      ['succeeded', 'succeeded'],
    );
  });

  it('about an attempt that was given up: only money changes anything', async () => {
    const one = await givenUp();
    for (const charge of [{ kind: 'pending' } as const, declined]) {
      says(async () => charge);
      expect(await checkAttempt(job, world.deps, one.attempt)).toBe('declined');
      expect(await world.stored(one.payment)).toMatchObject({ status: 'created', lastError: 'declined' });
    }
    says(async () => taken());
    expect(await checkAttempt(job, world.deps, one.attempt)).toBe('succeeded');
  });

  it('is not done about one that is over', async () => {
    const paid = await begun();
    await world.apply(paid.attempt, taken());
    const returned = await begun();
    await world.apply(returned.attempt, taken(9n));
    says(() => Promise.reject(outOfReach));
    expect(await checkAttempt(job, world.deps, paid.attempt)).toBe('succeeded');
    expect(await checkAttempt(job, world.deps, returned.attempt)).toBe('returned');
  });

  it('to call it back: the payment is open again, or paid, or still under way', async () => {
    for (const [charge, ofPayment] of [
      [declined, 'created'],
      [taken(), 'succeeded'],
      [{ kind: 'pending' }, 'processing'],
    ] as [ChargeState, PaymentStatus][]) {
      const { payment } = await begun();
      says(async () => charge);
      await abandonAttempt(payer, world.deps, await world.stored(payment));
      expect(await world.stored(payment)).toMatchObject({ status: ofPayment });
    }
    expect(await abandonAttempt(payer, world.deps, await world.stored(await world.makePayment()))).toBe('unknown');
  });
});
