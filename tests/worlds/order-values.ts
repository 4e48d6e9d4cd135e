/** Orders and splits as plain values, for tests of rules. */
import { noRefundTotals, type Order, type Split } from '../../src/features/orders/order.ts';

export const partner = (amount: bigint): Split => ({ type: 'partner', ref: null, amount });
export const merchant = (ref: bigint | null, amount: bigint): Split => ({ type: 'merchant', ref, amount });
export const courier = (ref: bigint | null, amount: bigint): Split => ({ type: 'courier', ref, amount });

export function orderOf(id: bigint, splits: Split[], changes: Partial<Order> = {}): Order {
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
    splits,
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
