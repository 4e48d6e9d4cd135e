/** The events of orders' refunds. Each carries the refund as interface B returns it at that moment. */

import type { JsonDecimal } from '../../base/money/amount.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { Order } from '../orders/order.ts';
import type { OrderRefund } from './order-refunds.repository.ts';
import { presentOrderRefund } from './present-order-refund.ts';

type PublishedRefund = OrderRefund & { status: Exclude<OrderRefund['status'], 'awaiting_funds'> };

/**
 * Appends `order_refund.created`, `.succeeded` or `.failed`, by status; of a reversal, which is complete at once,
 * `order_reversal.succeeded` or `.failed`. @param refund after the change.
 */
export function publishOrderRefund(work: UnitOfWork, order: Order, refund: PublishedRefund): Promise<void> {
  const type = typeOf(refund);
  return appendEvents(work, order, [{ type, subject: subjectOf.order(order.id), data: eventData(order, refund) }]);
}

function typeOf({ kind, status }: Pick<PublishedRefund, 'kind' | 'status'>) {
  if (status === 'pending') return 'order_refund.created';
  return `order_${kind}.${status}` as const;
}

/**
 * Appends `order_refund.deferred` or `restitution.deferred`. `missing`: how much clearing is short of everything that
 * waits for it.
 */
export function publishDeferred(
  work: UnitOfWork,
  type: 'order_refund.deferred' | 'restitution.deferred',
  order: Order,
  refund: OrderRefund,
  missing: JsonDecimal,
): Promise<void> {
  const data = { ...eventData(order, refund), missing_amount: missing };
  return appendEvents(work, order, [{ type, subject: subjectOf.order(order.id), data }]);
}

/** Appends `restitution.paid`. */
export const publishRestitutionPaid = (work: UnitOfWork, order: Order, refund: OrderRefund): Promise<void> =>
  appendEvents(work, order, [
    { type: 'restitution.paid', subject: subjectOf.order(order.id), data: eventData(order, refund) },
  ]);

const eventData = (order: Order, refund: OrderRefund) => ({
  order_id: Number(order.id),
  partner_order_ref: order.partnerOrderRef,
  ...presentOrderRefund(refund, order),
});
