/**
 * The settlement plan: first in, first out, whole orders only, never more than clearing has (docs/ledger.md, "Which
 * orders settle").
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courier, merchant, type OrderChanges, orderOf, partner } from '../../../tests/fixtures/order-values.ts';
import { sumOf } from '../../base/money/compare.ts';
import { accountKey, balanceMax, formatAccount } from '../../core/ledger/accounts.ts';
import { formatSubject } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { Order, Split } from '../orders/order.ts';
import { payeeOf, payerOf } from '../orders/payees.ts';
import { settlementCost } from '../orders/reserved-shares.ts';
import { unassignedSplits } from '../orders/unassigned-splits.ts';
import { accountsOf, planSettlement, type Short } from './plan-settlement.ts';

const links = new Map<bigint, 'merchant' | 'courier'>([
  [7n, 'merchant'],
  [8n, 'courier'],
]);
const ids = (orders: readonly Order[]): bigint[] => orders.map((order) => order.id);
const outcome = (orders: Order[], clearing: bigint) => {
  const plan = planSettlement(orders, clearing, links, new Map());
  return { settle: ids(plan.settle), hold: ids(plan.hold), await: ids(plan.await), left: plan.clearingLeft };
};

describe('docs/ledger.md, "Which orders settle": the queue', () => {
  it.each([
    ['covers all', 30n, { settle: [1n, 2n, 3n], hold: [], await: [], left: 0n }],
    ['is a cent short of the last', 29n, { settle: [1n, 2n], hold: [], await: [3n], left: 9n }],
    ['covers the first only', 19n, { settle: [1n], hold: [], await: [2n, 3n], left: 9n }],
    ['is empty', 0n, { settle: [], hold: [], await: [1n, 2n, 3n], left: 0n }],
  ])('clearing %s', (_name, clearing, expected) => {
    const orders = [1n, 2n, 3n].map((id) => orderOf(id, [merchant(7n, 6n), partner(4n)]));
    expect(outcome(orders, clearing)).toEqual(expected);
  });

  it('a smaller order never overtakes the first one that clearing cannot cover', () => {
    const orders = [orderOf(1n, [partner(10n)]), orderOf(2n, [partner(11n)]), orderOf(3n, [partner(1n)])];
    expect(outcome(orders, 15n)).toEqual({ settle: [1n], hold: [], await: [2n, 3n], left: 5n });
  });

  it('an order of no cost settles with empty clearing, unless it stands behind one that waits', () => {
    expect(outcome([orderOf(1n, [partner(0n)])], 0n).settle).toEqual([1n]);
    expect(outcome([orderOf(1n, [partner(1n)]), orderOf(2n, [partner(0n)])], 0n).await).toEqual([1n, 2n]);
  });

  it('what is paid out is the sum of the splits, whatever total_amount says (docs/contract/partner.md, "Record an order")', () => {
    expect(outcome([orderOf(1n, [partner(10n)], { totalAmount: 1_000n })], 10n).settle).toEqual([1n]);
  });
});

describe('docs/ledger.md, "Spendable": orders that customers have paid', () => {
  const at = new Date(0);
  const paid = (id: bigint, amount: bigint, changes: OrderChanges = {}) =>
    orderOf(id, [partner(amount)], { paymentSource: 'service', paidAt: at, totalAmount: amount, ...changes });
  const cod = (id: bigint, amount: bigint) => orderOf(id, [partner(amount)]);

  it.each<
    [string, Order[], clearing: bigint, earmarked: bigint, settle: bigint[], short: Short, left: [bigint, bigint]]
  >([
    ['settle from their own', [paid(1n, 100n)], 0n, 100n, [1n], 'none', [0n, 0n]],
    ['leave their money to no other', [cod(1n, 10n), paid(2n, 100n)], 0n, 100n, [2n], 'unreserved', [0n, 0n]],
    [
      'let others have the rest',
      [cod(1n, 30n), paid(2n, 100n), cod(3n, 1n)],
      30n,
      100n,
      [1n, 2n],
      'unreserved',
      [0n, 0n],
    ],
    [
      'pass whoever waits, but not each other',
      [cod(1n, 9n), paid(2n, 100n), paid(3n, 1n)],
      0n,
      99n,
      [],
      'all',
      [0n, 99n],
    ],
    ['settle though others are missing money', [paid(1n, 60n), paid(2n, 60n)], -20n, 100n, [1n], 'all', [-20n, 40n]],
    [
      'charged back, and released: with what any order may take',
      [paid(1n, 100n, { chargedBackAmount: 100n }), paid(2n, 50n)],
      99n,
      50n,
      [2n],
      'unreserved',
      [99n, 0n],
    ],
    [
      'charged back in part: the rest is theirs',
      [paid(1n, 100n, { chargedBackAmount: 30n }), paid(2n, 50n)],
      30n,
      120n,
      [1n, 2n],
      'none',
      [0n, 0n],
    ],
  ])('%s', (_case, orders, clearing, earmarked, settle, short, left) => {
    const plan = planSettlement(orders, clearing, links, new Map(), new Map(), { earmarked, short: 'none' });
    expect([ids(plan.settle), plan.short, [plan.clearingLeft, plan.earmarkedLeft]]).toEqual([settle, short, left]);
  });
});

describe('docs/ledger.md, "Fees of orders": charged at settlement', () => {
  type Charged = { cost: bigint; taken: bigint; owed: bigint };
  it.each<[why: string, splits: Split[], changes: OrderChanges, expected: Charged]>([
    ['from the partner’s share', [merchant(7n, 90n), partner(10n)], { fee: 3n }, { cost: 100n, taken: 3n, owed: 0n }],
    ['all of a share', [merchant(7n, 90n), partner(10n)], { fee: 10n }, { cost: 100n, taken: 10n, owed: 0n }],
    ['what a share lacks is owed', [merchant(7n, 90n), partner(2n)], { fee: 3n }, { cost: 92n, taken: 2n, owed: 1n }],
    ['without a share of the partner', [merchant(7n, 90n)], { fee: 3n }, { cost: 90n, taken: 0n, owed: 3n }],
    ['from several shares together', [partner(2n), partner(8n)], { fee: 3n }, { cost: 10n, taken: 3n, owed: 0n }],
    [
      'less what was refunded of it',
      [partner(10n)],
      { fee: 3n, refundedAmount: 4n },
      { cost: 10n, taken: 2n, owed: 0n },
    ],
    ['as far as refunds left a share', [partner(10n)], { fee: 3n, reduced: [8n] }, { cost: 2n, taken: 2n, owed: 1n }],
    ['of a shadow order', [partner(10n)], { fee: 3n, isShadow: true }, { cost: 10n, taken: 0n, owed: 3n }],
  ])('%s', (_name, splits, changes, { cost, taken, owed }) => {
    const order = orderOf(1n, splits, { totalAmount: 10n, ...changes });
    const plan = planSettlement([order], cost, links, new Map());
    const sumsOf = (code: string, drafts: readonly TransferDraft[]) =>
      drafts.filter((draft) => draft.code === code).map(({ amount }) => amount);
    expect(sumOf(sumsOf('settlement', plan.drafts))).toBe(cost);
    expect(sumOf(sumsOf('order_fee', plan.drafts))).toBe(taken);
    expect(sumsOf('order_fee_advance', plan.advances)).toEqual(owed === 0n ? [] : [owed, owed]);
    expect(sumsOf('order_fee_debt', plan.advances)).toEqual(owed === 0n ? [] : [owed]);
    if (!order.isShadow) expect([plan.clearingLeft, plan.earmarkedLeft]).toEqual([-owed, owed]);
  });

  it('what is owed of it, an order that clearing is not reserved for cannot take', () => {
    const paid = { paymentSource: 'service', paidAt: new Date(), totalAmount: 9n, fee: 3n } as const;
    const orders = [orderOf(1n, [merchant(7n, 9n)], paid), orderOf(2n, [merchant(7n, 5n)])];
    const queue = { earmarked: 9n, short: 'none' } as const;
    const settledOf = (clearing: bigint) =>
      planSettlement(orders, clearing, links, new Map(), new Map(), queue).settle.map(({ id }) => id);
    expect(settledOf(8n)).toEqual([1n, 2n]);
    expect(settledOf(7n)).toEqual([1n]);
  });
});

describe('docs/ledger.md, "Which orders settle": shares nobody is named for', () => {
  it.each<[string, Split, boolean]>([
    ['a merchant without a ref', merchant(null, 1n), true],
    ['a courier without a ref', courier(null, 1n), true],
    ['an unknown merchant', merchant(99n, 1n), true],
    ['a courier’s link named as a merchant', merchant(8n, 1n), true],
    ['a merchant’s link named as a courier', courier(7n, 1n), true],
    ['a merchant', merchant(7n, 1n), false],
    ['a courier', courier(8n, 1n), false],
    ['the partner', partner(1n), false],
    ['nobody, with a share of 0', merchant(null, 0n), false],
  ])('%s waits on hold: %#', (_name, split, unassigned) => {
    const order = orderOf(1n, [partner(1n), split]);
    expect(unassignedSplits(order, links)).toEqual(unassigned ? [1] : []);
    const { hold, settle } = outcome([order], 100n);
    expect([hold, settle]).toEqual(unassigned ? [[1n], []] : [[], [1n]]);
  });

  it('a share that refunds reduced to 0 holds no order', () => {
    const splits = [partner(1n), merchant(null, 5n), courier(99n, 2n)];
    const reducedBy = (reduced: bigint[]) => orderOf(1n, splits, { reduced });
    expect(outcome([reducedBy([0n, 5n, 2n])], 1n)).toEqual({ settle: [1n], hold: [], await: [], left: 0n });
    expect(outcome([reducedBy([0n, 5n, 1n])], 100n).hold).toEqual([1n]);
    expect(unassignedSplits(reducedBy([1n, 4n, 2n]), links)).toEqual([1]);
    expect(accountsOf([reducedBy([0n, 5n, 2n])], links).map((account) => formatAccount(account))).toEqual([
      'clearing',
      'commission',
    ]);
  });

  it('an order on hold does not block those behind it and takes nothing from clearing', () => {
    const orders = [orderOf(1n, [merchant(null, 500n)]), orderOf(2n, [partner(10n)])];
    expect(outcome(orders, 10n)).toEqual({ settle: [2n], hold: [1n], await: [], left: 0n });
  });

  it('opens no account for them: there is no earnings account of nobody', () => {
    const orders = [orderOf(1n, [merchant(null, 5n), partner(1n)]), orderOf(2n, [courier(99n, 5n)])];
    expect(accountsOf(orders, links).map((account) => formatAccount(account))).not.toContainEqual(
      expect.stringContaining('earnings'),
    );
  });
});

describe('docs/ledger.md, "Accounts": the payee', () => {
  const shadow = (changes: OrderChanges = {}) => orderOf(1n, [], { isShadow: true, ...changes });
  it.each<[string, Order, Split, string]>([
    ['partner', orderOf(1n, []), partner(1n), 'commission'],
    ['merchant', orderOf(1n, []), merchant(7n, 1n), 'earnings:7'],
    ['courier', orderOf(1n, []), courier(8n, 1n), 'earnings:8'],
    ['shadow partner', shadow(), partner(1n), 'shadow:commission'],
    [
      'shadow merchant by ref',
      shadow({ shadowMerchantRef: 'r', shadowMerchantName: 'n' }),
      merchant(7n, 1n),
      'shadow:earnings:ref:r',
    ],
    ['shadow merchant by name', shadow({ shadowMerchantName: 'n' }), merchant(null, 1n), 'shadow:earnings:name:n'],
    ['shadow merchant unnamed', shadow(), merchant(null, 1n), 'shadow:earnings:unnamed'],
    ['shadow courier', shadow({ shadowMerchantRef: 'r' }), courier(8n, 1n), 'shadow:earnings:courier:8'],
    ['shadow courier without a ref', shadow(), courier(null, 1n), 'shadow:earnings:unnamed-courier'],
  ])('%s', (_name, order, split, expected) => {
    expect(formatAccount(payeeOf(order, split))).toBe(expected);
  });
});

const amount = fc.bigInt({ min: 0n, max: 1_000n });
const ref = fc.constantFrom<bigint | null>(7n, 8n, 99n, null);
const splitArbitrary: fc.Arbitrary<Split> = fc.oneof(
  amount.map(partner),
  fc.tuple(ref, amount).map(([id, share]) => merchant(id, share)),
  fc.tuple(ref, amount).map(([id, share]) => courier(id, share)),
);
const ordersArbitrary = (isShadow: fc.Arbitrary<boolean>): fc.Arbitrary<Order[]> =>
  fc
    .array(fc.tuple(fc.array(splitArbitrary, { minLength: 1, maxLength: 5 }), isShadow), { maxLength: 30 })
    .map((all) => all.map(([splits, shadow], index) => orderOf(BigInt(index + 1), splits, { isShadow: shadow })));
const clearingArbitrary = fc.bigInt({ min: 0n, max: 20_000n });
const sum = (amounts: bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

describe('docs/ledger.md, "Which orders settle": the balance limit', () => {
  const earnings = (order: Order) => accountKey(payeeOf(order, merchant(7n, 1n)));
  const outcomeAt = (balance: bigint, amounts: bigint[]) => {
    const orders = amounts.map((amount, index) => orderOf(BigInt(index + 1), [merchant(7n, amount)]));
    const balances = new Map([[earnings(orders[0] as Order), balance]]);
    const plan = planSettlement(orders, 2n * balanceMax, links, new Map(), balances);
    return { settle: ids(plan.settle), overLimit: ids(plan.overLimit) };
  };

  it.each([
    ['leaves room for all, to the last unit', balanceMax - 6n, [3n, 3n], { settle: [1n, 2n], overLimit: [] }],
    ['has room for one of them', balanceMax - 5n, [3n, 3n, 2n], { settle: [1n, 3n], overLimit: [2n] }],
    ['has none', balanceMax, [1n], { settle: [], overLimit: [1n] }],
  ])('an account %s', (_name, balance, amounts, expected) => {
    expect(outcomeAt(balance, amounts)).toEqual(expected);
  });

  it('holds for an account that is not open yet, and for what shadow orders are taken from', () => {
    const order = orderOf(1n, [merchant(7n, balanceMax + 1n)]);
    expect(ids(planSettlement([order], 2n * balanceMax, links, new Map()).overLimit)).toEqual([1n]);
    const shadow = orderOf(1n, [merchant(7n, 2n)], { isShadow: true });
    const low = new Map([[accountKey(payerOf(shadow)), 1n - balanceMax]]);
    expect(ids(planSettlement([shadow], 0n, links, new Map(), low).overLimit)).toEqual([1n]);
  });
});

describe('docs/ledger.md, "Which orders settle": for any queue', () => {
  it('every order goes exactly one way, in its order', () => {
    fc.assert(
      fc.property(ordersArbitrary(fc.constant(false)), clearingArbitrary, (orders, clearing) => {
        const plan = planSettlement(orders, clearing, links, new Map());
        const ways = [ids(plan.settle), ids(plan.hold), ids(plan.await)];
        expect(ways.flat().sort((a, b) => Number(a - b))).toEqual(ids(orders));
        for (const way of ways) expect(way).toEqual(way.toSorted((a, b) => Number(a - b)));
        // Every waiting order comes after all that settled or were put on hold.
        const first = plan.await[0];
        if (first !== undefined) expect(ids(plan.await)).toEqual(ids(orders).filter((id) => id >= first.id));
      }),
    );
  });

  it('never spends more than clearing, and stops only for an order that it cannot cover', () => {
    fc.assert(
      fc.property(ordersArbitrary(fc.constant(false)), clearingArbitrary, (orders, clearing) => {
        const plan = planSettlement(orders, clearing, links, new Map());
        expect(plan.clearingLeft).toBe(clearing - sum(plan.settle.map(settlementCost)));
        expect(plan.clearingLeft >= 0n).toBe(true);
        const first = plan.await[0];
        if (first !== undefined) expect(settlementCost(first) > plan.clearingLeft).toBe(true);
      }),
    );
  });

  it('drafts are the whole splits of settled orders and nothing else, each once', () => {
    fc.assert(
      fc.property(ordersArbitrary(fc.boolean()), clearingArbitrary, (orders, clearing) => {
        const plan = planSettlement(orders, clearing, links, new Map());
        const wanted = plan.settle.flatMap((order) =>
          order.splits.flatMap((split, line) =>
            split.amount === 0n
              ? []
              : [`order:${order.id}/${line}/${formatAccount(payeeOf(order, split))}/${split.amount}`],
          ),
        );
        const drafted = plan.drafts.map(
          (draft) => `${formatSubject(draft.subject)}/${draft.line}/${formatAccount(draft.to)}/${draft.amount}`,
        );
        expect(drafted).toEqual(wanted);
        const known = new Set(accountsOf(orders, links).map((account) => formatAccount(account)));
        for (const { from, to } of plan.drafts)
          expect(known.has(formatAccount(from)) && known.has(formatAccount(to))).toBe(true);
      }),
    );
  });

  it('a shadow order always settles, among shadow accounts only, and clearing stays as it is', () => {
    fc.assert(
      fc.property(ordersArbitrary(fc.constant(true)), clearingArbitrary, (orders, clearing) => {
        const plan = planSettlement(orders, clearing, links, new Map());
        expect(ids(plan.settle)).toEqual(ids(orders));
        expect(plan.clearingLeft).toBe(clearing);
        const touched = plan.drafts.flatMap((draft) => [formatAccount(draft.from), formatAccount(draft.to)]);
        expect(touched.filter((name) => !name.startsWith('shadow:'))).toEqual([]);
      }),
    );
  });
});
