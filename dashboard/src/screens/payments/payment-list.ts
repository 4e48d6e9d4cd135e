/** What a list of payments may be asked for: its filters and order in the address, and in the API's words. */
import type { ListedPayment } from '../../api/types.ts';
import {
  type Chosen,
  currency,
  dayOrInstant,
  matching,
  oneOf,
  onlyTrue,
  text,
  wholeNumber,
  withUsual,
} from '../../app/list-filters.ts';
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
export const datings = ['created', 'paid', 'refunded', 'disputed'] as const;
export const methods = ['card', 'onlinewallet', 'wallet', 'bank_transfer'] as const;
export const paymentSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;

export const filters = {
  search: text,
  status: oneOf(paymentStatuses),
  attention: oneOf(attentions),
  currency,
  dated_by: oneOf(datings),
  method: oneOf(methods),
  declined_for: matching(/^[a-z0-9_]{1,100}$/),
  finished: onlyTrue,
  customer: wholeNumber,
  span: oneOf(spans),
  from: dayOrInstant,
  to: dayOrInstant,
  sort: withUsual(oneOf(paymentSorts), 'newest'),
};
export type PaymentFilter = Chosen<typeof filters>;
