/** A provider's results in every state that an attempt and its payment can be in. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPaymentWorld, type PaymentWorld, taken } from '../../../tests/fixtures/payments.ts';
import { job, payer } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import type { ChargeState } from '../providers/provider.ts';
import type { AttemptKey } from './attempts.repository.ts';
import { cancelPayment, expirePayment } from './capture-payment.ts';
import type { PaymentKey, PaymentStatus } from './payment.ts';
import type { AppliedResult } from './provider-attempt.ts';

let world: PaymentWorld;

beforeAll(async () => {
  world = await createPaymentWorld({ feeBasisPoints: 1_000 });
});
afterEach(() => expectBooksToHold(world.db, { byHand: ['holders'] }));
afterAll(() => world.close());

type Case = { payment: PaymentKey; attempt: AttemptKey };

const declined: ChargeState = { kind: 'declined', reason: 'declined' };
const day = 24 * 60 * 60;

async function begun(): Promise<Case> {
  const payment = await world.makePayment();
  return { payment, attempt: await world.start(payment) };
}

async function givenUp(): Promise<Case> {
  const one = await begun();
  await world.apply(one.attempt, declined);
  return one;
}

/** Every state of an attempt, and how to get there. */
const states = {
  'under way': begun,
  'given up, the payment open': givenUp,
  'given up, the payment past its time': async () => {
    const one = await givenUp();
    world.clock.advance(2 * day);
    return one;
  },
  'given up, the payment expired': async () => {
    const one = await givenUp();
    world.clock.advance(2 * day);
    await inTransaction(world.db, (tx) => expirePayment(job, tx, world.deps, one.payment));
    return one;
  },
  'given up, the payment cancelled': async () => {
    const one = await givenUp();
    await inTransaction(world.db, (tx) => cancelPayment(payer, tx, world.deps, one.payment));
    return one;
  },
  'given up, another under way': async () => {
    const one = await givenUp();
    await world.start(one.payment);
    return one;
  },
  'given up, another has paid': async () => {
    const one = await givenUp();
    await world.apply(await world.start(one.payment), taken());
    return one;
  },
  'has paid': async () => {
    const one = await begun();
    await world.apply(one.attempt, taken());
    return one;
  },
  'was returned': async () => {
    const one = await begun();
    await world.apply(one.attempt, taken(9n));
    return one;
  },
} satisfies Record<string, () => Promise<Case>>;

const results: Record<string, ChargeState> = {
  pending: { kind: 'pending' },
  declined,
  'taken as asked': taken(),
  'taken, less': taken(1_249n),
  'taken, more': taken(1_251n),
  'taken in another currency': taken(1_250n, 'USD'),
};

type Row = [state: keyof typeof states, result: string, AppliedResult, ofPayment: PaymentStatus, ofAttempt: string];

/** In these states the payment accepts no more money: a capture is returned and the payment stays as it is. */
const late = (state: keyof typeof states, ofPayment: PaymentStatus): Row[] => [
  [state, 'pending', 'declined', ofPayment, 'declined'],
  [state, 'declined', 'declined', ofPayment, 'declined'],
  [state, 'taken as asked', 'returned', ofPayment, 'returned'],
  [state, 'taken, less', 'returned', ofPayment, 'returned'],
  [state, 'taken in another currency', 'returned', ofPayment, 'returned'],
];

const over = (state: keyof typeof states, result: AppliedResult & string, ofPayment: PaymentStatus): Row[] =>
  Object.keys(results).map((name): Row => [state, name, result, ofPayment, result]);

const table: Row[] = [
  ['under way', 'pending', 'open', 'processing', 'processing'],
  ['under way', 'declined', 'declined', 'created', 'declined'],
  ['under way', 'taken as asked', 'succeeded', 'succeeded', 'succeeded'],
  ['under way', 'taken, less', 'returned', 'created', 'returned'],
  ['under way', 'taken, more', 'returned', 'created', 'returned'],
  ['under way', 'taken in another currency', 'returned', 'created', 'returned'],
  ['given up, the payment open', 'pending', 'declined', 'created', 'declined'],
  ['given up, the payment open', 'declined', 'declined', 'created', 'declined'],
  ['given up, the payment open', 'taken as asked', 'succeeded', 'succeeded', 'succeeded'],
  ['given up, the payment open', 'taken, less', 'returned', 'created', 'returned'],
  ...late('given up, the payment past its time', 'created'),
  ...late('given up, the payment expired', 'expired'),
  ...late('given up, the payment cancelled', 'cancelled'),
  ...late('given up, another under way', 'processing'),
  ...late('given up, another has paid', 'succeeded'),
  ...over('has paid', 'succeeded', 'succeeded'),
  ...over('was returned', 'returned', 'created'),
];

async function attemptStatus({ attemptId }: AttemptKey): Promise<string> {
  const { rows } = await world.pool.query('select status from payment_attempts where id = $1', [attemptId]);
  return rows[0].status;
}

const seen = async ({ payment, attempt }: Case) => {
  const { status } = await world.stored(payment);
  return { payment: status, attempt: await attemptStatus(attempt) };
};

describe.each(table)('%s, %s', (state, result, applied, ofPayment, ofAttempt) => {
  let one: Case;
  beforeEach(async () => {
    one = await states[state]();
  });

  it(`is ${applied}: the payment ${ofPayment}, the attempt ${ofAttempt}, however often it is said`, async () => {
    const wallet = await world.balance(ledgerAccount.wallet);
    const jobs = await world.jobs('return_late_capture');
    const transfers = await world.transfers();
    const charge = results[result] as ChargeState;
    expect(await world.apply(one.attempt, charge)).toBe(applied);
    expect(await seen(one)).toEqual({ payment: ofPayment, attempt: ofAttempt });

    const again = await Promise.all([world.apply(one.attempt, charge), world.apply(one.attempt, charge)]);
    expect(again).toEqual([applied, applied]);
    expect(await seen(one)).toEqual({ payment: ofPayment, attempt: ofAttempt });

    const moved = charge.kind === 'succeeded' && state !== 'has paid' && state !== 'was returned';
    const paid = moved && applied === 'succeeded';
    const returned = moved && applied === 'returned';
    // The fee of 10 % is taken from captures that are kept, and from nothing else.
    expect((await world.balance(ledgerAccount.wallet)) - wallet).toBe(paid ? 1_125n : 0n);
    expect((await world.transfers()) - transfers).toBe(moved ? 2 : 0);
    expect((await world.jobs('return_late_capture')) - jobs).toBe(returned ? 1 : 0);
  });
});

describe('races', () => {
  const several = Array.from({ length: 8 }, (_, index) => index);

  it('one result told by many at once is applied once', async () => {
    const { payment, attempt } = await begun();
    const before = await world.balance(ledgerAccount.wallet);
    await Promise.all(several.map(() => world.apply(attempt, taken())));
    expect(await world.balance(ledgerAccount.wallet)).toBe(before + 1_125n);
    expect((await world.events(payment)).filter((type) => type === 'payment.paid')).toHaveLength(1);
  });

  it('late money told by many at once goes back once', async () => {
    const { payment, attempt } = await states['given up, the payment cancelled']();
    const before = await world.jobs('return_late_capture');
    await Promise.all(several.map(() => world.apply(attempt, taken())));
    expect(await world.jobs('return_late_capture')).toBe(before + 1);
    const types = await world.events(payment);
    expect(types.filter((type) => type === 'late_capture.returned')).toHaveLength(1);
  });

  it('paid and declined at once: money that came in counts', async () => {
    const one = await begun();
    await Promise.all(several.map((index) => world.apply(one.attempt, index % 2 ? taken() : declined)));
    expect(await seen(one)).toEqual({ payment: 'succeeded', attempt: 'succeeded' });
  });

  it('two attempts begun at once: one is', async () => {
    const payment = await world.makePayment();
    const begins = await Promise.allSettled(several.map(() => world.start(payment)));
    expect(begins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const begin of begins) {
      if (begin.status === 'rejected') expect(begin.reason).toMatchObject({ code: 'invalid_state' });
    }
  });

  it('two attempts paid at once: one pays, one is returned', async () => {
    const first = await givenUp();
    const second = await world.start(first.payment);
    const before = await world.balance(ledgerAccount.wallet);
    const applied = await Promise.all([first.attempt, second].map((attempt) => world.apply(attempt, taken())));
    expect(applied.sort()).toEqual(['returned', 'succeeded']);
    expect(await world.balance(ledgerAccount.wallet)).toBe(before + 1_125n);
  });
});

it('a payment that is not open is not begun', async () => {
  const { payment } = await states['given up, the payment cancelled']();
  await expect(world.start(payment)).rejects.toMatchObject({ code: 'invalid_state' });
});

it('of a shop suspended meanwhile nothing new is begun, and what is under way still counts', async () => {
  const { payment, attempt } = await begun();
  const ended = await givenUp();
  const other = await world.makePayment();
  const before = await world.balance(ledgerAccount.wallet);
  const setStatus = (status: string) =>
    world.pool.query('update holders set status = $1 where id = $2', [status, world.shop]);
  await setStatus('suspended');
  try {
    await expect(world.start(other)).rejects.toMatchObject({ code: 'merchant_not_active' });
    await expect(world.paidFromWallet()).rejects.toMatchObject({ code: 'merchant_not_active' });
    expect(await world.apply(attempt, taken())).toBe('succeeded');
    expect((await world.stored(payment)).status).toBe('succeeded');
    expect(await world.balance(ledgerAccount.wallet)).toBe(before + 1_125n);
    // Its payment is open and begins nothing, so money of an attempt that had ended goes back.
    expect(await world.apply(ended.attempt, taken())).toBe('returned');
    expect(await seen(ended)).toEqual({ payment: 'created', attempt: 'returned' });
    expect(await world.balance(ledgerAccount.wallet)).toBe(before + 1_125n);
  } finally {
    await setStatus('active');
  }
});

it('an attempt nobody knows is unknown', async () => {
  const { attempt } = await begun();
  expect(await world.apply({ ...attempt, attemptId: 'att_unknown' }, taken())).toBe('unknown');
});
