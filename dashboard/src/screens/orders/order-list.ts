/** What a list of orders may be asked for: its filters and order in the address, and in the API's words. */
import type { OrderRow, QueryOf } from '../../api/types.ts';
import type { ListSearch } from '../../app/routes/list-search.ts';

export type OrderQuery = QueryOf<'consoleListOrders'>;

const settlementStatuses: readonly OrderRow['settlement_status'][] = [
  'unsettled',
  'awaiting_funds',
  'on_hold',
  'settled',
  'partially_reversed',
  'reversed',
  'void',
];
/** Broken splits are what keeps an order from settling as it should. */
export const settlementChoices = ['broken_splits', ...settlementStatuses] as const;
export const paymentStatuses: readonly OrderRow['payment_status'][] = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
];
export const orderKinds = ['own', 'shadow'] as const;
export const orderSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;

/** What of an address this list knows; the rest is dropped. */
export function filterOf({ search, status, payment, kind, sort }: ListSearch) {
  return {
    search,
    settlement: settlementChoices.find((one) => one === status),
    payment: paymentStatuses.find((one) => one === payment),
    kind: orderKinds.find((one) => one === kind),
    sort: orderSorts.find((one) => one === sort) ?? 'newest',
  };
}
export type OrderFilter = ReturnType<typeof filterOf>;

const settlementQuery = (settlement: OrderFilter['settlement']): OrderQuery => {
  if (settlement === undefined) return {};
  return settlement === 'broken_splits' ? { broken_splits: true } : { settlement_status: settlement };
};

export const isNarrowed = ({ search, settlement, payment, kind }: OrderFilter): boolean =>
  [search, settlement, payment, kind].some((one) => one !== undefined);

export const queryOf = ({
  search,
  settlement,
  payment,
  kind,
  sort,
}: OrderFilter): Omit<OrderQuery, 'cursor' | 'limit'> => ({
  sort,
  ...(search === undefined ? {} : { search }),
  ...settlementQuery(settlement),
  ...(payment === undefined ? {} : { payment_status: payment }),
  ...(kind === undefined ? {} : { is_shadow: kind === 'shadow' }),
});
