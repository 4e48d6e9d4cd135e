import type { OrderRow } from '../../api/types.ts';
/** What a list of orders may be asked for. */
import {
  type Chosen,
  currency,
  dayOrInstant,
  oneOf,
  onlyTrue,
  text,
  trueOrFalse,
  wholeNumber,
  withUsual,
} from '../../app/list-filters.ts';
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

export const methods = ['service', 'card', 'onlinewallet', 'cod'] as const;
export const datings = ['recorded', 'settled', 'refunded'] as const;

export const filters = {
  search: text,
  settlement_status: oneOf(settlementStatuses),
  broken_splits: onlyTrue,
  payment_status: oneOf(paymentStatuses),
  is_shadow: trueOrFalse,
  currency,
  payee: wholeNumber,
  method: oneOf(methods),
  dated_by: oneOf(datings),
  span: oneOf(spans),
  from: dayOrInstant,
  to: dayOrInstant,
  sort: withUsual(oneOf(orderSorts), 'newest'),
};
export type OrderFilter = Chosen<typeof filters>;
