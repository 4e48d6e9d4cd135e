/**
 * An order in the answers and events of interface B (docs/contract/partner.md, "Record an order"). Amounts become
 * decimals only here.
 */
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { type Order, type Split, wholeShareOf } from './order.ts';
import type { PresentedOrder, PresentedOrderInFull, PresentedOrderRefund } from './order-schemas.ts';

/**
 * @param shown.warnings replaces the stored warnings (a re-send has its own).
 * @param shown.paymentUrl where the customer pays an order with source `service`.
 */
export function presentOrder(
  order: Order,
  shown: { warnings?: readonly string[]; paymentUrl?: string | undefined } = {},
): PresentedOrder {
  return {
    order_id: Number(order.id),
    ...presentFacts(order, shown.warnings ?? order.warnings),
    ...(order.paymentSource === 'service' ? { payment_url: shown.paymentUrl ?? null } : {}),
  };
}

/** What answers and events have in common, except the id. */
export function presentFacts(
  order: Order,
  warnings: readonly string[],
): Omit<PresentedOrder, 'order_id' | 'payment_url'> {
  const exponent = exponentOf(order.currency);
  return {
    partner_order_ref: order.partnerOrderRef,
    currency: order.currency,
    order_amount: jsonDecimal(order.totalAmount, exponent),
    payment_method: order.paymentSource,
    payment_status: order.paymentStatus,
    settlement_status: order.settlementStatus,
    is_shadow: order.isShadow,
    mode: order.mode,
    splits: order.splits.map((split) => presentSplit(split, split.amount, exponent)),
    shadow_merchant_ref: order.shadowMerchantRef,
    shadow_merchant_name: order.shadowMerchantName,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    warnings: [...warnings],
    ...(order.capture === null ? {} : { capture: presentCapture(order) }),
  };
}

const presentSplit = (split: Split, amount: bigint, exponent: ReturnType<typeof exponentOf>) => ({
  beneficiary_type: split.type,
  beneficiary_ref: split.ref === null ? null : Number(split.ref),
  amount: jsonDecimal(amount, exponent),
  ...(split.collectsCash ? { collects_cash: true as const } : {}),
});

/** An order's splits with the shares of what is captured. */
export function presentShares(order: Order, shares: readonly bigint[]) {
  const exponent = exponentOf(order.currency);
  return order.splits.map((split, line) => presentSplit(split, shares[line] ?? 0n, exponent));
}

function presentCapture(order: Order): NonNullable<PresentedOrder['capture']> {
  const { capturedAmount, capturableUntil, currency } = order;
  return {
    captured_amount: capturedAmount === null ? null : jsonDecimal(capturedAmount, exponentOf(currency)),
    capturable_until: capturableUntil?.toISOString() ?? null,
    splits: capturedAmount === null ? null : presentShares(order, order.splits.map(wholeShareOf)),
  };
}

type Progress = Pick<Order, 'currency' | 'refundedAmount' | 'paidAt' | 'holdReason' | 'settlementId' | 'settledAt'>;

/** The fields that change after recording, except refunds. */
export const presentProgress = (order: Progress) => ({
  refunded_amount: jsonDecimal(order.refundedAmount, exponentOf(order.currency)),
  paid_at: order.paidAt?.toISOString() ?? null,
  hold_reason: order.holdReason,
  settlement:
    order.settlementId === null
      ? null
      : { settlement_id: Number(order.settlementId), settled_at: order.settledAt?.toISOString() ?? null },
});

/** An order as `data` of its events: all fields except refunds and the payment URL (`features/event-catalog.ts`). */
export const presentOrderEvent = (order: Order) => ({
  order_id: Number(order.id),
  ...presentFacts(order, order.warnings),
  ...presentProgress(order),
});

/**
 * One order with its refunds and settlement: `GET /orders` and `GET /orders/{ref}` (docs/contract/partner.md, "Read
 * orders").
 */
export const presentOrderInFull = (
  order: Order,
  shown: { paymentUrl: string | undefined; refunds: PresentedOrderRefund[] },
): PresentedOrderInFull => {
  const { refunded_amount, ...progress } = presentProgress(order);
  return { ...presentOrder(order, shown), refunded_amount, refunds: shown.refunds, ...progress };
};
