/**
 * What a refund takes from each split (docs/ledger.md, "Refunds in proportion"): a table of decisions, and properties
 * that hold for all of them.
 */
import { describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../tests/worlds/order-values.ts';
import { allocate } from '../money/allocation.ts';
import { noRefundTotals, type Split } from '../orders/order.ts';
import { addShares } from '../orders/taken-shares.ts';
import { planOrderRefund, type RefundTerms, sharesLeft } from './plan-order-refund.ts';

type Refunded = Parameters<typeof planOrderRefund>[0];

const orderOf = (totalAmount: bigint, splits: Split[], changes: Partial<Refunded> = {}): Refunded => ({
  ...noRefundTotals,
  totalAmount,
  splits,
  ...changes,
});
const ask = (changes: Partial<RefundTerms>): RefundTerms => ({
  amount: undefined,
  parties: undefined,
  liable: undefined,
  ...changes,
});
const three = [merchant(1n, 700n), courier(2n, 200n), partner(100n)];

describe('in proportion', () => {
  it.each<[why: string, total: bigint, splits: Split[], amount: bigint | undefined, taken: bigint[]]>([
    ['all of it', 1_000n, three, undefined, [700n, 200n, 100n]],
    ['half of it', 1_000n, three, 500n, [350n, 100n, 50n]],
    ['a third: the largest remainder gets the unit', 1_000n, three, 333n, [233n, 67n, 33n]],
    ['equal remainders: the first split', 3n, [merchant(1n, 1n), courier(2n, 1n), partner(1n)], 1n, [1n, 0n, 0n]],
    ['shares under the total: clearing bears the rest', 1_000n, [merchant(1n, 600n)], 500n, [300n]],
    ['half a unit goes up', 1_000n, [merchant(1n, 999n)], 500n, [500n]],
    ['shares over the total: more comes back', 1_000n, [merchant(1n, 1_500n)], 500n, [750n]],
    ['shares of 0', 1_000n, [partner(0n)], 10n, [0n]],
  ])('%s', (_, total, splits, amount, taken) => {
    expect(planOrderRefund(orderOf(total, splits), ask({ amount }))).toMatchObject({ ok: true, taken });
  });

  it('takes what a split no longer has from those that still have something', () => {
    const order = orderOf(1_000n, three, { refundedAmount: 200n, reduced: [0n, 200n, 0n] });
    expect(planOrderRefund(order, ask({ amount: 400n }))).toMatchObject({ ok: true, taken: [350n, 0n, 50n] });
  });

  it('the last refund takes what is left, whatever was named before', () => {
    const order = orderOf(1_000n, three, { refundedAmount: 900n, reduced: [0n, 50n], reversed: [690n] });
    expect(planOrderRefund(order, ask({}))).toMatchObject({ ok: true, amount: 100n, taken: [10n, 150n, 100n] });
  });
});

describe('by party, or by who is liable', () => {
  const order = orderOf(1_000n, three, { reduced: [100n] });
  it.each<[why: string, changes: Partial<RefundTerms>, plan: object]>([
    ['named', { parties: [{ type: 'courier', ref: 2n, amount: 150n }] }, { amount: 150n, taken: [0n, 150n, 0n] }],
    [
      'named, with an amount above: clearing bears the rest',
      { amount: 300n, parties: [{ type: 'partner', ref: null, amount: 100n }] },
      { amount: 300n, taken: [0n, 0n, 100n] },
    ],
    [
      'more than the amount',
      { amount: 10n, parties: [{ type: 'partner', ref: null, amount: 11n }] },
      { code: 'validation_failed', field: 'splits' },
    ],
    [
      'a stranger',
      { parties: [{ type: 'courier', ref: 9n, amount: 1n }] },
      { code: 'validation_failed', field: 'splits[0]' },
    ],
    [
      'more than a party has left',
      { parties: [{ type: 'merchant', ref: 1n, amount: 601n }] },
      { code: 'refund_exceeds', field: 'splits[0].amount' },
    ],
    [
      'one party twice, together too much',
      {
        parties: [
          { type: 'merchant', ref: 1n, amount: 400n },
          { type: 'merchant', ref: null, amount: 201n },
        ],
      },
      { code: 'refund_exceeds', field: 'splits[1].amount' },
    ],
    ['liable', { amount: 200n, liable: { type: 'courier', ref: 2n } }, { taken: [0n, 200n, 0n] }],
    ['liable beyond its share', { amount: 201n, liable: { type: 'courier', ref: 2n } }, { code: 'refund_exceeds' }],
    ['liable stranger', { amount: 1n, liable: { type: 'courier', ref: 3n } }, { code: 'validation_failed' }],
    [
      'the partner liable: clearing bears the rest',
      { liable: { type: 'partner', ref: null } },
      { taken: [0n, 0n, 100n] },
    ],
    ['over the order', { amount: 1_001n }, { code: 'refund_exceeds', field: 'amount' }],
  ])('%s', (_, changes, plan) => {
    expect(planOrderRefund(order, ask(changes))).toMatchObject(plan);
  });
});

/** Pseudo-random numbers, the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a million random cases', () => {
  it('any refunds of any order, in any parts, take exactly every share in the end, and never more', () => {
    const next = sequence(7);
    for (let cases = 0; cases < 1_000_000; ) {
      const splits = Array.from({ length: 1 + next(5) }, (_, line) =>
        merchant(BigInt(line + 1), BigInt(next(10 ** next(7)))),
      );
      const shares = splits.reduce((sum, split) => sum + split.amount, 0n);
      const total = shares === 0n || next(3) === 0 ? shares + 1n + BigInt(next(1_000)) : shares;
      let order = orderOf(total, splits);
      for (let part = 0; part < 4 && order.refundedAmount < total; part += 1) {
        cases += 1;
        const left = total - order.refundedAmount;
        const amount = part === 3 ? left : BigInt(1 + next(Number(left)));
        const plan = planOrderRefund(order, ask({ amount }));
        if (!plan.ok) throw new Error(`${plan.code} for ${amount} of ${left}`);
        const rest = sharesLeft(order);
        const taken = plan.taken.reduce((sum, share) => sum + share, 0n);
        const room = rest.reduce((sum, share) => sum + share, 0n);
        const rounded = (2n * shares * amount + total) / (2n * total);
        if (taken !== (amount === left ? room : rounded < room ? rounded : room)) throw new Error('it does not add up');
        if (plan.taken.some((share, line) => share < 0n || share > (rest[line] as bigint))) throw new Error('too much');
        order = {
          ...order,
          refundedAmount: order.refundedAmount + amount,
          reduced: addShares(order.reduced, plan.taken),
        };
      }
      const wholly = order.refundedAmount === total;
      if (wholly && sharesLeft(order).some((share) => share !== 0n)) throw new Error('something is left');
    }
  });

  it('an allocation adds up and is within a unit of each exact share', () => {
    const next = sequence(11);
    for (let cases = 0; cases < 1_000_000; cases += 1) {
      const weights = Array.from({ length: 1 + next(6) }, () => BigInt(next(10 ** next(10))));
      const sum = weights.reduce((whole, weight) => whole + weight, 0n);
      if (sum === 0n) continue;
      const total = BigInt(next(10 ** next(13)));
      const parts = allocate(total, weights);
      if (parts.reduce((whole, part) => whole + part, 0n) !== total) throw new Error('it does not add up');
      for (const [index, part] of parts.entries()) {
        const error = part * sum - total * (weights[index] as bigint);
        if (error <= -sum || error >= sum) throw new Error('a part is off by more than a unit');
      }
    }
  });
});
