/**
 * A new order, and its text: presented once for its event and its answer, because that is most of what recording an order takes in the
 * service. Both follow from present-order.ts.
 */
import { withId } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { newSplit, noRefundTotals, type Order, type OrderDraft } from './order.ts';
import { initialPaymentStatus, initialSettlementStatus } from './order-state.ts';
import { presentFacts, presentProgress } from './present-order.ts';

const nothingHappened = { holdReason: null, settlementId: null, paidAt: null, settledAt: null, ...noRefundTotals };

/** It has no id until it is inserted: 0. @param attemptId of the request that sends it. */
export function newOrder(draft: OrderDraft, { holderId, mode }: Book, attemptId: string, at: Date): Order {
  return {
    ...draft,
    id: 0n,
    holderId,
    mode,
    attemptId,
    paymentStatus: initialPaymentStatus,
    settlementStatus: initialSettlementStatus,
    ...nothingHappened,
    splits: draft.splits.map(newSplit),
    createdAt: at,
    updatedAt: at,
  };
}

/** A new order as JSON, without its id. */
export const newOrderFacts = (order: Order): string => JSON.stringify(presentFacts(order, order.warnings));

/** The same for every new order: nothing is 0 in any currency. As JSON behind other fields. */
const progress = JSON.stringify(presentProgress({ currency: 'USD', ...nothingHappened })).slice(1);

/** `data` of `order.created`, without the id: what `presentOrderEvent` makes of a new order. @param facts of `newOrderFacts`. */
export const createdEventData = (facts: string): string => `${facts.slice(0, -1)},${progress}`;

/** What `presentOrder` makes of a new order that has its id. @param facts of `newOrderFacts`. */
export function newOrderAnswer({ id, paymentSource }: Order, facts: string, paymentUrl: string | undefined): string {
  const text = withId('order_id', id, facts);
  if (paymentSource !== 'service') return text;
  return `${text.slice(0, -1)},"payment_url":${JSON.stringify(paymentUrl ?? null)}}`;
}
