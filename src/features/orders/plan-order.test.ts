/**
 * What becomes of a body of `POST /orders` (docs/contract/partner.md, "Record an order"), as tables; and what a re-send
 * differs in.
 */

import { describe, expect, it } from 'vitest';
import { courier, merchant, orderOf, partner, splitsOf } from '../../../tests/fixtures/order-values.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { differenceWarnings } from './compare-order.ts';
import type { Order, OrderDraft, Split } from './order.ts';
import { findFieldProblems, type KnownLinks, type OrderRequest, planOrder } from './plan-order.ts';

const links: KnownLinks = new Map([
  [7n, { type: 'merchant' }],
  [8n, { type: 'courier' }],
]);
const body = (changes: Partial<OrderRequest> = {}): OrderRequest => ({
  partner_order_ref: 'order-1',
  payment_source: 'card',
  total_amount: 10,
  currency: 'EUR',
  splits: [
    { beneficiary_type: 'merchant', beneficiary_ref: 7, amount: 8 },
    { beneficiary_type: 'courier', beneficiary_ref: 8, amount: 1.5 },
    { beneficiary_type: 'partner', amount: 0.5 },
  ],
  ...changes,
});
const plan = (changes: Partial<OrderRequest> = {}, context: Partial<Parameters<typeof planOrder>[1]> = {}) =>
  planOrder(body(changes), {
    holderId: 4n,
    mode: 'live',
    requireExactSplits: false,
    links,
    findChargeProblem: () => undefined,
    cash: null,
    ...context,
  });

describe('problems that the schema cannot detect', () => {
  it.each<[why: string, changes: Record<string, unknown>, problems: [field: string, message: string][]]>([
    ['none', {}, []],
    [
      'an unknown currency alone',
      { currency: 'XYZ', total_amount: -1 },
      [['currency', 'must be an uppercase ISO 4217 code that is accepted here']],
    ],
    [
      'a lower-case currency',
      { currency: 'eur' },
      [['currency', 'must be an uppercase ISO 4217 code that is accepted here']],
    ],
    ['a currency of another type is left to the schema', { currency: 5 }, []],
    ['a total of 0', { total_amount: 0 }, [['total_amount', 'must be above 0']]],
    ['a negative total', { total_amount: -1 }, [['total_amount', 'must be above 0']]],
    ['too many decimals', { total_amount: 10.005 }, [['total_amount', 'has more decimals than EUR allows']]],
    ['too many digits', { total_amount: 1e12 }, [['total_amount', 'has more than 12 digits before the point']]],
    ['no number', { total_amount: Number.NaN }, [['total_amount', 'has too many digits to be read exactly']]],
    ['a total as text is left to the schema', { total_amount: '10' }, []],
    ['a share of 0', { splits: [{ beneficiary_type: 'partner', amount: 0 }] }, []],
    [
      'a negative share',
      { splits: [null, { beneficiary_type: 'partner', amount: -0.01 }] },
      [['splits[1].amount', 'must be 0 or more']],
    ],
    ['splits of another type are left to the schema', { splits: 'none' }, []],
    [
      'a partner with a ref',
      { splits: [{ beneficiary_type: 'partner', beneficiary_ref: 7, amount: 1 }] },
      [['splits[0].beneficiary_ref', "must be absent for the partner's own commission"]],
    ],
    ['a merchant without a ref', { splits: [{ beneficiary_type: 'merchant', amount: 1 }] }, []],
    [
      'addresses that are none',
      { return_url: 'javascript:alert(1)', cancel_url: '/back' },
      [
        ['return_url', 'must be an absolute http or https address'],
        ['cancel_url', 'must be an absolute http or https address'],
      ],
    ],
    ['empty addresses', { return_url: '', cancel_url: '' }, []],
    [
      'all of them together',
      {
        currency: 'JPY',
        total_amount: 1.5,
        splits: [{ beneficiary_type: 'partner', beneficiary_ref: 1, amount: 0.5 }],
      },
      [
        ['total_amount', 'has more decimals than JPY allows'],
        ['splits[0].amount', 'has more decimals than JPY allows'],
        ['splits[0].beneficiary_ref', "must be absent for the partner's own commission"],
      ],
    ],
    ...(
      [
        ['cash that is no cash', 'card', { beneficiary_type: 'courier' }, 'is only for payment_source cod'],
        [
          'cash of the partner',
          'cod',
          { beneficiary_type: 'partner' },
          "must be absent for the partner's own commission",
        ],
      ] as const
    ).map(([why, source, split, message]): [string, Record<string, unknown>, [string, string][]] => [
      why,
      { payment_source: source, splits: [{ ...split, amount: 1, collects_cash: true }] },
      [['splits[0].collects_cash', message]],
    ]),
    [
      'two who collect the cash',
      {
        payment_source: 'cod',
        splits: [1, 2].map((amount) => ({ beneficiary_type: 'courier', amount, collects_cash: true })),
      },
      [['splits[1].collects_cash', 'may be true for one split only']],
    ],
  ])('%s', (_why, changes, problems) => {
    const found = findFieldProblems({ ...body(), ...changes });
    expect(found.map(({ field, message }) => [field, message])).toEqual(problems);
  });
});

describe('docs/contract/partner.md, "Cash on delivery": who collects the cash', () => {
  const cash = { limits: {}, daysMax: null, refuses: false };
  const [shop, rider, own] = [
    { beneficiary_type: 'merchant', beneficiary_ref: 7, amount: 8 },
    { beneficiary_type: 'courier', beneficiary_ref: 8, amount: 1 },
    { beneficiary_type: 'partner', amount: 1 },
  ] as const;
  it.each<[why: string, changes: Partial<OrderRequest>, rules: typeof cash | null, collectors: number[]]>([
    ['the only courier', {}, cash, [1]],
    ['nobody where cash is not tracked', {}, null, []],
    ['nobody of another source', { payment_source: 'card' }, cash, []],
    ['whoever says so', { splits: [{ ...shop, collects_cash: true }, rider, own] }, cash, [0]],
    [
      'nobody, if a split says that it is not it',
      { splits: [shop, { ...rider, collects_cash: false }, own] },
      cash,
      [],
    ],
    ['nobody of two couriers', { splits: [rider, rider, own] }, cash, []],
    ['nobody without a courier', { splits: [shop, own] }, cash, []],
  ])('%s', (_why, changes, rules, collectors) => {
    const { draft } = plan({ payment_source: 'cod', splits: [shop, rider, own], ...changes }, { cash: rules });
    expect(draft.splits.flatMap(({ collectsCash }, line) => (collectsCash ? [line] : []))).toEqual(collectors);
  });
});

describe('the draft', () => {
  it('holds what was requested, in minor units', () => {
    expect(plan()).toEqual({
      draft: {
        partnerOrderRef: 'order-1',
        idempotencyKey: null,
        paymentSource: 'card',
        totalAmount: 1_000n,
        currency: 'EUR',
        splits: [merchant(7n, 800n), courier(8n, 150n), partner(50n)],
        isShadow: false,
        shadowMerchantRef: null,
        shadowMerchantName: null,
        returnUrl: null,
        cancelUrl: null,
        webhookUrl: null,
        capture: null,
        warnings: [],
      },
      refusal: undefined,
    });
  });

  it.each(['service', 'card'] as const)('of an amount that the provider can’t charge: %s', (payment_source) => {
    const findChargeProblem = ({ holderId, mode }: Book, ...asked: unknown[]) =>
      String([holderId, mode, ...asked]) === '4,live,1000,EUR,false' ? 'is too odd' : undefined;
    const refusal = { code: 'validation_failed', details: [{ field: 'total_amount', message: 'is too odd' }] };
    const expected = payment_source === 'service' ? refusal : undefined;
    expect(plan({ payment_source }, { findChargeProblem }).refusal).toEqual(expected);
  });

  it('keeps the optional fields', () => {
    const { draft } = plan({
      idempotency_key: 'key-1',
      is_shadow: true,
      shadow_merchant_ref: 'corner',
      shadow_merchant_name: 'Corner Café',
      return_url: 'shop.test/thanks',
      cancel_url: '',
    });
    expect(draft).toMatchObject({
      idempotencyKey: 'key-1',
      isShadow: true,
      shadowMerchantRef: 'corner',
      shadowMerchantName: 'Corner Café',
      returnUrl: 'https://shop.test/thanks',
      cancelUrl: null,
      warnings: [],
    });
  });

  it.each<[string, string, number, bigint]>([
    ['no decimals', 'JPY', 500, 500n],
    ['three decimals', 'KWD', 1.234, 1_234n],
    ['a double that is not a sum of halves', 'EUR', 0.07, 7n],
  ])('%s', (_why, currency, amount, minor) => {
    const { draft } = plan({ currency, total_amount: amount, splits: [{ beneficiary_type: 'partner', amount }] });
    expect([draft.totalAmount, draft.splits[0]?.amount]).toEqual([minor, minor]);
  });

  it('is made from a checked body only', () => {
    expect(() => plan({ total_amount: -1 })).toThrow('before it was checked');
  });
});

describe('warnings and refusals', () => {
  const splitsOf = (amount: number) => [{ beneficiary_type: 'partner' as const, amount }];
  const unknown = [
    { beneficiary_type: 'merchant' as const, beneficiary_ref: 99, amount: 4 },
    { beneficiary_type: 'merchant' as const, beneficiary_ref: 8, amount: 4 },
    { beneficiary_type: 'courier' as const, amount: 2 },
  ];
  const unknownMessages = [
    'splits[0].beneficiary_ref is not an active merchant link of this company',
    'splits[1].beneficiary_ref is not an active merchant link of this company',
  ];

  it.each([
    ['more than the total', 10.5, 'The splits differ from total_amount by +0.50 EUR.'],
    ['less than the total', 9.93, 'The splits differ from total_amount by -0.07 EUR.'],
  ])('warns of shares that are %s, and refuses them where they must be exact', (_why, amount, warning) => {
    expect(plan({ splits: splitsOf(amount) })).toMatchObject({ draft: { warnings: [warning] }, refusal: undefined });
    const exact = plan({ splits: splitsOf(amount) }, { requireExactSplits: true });
    expect(exact.draft.warnings).toEqual([]);
    const difference = warning.slice(warning.indexOf('by ') + 3, -1);
    expect(exact.refusal).toEqual({
      code: 'validation_failed',
      details: [{ field: 'splits', message: `must add up to total_amount; they differ by ${difference}` }],
    });
    expect(plan({}, { requireExactSplits: true }).refusal).toBeUndefined();
  });

  it('refuses an unknown link in live mode, before anything about the sum', () => {
    const { draft, refusal } = plan({ splits: unknown, total_amount: 11 }, { requireExactSplits: true });
    expect(refusal?.code).toBe('unknown_beneficiary');
    expect(refusal?.details.map(({ field, message }) => `${field} ${message}`)).toEqual(unknownMessages);
    expect(draft.warnings).toEqual([]);
  });

  it('warns of an unknown link in test mode', () => {
    const { draft, refusal } = plan({ splits: unknown }, { mode: 'test' });
    expect(refusal).toBeUndefined();
    expect(draft.warnings).toEqual(unknownMessages.map((message) => `${message}.`));
  });

  it('names at most 100 unknown links', () => {
    const splits = Array.from({ length: 150 }, () => ({
      beneficiary_type: 'merchant' as const,
      beneficiary_ref: 99,
      amount: 1,
    }));
    expect(plan({ splits }).refusal?.details).toHaveLength(100);
  });

  it.each<[string, Partial<OrderRequest>, boolean]>([
    ['a ref', { shadow_merchant_ref: 'corner' }, true],
    ['a name', { shadow_merchant_name: 'Corner Café' }, true],
    ['neither', {}, false],
    ['a shadow order', { shadow_merchant_ref: 'corner', is_shadow: true }, false],
    ['explicitly no shadow order', { shadow_merchant_ref: 'corner', is_shadow: false }, true],
  ])('warns of a shadow restaurant outside a shadow order: %s', (_why, changes, warned) => {
    const message = 'shadow_merchant_ref and shadow_merchant_name are ignored unless is_shadow is true.';
    expect(plan(changes).draft.warnings).toEqual(warned ? [message] : []);
  });
});

describe('what a re-send differs in', () => {
  const { draft } = plan();
  const stored: Order = { ...orderOf(1n, []), ...draft, splits: splitsOf(draft.splits) };
  const [first, second, third] = draft.splits as [Split, Split, Split];
  it.each<[fields: string[], changes: Partial<OrderDraft>]>([
    [[], {}],
    [['payment_source'], { paymentSource: 'cod' }],
    [['total_amount'], { totalAmount: 1_001n }],
    [['currency'], { currency: 'USD', totalAmount: 5n }],
    [['splits'], { splits: [first, second] }],
    [['splits'], { splits: [first, second, third, third] }],
    [['splits'], { splits: [second, first, third] }],
    [['splits'], { splits: [{ ...first, amount: 1n }, second, third] }],
    [['splits'], { splits: [{ ...first, ref: null }, second, third] }],
    [['splits'], { splits: [{ ...first, type: 'courier' }, second, third] }],
    [['idempotency_key'], { idempotencyKey: 'key-2' }],
    [['is_shadow'], { isShadow: true }],
    [['shadow_merchant_ref'], { shadowMerchantRef: 'corner' }],
    [['shadow_merchant_name'], { shadowMerchantName: 'Corner Café' }],
    [['return_url'], { returnUrl: 'https://shop.test/' }],
    [['cancel_url'], { cancelUrl: 'https://shop.test/' }],
    [['webhook_url'], { webhookUrl: 'https://shop.test/hook' }],
    [['payment_source', 'is_shadow'], { paymentSource: 'cod', isShadow: true }],
  ])('%j', (fields, changes) => {
    const expected = fields.map((field) => `${field} differs from the stored order, which is unchanged.`);
    expect(differenceWarnings(stored, { ...draft, ...changes })).toEqual(expected);
  });
});
