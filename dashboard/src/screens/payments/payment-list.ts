/** What a list of payments may be asked for: its filters and order in the address, and in the API's words. */
import type { ListedPayment, QueryOf } from '../../api/types.ts';
import type { ListSearch } from '../../app/routes/list-search.ts';
import { rangeOf, readDay, spans } from './payment-span.ts';

export type PaymentQuery = QueryOf<'consoleListPayments'>;

export const paymentStatuses: readonly ListedPayment['status'][] = [
  'succeeded',
  'created',
  'processing',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
];
export const attentions = ['disputed', 'refund_pending', 'refund_failed'] as const;
export const paymentSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;

/** What of an address this list knows; the rest is dropped. */
export function filterOf({ search, status, attention, span, from, to, sort }: ListSearch) {
  return {
    search,
    status: paymentStatuses.find((one) => one === status),
    attention: attentions.find((one) => one === attention),
    span: spans.find((one) => one === span),
    from: readDay(from),
    to: readDay(to),
    sort: paymentSorts.find((one) => one === sort) ?? 'newest',
  };
}
export type PaymentFilter = ReturnType<typeof filterOf>;

export const isNarrowed = ({ search, status, attention, span }: PaymentFilter): boolean =>
  [search, status, attention, span].some((one) => one !== undefined);

export const queryOf = (filter: PaymentFilter, now = new Date()): Omit<PaymentQuery, 'cursor' | 'limit'> => {
  const { search, status, attention, span, from, to, sort } = filter;
  return {
    sort,
    ...rangeOf(span, { from, to }, now),
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(attention === undefined ? {} : { attention }),
  };
};
