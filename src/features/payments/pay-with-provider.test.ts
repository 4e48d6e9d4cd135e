/** When a provider is queried, and what follows from its answer, from no answer, and from an outage. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaymentWorld,
  createScriptedProvider,
  outOfReach,
  type PaymentWorld,
  taken,
} from '../../../tests/fixtures/payments.ts';
import { job, payer } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import type { ChargeState } from '../providers/provider.ts';
import { createProviders } from '../providers/providers.ts';
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

const request = {
  method: 'card',
  card: undefined,
  payerName: 'Ada',
  browser: null,
  returnAddress: 'http://pay.test/page',
  description: 'Corner Shop',
} as const;

describe('asking the provider', () => {
  const says = (charge: () => Promise<ChargeState>) => {
    world.provider.says.charge = charge;
  };
  afterEach(() => says(async () => ({ kind: 'pending' })));

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

describe('of two providers', () => {
  const hosted = { kind: 'declined', reason: 'abandoned' } as const;

  /** Both send customers to a page of theirs, so that one that did not answer can't have charged anything. */
  function createTwo() {
    const [first, second] = [createScriptedProvider('first'), createScriptedProvider('second')];
    const began: string[] = [];
    for (const provider of [first, second]) {
      provider.close = async () => hosted;
      provider.begin = async ({ attemptId }) => {
        began.push(provider.name);
        return { ...(await provider.says.charge()), providerRef: attemptId };
      };
    }
    const providers = createProviders({ test: world.provider, live: [first, second] });
    const deps = { ...world.deps, providers };
    const makePayment = async () => world.stored(await world.makePayment(1_250n, 'live'));
    return { first, second, began, deps, makePayment };
  }

  const attemptsOf = async ({ id }: PaymentKey) => {
    const { rows } = await world.pool.query(
      'select provider, status, error from payment_attempts where payment_id = $1 order by number',
      [id],
    );
    return rows.map(({ provider, status, error }) => [provider, status, error].filter(Boolean).join(' '));
  };

  it('the second is asked at once where the first does not answer; the next customer is sent there first', async () => {
    const { first, second, began, deps, makePayment } = createTwo();
    first.says.charge = () => Promise.reject(outOfReach);
    second.says.charge = async () => taken();
    const payment = await makePayment();
    expect(await payWithProvider(payer, deps, payment, request)).toEqual({ kind: 'succeeded' });
    expect(await attemptsOf(payment)).toEqual(['first declined processing_error', 'second succeeded']);
    expect(await world.balance(ledgerAccount.outside('second'), world.shop, 'EUR', 'live')).toBe(-1_250n);
    expect(await world.balance(ledgerAccount.outside('first'), world.shop, 'EUR', 'live')).toBe(0n);

    const next = await makePayment();
    await payWithProvider(payer, deps, next, request);
    expect(began).toEqual(['first', 'second', 'second']);
    expect(await attemptsOf(next)).toEqual(['second succeeded']);
  });

  it('nobody else is asked while the first may have charged', async () => {
    const { first, second, began, deps, makePayment } = createTwo();
    first.says.charge = () => Promise.reject(outOfReach);
    second.says.charge = async () => taken();
    for (const close of [async () => ({ kind: 'pending' }) as const, () => Promise.reject(outOfReach)]) {
      first.close = close;
      deps.providers.note('first', true);
      const payment = await makePayment();
      await expect(payWithProvider(payer, deps, payment, request)).rejects.toBe(outOfReach);
      expect(await attemptsOf(payment)).toEqual(['first processing']);
    }
    expect(began).toEqual(['first', 'first']);
  });

  it('a decline is an answer: the other is not asked', async () => {
    const { first, began, deps, makePayment } = createTwo();
    first.says.charge = async () => declined;
    expect(await payWithProvider(payer, deps, await makePayment(), request)).toEqual({ kind: 'declined' });
    expect(began).toEqual(['first']);
  });

  it('when none answers, the payment is open again and the failure is told', async () => {
    const { first, second, deps, makePayment } = createTwo();
    for (const one of [first, second]) one.says.charge = () => Promise.reject(outOfReach);
    const payment = await makePayment();
    await expect(payWithProvider(payer, deps, payment, request)).rejects.toBe(outOfReach);
    expect(await world.stored(payment)).toMatchObject({ status: 'created' });
    second.says.charge = async () => taken();
    expect(await payWithProvider(payer, deps, payment, request)).toEqual({ kind: 'succeeded' });
  });

  it('a typed card never reaches one that takes cards on its own page', async () => {
    const { first, second, began, deps, makePayment } = createTwo();
    first.says.charge = () => Promise.reject(outOfReach);
    second.says.charge = async () => taken();
    first.acceptsCard = () => true;
    const typed = { ...request, card: { number: '4242424242424242' } };
    await expect(payWithProvider(payer, deps, await makePayment(), typed)).rejects.toBe(outOfReach);
    expect(began).toEqual(['first']);
    // And without one, the provider that needs it is not asked.
    expect(await payWithProvider(payer, deps, await makePayment(), request)).toEqual({ kind: 'succeeded' });
    expect(began).toEqual(['first', 'second']);
  });

  it('one that took the money and whose answer was lost is known by the reference that it is found with', async () => {
    const { first, deps, makePayment } = createTwo();
    first.begin = () => Promise.reject(outOfReach);
    first.close = async () => ({ kind: 'pending' });
    first.confirm = async () => ({ ...taken(), providerRef: 'ch_found' });
    const payment = await makePayment();
    await expect(payWithProvider(payer, deps, payment, request)).rejects.toBe(outOfReach);
    world.clock.advance(120);
    await sweepPayments(job, deps, () => {});
    const { rows } = await world.pool.query('select status, provider_ref from payment_attempts where payment_id = $1', [
      payment.id,
    ]);
    expect(rows).toEqual([{ status: 'succeeded', provider_ref: 'ch_found' }]);
  });

  it.each([
    ['paid', 'succeeded'],
    ['under way', 'processing'],
  ] as const)('what the first took after all is returned: the second is %s', async (_how, status) => {
    const { first, second, deps, makePayment } = createTwo();
    first.says.charge = () => Promise.reject(outOfReach);
    second.says.charge = async () => (status === 'succeeded' ? taken() : { kind: 'pending' });
    const payment = await makePayment();
    await payWithProvider(payer, deps, payment, request);
    const { rows } = await world.pool.query(`select id from payment_attempts where payment_id = $1 and number = 1`, [
      payment.id,
    ]);
    first.says.charge = async () => taken();
    const attempt = { holderId: payment.holderId, attemptId: rows[0].id };
    // As its notice names it.
    expect(await checkAttempt(job, deps, attempt, 'ch_1')).toBe('returned');
    expect(await attemptsOf(payment)).toEqual(['first returned late', `second ${status}`]);
    expect(await world.stored(payment)).toMatchObject({ status });
  });
});
