import type { OrderRow } from '../../api/types.ts';
/** What a list of orders may be asked for. */
import { type Chosen, currency, day, oneOf, onlyTrue, text, trueOrFalse, withUsual } from '../../app/list-filters.ts';
import { spans } from '../../app/list-span.ts';

export const settlementStatuses: readonly OrderRow['settlement_status'][] = [
  'unsettled',
  'awaiting_funds',
  'on_hold',
  'settled',
  'partially_reversed',
  'reversed',
  'void',
];
export const paymentStatuses: readonly OrderRow['payment_status'][] = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
];
export const orderSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;

export const filters = {
  search: text,
  settlement_status: oneOf(settlementStatuses),
  broken_splits: onlyTrue,
  payment_status: oneOf(paymentStatuses),
  is_shadow: trueOrFalse,
  currency,
  span: oneOf(spans),
  from: day,
  to: day,
  sort: withUsual(oneOf(orderSorts), 'newest'),
};
export type OrderFilter = Chosen<typeof filters>;
