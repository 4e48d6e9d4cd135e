/** The search, the filters and the order of a list of orders. */

import type { ReactNode } from 'react';
import { CurrencyFilter, SpanFilter } from '../../app/span-filter.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { type OrderFilter, orderSorts, paymentStatuses, settlementStatuses } from './order-list.ts';

type Props = { filter: OrderFilter; onChange: (change: Partial<OrderFilter>) => void; menus: ReactNode };

const brokenSplits = 'broken_splits';
/** Broken splits are what keeps an order from settling as it should. */
const settlementChoices = [brokenSplits, ...settlementStatuses] as const;
const kinds = ['own', 'shadow'] as const;

const settlementOf = ({ broken_splits: isBroken, settlement_status: status }: OrderFilter) =>
  isBroken === true ? brokenSplits : status;

const kindOf = ({ is_shadow: isShadow }: OrderFilter) =>
  isShadow === undefined ? undefined : isShadow ? 'shadow' : 'own';

export function OrderFilters({ filter, onChange, menus }: Props) {
  const t = useStrings();
  return (
    <ListControls>
      <SearchBox label={t('orders.search')} value={filter.search} onChange={(search) => onChange({ search })} />
      <Choice
        label={t('orders.settlement')}
        value={settlementOf(filter)}
        choices={settlementChoices.map((value) => ({
          value,
          label: value === brokenSplits ? t('orders.brokenSplits') : t(`state.${value}`),
        }))}
        onChange={(chosen) =>
          onChange({
            broken_splits: chosen === brokenSplits ? true : undefined,
            settlement_status: chosen === brokenSplits ? undefined : chosen,
          })
        }
      />
      <Choice
        label={t('orders.payment')}
        value={filter.payment_status}
        choices={paymentStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(payment_status) => onChange({ payment_status })}
      />
      <Choice
        label={t('orders.kind')}
        value={kindOf(filter)}
        choices={kinds.map((value) => ({ value, label: t(`orders.kind.${value}`) }))}
        onChange={(kind) => onChange({ is_shadow: kind === undefined ? undefined : kind === 'shadow' })}
      />
      <SpanFilter filter={filter} onChange={onChange} />
      <CurrencyFilter filter={filter} onChange={onChange} />
      <Choice
        label={t('app.sort')}
        value={filter.sort}
        isClearable={false}
        choices={orderSorts.map((value) => ({ value, label: t(`orders.sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
      {menus}
    </ListControls>
  );
}
