/**
 * What a refund takes from each split (docs/ledger.md, "Refunds in proportion"): a table of decisions, and properties
 * that hold for all of them.
 */
import { describe, expect, it } from 'vitest';
import { courier, merchant, partner, splitsOf, type TakenOf } from '../../../tests/fixtures/order-values.ts';
import { allocate } from '../../base/money/allocation.ts';
import { noRefundTotals, type Split, withTotals } from '../orders/order.ts';
import {
  nothingCounted,
  planOrderRefund,
  planOrderReversal,
  type RefundTerms,
  sharesLeft,
} from './plan-order-refund.ts';

type Refunded = Parameters<typeof planOrderRefund>[0];

type Changes = Partial<Omit<Refunded, 'splits'>> & TakenOf;

const orderOf = (totalAmount: bigint, splits: Split[], { reduced, reversed, ...changes }: Changes = {}): Refunded => ({
  ...noRefundTotals,
  totalAmount,
  splits: splitsOf(splits, { reduced, reversed }),
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
    ['a third: the smallest next unit', 1_000n, three, 333n, [234n, 66n, 33n]],
    ['equals: the first split', 3n, [merchant(1n, 1n), courier(2n, 1n), partner(1n)], 1n, [1n, 0n, 0n]],
    ['shares under the total: clearing bears the rest', 1_000n, [merchant(1n, 600n)], 500n, [300n]],
    ['half a unit goes up', 1_000n, [merchant(1n, 999n)], 500n, [500n]],
    ['shares over the total: more comes back', 1_000n, [merchant(1n, 1_500n)], 500n, [750n]],
    ['shares of 0', 1_000n, [partner(0n)], 10n, [0n]],
  ])('%s', (_, total, splits, amount, taken) => {
    expect(planOrderRefund(orderOf(total, splits), ask({ amount }))).toMatchObject({ ok: true, taken, counted: taken });
  });

  it('what a split no longer has is counted, and borne by clearing', () => {
    const order = orderOf(1_000n, three, { refundedAmount: 200n, reduced: [0n, 200n, 0n] });
    expect(planOrderRefund(order, ask({ amount: 400n }))).toMatchObject({
      taken: [280n, 0n, 40n],
      counted: [280n, 80n, 40n],
    });
  });

  it('docs/ledger.md, "Refunds in proportion", its example: the courier was named before, and the rest leaves nobody a share', () => {
    const splits = [merchant(1n, 8_000n), courier(2n, 1_000n), partner(1_000n)];
    const named = planOrderRefund(
      orderOf(10_000n, splits),
      ask({ parties: [{ type: 'courier', ref: 2n, amount: 1_000n }] }),
    );
    expect(named).toMatchObject({ taken: [0n, 1_000n, 0n], counted: null });
    const order = orderOf(10_000n, splits, { refundedAmount: 1_000n, reduced: [0n, 1_000n, 0n] });
    expect(planOrderRefund(order, ask({}))).toMatchObject({
      amount: 9_000n,
      taken: [8_000n, 0n, 1_000n],
      counted: [8_000n, 900n, 1_000n],
    });
    // All but a cent of it is in proportion, and so is all of it while the customer's bank has a part.
    expect(planOrderRefund(order, ask({ amount: 8_990n }))).toMatchObject({ taken: [7_192n, 0n, 899n] });
    expect(planOrderRefund(order, ask({}), nothingCounted, 4_000n)).toMatchObject({
      amount: 5_000n,
      taken: [4_000n, 0n, 500n],
    });
    expect(planOrderRefund(order, ask({ amount: 9_000n }))).toMatchObject({ taken: [8_000n, 0n, 1_000n] });
  });

  it('the last cent after a refund that the partner bore takes every share that is left', () => {
    const splits = [merchant(1n, 9_000n), partner(1_000n)];
    const order = orderOf(10_000n, splits, { refundedAmount: 9_999n, reduced: [0n, 1_000n] });
    expect(planOrderRefund(order, ask({}))).toMatchObject({ amount: 1n, taken: [9_000n, 0n] });
  });

  it('ten refunds of a tenth drift by nothing', () => {
    const splits = [merchant(1n, 333n), courier(2n, 333n), partner(334n)];
    const end = refundAll(
      orderOf(1_000n, splits),
      Array.from({ length: 10 }, () => 100n),
    );
    expect(end.splits.map(({ reduced }) => reduced)).toEqual([333n, 333n, 334n]);
  });

  it('counts only what it is told: the units of a failed refund are given again', () => {
    const order = orderOf(1_000n, three);
    const counted = { amount: 500n, bySplit: [350n, 100n, 50n] };
    expect(planOrderRefund(order, ask({ amount: 500n }), counted)).toMatchObject({ counted: [350n, 100n, 50n] });
    expect(planOrderRefund(order, ask({ amount: 400n }))).toMatchObject({ counted: [280n, 80n, 40n] });
  });

  it('returns nothing that the bank of the customer has taken back', () => {
    const order = orderOf(1_000n, three, { refundedAmount: 300n });
    const plan = (amount: bigint | undefined, chargedBack: bigint) =>
      planOrderRefund(order, ask({ amount }), nothingCounted, chargedBack);
    expect(plan(undefined, 600n)).toMatchObject({ amount: 100n });
    expect(plan(101n, 600n)).toMatchObject({ code: 'refund_exceeds', field: 'amount' });
    expect(plan(undefined, 700n)).toMatchObject({ code: 'refund_exceeds' });
    expect(plan(undefined, 1_000n)).toMatchObject({ code: 'refund_exceeds' });
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

/** Refunds in proportion, one after the other. */
function refundAll(order: Refunded, amounts: readonly bigint[]): Refunded {
  let counted = nothingCounted;
  let now = order;
  for (const amount of amounts) {
    const plan = planOrderRefund(now, ask({ amount }), counted);
    if (!plan.ok || plan.counted === null) throw new Error(`${amount} is not refunded in proportion`);
    if (plan.taken.some((taken, line) => taken !== plan.counted?.[line])) throw new Error('a split had less left');
    const bySplit = plan.counted.map((units, line) => units + (counted.bySplit[line] ?? 0n));
    counted = { amount: counted.amount + amount, bySplit };
    now = {
      ...now,
      refundedAmount: now.refundedAmount + amount,
      splits: withTotals(
        now.splits,
        'reduced',
        plan.taken.map((units, line) => ({ line, amount: units })),
      ),
    };
  }
  return now;
}

describe('many random cases', () => {
  it('an order refunded in any number of steps gives back exactly its shares, each within a unit at every step', () => {
    const next = sequence(7);
    for (let cases = 0; cases < 20_000; ) {
      const splits = Array.from({ length: 1 + next(5) }, (_, line) =>
        merchant(BigInt(line + 1), BigInt(next(10 ** next(7)))),
      );
      const shares = splits.reduce((sum, split) => sum + split.amount, 0n);
      const above = shares === 0n || next(3) === 0;
      const below = next(3) === 0 ? BigInt(next(Number(shares))) : 0n;
      const total = above ? shares + 1n + BigInt(next(1_000)) : shares - below;
      let order = orderOf(total, splits);
      for (const parts: bigint[] = []; order.refundedAmount < total; cases += 1) {
        const left = total - order.refundedAmount;
        parts.push(parts.length === 3 ? left : BigInt(1 + next(Number(left))));
        order = refundAll(orderOf(total, splits), parts);
        const target = (2n * shares * order.refundedAmount + total) / (2n * total);
        for (const { reduced, amount } of order.splits) {
          const error = reduced * shares - amount * target;
          if (shares > 0n && (error <= -shares || error >= shares)) throw new Error('off by more than a unit');
        }
      }
      if (sharesLeft(order).some((share) => share !== 0n)) throw new Error('something is left');
    }
  });

  it('an allocation adds up and is within a unit of each exact share', () => {
    const next = sequence(11);
    for (let cases = 0; cases < 100_000; cases += 1) {
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

describe('a reversal', () => {
  const charged = ({ chargedBackAmount, ...changes }: Changes & { chargedBackAmount: bigint }) => ({
    ...orderOf(1_000n, three, changes),
    chargedBackAmount,
  });
  it.each<[why: string, order: ReturnType<typeof charged>, ask: Partial<RefundTerms>, plan: object]>([
    ['all of it', charged({ chargedBackAmount: 1_000n }), {}, { amount: 1_000n, taken: [700n, 200n, 100n] }],
    ['a part', charged({ chargedBackAmount: 1_000n }), { amount: 333n }, { taken: [234n, 66n, 33n] }],
    [
      'what is charged back of it',
      charged({ chargedBackAmount: 500n }),
      {},
      { amount: 500n, taken: [350n, 100n, 50n] },
    ],
    [
      'what is not refunded of it, which is the last of the order',
      charged({ chargedBackAmount: 1_000n, refundedAmount: 400n, reduced: [0n, 200n, 100n] }),
      {},
      { amount: 600n, taken: [700n, 0n, 0n] },
    ],
    [
      'what is not reversed of it',
      charged({ chargedBackAmount: 1_000n, reversalAmount: 1n, reversed: [1n, 0n, 0n] }),
      {},
      { amount: 999n, taken: [699n, 200n, 100n] },
    ],
    [
      'by parties',
      charged({ chargedBackAmount: 500n }),
      { parties: [{ type: 'courier', ref: 2n, amount: 150n }] },
      { amount: 150n, taken: [0n, 150n, 0n], counted: null },
    ],
    [
      'by parties, more than is charged back',
      charged({ chargedBackAmount: 149n }),
      { parties: [{ type: 'courier', ref: 2n, amount: 150n }] },
      { ok: false, code: 'refund_exceeds', field: 'splits' },
    ],
    [
      'by the company, more than its share: clearing bears nothing',
      charged({ chargedBackAmount: 500n }),
      { parties: [{ type: 'partner', ref: null, amount: 101n }] },
      { ok: false, code: 'refund_exceeds', field: 'splits[0].amount' },
    ],
    ['more than is charged back', charged({ chargedBackAmount: 5n }), { amount: 6n }, { code: 'refund_exceeds' }],
    [
      'when no share is left',
      charged({ chargedBackAmount: 5n, reversed: [700n, 200n, 100n] }),
      {},
      { code: 'refund_exceeds', field: 'amount' },
    ],
  ])('%s', (_, order, terms, plan) => {
    expect(planOrderReversal(order, ask(terms))).toMatchObject(plan);
  });

  it('a refund of the rest leaves nobody a share once all that was charged back was reversed', () => {
    const order = charged({ chargedBackAmount: 400n, reversalAmount: 400n, reversed: [400n, 0n, 0n] });
    expect(planOrderRefund(order, ask({}), nothingCounted, 400n)).toMatchObject({ taken: [300n, 200n, 100n] });
    const partly = charged({ chargedBackAmount: 400n, reversalAmount: 399n, reversed: [399n, 0n, 0n] });
    expect(planOrderRefund(partly, ask({}), nothingCounted, 400n)).toMatchObject({ taken: [301n, 120n, 60n] });
  });
});
