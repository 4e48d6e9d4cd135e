/** What a capture of an order takes, and the shares of it (docs/contract/partner.md, "Capture an order"). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courier, merchant, orderOf, partner } from '../../../tests/fixtures/order-values.ts';
import { sumOf } from '../../base/money/compare.ts';
import { wholeShareOf } from './order.ts';
import { type CaptureTerms, capturedBy, planCapture } from './plan-capture.ts';

const order = orderOf(1n, [merchant(12n, 2_500n), courier(13n, 0n), partner(500n)], { totalAmount: 3_000n });
const plan = (terms: Partial<CaptureTerms>) => planCapture(order, { amount: undefined, parties: undefined, ...terms });
const shareFor = (type: 'merchant' | 'courier' | 'partner', ref: bigint | null, amount: bigint) => ({
  type,
  ref,
  amount,
});

describe('a capture', () => {
  it.each<[what: string, terms: Partial<CaptureTerms>, amount: bigint, shares: bigint[]]>([
    ['of nothing that is said', {}, 3_000n, [2_500n, 0n, 500n]],
    ['of a part', { amount: 1_999n }, 1_999n, [1_666n, 0n, 333n]],
    ['of one cent', { amount: 1n }, 1n, [1n, 0n, 0n]],
    [
      'with shares alone',
      { parties: [shareFor('merchant', 12n, 2_600n), shareFor('partner', null, 100n)] },
      2_700n,
      [2_600n, 0n, 100n],
    ],
    ['with a share for who had none', { amount: 2n, parties: [shareFor('courier', null, 2n)] }, 2n, [0n, 2n, 0n]],
  ])('%s', (_what, terms, amount, shares) => {
    expect(plan(terms)).toEqual({ ok: true, amount, shares });
  });

  it.each<[terms: Partial<CaptureTerms>, field: string]>([
    [{ amount: 0n }, 'amount'],
    [{ amount: 3_001n }, 'amount'],
    [{ amount: 100n, parties: [shareFor('merchant', 12n, 99n)] }, 'splits'],
    [{ parties: [shareFor('merchant', 77n, 100n)] }, 'splits[0]'],
    [{ parties: [shareFor('merchant', 12n, 3_000n), shareFor('partner', null, 1n)] }, 'amount'],
  ])('%o is refused at %s', (terms, field) => {
    expect(plan(terms)).toMatchObject({ ok: false, field });
  });

  it('of shares that are less than the order leaves as much of it out; half a unit goes to them', () => {
    const half = orderOf(1n, [partner(500n)], { totalAmount: 1_000n });
    expect(planCapture(half, { amount: 333n, parties: undefined })).toMatchObject({ amount: 333n, shares: [167n] });
  });

  it('in proportion shares out all of it, and nobody gets more than their own share', () => {
    const shares = fc.array(fc.bigInt(0n, 10_000n), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(shares, fc.double({ min: 0.001, max: 1, noNaN: true }), (amounts, part) => {
        const total = sumOf(amounts) || 1n;
        const amount = (total * BigInt(Math.ceil(part * 1_000))) / 1_000n || 1n;
        const some = orderOf(2n, amounts.map(partner), { totalAmount: total });
        const planned = planCapture(some, { amount, parties: undefined });
        if (!planned.ok) throw new Error(planned.message);
        if (sumOf(amounts) > 0n) expect(sumOf(planned.shares)).toBe(amount);
        planned.shares.forEach((share, line) => {
          expect(share >= 0n && share <= (amounts[line] as bigint)).toBe(true);
        });
      }),
    );
  });
});

describe('what was captured', () => {
  const sharesOf = (payment: Parameters<typeof capturedBy>[1]) => capturedBy(order, payment).splits.map(wholeShareOf);

  it('has the shares that were asked for', () => {
    const asked = { capturedAmount: 300n, captureAmount: 300n, captureShares: [100n, 50n, 150n] };
    expect(capturedBy(order, asked).capturedAmount).toBe(300n);
    expect(sharesOf(asked)).toEqual([100n, 50n, 150n]);
  });

  it('of another amount, by hand at the provider, is shared in proportion', () => {
    expect(sharesOf({ capturedAmount: 600n, captureAmount: 300n, captureShares: [100n, 50n, 150n] })).toEqual([
      500n,
      0n,
      100n,
    ]);
    expect(sharesOf({ capturedAmount: 600n, captureAmount: null, captureShares: null })).toEqual([500n, 0n, 100n]);
  });
});
