/** Orders and splits as plain values, for tests of rules. */
import { noRefundTotals, type Order, type OrderSplit, type Split } from '../../src/features/orders/order.ts';

export const partner = (amount: bigint): Split => ({ type: 'partner', ref: null, amount });
export const merchant = (ref: bigint | null, amount: bigint): Split => ({ type: 'merchant', ref, amount });
export const courier = (ref: bigint | null, amount: bigint): Split => ({ type: 'courier', ref, amount });

/** What was taken from the splits, as lists by split. */
export type TakenOf = { [T in 'reduced' | 'reversed' | 'paidOutside' | 'claimed']?: bigint[] | undefined };
export type OrderChanges = Partial<Omit<Order, 'splits'>> & TakenOf;

export const splitsOf = (splits: readonly Split[], taken: TakenOf = {}): OrderSplit[] =>
  splits.map((split, line) => ({
    ...split,
    reduced: taken.reduced?.[line] ?? 0n,
    reversed: taken.reversed?.[line] ?? 0n,
    paidOutside: taken.paidOutside?.[line] ?? 0n,
    claimed: taken.claimed?.[line] ?? 0n,
  }));

export function orderOf(
  id: bigint,
  splits: readonly Split[],
  { reduced, reversed, paidOutside, claimed, ...changes }: OrderChanges = {},
): Order {
  const at = new Date('2031-03-01T12:00:00Z');
  return {
    holderId: 2n,
    id,
    mode: 'test',
    partnerOrderRef: `ref-${id}`,
    idempotencyKey: null,
    paymentSource: 'cod',
    paymentStatus: 'pending',
    settlementStatus: 'unsettled',
    totalAmount: 1n,
    currency: 'EUR',
    splits: splitsOf(splits, { reduced, reversed, paidOutside, claimed }),
    isShadow: false,
    shadowMerchantRef: null,
    shadowMerchantName: null,
    returnUrl: null,
    cancelUrl: null,
    webhookUrl: null,
    warnings: [],
    holdReason: null,
    settlementId: null,
    ...noRefundTotals,
    attemptId: '00000000-0000-4000-8000-000000000000',
    createdAt: at,
    updatedAt: at,
    paidAt: null,
    settledAt: null,
    ...changes,
  };
}
