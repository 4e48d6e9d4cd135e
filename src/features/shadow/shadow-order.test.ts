/** The pure rules of the shadow ledger as tables: what is left, what may be paid or claimed, and the transfers. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courier, merchant, type OrderChanges, orderOf, partner } from '../../../tests/fixtures/order-values.ts';
import { item } from '../../../tests/fixtures/shadow.ts';
import { formatAccount } from '../../core/ledger/accounts.ts';
import { formatSubject, subjectOf } from '../../core/ledger/subject.ts';
import type { Order, OrderSplit } from '../orders/order.ts';
import { claimableOf, claimCosts, claimDrafts, claimLines, planClaim } from './plan-claim.ts';
import { namingDrafts, planNaming } from './plan-naming.ts';
import { type PaidOutsideItem, paidOutsideDrafts, planPaidOutside } from './plan-paid-outside.ts';
import { amountOf, leftOfSplit, openPortions, refusalOf, withPortions } from './shadow-order.ts';

const splits = [merchant(null, 60n), courier(8n, 20n), merchant(null, 40n), partner(5n)];
const settled = (id: bigint, changes: OrderChanges = {}): Order =>
  orderOf(id, splits, { isShadow: true, shadowMerchantRef: 'r', settlementStatus: 'settled', ...changes });
const byRef = (...orders: Order[]) => new Map(orders.map((order) => [order.partnerOrderRef, order]));
const amounts = (portions: { split: number; amount: bigint }[]) => portions.map((p) => [p.split, p.amount]);

describe('docs/ledger.md, "What is posted": what is left of a shadow order', () => {
  it.each<[string, OrderChanges, bigint]>([
    ['nothing taken', {}, 60n],
    ['reduced before settlement', { reduced: [10n] }, 50n],
    ['reversed after it', { reversed: [10n] }, 50n],
    ['paid outside', { paidOutside: [10n, 0n, 40n, 0n] }, 50n],
    ['claimed', { claimed: [60n, 0n, 40n, 0n] }, 0n],
    ['all at once', { reduced: [1n], reversed: [2n], paidOutside: [4n], claimed: [8n] }, 45n],
    ['claimed and then refunded: never below 0', { claimed: [60n], reversed: [30n] }, 0n],
  ])('%s', (_name, changes, left) => {
    expect(leftOfSplit(settled(1n, changes).splits[0] as OrderSplit)).toBe(left);
  });

  it('is listed by type, without what is 0 and without the partner', () => {
    expect(amounts(openPortions(settled(1n, { paidOutside: [60n] }), 'merchant'))).toEqual([[2, 40n]]);
    expect(amounts(openPortions(settled(1n), 'courier'))).toEqual([[1, 20n]]);
  });

  it('adds portions to an amount per split, for orders that had none', () => {
    const order = settled(1n);
    expect(withPortions(order, 'claimed', openPortions(order, 'merchant'))).toEqual([60n, 0n, 40n, 0n]);
    const paid = settled(1n, { paidOutside: [1n, 2n] });
    expect(withPortions(paid, 'paidOutside', openPortions(order, 'courier'))).toEqual([1n, 22n, 0n, 0n]);
  });
});

type Row<Subject> = [name: string, subject: Subject, expected: unknown];

const kinds = (plan: { ok: true } | { ok: false; problems: { kind: string; field: string; message: string }[] }) =>
  plan.ok ? 'ok' : plan.problems.map(({ kind, field, message }) => `${kind}: ${field} ${message}`);

describe('docs/ledger.md, "What is posted": paid outside', () => {
  const plan = (items: PaidOutsideItem[], ...orders: Order[]) => planPaidOutside(byRef(...orders), items);
  it.each<Row<PaidOutsideItem[]>>([
    [
      'all that is left, of every merchant split',
      [item('ref-1')],
      [
        [0, 60n],
        [2, 40n],
      ],
    ],
    [
      'an amount, the first split first',
      [item('ref-1', 0.7)],
      [
        [0, 60n],
        [2, 10n],
      ],
    ],
    [
      'exactly what is left',
      [item('ref-1', 1)],
      [
        [0, 60n],
        [2, 40n],
      ],
    ],
    ['the courier', [item('ref-1', 0.05, 'courier')], [[1, 5n]]],
    [
      'both',
      [item('ref-1', 0.1), item('ref-1', undefined, 'courier')],
      [
        [0, 10n],
        [1, 20n],
      ],
    ],
  ])('%s', (_name, items, expected) => {
    const planned = plan(items, settled(1n));
    expect(planned.ok && amounts(planned.portions)).toEqual(expected);
  });

  it.each<Row<[PaidOutsideItem[], OrderChanges]>>([
    ['an unknown order', [[item('x')], {}], ['field: orders[0].partner_order_ref is not the ref of an order']],
    [
      'a real one',
      [[item('ref-1')], { isShadow: false }],
      ['field: orders[0].partner_order_ref is not a shadow order'],
    ],
    [
      'one twice',
      [[item('ref-1', 0.1), item('ref-1')], {}],
      ['field: orders[1].partner_order_ref names the merchant of this order twice'],
    ],
    ['too many decimals', [[item('ref-1', 0.001)], {}], ['field: orders[0].amount has more decimals than EUR allows']],
    [
      'a cent too much',
      [[item('ref-1', 1.01)], {}],
      ['field: orders[0].amount is more than the 1.00 EUR that are left'],
    ],
    [
      'an unsettled one',
      [[item('ref-1')], { settlementStatus: 'unsettled' }],
      ['state: orders[0].partner_order_ref is unsettled, not settled'],
    ],
    [
      'one with nothing left',
      [[item('ref-1')], { claimed: [60n, 0n, 40n] }],
      ['state: orders[0].partner_order_ref has nothing left for the merchant'],
    ],
  ])('refuses %s', (_name, [items, changes], expected) => {
    expect(kinds(plan(items, settled(1n, changes)))).toEqual(expected);
  });

  it('lists every problem, and a wrong field outweighs a wrong state', () => {
    const planned = plan([item('ref-1'), item('x')], settled(1n, { settlementStatus: 'void' }));
    expect(!planned.ok && refusalOf(planned.problems)).toMatchObject({ code: 'validation_failed', details: [{}, {}] });
  });

  it('for any amount: takes exactly that, from no split more than it has', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100n }), (minor) => {
        const order = settled(1n);
        const planned = plan([item('ref-1', Number(minor) / 100)], order);
        if (!planned.ok) throw new Error('is possible');
        expect(amountOf(planned.portions)).toBe(minor);
        for (const { split, amount } of planned.portions)
          expect(amount <= leftOfSplit(order.splits[split] as OrderSplit)).toBe(true);
        const drafts = paidOutsideDrafts(planned.portions, subjectOf.paidOutside('x'));
        expect(drafts.map((draft) => draft.line)).toEqual(drafts.map((_, index) => index));
        for (const draft of drafts) {
          expect([formatAccount(draft.from), formatAccount(draft.to)]).toEqual([
            'shadow:earnings:ref:r',
            'shadow:clearing',
          ]);
        }
      }),
    );
  });
});

describe('docs/ledger.md, "Accounts": a restaurant gets its ref', () => {
  const unnamed = { shadowMerchantRef: null, shadowMerchantName: null };
  it.each<Row<OrderChanges>>([
    ['one without ref or name', unnamed, ['shadow:earnings:unnamed']],
    ['one with a name', { ...unnamed, shadowMerchantName: 'n' }, ['shadow:earnings:name:n']],
    ['an unsettled one moves nothing', { ...unnamed, settlementStatus: 'unsettled' }, []],
    ['one that was paid outside moves nothing', { ...unnamed, paidOutside: [60n, 0n, 40n] }, []],
  ])('%s', (_name, changes, expected) => {
    const order = settled(1n, changes);
    expect(planNaming(byRef(order), ['ref-1', 'ref-1'], 'r')).toEqual({ ok: true, orders: [order] });
    const drafts = namingDrafts([order], 'r');
    expect([...new Set(drafts.map((draft) => formatAccount(draft.from)))]).toEqual(expected);
    for (const { to } of drafts) expect(formatAccount(to)).toBe('shadow:earnings:ref:r');
  });

  it.each<Row<[string, OrderChanges]>>([
    ['passes over one that has it', ['ref-1', {}], 'ok'],
    [
      'refuses one with another ref',
      ['ref-1', { shadowMerchantRef: 's' }],
      ['state: partner_order_refs[0] has the ref of another merchant'],
    ],
    [
      'refuses one with a refund under way',
      ['ref-1', { ...unnamed, openRefunds: 1 }],
      ['state: partner_order_refs[0] has a refund in progress'],
    ],
    ['refuses a real one', ['ref-1', { isShadow: false }], ['field: partner_order_refs[0] is not a shadow order']],
    ['refuses an unknown one', ['x', {}], ['field: partner_order_refs[0] is not the ref of an order']],
  ])('%s', (_name, [ref, changes], expected) => {
    expect(kinds(planNaming(byRef(settled(1n, changes)), [ref], 'r'))).toEqual(expected);
  });
});

describe('docs/ledger.md, "What is posted": the shadow claim', () => {
  it('moves what is left of the merchant’s splits, and nothing of the courier’s or the partner’s', () => {
    const plan = planClaim(byRef(settled(1n, { paidOutside: [10n] })), ['ref-1'], 'r');
    if (!plan.ok) throw new Error('is possible');
    const lines = claimLines(plan.portions);
    const drafts = claimDrafts({ holderId: 2n, mode: 'test' }, { shadowMerchantRef: 'r', linkId: 7n }, lines);
    expect(
      drafts.map((d) => [
        d.code,
        formatSubject(d.subject),
        d.line,
        formatAccount(d.from),
        formatAccount(d.to),
        d.amount,
      ]),
    ).toEqual([
      ['claim', 'order:1', 0, 'clearing', 'earnings:7', 50n],
      ['shadow_claimed', 'order:1', 0, 'shadow:earnings:ref:r', 'shadow:clearing', 50n],
      ['claim', 'order:1', 2, 'clearing', 'earnings:7', 40n],
      ['shadow_claimed', 'order:1', 2, 'shadow:earnings:ref:r', 'shadow:clearing', 40n],
    ]);
    expect(claimCosts(lines)).toEqual(new Map([['EUR', 90n]]));
  });

  const rows: Row<OrderChanges>[] = [
    ['claimed before', { claimed: [1n], claimLinkId: 7n }, 'state: partner_order_refs[0] was claimed before'],
    ['not settled', { settlementStatus: 'unsettled' }, 'state: partner_order_refs[0] is unsettled, not settled'],
    ['void', { settlementStatus: 'void' }, 'state: partner_order_refs[0] is void, not settled'],
    ['with a refund under way', { openRefunds: 1 }, 'state: partner_order_refs[0] has a refund in progress'],
    ['wholly paid outside', { paidOutside: [60n, 0n, 40n] }, 'state: partner_order_refs[0] has nothing left to claim'],
  ];
  it.each(rows)('refuses an order that is %s, and passes over it when nobody named it', (_name, changes, expected) => {
    const order = settled(1n, changes);
    expect(kinds(planClaim(byRef(order), ['ref-1'], 'r'))).toEqual([expected]);
    expect(claimableOf([order])).toEqual([]);
  });

  it.each<Row<[string[], OrderChanges]>>([
    [
      'another restaurant’s',
      [['ref-1'], { shadowMerchantRef: 's' }],
      ['field: partner_order_refs[0] is not an order of this merchant'],
    ],
    [
      'nobody’s',
      [['ref-1'], { shadowMerchantRef: null }],
      ['field: partner_order_refs[0] is not an order of this merchant'],
    ],
    ['a real one', [['ref-1'], { isShadow: false }], ['field: partner_order_refs[0] is not a shadow order']],
    ['unknown', [['x'], {}], ['field: partner_order_refs[0] is not the ref of an order']],
    ['named twice', [['ref-1', 'ref-1'], {}], ['field: partner_order_refs[1] is named twice']],
  ])('refuses an order that is %s', (_name, [refs, changes], expected) => {
    expect(kinds(planClaim(byRef(settled(1n, changes)), refs, 'r'))).toEqual(expected);
  });
});
