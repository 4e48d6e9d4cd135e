/** The search, the filters and the order of a list of orders. */

import type { ReactNode } from 'react';
import { CurrencyFilter, SpanFilter } from '../../app/span-filter.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { datings, methods, type OrderFilter, orderSorts, paymentStatuses, settlementStatuses } from './order-list.ts';

type Props = {
  filter: OrderFilter;
  /** How many of them are in use. */
  active: number;
  onChange: (change: Partial<OrderFilter>) => void;
  menus: ReactNode;
};

const brokenSplits = 'broken_splits';
/** Broken splits are what keeps an order from settling as it should. */
const settlementChoices = [brokenSplits, ...settlementStatuses] as const;
const kinds = ['own', 'shadow'] as const;

const settlementOf = ({ broken_splits: isBroken, settlement_status: status }: OrderFilter) =>
  isBroken === true ? brokenSplits : status;

const kindOf = ({ is_shadow: isShadow }: OrderFilter) =>
  isShadow === undefined ? undefined : isShadow ? 'shadow' : 'own';

export function OrderFilters({ filter, active, onChange, menus }: Props) {
  const t = useStrings();
  return (
    <ListControls>
      <SearchBox label={t('orders.search')} value={filter.search} onChange={(search) => onChange({ search })} />
      <FilterButton active={active} />
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
      {filter.span !== undefined && (
        <Choice
          label={t('orders.dated.recorded')}
          value={filter.dated_by}
          choices={datings.map((value) => ({ value, label: t(`orders.dated.${value}`) }))}
          onChange={(dated_by) => onChange({ dated_by })}
        />
      )}
      {filter.method !== undefined && (
        <Choice
          label={t('order.method')}
          value={filter.method}
          choices={methods.map((value) => ({ value, label: t(`order.method.${value}`) }))}
          onChange={(method) => onChange({ method })}
        />
      )}
      {filter.payee !== undefined && (
        <Choice
          label={t('orders.payee')}
          value={String(filter.payee)}
          choices={[{ value: String(filter.payee), label: t('orders.payee.of', { id: filter.payee }) }]}
          onChange={(payee) => onChange({ payee: payee === undefined ? undefined : Number(payee) })}
        />
      )}
      <CurrencyFilter filter={filter} onChange={onChange} />
      <Choice
        label={t('app.sort')}
        value={filter.sort}
        isClearable={false}
        usual="newest"
        choices={orderSorts.map((value) => ({ value, label: t(`orders.sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
      {menus}
    </ListControls>
  );
}
