/** What a list of payments may be asked for: its filters and order in the address, and in the API's words. */
import type { ListedPayment } from '../../api/types.ts';
import { type Chosen, currency, day, oneOf, text, withUsual } from '../../app/list-filters.ts';
import { spans } from '../../app/list-span.ts';

export const paymentStatuses: readonly ListedPayment['status'][] = [
  'succeeded',
  'created',
  'processing',
  'authorized',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
];
export const attentions = ['disputed', 'refund_pending', 'refund_failed'] as const;
export const datings = ['created', 'paid', 'refunded'] as const;
export const paymentSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;

export const filters = {
  search: text,
  status: oneOf(paymentStatuses),
  attention: oneOf(attentions),
  currency,
  dated_by: oneOf(datings),
  span: oneOf(spans),
  from: day,
  to: day,
  sort: withUsual(oneOf(paymentSorts), 'newest'),
};
export type PaymentFilter = Chosen<typeof filters>;
