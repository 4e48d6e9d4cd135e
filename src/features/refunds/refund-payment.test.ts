import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPaymentWorld, outOfReach, type PaymentWorld } from '../../../tests/fixtures/payments.ts';
import { job, keyOf, payer, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { stateOf } from '../../../tests/support/database-state.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { cancelPayment } from '../payments/capture-payment.ts';
import type { PaymentKey } from '../payments/payment.ts';
import { reverseTopUp } from '../wallets/reverse-top-up.ts';
import { makeRefund, requestRefund, sweepRefunds } from './refund-payment.ts';
import type { Refund } from './refunds.repository.ts';

let world: PaymentWorld;

/** A fee of 2.9 %: 29 cents of 10.00. */
beforeEach(async () => {
  world = await createPaymentWorld({ feeBasisPoints: 290 });
});
afterEach(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const paid = 1_000n;

const refund = (key: PaymentKey, refundRef: string, amount?: bigint) =>
  inTransaction(world.db, (tx) =>
    requestRefund(keyOf({ holderId: world.shop, mode: 'test' }, { holderKind: 'merchant' }), tx, world.deps, key, {
      refundRef,
      amount,
      reason: null,
    }),
  );

const make = ({ holderId, id }: Refund) => makeRefund(job, world.deps, holderId, id);

const balances = async () => ({
  wallet: await world.balance(ledgerAccount.wallet),
  fees: await world.balance(ledgerAccount.fees),
  card: await world.balance(ledgerAccount.outside('card')),
  customer: await world.balance(ledgerAccount.wallet, world.customer),
});

const refundEvents = async (key: PaymentKey): Promise<string[]> =>
  (await world.events(key)).filter((type) => type.startsWith('refund.'));

describe('to a wallet', () => {
  it('in full: everything is as it was, the fee too', async () => {
    const key = await world.paidFromWallet(paid);
    expect(await balances()).toEqual({ wallet: 971n, fees: 29n, card: 0n, customer: 0n });
    const { refund: made, existed } = await refund(key, 'r1');
    expect([made.status, made.amount, made.feeReturned, existed]).toEqual(['succeeded', paid, 29n, false]);
    expect(await balances()).toEqual({ wallet: 0n, fees: 0n, card: 0n, customer: paid });
    expect(await world.stored(key)).toMatchObject({ status: 'refunded', refundedAmount: paid });
    expect(await refundEvents(key)).toEqual(['refund.succeeded']);
    expect(await world.jobs('make_refund')).toBe(0);
  });

  it('of a customer who owes: what is owed is recovered from it first', async () => {
    const key = await world.paidFromWallet(paid);
    const { rows } = await world.pool.query('select id from top_ups where holder_id = $1', [world.customer]);
    const takenBack = { amount: undefined, reason: 'The bank took it back' };
    await inTransaction(world.db, (tx) => reverseTopUp(shell, tx, world.clock, rows[0].id, takenBack));
    const owed = () => world.balance(ledgerAccount.debt, world.customer);
    expect(await owed()).toBe(paid);
    await refund(key, 'r1', 400n);
    expect([await owed(), (await balances()).customer]).toEqual([600n, 0n]);
    await refund(key, 'r2');
    expect([await owed(), (await balances()).customer]).toEqual([0n, 0n]);
  });

  it('in parts: the fee in proportion, the last one taking the remainder', async () => {
    const key = await world.paidFromWallet(paid);
    const parts: bigint[] = [];
    for (const [ref, amount] of [
      ['r1', 333n],
      ['r2', 333n],
      ['r3', undefined],
    ] as const) {
      const { refund: made } = await refund(key, ref, amount);
      parts.push(made.amount, made.feeReturned);
      expect(await world.stored(key)).toMatchObject({ status: ref === 'r3' ? 'refunded' : 'partially_refunded' });
    }
    expect(parts).toEqual([333n, 9n, 333n, 10n, 334n, 10n]);
    expect(await balances()).toEqual({ wallet: 0n, fees: 0n, card: 0n, customer: paid });
  });

  it.each([
    ['one more than all', 1_001n],
    ['nothing', 0n],
    ['less than nothing', -1n],
  ])('%s is refused, and nothing has moved', async (_name, amount) => {
    const key = await world.paidFromWallet(paid);
    const before = await stateOf(world.database);
    await expect(refund(key, 'r1', amount)).rejects.toMatchObject({ code: 'refund_exceeds' });
    expect(await stateOf(world.database)).toBe(before);
  });

  it('more than is left is refused; what is left is not', async () => {
    const key = await world.paidFromWallet(paid);
    await refund(key, 'r1', 600n);
    await expect(refund(key, 'r2', 401n)).rejects.toMatchObject({ code: 'refund_exceeds' });
    await refund(key, 'r3', 400n);
    await expect(refund(key, 'r4')).rejects.toMatchObject({ code: 'refund_exceeds' });
  });

  it('out of a wallet that is short: “Insufficient balance”, and nothing has moved', async () => {
    const key = await world.paidFromWallet(paid);
    await world.spend(1n);
    const before = await stateOf(world.database);
    await expect(refund(key, 'r1')).rejects.toMatchObject({
      code: 'insufficient_funds',
      message: 'Insufficient balance',
    });
    expect(await stateOf(world.database)).toBe(before);
    expect(await world.stored(key)).toMatchObject({ status: 'succeeded', refundedAmount: 0n });
    // The returned fee counts as well: 970 and 28 make 998.
    expect((await refund(key, 'r1', 998n)).refund.status).toBe('succeeded');
  });
});

describe('one refund_ref refunds once', () => {
  it('one after the other: the same refund', async () => {
    const key = await world.paidFromWallet(paid);
    const first = await refund(key, 'r1', 300n);
    for (const amount of [300n, undefined]) {
      expect(await refund(key, 'r1', amount)).toEqual({ refund: first.refund, existed: true });
    }
    expect(await world.balance(ledgerAccount.wallet, world.customer)).toBe(300n);
  });

  it('for another amount: a conflict', async () => {
    const key = await world.paidFromWallet(paid);
    await refund(key, 'r1', 300n);
    await expect(refund(key, 'r1', 301n)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('of another payment is another refund', async () => {
    const first = await world.paidFromWallet(paid);
    const second = await world.paidFromWallet(paid);
    await refund(first, 'r1', 300n);
    expect((await refund(second, 'r1', 200n)).existed).toBe(false);
  });

  it('at once: one is made, all are told of it', async () => {
    const key = await world.paidFromWallet(paid);
    const all = await Promise.all(Array.from({ length: 8 }, () => refund(key, 'r1', 300n)));
    expect(new Set(all.map(({ refund: made }) => made.id)).size).toBe(1);
    expect(all.filter(({ existed }) => !existed)).toHaveLength(1);
    expect(await world.balance(ledgerAccount.wallet, world.customer)).toBe(300n);
  });

  it('different ones at once never give back more than was paid', async () => {
    const key = await world.paidFromWallet(paid);
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => refund(key, `r${n}`, 300n)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await balances()).toMatchObject({ customer: 900n });
  });
});

describe('to a card', () => {
  const says = (answer: typeof world.provider.says.refund) => {
    world.provider.says.refund = answer;
  };

  it('is posted at once, and made once the provider says so', async () => {
    const key = await world.paidByCard(paid);
    const { refund: asked } = await refund(key, 'r1');
    expect(asked.status).toBe('pending');
    expect(await balances()).toEqual({ wallet: 0n, fees: 0n, card: 0n, customer: 0n });
    expect(await world.stored(key)).toMatchObject({ status: 'succeeded', refundedAmount: paid });
    expect(await world.jobs('make_refund')).toBe(1);
    says(async () => ({ kind: 'pending' }));
    expect((await make(asked))?.status).toBe('pending');
    says(async () => ({ kind: 'succeeded' }));
    expect((await make(asked))?.status).toBe('succeeded');
    expect(await world.stored(key)).toMatchObject({ status: 'refunded' });
    expect(await refundEvents(key)).toEqual(['refund.created', 'refund.succeeded']);
    expect(new Set(world.provider.refunds)).toEqual(new Set([asked.id]));
  });

  it('that fails is posted back, the fee too, and may be asked for anew', async () => {
    const key = await world.paidByCard(paid);
    const before = await balances();
    const { refund: asked } = await refund(key, 'r1', 500n);
    says(async () => ({ kind: 'failed', reason: 'charge_disputed' }));
    expect(await make(asked)).toMatchObject({ status: 'failed', failure: 'charge_disputed' });
    expect(await balances()).toEqual(before);
    expect(await world.stored(key)).toMatchObject({ status: 'succeeded', refundedAmount: 0n });
    expect(await refundEvents(key)).toEqual(['refund.created', 'refund.failed']);
    says(async () => ({ kind: 'succeeded' }));
    const { refund: again } = await refund(key, 'r2');
    expect(await make(again)).toMatchObject({ status: 'succeeded', feeReturned: 29n });
    expect(await refund(key, 'r1')).toMatchObject({ refund: { status: 'failed' }, existed: true });
  });

  it.each(['succeeded', 'failed'] as const)('asked for by many at once has %s once', async (kind) => {
    const key = await world.paidByCard(paid);
    const { refund: asked } = await refund(key, 'r1');
    says(async () => (kind === 'failed' ? { kind, reason: 'declined' } : { kind }));
    const all = await Promise.all(Array.from({ length: 8 }, () => make(asked)));
    expect(new Set(all.map((one) => one?.status))).toEqual(new Set([kind]));
    expect(await refundEvents(key)).toEqual(['refund.created', `refund.${kind}`]);
    expect(await world.balance(ledgerAccount.wallet)).toBe(kind === 'failed' ? 971n : 0n);
  });

  it('one of two that fails leaves the other', async () => {
    const key = await world.paidByCard(paid);
    const first = await refund(key, 'r1', 400n);
    const second = await refund(key, 'r2', 600n);
    await make(first.refund);
    expect(await world.stored(key)).toMatchObject({ status: 'partially_refunded' });
    says(async () => ({ kind: 'failed', reason: 'declined' }));
    await make(second.refund);
    expect(await world.stored(key)).toMatchObject({ status: 'partially_refunded', refundedAmount: 400n });
    expect(await balances()).toMatchObject({ card: -600n });
  });

  it('the first of two that fails leaves its part of the fee to the next, to the cent', async () => {
    const key = await world.paidByCard(paid);
    const first = await refund(key, 'r1', 400n);
    const second = await refund(key, 'r2');
    expect([first.refund.feeReturned, second.refund.feeReturned]).toEqual([11n, 18n]);
    await make(second.refund);
    says(async () => ({ kind: 'failed', reason: 'declined' }));
    await make(first.refund);
    says(async () => ({ kind: 'succeeded' }));
    const third = await refund(key, 'r3');
    expect(third.refund.feeReturned).toBe(11n);
    await make(third.refund);
    expect(await world.stored(key)).toMatchObject({ status: 'refunded' });
    expect(await balances()).toEqual({ wallet: 0n, fees: 0n, card: 0n, customer: 0n });
  });

  it('that fails after it succeeded is posted back, and the payment steps back as far as the others say', async () => {
    const key = await world.paidByCard(paid);
    const before = await balances();
    const first = await refund(key, 'r1', 400n);
    const second = await refund(key, 'r2', 600n);
    await make(first.refund);
    await make(second.refund);
    expect(await world.stored(key)).toMatchObject({ status: 'refunded' });
    const made = world.provider.refunds.length;
    expect(await make(second.refund)).toMatchObject({ status: 'succeeded' });
    says(async () => ({ kind: 'failed', reason: 'expired_or_canceled_card' }));
    expect(await make(second.refund)).toMatchObject({ status: 'failed', failure: 'expired_or_canceled_card' });
    expect(await world.stored(key)).toMatchObject({ status: 'partially_refunded', refundedAmount: 400n });
    await Promise.all(Array.from({ length: 4 }, () => make(first.refund)));
    expect(await world.stored(key)).toMatchObject({ status: 'succeeded', refundedAmount: 0n });
    expect(await balances()).toEqual(before);
    // It was looked up, and never made again.
    expect(world.provider.refunds).toHaveLength(made);
    expect((await refundEvents(key)).filter((type) => type === 'refund.failed')).toHaveLength(2);
    says(async () => ({ kind: 'succeeded' }));
    await make((await refund(key, 'r3')).refund);
    expect(await world.stored(key)).toMatchObject({ status: 'refunded' });
  });

  it('of which the provider knows nothing any more stays as it was', async () => {
    const key = await world.paidByCard(paid);
    const { refund: asked } = await refund(key, 'r1');
    await make(asked);
    world.provider.findRefund = async () => undefined;
    expect(await make(asked)).toMatchObject({ status: 'succeeded' });
    expect(await world.stored(key)).toMatchObject({ status: 'refunded' });
  });

  it('that can’t be asked for waits its turn and holds up no other', async () => {
    const key = await world.paidByCard(paid);
    await refund(key, 'r1', 100n);
    await refund(key, 'r2', 200n);
    world.clock.advance(60);
    const errors: unknown[] = [];
    let asked = 0;
    says(async () => {
      asked += 1;
      if (asked === 1) throw outOfReach;
      return { kind: 'succeeded' };
    });
    const sweep = () => sweepRefunds(job, world.deps, (error) => errors.push(error));
    await sweep();
    expect(errors).toEqual([outOfReach]);
    await sweep();
    expect(asked).toBe(2);
    world.clock.advance(60);
    await sweep();
    expect(await world.stored(key)).toMatchObject({ status: 'partially_refunded', refundedAmount: 300n });
    expect((await refundEvents(key)).filter((type) => type === 'refund.succeeded')).toHaveLength(2);
  });
});

describe('what was not paid can’t be refunded', () => {
  it('a payment that is open, under way or canceled', async () => {
    const open = await world.makePayment(paid);
    const underWay = await world.makePayment(paid);
    await world.start(underWay);
    const cancelled = await world.makePayment(paid);
    await inTransaction(world.db, (tx) => cancelPayment(payer, tx, world.deps, cancelled));
    for (const [key, state] of [
      [open, 'created'],
      [underWay, 'processing'],
      [cancelled, 'cancelled'],
    ] as const) {
      const message = `The payment is not paid; its status is ${state}.`;
      await expect(refund(key, 'r1')).rejects.toMatchObject({ code: 'invalid_state', message });
    }
  });

  it('nor one that does not exist', async () => {
    const unknown = { holderId: world.shop, id: 'pay_unknown' };
    await expect(refund(unknown, 'r1')).rejects.toMatchObject({ code: 'not_found' });
    expect(await makeRefund(job, world.deps, world.shop, 'ref_unknown')).toBeUndefined();
  });
});
